package grammar

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// stores are commands that print one entry of a password store.
var stores = [...]string{
	"pass show ", "gopass show ", "op read ", "op item get ", "secret-tool lookup ", "bw get password ", "rbw get ", "lpass show ", "keepassxc-cli show ", "security find-generic-password ",
}

// asksStore reports whether source only gets a password from a store, which is the purpose of such an
// option.
func asksStore(source parser.Word) bool {
	text, known := source.Text()
	if !known || strings.ContainsAny(text, ";|&<>$`()\n") {
		return false
	}
	return slices.ContainsFunc(stores[:], func(s string) bool { return strings.HasPrefix(text, s) })
}

// transport reads the command after ext:: of git-remote-ext(1), in which "% " is a blank in a word,
// "%%" a percent sign, and %s, %S and others are replaced by git.
func (r *reader) transport(u use) {
	text, known := u.word.Text()
	if !known {
		r.touch(Runs, u)
		return
	}
	var words []parser.Word
	text = strings.NewReplacer("%%", "%", "% ", "\x00", "%s", "upload-pack", "%S", "git-upload-pack").Replace(text)
	for w := range strings.SplitSeq(text, " ") {
		words = append(words, parser.Text(strings.ReplaceAll(w, "\x00", " ")))
	}
	r.inner(words, u.truth)
}
