package sql

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// Statements in strings: those that EXECUTE, PREPARE and DO run, possibly concatenated, and those in
// a session variable.

// dynamic reads the strings that a statement would execute.
func (r *reader) dynamic(rest []token) {
	for i, t := range rest {
		if t.is("@") && i+1 < len(rest) {
			r.held(rest[i+1])
		} else if strings.HasPrefix(t.text, "@") && t.kind == word {
			r.held(token{kind: word, text: t.text[1:]})
		}
	}
	for _, t := range r.joined(rest) {
		if t.kind == name && strings.ContainsAny(t.text, " \t\n") {
			t.kind = sqlString // sqlcmd begins with QUOTED_IDENTIFIER OFF: double quotes are strings
		}
		r.executed(t)
	}
}

// executed reads one string as statements.
func (r *reader) executed(t token) {
	if t.kind != sqlString {
		return
	}
	if r.depth > 8 {
		r.acts = append(r.acts, effect.Act{Kind: effect.Evaluates, Call: "execute", Args: []effect.Arg{{}}})
		return
	}
	inner := &reader{
		dialect: &dialect{backslash: r.backslash, dollar: r.dollar, bracket: r.bracket}, rest: t.text, variables: r.variables,
		placeholders: r.placeholders || strings.Contains(t.text, effect.Placeholder), depth: r.depth + 1,
	}
	if err := inner.all(); err != nil {
		r.acts = append(r.acts, effect.Act{Kind: effect.Evaluates, Call: "execute", Args: []effect.Arg{{}}})
	}
	r.acts = append(r.acts, inner.acts...)
}

// held reads the value of a session variable as statements. A variable that is not set visibly may
// hold any statement.
func (r *reader) held(name token) {
	text, known := r.variables[name.text]
	if !known {
		r.acts = append(r.acts, effect.Act{Kind: effect.Evaluates, Call: "execute", Args: []effect.Arg{{}}})
		return
	}
	r.executed(token{kind: sqlString, text: text})
}

// keep records the text that SET assigns to a session variable.
func (r *reader) keep(head token, rest []token) {
	if !head.is("SET") {
		return
	}
	equals := wordAt(rest, "=")
	if equals < 1 {
		return
	}
	name := rest[equals-1]
	if name.is(":") && equals > 1 { // :=
		name = rest[equals-2]
	}
	for _, t := range r.joined(rest[equals+1:]) {
		if t.kind == sqlString {
			if r.variables == nil {
				r.variables = map[string]string{}
			}
			r.variables[strings.TrimPrefix(name.text, "@")] = t.text
			return
		}
	}
}

// joined merges strings that || or CONCAT concatenate. An operand that is not a string becomes a
// [Placeholder].
func (r *reader) joined(toks []token) []token {
	var out []token
	for i := 0; i < len(toks); i++ {
		if toks[i].is("CONCAT") && i+1 < len(toks) && toks[i+1].is("(") {
			end := i + 2 + closing(toks[i+2:])
			out = append(out, r.joinedBy(toks[i+2:min(end, len(toks))], ","))
			i = end
			continue
		}
		end, bars := i, false
		for end+1 < len(toks) && (toks[end+1].is("|") || toks[end].is("|")) {
			bars = bars || toks[end+1].is("|")
			end++
		}
		if bars && (toks[i].kind == sqlString || toks[end].kind == sqlString) {
			out = append(out, r.joinedBy(toks[i:end+1], "|"))
			i = end
			continue
		}
		out = append(out, toks[i])
	}
	return out
}

// joinedBy merges the strings between separators.
func (r *reader) joinedBy(toks []token, separator string) token {
	var b strings.Builder
	for _, t := range toks {
		switch {
		case t.is(separator):
		case t.kind == sqlString:
			b.WriteString(t.text)
		default:
			b.WriteString(effect.Placeholder)
		}
	}
	return token{kind: sqlString, text: b.String()}
}

// writesAttached records writes to attached databases: a statement that changes something may refer
// to one, which also creates its file.
func (r *reader) writesAttached() {
	for _, t := range r.attached {
		r.arg(effect.Writes, "attach", t)
	}
	r.attached = nil
}
