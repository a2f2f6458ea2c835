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

// A Policy is the policy of a command that runs, for what of its network changes meanwhile:
// the files of the system and of the user are read again once they are others. What the project
// says is what it said when the command started, for the command can write there.
type Policy struct {
	files   policyfile.Files
	flags   policy.Flags
	project []policy.Layer

	mu       sync.Mutex
	now      *policy.Policy
	requests [][]egress.RequestRule // of now
	looked   time.Time              // at the files
	narrowed bool                   // a flag has the list of hosts where the policy has none
	observed bool                   // what is not listed is let through and recorded
	problem  error
}

// errWider says that a policy has no list of hosts any more.
var errWider = errors.New(`network.mode = "full" counts for what starts from now on`)

// NewPolicy is the policy of a command that starts now. of are the files that it was read from,
// flags and project what else it was made of, and narrowed says that a flag has given it the
// list of hosts: such a list is enforced under profile observe, too.
func NewPolicy(now *policy.Policy, of policyfile.Files, flags policy.Flags, project []policy.Layer, narrowed bool) *Policy {
	of.Trial = nil
	of.Sources = slices.DeleteFunc(slices.Clone(of.Sources), func(src gate.Source) bool { return src.Path != policyfile.System && src.Path != of.User() })
	return &Policy{files: of, flags: flags, project: project, now: now, requests: requestRules(now), looked: time.Now(), narrowed: narrowed, observed: now.Observing() && !narrowed}
}

// ports are those of a host that may be connected to.
func (l *Policy) ports(host string) []uint16 { return l.current().Ports(host) }

// observing reports whether what is not listed is let through. A policy that observes from now on
// does so for the next command; one that does so no longer enforces its list at once.
func (l *Policy) observing() bool { return l.observed && l.current().Observe }

// lookAgain is how long, between the requests of a connection, the files are taken for what
// they were.
const lookAgain = time.Second

// recent is the policy as its files were a moment ago.
func (l *Policy) recent() *policy.Policy {
	l.mu.Lock()
	is, old := l.now, time.Since(l.looked) > lookAgain
	l.mu.Unlock()
	if old {
		return l.current()
	}
	return is
}

// rules are the lists of requests of the recent policy.
func (l *Policy) rules() [][]egress.RequestRule {
	l.recent()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.requests
}

// current is the policy as its files are now. One that does not load, or that has no list of
// hosts, leaves the one before it.
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

// load loads the policy anew.
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

// last is the policy that was used last.
func (l *Policy) last() *policy.Policy {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

// notice says why a policy that was changed does not count, or "".
func (l *Policy) notice() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.problem == nil {
		return ""
	}
	return fmt.Sprintf("the policy was changed while the command ran, and the old one held on: %s", l.problem)
}

// requestRules are the policy's lists of requests.
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
