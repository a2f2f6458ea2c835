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
	inForce  *policy.Policy
	requests [][]egress.RequestRule // of the policy in force
	looked   time.Time              // when the files were last examined
	narrowed bool                   // a flag supplies the list of hosts, and the policy has none
	observed bool                   // unlisted hosts are let through and recorded

	problem error // why the changed files are not in force
	unseen  error // why the files could not be examined
}

// errWider means that a policy no longer has a list of hosts.
var errWider = errors.New(`network.mode = "full" counts for what starts from now on`)

// NewPolicy returns the policy of a command that starts now. of are the files that it was
// read from; flags and project are its other sources. narrowed means that a flag supplied
// the list of hosts: such a list is enforced under profile observe, too.
func NewPolicy(now *policy.Policy, of policyfile.Files, flags policy.Flags, project []policy.Layer, narrowed bool) *Policy {
	of.Trial = nil
	of.Sources = slices.DeleteFunc(slices.Clone(of.Sources), func(src gate.Source) bool { return src.Path != policyfile.System && src.Path != of.User() })
	return &Policy{files: of, flags: flags, project: project, inForce: now, requests: requestRules(now), looked: time.Now(), narrowed: narrowed, observed: now.Observing() && !narrowed}
}

// ports returns the ports of a host to which connections are allowed.
func (p *Policy) ports(host string) []uint16 { return p.reload().Ports(host) }

// observing reports whether unlisted hosts are let through. If a policy changes to observe,
// that applies to the next command. If it stops observing, its list is enforced at once.
func (p *Policy) observing() bool { return p.observed && p.reload().Observe }

// maxAge is how long the requests of one connection may use the policy without a new look
// at the files.
const maxAge = time.Second

// current returns the policy in force, without a look at the files.
func (p *Policy) current() *policy.Policy {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.inForce
}

// reload looks at the files, and returns the policy that is in force then: the one in the files or,
// if that does not load or has no list of hosts, the earlier one.
func (p *Policy) reload() *policy.Policy {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.look()
	return p.inForce
}

// reloadIfOld is reload if the last look at the files was longer ago than maxAge.
func (p *Policy) reloadIfOld() *policy.Policy {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lookIfOld()
	return p.inForce
}

// requestLists returns the lists of requests, as reloadIfOld returns the policy.
func (p *Policy) requestLists() [][]egress.RequestRule {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lookIfOld()
	return p.requests
}

// lookIfOld is look if the last one was longer ago than maxAge.
func (p *Policy) lookIfOld() {
	if time.Since(p.looked) > maxAge {
		p.look()
	}
}

// look puts the policy in the files into force, if they have changed. The caller holds the lock.
func (p *Policy) look() {
	p.looked = time.Now()
	sources, err := p.files.Stat(nil)
	if p.unseen = err; err != nil || slices.Equal(sources, p.files.Sources) {
		return
	}
	p.files.Sources = sources
	changed, err := p.load()
	if p.problem = err; err == nil {
		p.inForce, p.requests = changed, requestRules(changed)
	}
}

// load reads the policy again.
func (p *Policy) load() (*policy.Policy, error) {
	layers, err := p.files.Believed()
	if err != nil {
		return nil, err
	}
	changed, err := policy.Load(append(layers, p.project...), p.flags)
	switch {
	case err != nil:
		return nil, err
	case changed.Network.Mode == policy.Full && p.narrowed:
		changed.NarrowNetwork(policy.AllowList)
	case changed.Network.Mode == policy.Full:
		return nil, errWider
	}
	return changed, nil
}

// notice returns why a changed policy has no effect, or "".
func (p *Policy) notice() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.unseen != nil:
		return fmt.Sprintf("it is unknown whether the policy was changed while the command ran, and the old one held on: %s", p.unseen)
	case p.problem != nil:
		return fmt.Sprintf("the policy was changed while the command ran, and the old one held on: %s", p.problem)
	}
	return ""
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
