package absval

import (
	"slices"
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

// transfers reports whether the code names a library or a protocol for the transfer of files. It reads all of the
// code, and so once.
func (r *Interp) transfers() bool {
	if len(r.Toks) > 0 && r.transferIn != &r.Toks[0] {
		r.transferIn, r.transferring = &r.Toks[0], slices.ContainsFunc(r.Toks, namesTransfer)
	}
	return r.transferring
}

// namesTransfer reports whether a name or a text in code is that of such a library or protocol.
func namesTransfer(t lex.Token) bool {
	names := func(text string) bool {
		text = strings.ToLower(text)
		return slices.ContainsFunc(sink.Transfers[:], func(part string) bool { return strings.Contains(text, part) })
	}
	return t.Kind == lex.Name && names(t.Text) || slices.ContainsFunc(t.Pieces, func(p lex.Piece) bool { return names(p.Text) })
}
