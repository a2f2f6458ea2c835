package script

import (
	"path"
	"slices"
	"strings"
)

// operate folds a binary operator.
func (r *reading) operate(op string, a, b value) value {
	if op == "or" || op == "and" {
		return join(a, b)
	}
	var out choice
	for _, x := range a {
		for _, y := range b {
			if !r.spend(1) {
				return anything
			}
			out.add(r.pair(op, x, y))
		}
	}
	return orAnything(out.value)
}

func (r *reading) pair(op string, x, y atom) value {
	switch {
	case op == "+" && x.kind == sequence && y.kind == sequence && len(x.items)+len(y.items) <= maxItems:
		r.spend(len(x.items) + len(y.items))
		return list(append(x.items[:len(x.items):len(x.items)], y.items...)...)
	case x.kind == number && y.kind == number:
		return arithmetic(op, x.num, y.num)
	case (x.kind == number || x.isName()) && (y.kind == number || y.isName()):
		return sketched(Hole)
	case op == "+":
		return r.concat(x, y)
	case op == "*" && x.kind == constant && y.kind == number:
		return r.repeat(x.text, y.num)
	case op == "*" && x.kind == sequence && y.kind == number && x.keys == nil && len(x.items)*max(y.num, 0) <= maxItems:
		r.spend(len(x.items) * max(y.num, 0))
		return list(slices.Repeat(x.items, max(y.num, 0))...)
	case op == "*" && x.kind == number && y.kind == constant:
		return r.repeat(y.text, x.num)
	case op == "/" && x.kind == ref && x.text == pathClass:
		return pathOf(r.paths(x.of, value{y}))
	case op == "/" && y.kind == ref && y.text == pathClass:
		return pathOf(r.paths(value{x}, y.of))
	case op == "%" && x.kind == constant:
		return r.percent(x.text, y.elements())
	}
	return anything
}

// concat keeps what is known of a text where the rest is not, and one unknown item
// for the unknown rest of a list.
func (r *reading) concat(x, y atom) value {
	drawn := x.kind == sketch || y.kind == sketch
	switch {
	case x.isFile() && y.kind == constant && strings.TrimSpace(y.text) == "":
		return value{x}
	case y.isFile() && x.kind == constant && importsOnly(x.text):
		return value{y}
	case drawn && (x.kind == constant || x.kind == sketch) && (y.kind == constant || y.kind == sketch):
		return r.drawn(x, y)
	case x.kind == sequence && len(x.items) < maxItems && r.spend(len(x.items)):
		return list(append(x.items[:len(x.items):len(x.items)], anything)...)
	case y.kind == sequence && x.kind != constant && len(y.items) < maxItems && r.spend(len(y.items)):
		return list(append([]value{anything}, y.items...)...)
	}
	before, behind := x.pieces(), y.pieces()
	size := 0
	for _, p := range slices.Concat(before, behind) {
		size += len(p)
	}
	if size > maxText || !r.spend(size) {
		return beginning(before[0])
	}
	last := len(before) - 1
	all := append(before[:last:last], before[last]+behind[0])
	if all = append(all, behind[1:]...); len(all) == 1 {
		return text(all[0])
	}
	return partial(all)
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

func (r *reading) repeat(s string, n int) value {
	n = max(n, 0)
	if len(s)*n > maxText || !r.spend(len(s)*n) {
		return beginning(s)
	}
	return text(strings.Repeat(s, n))
}

// elements are those of a list, or the atom alone.
func (a atom) elements() []value {
	if a.kind == sequence {
		return a.items
	}
	return []value{{a}}
}

// percent folds "rm %s" % x where every verb is %s or %d.
func (r *reading) percent(format string, args []value) value {
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
	if y.isFile() {
		y = atom{}
	}
	switch {
	case x.isFile():
		return value{{}}
	case x.kind == constant && (x.text == "" || strings.HasPrefix(y.text, "/")):
		return value{y}
	case y.kind == constant && (path.IsAbs(y.text) || strings.HasPrefix(y.text, "~")):
		return value{y}
	case y.kind == stranger && y.text == "":
		if x.kind == constant {
			x = text(strings.TrimSuffix(x.text, "/") + "/")[0]
		}
		return join(r.concat(x, y), value{y}) // it may be absolute
	case x.kind == stranger && len(x.keys) == 0:
		x = partial([]string{x.text, "/"})[0]
	case x.kind == stranger && !strings.HasSuffix(x.keys[len(x.keys)-1], "/"):
		x = r.concat(x, text("/")[0])[0]
	case x.kind == constant && !strings.HasSuffix(x.text, "/"):
		x = text(x.text + "/")[0]
	case x.kind == sketch && strings.HasPrefix(y.text, "/"):
		return value{y}
	case x.kind == sketch && !strings.HasSuffix(x.text, "/"):
		x = sketched(x.text + "/")[0]
	}
	return r.concat(x, y)
}
