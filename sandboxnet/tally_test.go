package sandboxnet

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/egress"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policyfile"
)

func under(t *testing.T, text string, narrowed bool) *Policy {
	t.Helper()
	p, err := policy.Load([]policy.Layer{{Name: "p", Kind: policy.User, Data: []byte(text)}}, policy.Flags{})
	require.NoError(t, err)
	return NewPolicy(p, policyfile.Files{}, policy.Flags{}, nil, narrowed)
}

const observing = "profile = \"observe\"\n[network]\nmode = \"allowlist\"\nallowed_domains = [\"listed.example\"]\n"

func TestWhatObserves(t *testing.T) {
	strict := under(t, observing, false)
	strict.inForce.Strict = true
	for _, c := range []struct {
		why  string
		p    *Policy
		want bool
	}{
		{"profile observe", under(t, observing, false), true},
		{"another profile", under(t, "profile = \"cautious\"\n[network]\nallowed_domains = [\"listed.example\"]\n", false), false},
		{"a flag that narrows the network", under(t, observing, true), false},
		{"strict mode", NewPolicy(strict.inForce, policyfile.Files{}, policy.Flags{}, nil, false), false},
	} {
		assert.Equal(t, c.want, c.p.observed, c.why)
	}
}

func TestEntriesThatAreSuggested(t *testing.T) {
	for _, c := range []struct {
		why  string
		r    egress.Refusal
		want string
	}{
		{"a name", egress.Refusal{Target: egress.Target{Host: "a.example", Port: 443}, Why: egress.ErrUnlisted}, "a.example"},
		{"a name that was asked for", egress.Refusal{Target: egress.Target{Host: "a.example"}, Why: egress.ErrUnlisted}, "a.example"},
		{"another port", egress.Refusal{Target: egress.Target{Host: "a.example", Port: 8443}, Why: egress.ErrPort}, "a.example:8443"},
		{"an address", egress.Refusal{Target: egress.Target{Host: "8.8.4.4", Port: 80}, Why: egress.ErrUnlisted}, "8.8.4.4"},
		{"an address of version 6", egress.Refusal{Target: egress.Target{Host: "2606:4700::1", Port: 80}, Why: egress.ErrUnlisted}, "2606:4700::1"},
		{"with a port", egress.Refusal{Target: egress.Target{Host: "2606:4700::1", Port: 81}, Why: egress.ErrUnlisted}, "[2606:4700::1]:81"},
		{"a private address", egress.Refusal{Target: egress.Target{Host: "10.0.0.1", Port: 80}, Why: egress.ErrUnlisted}, ""},
		{"the metadata service", egress.Refusal{Target: egress.Target{Host: "169.254.169.254", Port: 80}, Why: egress.ErrUnlisted}, ""},
		{"this machine", egress.Refusal{Target: egress.Target{Host: "127.0.0.1", Port: 80}, Why: egress.ErrUnlisted}, ""},
		{"this machine by name", egress.Refusal{Target: egress.Target{Host: "localhost", Port: 80}, Why: egress.ErrPort}, ""},
		{"a name that leads to a private address", egress.Refusal{Target: egress.Target{Host: "a.example", Port: 80}, Why: egress.ErrPrivate}, ""},
		{"an alarm", egress.Refusal{Target: egress.Target{Host: "a.example", Port: 80}, Why: egress.ErrCredential, Credential: "x"}, ""},
		{"a stand-in for a host of its own", egress.Refusal{Target: egress.Target{Host: "a.example", Port: 80}, Why: egress.ErrUnlisted, Credential: "x"}, ""},
		{"another server name", egress.Refusal{Target: egress.Target{Host: "a.example", Port: 443}, Why: egress.ErrServerName}, ""},
		{"a datagram", egress.Refusal{Target: egress.Target{Host: "8.8.4.4", Port: 443}, Why: egress.ErrDatagrams}, ""},
		{"a request", egress.Refusal{Target: egress.Target{Host: "a.example", Port: 443}, Why: egress.ErrRequest, Request: "GET a.example/x"}, ""},
	} {
		assert.Equal(t, c.want, entryFor(c.r), c.why)
	}
}

// A connection is recorded once, whether it was observed or allowed. Only refusals are
// reported to the command.
func TestObservedConnectionsAreRecordedOnce(t *testing.T) {
	o := New(under(t, observing, false), nil, nil)
	listed, other, silent := egress.Target{Host: "listed.example", Port: 443}, egress.Target{Host: "other.example", Port: 80}, egress.Target{Host: "silent.example", Port: 8443}
	o.reach(listed, "GET")
	o.reach(listed, "POST")
	o.reach(listed, "POST")
	o.observe(egress.Refusal{Target: listed, Why: egress.ErrRequest, Request: "POST listed.example/x"})
	o.observe(egress.Refusal{Target: other, Why: egress.ErrUnlisted})
	o.reach(other, "GET")
	o.reach(other, "GET")
	o.observe(egress.Refusal{Target: silent, Why: egress.ErrUnlisted})
	o.refuse(egress.Refusal{Target: egress.Target{Host: "10.0.0.1", Port: 80}, Why: egress.ErrUnlisted})
	const reason = `network.mode = "allowlist": network.allowed_domains does not list it`
	add := func(entry string) string {
		return `work without it, or let the user add "` + entry + `" to [network] allowed_domains in their policy`
	}
	assert.Equal(t, []audit.Network{
		{Host: "listed.example", Port: 443, Method: "GET", Allowed: true, Count: 1},
		{Host: "listed.example", Port: 443, Method: "POST", Allowed: true, Count: 1},
		{Host: "other.example", Port: 80, Method: "GET", Allowed: true, Would: "block", Reason: reason, Fix: add("other.example"), Entry: "other.example", Count: 2},
		{
			Host: "listed.example", Port: 443, Method: "POST", Path: "/x", Allowed: true, Would: "block", Count: 1,
			Reason: "network.allowed_requests: requests of this kind are not listed for the host",
			Fix:    `work without it, or let the user add "POST listed.example/x" to [network] allowed_requests in their policy`,
		},
		{Host: "silent.example", Port: 8443, Allowed: true, Would: "block", Reason: reason, Fix: add("silent.example:8443"), Entry: "silent.example:8443", Count: 1},
		{Host: "10.0.0.1", Port: 80, Reason: reason, Fix: add("10.0.0.1"), Count: 1},
	}, o.Records())
	told := o.Refusals()
	if assert.Len(t, told, 1) {
		assert.Equal(t, "10.0.0.1:80", told[0].Target)
	}
}
