package spelling

import (
	"fmt"
	"strings"
)

// words are the ways to write all the words of a command.
var words = []Family{
	{Name: "words in double quotes", needs: simple, quote: double},
	{Name: "words in single quotes", needs: simple, quote: single},
	{Name: "words in parts", needs: simple, quote: parted},
	{Name: "empty quotes in words", needs: simple, quote: hollow},
	{Name: "words escaped throughout", needs: simple, quote: escaped},
	{Name: "words in $''", needs: simple, quote: ansiPlain},
	{Name: "words in hexadecimal", needs: simple, quote: hexadecimal},
	{Name: "words in octal", needs: simple, quote: octal},
	{Name: "words in code points", needs: simple, quote: unicode},
	{Name: `words in $""`, needs: simple, quote: localized},
	{Name: "words as defaults", needs: simple, quote: defaulted},
	{Name: "words as what printf prints", needs: simple, quote: printed},
	{Name: "tabs between words", needs: simple, write: func(l *Line) string { return l.joined("\t") }},
	{Name: "blanks between words", needs: simple, write: func(l *Line) string { return l.joined("   ") }},
	{Name: "lines broken between words", needs: simple, write: func(l *Line) string { return l.joined(" \\\n  ") }},
	{Name: "$IFS between words", needs: literal, write: spaced},
	{Name: "words in variables", needs: simple, write: variables},
	{Name: "words in one variable", needs: literal, write: oneVariable},
	{Name: "words in an array", needs: literal, before: "zz=(", after: `); "${zz[@]}"`, quote: plain},
	{Name: "words in an array, appended", needs: literal, write: appended},
	{Name: "arguments in an array", needs: literal, write: arguments},
	{Name: "words as parameters", needs: literal, before: "set -- ", after: `; "$@"`, quote: plain},
	{Name: "words given to a function", needs: literal, before: `zz() { "$@"; }; zz `, quote: plain},
	{Name: "words given to bash -c", needs: literal, before: `bash -c '"$@"' zz `, quote: plain},
	{Name: "words in braces", needs: literal, write: braced},
	{Name: "words evaluated", needs: literal, before: "eval ", write: evaluated},
	{Name: "arguments by xargs", needs: literal | external, write: fed},
	{Name: "words by xargs env", needs: literal | external, before: `printf '%s\0' `, after: " | xargs -0 env", quote: plain},
	{Name: "words by a here-string to xargs", needs: literal | external, write: handed},
	{Name: "the last word by a loop", needs: literal, write: looped},
	{Name: "the last word by xargs -I", needs: literal | external, write: replaced},
}

// joined writes the line's words unchanged, separated by other blanks.
func (l *Line) joined(blank string) string {
	out := make([]string, 0, len(l.words)+len(l.redirects))
	for _, w := range l.words {
		out = append(out, w.source)
	}
	return strings.Join(append(out, l.redirects...), blank)
}

// values writes words from the i-th up to the j-th, quoted if necessary.
func (l *Line) values(i, j int) string {
	out := make([]string, 0, len(l.words))
	for _, w := range l.words[i:j] {
		out = append(out, plain(w.value))
	}
	return strings.Join(out, " ")
}

// spaced separates words that need no quotes by a variable that holds blanks.
func spaced(l *Line) string { return strings.ReplaceAll(unquoted(l), " ", "${IFS}") }

// variables puts each known word into a variable of its own.
func variables(l *Line) string {
	var set, use []string
	for i, w := range l.words {
		if !w.known {
			use = append(use, w.source)
			continue
		}
		set = append(set, fmt.Sprintf("z%d=%s;", i, plain(w.value)))
		use = append(use, fmt.Sprintf(`"$z%d"`, i))
	}
	return strings.Join(append(append(set, use...), l.redirects...), " ")
}

// oneVariable puts all words into one variable, which the shell splits again.
func oneVariable(l *Line) string {
	t := unquoted(l)
	if t == "" {
		return ""
	}
	return "zz='" + t + "'; $zz"
}

func appended(l *Line) string {
	out := []string{"zz=(" + plain(l.words[0].value) + ");"}
	for _, w := range l.words[1:] {
		out = append(out, "zz+=("+plain(w.value)+");")
	}
	return strings.Join(append(out, `"${zz[@]}"`), " ")
}

func arguments(l *Line) string {
	if len(l.words) < 2 {
		return ""
	}
	return "zz=(" + l.values(1, len(l.words)) + "); " + plain(l.words[0].value) + ` "${zz[@]}"`
}

// braced writes words as alternatives in braces, as in {rm,-rf,/}.
func braced(l *Line) string {
	if len(l.words) < 2 {
		return ""
	}
	out := make([]string, len(l.words))
	for i, w := range l.words {
		out[i] = single(w.value)
	}
	return "{" + strings.Join(out, ",") + "}"
}

