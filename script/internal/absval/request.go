package absval

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// request is what is known of a request that code makes: nil for a part that it does not give.
type request struct {
	method, url, base, body, query Value
	headers                        []Value
}

// maxBody is how deep the objects of a body may be nested, and maxHeaders how many headers are told.
const (
	maxBody    = 6
	maxHeaders = 8
)

// callsWeb emits the request that a call of a web library makes. It returns what the call's result is made from, if
// later calls add to it: the request so far, or the options of the client that was made.
func (r *Interp) callsWeb(c *call, at lex.Span) Value {
	if setsHandle(c.method) {
		r.asksByHandle(c, at)
		return nil
	}
	if sink.OpensStreams(c.method) {
		r.asksByContext(c, at)
		return nil
	}
	q := request{}
	method := sink.MethodOf(c.method)
	if c.method == "new" || c.method == "default" {
		method = sink.MethodOf(c.full)
	}
	adds := method == "" || method == sink.Any
	switch {
	case adds && sink.AddsBody(c.method) && isRequestValue(c.of):
		r.object(&q, c.of)
		q.body = nil
		if len(c.args.Pos) > 0 {
			q.body = r.bodyOf(c.args.Pos[0], r.JSONBodies)
		} else if given := Given(c.args); given != nil {
			q.body = r.bodyOf(given, false)
		}
		r.late = q.body
	case method == "":
		return Given(c.args)
	default:
		if method != sink.Any {
			q.method = Text(method)
		}
		r.object(&q, c.of)
		r.given(&q, c)
	}
	r.emitRequest(&q, c.name(), at)
	if sink.Carries.Has(c.full + "()") {
		r.carried = q
		return nil
	}
	return requestValue(&q)
}

// requestValue returns a request as the options that make it.
func requestValue(q *request) Value {
	none := Text("")
	return Mapping([]Value{OrElse(q.method, none), OrElse(q.url, none), OrElse(q.base, none), OrElse(q.body, none)}, []string{"method", "url", "base", "body"})
}

// isRequestValue reports whether a value is such a request.
func isRequestValue(v Value) bool {
	return len(v) == 1 && len(v[0].Keys) == 4 && v[0].Keys[0] == "method" && v[0].Keys[2] == "base"
}

// Given returns the keyword arguments of a call as a mapping, if it has no others; nil if it has.
func Given(args Arguments) Value {
	if len(args.Pos) > 0 || len(args.Keys) == 0 {
		return nil
	}
	items, keys := make([]Value, len(args.Keys)), make([]string, len(args.Keys))
	for i, k := range args.Keys {
		items[i], keys[i] = k.Value, k.Name
	}
	return Mapping(items, keys)
}

// object adds what the object of a method gives: the host or the URL that a client was made with, its options, or
// a request.
func (r *Interp) object(q *request, of Value) {
	switch a := mapping(of); {
	case a != nil:
		r.options(q, a)
		if q.base == nil {
			q.base, q.url = q.url, nil
		}
	case len(of) > 0 && of[0].Kind != Number && of[0].Kind != Sequence && of[0].Kind != Ref:
		q.base = of
	}
}

// mapping returns the only atom of a value that is one, besides what may be added to it later, or nil.
func mapping(v Value) *Atom {
	var found *Atom
	for i := range v {
		switch a := &v[i]; {
		case a.IsUnknown():
		case found != nil:
			return nil
		case a.Kind == Sequence && a.Keys != nil:
			found = a
		case a.Kind == Ref && len(a.Of) == 1 && a.Of[0].Keys != nil && (a.Text == "{}" || a.Text == "stream_context_create()" || isRequestValue(a.Of)):
			found = &a.Of[0]
		default:
			return nil
		}
	}
	return found
}

