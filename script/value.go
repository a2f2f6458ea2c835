package script

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// value is what an expression may be: one atom for each possibility.
type value []atom

// atom is one possibility. The zero atom is a thing nobody knows.
type atom struct {
	kind  atomKind
	text  string   // of text; the name of a ref; the known beginning of a stranger
	num   int      // of a number
	items []value  // of a sequence
	keys  []string // of its items, or nil where they are its positions
	of    value    // of a ref: what it was made of or is a method of
}

type atomKind uint8

const (
	stranger atomKind = iota
	constant
	number
	sequence
	closure // a function of the code: its number
	ref     // a module, function, class or instance: "os.system", "pathlib.Path()"
)

// The bounds of folding. Past them a value has a stranger among its atoms.
const (
	maxAtoms = 16
	maxText  = 64 << 10
	maxItems = 1 << 10
	maxName  = 120 // of a ref
)

var anything = value{{}}

func text(s string) value       { return value{{kind: constant, text: s}} }
func beginning(s string) value  { return value{{text: s}} }
func named(s string) value      { return value{{kind: ref, text: s}} }
func list(items ...value) value { return value{{kind: sequence, items: items}} }
func pathOf(of value) value     { return value{{kind: ref, text: pathClass, of: of}} }
func instance(n string, of value) value {
	return value{{kind: ref, text: n, of: of}}
}

// pathClass names what pathlib.Path returns; its atom's of is the path.
const pathClass = "pathlib.Path()"

// join is what may be either. Functions the table has are never dropped.
func join(a, b value) value {
	if len(a) == 0 && len(b) == 1 {
		return b
	}
	out := a[:len(a):len(a)]
	for _, x := range b {
		switch {
		case out.has(x):
		case len(out) < maxAtoms || kept(x):
			out = append(out, x)
		case !out.has(atom{}):
			out = append(out, atom{})
		}
	}
	return out
}

// kept tells whether an atom is a function that a table has.
func kept(x atom) bool {
	return x.kind == ref && (len(rows(x.text)) > 0 || len(jsRows(x.text)) > 0 || len(phpRows(x.text)) > 0)
}

func (v value) has(x atom) bool {
	for _, y := range v {
		if steps := maxAlike; alike(x, y, &steps) {
			return true
		}
	}
	return false
}

// maxAlike is how many atoms are compared before two are taken as different.
const maxAlike = 256

func alike(x, y atom, steps *int) bool {
	if *steps--; *steps < 0 || x.kind != y.kind || x.text != y.text || x.num != y.num || len(x.items) != len(y.items) || !slices.Equal(x.keys, y.keys) {
		return false
	}
	for i := range x.items {
		if !allAlike(x.items[i], y.items[i], steps) {
			return false
		}
	}
	return allAlike(x.of, y.of, steps)
}

func allAlike(v, w value, steps *int) bool {
	if len(v) != len(w) {
		return false
	}
	for i := range v {
		if !alike(v[i], w[i], steps) {
			return false
		}
	}
	return true
}

// args are the texts a value may be where one is wanted: of a path object its
// path, of a sequence each of its items.
func (v value) args() []Arg { return v.argsTo(3) }

func (v value) argsTo(depth int) []Arg {
	var out []Arg
	for _, a := range v {
		switch {
		case a.kind == constant:
			out = append(out, Arg{a.text, true})
		case a.kind == sequence && depth > 0 && len(a.items) > 0:
			for _, it := range a.items {
				out = append(out, it.argsTo(depth-1)...)
			}
		case a.kind == ref && carries.has(a.text) && a.of != nil && depth > 0:
			out = append(out, a.of.argsTo(depth-1)...)
		case a.kind == stranger:
			out = append(out, Arg{Text: a.text})
		case a.kind != number:
			out = append(out, Arg{})
		}
		if len(out) > maxItems {
			return append(out[:maxItems], Arg{})
		}
	}
	return out
}

// carries are the instances that stand for what they were made of.
const carries words = pathClass + " urllib.request.Request() urllib2.Request()"

// truth tells whether a value is certainly false, and whether certainly true.
func (v value) truth() (no, yes bool) {
	no, yes = true, true
	for _, a := range v {
		falsy := a.kind == number && a.num == 0 || a.kind == ref && (a.text == "False" || a.text == "None") ||
			a.kind == constant && a.text == "" || a.kind == sequence && len(a.items) == 0
		no = no && falsy
		yes = yes && !falsy && a.kind != stranger
	}
	return no, yes
}

// each applies a function to the constants of a value; all else is unknown.
func (v value) each(f func(string) (string, bool)) value {
	var out value
	for _, a := range v {
		next := anything
		if a.kind == constant {
			if s, ok := f(a.text); ok {
				next = text(s)
			}
		}
		out = join(out, next)
	}
	return orAnything(out)
}

// items are what a loop over a value may meet.
func (v value) items() value {
	var out value
	for _, a := range v {
		switch {
		case a.kind == sequence:
			for _, it := range a.items {
				out = join(out, it)
			}
		case a.kind == constant && len(a.text) <= maxAtoms:
			for _, r := range a.text {
				out = join(out, text(string(r)))
			}
		default:
			out = join(out, anything)
		}
	}
	return orAnything(out)
}

