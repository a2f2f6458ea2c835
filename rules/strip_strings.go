package rules

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// stripStrings returns code without the strings that it only holds: those that it assigns,
// compares, prints, searches for, or puts into a file or another text. It keeps the first
// argument of a call, and single words. It knows nothing of a language except how strings and
// comments begin and end.
func stripStrings(code string) string {
	var b strings.Builder
	for i := 0; i < len(code); {
		c := code[i]
		switch {
		case c == '#' && (i == 0 || strings.IndexByte(" \t\n", code[i-1]) >= 0), c == '/' && strings.HasPrefix(code[i:], "//") && (i == 0 || code[i-1] != ':'):
			i += len(code[i:]) - len(strings.TrimLeft(code[i:], "#/"))
			for i < len(code) && code[i] != '\n' {
				i++
			}
		case c == '\'' || c == '"' || c == '`':
			end := closing(code, i)
			if text := code[i:end]; isWord(text) || isActingArgument(code[:i]) {
				b.WriteString(text)
			} else {
				b.WriteString(`""`)
			}
			i = end
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// closing returns the end of the string that begins at i. A quote that is not closed on its line
// is not a string.
func closing(code string, i int) int {
	quote := code[i : i+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(code[i:], triple) {
		if n := strings.Index(code[i+3:], triple); n >= 0 {
			return i + 3 + n + 3
		}
		return i + 3
	}
	for j := i + 1; j < len(code); j++ {
		switch {
		case code[j] == '\\':
			j++
		case code[j:j+1] == quote:
			return j + 1
		case code[j] == '\n' && quote == "'":
			return i + 1
		}
	}
	return i + 1
}

// isWord reports whether a string is a single word, such as the name of a method.
func isWord(text string) bool {
	text = strings.Trim(text, "'\"`")
	return len(text) <= 12 && !strings.ContainsAny(text, " \n()")
}

// holds are the functions that only store or output their text.
const holds = "replace sub subn gsub write write_text writelines writeFile writeFileSync appendFile print puts log info debug append push insert count index find search match includes startswith endswith startsWith endsWith " +
	"test compile expect assert_called_with assertEqual assertIn describe it echo split partition rindex rfind dedent"

// isActingArgument reports whether the next token is the first argument of a call that does more
// with it than store it.
func isActingArgument(before string) bool {
	before = strings.TrimRight(before, "fFrRbBuU")
	before = strings.TrimRight(before, " \t\n")
	call, is := strings.CutSuffix(before, "(")
	if !is {
		return false
	}
	call = strings.TrimRight(call, " \t")
	name := call[strings.LastIndexFunc(call, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})+1:]
	return !wordlist.Among(name, holds)
}
