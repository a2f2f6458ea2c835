package export

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/place"
)

// The settings of Claude Code, as far as a policy determines them.
type (
	claudeSettings struct {
		Permissions claudePermissions `json:"permissions"`
		Sandbox     *claudeSandbox    `json:"sandbox,omitempty"`
	}
	claudePermissions struct {
		Deny []string `json:"deny"`
	}
	claudeSandbox struct {
		Enabled     bool           `json:"enabled"`
		Must        bool           `json:"failIfUnavailable,omitempty"`
		Unsandboxed *bool          `json:"allowUnsandboxedCommands,omitempty"`
		Unasked     bool           `json:"autoAllowBashIfSandboxed"` // true without it: no question about what the sandbox holds
		Filesystem  claudeFiles    `json:"filesystem"`
		Network     *claudeNetwork `json:"network,omitempty"`
	}
	claudeFiles struct {
		AllowWrite []string `json:"allowWrite,omitempty"`
		DenyWrite  []string `json:"denyWrite,omitempty"`
		DenyRead   []string `json:"denyRead,omitempty"`
		AllowRead  []string `json:"allowRead,omitempty"`
	}
	claudeNetwork struct {
		Domains []string `json:"allowedDomains"`
		Sockets []string `json:"allowUnixSockets,omitempty"`
	}
)

func claude(w *writer) string {
	s := claudeSettings{}
	for _, c := range w.refused {
		text := c.text()
		if !c.isPlain() {
			w.omit("[commands] blocked %q: words that its patterns do not have", text)
			continue
		}
		if c.more {
			text += ":*"
		}
		s.Permissions.Deny = append(s.Permissions.Deny, "Bash("+text+")")
	}
	for _, pattern := range w.closed {
		rule := claudePattern(pattern)
		s.Permissions.Deny = append(s.Permissions.Deny, "Read("+rule+")", "Edit("+rule+")")
	}
	if w.policy.Sandbox != policy.Unconfined {
		s.Sandbox = w.claudeSandbox()
	}
	if s.Permissions.Deny == nil {
		s.Permissions.Deny = []string{}
	}
	return jsonText(s)
}

// claudePattern converts a place to a pattern of Read and Edit, whose syntax is git's: // is the root.
func claudePattern(pattern place.Pattern) string {
	path := strings.ReplaceAll(pattern.Path, "(", "?")
	path = strings.ReplaceAll(path, ")", "?")
	switch {
	case strings.HasPrefix(path, "/"):
		path = "/" + path
	case strings.HasPrefix(path, "~"), strings.HasPrefix(path, "./"), strings.HasPrefix(path, "../"), pattern.Tree && strings.Contains(path, "/"):
	default:
		path = "**/" + path
	}
	if pattern.Tree {
		path += "/**"
	}
	return path
}

// claudeSandbox returns the settings of the sandbox.
func (w *writer) claudeSandbox() *claudeSandbox {
	p := w.policy
	s := &claudeSandbox{Enabled: true}
	if p.Sandbox == policy.Required {
		s.Must, s.Unsandboxed = true, new(bool)
	}
	s.Filesystem.AllowWrite = w.writable()
	for _, pattern := range w.closed {
		switch {
		case !isFixed(pattern.Path):
			w.omit("in its sandbox, patterns and names that are closed wherever they are, such as .env: its file tools hold them")
		case p.Sandbox == policy.Auto && place.IsClients(w.inHome(pattern.Path), []string{"/home"}):
		case !slices.Contains(s.Filesystem.DenyRead, pattern.Path):
			s.Filesystem.DenyRead = append(s.Filesystem.DenyRead, pattern.Path)
		}
	}
	for _, e := range p.BlockedPaths() {
		if isFixed(e.Path) {
			s.Filesystem.DenyWrite = append(s.Filesystem.DenyWrite, e.Path)
		}
	}
	for _, e := range p.Access.Hidden {
		s.Filesystem.DenyRead = append(s.Filesystem.DenyRead, e.Path)
	}
	for _, e := range p.Access.Read {
		if place := w.opens(e.Path, s.Filesystem.DenyRead); place != "" {
			w.omit("[sandbox] read %q: its sandbox would show %q, too", e.Path, place)
			continue
		}
		s.Filesystem.AllowRead = append(s.Filesystem.AllowRead, e.Path)
	}
	hosts, listed := w.hosts()
	if !listed {
		w.omit("[network] mode = \"full\": its sandbox asks about each host")
		return s
	}
	s.Network = &claudeNetwork{Domains: hosts}
	for _, name := range p.Access.Sockets {
		if strings.HasPrefix(name, "/") {
			s.Network.Sockets = append(s.Network.Sockets, name)
		} else {
			w.omit("[sandbox] sockets %q: a name", name)
		}
	}
	return s
}

// opens returns the first hidden place that a readable place would expose, or "": in this sandbox
// readable places take precedence. A credential that the policy names itself is exposed on
// purpose.
func (w *writer) opens(read string, hidden []string) string {
	for _, place := range hidden {
		if strings.HasPrefix(w.absolute(place)+"/", strings.TrimSuffix(w.absolute(read), "/")+"/") && (place != read || w.isBlocked(place)) {
			return place
		}
	}
	return ""
}

// isBlocked reports whether the policy itself blocks or hides a place.
func (w *writer) isBlocked(place string) bool {
	return slices.ContainsFunc(append(slices.Clone(w.policy.BlockedPaths()), w.policy.Access.Hidden...), func(e policy.PathEntry) bool { return e.Path == place })
}

// inHome converts a path relative to the home to one below a home directory.
func (w *writer) inHome(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return "/home/" + rest
	}
	return path
}
