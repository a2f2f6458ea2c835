package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/sandbox"
)

// An Inline is a script given as text, and how to run it.
type Inline struct {
	Language string // a name in [Languages]
	Script   string
	Args     []string // of the script
	Env      []string // NAME=value: its variables besides PATH, HOME, TMPDIR and LANG

	// Stays says that the script starts in the session's directory and may write there.
	// Otherwise it gets a new directory, which is removed afterwards.
	Stays bool

	Net     bool // it may use the network as far as the policy lets commands
	NoCheck bool // its text is not judged

	// Sandbox is the backend; "" means the first available one. Named says that no other is to
	// be used instead.
	Sandbox Sandbox
	Named   bool

	// Bare says that the script runs without a sandbox if there is none. A policy that requires
	// a sandbox refuses that.
	Bare bool

	Decided func(guard.Decision) // called with the decision before anything runs; may be nil
	// Confirm is called if the policy asks; an answer after within counts as no. Nil means no.
	Confirm func(d guard.Decision, within time.Duration) bool
	Notice  func(text string) // called with each notice for the user; may be nil

	Stdin          *os.File  // nil means empty
	Stdout, Stderr io.Writer // get the output as it comes, too; nil means none
	Signals        bool      // forward the signals that Run forwards
	Keep           int       // how many bytes of each stream to keep
}

// A language says how to find an interpreter and pass it a script.
type language struct {
	name     string   // the language's name
	aliases  string   // other names for it, with a blank around each
	programs []string // in the order in which they are looked for
	option   []string // stands before the script
	after    []string // stands between the script and its arguments
}

var languages = [...]language{
	{"python", " python3 ", []string{"python3", "python"}, []string{"-c"}, nil},
	{"node", " javascript ", []string{"node", "nodejs"}, []string{"-e"}, []string{"--"}},
	{"bash", "", []string{"bash"}, []string{"-c"}, []string{"bash"}}, // never sh, which is another language
	{"ruby", "", []string{"ruby"}, []string{"-e"}, []string{"--"}},
}

// ErrLanguage says that a script's language is not python, node, bash or ruby.
const ErrLanguage = inlineError("unsupported language")

// InterpreterError says that the interpreter of a language is not installed.
type InterpreterError struct{ Language string }

// Error names the language.
func (e InterpreterError) Error() string { return "interpreter not found: " + e.Language }

// maxScript is the maximum length of one argument of a program: execve(2).
const maxScript = 128<<10 - 1

// InlineTime is how long a script may run if neither the policy nor the caller sets a limit.
const InlineTime = 30 * time.Second

// Messages about sandboxes for scripts.
const (
	NoBackend  = "inline tools disabled: no sandbox backend available on this platform. Install coreutils for timeout support."
	BareAdvice = "WARNING: inline tools running without sandbox isolation. Use --sandbox to enable."
)

// ErrNoBackend says that the script did not run because no sandbox could be set up.
const ErrNoBackend = inlineError(NoBackend)

// inlineError is an error with that text. As a constant it needs no initialization at start.
type inlineError string

// Error returns the text.
func (e inlineError) Error() string { return string(e) }

// NoDirectoryError says that the directory to start in does not exist.
type NoDirectoryError struct{ Dir string }

// Error names the directory.
func (e NoDirectoryError) Error() string {
	return "Invalid sandbox configuration: Working directory does not exist: " + e.Dir
}

// RunInline decides about a script, records the decision, and runs the script in a sandbox if
// it is permitted. The session cannot be used for anything else afterwards. Errors are as for
// Do, and ErrNoBackend.
func (s *Session) RunInline(ctx context.Context, in Inline) (Answer, error) {
	argv, dirs, err := s.interpreter(in)
	if err != nil {
		return Answer{}, err
	}
	s.isolate(in, dirs)
	required := s.Policy.Sandbox == policy.Required
	kinds := []Sandbox{in.Sandbox}
	switch {
	case in.Sandbox == "" && in.Bare && !required:
		kinds = []Sandbox{strongSandboxes[0], NoSandbox}
	case in.Sandbox == "":
		kinds = []Sandbox{strongSandboxes[0]}
	}
	var a Answer
	for _, kind := range kinds {
		if !required { // a script gets a full sandbox or none, never the lenient one
			s.Policy.Sandbox = policy.Required
		}
		if kind == NoSandbox {
			s.warn("%s", BareAdvice)
			if !required {
				s.Policy.Sandbox = policy.Unconfined
			}
		}
		if a, err = s.inlineIn(ctx, in, argv, kind); !isNoBackend(err) {
			return a, err
		}
	}
	return a, noBackend(err)
}

// noBackend adds the cause to ErrNoBackend.
func noBackend(err error) error {
	hint := ""
	var absent MissingBackendError
	if errors.As(err, &absent) {
		hint = absent.Hint
	}
	return MissingBackendError{fmt.Errorf("%w (%w)", ErrNoBackend, err), hint}
}

// isNoBackend reports whether an error says that no sandbox could be set up.
func isNoBackend(err error) bool {
	return errors.As(err, new(sandbox.Unavailable)) || errors.Is(err, sandbox.ErrDidNotStart)
}

