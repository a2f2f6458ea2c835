package reader

import (
	"slices"
	"strings"
)

// zsh's short forms of loops and conditions, always and functions without a name (zshmisc(1),
// COMPLEX COMMANDS, ALTERNATE FORMS FOR COMPLEX COMMANDS, ANONYMOUS FUNCTIONS), which
// mvdan.cc/sh rejects, are rewritten to the forms that it reads.

// withoutShortForms rewrites the short forms in a text. It returns the places of the bytes that
// it adds, or nil if there are no such forms or something else that it does not read.
func withoutShortForms(text string) (string, []int) {
	r := shortForms{text: text, out: []byte(text)}
	if strings.Contains(strings.ReplaceAll(text, "<<<", ""), "<<") {
		return "", nil // the body of a here-document is no code
	}
	r.list(0)
	if r.at < len(text) || len(r.added) == 0 || r.depth < 0 {
		return "", nil
	}
	slices.SortStableFunc(r.added, func(a, b insertion) int { return a.at - b.at })
	var out []byte
	var places []int
	from := 0
	for _, a := range r.added {
		out = append(out, r.out[from:a.at]...)
		for i := range len(a.text) {
			places = append(places, len(out)+i)
		}
		out = append(out, a.text...)
		from = a.at
	}
	return string(append(out, r.out[from:]...)), places
}

// insertion is a text that is added at a place of the original.
type insertion struct {
	at   int
	text string
}

// shortForms goes through a text once.
type shortForms struct {
	text  string
	at    int
	out   []byte // the text, with bytes replaced
	added []insertion
	depth int // of nesting; negative if it was too deep
}

func (r *shortForms) add(text string) { r.added = append(r.added, insertion{r.at, text}) }

func (r *shortForms) byte() byte {
	if r.at >= len(r.text) {
		return 0
	}
	return r.text[r.at]
}

// skip skips bytes of a set and, between commands, comments.
func (r *shortForms) skip(set string) {
	for r.at < len(r.text) {
		switch {
		case strings.IndexByte(set, r.text[r.at]) >= 0:
			r.at++
		case r.text[r.at] == '#' && strings.Contains(set, "\n"):
			if n := strings.IndexByte(r.text[r.at:], '\n'); n >= 0 {
				r.at += n
			} else {
				r.at = len(r.text)
			}
		default:
			return
		}
	}
}

// word returns the plain word at the place, without moving.
func (r *shortForms) word() string {
	end := r.at
	for end < len(r.text) && strings.IndexByte(" \t\n;&|(){}<>\"'`$\\#", r.text[end]) < 0 {
		end++
	}
	return r.text[r.at:end]
}

// accept moves over a plain word if it is the next one.
func (r *shortForms) accept(word string) bool {
	if r.word() != word {
		return false
	}
	r.at += len(word)
	return true
}

// list reads commands up to a closing byte, or to the end.
func (r *shortForms) list(end byte) {
	if r.depth++; r.depth > MaxDepth || r.depth <= 0 {
		r.depth, r.at = -1, len(r.text)
		return
	}
	for {
		r.skip(" \t\n;&|!")
		if r.at >= len(r.text) || r.byte() == end {
			break
		}
		from := r.at
		r.command()
		if r.at == from {
			r.at++
		}
	}
	if r.depth > 0 {
		r.depth--
	}
}

// group reads what is in brackets, and the closing one.
func (r *shortForms) group(end byte) {
	r.at++
	r.list(end)
	if r.byte() == end {
		r.at++
	}
}

// command reads a command.
func (r *shortForms) command() {
	switch word := r.word(); {
	case r.byte() == '{':
		r.group('}')
		r.always()
	case r.byte() == '(' && strings.HasPrefix(r.text[r.at:], "()"):
		r.anonymous()
	case strings.HasPrefix(r.text[r.at:], "(("):
		r.condition()
		r.words()
	case r.byte() == '(':
		r.group(')')
	case word == "for" || word == "foreach" || word == "select":
		r.loop(word)
	case word == "if" || word == "elif" || word == "while" || word == "until":
		r.at += len(word)
		r.conditional(word)
	case word == "then" || word == "do" || word == "else" || word == "time":
		r.at += len(word)
	default:
		r.words()
	}
}

// always reads "always" after a group: what follows it runs in any case.
func (r *shortForms) always() {
	place := r.at
	r.skip(" \t")
	if !r.accept("always") {
		r.at = place
		return
	}
	copy(r.out[r.at-len("always"):], ";     ")
	r.add(" ") // an addition, so that it counts as a change
	r.skip(" \t\n")
	if r.byte() == '{' {
		r.group('}')
	}
}

// unnamed is the name that a function without one gets.
const unnamed = "_unnamed"

