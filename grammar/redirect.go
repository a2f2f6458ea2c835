package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// redirects records the files that the redirections open.
func (r *reader) redirects() {
	for _, d := range r.cmd.Redirects {
		var kind Kind
		truth := parser.Yes
		switch d.Op {
		case ">", ">>", ">|", "&>", "&>>":
			kind = Writes
		case "<":
			kind = Reads
		case "<>":
			kind = Reads | Writes
		case ">&", "<&":
			truth = isFile(d.Target)
			kind = Writes
		}
		if kind == 0 || truth == parser.No || isPipe(d.Target) {
			continue
		}
		if host, ok := socket(d.Target); ok {
			r.effect(Effect{Kind: Connects, Word: host}, truth)
			continue
		}
		r.effect(Effect{Kind: kind, Word: d.Target, Appends: d.Op == ">>" || d.Op == "&>>"}, truth)
	}
}

// isFile returns whether the word after >& is a file, and not a descriptor, "-", or a descriptor
// that is moved.
func isFile(w parser.Word) parser.Truth {
	text, known := w.Text()
	if !known {
		p := w.Prefix()
		if p != "" && spec.Digits(p) < len(p) {
			return parser.Yes
		}
		return parser.Maybe
	}
	return parser.Of(strings.TrimSuffix(text, "-") != text[:spec.Digits(text)])
}

// IsConnection reports whether a redirection to a path connects to a host, as bash does it.
func IsConnection(w parser.Word) bool {
	_, is := socket(w)
	return is
}

// socket returns host:port for the paths with which bash opens a connection.
func socket(w parser.Word) (parser.Word, bool) {
	prefix := w.Prefix()
	const tcp, udp = "/dev/tcp/", "/dev/udp/"
	if !strings.HasPrefix(prefix, tcp) && !strings.HasPrefix(prefix, udp) {
		return parser.Word{}, false
	}
	host := w.Tail(len(tcp))
	if text, known := host.Text(); known {
		h := parser.Text(strings.Replace(text, "/", ":", 1))
		h.Span = w.Span
		return h, true
	}
	if name, _, found := strings.Cut(host.Prefix(), "/"); found { // bash ends the host at the slash
		h := parser.Text(name)
		h.Span = w.Span
		return h, true
	}
	return host, true
}
