package egress

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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
		allows := func(body bool) bool {
			return slices.ContainsFunc(list, func(r RequestRule) bool { return r.GraphQL == body && r.matches(q, plain) })
		}
		if !allows(false) && (!allows(true) || q.onlyQueries(client) != nil) { // a body that was read in part is not sent
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

// overriding are header fields by which a client asks a server to take a request for one of
// another method or path.
var overriding = [...]string{"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "X-Original-Method", "X-Original-URL", "X-Original-URI", "X-Rewrite-URL"}

// overridingParameter does so in a query.
const overridingParameter = "_method"

// overrides reports whether a server could take a request for another one.
func (q *request) overrides() bool {
	_, query, _ := strings.Cut(q.line[1], "?")
	for pair := range strings.FieldsFuncSeq(query, func(c rune) bool { return c == '&' || c == ';' }) {
		name, _, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(name); err != nil || strings.EqualFold(plain, overridingParameter) {
			return true
		}
	}
	return slices.ContainsFunc(q.fields, func(f field) bool {
		name := strings.ReplaceAll(f.name, "_", "-") // which are one to CGI: RFC 3875, section 4.1.18
		return slices.ContainsFunc(overriding[:], func(o string) bool { return strings.EqualFold(o, name) })
	})
}

// plainPath is the path of a request without escapes. One that two servers could read in two ways
// is an error: with dots that lead up, empty segments, an escaped slash, a fragment, or bytes that
// are no text.
func plainPath(target string) (string, error) {
	plain, err := url.PathUnescape(target)
	twoWays := strings.Count(plain, "/") != strings.Count(target, "/") || strings.ContainsAny(plain, "\\;%") || strings.Contains(target, "#") ||
		strings.ContainsFunc(plain, unicode.IsControl) || !utf8.ValidString(plain)
	if err != nil || twoWays {
		return "", ErrTwoWays
	}
	if clean := path.Clean(plain); clean != plain && clean+"/" != plain {
		return "", ErrTwoWays
	}
	return plain, nil
}

// matchPath matches segments, in which ** stands for any.
func matchPath(pattern, segments []string) bool {
	return matchStars(len(pattern), len(segments), func(i int) bool { return pattern[i] == "**" },
		func(i, at int) bool { return matchSegment(pattern[i], segments[at]) })
}

// matchSegment matches one, in which * stands for any text.
func matchSegment(pattern, text string) bool {
	return matchStars(len(pattern), len(text), func(i int) bool { return pattern[i] == '*' },
		func(i, at int) bool { return pattern[i] == text[at] })
}

// matchStars matches so many parts with a pattern of so many. Where one does not match, the last
// star takes one more: earlier ones need not, so that the time is no more than the product of both.
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

// onlyQueries returns an error unless the body of a request holds queries of GraphQL alone,
// however a server reads it.
func (q *request) onlyQueries(client side) error {
	isJSON, err := q.saysJSON()
	if err != nil || len(q.values("Content-Encoding")) > 0 || strings.Contains(q.line[1], "?") { // of a query, servers take parameters first
		return errQuery
	}
	text, err := q.read(client, longestQuery, errQuery)
	if err != nil {
		return err
	}
	if !utf8.Valid(text) || !isJSON && bytes.ContainsAny(text, "&;") { // else a form: its parameters begin there
		return errQuery
	}
	var several []json.RawMessage
	if json.Unmarshal(text, &several) != nil {
		several = []json.RawMessage{text}
	}
	for _, one := range several {
		if document, err := documentOf(one); err != nil || !isQuery(document) {
			return ErrRequest
		}
	}
	if len(several) == 0 {
		return errQuery
	}
	return nil
}

// saysJSON reports whether a request says that its body is JSON. One that says nothing, or what
// curl says by itself, may be; anything else is an error.
func (q *request) saysJSON() (bool, error) {
	said := q.values("Content-Type")
	if len(said) == 0 {
		return false, nil
	}
	kind, parameter, more := strings.Cut(strings.ToLower(strings.ReplaceAll(said[0], `"`, "")), ";")
	if len(said) > 1 || more && strings.TrimSpace(parameter) != "charset=utf-8" {
		return false, errQuery
	}
	switch strings.TrimSpace(kind) {
	case "application/json", "application/graphql+json":
		return true, nil
	case "application/x-www-form-urlencoded":
		return false, nil
	}
	return false, errQuery
}

// requestKeys are those of a request as the GraphQL over HTTP specification has it. Any other could
// name a document that the server has.
var requestKeys = [...]string{"query", "variables", "operationName", "extensions"}

// documentOf returns the document of a request. What two readers of JSON could take for different
// documents is an error: a name that is there twice.
func documentOf(text []byte) (document string, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return "", errQuery
	}
	var seen []string
	for d.More() {
		key, err := d.Token()
		name, _ := key.(string)
		if err != nil || !slices.Contains(requestKeys[:], name) || slices.Contains(seen, name) {
			return "", errQuery
		}
		seen = append(seen, name)
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return "", errQuery
		}
		switch name {
		case "query":
			err = json.Unmarshal(value, &document)
		case "extensions":
			if names := map[string]json.RawMessage{}; json.Unmarshal(value, &names) != nil || names["persistedQuery"] != nil {
				err = errQuery
			}
		}
		if err != nil {
			return "", errQuery
		}
	}
	if _, err := d.Token(); err != nil {
		return "", errQuery
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return "", errQuery
	}
	return document, nil
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
			if depth--; depth < 0 {
				return false
			}
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
