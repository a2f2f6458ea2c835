package policy

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestK1Hosts(t *testing.T) {
	for _, c := range []struct {
		name, file, host string
		want             bool
	}{
		{"every host", ``, "evil.com", true},
		{"no host", `mode = "none"`, "localhost", false},
		{"this machine", `mode = "localhost"`, "localhost", true},
		{"this machine, below its name", `mode = "localhost"`, "app.localhost", true},
		{"this machine by address", `mode = "localhost"`, "127.0.0.53", true},
		{"this machine by address, version 6", `mode = "localhost"`, "::1", true},
		{"this machine, mapped", `mode = "localhost"`, "::ffff:127.0.0.1", true},
		{"every interface is not this machine", `mode = "localhost"`, "0.0.0.0", false},
		{"another one", `mode = "localhost"`, "example.com", false},
		{"a name that ends like this machine's", `mode = "localhost"`, "notlocalhost", false},
		{"this machine as a number", `mode = "localhost"`, "2130706433", false},
		{"a list does not count in that mode", "mode = \"localhost\"\nallowed_domains = [\"example.com\"]", "example.com", false},
		{"nor in this", "mode = \"none\"\nallowed_domains = [\"example.com\"]", "example.com", false},
		{"a list narrows mode full", `allowed_domains = ["example.com"]`, "example.org", false},
		{"the name itself", `allowed_domains = ["example.com"]`, "example.com", true},
		{"in capitals, with a dot", `allowed_domains = ["Example.com."]`, "EXAMPLE.com.", true},
		{"with two dots", `allowed_domains = ["example.com"]`, "example.com..", false},
		{"a name below it", `allowed_domains = ["example.com"]`, "a.example.com", false},
		{"a name that ends in it", `allowed_domains = ["*.example.com"]`, "evilexample.com", false},
		{"any below", `allowed_domains = ["*.example.com"]`, "a.b.example.com", true},
		{"any below, not itself", `allowed_domains = ["*.example.com"]`, "example.com", false},
		{"this machine beside a list", `allowed_domains = ["example.com"]`, "localhost", true},
		{"an empty list", `allowed_domains = []`, "example.com", false},
		{"an address", `allowed_domains = ["192.0.2.1", "2001:db8::1"]`, "2001:DB8:0::1", true},
		{"the model providers where none is named", `mode = "allowlist"`, "api.anthropic.com", true},
		{"and no other", `mode = "allowlist"`, "anthropic.com", false},
		{"not ASCII", `allowed_domains = ["*.com"]`, "ex\u00e4mple.com", false},
		{"a letter that folds to ASCII", `allowed_domains = ["k.com"]`, "\u212a.com", false},
		{"a user before the host", `allowed_domains = ["example.com"]`, "x@example.com", false},
		{"a port", `allowed_domains = ["example.com"]`, "example.com:22", false},
		{"a path", `allowed_domains = ["*.example.com"]`, "evil.com/.example.com", false},
		{"a question", `allowed_domains = ["*.example.com"]`, "evil.com?.example.com", false},
		{"an empty label", `allowed_domains = ["*.example.com"]`, ".example.com", false},
		{"a zone", `mode = "localhost"`, "::1%lo", false},
		{"nothing", `allowed_domains = ["example.com"]`, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := load(t, Flags{}, user("profile = \"cautious\"\n[network]\n"+c.file))
			assert.Equal(t, c.want, p.HostAllowed(c.host))
		})
	}
}

func TestK2ANarrowedNetworkIsEnforced(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"cautious has nothing to say", ``, "allow"},
		{"a list means it", "[network]\nallowed_domains = [\"example.com\"]", "block"},
		{"so does a mode", "[network]\nmode = \"localhost\"", "block"},
		{"unless the file says otherwise", "[network]\nmode = \"localhost\"\n[actions]\nnetwork = \"warn\"", "warn"},
		{"guarded asks by itself", "profile = \"guarded\"", "ask"},
		{"but a file means it there too", "profile = \"guarded\"\n[network]\nmode = \"none\"", "block"},
		{"nothing is narrowed", "[network]\nmode = \"full\"", "allow"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, action(t, load(t, Flags{}, user(c.file)), "net.host"))
		})
	}
}

