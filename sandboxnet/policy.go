package sandboxnet

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/agent-loop/shimgen/egress"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policyfile"
)

// A Policy is the network policy of a running command. It reads the files of the system and
// of the user again after they change. The project's policy stays as it was when the command
// started, since the command can write that file.
type Policy struct {
	files   policyfile.Files
	flags   policy.Flags
	project []policy.Layer

	mu       sync.Mutex
	now      *policy.Policy
	requests [][]egress.RequestRule // as now in force
	looked   time.Time              // when the files were last examined
	narrowed bool                   // a flag supplies the list of hosts, and the policy has none
	observed bool                   // unlisted hosts are let through and recorded
	problem  error
}

// errWider means that a policy no longer has a list of hosts.
var errWider = errors.New(`network.mode = "full" counts for what starts from now on`)

// NewPolicy returns the policy of a command that starts now. of are the files that it was
// read from; flags and project are its other sources. narrowed means that a flag supplied
// the list of hosts: such a list is enforced under profile observe, too.
func NewPolicy(now *policy.Policy, of policyfile.Files, flags policy.Flags, project []policy.Layer, narrowed bool) *Policy {
	of.Trial = nil
	of.Sources = slices.DeleteFunc(slices.Clone(of.Sources), func(src gate.Source) bool { return src.Path != policyfile.System && src.Path != of.User() })
	return &Policy{files: of, flags: flags, project: project, now: now, requests: requestRules(now), looked: time.Now(), narrowed: narrowed, observed: now.Observing() && !narrowed}
}

// ports returns the ports of a host to which connections are allowed.
func (l *Policy) ports(host string) []uint16 { return l.current().Ports(host) }

// observing reports whether unlisted hosts are let through. If a policy changes to observe,
// that applies to the next command. If it stops observing, its list is enforced at once.
func (l *Policy) observing() bool { return l.observed && l.current().Observe }

// lookAgain is how long the requests of one connection may use the policy without a new look
// at the files.
const lookAgain = time.Second

// recent returns the policy as it was at the last look at the files, at most lookAgain ago.
func (l *Policy) recent() *policy.Policy {
	l.mu.Lock()
	is, old := l.now, time.Since(l.looked) > lookAgain
	l.mu.Unlock()
	if old {
		return l.current()
	}
	return is
}

// rules returns the lists of requests of the recent policy.
func (l *Policy) rules() [][]egress.RequestRule {
	l.recent()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.requests
}

// current returns the policy in the files as they are now. If the new one does not load or
// has no list of hosts, the earlier policy stays.
func (l *Policy) current() *policy.Policy {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.looked = time.Now()
	sources, err := l.files.Stat(nil)
	if err != nil || slices.Equal(sources, l.files.Sources) {
		return l.now
	}
	l.files.Sources = sources
	p, err := l.load()
	if l.problem = err; err == nil {
		l.now, l.requests = p, requestRules(p)
	}
	return l.now
}

// load reads the policy again.
func (l *Policy) load() (*policy.Policy, error) {
	layers, err := l.files.Believed()
	if err != nil {
		return nil, err
	}
	p, err := policy.Load(append(layers, l.project...), l.flags)
	switch {
	case err != nil:
		return nil, err
	case p.Network.Mode == policy.Full && l.narrowed:
		p.NarrowNetwork(policy.AllowList)
	case p.Network.Mode == policy.Full:
		return nil, errWider
	}
	return p, nil
}

// last returns the policy that was used last.
func (l *Policy) last() *policy.Policy {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

// notice returns why a changed policy has no effect, or "".
func (l *Policy) notice() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.problem == nil {
		return ""
	}
	return fmt.Sprintf("the policy was changed while the command ran, and the old one held on: %s", l.problem)
}

// requestRules returns the policy's lists of requests.
func requestRules(p *policy.Policy) (all [][]egress.RequestRule) {
	for _, list := range p.Requests {
		rules := make([]egress.RequestRule, len(list))
		for i, r := range list {
			rules[i] = egress.RequestRule{Methods: r.Methods, Host: r.Host, Port: r.Port, Path: r.Path, WebSocket: r.WebSocket, GraphQL: r.Queries}
		}
		all = append(all, rules)
	}
	return all
}
