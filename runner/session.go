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

// Options say how to open a session.
type Options struct {
	Flags policy.Flags

	// Settled says that the flags come from an earlier session, which has resolved their paths.
	Settled bool

	// Work is the work directory; "" means the directory of the process.
	Work string

	// Env is the process's environment.
	Env []string

	// AuditRequired says that nothing may run that cannot be recorded, whatever the policy
	// says.
	AuditRequired bool

	// Agent is what the calling program calls itself. Nobody verifies it; it is only for the
	// audit trail.
	Agent string

	// Trial replaces the user's or the system's policy file, for verbs that say what that would
	// change. Nothing may run under it. Nil means none.
	Trial *policy.Layer

	// Source is the part of shimgen that decides, and Session what the calling program calls
	// its session. Both are only for the audit trail.
	Source, Session string
}

// Session is what all decisions of one process share.
type Session struct {
	Policy  *policy.Policy
	Machine zone.Machine
	Flags   policy.Flags // with their paths resolved

	// Root is the directory of the policy, the state and the audit trail.
	Root string
	// Installed says that this binary was installed, and Root is the one written into it.
	Installed bool
	// Dir is the directory of the process, Work the work directory.
	Dir, Work string

	// OnTimeout is for a process that makes one decision after the other and then ends. If
	// judging takes too long and does not stop when told to, OnTimeout gets the refusal. It is
	// called in another goroutine and must end the process. See package watchdog.
	OnTimeout func(guard.Request, guard.Decision)

	recordContext audit.Context // fields of every record
	env           environment
	phone         bool // this is Termux
	byLinker      bool // Android executes no file that an app wrote, as for Termux from Google Play: its linker starts programs
	identity      gate.Identity
	uid           int            // of this process
	owner         int            // of the installation, or of this process if there is none
	trial         *policy.Layer  // Options.Trial
	sources       []gate.Source  // the policy's files, as they were before reading
	project       []policy.Layer // the project file, as it was read: one layer or none
	trust         trust.State    // of the project file
	notices       notice.List
	busy          atomic.Int32 // number of decisions in progress

	programs      overlay.Programs // cache of overlayPrograms
	trees         []string         // the directories that hold them
	violations    []Violation      // refused to the last command
	credentials   heldCredentials
	credentialErr error       // why credentials could not be replaced by stand-ins; then nothing may run
	removedVars   []string    // names of variables that commands do not get
	needed        []string    // paths that commands may read besides the usual ones, where reads are listed
	cutOff        cutOff      // set if the network was taken away by somebody other than the policy
	made          []Violation // about protected names, by commands that have ended
	unrecorded    string      // why an event was not recorded
}

// environment looks up variables in a list of NAME=value.
type environment []string

func (e environment) get(name string) (string, bool) { return environ.Lookup(e, name) }

func (e environment) value(name string) string { return environ.Get(e, name) }

// Open loads the policy and examines the machine. After an error, which is one line that names
// the file or the cause, nothing may run.
func Open(o Options) (*Session, error) {
	id, installed := gate.Installed()
	if !installed { // install has checked them
		if err := CheckIndexes(); err != nil {
			return nil, err
		}
	}
	return open(o, id, installed)
}

// open is Open for an identity that need not be this binary's own: install runs from a binary
// that has none.
func open(o Options, id gate.Identity, installed bool) (*Session, error) {
	s := &Session{recordContext: audit.Context{Source: o.Source, Agent: o.Agent, Session: o.Session}, env: o.Env, trial: o.Trial, uid: host.UID(), owner: host.UID(), identity: id, Installed: installed}
	err := s.locate(o.Work)
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
	s.recordContext.Policy = fingerprintOf(layers, s.Flags)
	s.files().KeepIndexes(s.Policy, layers)
	if err := s.site().CheckExceptions(); err != nil {
		return nil, err
	}
	s.Policy.Audit.Required = s.Policy.Audit.Required || o.AuditRequired
	s.readMode()
	return s, nil
}

// locate finds the root, the directories and the homes.
func (s *Session) locate(work string) (err error) {
	if s.Dir, err = host.Getwd(); err != nil {
		s.Dir = guard.Nowhere // the directory was removed, its path is too long, or it lies outside the root
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
	if i := slices.Index(homes, home); i > 0 { // ~ in a policy means the home that shimgen was installed for
		homes[0], homes[i] = homes[i], homes[0]
	}
	if s.Root == "" {
		// Never $HOME: the password file says where home is.
		if known := host.Homes(s.uid, "", ""); len(known) > 0 {
			own := known[0]
			if real, err := host.Canonical(own); err == nil {
				own = real // FreeBSD's /home is a link, and the root must be reached without links
			}
			s.Root = filepath.Join(own, ".agent-loop")
		} else if temp := commonTemp()[0]; host.CheckDirectory(temp) == nil { // a container's user who is not in the password file
			s.Root = filepath.Join(rundir.In(temp), "root")
		}
	}
	s.Machine = zone.Machine{
		Files: host.FS{}, Homes: homes, Made: made, Own: s.Root, Temp: commonTemp(), UserHome: host.UserHome, Mac: host.Mac(),
	}
	if s.uid != 0 { // for root this would protect nothing: its commands can write whatever root can
		s.Machine.Protected = host.IsProtected
	}
	s.detectTermux()
	s.addUserTemp()
	return nil
}

// homes returns the directories that count as the user's home. made are those that count only
// because of $HOME: if it lies in the work directory or in a home, a test suite or a build has
// made it. Only an installation knows the user's real home; without one, $HOME counts fully.
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
	if len(homes) == 0 { // the home of a user whom no list of users has
		return made, nil
	}
	return homes, made
}

