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
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/policy"
)

// proxyPort is the proxy's port in a sandbox. No unprivileged program could listen there.
const proxyPort = 1023

// Proxied are the variables that lead programs to a sandbox's proxy. They replace variables
// that would lead to another proxy. Programs reach servers inside the sandbox without it.
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
	credentials *credential.Set    // nil means none
	tls         *egress.Terminator // speaks TLS to the credentials' hosts; nil means none

	mu       sync.Mutex
	refused  refusals
	observed refusals      // would have been refused, but were let through
	reached  []reachedHost // each once, in order
}

// reachedHost is a host that was connected to, or a request that was made, and how often.
type reachedHost struct {
	egress.Target
	method string
	count  int
}

// The limits of how many different refusals are reported, and how many different connections
// and observations are recorded.
const (
	mostRefused = 200
	mostReached = 1000
)

// New returns a Proxy that serves a command's network under a policy and replaces stand-ins
// by the credentials' values. credentials and tls may be nil.
func New(under *Policy, credentials *credential.Set, tls *egress.Terminator) *Proxy {
	return &Proxy{live: under, credentials: credentials, tls: tls}
}

// OpensTLS reports whether programs must trust the certificate authority of this run.
func (o *Proxy) OpensTLS() bool { return o.tls != nil }

// Notice returns why a policy that changed meanwhile has no effect, or "".
func (o *Proxy) Notice() string { return o.live.notice() }

// Refusal describes a refusal in words.
type Refusal struct {
	Operation, Target string
	Policy, Fix       string // the policy's reason, and the entry that would allow it
	Count             int
}

// refuse records a refusal.
func (o *Proxy) refuse(r egress.Refusal) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.refused.add(r, mostRefused)
}

// observe records a connection or request that would have been refused.
func (o *Proxy) observe(r egress.Refusal) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.observed.add(r, mostReached)
}

// reach records a connection or request that was made.
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

// Records returns the connections, requests and refusals, for the audit trail.
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
			continue // it has a record already
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

// explain adds to a record why something was refused, or would have been.
func (o *Proxy) explain(n *audit.Network, r egress.Refusal) {
	n.Reason, n.Fix, n.Entry = o.line(r), fixFor(r), entryFor(r)
	if errors.Is(r.Why, egress.ErrDatagrams) {
		n.Method = methodDatagram
	}
	if method, path, is := cutRequest(r); is {
		n.Method, n.Path = method, path
	}
}

// cutRequest returns the method and the path of the request that a refusal is about.
func cutRequest(r egress.Refusal) (method, path string, is bool) {
	method, target, is := strings.Cut(r.Request, " ")
	return method, strings.TrimPrefix(target, r.Target.Host), is
}

// wouldBlock is the action that an observed record would have had.
const wouldBlock = "block"

// shownRefusals returns the refusals to report. A refused name lookup is left out if a
// refused connection to the same name is known.
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

// otherHosts stands for the refusals beyond the limit.
const otherHosts = "other hosts"

// Refusals returns the refusals in words, with the entries that would allow them.
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
			Operation: operation, Target: printable.Line(target), Count: r.count,
			Policy: printable.Line(o.line(r.Refusal)), Fix: printable.Line(fixFor(r.Refusal)),
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

// line returns the line of the policy that refuses a host.
func (o *Proxy) line(r egress.Refusal) string {
	switch {
	case errors.Is(r.Why, egress.ErrCredential):
		return fmt.Sprintf("credentials.%s: hosts does not list it, and the stand-in is for its hosts alone", r.Credential)
	case errors.Is(r.Why, egress.ErrRequest), errors.Is(r.Why, egress.ErrAmbiguous):
		return "network.allowed_requests: " + r.Why.Error()
	case errors.Is(r.Why, egress.ErrUpload):
		return fmt.Sprintf("network.max_upload_kib = %d", o.live.current().MaxUpload)
	case errors.Is(r.Why, egress.ErrProtocol):
		return "network.allowed_requests speaks of " + r.Target.Host + ": " + r.Why.Error()
	case errors.Is(r.Why, egress.ErrUnlisted):
		return fmt.Sprintf("network.mode = %q: network.allowed_domains does not list it", o.live.current().Network.Mode)
	case errors.Is(r.Why, egress.ErrPort):
		return fmt.Sprintf("network.allowed_domains lists %s with other ports: %s", r.Target.Host, portList(o.live.current().Ports(r.Target.Host)))
	}
	return fmt.Sprintf("network.mode = %q: %s", o.live.current().Network.Mode, r.Why)
}

func portList(ports []uint16) string {
	var texts []string
	for _, p := range ports {
		texts = append(texts, fmt.Sprint(p))
	}
	return strings.Join(texts, ", ")
}

// fixFor returns the fix that would allow a host.
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

// requestEntry returns the entry that would allow a request. It names the port unless a host
// that is listed without a port has it anyway.
func requestEntry(r egress.Refusal) string {
	method, target, _ := strings.Cut(r.Request, " ")
	at, is := strings.CutPrefix(target, r.Target.Host)
	if !is || r.Target.Port == 0 || slices.Contains(policy.UsualPorts(), r.Target.Port) {
		return r.Request
	}
	return method + " " + r.Target.String() + at
}
