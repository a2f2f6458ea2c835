package makefile

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// An unknown part of a makefile's text is enclosed in two bytes that no makefile contains. It is the
// name of a shell variable, or a shell substitution.
const (
	markBegin = "\x02"
	markEnd   = "\x03"

	unknownText = markBegin + "_unknown" + markEnd
	unknownName = markBegin + "_unknown:?" + markEnd // never empty
)

// fromEnvironment returns the mark of a variable that only the environment has. A name with a
// special meaning in shells is unknown.
func fromEnvironment(name string) string {
	const ofShells = " _ IFS PPID UID EUID RANDOM SECONDS LINENO OPTIND OPTARG REPLY SHLVL FUNCNAME HISTCMD "
	plain := name != "" && strings.Trim(name, "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && name[0] > '9'
	if !plain || wordlist.Among(name, ofShells) || strings.HasPrefix(name, "BASH") || strings.HasPrefix(name, "MAKE") {
		return unknownText
	}
	return markBegin + name + markEnd
}

// markClose returns the end of the mark at an offset.
func markClose(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case markBegin[0]:
			depth++
		case markEnd[0]:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s) - 1
}

// beforeMark returns the known beginning of a text.
func beforeMark(s string) string {
	s, _, _ = strings.Cut(s, markBegin)
	return s
}

// fieldsOf splits a text into words; a mark is part of a word.
func fieldsOf(s string) []string {
	var out []string
	from := -1
	for i := 0; i < len(s); i++ {
		blank := strings.IndexByte(" \t\r\n", s[i]) >= 0
		switch {
		case blank && from >= 0:
			out, from = append(out, s[from:i]), -1
		case !blank && from < 0:
			from = i
		}
		if s[i] == markBegin[0] {
			i = markClose(s, i)
		}
	}
	if from >= 0 {
		out = append(out, s[from:])
	}
	return out
}