func TestK1ProjectsOnlyNarrowTheNetwork(t *testing.T) {
	for _, c := range []struct {
		name, user, project string
		want                Network
	}{
		{"a list where there was none", ``, `allowed_domains = ["a.com"]`, Network{AllowList, []string{"a.com"}}},
		{"with its mode", ``, "mode = \"allowlist\"\nallowed_domains = [\"a.com\"]", Network{AllowList, []string{"a.com"}}},
		{"a mode alone", ``, `mode = "allowlist"`, Network{AllowList, defaultDomains[:]}},
		{"what both name", `allowed_domains = ["a.com", "b.com"]`, `allowed_domains = ["b.com", "c.com"]`, Network{AllowList, []string{"b.com"}}},
		{"one of the user's many", `allowed_domains = ["*.a.com"]`, `allowed_domains = ["x.a.com", "a.com"]`, Network{AllowList, []string{"x.a.com"}}},
		{"many around the user's one", `allowed_domains = ["x.a.com"]`, `allowed_domains = ["*.a.com"]`, Network{AllowList, []string{"x.a.com"}}},
		{"many of many", `allowed_domains = ["*.a.com"]`, `allowed_domains = ["*.b.a.com"]`, Network{AllowList, []string{"*.b.a.com"}}},
		{"nothing in common is nothing", `allowed_domains = ["a.com"]`, `allowed_domains = ["b.com"]`, Network{AllowList, []string{}}},
		{"nothing in common with the default list", `mode = "allowlist"`, `allowed_domains = ["b.com"]`, Network{AllowList, []string{}}},
		{"no wider list in a narrower mode", `mode = "localhost"`, `allowed_domains = ["b.com"]`, Network{Localhost, nil}},
		{"a narrower mode", `allowed_domains = ["a.com"]`, `mode = "none"`, Network{Offline, []string{"a.com"}}},
		{"a wider mode", `mode = "none"`, `mode = "full"`, Network{Offline, nil}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := load(t, Flags{}, user("profile = \"cautious\"\n[network]\n"+c.user), project("[network]\n"+c.project))
			assert.Equal(t, c.want, p.Network)
		})
	}
}

func TestK1Ports(t *testing.T) {
	usual := []uint16{22, 80, 443}
	for _, c := range []struct {
		why, file, host string
		want            []uint16
	}{
		{"a name without one", `allowed_domains = ["example.com"]`, "example.com", usual},
		{"a name with one", `allowed_domains = ["example.com:8443"]`, "example.com", []uint16{8443}},
		{"with several", `allowed_domains = ["example.com:8443", "example.com:22"]`, "example.com", []uint16{8443, 22}},
		{"with one beside the usual", `allowed_domains = ["example.com", "*.com:5432"]`, "example.com", []uint16{5432, 22, 80, 443}},
		{"below a name", `allowed_domains = ["*.example.com:8443"]`, "a.example.com", []uint16{8443}},
		{"not the name itself", `allowed_domains = ["*.example.com:8443"]`, "example.com", nil},
		{"an address", `allowed_domains = ["192.0.2.1:5432", "[2001:db8::1]:80"]`, "2001:db8::1", []uint16{80}},
		{"of a long list", `allowed_domains = ["a.com", "b.com", "c.com", "d.com", "e.com", "f.com", "g.com", "h.com", "i.com", "example.com", "example.com:81"]`, "example.com", []uint16{81, 22, 80, 443}},
		{"another name", `allowed_domains = ["example.com"]`, "example.org", nil},
		{"this machine without one", `allowed_domains = ["localhost", "127.0.0.1"]`, "127.0.0.1", nil},
		{"this machine with one", `allowed_domains = ["localhost:8080"]`, "localhost", []uint16{8080}},
		{"this machine by nothing", `allowed_domains = ["example.com"]`, "localhost", nil},
		{"a narrower mode", "mode = \"localhost\"\nallowed_domains = [\"example.com\"]", "example.com", nil},
		{"a wider one", `mode = "full"`, "example.com", nil},
		{"the model providers where none is named", `mode = "allowlist"`, "api.anthropic.com", usual},
	} {
		p := load(t, Flags{}, user("profile = \"cautious\"\n[network]\n"+c.file))
		assert.Equal(t, c.want, p.Ports(c.host), c.why)
		assert.True(t, c.want == nil || p.HostAllowed(c.host), c.why)
	}
}

func TestK1ProjectsOnlyNarrowPorts(t *testing.T) {
	for _, c := range []struct{ user, project, want string }{
		{"a.com", "a.com:443", "a.com:443"},
		{"a.com", "a.com:8443", ""},
		{"a.com:443", "a.com", "a.com:443"},
		{"a.com:8443", "a.com", ""},
		{"*.a.com:443", "x.a.com:443", "x.a.com:443"},
		{"*.a.com:443", "x.a.com:80", ""},
	} {
		p := load(t, Flags{}, user("[network]\nallowed_domains = [\""+c.user+"\"]"), project("[network]\nallowed_domains = [\""+c.project+"\"]"))
		assert.Equal(t, c.want, strings.Join(p.Network.Domains, " "), "%s and %s", c.user, c.project)
	}
}

func TestModesAllowAllThatStricterOnesDo(t *testing.T) {
	for _, host := range []string{"localhost", "127.0.0.1", "example.com", "api.openai.com", "b\u00fc.example", ""} {
		before := false
		for mode := range Full + 1 {
			p := &Policy{Network: Network{Mode: mode, Domains: []string{"example.com"}}}
			now := p.HostAllowed(host)
			assert.True(t, now || !before, "%s: %s", mode, host)
			before = now
		}
	}
}
