package absval

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// asksByContext emits the request of a function that opens a URL as a file, with the options of a context.
func (r *Interp) asksByContext(c *call, at lex.Span) {
	for _, v := range c.args.Pos {
		if a := mapping(v); a != nil && isURL(c.args.Pos[0]) {
			q := request{url: c.args.Pos[0]}
			r.options(&q, a)
			r.emitRequest(&q, c.name(), at)
		}
	}
}

// GivesBody emits the request that an object was made for, with a body that code gives to the object.
func (r *Interp) GivesBody(to Value, body Value, at lex.Span) {
	if len(to) != 1 || to[0].Kind != Ref || !sink.Carries.Has(to[0].Text) || r.carried.url == nil || !Equal(to[0].Of, r.carried.url) {
		return
	}
	q := r.carried
	q.body = r.bodyOf(body, false)
	r.emitRequest(&q, strings.TrimSuffix(to[0].Text, "()"), at)
}

// setsHandle reports whether a function makes a handle of curl, sets its options, or sends its request.
func setsHandle(method string) bool {
	const functions lex.Words = "curl_init curl_setopt curl_setopt_array curl_exec Curl setopt perform"
	return functions.Has(method)
}

// asksByHandle follows the options of a handle of curl up to the call that sends the request. All handles of the
// code count as one that is made anew.
func (r *Interp) asksByHandle(c *call, at lex.Span) {
	pos := c.args.Pos
	switch c.method {
	case "curl_init", "Curl":
		r.handle = request{}
		if len(pos) > 0 {
			r.handle.url = pos[0]
		}
	case "curl_exec", "perform":
		r.emitRequest(&r.handle, c.name(), at)
	case "curl_setopt_array":
		if len(pos) < 2 || mapping(pos[1]) == nil {
			return
		}
		a := mapping(pos[1])
		for i, k := range a.Keys {
			r.option(&r.handle, sink.HandleOption(k), a.Items[i])
		}
	default:
		pos = pos[max(0, len(pos)-2):]
		if len(pos) == 2 && len(pos[0]) == 1 && pos[0][0].Kind == Ref {
			r.option(&r.handle, sink.HandleOption(pos[0][0].Text), pos[1])
		}
	}
}
