package sandboxnet

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/credential"
	"github.com/agent-loop/shimgen/egress"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/verdict"
)

// proxyPort is where in a sandbox a proxy listens. No program without privileges could.
const proxyPort = 1023

// Proxied are variables that lead programs to the proxy of a sandbox, in the place of those that
// would lead them to another. What runs in the sandbox itself is reached without it.
func Proxied(env []string) []string {
	at := fmt.Sprintf("http://127.0.0.1:%d", proxyPort)
	const own = "localhost,127.0.0.1,::1"
	set := [...][2]string{{"http_proxy", at}, {"https_proxy", at}, {"all_proxy", at}, {"no_proxy", own}}
	out := slices.DeleteFunc(slices.Clone(env), func(pair string) bool {
		name, _, _ := strings.Cut(strings.ToLower(pair), "=")
		return name == "ftp_proxy" || slices.ContainsFunc(set[:], func(s [2]string) bool { return s[0] == name })
	})
	for _, s := range set {
		out = append(out, s[0]+"="+s[1], strings.ToUpper(s[0])+"="+s[1])
	}
	return out
}

// Proxy serves the network of one command that may reach some hosts.
type Proxy struct {
	live        *Policy
	credentials *credential.Set    // nil is none
	tls         *egress.Terminator // speaks TLS to their hosts; nil is none

	mu       sync.Mutex
	refused  refusals
	observed refusals      // what would have been refused, and was let through
	reached  []reachedHost // each once, in their order
}

// reachedHost is what was connected to or asked for, and how often.
type reachedHost struct {
	egress.Target
	method string
	count  int
}

// How many different refusals are told, and how many different things that were reached or
// observed.
const (
	mostRefused = 200
	mostReached = 1000
)

// New returns what serves the network of a command under a policy, and gives it
// credentials in the place of their stand-ins. Both may be nil.
func New(under *Policy, credentials *credential.Set, tls *egress.Terminator) *Proxy {
	return &Proxy{live: under, credentials: credentials, tls: tls}
}

// OpensTLS reports whether programs must believe the authority of this run.
func (o *Proxy) OpensTLS() bool { return o.tls != nil }

// Notice says why a policy that was changed meanwhile does not count, or "".
func (o *Proxy) Notice() string { return o.live.notice() }

// Refusal is something that was refused, in words.
type Refusal struct {
	Operation, Target string
	Policy, Fix       string // what of the policy refused it, and what would allow it
	Count             int
}

// refuse takes note of a refusal.
func (o *Proxy) refuse(r egress.Refusal) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.refused.add(r, mostRefused)
}

// observe takes note of what would have been refused.
func (o *Proxy) observe(r egress.Refusal) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.observed.add(r, mostReached)
}

// reach takes note of what was reached.
func (o *Proxy) reach(t egress.Target, method string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	at := slices.IndexFunc(o.reached, func(x reachedHost) bool { return x.Target == t && x.method == method })
	switch {
	case at >= 0:
		o.reached[at].count++
	case len(o.reached) < mostReached:
		o.reached = append(o.reached, reachedHost{t, method, 1})
	}
}

// Records are what was reached and what was refused, for the audit trail.
func (o *Proxy) Records() (all []audit.Network) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, r := range o.reached {
		n := audit.Network{Host: r.Host, Port: r.Port, Method: r.method, Allowed: true}
		if n.Count = int64(r.count - o.observed.requests(r.Target, r.method)); n.Count <= 0 {
			continue
		}
		if why, would := o.observed.about(r.Target); would {
			o.explain(&n, why)
			n.Would = wouldBlock
		}
		all = append(all, n)
	}
	for _, r := range o.observed.all {
		reached := slices.ContainsFunc(o.reached, func(x reachedHost) bool { return x.Target == r.Target })
		if r.Request == "" && reached {
			continue // it is among them
		}
		n := audit.Network{Host: r.Target.Host, Port: r.Target.Port, Allowed: true, Would: wouldBlock, Count: int64(r.count)}
		o.explain(&n, r.Refusal)
		all = append(all, n)
	}
	for _, r := range o.shownRefusals() {
		n := audit.Network{Host: r.Target.Host, Port: r.Target.Port, Count: int64(r.count)}
		o.explain(&n, r.Refusal)
		all = append(all, n)
	}
	if o.refused.more > 0 {
		all = append(all, audit.Network{Host: otherHosts, Count: int64(o.refused.more)})
	}
	if o.observed.more > 0 {
		all = append(all, audit.Network{Host: otherHosts, Allowed: true, Would: wouldBlock, Count: int64(o.observed.more)})
	}
	return all
}

// explain puts into a record why something was refused, or would have been.
func (o *Proxy) explain(n *audit.Network, r egress.Refusal) {
	n.Reason, n.Fix, n.Entry = o.line(r), fixFor(r), entryFor(r)
	if errors.Is(r.Why, egress.ErrDatagrams) {
		n.Method = methodDatagram
	}
	if method, path, is := cutRequest(r); is {
		n.Method, n.Path = method, path
	}
}

// cutRequest is the method and the path of the request that a refusal is about.
func cutRequest(r egress.Refusal) (method, path string, is bool) {
	method, target, is := strings.Cut(r.Request, " ")
	return method, strings.TrimPrefix(target, r.Target.Host), is
}

