package uwsal

import (
	"errors"
	"regexp"
	"strings"
)

// spellings are what Python's expressions write otherwise than RE2.
var spellings = strings.NewReplacer(`\\`, `\\`, `\Z`, `\z`, `{,`, `{0,`)

// apart is what a bracket expression or the name of a group says, in which an operator of
// the shell is none.
var apart = regexp.MustCompile(`\[\^?\]?[^\]]*\]|\(\?P?<[A-Za-z_]\w*>`)

// operators are those of the shell that an expression may look for: a pipe, a redirection,
// the end of a command, the background.
var operators = regexp.MustCompile(`\\\||[<>;&]|:\\?\(`)

// reference is a back-reference.
var reference = regexp.MustCompile(`(?:^|[^\\])(?:\\\\)*\\[1-9]`)

var (
	errSpans   = errors.New("looks at more than one command; an expression here sees the words of one. Pipes into a shell, redirections, the background and fork bombs have rules of their own")
	errDialect = errors.New("RE2 has no such expression (no look-ahead, look-behind or back-reference)")
)

// pattern says an expression of Python's, which ignored case, in RE2.
func pattern(text string) (string, error) {
	out := spellings.Replace(text)
	for _, odd := range []string{"(?!", "(?=", "(?<!", "(?<=", "(?P=", "(?>", "(?(", "(?#"} {
		if strings.Contains(out, odd) {
			return "", errDialect
		}
	}
	if reference.MatchString(out) {
		return "", errDialect
	}
	if _, err := regexp.Compile(out); err != nil {
		return "", errors.New(strings.ReplaceAll(err.Error(), "error parsing regexp: ", "is no expression: "))
	}
	if operators.MatchString(apart.ReplaceAllString(out, "x")) {
		return "", errSpans
	}
	return "re:(?i)" + out, nil
}
