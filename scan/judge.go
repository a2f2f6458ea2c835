package scan

import (
	"cmp"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/redact"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/snippet"
	"github.com/agent-loop/shimgen/verdict"
	"github.com/agent-loop/shimgen/watchdog"
	"github.com/agent-loop/shimgen/zone"
)

// File is a file to be judged.
type File struct {
	Name string // as it is to be shown
	Path string // absolute
	Kind snippet.Kind
	Text string
}

// Judge judges files.
type Judge struct {
	Session *runner.Session
	Top     string // the directory that the files belong to, absolute: the work directory
}

// File judges all commands of a file.
func (j Judge) File(f File) (r Report) {
	defer func() {
		if fault := recover(); fault != nil {
			r.add(Finding{Place: placeIn(f.Name, f.Text, 0, 0), Error: printable.Line(watchdog.Crash{Fault: fault}.Error()), action: rules.Block})
			r.Action = r.action.String()
		}
	}()
	r = Report{File: f.Name, Kind: string(f.Kind), Findings: []Finding{}, action: rules.Allow}
	found, err := snippet.Read(f.Kind, f.Path, f.Text)
	if err != nil {
		r.unread(f, err, j.Session.Policy)
	}
	for _, s := range found {
		r.Snippets++
		j.snippet(&r, f, s)
	}
	r.Findings = withoutRepeats(r.Findings)
	r.Action = r.action.String()
	return r
}

// withoutRepeats are findings in the order of the files, each once a place. What a file finds
// by running itself (npm run x) is left out where it is found in the place itself.
func withoutRepeats(all []Finding) []Finding {
	all = slices.DeleteFunc(all, func(f Finding) bool {
		return f.isOwn && slices.ContainsFunc(all, func(g Finding) bool {
			return !g.isOwn && g.File == f.File && g.Line == f.Line && g.Rule == f.Rule && g.action <= f.action
		})
	})
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Col-b.Col, cmp.Compare(a.action, b.action))
	})
	return slices.CompactFunc(all, Finding.repeats)
}

// unread adds that a file cannot be read, which the policy judges as it does a command that
// cannot be parsed.
func (r *Report) unread(f File, err error, p *policy.Policy) {
	at := 0
	var where *snippet.Error
	if errors.As(err, &where) {
		at = where.At
	}
	r.add(Finding{Place: placeIn(f.Name, f.Text, at, at), Error: "cannot be read: " + err.Error(), action: p.ParseError})
}

// unknown adds that a snippet is in a language that nothing here reads, which is opaque as a
// word is that nobody knows. Where the policy does not mind, it is only noted.
func (r *Report) unknown(f Finding, p *policy.Policy) {
	f.action = guard.UnreadFileAction(p)
	if f.action == rules.Allow {
		r.Unread = append(r.Unread, Note{Place: f.Place, In: f.In, Text: f.Error})
		return
	}
	r.add(f)
}

// snippet judges one snippet and adds what is found.
func (j Judge) snippet(r *Report, f File, s snippet.Snippet) {
	if !snippet.IsRead(s.Lang) {
		r.unknown(Finding{Place: j.at(f, s, 0, 0), In: s.Name, Error: "nothing here reads " + printable.Line(s.Lang)}, j.Session.Policy)
		return
	}
	d := j.decide(f, s)
	if errors.Is(d.Err, parser.ErrEmpty) {
		return
	}
	r.action = min(r.action, d.Action)
	held := d
	if d.Would != nil {
		d = *d.Would
	}
	in := Finding{In: s.Name, On: on(s.On), isObserved: held.Would != nil}
	if d.Err != nil {
		in.Place, in.Error, in.action = j.errorPlace(f, s, d.Err), printable.Line(message(d.Err)), rules.Block
		if syntax := new(parser.SyntaxError); errors.As(d.Err, &syntax) {
			in.action = j.Session.Policy.ParseError
		}
		r.add(in)
	}
	in.Error = ""
	x := redact.New(d)
	found := d.WorstFirst()
	for i, shown := range verdict.Findings(found) {
		in.Place, in.isOwn = j.place(f, s, found[i]), isOwn(f, s, found[i])
		in.Rule, in.Class, in.Certainty, in.Reason, in.Hint, in.Via = shown.Rule, shown.Class, shown.Certainty, shown.Reason, shown.Hint, shown.Via
		in.Command, in.action = printable.Line(printable.Shorten(x.Command(found[i].Command))), found[i].Action
		if isScript(s) && found[i].Command.File() == "" {
			in.Command = printable.Line(f.Name) // and not the command that was made up to run it
		}
		r.add(in)
	}
}

