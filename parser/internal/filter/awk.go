package filter

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/quote"
)

// awk evaluates awk programs that print constants and fields (awk(1p)): rules with the pattern
// BEGIN, END, NR==n, /expression/, $n=="text" or none, with print and printf of strings, numbers, $n, $NF, NR and NF.
// The output of all other programs is unknown.
func awk(call Call) (string, bool) {
	args, separator := call.Args, " "
	if len(args) > 0 && strings.HasPrefix(args[0], "-F") {
		if separator, args = args[0][2:], args[1:]; separator == "" && len(args) > 0 {
			separator, args = args[0], args[1:]
		}
		if len(separator) != 1 || strings.IndexByte(" :,;/-_=@#%", separator[0]) < 0 {
			return "", false
		}
	}
	if len(args) != 1 || strings.HasPrefix(args[0], "-") {
		return "", false
	}
	rules, ok := awkRules(args[0])
	if !ok {
		return "", false
	}
	return awkRun(rules, call, separator)
}

// nameBytes are the bytes of an awk name.
const nameBytes = upperCase + lowerCase + "_0123456789"

// awkRule is one rule of a program.
type awkRule struct {
	begin, end bool
	line       int // NR==line; 0 for all
	matches    *regexp.Regexp
	equals     awkTerm // a field that is equal to text, if that is not ""
	text       string
	prints     []awkPrint
}

// awkPrint is one print or printf: its operands, each of concatenated terms.
type awkPrint struct {
	formatted bool
	operands  [][]awkTerm
}

// awkTerm is a text, a field, or a counter.
type awkTerm struct {
	text  string
	field int // a field's number, or one of the constants below
}

const (
	awkText       = -1
	awkLastField  = -2 // $NF
	awkFieldCount = -3 // NF
	awkLineNumber = -4 // NR
)

// awkRun runs rules on the lines of the input.
func awkRun(rules []awkRule, call Call, separator string) (string, bool) {
	var out strings.Builder
	run := func(n int, line string, chosen func(awkRule) bool) bool {
		fields := awkFields(line, separator)
		for _, r := range rules {
			if !chosen(r) {
				continue
			}
			for _, p := range r.prints {
				text, ok := p.run(n, line, fields)
				if out.WriteString(text); !ok || out.Len() > maxText {
					return false
				}
			}
		}
		return true
	}
	if !run(0, "", func(r awkRule) bool { return r.begin }) {
		return "", false
	}
	reads := false
	for _, r := range rules {
		reads = reads || !r.begin
	}
	if !reads {
		return out.String(), true
	}
	if !call.HasInput || !IsASCII(call.Input) || !call.Spend((len(rules)+1)*len(call.Input)) {
		return "", false
	}
	lines := Lines(call.Input)
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\n")
		if !run(i+1, line, func(r awkRule) bool {
			return !r.begin && !r.end && (r.line == 0 || r.line == i+1) && r.selects(i+1, line, awkFields(line, separator))
		}) {
			return "", false
		}
	}
	ok := run(len(lines), "", func(r awkRule) bool { return r.end })
	return out.String(), ok
}

// selects reports whether a rule's pattern selects a line by its content.
func (r awkRule) selects(n int, line string, fields []string) bool {
	return (r.matches == nil || r.matches.MatchString(line)) && (r.text == "" || r.equals.value(n, line, fields) == r.text)
}

// content reads a pattern that selects lines by their content: /expression/ or $n=="text".
func (r *awkRule) content(pattern string) bool {
	if expression, is := strings.CutPrefix(pattern, "/"); is {
		expression, closed := strings.CutSuffix(expression, "/")
		re, ok := compile(expression, true)
		r.matches = re
		return ok && closed && !strings.Contains(expression, "/")
	}
	field, text, is := strings.Cut(pattern, "==")
	if !is || !strings.HasPrefix(field, "$") || !strings.HasPrefix(text, `"`) {
		return false
	}
	term, n := awkTermOf(field)
	value, size := awkString(text)
	r.equals, r.text = term, value.text
	return n == len(field) && size == len(text) && value.text != ""
}

// awkFields splits a line into fields.
func awkFields(line, separator string) []string {
	switch {
	case separator == " ":
		return strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
	case line == "":
		return nil
	}
	return strings.Split(line, separator)
}

