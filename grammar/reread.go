package grammar

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// A client of a service has hundreds of options, and a grammar lists a few. Of another one nobody knows
// whether the next word is its value: in pulumi --debug destroy the word is the subcommand, in
// pulumi --colour never destroy it is not. The scanner takes it for the value, and reread reads
// the command once more, in case it is not.

// swallow notes that an option without a row took the next word, if that may be the subcommand.
func (s *scanner) swallow(value parser.Word) {
	if (s.syntax.HasSubs() || s.syntax.Levels > 0) && !s.settled() && isVerb(value) {
		s.swallowed = append(s.swallowed, len(s.words)+1)
	}
}

// isVerb reports whether a word is written as subcommands are: delete, db:drop, terminate-instances.
func isVerb(w parser.Word) bool {
	text, known := w.Text()
	return known && text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-_:") == "" && text[0] >= 'a'
}

// reread reads the command a second time, with the options that took a word as its last words, where they
// take none.
func (r *reader) reread() {
	if len(r.swallowed) == 0 {
		return
	}
	var args, moved []parser.Word
	from := 0
	for _, behind := range r.swallowed { // in the order of the words
		at := len(r.cmd.Args) - behind - 1
		args = append(args, r.cmd.Args[from:at]...)
		moved = append(moved, r.cmd.Args[at])
		from = at + 1
	}
	args = append(args, r.cmd.Args[from:]...)
	end := slices.IndexFunc(args, func(w parser.Word) bool { return w.Is("--") == parser.Yes })
	if end < 0 {
		end = len(args)
	}
	again := *r.cmd
	again.Args, again.Outer, again.Env = slices.Insert(args, end, moved...), r.cmd, r.cmd.Environment()
	again.Assigns, again.Redirects = nil, nil
	if r.mayNest(&again) {
		r.inv.Nested = append(r.inv.Nested, read(&again, r.opt, r.inv.Truth, r.inv.root(), r.room))
	}
}
