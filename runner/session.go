package runner

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/notice"
	"github.com/agent-loop/shimgen/overlay"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policyfile"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/termux"
	"github.com/agent-loop/shimgen/trail"
	"github.com/agent-loop/shimgen/trust"
	"github.com/agent-loop/shimgen/watchdog"
	"github.com/agent-loop/shimgen/zone"
)

// Options say how a session is opened.
type Options struct {
	Flags policy.Flags

	// Settled says that the flags are those of a session that was opened before:
	// their paths led somewhere then, and are followed no further now.
	Settled bool

	// Work is the work directory, or "" for the one the process is in.
	Work string

	// Env is the process's environment.
	Env []string

	// AuditRequired says that what cannot be recorded must not run, whatever
	// the policy says.
	AuditRequired bool

	// Agent is what the program that asks calls itself, for the audit trail
	// alone. It is the other side's own word.
	Agent string

	// Trial is a layer to judge under in the place of the user's or the system's file, for
	// verbs that say what it would change. Nothing may run under it. Nil is none.
	Trial *policy.Layer

	// Source says what of shimgen decides, and Session what the program that asks calls its
	// session: both for the audit trail alone.
	Source, Session string
}

// Session is what all decisions of one process share.
type Session struct {
	Policy  *policy.Policy
	Machine zone.Machine
	Flags   policy.Flags // with where their paths lead

	// Root is the directory of the policy, the state and the audit trail.
	Root string
	// Installed says that this binary was installed, so that Root is the one
	// written into it.
	Installed bool
	// Dir is the directory the process is in, Work the work directory.
	Dir, Work string

	// OnTimeout is for a process that asks for decisions one after the other and then ends.
	// It gets the refusal where judging takes too long and does not heed that it should
	// stop; it is called in another goroutine, and must end the process. See inTime.
	OnTimeout func(guard.Request, guard.Decision)

	written  audit.Context // into every record
	env      environment
	phone    bool // this is Termux
	identity gate.Identity
	uid      int            // of this process
	owner    int            // of the installation; this process, if there is none
	trial    *policy.Layer  // of Options
	sources  []gate.Source  // of the policy, as they were before they were read
	project  []policy.Layer // that a project file is, as it was read
	trust    trust.State    // of the project file
	notices  notice.List
	busy     atomic.Int32 // decisions that are being made

	programs    overlay.Programs // of programs, once it was asked for
	trees       []string         // in which they lie
	denied      []Violation      // to the last command
	credentials heldCredentials
	standInErr  error       // why credentials have no stand-ins: nothing may run
	leftOut     []string    // names of variables that commands do not get
	needed      []string    // places that commands read where reads are listed, beside what every one does
	cutOff      cutOff      // who took the network, if it was not the policy
	made        []Violation // of protected names, by commands that have ended
	unrecorded  string      // why something was not recorded
}

// environment looks variables up in a list of NAME=value.
type environment []string

func (e environment) get(name string) (string, bool) { return environ.Lookup(e, name) }

func (e environment) value(name string) string { return environ.Get(e, name) }

// Open loads the policy and looks at the machine. Every error is one line that
// names the file or the thing, and then nothing may run.
func Open(o Options) (*Session, error) {
	id, installed := gate.Installed()
	if !installed { // who installed has looked
		if err := CheckIndexes(); err != nil {
			return nil, err
		}
	}
	return open(o, id, installed)
}

// open is Open for an identity that need not be this binary's own: install
// runs from one that has none.
func open(o Options, id gate.Identity, installed bool) (*Session, error) {
	s := &Session{written: audit.Context{Source: o.Source, Agent: o.Agent, Session: o.Session}, env: o.Env, trial: o.Trial, uid: host.UID(), owner: host.UID(), identity: id, Installed: installed}
	err := s.place(o.Work)
	if err != nil {
		return nil, err
	}
	projects := s.files().Projects()
	if s.sources, err = s.files().Stat(projects); err != nil {
		return nil, err
	}
	layers, err := s.layers(projects)
	if err != nil {
		return nil, err
	}
	if s.Flags = o.Flags; !o.Settled && !o.Flags.NoSecurity {
		if s.Flags, err = s.site().Resolve(o.Flags); err != nil {
			return nil, err
		}
	}
	if s.Policy, err = policy.Load(layers, s.Flags); err != nil {
		return nil, err
	}
	s.written.Policy = fingerprintOf(layers, s.Flags)
	s.files().KeepIndexes(s.Policy, layers)
	if err := s.site().CheckExceptions(); err != nil {
		return nil, err
	}
	s.Policy.Audit.Required = s.Policy.Audit.Required || o.AuditRequired
	s.mode()
	return s, nil
}