// on is how a report names a machine that is not this one.
func on(m snippet.Machine) string {
	if m == snippet.This {
		return ""
	}
	return m.String()
}

// decide judges a snippet where it would run.
func (j Judge) decide(f File, s snippet.Snippet) guard.Decision {
	req := guard.Request{Work: j.Top, Dir: j.dir(f, s), Vars: j.vars(s), Earlier: nothingEarlier(), Lang: dialect(s.Lang)}
	switch {
	case isScript(s):
		req.Source, req.Script = program(s.Lang)+" "+shellquote.Word(f.Path)+` "$@"`, &s.Text.String
	default:
		req.Source = s.Text.String
	}
	p, m := j.Session.Policy, j.Session.Machine
	if s.On != snippet.This {
		p = p.OnThrowaway()
	}
	if s.On == snippet.Image {
		m, req.Work = image(), imageWork
	}
	d := j.Session.DecideOn(m, p, req)
	if syntax := new(parser.SyntaxError); errors.As(d.Err, &syntax) && s.Lang == "sh" {
		req.Lang = parser.Bash // which is what sh is on many machines
		if again := j.Session.DecideOn(m, p, req); again.Err == nil {
			return again
		}
	}
	return d
}

// isScript reports whether a snippet is judged as a file that a program runs: what is a
// script as a whole, and code that is no shell's.
func isScript(s snippet.Snippet) bool { return s.Name == "" || !snippet.IsShell(s.Lang) }

// nothingEarlier says that nothing came from the network before: a repository is judged by
// what stands in it, wherever it came from.
func nothingEarlier() *flow.Earlier {
	return &flow.Earlier{
		At:    func(string) (flow.Source, bool) { return flow.Anywhere, false },
		Names: func() []string { return nil },
	}
}

// dir is where a snippet would run.
func (j Judge) dir(f File, s snippet.Snippet) string {
	base := ""
	switch s.Base {
	case snippet.AtTop:
		base = j.Top
	case snippet.AtFile:
		base = filepath.Dir(f.Path)
	case snippet.AtRoot:
		base = "/"
	default:
		if s.On == snippet.Image {
			return imageDir
		}
		return guard.Nowhere
	}
	return path.Join(base, s.Dir)
}

// In an image nobody's files are mounted, so nothing is the work directory; imageDir stands
// for a directory that another image says.
const (
	imageWork = "/nobody"
	imageDir  = "/workdir"
)

// vars are the variables that a snippet may count on: a home, and what its file sets.
// Those of whoever judges it are not: they would make the answer another on each machine.
func (j Judge) vars(s snippet.Snippet) func(string) (string, bool) {
	return func(name string) (string, bool) {
		if value, ok := s.Vars.Get(name); ok {
			return value, true
		}
		homes := j.Session.Machine.Homes
		switch {
		case name != "HOME":
		case s.On == snippet.Image:
			return "/root", true
		case len(homes) > 0:
			return homes[0], true
		}
		return "", false
	}
}

// image is the machine that an image is built on: nothing is known of its files.
func image() zone.Machine {
	return zone.Machine{
		Files: zone.Tree{"/": "", "/bin": "", "/dev": "", "/etc": "", "/home": "", "/lib": "", "/opt": "", "/proc": "", "/root": "", "/sbin": "", "/srv": "", "/sys": "", "/tmp": "", "/usr": "", "/var": "", imageDir: ""},
		Homes: []string{"/root"},
		Temp:  place.TempDirs(),
		UserHome: func(user string) (string, bool) {
			if user == "root" {
				return "/root", true
			}
			return "/home/" + user, true
		},
	}
}

// program is how a file in a language is started.
func program(lang string) string {
	switch lang {
	case "make", "just", "awk", "sed":
		return lang + " -f"
	case "python":
		return "python3"
	case "javascript":
		return "node"
	case "typescript":
		return "ts-node"
	case "tcl":
		return "tclsh"
	}
	return lang
}

// dialect is the shell that reads a language; for what is no shell's it is bash, which reads
// the line that starts it.
func dialect(lang string) parser.Lang {
	switch lang {
	case "sh":
		return parser.POSIX
	case "mksh":
		return parser.Mksh
	case "zsh":
		return parser.Zsh
	}
	return parser.Bash
}
