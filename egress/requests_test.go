package egress_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/egress"
)

// What the hosts of these tests may be asked for. Of allowed.example two lists speak.
func readOnly() [][]egress.RequestRule {
	return [][]egress.RequestRule{
		{
			{Methods: []string{"GET", "HEAD"}, Host: "allowed.example", Path: "/**"},
			{Methods: []string{"POST"}, Host: "allowed.example", Path: "/upload/*"},
			{Methods: []string{"POST"}, Host: "allowed.example", Path: "/graphql", GraphQL: true},
			{Host: "allowed.example", Path: "/socket", WebSocket: true},
			{Methods: []string{"GET"}, Host: "*.wild.example", Port: 443, Path: "/**"},
		},
		{
			{Host: "allowed.example", Path: "/open/**"},
			{Host: "allowed.example", Path: "/upload/**"},
			{Host: "allowed.example", Path: "/graphql"},
			{Host: "allowed.example", Path: "/socket", WebSocket: true},
		},
	}
}

func TestRequestsThatAreListed(t *testing.T) {
	v := newVaultWith(t, func(r *egress.Rules) { r.Requests, r.MaxBody = readOnly(), 1000 })
	for _, c := range []struct {
		why, method, at string
		fields          map[string]string
		body            string
		want            error // nil: the server is asked
	}{
		{"a path of both lists", "GET", "https://allowed.example/open/a?x=/other", nil, "", nil},
		{"the same in the clear", "GET", "http://allowed.example:8080/open/a", nil, "", nil},
		{"another method", "POST", "https://allowed.example/open/a", nil, "x", egress.ErrRequest},
		{"a path of one list", "GET", "https://allowed.example/a", nil, "", egress.ErrRequest},
		{"a path that leads elsewhere", "GET", "https://allowed.example/open/%2e%2e/a", nil, "", egress.ErrTwoWays},
		{"a method in a header", "GET", "https://allowed.example/open/a", map[string]string{"X-HTTP-Method-Override": "DELETE"}, "", egress.ErrTwoWays},
		{"what may be uploaded", "POST", "https://allowed.example/upload/a", nil, strings.Repeat("x", 1000), nil},
		{"more than may be", "POST", "https://allowed.example/upload/a", nil, strings.Repeat("x", 1001), egress.ErrUpload},
		{"a query", "POST", "https://allowed.example/graphql", nil, `{"query": "{ a }"}`, nil},
		{"two queries", "POST", "https://allowed.example/graphql", nil, `[{"query": "{ a }"}, {"query": "query { b }"}]`, nil},
		{"a mutation", "POST", "https://allowed.example/graphql", nil, `{"query": "mutation { a }"}`, egress.ErrRequest},
		{"a mutation among queries", "POST", "https://allowed.example/graphql", nil, `[{"query": "{ a }"}, {"query": "mutation { b }"}]`, egress.ErrRequest},
		{"a body that is no JSON", "POST", "https://allowed.example/graphql", nil, `mutation { a }`, egress.ErrRequest},
		{"a query that is packed", "POST", "https://allowed.example/graphql", map[string]string{"Content-Encoding": "gzip"}, `{"query": "{ a }"}`, egress.ErrRequest},
		{"no WebSocket", "GET", "https://allowed.example/socket", nil, "", egress.ErrRequest},
		{"a WebSocket elsewhere", "GET", "http://allowed.example:8080/open/a", map[string]string{"Connection": "Upgrade", "Upgrade": "websocket"}, "", egress.ErrRequest},
		{"a WebSocket", "GET", "http://allowed.example:8080/socket", map[string]string{"Connection": "Upgrade", "Upgrade": "websocket"}, "", nil},
		{"a host below", "GET", "https://a.wild.example/x", nil, "", nil},
		{"a host below, another method", "DELETE", "https://a.wild.example/x", nil, "", egress.ErrRequest},
		{"a host that no list speaks of", "DELETE", "https://other.example/a/../b", nil, "x", nil},
	} {
		status, text, _ := v.get(t, c.method, c.at, c.fields, c.body)
		_, refused := v.seen()
		if c.want == nil {
			assert.Equal(t, 200, status, "%s: %s", c.why, text)
			assert.NotEmpty(t, v.all(), c.why)
			assert.Empty(t, refused, c.why)
			continue
		}
		assert.Equal(t, 403, status, "%s: %s", c.why, text)
		assert.Empty(t, v.all(), c.why)
		require.Len(t, refused, 1, c.why)
		require.ErrorIs(t, refused[0].Why, c.want, c.why)
		assert.Regexp(t, `^[A-Z]+ [a-z.]+/`, refused[0].Request, c.why)
	}
}

// What is no request of HTTP/1 goes to no host that a list speaks of.
func TestOnlyRequestsPass(t *testing.T) {
	for name, opens := range map[string]bool{"with TLS": true, "without": false} {
		v := newVaultWith(t, func(r *egress.Rules) {
			r.Requests = readOnly()
			if !opens {
				r.TLS = nil
			}
		})
		_, _ = v.talk(t, "CONNECT allowed.example:80 HTTP/1.1\r\nHost: allowed.example:80\r\n\r\nSSH-2.0-x\r\n")
		_, refused := v.seen()
		require.Len(t, refused, 1, name)
		require.ErrorIs(t, refused[0].Why, egress.ErrProtocol, name)
		status, _, _ := v.get(t, "GET", "https://allowed.example/open/a", nil, "")
		assert.Equal(t, map[bool]int{true: 200, false: 0}[opens], status, name)
	}
}