// evaluated quotes every word twice, an empty one too.
func evaluated(l *Line) string {
	out := make([]string, len(l.words))
	for i, w := range l.words {
		out[i] = double(single(w.value))
	}
	return strings.Join(out, " ")
}

// fed passes the arguments to the program by xargs.
func fed(l *Line) string {
	if len(l.words) < 2 {
		return ""
	}
	return `printf '%s\0' ` + l.values(1, len(l.words)) + " | xargs -0 " + plain(l.words[0].value)
}

// handed passes arguments that need no quotes in xargs.
func handed(l *Line) string {
	for _, w := range l.words {
		if plain(w.value) != w.value {
			return ""
		}
	}
	if len(l.words) < 2 {
		return ""
	}
	return "xargs " + l.words[0].value + " <<< '" + l.values(1, len(l.words)) + "'"
}

// looped passes the last word in the variable of a loop.
func looped(l *Line) string {
	n := len(l.words) - 1
	if n < 1 {
		return ""
	}
	return "for zz in " + l.values(n, n+1) + "; do " + l.values(0, n) + ` "$zz"; done`
}

// replaced passes the last word through the marker that xargs replaces. No other word may contain
// the marker.
func replaced(l *Line) string {
	n := len(l.words) - 1
	if n < 1 || plain(l.words[n].value) != l.words[n].value || strings.Contains(l.values(0, n), "%") {
		return ""
	}
	return `printf '%s\n' ` + l.values(n, n+1) + " | xargs -I % " + l.values(0, n) + " %"
}

// redirections are the ways to write where a command's input and output go.
var redirections = []Family{
	{Name: "redirections in front", needs: simple, write: func(l *Line) string { return l.redirected(strings.Clone) }},
	{Name: "a harmless redirection in front", needs: simple, before: "2>&1 "},
	{Name: "errors thrown away", needs: flat, after: " 2>/dev/null"},
	{Name: "output thrown away, in front", Hides: true, needs: simple, before: ">/dev/null "},
	{Name: "> as >|", needs: simple, write: func(l *Line) string { return l.reopened(">", ">|") }},
	{Name: "> as 1>", needs: simple, write: func(l *Line) string { return l.reopened(">", "1>") }},
	{Name: "> as >>", needs: simple, write: func(l *Line) string { return l.reopened(">", ">>") }},
	{Name: "> as &>", needs: simple, write: func(l *Line) string { return l.reopened(">", "&>") }},
	{Name: "> as exec", needs: simple, write: executed},
	{Name: "> as tee", needs: simple, write: teed},
	{Name: "< as 0<", needs: simple, write: func(l *Line) string { return l.reopened("<", "0<") }},
	{Name: "< as cat", needs: simple, write: piped},
}

// redirected writes the redirections before the words.
func (l *Line) redirected(of func(string) string) string {
	if len(l.redirects) == 0 {
		return ""
	}
	out := make([]string, 0, len(l.words)+len(l.redirects))
	for _, r := range l.redirects {
		out = append(out, of(r))
	}
	for _, w := range l.words {
		out = append(out, w.source)
	}
	return strings.Join(out, " ")
}

// reopened writes the only redirection of a line with another operator.
func (l *Line) reopened(from, to string) string {
	target, ok := l.target(from)
	if !ok {
		return ""
	}
	bare := Line{words: l.words}
	return bare.joined(" ") + " " + to + target
}

// target returns the target of the only redirection of a line with an operator.
func (l *Line) target(op string) (string, bool) {
	if len(l.redirects) != 1 {
		return "", false
	}
	target, ok := strings.CutPrefix(l.redirects[0], op)
	return target, ok && strings.TrimLeft(target, ">|&<(") == target
}

// executed opens the file for the shell itself by exec.
func executed(l *Line) string {
	target, ok := l.target(">")
	if !ok {
		return ""
	}
	bare := Line{words: l.words}
	return "exec 3>" + target + "; " + bare.joined(" ") + " >&3"
}

// teed writes the file through a program.
func teed(l *Line) string {
	target, ok := l.target(">")
	if !ok {
		return ""
	}
	bare := Line{words: l.words}
	return bare.joined(" ") + " | tee " + target
}

// piped reads the file through a program. Only the shell itself can open its socket paths.
func piped(l *Line) string {
	target, ok := l.target("<")
	if !ok || strings.Contains(target, "/dev/tcp/") || strings.Contains(target, "/dev/udp/") {
		return ""
	}
	bare := Line{words: l.words}
	return "cat " + target + " | " + bare.joined(" ")
}
