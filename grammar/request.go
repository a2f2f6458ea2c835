package grammar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// maxRequest and maxRequests bound what is read of one command's requests: the text of each, and their
// number, without those that only fetch a page. A command with more is unreadable.
const (
	maxRequest  = 1 << 18
	maxRequests = 64
)

// methods are the operands of curlie that are the method and no host.
const methods = "GET HEAD POST PUT PATCH DELETE OPTIONS"

// placeholder stands for a part of a request that is known only at run time.
const placeholder = "\x00"

// request is an HTTP request as a client's words describe it.
type request struct {
	method  string
	headers []string
	query   []string // what options add to it
	body    string
}

// requests records the requests of an HTTP client, unless they only fetch a page without a query. The
// effects of one request have the same word: host, path, query and, behind #, the body. A fragment is
// never sent, so # can mean nothing else there. One has the method as its name; the others have what
// the request calls, see calls.
func (r *reader) requests() {
	if r.inv.Program != nil && !r.inv.Program.mayBeIn(inClients) {
		return
	}
	i := slices.IndexFunc(catalogue.Clients[:], func(c catalogue.Client) bool { return wordlist.Among(r.inv.Name, c.Programs) })
	if i < 0 {
		return
	}
	c := &catalogue.Clients[i]
	if c.Words {
		if q, read := r.wordRequest(c); read {
			r.requested(q.request, q.urls)
		}
		return
	}
	if c.Sub != "" && r.inv.Sub != c.Sub && !strings.HasPrefix(r.inv.Sub, c.Sub+" ") {
		return
	}
	r.requested(r.request(c))
}

// requested records the effects of a request to some URLs.
func (r *reader) requested(q request, urls []parser.Word) {
	read := 0
	for _, w := range urls {
		address := q.address(withPlaceholders(w))
		if q.fetches() && !strings.Contains(address, "?") {
			continue
		}
		if read++; read > maxRequests {
			r.exceeds("requests of one command", maxRequests)
			return
		}
		if len(address)+len(q.body) > maxRequest {
			r.exceeds("bytes of a request", maxRequest)
			return
		}
		for _, e := range q.effects(address, w.Span) {
			r.effect(e, parser.Yes)
		}
	}
}

// fetches reports whether the method changes nothing.
func (q *request) fetches() bool {
	return q.method == "GET" || q.method == "HEAD" || q.method == "OPTIONS"
}

// effects returns the effects of a request to an address.
func (q *request) effects(address string, span parser.Span) []Effect {
	word := withUnknowns(address+"#"+compact(q.body), span)
	out := []Effect{{Kind: Requests, Name: q.method, Word: word}}
	if q.lowersProtection(address) {
		out = append(out, Effect{Kind: Requests, Name: protectionOff, Word: word})
	}
	for _, name := range q.calls(address, q.fetches()) {
		if name != "" {
			out = append(out, Effect{Kind: Requests, Name: name, Word: word})
		}
	}
	return out
}

// RequestEffects returns the effects of a request that code makes, as a client's words would have them. parts are
// its method, URL, body and what is added to the query, and then headers "name: value".
func RequestEffects(parts []parser.Word) []Effect {
	if len(parts) < 4 {
		return nil
	}
	q := request{method: strings.ToUpper(strings.TrimPrefix(withPlaceholders(parts[0]), "&:")), body: withPlaceholders(parts[2])}
	if added := withPlaceholders(parts[3]); added != "" {
		q.query = []string{added}
	}
	for _, w := range parts[4:] {
		q.headers = append(q.headers, withPlaceholders(w))
	}
	address := q.address(withPlaceholders(parts[1]))
	if q.fetches() && !strings.Contains(address, "?") || len(address)+len(q.body) > maxRequest {
		return nil
	}
	return q.effects(address, parts[1].Span)
}