// place finds the root, the directories and what the machine calls home.
func (s *Session) place(work string) (err error) {
	if s.Dir, err = host.Getwd(); err != nil {
		s.Dir = guard.Nowhere // it was removed, is too deep, or lies outside the root
	}
	s.Work = s.Dir
	if work != "" {
		if !filepath.IsAbs(work) {
			work = filepath.Join(s.Dir, work)
		}
		if s.Work, err = host.Canonical(filepath.Clean(work)); err != nil {
			return err
		}
	}
	home := ""
	if s.Installed {
		s.Root, home = s.identity.Root, s.identity.Home
		if s.owner, err = policyfile.OwnerOf(s.identity, s.uid); err != nil {
			return err
		}
	}
	homes, made := s.homes(home)
	if i := slices.Index(homes, home); i > 0 { // ~ in a policy is the home that was installed for
		homes[0], homes[i] = homes[i], homes[0]
	}
	if s.Root == "" {
		// Never $HOME: the password file says where home is.
		if known := host.Homes(s.uid, "", ""); len(known) > 0 {
			own := known[0]
			if real, err := host.Canonical(own); err == nil {
				own = real // FreeBSD's /home is a link, and what is believed is reached through none
			}
			s.Root = filepath.Join(own, ".agent-loop")
		} else if temp := commonTemp()[0]; host.CheckDirectory(temp) == nil { // a container's user, whom the password file does not know
			s.Root = filepath.Join(rundir.In(temp), "root")
		}
	}
	s.Machine = zone.Machine{
		Files: host.FS{}, Homes: homes, Made: made, Own: s.Root, Temp: commonTemp(), UserHome: host.UserHome, Mac: host.Mac(),
	}
	if s.uid != 0 { // what root's commands can write is not protected by being root's
		s.Machine.Protected = host.IsProtected
	}
	s.termux()
	s.temp()
	return nil
}

// homes are the directories that count as the user's home, and those that do by
// $HOME alone: where that lies in the work directory or in a home, it is one that a
// test suite or a build has made for itself. Only an installation knows which home
// is the user's; without one, $HOME is.
func (s *Session) homes(installed string) (homes, made []string) {
	known := host.Homes(s.uid, installed, "")
	all := known
	if own := s.env.value("HOME"); !slices.Contains(known, own) {
		all = host.AddHome(slices.Clip(known), own)
	}
	if !s.Installed {
		return all, nil
	}
	homes, made = host.MadeHomes(all, known, s.Work)
	if len(homes) == 0 { // somebody's whom no list of users knows
		return made, nil
	}
	return homes, made
}

// termux looks for Termux. A $PREFIX with the shape of one is protected even
// where nothing confirms it, as one that is spoken of on another machine: that
// can only refuse more.
func (s *Session) termux() {
	if t, ok := termux.Detect(s.env.value, os.Stat); ok {
		s.phone, s.Machine.Prefix = true, t.Prefix
		s.Machine.Temp = append([]string{t.Tmp}, s.Machine.Temp...) // first: /tmp cannot be used there
		return
	}
	prefix := filepath.Clean(s.env.value("PREFIX"))
	if files, ok := strings.CutSuffix(prefix, "/files/usr"); ok && strings.HasPrefix(files, "/data/") {
		s.Machine.Prefix = prefix
		s.Machine.Homes = append(s.Machine.Homes, files+"/files/home")
	}
}

// files are the files of the policy, of this session's installation and directory.
func (s *Session) files() policyfile.Files {
	return policyfile.Files{
		Root: s.Root, Work: s.Work, Homes: s.Machine.Homes, UID: s.uid, Owner: s.owner,
		Installed: s.Installed, Identity: s.identity, Trial: s.trial, Sources: s.sources,
	}
}

