package doctor

import (
	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/hook/setup"
)

// plugin says what an agent would run under the hook of its plug-in, if it has one. beside says
// that one of the agent's own files has a hook, too.
func (x *Examination) plugin(w setup.Site, h hook.Host, r hook.Registration, beside bool) (Diagnosis, bool) {
	s, is := w.Plugin(r)
	if !is {
		return Diagnosis{}, false
	}
	c := &checkup{Examination: x, w: w, host: h, reg: r, scope: setup.PluginScope, path: s.File, state: OK}
	if s.Verdict == setup.Idle {
		why := s.Problems[len(s.Problems)-1]
		if beside {
			c.note(Warn, "", why+": the hook beside it judges")
		} else {
			c.note(Fail, "enable the plug-in, or shimgen hook install "+h.Name, "would run everything: "+why)
		}
		return c.diagnosis(c.name()), true
	}
	d, has := c.file()
	if !has {
		c.note(Fail, c.install(), "the plug-in has no hook of shimgen's")
		d = c.diagnosis(c.name())
	}
	if beside && has {
		d.Detail += "; with the hook beside it each call is judged twice"
		if d.State == OK {
			d.State, d.Hint = Warn, "shimgen hook uninstall "+h.Name
		}
	}
	return d, true
}
