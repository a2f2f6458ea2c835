package egress_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/egress"
)

// The requests that these tests' hosts allow. Two lists have rules for allowed.example.
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
	v := newVaultWith(t, func(r *egress.Rules) { r.Requests, r.MaxBody = readOnly, func() int64 { return 1000 } })
	for _, c := range []struct {
		why, method, at string
		fields          map[string]string
		body            string
		want            error // nil: the request reaches the server
	}{
		{"a path of both lists", "GET", "https://allowed.example/open/a?x=/other", nil, "", nil},
		{"the same in the clear", "GET", "http://allowed.example:8080/open/a", nil, "", nil},
		{"another method", "POST", "https://allowed.example/open/a", nil, "x", egress.ErrRequest},
		{"a path of one list", "GET", "https://allowed.example/a", nil, "", egress.ErrRequest},
		{"a path that leads elsewhere", "GET", "https://allowed.example/open/%2e%2e/a", nil, "", egress.ErrAmbiguous},
		{"a method in a header", "GET", "https://allowed.example/open/a", map[string]string{"X-HTTP-Method-Override": "DELETE"}, "", egress.ErrAmbiguous},
		{"what may be uploaded", "POST", "https://allowed.example/upload/a", nil, strings.Repeat("x", 1000), nil},
		{"more than may be", "POST", "https://allowed.example/upload/a", nil, strings.Repeat("x", 1001), egress.ErrUpload},
		{"a query", "POST", "https://allowed.example/graphql", nil, `{"query": "{ a }"}`, nil},
		{"two queries", "POST", "https://allowed.example/graphql", nil, `[{"query": "{ a }"}, {"query": "query { b }"}]`, nil},
		{"a mutation", "POST", "https://allowed.example/graphql", nil, `{"query": "mutation { a }"}`, egress.ErrRequest},
		{"a mutation among queries", "POST", "https://allowed.example/graphql", nil, `[{"query": "{ a }"}, {"query": "mutation { b }"}]`, egress.ErrRequest},
		{"a body that is no JSON", "POST", "https://allowed.example/graphql", nil, `mutation { a }`, egress.ErrRequest},
		{"a query that is packed", "POST", "https://allowed.example/graphql", map[string]string{"Content-Encoding": "gzip"}, `{"query": "{ a }"}`, egress.ErrRequest},
		{"a query with its usual keys", "POST", "https://allowed.example/graphql", map[string]string{"Content-Type": "application/json; charset=UTF-8"}, `{"query": "query Q { a }", "variables": {"query": "mutation"}, "operationName": "Q", "extensions": {}}`, nil},
		{"a query as curl sends it", "POST", "https://allowed.example/graphql", map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, `{"query": "{ a }"}`, nil},
		{"a key twice", "POST", "https://allowed.example/graphql", nil, `{"query": "mutation { a }", "query": "{ a }"}`, egress.ErrRequest},
		{"a key that is another", "POST", "https://allowed.example/graphql", nil, `{"query": "mutation { a }", "Query": "{ a }"}`, egress.ErrRequest},
		{"the other key alone", "POST", "https://allowed.example/graphql", nil, `{"QUERY": "{ a }"}`, egress.ErrRequest},
		{"a key with escapes, twice", "POST", "https://allowed.example/graphql", nil, `{"\u0071uery": "mutation { a }", "query": "{ a }"}`, egress.ErrRequest},
		{"a document that the server has", "POST", "https://allowed.example/graphql", nil, `{"query": "{ a }", "documentId": "write"}`, egress.ErrRequest},
		{"a document that the server has, by its hash", "POST", "https://allowed.example/graphql", nil, `{"query": "{ a }", "extensions": {"persistedQuery": {"sha256Hash": "0"}}}`, egress.ErrRequest},
		{"in the query of the URL, too", "POST", "https://allowed.example/graphql?query=mutation+%7Ba%7D", nil, `{"query": "{ a }"}`, egress.ErrRequest},
		{"in a form, too", "POST", "https://allowed.example/graphql", map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, `{"query": "{ a(x: \"&query=mutation{a}&\") }"}`, egress.ErrRequest},
		{"in another type", "POST", "https://allowed.example/graphql", map[string]string{"Content-Type": "application/graphql"}, `{"query": "{ a }"}`, egress.ErrRequest},
		{"in other characters", "POST", "https://allowed.example/graphql", map[string]string{"Content-Type": "application/json; charset=utf-7"}, `{"query": "{ a } # +AAo-mutation { b }"}`, egress.ErrRequest},
		{"a list within a list", "POST", "https://allowed.example/graphql", nil, `[[{"query": "{ a }"}]]`, egress.ErrRequest},
		{"something that is none in a list", "POST", "https://allowed.example/graphql", nil, `[null]`, egress.ErrRequest},
		{"an empty list", "POST", "https://allowed.example/graphql", nil, `[]`, egress.ErrRequest},
		{"nothing", "POST", "https://allowed.example/graphql", nil, `null`, egress.ErrRequest},
		{"something behind", "POST", "https://allowed.example/graphql", nil, `{"query": "{ a }"} {"query": "mutation { a }"}`, egress.ErrRequest},
		{"nested deeper than a reader goes", "POST", "https://allowed.example/graphql", nil, `{"query": "{ a }", "variables": ` + strings.Repeat("[", 450) + strings.Repeat("]", 450) + `}`, nil},
		{"a method in a query", "POST", "https://allowed.example/upload/a?_%6dethod=DELETE", nil, "", egress.ErrAmbiguous},
		{"a method in a header of another spelling", "GET", "https://allowed.example/open/a", map[string]string{"X_Http_Method_Override": "DELETE"}, "", egress.ErrAmbiguous},
		{"a path in a header", "GET", "https://allowed.example/open/a", map[string]string{"X-Original-URL": "/other"}, "", egress.ErrAmbiguous},
		{"a method of another case", "get", "https://allowed.example/upload/a", nil, "", egress.ErrRequest},
		{"another method at a WebSocket", "POST", "http://allowed.example:8080/socket", map[string]string{"Connection": "Upgrade", "Upgrade": "websocket"}, "", egress.ErrRequest},
		{"a body at a WebSocket", "GET", "http://allowed.example:8080/socket", map[string]string{"Connection": "Upgrade", "Upgrade": "websocket"}, "x", egress.ErrRequest},
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
		assert.Regexp(t, `^[A-Za-z]+ [a-z.]+/`, refused[0].Request, c.why)
	}
}

