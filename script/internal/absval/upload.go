package absval

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// sendsFiles emits that a method reads the files that it sends, as open does: sftp.put(PATH, …).
func (r *Interp) sendsFiles(method string, args Arguments, at lex.Span) {
	for _, u := range sink.UploadsBy(method) {
		v, given := args.Get(u.Pos, u.Key)
		if !given || u.Transfers && !r.transfers() {
			continue
		}
		act := effect.Act{Kind: effect.Reads, Call: method}
		for _, a := range v {
			if a.Kind == Constant && strings.Contains(a.Text, "://") {
				return
			}
		}
		r.EmitEach(act, v.Args(), at)
	}
}

// transfers reports whether the code names a library or a protocol for the transfer of files.
func (r *Interp) transfers() bool {
	names := func(text string) bool {
		text = strings.ToLower(text)
		for _, part := range sink.Transfers {
			if strings.Contains(text, part) {
				return true
			}
		}
		return false
	}
	for i := range r.Toks {
		t := &r.Toks[i]
		if t.Kind == lex.Name && names(t.Text) {
			return true
		}
		for _, p := range t.Pieces {
			if names(p.Text) {
				return true
			}
		}
	}
	return false
}
