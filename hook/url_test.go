package hook

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A file URL is judged as each path that tools take it for, or refused.
func TestFileURLs(t *testing.T) {
	for _, tt := range []struct {
		why, text string
		want      []string // none: refused
	}{
		{"a path", "/w/a%2Eb", []string{"/w/a%2Eb"}},
		{"a path with a colon", "a:b", []string{"a:b"}},
		{"a path", "file:///home/u/a", []string{"/home/u/a"}},
		{"capitals", "FILE:///etc/shadow", []string{"/etc/shadow"}},
		{"one slash", "file:/etc/shadow", []string{"/etc/shadow"}},
		{"a blank", "file:///w/a b", []string{"/w/a b"}},
		{"an escape, which some tools decode", "file:///home/u/%2Enetrc", []string{"/home/u/.netrc", "/home/u/%2Enetrc"}},
		{"this machine by name", "file://localhost/home/u/.netrc", []string{"/home/u/.netrc", "localhost/home/u/.netrc"}},
		{"a query", "file:///home/u/.netrc?x", nil},
		{"an empty query", "file:///home/u/.netrc?", nil},
		{"a fragment", "file:///home/u/.netrc#L1", nil},
		{"another host", "file://server/share/x", nil},
		{"a user", "file://u@localhost/x", nil},
		{"a port", "file://localhost:1/x", nil},
		{"a relative path", "file:x", nil},
		{"no path", "file://", nil},
		{"a host that is a directory", "file://./x", nil},
		{"up, which leads elsewhere if the text is taken for a relative path", "file:///../../.netrc", nil},
		{"up, in escapes", "file:///a/%2e%2E/b", nil},
		{"a broken escape", "file:///%zz", nil},
		{"a file of VS Code's on another machine", "vscode-remote://ssh-remote+x/home/u/.netrc", nil},
		{"a file in VS Code's own scheme", "vscode-userdata:/home/u/x", nil},
	} {
		got, err := filesOf(tt.text)
		assert.Equal(t, tt.want, got, tt.why)
		if tt.want == nil {
			assert.ErrorIs(t, err, ErrFileURL, tt.why)
		}
	}
}

// Wherever a payload may have a path, a file URL is one.
func TestFileURLsInPayloads(t *testing.T) {
	const url = "file:///home/u/.net%72c"
	both := []string{"/home/u/.netrc", "/home/u/.net%72c"}
	for _, tt := range []struct {
		why, payload string
		want         Call
	}{
		{"a path to read", `{"tool_name":"Read","tool_input":{"file_path":"` + url + `"}}`, Call{Tool: "Read", Reads: both}},
		{"a URL to read", `{"tool_name":"WebFetch","tool_input":{"url":"` + url + `","prompt":"x"}}`, Call{Tool: "WebFetch", Reads: both}},
		{"a URL to write", `{"tool_name":"mcp__fs__write","tool_input":{"uri":"` + url + `","content":"x"}}`, Call{Tool: "mcp__fs__write", Writes: both}},
		{"a URL to delete", `{"tool_name":"mcp__fs__delete","tool_input":{"uri":"` + url + `"}}`, Call{Tool: "mcp__fs__delete", Deletes: both}},
		{"a key nobody knows", `{"tool_name":"mcp__fs__write","tool_input":{"target":"` + url + `","data":"x"}}`, Call{Tool: "mcp__fs__write", Writes: both}},
		{"the source of a copy", `{"tool_name":"mcp__fs__copy","tool_input":{"source":"` + url + `","destination":"a"}}`, Call{Tool: "mcp__fs__copy", Reads: both, Writes: []string{"a"}}},
		{"the destination of a move", `{"tool_name":"mcp__fs__move","tool_input":{"source":"a","destination":"` + url + `"}}`, Call{Tool: "mcp__fs__move", Deletes: []string{"a"}, Writes: both}},
		{"a directory", `{"cwd":"/w","tool_name":"Bash","tool_input":{"command":"ls","workdir":"file:///x"}}`, Call{Tool: "Bash", Dir: "/x", Sources: []string{"ls"}}},
	} {
		got, err := Read([]byte(tt.payload))
		if assert.NoError(t, err, tt.why) {
			assert.Equal(t, tt.want, got, tt.why)
		}
	}
	for why, payload := range map[string]string{
		"a path to read":     `{"tool_name":"Read","tool_input":{"file_path":"file:///home/u/.netrc?x"}}`,
		"a URL to read":      `{"tool_name":"WebFetch","tool_input":{"url":"file://server/x"}}`,
		"a key nobody knows": `{"tool_name":"mcp__x__y","tool_input":{"zz":"file:///../.netrc"}}`,
		"a place of VS Code": `{"tool_name":"read_file","tool_input":{"filePath":"vscode-remote://x/home/u/.netrc"}}`,
		"a directory":        `{"cwd":"/w","tool_name":"Bash","tool_input":{"command":"ls","workdir":"file:///%78"}}`,
	} {
		_, err := Read([]byte(payload))
		assert.ErrorIs(t, err, ErrFileURL, why)
	}
}
