package othershell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// Fish rewrites source of fish as bash reads it: set, blocks that end in "end", command
// substitutions in parentheses (the fish language, fishshell.com/docs). It returns false for what
// it does not read.
func Fish(text string) (string, bool) {
	f := fishReader{text: text, lists: map[string]string{}}
	f.statements(0)
	return f.out.String(), !f.failed && len(f.blocks) == 0
}

// maxFish bounds the nesting of command substitutions, and the length of a rewritten text.
const (
	maxFish     = 20
	maxFishText = 1 << 20
)

// fishReader goes through source of fish once.
type fishReader struct {
	text   string
	at     int
	out    strings.Builder
	blocks []fishBlock       // that are open, the innermost last
	lists  map[string]string // variables with several words: the words, as bash reads them
	depth  int
	failed bool
}

// fishBlock is an open block: the text that ends it, and the one that is due after its head.
type fishBlock struct{ ends, due string }

// fail stops the reading.
func (f *fishReader) fail() { f.failed, f.at = true, len(f.text) }

// statements reads statements up to a closing parenthesis, or to the end.
func (f *fishReader) statements(end byte) {
	if f.depth++; f.depth > maxFish {
		f.fail()
	}
	open := len(f.blocks)
	for f.at < len(f.text) && f.out.Len() < maxFishText {
		switch c := f.text[f.at]; {
		case c == end:
			f.failed = f.failed || len(f.blocks) != open
			f.depth--
			return
		case c == '#':
			f.comment()
		case strings.IndexByte(" \t;\n&|", c) >= 0:
			f.separator(c)
		default:
			f.statement(f.words(end))
		}
	}
	f.depth--
	f.failed = f.failed || end != 0 || f.out.Len() >= maxFishText
}

// comment moves to the end of the line.
func (f *fishReader) comment() {
	if n := strings.IndexByte(f.text[f.at:], '\n'); n >= 0 {
		f.at += n
	} else {
		f.at = len(f.text)
	}
}

// separator copies a separator. After the head of a block it adds the word that bash wants there.
func (f *fishReader) separator(c byte) {
	f.at++
	f.out.WriteByte(c)
	if n := len(f.blocks); n > 0 && f.blocks[n-1].due != "" && (c == ';' || c == '\n') {
		f.out.WriteString(f.blocks[n-1].due + " ")
		f.blocks[n-1].due = ""
	}
}

// words reads the words of a statement, as bash reads them.
func (f *fishReader) words(end byte) []string {
	var all []string
	for f.at < len(f.text) && !f.failed {
		switch c := f.text[f.at]; {
		case c == ' ' || c == '\t':
			f.at++
		case c == '#':
			f.comment()
		case c == end || strings.IndexByte(";\n|", c) >= 0 || c == '&' && !strings.HasPrefix(f.text[f.at:], "&>"):
			return all
		default:
			all = append(all, f.word(end))
		}
	}
	return all
}

// word reads one word.
func (f *fishReader) word(end byte) string {
	var b strings.Builder
	for f.at < len(f.text) && !f.failed {
		c := f.text[f.at]
		switch {
		case c == end || strings.IndexByte(" \t;\n|", c) >= 0:
			return b.String()
		case c == '&' && !strings.HasSuffix(b.String(), ">") && !strings.HasSuffix(b.String(), "<"):
			if b.Len() > 0 || !strings.HasPrefix(f.text[f.at:], "&>") {
				return b.String()
			}
			b.WriteByte(c)
			f.at++
		case c == '\\' && f.at+1 < len(f.text):
			b.WriteString(f.text[f.at : f.at+2])
			f.at += 2
		case c == '\'':
			b.WriteString(f.single())
		case c == '"':
			b.WriteString(f.double())
		case c == '(':
			b.WriteString(f.substitution(f.at + 1))
		case c == '$' && strings.HasPrefix(f.text[f.at:], "$("):
			b.WriteString(f.substitution(f.at + 2))
		case c == '$':
			b.WriteString(f.variable(false))
		default:
			b.WriteByte(c)
			f.at++
		}
	}
	return b.String()
}