// wouldBlock is what would have become of what was observed.
const wouldBlock = "block"

// shownRefusals are the refusals that are reported. Of a name that was asked for only what it was then
// connected to is, where that is known.
func (o *Proxy) shownRefusals() (all []refusedHost) {
	for _, r := range o.refused.all {
		known := func(x refusedHost) bool { return x.Target.Host == r.Target.Host && x.Target.Port != 0 }
		if r.Target.Port != 0 || !slices.ContainsFunc(o.refused.all, known) {
			all = append(all, r)
		}
	}
	return all
}

// methodDatagram is the method of datagrams in the audit trail.
const methodDatagram = "datagram"

// otherHosts stands for refusals that are too many to be kept.
const otherHosts = "other hosts"

// Refusals say what was refused, and what would allow it.
func (o *Proxy) Refusals() (all []Refusal) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, r := range o.shownRefusals() {
		operation := "connect"
		if r.Credential != "" || errors.Is(r.Why, egress.ErrDatagrams) {
			operation = "send"
		}
		target := r.Target.String()
		if r.Request != "" {
			operation, target = "request", r.Request
		}
		all = append(all, Refusal{
			Operation: operation, Target: verdict.Line(target), Count: r.count,
			Policy: verdict.Line(o.line(r.Refusal)), Fix: verdict.Line(fixFor(r.Refusal)),
		})
	}
	if o.refused.more > 0 {
		all = append(all, Refusal{
			Operation: "connect", Target: otherHosts, Count: o.refused.more,
			Policy: "network.allowed_domains lists none of them", Fix: "ask for fewer: these are more than are kept",
		})
	}
	return all
}

// line is what of the policy refuses a host.
func (o *Proxy) line(r egress.Refusal) string {
	switch {
	case errors.Is(r.Why, egress.ErrCredential):
		return fmt.Sprintf("credentials.%s: hosts does not list it, and the stand-in is for its hosts alone", r.Credential)
	case errors.Is(r.Why, egress.ErrRequest), errors.Is(r.Why, egress.ErrAmbiguous):
		return "network.allowed_requests: " + r.Why.Error()
	case errors.Is(r.Why, egress.ErrUpload):
		return fmt.Sprintf("network.max_upload_kib = %d", o.live.last().MaxUpload)
	case errors.Is(r.Why, egress.ErrProtocol):
		return "network.allowed_requests speaks of " + r.Target.Host + ": " + r.Why.Error()
	case errors.Is(r.Why, egress.ErrUnlisted):
		return fmt.Sprintf("network.mode = %q: network.allowed_domains does not list it", o.live.last().Network.Mode)
	case errors.Is(r.Why, egress.ErrPort):
		return fmt.Sprintf("network.allowed_domains lists %s with other ports: %s", r.Target.Host, portList(o.live.last().Ports(r.Target.Host)))
	}
	return fmt.Sprintf("network.mode = %q: %s", o.live.last().Network.Mode, r.Why)
}

func portList(ports []uint16) string {
	var texts []string
	for _, p := range ports {
		texts = append(texts, fmt.Sprint(p))
	}
	return strings.Join(texts, ", ")
}

// fixFor is what would allow it.
func fixFor(r egress.Refusal) string {
	entry := listEntry(r.Target)
	switch {
	case errors.Is(r.Why, egress.ErrCredential):
		return fmt.Sprintf("send it to its own hosts alone; a person should look at why it was sent here (or let the user add %q to hosts of [credentials.%s])", entry, r.Credential)
	case errors.Is(r.Why, egress.ErrRequest):
		return fmt.Sprintf("work without it, or let the user add %q to [network] allowed_requests in their policy", requestEntry(r))
	case errors.Is(r.Why, egress.ErrAmbiguous):
		return "write the path plainly, and the method as the method"
	case errors.Is(r.Why, egress.ErrUpload):
		return "send less, or let the user raise [network] max_upload_kib in their policy"
	case errors.Is(r.Why, egress.ErrUnlisted), errors.Is(r.Why, egress.ErrPort):
		return fmt.Sprintf("work without it, or let the user add %q to [network] allowed_domains in their policy", entry)
	case errors.Is(r.Why, egress.ErrPrivate):
		return "let the user add the address itself to [network] allowed_domains, if it is one to trust"
	case errors.Is(r.Why, egress.ErrServerName), errors.Is(r.Why, egress.ErrHost), errors.Is(r.Why, egress.ErrNoName):
		return "connect to a host under the name that it is asked for by"
	case errors.Is(r.Why, egress.ErrDatagrams):
		return "use TCP"
	case errors.Is(r.Why, egress.ErrUnserved):
		return "connect through the proxy that HTTPS_PROXY and ALL_PROXY name"
	}
	return "speak HTTP or TLS as the standards say"
}

// requestEntry is the entry that would allow a request: with its port, where it is none of those
// that a host has which is listed without one.
func requestEntry(r egress.Refusal) string {
	method, target, _ := strings.Cut(r.Request, " ")
	at, is := strings.CutPrefix(target, r.Target.Host)
	if !is || r.Target.Port == 0 || slices.Contains(policy.UsualPorts(), r.Target.Port) {
		return r.Request
	}
	return method + " " + r.Target.String() + at
}