// given adds the arguments of a call.
func (r *Interp) given(q *request, c *call) {
	pos := c.args.Pos
	url := -1
	for i, v := range pos[:min(len(pos), 3)] {
		if isURL(v) {
			url = i
			break
		}
	}
	for i, v := range pos[:min(len(pos), 5)] {
		a := mapping(v)
		switch {
		case i == url:
			q.url = v
		case len(v) == 1 && v[0].Kind == Ref && sink.Carries.Has(v[0].Text) && v[0].Of != nil && r.carried.url != nil && Equal(v[0].Of, r.carried.url):
			q.method, q.url, q.headers, url = r.carried.method, v[0].Of, r.carried.headers, i
		case a != nil && url >= 0 && i == url+1 && c.lib.BodyFollows() && c.method != "request":
			q.body = r.bodyOf(v, r.JSONBodies || c.lib.SendsJSON())
		case a != nil && (takesOptions(a) || q.body != nil):
			if r.options(q, a); isRequestValue(Value{*a}) && q.body == nil {
				q.body = r.late
			}
		case a != nil && url >= 0 && i+1 < len(pos) && len(pos[i+1]) == 1 && pos[i+1][0].Kind != Closure && mapping(pos[i+1]) == nil:
			r.option(q, "headers", v) // the body is behind them
		case a != nil && url >= 0:
			q.body = r.bodyOf(v, r.JSONBodies)
		case i < 2 && q.method == nil && namesMethod(v):
			q.method = v
		case i < url && i < 2 && q.method == nil:
			q.method = v // any
		case url < 0 && q.url == nil && i < 2 && !isFunction(v):
			q.url = v
		case (url >= 0 || q.url != nil) && q.body == nil && !isFunction(v):
			q.body = r.bodyOf(v, r.JSONBodies)
		}
	}
	named := Atom{}
	for _, k := range c.args.Keys {
		named.Keys, named.Items = append(named.Keys, k.Name), append(named.Items, k.Value)
	}
	if r.options(q, &named); q.body == nil && c.lib.BodyFollows() && c.method != "new" && !r.DeleteAlone && len(named.Keys) > 0 && !takesOptions(&named) {
		q.body = r.formOf(&named) // pairs without braces, which no option of Python looks like
	}
}

// isFunction reports whether a value is a function of the code, a flag or nothing.
func isFunction(v Value) bool {
	if len(v) != 1 {
		return false
	}
	if v[0].Kind == Ref {
		_, plain := plainValue(v[0].Text)
		return plain
	}
	return v[0].Kind == Closure || v[0].Kind == Number
}

// HasScheme reports whether a value is one text with the scheme of a URL.
func HasScheme(v Value) bool {
	return len(v) == 1 && v[0].Kind != Ref && strings.Contains(v[0].Text, "://")
}

// isURL reports whether a value looks like a URL, or a path on a server.
func isURL(v Value) bool {
	for _, a := range v {
		if a.Kind == Sequence || a.Kind == Ref || a.Kind == Number {
			continue
		}
		pieces := a.pieces()
		if strings.HasPrefix(pieces[0], "/") {
			return true
		}
		for _, p := range pieces {
			if head, _, found := strings.Cut(p, "://"); found && !strings.ContainsAny(head, " {\"") {
				return true
			}
		}
	}
	return false
}

// namesMethod reports whether a value is the name of a method of HTTP.
func namesMethod(v Value) bool {
	for _, a := range v {
		if a.Kind != Constant && a.Kind != Ref || !sink.IsMethod(a.Text) {
			return false
		}
	}
	return len(v) > 0
}

// takesOptions reports whether a mapping has an option of requests.
func takesOptions(a *Atom) bool {
	for _, k := range a.Keys {
		if sink.PartOf(k) != 0 {
			return true
		}
	}
	return false
}

// options adds the entries of a mapping.
func (r *Interp) options(q *request, a *Atom) {
	for i, k := range a.Keys {
		if i < len(a.Items) && r.Spend(1) {
			r.option(q, k, a.Items[i])
		}
	}
}

