package othershell

import "strings"

// Csh rewrites source of csh and tcsh as bash reads it: set, setenv, and the blocks if, while and
// foreach (csh(1)). It returns false for what it does not read.
func Csh(text string) (string, bool) {
	var out strings.Builder
	var ends []string
	for _, s := range cshStatements(text) {
		line, ok := cshStatement(strings.TrimSpace(s.text), &ends)
		if !ok {
			return "", false
		}
		out.WriteString(line + s.by)
	}
	return out.String(), len(ends) == 0
}

// cshLine is a statement with the separator after it.
type cshLine struct{ text, by string }

// cshStatements splits source at semicolons and newlines outside quotes and parentheses.
func cshStatements(text string) (all []cshLine) {
	from, depth := 0, 0
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth <= 0 && (c == ';' || c == '\n'):
			all = append(all, cshLine{text[from:i], string(c)})
			from = i + 1
		}
	}
	return append(all, cshLine{text[from:], ""})
}

// cshStatement rewrites one statement. ends are the words that close the open blocks.
func cshStatement(s string, ends *[]string) (string, bool) {
	word, rest, _ := strings.Cut(s, " ")
	rest = strings.TrimSpace(rest)
	push := func(word string) { *ends = append(*ends, word) }
	switch word {
	case "set", "@":
		return cshSet(rest), true
	case "setenv":
		name, value, _ := strings.Cut(rest, " ")
		if !isVariable(name) {
			return "true " + rest, true
		}
		return "export " + name + "=" + strings.TrimSpace(value), true
	case "foreach":
		name, list, ok := strings.Cut(rest, " ")
		list = strings.TrimSpace(list)
		if !ok || !isVariable(name) || !strings.HasPrefix(list, "(") || !strings.HasSuffix(list, ")") {
			return "", false
		}
		push("done")
		return "for " + name + " in " + list[1:len(list)-1] + "; do true", true
	case "end", "endif":
		n := len(*ends) - 1
		if n < 0 || rest != "" || (*ends)[n] == "done" != (word == "end") {
			return "", false
		}
		line := (*ends)[n]
		*ends = (*ends)[:n]
		return line, true
	case "else":
		if rest == "" {
			return "else true", len(*ends) > 0
		}
		_, then, ok := cshCondition(strings.TrimPrefix(rest, "if"))
		return "elif true; then true", ok && then == "then" && len(*ends) > 0
	case "switch", "case", "default:", "breaksw", "endsw", "goto", "repeat":
		return "", false
	}
	if strings.HasPrefix(s, "if") || strings.HasPrefix(s, "while") {
		if is, after, ok := cshCondition(strings.TrimPrefix(strings.TrimPrefix(s, "if"), "while")); is {
			switch {
			case !ok:
				return "", false
			case strings.HasPrefix(s, "while"):
				push("done")
				return "while true; do true", after == ""
			case after == "then":
				push("fi")
				return "if true; then true", true
			case after == "":
				return "", false
			}
			inner, ok := cshStatement(after, ends)
			return "if true; then " + inner + "; fi", ok
		}
	}
	return s, true
}

// cshCondition splits a condition in parentheses from what follows it. is says that there is one, and ok
// that it runs nothing.
func cshCondition(s string) (is bool, after string, ok bool) {
	s = strings.TrimSpace(s)
	if !strings.HasPrefix(s, "(") {
		return false, "", false
	}
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return true, strings.TrimSpace(s[i+1:]), !strings.ContainsAny(s[:i], "`{")
			}
		case '\'', '"', '\\':
			return true, "", false
		}
	}
	return true, "", false
}

// cshSet rewrites the operands of set: name=value, name = value, and lists in parentheses.
func cshSet(s string) string {
	name, value, ok := strings.Cut(s, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || !isVariable(name) {
		return "true " + s // it may run commands
	}
	if strings.HasPrefix(value, "(") && strings.HasSuffix(value, ")") {
		return name + `="` + strings.ReplaceAll(value[1:len(value)-1], `"`, "") + `"`
	}
	first, rest, _ := strings.Cut(value, " ")
	if strings.ContainsAny(value[:min(1, len(value))], "'\"`") || rest == "" {
		return name + "=" + value
	}
	return "true " + rest + "; " + name + "=" + first
}

// isVariable reports whether a word can be the name of a variable.
func isVariable(name string) bool {
	return name != "" && (name[0] < '0' || name[0] > '9') && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}
