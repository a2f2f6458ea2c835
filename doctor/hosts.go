package doctor

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/hook/setup"
	"github.com/agent-loop/shimgen/shimdir"
)

// checkup examines one settings file of an agent that holds our hook.
type checkup struct {
	*Examination
	w     setup.Site
	host  hook.Host
	reg   hook.Registration
	scope string
	path  string
	text  string
	found []hook.Entry

	state   Condition
	remarks []string // what is wrong, the worst first
	hint    string
}

// DiagnoseHosts examines every agent on this machine. It calls tell before each.
func (x *Examination) DiagnoseHosts(tell func(agent string)) []Diagnosis {
	w, err := setup.New(x.env)
	if err != nil {
		return single("agents", Fail, "set HOME", "%s", err)
	}
	var found []Diagnosis
	for _, h := range hook.Hosts() {
		tell(h.Title)
		found = append(found, x.diagnoseHost(w, h)...)
	}
	if len(found) == 0 {
		return single("agents", OK, "", "found none that shimgen knows")
	}
	return found
}

// diagnoseHost examines both files of an agent, the user's and the project's, and its plug-in.
func (x *Examination) diagnoseHost(w setup.Site, h hook.Host) []Diagnosis {
	r, _ := hook.RegistrationOf(h.Name)
	program, here := x.program(r)
	switch {
	case r.As != "" && here:
		return single(h.Name, OK, "", "%s is here, and runs the hook of %s", program, r.As)
	case r.Reader == hook.ByHand && here:
		return single(h.Name, Warn, "shimgen hook install "+h.Name, "%s is here; its hook is registered by hand and not checked", program)
	case r.As != "" || r.Reader == hook.ByHand:
		return nil
	}
	var found []Diagnosis
	for _, scope := range []string{"user", "project"} {
		path, err := w.File(r, scope == "project")
		if err != nil {
			continue // the current directory is not a project
		}
		c := &checkup{Examination: x, w: w, host: h, reg: r, scope: scope, path: path, state: OK}
		if d, ok := c.file(); ok {
			found = append(found, d)
		}
	}
	if d, is := x.plugin(w, h, r, len(found) > 0); is {
		found = append(found, d)
	}
	if len(found) > 0 {
		return append(found, x.commandsOf(w, r)...)
	}
	if !here {
		program = w.SettingsDir(r)
	}
	if program != "" {
		return single(h.Name, Warn, "shimgen hook install "+h.Name, "would run everything: %s is here, and no hook of shimgen's is registered", program)
	}
	return nil
}

// program finds an agent's program on PATH.
func (x *Examination) program(r hook.Registration) (string, bool) {
	if r.Binary == "" {
		return "", false
	}
	return gate.Find(r.Binary, x.getenv("PATH"), x.layout.Root)
}

// file says what the agent would run under the hook in one file. It returns false for a
// file without a hook.
func (c *checkup) file() (Diagnosis, bool) {
	name := c.name()
	f, err := shimdir.ReadFile(c.path)
	if err == nil {
		c.text = f.Text
		c.found, err = c.reg.Find(f.Text)
	}
	if err != nil {
		c.note(Fail, "put the file right, then "+c.install(), "would run everything: the agent cannot read its hook file: "+err.Error())
		return c.diagnosis(name), true
	}
	if len(c.found) == 0 {
		return Diagnosis{}, false
	}
	if why, hint := c.whyNotCalled(); why != "" {
		c.note(Fail, hint, "would run everything: "+why)
		return c.diagnosis(name), true
	}
	c.replayCalls()
	c.checkRegistration()
	return c.diagnosis(name), true
}

// name is what the file is called in a diagnosis.
func (c *checkup) name() string {
	if c.scope == "user" {
		return c.host.Name
	}
	return c.host.Name + " (" + c.scope + ")"
}

// note adds a problem. The first hint is the one printed.
func (c *checkup) note(state Condition, hint, text string) {
	if c.state != Fail {
		c.state = state
	}
	c.remarks = append(c.remarks, text)
	if c.hint == "" {
		c.hint = hint
	}
}

func (c *checkup) install() string {
	if c.scope == setup.PluginScope {
		return "shimgen hook bundle DIR, and update the plug-in"
	}
	words := "shimgen hook install " + c.host.Name
	if c.scope == "project" {
		words += " --project"
	}
	return words
}

func (c *checkup) diagnosis(name string) Diagnosis {
	where := c.path + ", " + setup.Measured(c.host.Name)
	if others := c.reg.Others(c.text); len(others) > 0 {
		c.remarks = append(c.remarks, "other hooks beside it were not run: "+firstFew(others))
	}
	return Diagnosis{name, c.state, strings.Join(append(c.remarks, where), "; "), c.hint}
}

// entry returns the hook that the agent calls before a command.
func (c *checkup) entry() (hook.Entry, bool) {
	for _, e := range c.found {
		if len(c.reg.Events) == 0 || e.Event == c.reg.Events[0] {
			return e, true
		}
	}
	return hook.Entry{}, false
}

// whyNotCalled returns why the agent never calls the hook in its file, or "".
func (c *checkup) whyNotCalled() (why, hint string) {
	e, ok := c.entry()
	if !ok {
		return fmt.Sprintf("the hook is registered for %s, but commands come with %s", c.found[0].Event, c.reg.Events[0]), c.install()
	}
	if commands, _ := c.reg.Takes(e.Terms().Matcher); !commands {
		return fmt.Sprintf("the matcher %q does not match %s, so the hook is never called", e.Terms().Matcher, strings.ReplaceAll(c.reg.Tools, " ", " or ")), c.install()
	}
	switches := c.path
	if c.scope == setup.PluginScope {
		switches = c.w.User(c.reg)
	}
	if off := c.w.SwitchedOff(c.reg, switches); len(off) > 0 {
		return off[0], "remove that"
	}
	return c.whyUntrusted(e)
}

// checkRegistration notes problems with the terms of the hook.
func (c *checkup) checkRegistration() {
	e, _ := c.entry()
	terms := e.Terms()
	shell, line := c.w.Shell, c.w.Line(c.reg, setup.FlagsOf(c.reg, e.Command)...)
	if c.scope == setup.PluginScope {
		shell, line = "/bin/sh", c.reg.PortableLine()
	}
	if limit, ok := c.limit(e); ok && terms.Timeout > 0 && c.reg.Seconds(terms.Timeout) <= float64(limit) {
		c.note(Fail, c.install(), fmt.Sprintf("the agent waits %g s for its hook, which may take %d s: it runs a command whose answer is late", c.reg.Seconds(terms.Timeout), limit))
	}
	if _, all := c.reg.Takes(terms.Matcher); !all {
		c.note(Warn, c.install(), fmt.Sprintf("the matcher %q does not match the tools that read and write files", terms.Matcher))
	}
	if current, err := c.reg.IsCurrent(c.text, shell, line); err != nil || !current {
		c.note(Warn, c.install(), "it is not what this version registers")
	}
	if why := c.w.WhyUnconfined(c.reg, e.Command); why != "" {
		c.note(Warn, "", why)
	}
	for _, problem := range c.w.Obstacles(c.reg, c.text) {
		c.note(Warn, "", problem)
	}
}
