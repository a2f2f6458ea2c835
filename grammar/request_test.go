package grammar

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/parser"
)

func TestRequests(t *testing.T) {
	tests := []struct{ why, text, want string }{
		{"a plain fetch is none", "curl -s https://example.com/a; wget http://example.com/a; http example.com/a", ""},
		{"a query may ask for more", "curl 'https://u:p@Example.com:443/a?b=c%20d#e'", "GET example.com/a?b=c d#"},
		{"data make it a POST", "curl -d a=b -d c=d https://example.com/x", "POST example.com/x#a=b&c=d | x example.com/x#a=b&c=d"},
		{"unless they are the query", "curl -G -d a=b https://example.com/x", "GET example.com/x?a=b#"},
		{"the method of an option", "curl -X patch https://example.com/x; wget --method=PUT https://example.com/x", "PATCH example.com/x# | x example.com/x# | PUT example.com/x# | x example.com/x#"},
		{"an upload is a PUT", "curl -T f https://example.com/", "PUT example.com/#?"},
		{"JSON without blanks between its tokens", `curl https://example.com/ -d '{ "a b": [1, "c d"] }'`, `POST example.com/#{"a b":[1,"c d"]}`},
		{"unknown parts stay unknown", `curl -d "a=$X" "https://$H/x/delete"`, "POST ?/x/delete#a=? | delete ?/x/delete#a=?"},
		{"text of standard input", "curl -d @- https://example.com/ <<< a=b", "POST example.com/#a=b"},
		{"items of HTTPie", "http post example.com/x a=b c:=1 d==e", `POST example.com/x?d=e#{"a":"b","c":1} | x example.com/x?d=e#{"a":"b","c":1}`},
		{"items of a form", "http -f example.com/ a=b", "POST example.com/#a=b"},
		{"this machine", "http POST :3000/ a=b", `POST localhost:3000/#{"a":"b"}`},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			assert.Equal(t, tt.want, strings.Join(requestsIn(t, tt.text), " | "), tt.text)
		})
	}
}

// A command with more requests than are read, or longer ones, is unreadable.
func TestTooMuchOfRequests(t *testing.T) {
	many := strings.Repeat(" https://example.com/x", maxRequests)
	long := strings.Repeat("a", maxRequest)
	for text, errs := range map[string]bool{
		"curl -d a" + many:                                    false,
		"curl -d a https://example.com/y" + many:              true,
		"curl https://example.com/y https://h.example" + many: false,
		"curl https://example.com/ -d " + long:                true,
		"curl https://example.com/ -d " + long[1<<10:]:        false,
	} {
		s, err := parser.Parse(text, parser.Options{})
		require.NoError(t, err)
		read := Read(s, parser.Options{})
		assert.Equal(t, errs, slices.ContainsFunc(read, func(v *Invocation) bool { return v.Err != nil }), "%.80s", text)
	}
}

func TestCalls(t *testing.T) {
	tests := []struct{ why, text, want string }{
		{"the last part of the path", "curl -X POST https://h.example/v1/x:batchDelete", "batch_delete"},
		{"a method of a chat's interface", "curl -X POST https://h.example/api/chat.postMessage", "chat_post_message"},
		{"another method in a header", "curl -d '' -H 'X-HTTP-Method-Override: DELETE' https://h.example", "delete"},
		{"a GET with that header stays one", "curl -H 'X-HTTP-Method-Override: DELETE' 'https://h.example/?a=b'", ""},
		{"another method in a form", "curl -d _method=delete https://h.example", "delete"},
		{"an action in the query", "curl 'https://h.example/?Action=TerminateInstances'", "terminate_instances"},
		{"a target in a header", "curl -d '{}' -H 'X-Amz-Target: DynamoDB_20120810.DeleteTable' https://h.example", "delete_table"},
		{"a remote procedure", `curl -d '[{"method":"host.delete"}]' https://h.example`, "host_delete"},
		{"a member further inside is data", `curl -d '{"a":{"method":"delete"},"b":"{\"method\":\"delete\"}"}' https://h.example`, ""},
		{"a mutation, without its alias", `curl -d '{"query":"mutation M($a: ID!) {\n x: deleteRef(input: {b: 1}) { c }, other { d } }"}' https://h.example`, "delete_ref other"},
		{"a query of the same language", `curl -d '{"query":"{ a { b } }"}' https://h.example`, ""},
		{"statements in the query", "curl 'https://h.example/?query=select+1;drop%20table+t'", "sql_select_1 sql_drop_table"},
		{"words that somebody looks for", "curl 'https://h.example/search?q=drop+table'", ""},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			var names []string
			for _, s := range requestsIn(t, tt.text)[1:] {
				name, _, _ := strings.Cut(s, " ")
				names = append(names, name)
			}
			assert.Equal(t, tt.want, strings.TrimPrefix(strings.TrimPrefix(strings.Join(names, " "), "search"), " "), tt.text)
		})
	}
}

// requestsIn returns the requests of a text, each with its name.
func requestsIn(t *testing.T, text string) (all []string) {
	t.Helper()
	s, err := parser.Parse(text, parser.Options{})
	require.NoError(t, err)
	for _, v := range Read(s, parser.Options{}) {
		for _, e := range v.Effects {
			if e.Kind == Requests {
				all = append(all, e.Name+" "+e.Word.String())
			}
		}
	}
	return all
}
