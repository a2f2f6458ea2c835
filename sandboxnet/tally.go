package sandboxnet

import (
	"slices"

	"github.com/agent-loop/shimgen/egress"
	"github.com/agent-loop/shimgen/policy"
)

// refusedHost is a target that was refused, or would have been, and how often.
type refusedHost struct {
	egress.Refusal
	count int
}

// refusals counts refusals, each different one once, in order.
type refusals struct {
	all  []refusedHost
	more int // beyond the limit
}

// add counts a refusal, if there is room for it.
func (c *refusals) add(r egress.Refusal, most int) {
	for i := range c.all {
		if x := &c.all[i]; x.Target == r.Target && x.Credential == r.Credential && x.Request == r.Request && x.Why.Error() == r.Why.Error() {
			x.count++
			return
		}
	}
	if len(c.all) == most {
		c.more++
		return
	}
	c.all = append(c.all, refusedHost{r, 1})
}

// about returns why a target as a whole would have been refused.
func (c *refusals) about(t egress.Target) (r egress.Refusal, found bool) {
	i := slices.IndexFunc(c.all, func(x refusedHost) bool { return x.Target == t && x.Request == "" })
	if i < 0 {
		return r, false
	}
	return c.all[i].Refusal, true
}

// requests returns how many requests of a method to a target would have been refused.
func (c *refusals) requests(t egress.Target, method string) (n int) {
	for _, x := range c.all {
		if m, _, is := cutRequest(x.Refusal); is && x.Target == t && m == method {
			n += x.count
		}
	}
	return n
}

// listEntry returns a target as a list of hosts names it.
func listEntry(t egress.Target) string {
	if t.Port != 0 && !slices.Contains(policy.UsualPorts(), t.Port) {
		return t.String()
	}
	return t.Host
}

// entryFor returns the entry of allowed_domains that would allow what was refused. It
// returns "" if no entry would, if the address is not on the public Internet, or if a
// stand-in was sent to a wrong host: nobody should suggest an entry for these.
func entryFor(r egress.Refusal) string {
	if r.Credential != "" || r.Why != egress.ErrUnlisted && r.Why != egress.ErrPort {
		return ""
	}
	if !r.Target.MayBePublic() {
		return ""
	}
	return listEntry(r.Target)
}
