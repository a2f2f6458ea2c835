package egress

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"
)

// A RequestRule allows some requests to a host. A host that a list of rules speaks of gets no
// others, and nothing that is no request of HTTP/1.
type RequestRule struct {
	Methods []string // in capitals; none is all
	Host    string   // a clean name, or one with *. for all below it
	Port    uint16   // 0 is any
	Path    string   // with * for what stands in one segment, and ** for whole segments

	WebSocket bool // requests that go on as a WebSocket, and no others
	GraphQL   bool // requests whose body holds queries of GraphQL alone: no mutation, no subscription
}

// speaksOf reports whether a rule is about a host.
func (r *RequestRule) speaksOf(host string) bool {
	below, wild := strings.CutPrefix(r.Host, "*")
	return r.Host == host || wild && strings.HasSuffix(host, below)
}

// restricted reports whether a list of rules speaks of a host.
func (s *Server) restricted(host string) bool {
	return slices.ContainsFunc(s.rules.Requests, func(list []RequestRule) bool {
		return slices.ContainsFunc(list, func(r RequestRule) bool { return r.speaksOf(host) })
	})
}

// The bounds of a body that is read to be decided on.
const longestQuery = 1 << 20

var errQuery = errors.New("the body of a GraphQL request is JSON of at most 1 MiB, and not encoded")

// permits returns why a request may not be made: each list that speaks of its host must allow it.
func (s *Server) permits(q *request, client side) error {
	if s.rules.MaxBody > 0 && q.length > s.rules.MaxBody {
		return s.refuseRequest(q, ErrUpload)
	}
	for _, list := range s.rules.Requests {
		if !slices.ContainsFunc(list, func(r RequestRule) bool { return r.speaksOf(q.target.Host) }) {
			continue
		}
		at, _, _ := strings.Cut(q.line[1], "?")
		plain, err := plainPath(at)
		if err != nil || q.overrides() {
			return s.refuseRequest(q, ErrTwoWays)
		}
		allowed := false
		for i := range list {
			if r := &list[i]; !allowed && r.matches(q, plain) {
				allowed = !r.GraphQL || q.onlyQueries(client) == nil
			}
		}
		if !allowed {
			return s.refuseRequest(q, ErrRequest)
		}
	}
	return nil
}

// refuseRequest records that a request was not allowed, and returns why.
func (s *Server) refuseRequest(q *request, why error) error {
	at, _, _ := strings.Cut(q.line[1], "?")
	text := q.line[0] + " " + q.target.Host + at
	s.rules.Refused(Refusal{Target: q.target, Why: why, Request: text})
	return fmt.Errorf("%s: %w", text, why)
}

// matches reports whether a rule allows a request, but for its body.
func (r *RequestRule) matches(q *request, plain string) bool {
	return r.speaksOf(q.target.Host) && (r.Port == 0 || r.Port == q.target.Port) && r.WebSocket == q.upgrade &&
		(len(r.Methods) == 0 || slices.Contains(r.Methods, q.line[0])) && matchPath(strings.Split(r.Path, "/"), strings.Split(plain, "/"))
}

// overridden are header fields by which a client asks a server to take a request for one of
// another method.
var overridden = [...]string{"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"}

func (q *request) overrides() bool {
	return slices.ContainsFunc(overridden[:], func(name string) bool { return len(q.values(name)) > 0 })
}

// plainPath is the path of a request without escapes. One that two servers could read in two ways
// is an error: with dots that lead up, empty segments, or an escaped slash.
func plainPath(target string) (string, error) {
	plain, err := url.PathUnescape(target)
	if err != nil || strings.Count(plain, "/") != strings.Count(target, "/") || strings.ContainsAny(plain, "\\;\x00%") {
		return "", ErrTwoWays
	}
	if clean := path.Clean(plain); clean != plain && clean+"/" != plain {
		return "", ErrTwoWays
	}
	return plain, nil
}

// matchPath matches segments.
func matchPath(pattern, segments []string) bool {
	if len(pattern) == 0 {
		return len(segments) == 0
	}
	if pattern[0] == "**" {
		for i := range len(segments) + 1 {
			if matchPath(pattern[1:], segments[i:]) {
				return true
			}
		}
		return false
	}
	return len(segments) > 0 && matchSegment(pattern[0], segments[0]) && matchPath(pattern[1:], segments[1:])
}

// matchSegment matches one, in which * stands for any text.
func matchSegment(pattern, text string) bool {
	head, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == text
	}
	if !strings.HasPrefix(text, head) {
		return false
	}
	for text = text[len(head):]; ; text = text[1:] {
		if matchSegment(rest, text) {
			return true
		}
		if text == "" {
			return false
		}
	}
}

// onlyQueries returns an error unless the body of a request holds queries of GraphQL alone.
func (q *request) onlyQueries(client side) error {
	if len(q.values("Content-Encoding")) > 0 {
		return errQuery
	}
	text, err := q.read(client, longestQuery, errQuery)
	if err != nil {
		return err
	}
	var one graphQL
	var several []graphQL
	if json.Unmarshal(text, &several) != nil {
		if json.Unmarshal(text, &one) != nil {
			return errQuery
		}
		several = []graphQL{one}
	}
	for _, g := range several {
		if !isQuery(g.Query) {
			return ErrRequest
		}
	}
	return nil
}

// graphQL is a request as the GraphQL over HTTP specification has it.
type graphQL struct {
	Query string `json:"query"`
}

// isQuery reports whether a document of GraphQL has a query, and no operation of another kind: the
// October 2021 specification, sections 2.1 to 2.3.
func isQuery(document string) bool {
	found, depth := false, 0
	for i := 0; i < len(document); {
		rest := document[i:]
		switch c := document[i]; {
		case c == '#':
			n := strings.IndexAny(rest, "\r\n")
			if n < 0 {
				n = len(rest)
			}
			i += n
			continue
		case c == '"':
			n := stringLength(rest)
			if n == 0 {
				return false
			}
			i += n
			continue
		case c == '{' || c == '(' || c == '[':
			found = found || c == '{' && depth == 0
			depth++
		case c == '}' || c == ')' || c == ']':
			depth--
		case depth == 0 && isNameByte(c):
			n := 1
			for n < len(rest) && isNameByte(rest[n]) {
				n++
			}
			if word := rest[:n]; word == "mutation" || word == "subscription" {
				return false // as a name, too: who names an operation so may choose another
			}
			i += n
			continue
		}
		i++
	}
	return found && depth == 0
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// stringLength is how long the string at the beginning of a text is, or 0 if it has no end.
func stringLength(text string) int {
	const block = `"""`
	if rest, is := strings.CutPrefix(text, block); is {
		for at := 0; ; {
			end := strings.Index(rest[at:], block)
			if end < 0 {
				return 0
			}
			if at += end; at == 0 || rest[at-1] != '\\' {
				return len(block) + at + len(block)
			}
			at += len(block)
		}
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n', '\r':
			return 0
		case '"':
			return i + 1
		}
	}
	return 0
}

// limited writes no more of a body than may be uploaded.
func (s *Server) limited(w io.Writer, q *request) io.Writer {
	if s.rules.MaxBody == 0 {
		return w
	}
	return &bounded{w: w, left: s.rules.MaxBody, tell: func() error { return s.refuseRequest(q, ErrUpload) }}
}

// bounded ends with a refusal after so many bytes.
type bounded struct {
	w    io.Writer
	left int64
	tell func() error
}

// Write writes p to the writer.
func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, b.tell()
	}
	return b.w.Write(p)
}
