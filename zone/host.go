package zone

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/hostname"
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
		// The host is known if the unknown part follows it.
		text = w.Prefix()
		if i := strings.Index(text, "://"); i < 0 || !strings.Contains(text[i+3:], "/") {
			return 0, rules.Foreign
		}
	}
	host, err := hostIn(text)
	if err != nil || !m.policy.HostAllowed(host) {
		return rules.Foreign, rules.Foreign
	}
	return 0, 0
}

// hostIn returns the host in a URL, in user@host:path as ssh takes it, or a bare host. In the URL
// of a protocol with logins, such as ssh, a plain user name may precede the host.
func hostIn(text string) (string, error) {
	scheme, rest, found := strings.Cut(text, "://")
	switch {
	case !found:
		text = afterUser(text)
		if h, p, ok := strings.Cut(text, ":"); ok && !isPort(p) && !strings.Contains(h, "/") && text[0] != '[' {
			text = h
		}
	case strings.EqualFold(scheme, "ssh") || strings.EqualFold(scheme, "git+ssh") || strings.EqualFold(scheme, "sftp"):
		text = scheme + "://" + afterUser(rest)
	}
	_, host, err := Host(text)
	return host, err
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