// single reads text in single quotes, in which a backslash protects a quote or a backslash.
func (f *fishReader) single() string {
	var b strings.Builder
	for f.at++; f.at < len(f.text); f.at++ {
		switch c := f.text[f.at]; {
		case c == '\'':
			f.at++
			return "'" + strings.ReplaceAll(b.String(), "'", `'\''`) + "'"
		case c == '\\' && f.at+1 < len(f.text) && strings.IndexByte(`'\`, f.text[f.at+1]) >= 0:
			f.at++
			b.WriteByte(f.text[f.at])
		default:
			b.WriteByte(c)
		}
	}
	f.fail()
	return ""
}

// double reads text in double quotes.
func (f *fishReader) double() string {
	var b strings.Builder
	b.WriteByte('"')
	for f.at++; f.at < len(f.text); {
		switch c := f.text[f.at]; {
		case c == '"':
			f.at++
			return b.String() + `"`
		case c == '\\' && f.at+1 < len(f.text):
			b.WriteString(f.text[f.at : f.at+2])
			f.at += 2
		case c == '$' && strings.HasPrefix(f.text[f.at:], "$("):
			b.WriteString(f.substitution(f.at + 2))
		case c == '$':
			b.WriteString(f.variable(true))
		case c == '`':
			b.WriteString("\\`")
			f.at++
		default:
			b.WriteByte(c)
			f.at++
		}
	}
	f.fail()
	return ""
}

// substitution reads the commands of a substitution that start at a place.
func (f *fishReader) substitution(from int) string {
	inner := fishReader{text: f.text, at: from, lists: f.lists, depth: f.depth}
	inner.statements(')')
	if f.at = inner.at + 1; inner.failed || len(inner.blocks) > 0 {
		f.fail()
	}
	f.index()
	return "$(" + inner.out.String() + ")"
}

// index moves over a subscript.
func (f *fishReader) index() (text string) {
	if f.at < len(f.text) && f.text[f.at] == '[' {
		if n := strings.IndexByte(f.text[f.at:], ']'); n >= 0 {
			text = f.text[f.at+1 : f.at+n]
			f.at += n + 1
		}
	}
	return text
}

// variable reads a variable. One with several words is replaced by them.
func (f *fishReader) variable(inQuotes bool) string {
	f.at++
	named := f.at < len(f.text) && f.text[f.at] == '$' // $$x is the value of the variable that $x names
	for f.at < len(f.text) && f.text[f.at] == '$' {
		f.at++
	}
	end := f.at
	for end < len(f.text) && (f.text[end] == '_' || isLetterOrDigit(f.text[end])) {
		end++
	}
	name := f.text[f.at:end]
	f.at = end
	index := f.index()
	list, is := f.lists[name]
	switch {
	case named && name != "":
		return "${!" + name + "}"
	case name == "argv" && len(index) == 1 && index[0] >= '1' && index[0] <= '9':
		return "$" + index
	case name == "argv" && inQuotes:
		return "$*"
	case name == "argv":
		return `"$@"`
	case name == "status" || name == "":
		return "$?"
	case is && !inQuotes && index == "":
		return list
	}
	return "${" + name + "}"
}

func isLetterOrDigit(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// statement writes a statement.
func (f *fishReader) statement(words []string) {
	if len(words) == 0 {
		f.fail() // nothing was read, as at a stray bracket
		return
	}
	line := strings.Join(words, " ")
	inside := func(ends string) bool { return len(f.blocks) > 0 && f.blocks[len(f.blocks)-1].ends == ends }
	switch words[0] {
	case "and", "or", "not", "command", "builtin":
		if words[0] == "not" {
			f.out.WriteString("! ")
		}
		if len(words) > 1 {
			f.statement(words[1:])
		}
	case "if", "while":
		line = words[0] + " " + fishCondition(words[1:])
		f.open(line, fishBlock{map[string]string{"if": "fi", "while": "done"}[words[0]], map[string]string{"if": "then", "while": "do"}[words[0]]})
	case "else":
		if !inside("fi") {
			f.fail()
		} else if len(words) > 2 && words[1] == "if" {
			f.out.WriteString("elif " + fishCondition(words[2:]))
			f.blocks[len(f.blocks)-1].due = "then"
		} else {
			f.out.WriteString("else " + nonEmpty(strings.Join(words[1:], " ")))
		}
	case "for":
		f.open(line, fishBlock{"done", "do"})
	case "begin":
		f.open("{ "+nonEmpty(strings.Join(words[1:], " ")), fishBlock{"}", ""})
	case "function":
		if len(words) < 2 || !isPlainWord(words[1]) {
			f.fail()
			return
		}
		if options := strings.Join(words[2:], " "); strings.Contains(options, "$(") {
			f.out.WriteString("true " + options + "; ") // they may run commands
		}
		f.open(words[1]+"() { true"+fishParameters(words[2:]), fishBlock{"}", ""})
	case "alias":
		f.alias(words[1:])
	case "switch":
		f.open("case "+strings.Join(words[1:], " ")+" in _none) true", fishBlock{"esac", ""})
	case "case":
		if !inside("esac") {
			f.fail()
			return
		}
		f.out.WriteString(";; " + strings.Join(words[1:], "|") + ") true")
	case "end":
		n := len(f.blocks) - 1
		if n < 0 || f.blocks[n].due != "" {
			f.fail()
			return
		}
		f.out.WriteString(strings.Join(append([]string{f.blocks[n].ends}, words[1:]...), " "))
		f.blocks = f.blocks[:n]
	case "set":
		f.set(words[1:])
	default:
		f.out.WriteString(line)
	}
}

// fishCondition returns the words of a condition.
func fishCondition(words []string) string {
	if len(words) > 1 && words[0] == "not" {
		return "! " + fishCondition(words[1:])
	}
	return strings.Join(words, " ")
}

// fishParameters returns the assignments of a function's parameters to their names: -a NAMES.
func fishParameters(options []string) string {
	line := ""
	for i := 0; i < len(options); i++ {
		if options[i] != "-a" && options[i] != "--argument-names" {
			continue
		}
		for n := 1; i+1 < len(options) && isVariable(options[i+1]) && n < 10; n++ {
			i++
			line += "; " + options[i] + "=$" + strconv.Itoa(n)
		}
	}
	return line
}

// nonEmpty returns a command, or one that does nothing.
func nonEmpty(line string) string {
	if line == "" {
		return "true"
	}
	return line
}

func (f *fishReader) open(line string, b fishBlock) {
	f.out.WriteString(line)
	f.blocks = append(f.blocks, b)
}

// alias writes a definition of alias, after a command that stores it if it is to stay: alias -s.
func (f *fishReader) alias(words []string) {
	if len(words) > 1 && wordlist.Among(words[0], "-s --save") {
		words = words[1:]
		f.out.WriteString("funcsave " + words[0] + "; ")
	}
	line := "alias " + strings.Join(words, " ")
	if len(words) == 2 && !strings.Contains(words[0], "=") {
		line = "alias " + words[0] + "=" + words[1]
	}
	f.out.WriteString(line)
}

// lasting are variables of fish that decide what later shells run, if they are universal.
const lasting = "fish_user_paths fish_function_path fish_complete_path PATH LD_PRELOAD LD_LIBRARY_PATH BASH_ENV ENV GIT_SSH_COMMAND GIT_SSH GIT_EXTERNAL_DIFF EDITOR VISUAL PAGER SHELL PYTHONPATH PYTHONSTARTUP NODE_OPTIONS PERL5LIB RUBYLIB PROMPT_COMMAND"

func isPlainWord(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") == ""
}

// set writes an assignment of set.
func (f *fishReader) set(words []string) {
	flags := ""
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		flags += strings.TrimLeft(words[0], "-") + " "
		words = words[1:]
	}
	name := ""
	if len(words) > 0 {
		name = words[0]
		words = words[1:]
	}
	has := func(options string) bool {
		return slices.ContainsFunc(strings.Fields(flags), func(w string) bool { return wordlist.Among(w, options) })
	}
	if universal := strings.Contains(flags, "U") || has("universal"); universal && wordlist.Among(name, lasting) && !has("q query S show e erase n names") {
		f.out.WriteString("fish_add_path " + strings.Join(words, " ") + "; ")
	}
	exports := strings.Contains(flags, "x") && !strings.Contains(flags, "unexport")
	switch {
	case isVariable(name) && has("a append p prepend"):
		f.extend(name, strings.Join(words, " "), has("p prepend"))
	case !isVariable(name) || has("q query S show e erase n names"):
		delete(f.lists, name)
		f.out.WriteString(strings.TrimSpace("true " + strings.Join(words, " "))) // the words may run commands
	case len(words) > 1 && !exports:
		f.lists[name] = strings.Join(words, " ")
		f.out.WriteString("true " + f.lists[name])
	default:
		delete(f.lists, name)
		by := " "
		if name == "PATH" {
			by = ":"
		}
		value := name + "=" + strings.Join(words, by)
		if len(words) > 1 {
			value = name + `="` + strings.ReplaceAll(strings.Join(words, by), `"`, "") + `"`
		}
		if exports {
			value = "export " + value
		}
		f.out.WriteString(value)
	}
}

// extend adds words to a variable, at its end or at its beginning.
func (f *fishReader) extend(name, words string, before bool) {
	list, is := f.lists[name]
	if !is {
		list = "${" + name + "}"
	}
	if before {
		list, words = words, list
	}
	f.lists[name] = strings.TrimSpace(list + " " + words)
	f.out.WriteString("true " + f.lists[name])
}
