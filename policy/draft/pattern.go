package draft

import (
	"errors"
	"regexp"
	"strings"
)

const (
	spans   = "looks at more than one command; an expression here sees the words of one. Pipes into a shell, redirections, the background and fork bombs have rules of their own"
	dialect = "RE2 has no such expression (no look-ahead, look-behind or back-reference)"
)

// Regular expressions for regular expressions. They are compiled when used, so that they cost
// nothing at start.
const (
	// apart matches a bracket expression or the name of a group, in which shell operators have no
	// meaning.
	apart = `\[\^?\]?[^\]]*\]|\(\?P?<[A-Za-z_]\w*>`

	// operators matches the shell operators that an expression may look for: a pipe, a
	// redirection, the end of a command, the background.
	operators = `\\\||[<>;&]|:\\?\(`

	// reference matches a back-reference.
	reference = `(?:^|[^\\])(?:\\\\)*\\[1-9]`
)

// Expression converts a regular expression of Python or Rust to RE2, for an entry that begins
// with "re:". The error says why that is impossible.
func Expression(text string) (string, error) {
	out := strings.NewReplacer(`\\`, `\\`, `\Z`, `\z`, `{,`, `{0,`).Replace(text)
	for _, odd := range []string{"(?!", "(?=", "(?<!", "(?<=", "(?P=", "(?>", "(?(", "(?#"} {
		if strings.Contains(out, odd) {
			return "", errors.New(dialect)
		}
	}
	if regexp.MustCompile(reference).MatchString(out) {
		return "", errors.New(dialect)
	}
	if _, err := regexp.Compile(out); err != nil {
		return "", errors.New(strings.ReplaceAll(err.Error(), "error parsing regexp: ", "is no expression: "))
	}
	if regexp.MustCompile(operators).MatchString(regexp.MustCompile(apart).ReplaceAllString(out, "x")) {
		return "", errors.New(spans)
	}
	return out, nil
}
