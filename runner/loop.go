package runner

import (
	"slices"
	"time"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/prompt"
	"github.com/agent-loop/shimgen/rules"
)

// The time limits for a command that a model asks for: the default, and the maximum.
const (
	UsualTimeout   = 5 * time.Minute
	LongestTimeout = 10 * time.Minute
)

// Sandboxes returns the backends that a model may name if byDefault is the default: those as
// strong, as far as the policy accepts them. For an unknown default it returns none.
func (s *Session) Sandboxes(byDefault Sandbox) []string {
	all := []string{string(NoSandbox), string(Proot), string(Native), string(Bwrap), string(Landlock)} // from the weakest to the strongest
	byDefault = s.Confine(byDefault)
	i := slices.Index(all, string(byDefault))
	if i < 0 {
		return nil
	}
	if s.Policy.Sandbox == policy.Required || byDefault.holds() {
		i = len(all) - len(strongSandboxes) // none of these holds less than another
	}
	return all[i:]
}

// Longest returns the maximum time for a command that a model asks for: what the person who
// starts the tool has set, if it is more than 0, and at most the policy's limit.
func (s *Session) Longest(asked time.Duration) time.Duration {
	if asked <= 0 {
		asked = LongestTimeout
	}
	if most := s.Policy.Limits.Timeout(); most > 0 {
		return min(asked, max(most, time.Second)) // a model asks for whole seconds
	}
	return asked
}

// Loop returns what a model must know about the tool that runs its commands here. A longest of
// 0 means LongestTimeout. served says that this process runs the commands by [Session.Do].
func (s *Session) Loop(byDefault Sandbox, longest time.Duration, served bool) prompt.Loop {
	longest = s.Longest(longest)
	byDefault = s.Confine(byDefault)
	met := s.shimsMet(byDefault)
	l := prompt.Loop{
		Policy: s.Policy, Work: s.Work, Writable: append([]string{}, s.Machine.Temp...), Phone: s.phone,
		Again: met != nil && met("rm") && met("git") && met("curl"), Served: served,
		Confined: byDefault.holds(), Sandboxes: s.Sandboxes(byDefault), Default: string(byDefault),
		Timeout: min(UsualTimeout, longest), Longest: longest,
		Judge: func(source string) rules.Action {
			return s.Decide(s.AtExec(guard.Request{Source: source, Dir: s.Work}, byDefault)).Action
		},
	}
	for _, e := range s.Policy.Paths.Allowed {
		l.Writable = append(l.Writable, s.site().Absolute(e.Path))
	}
	return l
}
