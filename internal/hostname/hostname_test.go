package hostname_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/internal/hostname"
)

func TestK1CleanHosts(t *testing.T) {
	for _, c := range []struct{ why, host, want string }{
		{"a name", "example.com", "example.com"},
		{"in capitals, with a dot", "Example.COM.", "example.com"},
		{"another script in ASCII", "xn--bcher-kva.example", "xn--bcher-kva.example"},
		{"another script as it is", "b\u00fccher.example", ""},
		{"a letter that folds to ASCII", "\u212a.com", ""},
		{"an address", "192.0.2.1", "192.0.2.1"},
		{"one of version 6", "2001:DB8::0:1", "2001:db8::1"},
		{"an address as one number", "2130706433", ""},
		{"an address with fewer numbers", "127.1", ""},
		{"in base 16", "0x7f.0.0.0x1", ""},
		{"two dots at its end", "example.com..", ""},
		{"a dot before it", ".example.com", ""},
		{"a percent sign", "ex%61mple.com", ""},
		{"a port", "example.com:80", ""},
		{"a user", "user@example.com", ""},
		{"a blank", "example.com ", ""},
		{"a NUL", "example.com\x00.example.org", ""},
		{"a slash", "example.com/", ""},
		{"nothing", "", ""},
		{"a dot", ".", ""},
		{"longer than the DNS has it", strings.Repeat("a.", 130) + "com", ""},
	} {
		got, err := hostname.Clean(c.host)
		assert.Equal(t, c.want, got, c.why)
		assert.Equal(t, c.want == "", err != nil, c.why)
	}
}

func TestTheMachineItself(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "app.localhost": true, "127.0.0.53": true, "::1": true, "::ffff:127.0.0.1": true,
		"notlocalhost": false, "localhost.example.com": false, "0.0.0.0": false, "192.0.2.1": false,
	} {
		assert.Equal(t, want, hostname.IsLoopback(host), host)
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		pattern, host string
		want          bool
	}{
		{"a.example", "a.example", true},
		{"a.example", "b.a.example", false},
		{"*.a.example", "b.a.example", true},
		{"*.a.example", "c.b.a.example", true},
		{"*.a.example", "a.example", false},
		{"*.a.example", "ba.example", false},
		{"*.a.example", ".a.example", true},
		{"a.example", "xa.example", false},
	} {
		assert.Equal(t, c.want, hostname.Covers(c.pattern, c.host), "%s %s", c.pattern, c.host)
	}
}