// detectTermux looks for Termux. It protects a $PREFIX that looks like Termux's even if nothing
// confirms it, as for a command about another machine: that can only refuse more.
func (s *Session) detectTermux() {
	if t, ok := termux.Detect(s.env.value, os.Stat, s.Root); ok {
		s.phone, s.byLinker, s.Machine.Prefix = true, t.LinkerExec, t.Prefix
		s.Machine.Temp = append([]string{t.Tmp}, s.Machine.Temp...) // first, because /tmp cannot be used there
		return
	}
	prefix := filepath.Clean(s.env.value("PREFIX"))
	if files, ok := strings.CutSuffix(prefix, "/files/usr"); ok && strings.HasPrefix(files, "/data/") {
		s.Machine.Prefix = prefix
		s.Machine.Homes = append(s.Machine.Homes, files+"/files/home")
	}
}

// files returns the policy's files for this installation and directory.
func (s *Session) files() policyfile.Files {
	return policyfile.Files{
		Root: s.Root, Work: s.Work, Homes: s.Machine.Homes, UID: s.uid, Owner: s.owner,
		Installed: s.Installed, Identity: s.identity, Trial: s.trial, Sources: s.sources,
	}
}

// layers opens the policy's files, weakest first; of project files only the nearest. A missing
// file is no layer. Any other failure is an error, because it may hide a restriction.
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

// readMode reads AGENT_LOOP_PROXY_MODE. Unset, empty and "enabled" mean the policy; anything else
// means strict, never open.
func (s *Session) readMode() {
	switch mode := s.env.value("AGENT_LOOP_PROXY_MODE"); mode {
	case "", "enabled":
	case "strict":
		s.Policy.Strict = true
	default:
		s.Policy.Strict = true
		s.notices.Extend(fmt.Sprintf("AGENT_LOOP_PROXY_MODE=%q is not a mode: taken as strict", mode))
	}
}

// Notices returns the lines for the user, about what was ignored and why, that it has not
// returned before.
func (s *Session) Notices() []string {
	n := slices.Concat(s.Policy.Notices, s.Warnings())
	s.Policy.Notices = nil
	return n
}

// Warnings is Notices without those about the policy, which nobody wants with every command: a
// shim shows only these.
func (s *Session) Warnings() []string {
	return s.notices.Take()
}

// Vars returns the value of a variable that a shell would start with. It leaves to the parser
// those that a shell sets itself.
func (s *Session) Vars(name string) (string, bool) {
	switch name {
	case "PWD", "_", "DIRSTACK", "BASH_SOURCE", "UID", "EUID", "PPID":
		return "", false
	}
	return s.env.get(name)
}

// Decide judges a request on this machine, under this policy. It fills in directories and
// variables that the request leaves empty.
func (s *Session) Decide(req guard.Request) guard.Decision {
	req = s.withDefaults(req)
	d, err := watchdog.Run(s.Policy.Judging, &s.busy, s.timeoutHandler(req), func(stop <-chan struct{}) guard.Decision {
		req.Stop = stop
		return guard.Judge(s.Policy, s.Machine, req)
	})
	if err != nil {
		return guard.Refused(req, err)
	}
	return d
}

// DecideUnder is Decide under another policy, to say what that would change.
func (s *Session) DecideUnder(p *policy.Policy, req guard.Request) guard.Decision {
	return s.DecideOn(s.Machine, p, req)
}

// DecideOn is DecideUnder on another machine, to say what a command would do there.
func (s *Session) DecideOn(m zone.Machine, p *policy.Policy, req guard.Request) guard.Decision {
	req = s.withDefaults(req)
	d, err := watchdog.Run(p.Judging, &s.busy, nil, func(stop <-chan struct{}) guard.Decision {
		req.Stop = stop
		return guard.Judge(p, m, req)
	})
	if err != nil {
		return guard.Refused(req, err)
	}
	return d
}

// Explain is Decide, with everything that led to the decision.
func (s *Session) Explain(req guard.Request) guard.Explanation {
	req = s.withDefaults(req)
	x, err := watchdog.Run(s.Policy.Judging, &s.busy, s.timeoutHandler(req), func(stop <-chan struct{}) guard.Explanation {
		req.Stop = stop
		return guard.Explain(s.Policy, s.Machine, req)
	})
	if err != nil {
		x = guard.Explanation{Decision: guard.Refused(req, err)}
	}
	return x
}

// timeoutHandler returns a function that calls OnTimeout for a request, or nil if there is none.
func (s *Session) timeoutHandler(req guard.Request) func(error) {
	if s.OnTimeout == nil {
		return nil
	}
	return func(err error) { s.OnTimeout(req, guard.Refused(req, err)) }
}

func (s *Session) withDefaults(req guard.Request) guard.Request {
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