// anonymous reads a function without a name, which is called where it stands.
func (r *shortForms) anonymous() {
	r.add(unnamed)
	r.at += len("()")
	r.skip(" \t\n")
	if r.byte() != '{' {
		r.depth = -1
		return
	}
	r.group('}')
	r.add("; " + unnamed)
	r.words()
}

// loop reads for NAME (WORDS) COMMAND.
func (r *shortForms) loop(keyword string) {
	start := r.at
	r.at += len(keyword)
	r.skip(" \t")
	for name := r.word(); name != "" && name != "in"; name = r.word() {
		r.at += len(name)
		r.skip(" \t")
	}
	end := -1
	if r.byte() == '(' && !strings.HasPrefix(r.text[r.at:], "((") {
		end = closing(r.text, r.at+1)
	}
	if end < 0 {
		r.words()
		return
	}
	r.out[r.at], r.out[end] = ' ', ' '
	r.add("in ")
	r.at = end + 1
	if r.skip(" \t"); r.byte() != ';' && r.byte() != '\n' {
		r.add("; ")
	}
	r.skip(" \t\n;")
	switch {
	case keyword == "foreach":
		copy(r.out[start:], "for    ")
		r.add("do ")
		r.foreach()
	case r.word() != "do":
		r.body("do ", "; done")
	}
}

// foreach reads the commands of a loop up to its end.
func (r *shortForms) foreach() {
	for {
		r.skip(" \t\n;&|!")
		if r.at >= len(r.text) || r.depth < 0 {
			return
		}
		if r.accept("end") {
			copy(r.out[r.at-len("end"):], "don")
			r.add("e")
			return
		}
		from := r.at
		if r.command(); r.at == from {
			r.at++
		}
	}
}

// body reads one command between two texts that are added.
func (r *shortForms) body(before, after string) {
	r.add(before)
	r.command()
	for {
		place := r.at
		r.skip(" \t")
		if op := r.text[r.at:]; !strings.HasPrefix(op, "&&") && !strings.HasPrefix(op, "|") {
			r.at = place
			break
		}
		r.skip("&| \t\n")
		r.command()
	}
	r.add(after)
}

// conditional reads the condition after a keyword and, in the short form, the command or group
// after it.
func (r *shortForms) conditional(keyword string) {
	r.skip(" \t")
	if !r.condition() {
		return // the long form
	}
	r.skip(" \t")
	switch c := r.byte(); {
	case c == 0 || strings.IndexByte(";&|\n)}<>", c) >= 0:
		return
	case keyword == "while" || keyword == "until":
		r.body("; do ", "; done")
		return
	}
	r.body("; then ", "")
	place := r.at
	r.skip(" \t\n")
	switch {
	case r.word() == "elif":
		r.added = append(r.added, insertion{place, "; "})
		r.at += len("elif")
		r.conditional("elif")
		return
	case r.word() == "else":
		r.added = append(r.added, insertion{place, "; "})
		r.at += len("else")
		r.skip(" \t\n")
		r.body("", "; fi")
		return
	}
	r.at = place
	r.add("; fi")
}

// condition moves over [[ ]], (( )) or ( ), and reports whether one was there.
func (r *shortForms) condition() bool {
	rest := r.text[r.at:]
	switch {
	case strings.HasPrefix(rest, "[["):
		end := strings.Index(rest, " ]]")
		if end < 0 {
			return false
		}
		r.at += end + len(" ]]")
		return true
	case strings.HasPrefix(rest, "("):
		end := closing(r.text, r.at+1)
		if end < 0 {
			return false
		}
		r.at = end + 1
		return true
	}
	return false
}

// words moves over the words of a simple command.
func (r *shortForms) words() {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c == '\\':
			r.at += 2
		case c == '\'' || c == '"' || c == '`':
			n := quotedEnd(r.text[r.at+1:], c)
			if n < 0 {
				r.depth, r.at = -1, len(r.text)
				return
			}
			r.at += n + 2
		case c == '(':
			end := closing(r.text, r.at+1)
			if end < 0 {
				r.depth, r.at = -1, len(r.text)
				return
			}
			if strings.HasPrefix(r.text[r.at:], "()") { // the body of a function follows
				r.at = end + 1
				return
			}
			r.at = end + 1
		case c == '{' && r.at > 0 && r.text[r.at-1] == '$' || c == '{' && r.at+1 < len(r.text) && strings.IndexByte(" \t\n", r.text[r.at+1]) < 0:
			end := strings.IndexByte(r.text[r.at:], '}')
			if end < 0 {
				r.depth, r.at = -1, len(r.text)
				return
			}
			r.at += end + 1
		case strings.IndexByte("\n;&|)}", c) >= 0:
			return
		case c == '{':
			return
		default:
			r.at++
		}
	}
	r.at = min(r.at, len(r.text))
}