func orAnything(v value) value { return orElse(v, anything) }

// operate folds a binary operator.
func (r *reading) operate(op string, a, b value) value {
	if op == "or" || op == "and" {
		return join(a, b)
	}
	var out value
	for _, x := range a {
		for _, y := range b {
			if !r.spend(1) {
				return anything
			}
			out = join(out, r.pair(op, x, y))
		}
	}
	return orAnything(out)
}

func (r *reading) pair(op string, x, y atom) value {
	switch {
	case op == "+" && x.kind == sequence && y.kind == sequence && len(x.items)+len(y.items) <= maxItems:
		r.spend(len(x.items) + len(y.items))
		return list(append(x.items[:len(x.items):len(x.items)], y.items...)...)
	case x.kind == number && y.kind == number:
		return arithmetic(op, x.num, y.num)
	case op == "+":
		return r.concat(x, y)
	case op == "*" && x.kind == constant && y.kind == number:
		return r.repeat(x.text, y.num)
	case op == "*" && x.kind == number && y.kind == constant:
		return r.repeat(y.text, x.num)
	case op == "/" && x.kind == ref && x.text == pathClass:
		return pathOf(r.paths(x.of, value{y}))
	case op == "/" && y.kind == ref && y.text == pathClass:
		return pathOf(r.paths(value{x}, y.of))
	case op == "%" && x.kind == constant:
		return r.percent(x.text, y)
	}
	return anything
}

// concat keeps the beginning where the rest is unknown, and one unknown item
// for the unknown rest of a list.
func (r *reading) concat(x, y atom) value {
	switch {
	case x.kind == constant && (y.kind == constant || y.kind == stranger):
		if len(x.text)+len(y.text) > maxText || !r.spend(len(x.text)+len(y.text)) {
			return beginning(x.text)
		}
		return value{{kind: y.kind, text: x.text + y.text}}
	case x.kind == constant:
		return beginning(x.text)
	case x.kind == sequence && len(x.items) < maxItems && r.spend(len(x.items)):
		return list(append(x.items[:len(x.items):len(x.items)], anything)...)
	case y.kind == sequence && len(y.items) < maxItems && r.spend(len(y.items)):
		return list(append([]value{anything}, y.items...)...)
	case x.kind == stranger:
		return beginning(x.text)
	}
	return anything
}

func arithmetic(op string, x, y int) value {
	switch op {
	case "+":
		return integer(x + y)
	case "-":
		return integer(x - y)
	case "*":
		return integer(x * y)
	case "^":
		return integer(x ^ y)
	}
	return anything
}

// integer is a number, or unknown where products could overflow.
func integer(n int) value {
	if n > 1<<24 || n < -1<<24 {
		return anything
	}
	return value{{kind: number, num: n}}
}

func (r *reading) repeat(s string, n int) value {
	n = max(n, 0)
	if len(s)*n > maxText || !r.spend(len(s)*n) {
		return beginning(s)
	}
	return text(strings.Repeat(s, n))
}

// percent folds "rm %s" % x where every verb is %s or %d.
func (r *reading) percent(format string, y atom) value {
	args := []value{{y}}
	if y.kind == sequence {
		args = y.items
	}
	out := text("")
	for {
		before, rest, found := strings.Cut(format, "%")
		out = r.operate("+", out, text(before))
		switch {
		case !found:
			return out
		case strings.HasPrefix(rest, "%"):
			out = r.operate("+", out, text("%"))
		case len(args) > 0 && (strings.HasPrefix(rest, "s") || strings.HasPrefix(rest, "d")):
			out, args = r.operate("+", out, args[0].str()), args[1:]
		default:
			return r.operate("+", out, anything)
		}
		format = rest[1:]
	}
}

// str is what str() and formatting make of a value.
func (v value) str() value {
	var out value
	for _, a := range v {
		switch {
		case a.kind == constant || a.kind == stranger:
			out = join(out, value{a})
		case a.kind == number:
			out = join(out, text(strconv.Itoa(a.num)))
		case a.kind == ref && a.text == pathClass:
			out = join(out, a.of.str())
		default:
			out = join(out, anything)
		}
	}
	return orAnything(out)
}

// paths joins as os.path.join does: an absolute part discards what is before.
func (r *reading) paths(parts ...value) value {
	out := text("")
	for _, p := range parts {
		var next value
		for _, x := range out {
			for _, y := range p.str() {
				if !r.spend(1) {
					return anything
				}
				next = join(next, r.slash(x, y))
			}
		}
		out = orAnything(next)
	}
	return out
}

func (r *reading) slash(x, y atom) value {
	switch {
	case x.kind == constant && (x.text == "" || strings.HasPrefix(y.text, "/")):
		return value{y}
	case y.kind == constant && (path.IsAbs(y.text) || strings.HasPrefix(y.text, "~")):
		return value{y}
	case y.kind == stranger && y.text == "":
		return anything // it may be absolute
	case x.kind == constant && !strings.HasSuffix(x.text, "/"):
		x.text += "/"
	}
	return r.concat(x, y)
}
