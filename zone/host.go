package zone

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/hostname"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// host returns the zones of a host, by what it is and by the policy.
func (m *Map) host(w parser.Word) (is, may rules.Zone) {
	own := metadataHost(w)
	is, may = m.foreign(w)
	return is | own, may | own
}

// foreign returns Foreign for a host that the policy does not allow, and for an unknown one if
// the policy allows only some.
func (m *Map) foreign(w parser.Word) (is, may rules.Zone) {
	if m.policy.Network.Mode == policy.Full {
		return 0, 0
	}
	text, known := w.Text()
	if !known {
		text = w.Prefix()
		if !endsHost(text, w) {
			return 0, rules.Foreign
		}
	}
	if isSocket(text) {
		return 0, 0
	}
	if rest := strings.TrimPrefix(text, ":"); rest != text && isPort(rest) {
		text = "localhost" + text // http(1)
	}
	host, err := hostIn(text)
	if host == "0.0.0.0" { // as a destination it is this machine: ip(7)
		host = "localhost"
	}
	if err != nil || !m.policy.HostAllowed(host) {
		return rules.Foreign, rules.Foreign
	}
	return 0, 0
}

// endsHost reports whether the known beginning of a URL, or of host:port/path, contains the whole host.
func endsHost(text string, w parser.Word) bool {
	_, rest, found := strings.Cut(text, "://")
	if !found && !w.Splits() {
		host, _, _ := strings.Cut(text, "/")
		_, port, _ := strings.Cut(host, ":")
		return len(host) < len(text) && isPort(port)
	}
	return strings.Contains(rest, "/")
}

// sockets are the directories in which database servers on this machine put their sockets: psql -h /tmp.
const sockets = "/tmp /private/tmp /run /var/run /var/lib"

// isSocket reports whether a host is such a directory, or in one.
func isSocket(text string) bool {
	if !strings.HasPrefix(text, "/") || path.Clean(text) != text {
		return false
	}
	return slices.ContainsFunc(strings.Fields(sockets), func(dir string) bool { return pathname.In(text, dir) })
}

// hostIn returns the host in a URL, in user@host:path as ssh takes it, or a bare host. In the URL
// of a protocol with logins, such as ssh, a plain user name may precede the host.
func hostIn(text string) (string, error) {
	scheme, rest, found := strings.Cut(text, "://")
	switch {
	case !found:
		text = afterUser(text)
		if h, p, ok := strings.Cut(text, ":"); ok && !isPort(p) && !strings.Contains(h, "/") && !namesUser(p) && text[0] != '[' {
			text = h
		}
	case strings.EqualFold(scheme, "ssh") || strings.EqualFold(scheme, "git+ssh") || strings.EqualFold(scheme, "sftp"):
		text = scheme + "://" + afterUser(rest)
	}
	_, host, err := Host(text)
	return host, err
}

// namesUser reports whether the text after a colon is a password and a host, and not a path: 80@host/x.
func namesUser(rest string) bool {
	authority, _, _ := strings.Cut(rest, "/")
	return strings.Contains(authority, "@")
}

// afterUser strips a plain user name and its @.
func afterUser(text string) string {
	at := strings.IndexByte(text, '@')
	if at < 0 {
		return text
	}
	for i := range at {
		if c := text[i]; c != '.' && c != '-' && c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return text
		}
	}
	return text[at+1:]
}

// port returns Public unless the address listened on is local to this machine. The address may be
// in a separate word.
func (m *Map) port(v *grammar.Invocation, w parser.Word) (is, may rules.Zone) {
	if v.HasTrait(spec.OwnPorts) {
		if text, known := w.Text(); !known || !strings.HasPrefix(text, ":") && !strings.HasPrefix(text, "*") && !strings.HasPrefix(text, "0.0.0.0") && !strings.HasPrefix(text, "[::]") {
			return 0, 0
		}
		return rules.Public, rules.Public
	}
	is, may = m.zonesOfServer(v)
	is, may = is|rules.Public, may|rules.Public
	for i := range v.Effects {
		e := &v.Effects[i]
		if e.Kind&grammar.Listens == 0 {
			continue
		}
		switch text, known := e.Word.Text(); {
		case !known:
			is = 0 // it may be local to this machine
		case isOwnAddress(text):
			return 0, 0
		}
	}
	return is, may
}

// zonesOfServer returns the zones of the directory tree that a server publishes: that of an
// option, or else the one it starts in.
func (m *Map) zonesOfServer(v *grammar.Invocation) (is, may rules.Zone) {
	if !v.HasTrait(spec.ServesDir) {
		return 0, 0
	}
	dir := parser.Text(".")
	for _, o := range v.Options {
		if o.Name == "--directory" {
			dir = o.Value
		}
	}
	return m.path(v, &grammar.Effect{Kind: grammar.Reads, Word: dir, Recursive: parser.Yes, Truth: parser.Yes})
}

// isOwnAddress reports whether an address listened on is local to this machine: a local address,
// with or without a port, or a Unix socket.
func isOwnAddress(text string) bool {
	if strings.HasPrefix(text, "/") || strings.HasPrefix(text, "./") {
		return true
	}
	if _, host, err := Host(text); err == nil && hostname.IsLoopback(host) {
		return true
	}
	return text == "::1"
}