func (p awkPrint) run(n int, line string, fields []string) (string, bool) {
	texts := make([]string, len(p.operands))
	for i, terms := range p.operands {
		for _, t := range terms {
			texts[i] += t.value(n, line, fields)
		}
	}
	if !p.formatted {
		if len(texts) == 0 {
			texts = []string{line}
		}
		return strings.Join(texts, " ") + "\n", true
	}
	if len(texts) == 0 || strings.Contains(texts[0], `\`) || strings.Contains(texts[0], "%b") || strings.Contains(texts[0], "%c") {
		return "", false
	}
	var b strings.Builder
	used, _, ok := appendFormatted(&b, texts[0], texts[1:])
	return b.String(), ok && used == len(texts)-1
}

func (t awkTerm) value(n int, line string, fields []string) string {
	field := t.field
	switch field {
	case awkText:
		return t.text
	case awkFieldCount:
		return strconv.Itoa(len(fields))
	case awkLineNumber:
		return strconv.Itoa(n)
	case awkLastField:
		field = len(fields)
	}
	switch {
	case field == 0:
		return line
	case field <= len(fields):
		return fields[field-1]
	}
	return ""
}

// awkRules reads a program.
func awkRules(s string) ([]awkRule, bool) {
	var rules []awkRule
	for s = strings.TrimLeft(s, " \t\n;"); s != ""; s = strings.TrimLeft(s, " \t\n;") {
		var r awkRule
		pattern, body, found := strings.Cut(s, "{")
		if !found {
			return nil, false
		}
		switch pattern = strings.Join(strings.Fields(pattern), ""); {
		case pattern == "BEGIN":
			r.begin = true
		case pattern == "END":
			r.end = true
		case strings.HasPrefix(pattern, "NR=="):
			n, err := strconv.Atoi(pattern[4:])
			if err != nil || n < 1 {
				return nil, false
			}
			r.line = n
		case pattern != "" && !r.content(pattern):
			return nil, false
		}
		var ok bool
		if r.prints, s, ok = awkBody(body); !ok {
			return nil, false
		}
		for _, p := range r.prints {
			if r.end && p.reads() {
				return nil, false // its last line in END depends on the version
			}
		}
		rules = append(rules, r)
	}
	return rules, len(rules) > 0
}

// reads reports whether a print uses the current line.
func (p awkPrint) reads() bool {
	for _, terms := range p.operands {
		for _, t := range terms {
			if t.field != awkText && t.field != awkLineNumber {
				return true
			}
		}
	}
	return len(p.operands) == 0
}

// awkBody reads the prints up to a closing brace, and returns the rest.
func awkBody(s string) (prints []awkPrint, rest string, ok bool) {
	for {
		s = strings.TrimLeft(s, " \t\n;")
		if rest, closed := strings.CutPrefix(s, "}"); closed {
			return prints, rest, true
		}
		word := s[:len(s)-len(strings.TrimLeft(s, nameBytes))]
		if word != "print" && word != "printf" {
			return nil, "", false
		}
		p := awkPrint{formatted: word == "printf"}
		if p.operands, s, ok = awkOperands(s[len(word):]); !ok {
			return nil, "", false
		}
		prints = append(prints, p)
	}
}

// awkOperands reads the operands of a print: lists of terms, possibly in parentheses.
func awkOperands(s string) (operands [][]awkTerm, rest string, ok bool) {
	s = strings.TrimLeft(s, " \t")
	s, parenthesis := strings.CutPrefix(s, "(")
	var terms []awkTerm
	for {
		s = strings.TrimLeft(s, " \t")
		if s == "" {
			return nil, "", false
		}
		switch c := s[0]; {
		case c == ',' && len(terms) > 0:
			operands, terms = append(operands, terms), nil
			s = s[1:]
			continue
		case c == ')' && parenthesis:
			s = strings.TrimLeft(s[1:], " \t")
			if s == "" || strings.IndexByte(";\n}", s[0]) < 0 || len(terms) == 0 {
				return nil, "", false
			}
			return append(operands, terms), s, true
		case (c == ';' || c == '\n' || c == '}') && !parenthesis:
			if len(terms) == 0 {
				return nil, s, len(operands) == 0
			}
			return append(operands, terms), s, true
		}
		t, n := awkTermOf(s)
		if n == 0 {
			return nil, "", false
		}
		terms = append(terms, t)
		s = s[n:]
	}
}

// awkTermOf reads one term, and returns its length.
func awkTermOf(s string) (awkTerm, int) {
	size := len(s) - len(strings.TrimLeft(strings.TrimPrefix(s, "$"), nameBytes))
	word := s[:size]
	digits := strings.Trim(strings.TrimPrefix(word, "$"), "0123456789") == ""
	switch {
	case s[0] == '"':
		return awkString(s)
	case word == "$NF":
		return awkTerm{field: awkLastField}, size
	case word == "NF":
		return awkTerm{field: awkFieldCount}, size
	case word == "NR":
		return awkTerm{field: awkLineNumber}, size
	case !digits || word == "" || word == "$" || len(word) > 4 || strings.HasPrefix(s[size:], "."):
		return awkTerm{}, 0
	case word[0] == '$':
		n, err := strconv.Atoi(word[1:])
		if err != nil {
			return awkTerm{}, 0
		}
		return awkTerm{field: n}, size
	case word[0] == '0' && word != "0":
		return awkTerm{}, 0
	}
	return awkTerm{text: word, field: awkText}, size
}

// awkString reads a string with its escapes.
func awkString(s string) (awkTerm, int) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return awkTerm{text: b.String(), field: awkText}, i + 1
		case c == '\n':
			return awkTerm{}, 0
		case c != '\\':
			b.WriteByte(c)
		case i+1 < len(s) && strings.IndexByte(`\"/nt01234567`, s[i+1]) >= 0:
			if i++; s[i] == '/' || s[i] == '"' {
				b.WriteByte(s[i])
				continue
			}
			text, n := quote.ANSIEscape(s[i:])
			if text == "\x00" {
				return awkTerm{}, 0
			}
			b.WriteString(text)
			i += n - 1
		default:
			return awkTerm{}, 0
		}
	}
	return awkTerm{}, 0
}