// layers opens the files of the policy, weakest first: of the project files, which
// come nearest first, that one alone. A missing file is no layer; any other trouble
// is an error, for it may hide a restriction.
func (s *Session) layers(projects []string) ([]policy.Layer, error) {
	layers, err := s.files().Believed()
	if err != nil {
		return nil, err
	}
	if len(projects) > 0 {
		layer, err := policyfile.Read(policy.Project, projects[0], host.Untrusted(host.ProjectLimit), host.ProjectLimit)
		if err != nil {
			return nil, err
		}
		layer.Trusted = s.looksTrusted(layer)
		s.project = []policy.Layer{layer}
	}
	return append(layers, s.project...), nil
}

// mode reads AGENT_LOOP_PROXY_MODE. Unset, empty and "enabled" mean the
// policy; anything else means strict, never open.
func (s *Session) mode() {
	switch mode := s.env.value("AGENT_LOOP_PROXY_MODE"); mode {
	case "", "enabled":
	case "strict":
		s.Policy.Strict = true
	default:
		s.Policy.Strict = true
		s.notices.Extend(fmt.Sprintf("AGENT_LOOP_PROXY_MODE=%q is not a mode: taken as strict", mode))
	}
}

// Notices returns the lines the user should see, what was ignored and why,
// that it has not returned before.
func (s *Session) Notices() []string {
	n := slices.Concat(s.Policy.Notices, s.Warnings())
	s.Policy.Notices = nil
	return n
}

// Warnings is Notices without those about the policy: a shim shows only these,
// for nobody wants the others with every command.
func (s *Session) Warnings() []string {
	return s.notices.Take()
}

// Vars returns the value of a variable a shell would start with. What a shell
// sets itself, whatever the environment says, is left to the parser.
func (s *Session) Vars(name string) (string, bool) {
	switch name {
	case "PWD", "_", "DIRSTACK", "BASH_SOURCE", "UID", "EUID", "PPID":
		return "", false
	}
	return s.env.get(name)
}

// Decide judges a request on this machine, under this policy. It fills in the
// directories and variables where the request leaves them empty.
func (s *Session) Decide(req guard.Request) guard.Decision {
	req = s.filled(req)
	d, err := watchdog.Run(s.Policy.Judging, &s.busy, s.refusing(req), func(stop <-chan struct{}) guard.Decision {
		req.Stop = stop
		return guard.Judge(s.Policy, s.Machine, req)
	})
	if err != nil {
		return guard.Refused(req, err)
	}
	return d
}

// DecideUnder is Decide under another policy, to say what it would change.
func (s *Session) DecideUnder(p *policy.Policy, req guard.Request) guard.Decision {
	return s.DecideOn(s.Machine, p, req)
}

// DecideOn is DecideUnder for another machine, to say what a command would do there.
func (s *Session) DecideOn(m zone.Machine, p *policy.Policy, req guard.Request) guard.Decision {
	req = s.filled(req)
	d, err := watchdog.Run(p.Judging, &s.busy, nil, func(stop <-chan struct{}) guard.Decision {
		req.Stop = stop
		return guard.Judge(p, m, req)
	})
	if err != nil {
		return guard.Refused(req, err)
	}
	return d
}

// Explain is Decide, with all that led to the decision.
func (s *Session) Explain(req guard.Request) guard.Explanation {
	req = s.filled(req)
	x, err := watchdog.Run(s.Policy.Judging, &s.busy, s.refusing(req), func(stop <-chan struct{}) guard.Explanation {
		req.Stop = stop
		return guard.Explain(s.Policy, s.Machine, req)
	})
	if err != nil {
		x = guard.Explanation{Decision: guard.Refused(req, err)}
	}
	return x
}

// refusing is what OnTimeout does for a request; nil where there is none.
func (s *Session) refusing(req guard.Request) func(error) {
	if s.OnTimeout == nil {
		return nil
	}
	return func(err error) { s.OnTimeout(req, guard.Refused(req, err)) }
}

func (s *Session) filled(req guard.Request) guard.Request {
	if req.Dir == "" {
		req.Dir = s.Dir
	}
	if req.Work == "" {
		req.Work = s.Work
	}
	if req.Vars == nil {
		req.Vars = s.Vars
	}
	if len(req.Argv) > 0 && s.Shim(req.Argv[0]) != req.Argv[0] {
		req.Argv = append([]string{s.Shim(req.Argv[0])}, req.Argv[1:]...)
	}
	if req.Earlier == nil {
		req.Earlier = s.broughtBefore()
	}
	if req.ID == "" {
		req.ID = trail.NewID()
	}
	return req
}
