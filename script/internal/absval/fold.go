package absval

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// Operate folds a binary operator.
func (r *Interp) Operate(op string, a, b Value) Value {
	if op == "or" || op == "and" {
		return Join(a, b)
	}
	var out Union
	for _, x := range a {
		for _, y := range b {
			if !r.Spend(1) {
				return Top
			}
			out.Add(r.pair(op, x, y))
		}
	}
	return OrTop(out.Value)
}

func (r *Interp) pair(op string, x, y Atom) Value {
	switch {
	case op == "+" && x.Kind == Sequence && y.Kind == Sequence && len(x.Items)+len(y.Items) <= MaxItems:
		r.Spend(len(x.Items) + len(y.Items))
		return List(append(x.Items[:len(x.Items):len(x.Items)], y.Items...)...)
	case x.Kind == Number && y.Kind == Number:
		return Arithmetic(op, x.Num, y.Num)
	case (x.Kind == Number || x.IsName()) && (y.Kind == Number || y.IsName()):
		return TemplateOf(effect.Placeholder)
	case op == "+":
		return withEnvironment(r.concat(x, y), x, y)
	case op == "*" && x.Kind == Constant && y.Kind == Number:
		return r.repeat(x.Text, y.Num)
	case op == "*" && x.Kind == Sequence && y.Kind == Number && x.Keys == nil && len(x.Items)*max(y.Num, 0) <= MaxItems:
		r.Spend(len(x.Items) * max(y.Num, 0))
		return List(slices.Repeat(x.Items, max(y.Num, 0))...)
	case op == "*" && x.Kind == Number && y.Kind == Constant:
		return r.repeat(y.Text, x.Num)
	case op == "/" && x.Kind == Ref && x.Text == sink.PathClass:
		return Path(r.Paths(x.Of, Value{y}))
	case op == "/" && y.Kind == Ref && y.Text == sink.PathClass:
		return Path(r.Paths(Value{x}, y.Of))
	case op == "%" && x.Kind == Constant:
		return r.Percent(x.Text, y.Elements())
	}
	return Top
}

// concat joins two texts or lists. If one is not fully known, it keeps the known pieces of a
// text, and one unknown item for the unknown rest of a list.
func (r *Interp) concat(x, y Atom) Value {
	if x.Kind == Constant && y.Kind == Constant { // nearly always
		if size := len(x.Text) + len(y.Text); size > MaxText || !r.Spend(size) {
			return Prefix(x.Text)
		}
		return Text(x.Text + y.Text)
	}
	drawn := x.Kind == Template || y.Kind == Template
	if before, list := x.items(); list && (x.IsAnyList() || y.IsAnyList()) {
		if behind, also := y.items(); also && len(before)+len(behind) <= MaxItems && r.Spend(len(before)+len(behind)) {
			return List(slices.Concat(before, behind)...)
		}
	}
	switch {
	case x.IsFile() && y.Kind == Constant && strings.TrimSpace(y.Text) == "":
		return Value{x}
	case y.IsFile() && x.Kind == Constant && importsOnly(x.Text):
		return Value{y}
	case drawn && (x.Kind == Constant || x.Kind == Template) && (y.Kind == Constant || y.Kind == Template):
		return r.concatTemplates(x, y)
	case x.Kind == Sequence && len(x.Items) < MaxItems && r.Spend(len(x.Items)):
		return List(append(x.Items[:len(x.Items):len(x.Items)], Top)...)
	case y.Kind == Sequence && x.Kind != Constant && len(y.Items) < MaxItems && r.Spend(len(y.Items)):
		return List(append([]Value{Top}, y.Items...)...)
	}
	before, behind := x.pieces(), y.pieces()
	if size := lengthOf(before) + lengthOf(behind); size > MaxText || !r.Spend(size) {
		return Prefix(before[0])
	}
	last := len(before) - 1
	all := append(before[:last:last], before[last]+behind[0])
	return partial(append(all, behind[1:]...)) // one of the two has an unknown part
}

// lengthOf returns the length of some texts.
func lengthOf(texts []string) (n int) {
	for _, text := range texts {
		n += len(text)
	}
	return n
}

// Arithmetic folds an operator over two numbers.
func Arithmetic(op string, x, y int) Value {
	switch op {
	case "+":
		return Integer(x + y)
	case "-":
		return Integer(x - y)
	case "*":
		return Integer(x * y)
	case "^":
		return Integer(x ^ y)
	}
	return Top
}

func (r *Interp) repeat(s string, n int) Value {
	n = max(n, 0)
	if len(s)*n > MaxText || !r.Spend(len(s)*n) {
		return Prefix(s)
	}
	return Text(strings.Repeat(s, n))
}

// Elements returns the elements of a list, or the atom itself.
func (a Atom) Elements() []Value {
	if a.Kind == Sequence {
		return a.Items
	}
	return []Value{{a}}
}

// Percent folds "rm %s" % x where every verb is %s, %d, or %c of a number.
func (r *Interp) Percent(format string, args []Value) Value {
	out := Text("")
	for {
		before, rest, found := strings.Cut(format, "%")
		out = r.Operate("+", out, Text(before))
		switch {
		case !found:
			return out
		case strings.HasPrefix(rest, "%"):
			out = r.Operate("+", out, Text("%"))
		case len(args) > 0 && (strings.HasPrefix(rest, "s") || strings.HasPrefix(rest, "d")):
			out, args = r.Operate("+", out, args[0].Str()), args[1:]
		case len(args) > 0 && strings.HasPrefix(rest, "c") && args[0].All(Number):
			out, args = r.Operate("+", out, args[0].Runes()), args[1:]
		default:
			return r.Operate("+", out, Top)
		}
		format = rest[1:]
	}
}

// Paths joins paths as os.path.join does: an absolute part discards the parts before it.
func (r *Interp) Paths(parts ...Value) Value {
	out := Text("")
	for _, p := range parts {
		var next Value
		for _, x := range out {
			for _, y := range p.Str() {
				if !r.Spend(1) {
					return Top
				}
				next = Join(next, r.slash(x, y))
			}
		}
		out = OrTop(next)
	}
	return out
}

func (r *Interp) slash(x, y Atom) Value {
	if y.IsFile() {
		y = Atom{}
	}
	switch {
	case x.IsFile():
		return Value{{}}
	case x.Kind == Constant && (x.Text == "" || strings.HasPrefix(y.Text, "/")):
		return Value{y}
	case y.Kind == Constant && (path.IsAbs(y.Text) || strings.HasPrefix(y.Text, "~")):
		return Value{y}
	case y.Kind == Unknown && y.Text == "":
		if x.Kind == Constant {
			x = Text(strings.TrimSuffix(x.Text, "/") + "/")[0]
		}
		return Join(r.concat(x, y), Value{y}) // it may be absolute
	case x.Kind == Unknown && len(x.Keys) == 0:
		x = partial([]string{x.Text, "/"})[0]
	case x.Kind == Unknown && !strings.HasSuffix(x.Keys[len(x.Keys)-1], "/"):
		x = r.concat(x, Text("/")[0])[0]
	case x.Kind == Constant && !strings.HasSuffix(x.Text, "/"):
		x = Text(x.Text + "/")[0]
	case x.Kind == Template && strings.HasPrefix(y.Text, "/"):
		return Value{y}
	case x.Kind == Template && !strings.HasSuffix(x.Text, "/"):
		x = TemplateOf(x.Text + "/")[0]
	}
	return r.concat(x, y)
}