// interpreter returns the command that runs a script, and the directories that hold the
// interpreter: by the name found on PATH, and with links followed.
func (s *Session) interpreter(in Inline) (argv, dirs []string, err error) {
	i := slices.IndexFunc(languages[:], func(l language) bool {
		return in.Language == l.name || wordlist.Among(in.Language, l.aliases)
	})
	switch {
	case i < 0 || in.Language == "":
		return nil, nil, fmt.Errorf("%w %q", ErrLanguage, in.Language)
	case strings.TrimSpace(in.Script) == "":
		return nil, nil, errors.New("no script provided")
	case len(in.Script) > maxScript:
		return nil, nil, fmt.Errorf("the script has %d bytes, and the system takes %d as one argument", len(in.Script), maxScript)
	case strings.ContainsRune(in.Script, 0):
		return nil, nil, errors.New("the script holds a NUL")
	}
	l := languages[i]
	for _, name := range l.programs {
		path, found := gate.Find(name, s.env.value("PATH"), s.Root)
		if !found {
			continue
		}
		argv = slices.Concat([]string{name}, l.option, []string{in.Script})
		if len(in.Args) > 0 || len(l.after) > 0 && l.name == "bash" {
			argv = slices.Concat(argv, l.after, in.Args)
		}
		dirs = []string{filepath.Dir(path)}
		if real, err := host.Canonical(path); err == nil && filepath.Dir(real) != dirs[0] {
			dirs = append(dirs, filepath.Dir(real))
		}
		return argv, dirs, nil
	}
	return nil, nil, InterpreterError{l.name}
}

// usualPath is where programs are in a script's environment, besides its interpreter's
// directory.
const usualPath = "/usr/local/bin:/usr/bin:/bin"

// isolate removes from the session what a script must not have: all variables that were not
// named, the network, the directory, and other places that the policy lets commands write.
func (s *Session) isolate(in Inline, dirs []string) {
	path := usualPath
	if !slices.Contains(strings.Split(path, ":"), dirs[0]) {
		path = dirs[0] + ":" + path
	}
	s.needed = installations(dirs, s.Machine.Homes)
	env := environment{}
	if mode, set := s.env.get("AGENT_LOOP_PROXY_MODE"); set { // it can make shims stricter
		env = append(env, "AGENT_LOOP_PROXY_MODE="+mode)
	}
	for _, pair := range append(slices.Clone(in.Env), "PATH="+path, "HOME="+freshTemp, "TMPDIR="+freshTemp, "LANG=C.UTF-8") {
		name, _, _ := strings.Cut(pair, "=")
		if _, set := env.get(name); !set {
			env = append(env, pair)
		}
	}
	s.env = env
	s.Policy.Access.Caches, s.Policy.Access.Reads = policy.CachesKept, policy.ReadsListed
	s.Policy.Access.Write = slices.DeleteFunc(slices.Clone(s.Policy.Access.Write), func(e policy.PathEntry) bool { return !strings.HasPrefix(e.From, "--") })
	if !in.Net {
		s.Policy.Network.Mode, s.cutOff = policy.Offline, cutOff{"a script gets no network", "let the user start it with --allow-net"}
	}
	if !in.Stays {
		s.Dir, s.Work = freshTemp, freshTemp
	}
}

// installations adds to directories of programs the directories above them that belong to the
// same installation: a virtual environment of Python, or something unpacked as a whole.
func installations(dirs, homes []string) (all []string) {
	for _, dir := range dirs {
		all = append(all, dir)
		above := filepath.Dir(dir)
		own := host.Exists(filepath.Join(above, "pyvenv.cfg")) || host.Exists(filepath.Join(above, "lib"))
		if filepath.Base(dir) == "bin" && own && above != "/" && !slices.Contains(homes, above) {
			all = append(all, above)
		}
	}
	return all
}

// freshTemp is the path, inside the sandbox, of a script's own directory.
const freshTemp = "/tmp"

// inlineIn is RunInline for one sandbox.
func (s *Session) inlineIn(ctx context.Context, in Inline, argv []string, kind Sandbox) (Answer, error) {
	req := s.AtExec(guard.Request{Argv: argv}, kind)
	req.Changed = slices.DeleteFunc(req.Changed, func(pair string) bool { return pair == "HOME="+freshTemp }) // the new home is empty
	var a Answer
	if in.NoCheck {
		var err error
		if a.Decision, err = s.Unchecked(req, kind); err != nil {
			return a, err
		}
	} else {
		a.Decision = s.Decide(req)
	}
	allowed, ok := a.Decision.Permit()
	s.passNotices(in)
	if in.Decided != nil {
		in.Decided(a.Decision)
	}
	if a.Decision.Action == rules.Ask && in.Confirm != nil && in.Confirm(a.Decision, s.Policy.AskTimeout) {
		allowed, ok = a.Decision.Confirm()
	}
	text := shellquote.Command(argv)
	if err := s.RecordExec(text, a.Decision, ok); err != nil || !ok {
		return a, err
	}
	defer s.passNotices(in)
	job := Job{
		Text: text, Deferred: a.Decision.Deferred, Timeout: s.Policy.Limits.Timeout(), Sandbox: kind, Named: in.Named, Fresh: !in.Stays,
		Stdin: in.Stdin, Signals: in.Signals, Stdout: in.Stdout, Stderr: in.Stderr,
	}
	if a.Decision.Action == rules.Ask {
		job.Grant = s.Granting(a.Decision)
	}
	out, err := s.Capture(ctx, allowed, job, in.Keep)
	a.Capture, a.TimedOut = out, errors.Is(err, limit.ErrTimeout)
	if _, over := limit.Of(err); over {
		a.Over, err = err, nil
	}
	a.Ran = err == nil
	return a, err
}

// passNotices passes the session's notices on.
func (s *Session) passNotices(in Inline) {
	for _, text := range s.Notices() {
		if in.Notice != nil {
			in.Notice(text)
		}
	}
}

// startIn makes dir the plan's directory and, in place of freshTemp, its home and TMPDIR.
func (p *Plan) startIn(dir string) {
	p.Dir = dir
	p.Env = slices.Clone(p.Env)
	for i, pair := range p.Env {
		for _, name := range []string{"HOME=", "TMPDIR="} {
			if pair == name+freshTemp {
				p.Env[i] = name + dir
			}
		}
	}
}
