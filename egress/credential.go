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

// A Credential is a secret for which programs have only a stand-in: a worthless text of the
// same length. In requests to the credential's hosts the server replaces the stand-in with
// the value, in the places where requests carry credentials: certain header fields, basic
// authentication, and the named query parameters. It refuses a request to any other host
// that contains the stand-in.
type Credential struct {
	Name    string   // its name in the policy, for refusals
	StandIn string   // the text that programs have
	Value   string   // as long as the stand-in
	Origins []Origin // where the value may be sent; none means nowhere
	Fields  []string // header fields besides the usual ones
	Query   []string // query parameters

	// Secret signs requests whose access key ID is Value, by AWS Signature Version 4. The
	// program signed them with a stand-in for the secret.
	Secret string
}

// An Origin is a server that a credential is for.
type Origin struct {
	Host  string // a clean name, or *.NAME for all names below it
	Port  uint16
	Clear bool // without TLS
}

// covers reports whether requests to a target go to an origin.
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

// carries reports whether a header field may carry a credential.
func (c *Credential) carries(name string) bool {
	is := func(field string) bool { return strings.EqualFold(field, name) }
	return slices.ContainsFunc(usualFields[:], is) || slices.ContainsFunc(c.Fields, is)
}

// opens reports whether the server terminates TLS with a target: a credential is for it, or
// it has rules about requests.
func (s *Server) opens(t Target) bool {
	if s.rules.TLS == nil {
		return false
	}
	return s.restricted(t.Host) || slices.ContainsFunc(s.rules.Credentials, func(c Credential) bool { return s.mayGet(&c, t, true) })
}

// misplaced records that a stand-in was sent to a wrong host, and returns the refusal. If
// the host is one of the credential's own, the refusal says that the host is not listed.
func (s *Server) misplaced(c *Credential, t Target, secure bool) error {
	why := ErrCredential
	if c.isFor(t, secure) {
		why = ErrUnlisted
	}
	s.rules.Refused(Refusal{Target: t, Why: why, Credential: c.Name})
	return fmt.Errorf("%s: %w", c.Name, why)
}

// putIn puts values into a request to their hosts, and refuses a request to another host
// that contains a stand-in.
func (s *Server) putIn(q *request, client side, secure bool) error {
	var own []*Credential
	for i := range s.rules.Credentials {
		c := &s.rules.Credentials[i]
		if s.mayGet(c, q.target, secure) {
			own = append(own, c)
		} else if q.holds(c.StandIn) {
			return s.misplaced(c, q.target, secure)
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
	q.drop("Accept-Encoding", "Sec-WebSocket-Extensions") // compressed answers cannot be masked
	q.add("Accept-Encoding", "identity")                  // without it a server may compress: RFC 9110, section 12.5.3
	for _, c := range own {
		if c.Secret == "" {
			continue
		}
		if err := q.sign(c, client); err != nil { // last, since it signs what the server receives
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return nil
}

// masks returns the replacements that hide a value in an answer: the value itself, and its
// forms in URLs and JSON. A stand-in has special characters in the same places as its value,
// so each form has the same length.
func (c *Credential) masks() (all []replacement) {
	forms := [...]func(string) string{
		func(text string) string { return text },
		url.QueryEscape,
		func(text string) string { return smallEscapes(url.QueryEscape(text)) },
		url.PathEscape,
		func(text string) string { return strings.ReplaceAll(text, "/", `\/`) },
		func(text string) string {
			quoted, _ := json.Marshal(text) // a string can always be encoded
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

// holds reports whether a request's head contains a text, plain or in one of the forms in
// which clients write it.
func (q *request) holds(text string) bool {
	if strings.Contains(q.line[1], text) || strings.Contains(q.line[1], url.QueryEscape(text)) {
		return true
	}
	return slices.ContainsFunc(q.fields, func(f field) bool {
		_, pair, basic := basicPair(f.value)
		return strings.Contains(f.value, text) || basic && strings.Contains(pair, text)
	})
}

// fill replaces a stand-in with its value.
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

// maskPairs hides the values that went into basic authentication in their base64 form too,
// with and without padding. said are the fields before the values were put in.
func (q *request) maskPairs(said []field) {
	for i, f := range q.fields {
		_, was, basic := basicPair(said[i].value)
		if _, pair, _ := basicPair(f.value); basic && pair != was {
			q.masks = append(q.masks, newReplacement(base64.RawStdEncoding.EncodeToString([]byte(pair)), base64.RawStdEncoding.EncodeToString([]byte(was))))
		}
	}
}

// fillQuery replaces a stand-in in the query parameters of its credential.
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

// longestPair limits basic authentication, since the whole answer is searched for its mask.
const longestPair = 16 << 10

// basicPair parses basic authentication: RFC 7617.
func basicPair(value string) (scheme, pair string, is bool) {
	const name = "Basic "
	if len(value) < len(name) || len(value) > longestPair || !strings.EqualFold(value[:len(name)], name) {
		return "", "", false
	}
	text, err := base64.StdEncoding.DecodeString(strings.TrimSpace(value[len(name):]))
	return value[:len(name)], string(text), err == nil
}

// A watcher writes to another writer, and fails with a refusal after a stand-in has passed
// that must not be sent there. It holds nothing back, because a stand-in is worthless.
type watcher struct {
	w    io.Writer
	all  []*Credential
	tell func(*Credential) error
	data []byte // the end of the data that has passed
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

// watched returns a writer that fails if stand-ins pass that do not belong to the target.
func (s *Server) watched(w io.Writer, t Target, secure bool) io.Writer {
	x := &watcher{w: w, tell: func(c *Credential) error { return s.misplaced(c, t, secure) }}
	for i := range s.rules.Credentials {
		if c := &s.rules.Credentials[i]; !s.mayGet(c, t, secure) {
			x.all = append(x.all, c)
		}
	}
	if len(x.all) == 0 {
		return w // the kernel moves the bytes
	}
	return x
}
