package filter

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// sedStep is one command of a sed script with its addresses.
type sedStep struct {
	from, to sedAddress // to is unset for one line
	except   bool       // all lines except these
	verb     byte       // s, y, p, d or q
	change   func(line string) (changed string, matched bool)
	prints   bool // s///p

	within bool // inside a range
}

// sedAddress selects lines: by number, the last one, or by a pattern.
type sedAddress struct {
	set     bool
	line    int
	last    bool
	pattern *regexp.Regexp
}

// Sed evaluates sed with the commands s, y, p, d and q, on lines by number or pattern (sed(1)).
func Sed(call Call) (string, bool) {
	scripts, extended, quiet, ok := sedOptions(call.Args)
	if !ok {
		return "", false
	}
	var steps []*sedStep
	for _, script := range scripts {
		for rest := strings.TrimLeft(script, " \t;\n"); rest != ""; rest = strings.TrimLeft(rest, " \t;\n") {
			step, n, ok := sedCommand(rest, extended)
			if !ok {
				return "", false
			}
			steps = append(steps, step)
			rest = rest[n:]
		}
	}
	if len(scripts) == 0 || !call.Spend(len(steps)*(len(call.Input)+1)) {
		return "", false
	}
	return sedLines(call.Input, steps, quiet)
}

// sedOptions returns the scripts and switches among the arguments.
func sedOptions(args []string) (scripts []string, extended, quiet, ok bool) {
	given := false
	for ; len(args) > 0; args = args[1:] {
		a := args[0]
		if len(a) < 2 || a[0] != '-' {
			if given || len(scripts) > 0 {
				return nil, false, false, false // a file operand
			}
			scripts = append(scripts, a)
			continue
		}
		switches := strings.TrimSuffix(a[1:], "e")
		if strings.Trim(switches, "nEr") != "" || len(scripts) > 0 && !given {
			return nil, false, false, false
		}
		extended = extended || strings.ContainsAny(switches, "Er")
		quiet = quiet || strings.Contains(switches, "n")
		if len(switches) < len(a)-1 {
			if len(args) == 1 {
				return nil, false, false, false
			}
			scripts, given = append(scripts, args[1]), true
			args = args[1:]
		}
	}
	return scripts, extended, quiet, true
}

// sedRun is one run of a sed script.
type sedRun struct {
	steps []*sedStep
	quiet bool
	out   strings.Builder
}

func sedLines(text string, steps []*sedStep, quiet bool) (string, bool) {
	r := sedRun{steps: steps, quiet: quiet}
	lines := Lines(text)
	for i, line := range lines {
		quit, ok := r.line(i+1, i+1 == len(lines), line)
		if !ok {
			return "", false
		}
		if quit {
			break
		}
	}
	return r.out.String(), true
}

// line runs the script on one line, which includes its newline if it has one.
func (r *sedRun) line(n int, last bool, whole string) (quit, ok bool) {
	line, ended := strings.CutSuffix(whole, "\n")
	for _, s := range r.steps {
		if !s.selects(n, last, line) {
			continue
		}
		matched := s.verb == 'p'
		switch s.verb {
		case 'd':
			return false, true
		case 'q':
			quit = true
		case 's', 'y':
			line, matched = s.change(line)
			matched = matched && s.prints
		}
		if matched {
			r.print(line, ended)
		}
		if len(line) > maxText || r.out.Len() > maxText {
			return false, false
		}
		if quit {
			break
		}
	}
	if !r.quiet {
		r.print(line, ended)
	}
	return quit, true
}

// print writes a line. If the input's last line has no newline, the output's last line has none
// either.
func (r *sedRun) print(line string, ended bool) {
	if text := r.out.String(); text != "" && text[len(text)-1] != '\n' {
		r.out.WriteByte('\n')
	}
	r.out.WriteString(line)
	if ended {
		r.out.WriteByte('\n')
	}
}

// selects reports whether a step applies to a line.
func (s *sedStep) selects(n int, last bool, line string) bool {
	return s.addressed(n, last, line) != s.except
}

func (s *sedStep) addressed(n int, last bool, line string) bool {
	switch {
	case !s.from.set:
		return true
	case !s.to.set:
		return s.from.is(n, last, line)
	case s.within:
		byLine := s.to.line > 0
		s.within = !(byLine && n >= s.to.line || !byLine && s.to.is(n, last, line))
		return !byLine || n <= s.to.line
	case s.from.is(n, last, line):
		s.within = s.to.line == 0 && !(s.to.last && last) || s.to.line > n
		return true
	}
	return false
}

