package egress

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/hostname"
)

// A Credential is a secret that programs have a stand-in of: a text of the same length that is
// worth nothing. A request to one of its hosts gets the value in the place of the stand-in,
// where credentials stand in requests: in a field for them, in basic authentication, and in the
// query parameters that are named. A stand-in in a request to any other host is refused.
type Credential struct {
	Name    string   // the policy's, for refusals
	StandIn string   // what programs have
	Value   string   // as long as the stand-in
	Origins []Origin // where the value is put in; none is nowhere
	Fields  []string // names of header fields beside the usual ones
	Query   []string // names of query parameters

	// Secret signs requests whose access key ID is Value, by AWS Signature Version 4. The
	// program has signed them with a stand-in.
	Secret string
}

// An Origin is a server that a credential is for.
type Origin struct {
	Host  string // a clean name, or one with *. for all below it
	Port  uint16
	Clear bool // it is spoken to without TLS
}

// covers reports whether requests to a target are for an origin.
func (o Origin) covers(t Target, secure bool) bool {
	return o.Port == t.Port && o.Clear != secure && hostname.Covers(o.Host, t.Host)
}

// isFor reports whether a credential's value may go to a target.
func (c *Credential) isFor(t Target, secure bool) bool {
	return slices.ContainsFunc(c.Origins, func(o Origin) bool { return o.covers(t, secure) })
}

// usualFields are the header fields in which clients send credentials.
var usualFields = [...]string{
	"Authorization", "X-Api-Key", "Api-Key", "Private-Token", "Job-Token", "Deploy-Token", "X-Goog-Api-Key", "X-Auth-Token", "X-Access-Token", "X-Amz-Security-Token",
}

// carries reports whether a credential may stand in a header field.
func (c *Credential) carries(name string) bool {
	is := func(field string) bool { return strings.EqualFold(field, name) }
	return slices.ContainsFunc(usualFields[:], is) || slices.ContainsFunc(c.Fields, is)
}

// opens reports whether TLS with a target is opened: where a credential is for it, or requests to it
// are decided on.
func (s *Server) opens(t Target) bool {
	if s.rules.TLS == nil {
		return false
	}
	return s.restricted(t.Host) || slices.ContainsFunc(s.rules.Credentials, func(c Credential) bool { return c.isFor(t, true) })
}

// misplaced records that a stand-in was to go where it may not, and returns why it does not.
func (s *Server) misplaced(c *Credential, t Target) error {
	s.rules.Refused(Refusal{Target: t, Why: ErrCredential, Credential: c.Name})
	return fmt.Errorf("%s: %w", c.Name, ErrCredential)
}

