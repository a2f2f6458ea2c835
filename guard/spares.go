package guard

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// spares is the rules' view of the places at which some of them do not apply.
func (pl *places) spares(v *grammar.Invocation, e *grammar.Effect, place rules.Spared) bool {
	if place == rules.OwnPorts {
		return isOwnPort(e.Word)
	}
	is, may := pl.path(v, e)
	return is|may == 0 && (place == rules.AtWork || pl.isTemporary(v, e))
}

// isTemporary reports whether a path surely is one for temporary files.
func (pl *places) isTemporary(v *grammar.Invocation, e *grammar.Effect) bool {
	file, known := pl.file(v, e)
	return known && pl.inTemp(file)
}

// ownPorts are those that the servers of frameworks answer at unless told
// otherwise. No store of data and nobody's administration is among them.
const ownPorts = " 3000 3001 3002 3003 4000 4200 4321 4567 5000 5001 5002 5173 8000 8080 8888 "

// isOwnPort reports whether a URL is one of this machine, at a port of what is
// being written. What stands in its path need not be known.
func isOwnPort(w parser.Word) bool {
	text, known := w.Text()
	if !known {
		text = w.Prefix()
	}
	rest := strings.TrimPrefix(text, "http://")
	if strings.HasPrefix(rest, ":") {
		text, rest = "localhost"+rest, "localhost"+rest // http(1)
	}
	end := strings.IndexByte(rest, '/')
	if end < 0 {
		return false
	}
	_, port, _ := strings.Cut(rest[:end], ":")
	_, host, err := Host(text)
	return err == nil && loopback(host) && strings.Contains(ownPorts, " "+port+" ") && !isAdministration(rest[end:])
}

// isAdministration reports whether the path of a URL is one of those by which
// well known services at these ports are told what to keep.
func isAdministration(name string) bool {
	for _, p := range [...]string{"/api/dashboards", "/api/datasources", "/api/folders", "/api/org", "/api/admin", "/apis/", "/api/v1/namespaces", "/job/", "/manager/"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
