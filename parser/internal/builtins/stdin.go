package builtins

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser/tree"
)

// neverRead lists the builtins and programs that never read standard input. Those in askFirst
// do not read it unless they have options.
const (
	neverRead = " : [ break builtin cd chmod chown command continue date declare dirname basename echo exit export false kill let ln local ls mkdir mktemp " +
		"popd printf pushd pwd readlink readonly realpath return rmdir set shift shopt sleep stat test touch trap true type typeset umask unset wait "
	askFirst = " cp mv rm "
)

// MayRead reports whether a command may read its standard input. A function call or an eval
// reads it only through the commands inside.
func MayRead(words []tree.Word) bool {
	if len(words) == 0 {
		return false
	}
	name, known := words[0].Text()
	switch {
	case !known || strings.ContainsAny(name, " "):
		return true
	case wordlist.Among(name, neverRead):
		return slices.ContainsFunc(words, func(a tree.Word) bool { return a.Is("/dev/stdin") != tree.No || len(a.From()) > 0 })
	case wordlist.Among(name, askFirst):
		return slices.ContainsFunc(words, func(a tree.Word) bool {
			return strings.HasPrefix(a.Prefix(), "-") && strings.Contains(a.String(), "i") || a.Splits() || a.Is("/dev/stdin") != tree.No
		})
	}
	return true
}
