package export

import (
	"strings"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/place"
)

// The settings of Cursor's command line, as far as a policy determines them.
type (
	cursorSettings struct {
		Version     int               `json:"version"`
		Editor      cursorEditor      `json:"editor"`
		Permissions cursorPermissions `json:"permissions"`
	}
	cursorEditor struct {
		Vim bool `json:"vimMode"`
	}
	cursorPermissions struct {
		Allow []string `json:"allow"`
		Deny  []string `json:"deny"`
	}
	cursorBox struct {
		Type    string         `json:"type"`
		Write   []string       `json:"additionalReadwritePaths"`
		Network *cursorNetwork `json:"networkPolicy,omitempty"`
	}
	cursorNetwork struct {
		Usual string   `json:"default"`
		Allow []string `json:"allow"`
	}
)

func cursor(w *writer) string {
	s := cursorSettings{Version: 1, Permissions: cursorPermissions{Allow: []string{}, Deny: []string{}}}
	w.omit("version and editor are fields that the file must have: keep your own, and add the rest")
	for _, c := range w.refused {
		text := strings.Join(c.words[1:], " ")
		switch {
		case !c.isPlain():
			w.omit("[commands] blocked %q: words that its patterns do not have", c.text())
		case text == "" && c.more:
			s.Permissions.Deny = append(s.Permissions.Deny, "Shell("+c.words[0]+")")
		case c.more:
			s.Permissions.Deny = append(s.Permissions.Deny, "Shell("+c.words[0]+":"+text+")", "Shell("+c.words[0]+":"+text+" *)")
		default:
			s.Permissions.Deny = append(s.Permissions.Deny, "Shell("+c.words[0]+":"+text+")")
		}
	}
	for _, pattern := range w.closed {
		path := w.cursorPattern(pattern)
		s.Permissions.Deny = append(s.Permissions.Deny, "Read("+path+")", "Write("+path+")")
	}
	w.omit("[network] and [sandbox]: --to cursor-sandbox has them")
	return jsonText(s)
}

// cursorPattern converts a place to a pattern of Read and Write.
func (w *writer) cursorPattern(pattern place.Pattern) string {
	path := w.absolute(pattern.Path)
	if !strings.HasPrefix(path, "/") && !strings.HasPrefix(pattern.Path, "./") && !strings.HasPrefix(pattern.Path, "../") && !(pattern.Tree && strings.Contains(path, "/")) {
		path = "**/" + path
	}
	if pattern.Tree {
		path += "/**"
	}
	return strings.NewReplacer("(", "?", ")", "?").Replace(path)
}

func cursorSandbox(w *writer) string {
	s := cursorBox{Type: "workspace_readwrite", Write: []string{}}
	if w.policy.SafeOnly {
		s.Type = "workspace_readonly"
	}
	if w.policy.Sandbox == policy.Unconfined {
		w.omit("[sandbox] mode = \"none\": no import or export switches a sandbox off")
	}
	for _, dir := range w.writable() {
		s.Write = append(s.Write, w.absolute(dir))
	}
	if hosts, listed := w.hosts(); listed {
		s.Network = &cursorNetwork{"deny", hosts}
	}
	if n := len(w.closed); n > 0 {
		w.omit("places that are not to be read (%d): this file has no such list; --to cursor closes them to file tools", n)
	}
	return jsonText(s)
}