// mapWords applies f to each word of a text.
func (m *interp) mapWords(s string, f func(string) string) string {
	words := fieldsOf(s)
	out := make([]string, 0, len(words))
	for _, w := range words {
		if w = f(w); w != "" && m.spend(len(w)) {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// patsubst replaces a word that matches a pattern.
func patsubst(pattern, to, w string) string {
	before, after, ok := strings.Cut(pattern, "%")
	if !ok {
		if w == pattern {
			return to
		}
		return w
	}
	if len(w) < len(before)+len(after) || !strings.HasPrefix(w, before) || !strings.HasSuffix(w, after) {
		return w
	}
	return strings.Replace(to, "%", w[len(before):len(w)-len(after)], 1)
}

// textFunction calls a text function (GNU make manual, Functions).
func (m *interp) textFunction(name string, a []string) []string {
	one := func(f func(string) string) []string { return []string{m.mapWords(a[0], f)} }
	words := fieldsOf(a[0])
	switch name {
	case "strip":
		return []string{strings.Join(words, " ")}
	case "subst":
		if a[0] != "" && m.spend(len(a[2])*(1+len(a[1]))) {
			return []string{strings.ReplaceAll(a[2], a[0], a[1])}
		}
		return []string{a[2]}
	case "patsubst":
		return []string{m.mapWords(a[2], func(w string) string { return patsubst(strings.TrimSpace(a[0]), strings.TrimSpace(a[1]), w) })}
	case "addprefix":
		return []string{m.mapWords(a[1], func(w string) string { return a[0] + w })}
	case "addsuffix":
		return []string{m.mapWords(a[1], func(w string) string { return w + a[0] })}
	case "sort":
		slices.Sort(words)
		return []string{strings.Join(slices.Compact(words), " ")}
	case "filter", "filter-out":
		return []string{m.mapWords(a[1], func(w string) string { return filtered(words, w, name == "filter") })}
	case "dir":
		return one(dirPart)
	case "notdir":
		return one(func(w string) string { return w[lastSlash(w)+1:] })
	case "basename":
		return one(func(w string) string { return strings.TrimSuffix(w, path.Ext(w)) })
	case "suffix":
		return one(path.Ext)
	case "abspath", "realpath":
		return one(m.absolute)
	case "wildcard":
		return []string{a[0]}
	case "findstring":
		return []string{a[0], ""}
	case "error", "warning", "info":
		return []string{""}
	case "words":
		return []string{strconv.Itoa(len(words))}
	case "join":
		return []string{unknownText}
	}
	return m.picked(name, a, words)
}

// picked calls the functions that select words by number.
func (m *interp) picked(name string, a, words []string) []string {
	list := fieldsOf(a[1])
	n, err := strconv.Atoi(strings.TrimSpace(a[0]))
	switch {
	case strings.Contains(a[0]+a[1], markBegin) && name != "wordlist":
		return []string{unknownName}
	case name == "firstword" && len(words) > 0:
		return words[:1]
	case name == "lastword" && len(words) > 0:
		return words[len(words)-1:]
	case name == "firstword" || name == "lastword":
		return []string{""}
	case name == "word" && err == nil && n > 0 && n <= len(list):
		return list[n-1 : n]
	}
	return []string{unknownText}
}

// filtered returns a word if it matches some patterns, or does not match if keep is false. An
// uncertain match counts either way.
func filtered(patterns []string, w string, keep bool) string {
	for _, p := range patterns {
		if meets(strings.ReplaceAll(p, "%", "*"), w) {
			if keep || strings.Contains(p+w, markBegin) {
				return w
			}
			return ""
		}
	}
	if keep {
		return ""
	}
	return w
}

// lastSlash returns the index of the last slash if it is known, or -1.
func lastSlash(w string) int {
	return max(strings.LastIndexByte(w, '/'), strings.LastIndexByte(w, markEnd[0]))
}

// dirPart returns the directory part of a name.
func dirPart(w string) string {
	n := strings.LastIndexByte(w, '/')
	switch {
	case strings.LastIndexByte(w, markEnd[0]) > n:
		return unknownName
	case n < 0:
		return "./"
	}
	return w[:n+1]
}

// absolute resolves a name from make's working directory.
func (m *interp) absolute(w string) string {
	if strings.HasPrefix(w, "/") && !strings.Contains(w, markBegin) {
		return path.Clean(w)
	}
	dir := m.value("CURDIR")[0]
	if strings.HasPrefix(w, markBegin) || strings.Contains(dir, markBegin) {
		return unknownName
	}
	return path.Clean(dir + "/" + w)
}

// shellText converts a text to shell source, with shell expansions for its marks. make expands
// before the shell sees quotes, so a mark counts inside quotes too.
func (m *interp) shellText(s string) string {
	if !strings.Contains(s, markBegin) || !m.enter() {
		return s
	}
	defer func() { m.depth-- }()
	var b strings.Builder
	quotes := []byte{0} // in each bracket around
	for i := 0; i < len(s) && m.spend(0); i++ {
		q := &quotes[len(quotes)-1]
		switch c := s[i]; {
		case c == markBegin[0]:
			end := markClose(s, i)
			word := m.shellText(s[i+1 : end])
			if !strings.HasPrefix(word, "$") {
				word = "${" + word + "}"
			}
			if *q == '\'' {
				word = `'"` + word + `"'`
			}
			b.WriteString(word)
			i = end
			continue
		case c == '\\' && *q != '\'' && i+1 < len(s) && s[i+1] != markBegin[0]:
			b.WriteByte(c)
			i++
		case *q == 0 && (c == '\'' || c == '"'):
			*q = c
		case *q == c && c != 0:
			*q = 0
		case c == '(' && (*q == 0 || *q == '"' && i > 0 && s[i-1] == '$'):
			quotes = append(quotes, 0)
		case c == ')' && *q == 0 && len(quotes) > 1:
			quotes = quotes[:len(quotes)-1]
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
