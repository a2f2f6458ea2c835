package egress

import (
	"fmt"
	"io"
	"math"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/internal/hostname"
)

// A RequestRule allows some requests to a host. A host with a rule in a list gets no other
// requests, and nothing but HTTP/1 requests.
type RequestRule struct {
	Methods []string // in capitals; none means all
	Host    string   // a clean name, or *.NAME for all names below it
	Port    uint16   // 0 means any
	Path    string   // * stands for text within one segment, ** for whole segments

	WebSocket bool // only requests that continue as WebSocket
	GraphQL   bool // only requests whose body has just GraphQL queries: no mutation, no subscription
}

// speaksOf reports whether a rule is about a host.
func (r *RequestRule) speaksOf(host string) bool { return hostname.Covers(r.Host, host) }

// restricted reports whether a list of rules is about a host.
func (s *Server) restricted(host string) bool {
	return slices.ContainsFunc(s.rules.Requests(), func(list []RequestRule) bool {
		return slices.ContainsFunc(list, func(r RequestRule) bool { return r.speaksOf(host) })
	})
}

// permits returns why a request is not allowed. Each list with a rule for its host must
// allow it.
func (s *Server) permits(q *request, client side) error {
	if most := s.rules.MaxBody(); most > 0 && q.length > most && !s.observing() { // else [Server.limited] reports it
		return s.refuseRequest(q, ErrUpload)
	}
	for _, list := range s.rules.Requests() {
		if !slices.ContainsFunc(list, func(r RequestRule) bool { return r.speaksOf(q.target.Host) }) {
			continue
		}
		at, _, _ := strings.Cut(q.line[1], "?")
		plain, err := plainPath(at)
		if err != nil || q.overrides() {
			return s.refuseRequest(q, ErrAmbiguous)
		}
		allows := func(body bool) bool {
			return slices.ContainsFunc(list, func(r RequestRule) bool { return r.GraphQL == body && r.matches(q, plain) })
		}
		if allows(false) {
			continue
		}
		queries := allows(true)
		if queries && q.onlyQueries(client) == nil {
			continue
		}
		if queries && q.text == nil && !q.isEmpty() { // a body that was read in part is not sent
			return s.refuseRequest(q, ErrRequest)
		}
		if err := s.unlistedRequest(q, ErrRequest); err != nil {
			return err
		}
	}
	return nil
}

// refuseRequest records that a request was refused, and returns the reason.
func (s *Server) refuseRequest(q *request, why error) error {
	s.rules.Refused(Refusal{Target: q.target, Why: why, Request: q.named()})
	return fmt.Errorf("%s: %w", q.named(), why)
}

// unlistedRequest does so, or reports a request that is let through.
func (s *Server) unlistedRequest(q *request, why error) error {
	if err := s.refuseOrObserve(Refusal{Target: q.target, Why: why, Request: q.named()}); err != nil {
		return fmt.Errorf("%s: %w", q.named(), err)
	}
	return nil
}

// named returns METHOD HOST/PATH of a request, as in a [Refusal].
func (q *request) named() string {
	at, _, _ := strings.Cut(q.line[1], "?")
	return q.line[0] + " " + q.target.Host + at
}

// matches reports whether a rule allows a request, apart from its body.
func (r *RequestRule) matches(q *request, plain string) bool {
	return r.speaksOf(q.target.Host) && (r.Port == 0 || r.Port == q.target.Port) && r.WebSocket == q.upgrade &&
		(len(r.Methods) == 0 || slices.Contains(r.Methods, q.line[0])) && matchPath(strings.Split(r.Path, "/"), strings.Split(plain, "/"))
}

// overriding are header fields by which a client asks a server to treat a request as one with
// another method or path.
var overriding = [...]string{"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "X-Original-Method", "X-Original-URL", "X-Original-URI", "X-Rewrite-URL"}

// overridingParameter is a query parameter with the same effect.
const overridingParameter = "_method"

// overrides reports whether a server could treat a request as another one.
func (q *request) overrides() bool {
	_, query, _ := strings.Cut(q.line[1], "?")
	for pair := range strings.FieldsFuncSeq(query, func(c rune) bool { return c == '&' || c == ';' }) {
		name, _, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(name); err != nil || strings.EqualFold(plain, overridingParameter) {
			return true
		}
	}
	return slices.ContainsFunc(q.fields, func(f field) bool {
		name := strings.ReplaceAll(f.name, "_", "-") // CGI treats both alike: RFC 3875, section 4.1.18
		return slices.ContainsFunc(overriding[:], func(o string) bool { return strings.EqualFold(o, name) })
	})
}

// plainPath returns the path of a request without escapes. It refuses a path that two
// servers could read differently: with dots that lead up, empty segments, an escaped slash,
// a fragment, or bytes that are not text.
func plainPath(target string) (string, error) {
	plain, err := url.PathUnescape(target)
	twoWays := strings.Count(plain, "/") != strings.Count(target, "/") || strings.ContainsAny(plain, "\\;%") || strings.Contains(target, "#") ||
		strings.ContainsFunc(plain, unicode.IsControl) || !utf8.ValidString(plain)
	if err != nil || twoWays {
		return "", ErrAmbiguous
	}
	if clean := path.Clean(plain); clean != plain && clean+"/" != plain {
		return "", ErrAmbiguous
	}
	return plain, nil
}

// matchPath matches segments; ** stands for any number of them.
func matchPath(pattern, segments []string) bool {
	return matchStars(len(pattern), len(segments), func(i int) bool { return pattern[i] == "**" },
		func(i, at int) bool { return matchSegment(pattern[i], segments[at]) })
}

// matchSegment matches one segment; * stands for any text.
func matchSegment(pattern, text string) bool {
	return matchStars(len(pattern), len(text), func(i int) bool { return pattern[i] == '*' },
		func(i, at int) bool { return pattern[i] == text[at] })
}

// matchStars matches parts with patterns, both by index. If a part does not match, the last
// star takes one more; earlier stars need not, so the time is at most the product of both
// numbers.
func matchStars(patterns, parts int, star func(i int) bool, is func(i, at int) bool) bool {
	i, at, last, taken := 0, 0, -1, 0
	for at < parts {
		switch {
		case i < patterns && star(i):
			last, taken = i, at
			i++
		case i < patterns && is(i, at):
			i++
			at++
		case last >= 0:
			taken++
			i, at = last+1, taken
		default:
			return false
		}
	}
	for i < patterns && star(i) {
		i++
	}
	return i == patterns
}

// limited returns a writer that accepts only as much of a body as may be uploaded.
func (s *Server) limited(w io.Writer, q *request) io.Writer {
	most := s.rules.MaxBody()
	if most == 0 {
		return w
	}
	return &limitedWriter{w: w, left: most, tell: func() error { return s.unlistedRequest(q, ErrUpload) }}
}

// A limitedWriter calls tell after a number of bytes, and fails with the error that tell
// returns.
type limitedWriter struct {
	w    io.Writer
	left int64
	tell func() error
}

// Write writes p to the writer.
func (b *limitedWriter) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		if err := b.tell(); err != nil {
			return 0, err
		}
		b.left = math.MaxInt64
	}
	return b.w.Write(p)
}