// putIn puts values into a request that goes to their hosts, and refuses one with a stand-in
// that goes elsewhere.
func (s *Server) putIn(q *request, client side, secure bool) error {
	var own []*Credential
	for i := range s.rules.Credentials {
		c := &s.rules.Credentials[i]
		if c.isFor(q.target, secure) {
			own = append(own, c)
		} else if q.holds(c.StandIn) {
			return s.misplaced(c, q.target)
		}
	}
	if len(own) == 0 {
		return nil
	}
	said := slices.Clone(q.fields)
	for _, c := range own {
		q.masks = append(q.masks, c.masks()...)
		q.fill(c)
	}
	q.maskPairs(said)
	q.drop("Accept-Encoding", "Sec-WebSocket-Extensions") // what is packed cannot be masked
	q.add("Accept-Encoding", "identity")                  // without it, a server may pack: RFC 9110, section 12.5.3
	for _, c := range own {
		if c.Secret == "" {
			continue
		}
		if err := q.sign(c, client); err != nil { // the last thing: it is of what the server gets
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return nil
}

// masks are what hides a value in an answer: as it is, and as URLs and JSON have it. A stand-in
// has the signs of its value at the same places, so that each form is as long.
func (c *Credential) masks() (all []replacement) {
	forms := [...]func(string) string{
		func(text string) string { return text },
		url.QueryEscape,
		func(text string) string { return smallEscapes(url.QueryEscape(text)) },
		url.PathEscape,
		func(text string) string { return strings.ReplaceAll(text, "/", `\/`) },
		func(text string) string {
			quoted, _ := json.Marshal(text) // a text has JSON
			return string(quoted[1 : len(quoted)-1])
		},
	}
	for _, form := range forms {
		value, text := form(c.Value), form(c.StandIn)
		known := slices.ContainsFunc(all, func(r replacement) bool { return string(r.from) == value })
		if !known && len(value) == len(text) {
			all = append(all, newReplacement(value, text))
		}
	}
	return all
}

// smallEscapes writes the escapes of a URL in lower case.
func smallEscapes(text string) string {
	out := []byte(text)
	for i := range out {
		if out[i] == '%' && i+2 < len(out) {
			copy(out[i:], bytes.ToLower(out[i:i+3]))
		}
	}
	return string(out)
}

// holds reports whether a text stands in a request's head, as it is or in one of the forms that
// clients write it in.
func (q *request) holds(text string) bool {
	if strings.Contains(q.line[1], text) || strings.Contains(q.line[1], url.QueryEscape(text)) {
		return true
	}
	return slices.ContainsFunc(q.fields, func(f field) bool {
		_, pair, basic := basicPair(f.value)
		return strings.Contains(f.value, text) || basic && strings.Contains(pair, text)
	})
}

// fill puts a value in the place of its stand-in.
func (q *request) fill(c *Credential) {
	for i := range q.fields {
		if f := &q.fields[i]; c.carries(f.name) {
			if scheme, pair, basic := basicPair(f.value); basic && strings.Contains(pair, c.StandIn) {
				f.value = scheme + base64.StdEncoding.EncodeToString([]byte(strings.ReplaceAll(pair, c.StandIn, c.Value)))
			} else {
				f.value = strings.ReplaceAll(f.value, c.StandIn, c.Value)
			}
		}
	}
	q.line[1] = fillQuery(q.line[1], c)
}

// maskPairs hides what basic authentication says, too, where values were put into it: as base64,
// in which no value stands as it is, with its padding or without. said are the fields before that.
func (q *request) maskPairs(said []field) {
	for i, f := range q.fields {
		_, was, basic := basicPair(said[i].value)
		if _, pair, _ := basicPair(f.value); basic && pair != was {
			q.masks = append(q.masks, newReplacement(base64.RawStdEncoding.EncodeToString([]byte(pair)), base64.RawStdEncoding.EncodeToString([]byte(was))))
		}
	}
}

// fillQuery does so in the query parameters of a target that are for a credential.
func fillQuery(target string, c *Credential) string {
	path, query, found := strings.Cut(target, "?")
	if !found || len(c.Query) == 0 {
		return target
	}
	pairs := strings.Split(query, "&")
	for i, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		if text, err := url.QueryUnescape(value); err == nil && text == c.StandIn && slices.Contains(c.Query, name) {
			pairs[i] = name + "=" + url.QueryEscape(c.Value)
		}
	}
	return path + "?" + strings.Join(pairs, "&")
}

// longestPair is that of basic authentication: a mask is looked for in all of an answer.
const longestPair = 16 << 10

// basicPair reads basic authentication: RFC 7617.
func basicPair(value string) (scheme, pair string, is bool) {
	const name = "Basic "
	if len(value) < len(name) || len(value) > longestPair || !strings.EqualFold(value[:len(name)], name) {
		return "", "", false
	}
	text, err := base64.StdEncoding.DecodeString(strings.TrimSpace(value[len(name):]))
	return value[:len(name)], string(text), err == nil
}

// A watcher ends with a refusal once a stand-in has passed that may not go where it writes to.
// It keeps nothing back: a stand-in is worth nothing.
type watcher struct {
	w    io.Writer
	all  []*Credential
	tell func(*Credential) error
	data []byte // the end of what has passed
}

// Write writes p to the watcher's writer.
func (x *watcher) Write(p []byte) (int, error) {
	x.data = append(x.data, p...)
	longest := 0
	for _, c := range x.all {
		if bytes.Contains(x.data, []byte(c.StandIn)) {
			return 0, x.tell(c)
		}
		longest = max(longest, len(c.StandIn))
	}
	x.data = x.data[:copy(x.data, x.data[max(0, len(x.data)-longest+1):])]
	return x.w.Write(p)
}

// watched writes to a target, unless stand-ins pass that are not for it.
func (s *Server) watched(w io.Writer, t Target, secure bool) io.Writer {
	x := &watcher{w: w, tell: func(c *Credential) error { return s.misplaced(c, t) }}
	for i := range s.rules.Credentials {
		if c := &s.rules.Credentials[i]; !c.isFor(t, secure) {
			x.all = append(x.all, c)
		}
	}
	if len(x.all) == 0 {
		return w // the kernel moves the bytes
	}
	return x
}