func (a sedAddress) is(n int, last bool, line string) bool {
	if a.pattern != nil {
		return a.pattern.MatchString(line)
	}
	return a.last && last || a.line == n
}

// sedCommand reads one command with its addresses, and returns its length.
func sedCommand(s string, extended bool) (step *sedStep, size int, ok bool) {
	step = &sedStep{}
	rest := s
	if rest, ok = sedAddressOf(rest, extended, &step.from); !ok {
		return nil, 0, false
	}
	if step.from.set && strings.HasPrefix(rest, ",") {
		if rest, ok = sedAddressOf(strings.TrimLeft(rest[1:], " "), extended, &step.to); !ok || !step.to.set {
			return nil, 0, false
		}
	}
	rest = strings.TrimLeft(rest, " \t")
	if step.except = strings.HasPrefix(rest, "!"); step.except {
		rest = strings.TrimLeft(rest[1:], " \t")
	}
	if rest == "" {
		return nil, 0, false
	}
	n := 1
	switch step.verb = rest[0]; step.verb {
	case 'p', 'd':
	case 'q':
		if step.to.set {
			return nil, 0, false
		}
	case 's', 'y':
		if n, ok = step.changes(rest, extended); !ok {
			return nil, 0, false
		}
	default:
		return nil, 0, false
	}
	rest = rest[n:]
	if after := strings.TrimLeft(rest, " \t"); after != "" && after[0] != ';' && after[0] != '\n' {
		return nil, 0, false
	}
	return step, len(s) - len(rest), true
}

// sedAddressOf reads an optional address, and returns the rest.
func sedAddressOf(s string, extended bool, a *sedAddress) (rest string, ok bool) {
	switch digits := len(s) - len(strings.TrimLeft(s, "0123456789")); {
	case digits > 0:
		n, err := strconv.Atoi(s[:digits])
		if err != nil || n == 0 || strings.HasPrefix(s[digits:], "~") {
			return "", false // GNU extensions: 0 and steps
		}
		a.set, a.line = true, n
		return s[digits:], true
	case strings.HasPrefix(s, "$"):
		a.set, a.last = true, true
		return s[1:], true
	case strings.HasPrefix(s, "/"):
		text, n := sedPart(s[1:], '/')
		if n == 0 || strings.HasPrefix(s[1+n:], "I") || strings.HasPrefix(s[1+n:], "M") {
			return "", false
		}
		a.set = true
		a.pattern, ok = compile(text, extended)
		return s[1+n:], ok
	}
	return s, true
}

// changes reads s or y, and returns its length.
func (step *sedStep) changes(s string, extended bool) (size int, ok bool) {
	if len(s) < 4 || s[1] == '\\' || s[1] == '\n' || s[1] >= 0x80 {
		return 0, false
	}
	from, n := sedPart(s[2:], s[1])
	if n == 0 {
		return 0, false
	}
	to, m := sedPart(s[2+n:], s[1])
	if m == 0 {
		return 0, false
	}
	size = 2 + n + m
	flags := s[size:]
	flags = flags[:len(flags)-len(strings.TrimLeft(flags, "gp"))]
	size += len(flags)
	all := strings.Contains(flags, "g")
	step.prints = strings.Contains(flags, "p")
	if s[0] == 'y' {
		step.change = func(line string) (string, bool) { return transliterate(line, from, to), true }
		return size, len(from) == len(to) && flags == "" && !strings.ContainsAny(from+to, `\`) && IsASCII(from+to)
	}
	re, ok := compile(from, extended)
	if !ok {
		return 0, false
	}
	with, ok := replacement(to, re.NumSubexp())
	step.change = func(line string) (string, bool) {
		return substitute(re, line, with, all), step.prints && re.MatchString(line)
	}
	return size, ok
}

// sedPart returns the text up to a delimiter, and the length including it.
func sedPart(s string, delimiter byte) (string, int) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == delimiter:
			return b.String(), i + 1
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == delimiter:
			i++
			if strings.IndexByte(".*[]^$+?(){}|&", delimiter) >= 0 {
				return "", 0 // versions differ
			}
			b.WriteByte(delimiter)
		case s[i] == '\\' && i+1 < len(s):
			b.WriteString(s[i : i+2])
			i++
		default:
			b.WriteByte(s[i])
		}
	}
	return "", 0
}

func transliterate(line, from, to string) string {
	return strings.Map(func(r rune) rune {
		if i := slices.Index([]byte(from), byte(r)); r < 0x80 && i >= 0 {
			return rune(to[i])
		}
		return r
	}, line)
}