// option adds an option.
func (r *Interp) option(q *request, name string, v Value) {
	if len(v) == 1 && v[0].Kind == Constant && v[0].Text == "" {
		return
	}
	switch sink.PartOf(name) {
	case sink.Method:
		q.method = v
	case sink.URL:
		if q.url == nil || !strings.HasPrefix(name, "path") {
			q.url = v
		}
	case sink.Base:
		q.base = v
	case sink.JSONBody:
		q.body = r.bodyOf(v, true)
	case sink.FormBody:
		q.body = r.bodyOf(v, false)
	case sink.Body:
		q.body = r.bodyOf(v, r.JSONBodies)
	case sink.Query:
		q.query = r.bodyOf(v, false)
	case sink.Headers:
		if a := mapping(v); a != nil {
			for i, k := range a.Keys {
				r.header(q, k, a.Items[i])
			}
		}
	case sink.Header:
		r.header(q, name, v)
	case sink.Nested:
		if a := mapping(v); a != nil {
			r.options(q, a)
		}
	case sink.Posts:
		if q.method == nil {
			q.method = Text("POST")
		}
	}
}

// header adds a header that may name the method, or what the server shall do.
func (r *Interp) header(q *request, name string, v Value) {
	if len(name) > 2 && strings.EqualFold(name[:2], "x-") && len(q.headers) < maxHeaders {
		q.headers = append(q.headers, r.Operate("+", Text(name+": "), v.Str()))
	}
}

// emitRequest emits a request, unless it only fetches a page without a query, or nothing is known of its URL.
func (r *Interp) emitRequest(q *request, name string, at lex.Span) {
	if !r.emits() {
		return
	}
	method := q.method
	switch {
	case method != nil:
	case q.body != nil:
		method = Text("POST")
	default:
		method = Text("GET")
	}
	url := r.absolute(q)
	if url == nil || q.body == nil && q.query == nil && onlyFetches(method) && !r.hasQuery(url) {
		return
	}
	items := append([]Value{known(method), known(url), known(OrElse(q.body, Text(""))), known(OrElse(q.query, Text("")))}, q.headers...)
	r.EmitArgv(effect.Act{Kind: effect.Asks, Call: name}, items, at)
}

// absolute returns the URL of a request below its base; nil if nothing says on which server it is.
func (r *Interp) absolute(q *request) Value {
	if q.url == nil || isURL(q.url) && !startsWithSlash(q.url) || startsUnknown(q.url) {
		return OrElse(q.url, q.base)
	}
	if q.base == nil {
		return nil
	}
	base := known(q.base).Each(func(s string) (string, bool) { return strings.TrimSuffix(s, "/"), true })
	path := known(q.url).Str()
	if !startsWithSlash(path) {
		path = r.Operate("+", Text("/"), path)
	}
	return r.Operate("+", base, path)
}

// startsWithSlash reports whether a text surely is a path on the server.
func startsWithSlash(v Value) bool {
	for i := range v {
		if v[i].Kind == Sequence || v[i].Kind == Ref || v[i].Kind == Number || !strings.HasPrefix(v[i].pieces()[0], "/") {
			return false
		}
	}
	return len(v) > 0
}

// startsUnknown reports whether nothing is known of the beginning of a text.
func startsUnknown(v Value) bool {
	for _, a := range known(v) {
		if a.Kind != Unknown || a.Text != "" {
			return false
		}
	}
	return true
}

// onlyFetches reports whether a method changes nothing.
func onlyFetches(method Value) bool {
	for _, a := range method {
		if a.Kind != Constant || !strings.EqualFold(a.Text, "GET") && !strings.EqualFold(a.Text, "HEAD") && !strings.EqualFold(a.Text, "OPTIONS") {
			return false
		}
	}
	return len(method) > 0
}

// hasQuery reports whether a URL may have a query.
func (r *Interp) hasQuery(url Value) bool {
	for _, a := range url {
		if a.Kind == Constant && strings.Contains(a.Text, "?") || a.Kind == Unknown && strings.Contains(strings.Join(a.pieces(), ""), "?") {
			return true
		}
	}
	return false
}

// known returns the atoms of a value of which something is known, or the value if there are none.
func known(v Value) Value { return OrElse(v.Known(), v) }