// request reads the options and operands of a client.
func (r *reader) request(c *catalogue.Client) (q request, urls []parser.Word) {
	var fields []string
	for _, g := range r.inv.Options {
		text := withPlaceholders(g.Value)
		switch {
		case g.Option == nil:
		case g.Is(c.Method) == parser.Yes:
			q.method = strings.ToUpper(text)
		case g.Is(c.Body) == parser.Yes:
			fields = append(fields, r.bodyText(g.Value))
		case g.Is(c.File) == parser.Yes, g.Is(c.Put) == parser.Yes:
			fields = append(fields, placeholder)
			if q.method == "" && g.Is(c.Put) == parser.Yes {
				q.method = "PUT"
			}
		case g.Is(c.Query) == parser.Yes:
			q.query = append(q.query, text)
		case g.Is(c.Header) == parser.Yes:
			q.headers = append(q.headers, text)
		case g.Is(c.URL) == parser.Yes:
			urls = append(urls, g.Value)
		case g.Is(c.Typed) == parser.Yes:
			fields = append(fields, jsonField(text, true))
		case g.Is(c.Texts) == parser.Yes:
			fields = append(fields, jsonField(text, false))
		}
	}
	for i, o := range r.inv.Operands {
		switch text := withPlaceholders(o.Word); {
		case c.Base != "":
			if i == 0 {
				urls = append(urls, underBase(c.Base, o.Word))
			}
		case o.Role == spec.URL && wordlist.Among(text, methods) && q.method == "":
			q.method = text
		case o.Role == spec.URL:
			urls = append(urls, o.Word)
		case c.Items && len(urls) == 0:
			q.method = strings.ToUpper(text)
		case c.Items:
			fields = q.item(fields, text, r.given(c.Form) == parser.Yes)
		}
	}
	if r.given(c.Get) == parser.Yes {
		q.query, fields = append(q.query, fields...), nil
	}
	q.finish(fields, c.Items || c.Base != "")
	return q, urls
}

// bodyText returns the text of an option's value, or of the standard input that it names.
func (r *reader) bodyText(w parser.Word) string {
	switch prefix := w.Prefix(); {
	case prefix == "@-" && w.Known():
		return withPlaceholders(r.inputOrPrinted())
	case strings.HasPrefix(prefix, "@"):
		return placeholder
	}
	return withPlaceholders(w)
}

// jsonField returns a member of a JSON object for NAME=VALUE as gh and glab read it: only a typed field can be
// another value than a text.
func jsonField(text string, typed bool) string {
	name, value, _ := strings.Cut(text, "=")
	if _, err := strconv.Atoi(value); typed && (err == nil || wordlist.Among(value, "true false null")) {
		return `"` + name + `":` + value
	}
	return `"` + name + `":` + strconv.Quote(value)
}

// item adds one of HTTPie's items to the request: name==value, name:=json, name=value, name:value.
func (q *request) item(fields []string, text string, form bool) []string {
	i := strings.IndexAny(text, "=:@")
	if i < 0 {
		return fields
	}
	name, rest := text[:i], text[i+1:]
	switch {
	case strings.HasPrefix(text[i:], "=="):
		q.query = append(q.query, name+"="+rest[1:])
	case strings.HasPrefix(text[i:], ":="):
		return append(fields, `"`+name+`":`+rest[1:])
	case text[i] == ':':
		q.headers = append(q.headers, name+": "+rest)
	case form || text[i] == '@':
		return append(fields, name+"="+rest)
	default:
		return append(fields, `"`+name+`":"`+rest+`"`)
	}
	return fields
}

// address returns host, path and query of a URL, decoded: without the scheme, a login and a fragment,
// the host in lower case and with its final slash.
func (q *request) address(url string) string {
	if at := strings.Index(url, "://"); at >= 0 {
		url = url[at+3:]
	} else if strings.HasPrefix(url, ":") {
		url = "localhost" + url // HTTPie
	}
	url, _, _ = strings.Cut(url, "#")
	url, query, _ := strings.Cut(url, "?")
	host, path, _ := strings.Cut(url, "/")
	host = strings.ToLower(host[strings.LastIndexByte(host, '@')+1:])
	all := slices.Clone(q.query)
	if query != "" {
		all = append([]string{query}, all...)
	}
	address := strings.TrimSuffix(strings.TrimSuffix(host, ":443"), ":80") + "/" + decoded(path)
	if len(all) > 0 {
		address += "?" + decoded(strings.ReplaceAll(strings.Join(all, "&"), "+", " "))
	}
	return address
}

// withPlaceholders returns the text of a word, with a placeholder for each part that is not known. A
// pattern stays as it is if no file matches.
func withPlaceholders(w parser.Word) string {
	var b strings.Builder
	for _, p := range w.Parts {
		if p.Kind == parser.Literal || p.Kind == parser.Glob {
			b.WriteString(p.Text)
		} else {
			b.WriteString(placeholder)
		}
	}
	return b.String()
}

// withUnknowns is the reverse of withPlaceholders.
func withUnknowns(text string, span parser.Span) parser.Word {
	w := parser.Word{Span: span}
	for i, piece := range strings.Split(text, placeholder) {
		if i > 0 {
			w.Parts = append(w.Parts, unknown().Parts[0])
		}
		if piece != "" {
			w.Parts = append(w.Parts, parser.Part{Kind: parser.Literal, Text: piece})
		}
	}
	return w
}