// A host in a list gets nothing but HTTP/1 requests.
func TestOnlyRequestsPass(t *testing.T) {
	for name, opens := range map[string]bool{"with TLS": true, "without": false} {
		v := newVaultWith(t, func(r *egress.Rules) {
			r.Requests = readOnly
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

// The proxy asks the client for a body that it must decide on, and sends it on once, with
// its length.
func TestBodiesThatAreRead(t *testing.T) {
	v := newVaultWith(t, func(r *egress.Rules) {
		r.Requests = func() [][]egress.RequestRule {
			return [][]egress.RequestRule{{
				{Methods: []string{"POST"}, Host: "allowed.example", Path: "/graphql", GraphQL: true},
				{Methods: []string{"GET"}, Host: "allowed.example", Path: "/**"},
			}}
		}
	})
	const head = "POST http://allowed.example:8080/graphql HTTP/1.1\r\nHost: allowed.example:8080\r\n"
	const query, next = `{"query": "{ a }"}`, "GET http://allowed.example:8080/next HTTP/1.1\r\nHost: allowed.example:8080\r\n\r\n"
	for why, text := range map[string]string{
		"with its length":       head + "Content-Length: 18\r\n\r\n" + query + next,
		"in chunks":             head + "Transfer-Encoding: chunked\r\n\r\n9\r\n" + query[:9] + "\r\n9\r\n" + query[9:] + "\r\n0\r\n\r\n" + next,
		"that waits to be sent": head + "Expect: 100-continue\r\nContent-Length: 18\r\n\r\n" + query + next,
	} {
		_, all := v.talk(t, text)
		assert.Equal(t, 2, strings.Count(all, "HTTP/1.1 200 OK"), "%s: %s", why, all)
		assert.Equal(t, strings.Contains(text, "Expect"), strings.Contains(all, "100 Continue"), why)
		sent := v.all()
		require.Len(t, sent, 2, why)
		body, _ := io.ReadAll(sent[0].Body)
		assert.Equal(t, query, string(body), why)
		assert.Equal(t, "/next", sent[1].URL.Path, why)
	}
}

// A chunked body over the upload limit is refused and reported.
func TestChunksThatAreTooMany(t *testing.T) {
	v := newVaultWith(t, func(r *egress.Rules) { r.MaxBody = func() int64 { return 1000 } })
	first, _ := v.talk(t, "POST http://allowed.example:8080/x HTTP/1.1\r\nHost: allowed.example:8080\r\nTransfer-Encoding: chunked\r\n\r\n"+
		strings.Repeat("64\r\n"+strings.Repeat("x", 100)+"\r\n", 11)+"0\r\n\r\n")
	assert.Equal(t, "HTTP/1.1 403 Forbidden", first)
	_, refused := v.seen()
	require.Len(t, refused, 1)
	require.ErrorIs(t, refused[0].Why, egress.ErrUpload)
}
