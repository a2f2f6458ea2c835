package absval

import (
	"encoding/binary"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// Value is an abstract value: the set of an expression's possible values, one atom for each.
type Value []Atom

// Atom is one possible value. The zero Atom is unknown. Atoms are immutable; the functions below
// construct them.
type Atom struct {
	Kind  AtomKind
	Text  string   // the text; the name of a reference; the certain beginning of an unknown text
	Num   int      // of a number
	Items []Value  // of a sequence
	Keys  []string // of the items, or nil if they are positional; for an unknown text, the texts after its unknown parts
	Of    Value    // of a reference: what it was made from or is a method of
	sum   uint64   // a hash of the whole atom unless it is plain; compares atoms in constant time
}

// AtomKind is the kind of an atom.
type AtomKind uint8

// The kinds of atoms.
const (
	Unknown  AtomKind = iota
	Constant          // a text
	Number
	Sequence // a list, or a mapping with keys
	Closure  // a function of the code: its number
	Ref      // a module, function, class or instance: "os.system", "pathlib.Path()"
	Template // a text with placeholders for names and numbers
)

// Bounds of folding. Past them a value includes an unknown atom.
const (
	MaxAtoms = 16
	MaxText  = 64 << 10
	MaxItems = 1 << 10
)

// Top is the value that may be anything.
var Top = Value{{}}

// Named returns a module, function or class of a library, by its full name.
func Named(s string) Value { return Atom{Kind: Ref, Text: s}.made() }

// List returns a list of items.
func List(items ...Value) Value { return Atom{Kind: Sequence, Items: items}.made() }

// Path returns a path object of pathlib.
func Path(of Value) Value { return Instance(sink.PathClass, of) }

// Instance returns the result of calling a library function on a value: "open()" of a path.
func Instance(name string, of Value) Value { return Atom{Kind: Ref, Text: name, Of: of}.made() }

// ClosureOf returns a function of the code, by its name and number.
func ClosureOf(name string, n int) Value { return Atom{Kind: Closure, Text: name, Num: n}.made() }

// Text returns a known text of any bytes.
func Text(s string) Value { return Atom{Kind: Constant, Text: s}.made() }

// Mapping returns a list whose items have keys.
func Mapping(items []Value, keys []string) Value {
	return Atom{Kind: Sequence, Items: items, Keys: keys}.made()
}

// Growing returns a list, or with keys a mapping, that may get more later.
func Growing(items []Value, keys []string) Value {
	v := Value{{Kind: Sequence, Items: items, Keys: keys}, {}}
	v[0].seal()
	return v
}

// Prefix returns a text of which only the beginning is known.
func Prefix(s string) Value {
	if s == "" {
		return Top
	}
	return Atom{Text: s}.made()
}

// partial returns a text of at least two known pieces with unknown parts between them. Of too
// many pieces it keeps only the last ones.
func partial(pieces []string) Value {
	const most = 16
	rest := make([]string, 0, len(pieces))
	for i, p := range pieces[1:] {
		if p != "" || i == len(pieces)-2 {
			rest = append(rest, p)
		}
	}
	rest = rest[max(0, len(rest)-most):]
	if len(rest) == 1 && rest[0] == "" {
		return Prefix(pieces[0])
	}
	return Atom{Text: pieces[0], Keys: rest}.made()
}

// pieces returns the texts between the unknown parts of an atom: a single one if the atom is
// known.
func (a Atom) pieces() []string {
	switch a.Kind {
	case Constant:
		return []string{a.Text}
	case Template:
		return effect.Arg{Text: a.Text}.Pieces()
	case Unknown:
		if len(a.Keys) > 0 {
			return append([]string{a.Text}, a.Keys...)
		}
		return []string{a.Text, ""}
	}
	return []string{"", ""}
}

// Integer returns a number, or unknown if products with it could overflow.
func Integer(n int) Value {
	if n > 1<<24 || n < -1<<24 {
		return Top
	}
	return Atom{Kind: Number, Num: n}.made()
}

// TemplateOf returns a text with placeholders, escaped as [effect.EscapeTemplate] does.
func TemplateOf(s string) Value { return Atom{Kind: Template, Text: s}.made() }

// seed makes hashes unpredictable, so that code cannot construct two atoms with the same hash.
var seed = lazy.Value[maphash.Seed]{Make: maphash.MakeSeed}

// made returns the value of this one atom, with its hash. The atoms inside it have hashes
// already, so that atoms of any depth are compared in one step.
func (a Atom) made() Value {
	a.seal()
	return Value{a}
}

// seal gives an atom its hash.
func (a *Atom) seal() {
	switch {
	case len(a.Items) > 0 || a.Keys != nil || len(a.Of) > 0:
		a.sum = a.sumOfParts()
	case len(a.Text) > maxPlain:
		a.sum = (maphash.String(seed.Get(), a.Text) + uint64(a.Kind)<<60 + uint64(a.Num)) | 1
	}
}

// maxPlain is the length, in bytes, up to which texts are compared directly. Almost all are
// that short; longer ones are hashed.
const maxPlain = 64

// sumOfParts hashes an atom that has others inside.
func (a *Atom) sumOfParts() uint64 {
	var room [256]byte // enough for most
	b := appendNumber(a.appendPlain(room[:0]), len(a.Items))
	for _, it := range a.Items {
		b = it.appendTo(shortened(b))
	}
	b = appendNumber(shortened(b), len(a.Keys))
	for _, key := range a.Keys {
		b = appendText(shortened(b), key)
	}
	return maphash.Bytes(seed.Get(), a.Of.appendTo(shortened(b))) | 1
}

// shortened returns bytes that are to be hashed, or in the place of many their hash.
func shortened(b []byte) []byte {
	if len(b) < 128 {
		return b
	}
	return binary.LittleEndian.AppendUint64(b[:0], maphash.Bytes(seed.Get(), b))
}

// appendTo appends to the bytes that are hashed what tells a value from others.
func (v Value) appendTo(b []byte) []byte {
	b = appendNumber(b, len(v))
	for i := range v {
		if v[i].sum != 0 {
			b = binary.LittleEndian.AppendUint64(append(b, hashed), v[i].sum)
		} else {
			b = v[i].appendPlain(b)
		}
	}
	return b
}

// hashed stands before the hash of an atom, and is no AtomKind.
const hashed = 0xff

// appendPlain appends the fields of an atom that are not nested.
func (a *Atom) appendPlain(b []byte) []byte {
	return appendText(appendNumber(append(b, byte(a.Kind)), a.Num), a.Text)
}

// same reports whether two atoms are equal.
func (a *Atom) same(b *Atom) bool {
	if a.sum != 0 || b.sum != 0 {
		return a.sum == b.sum
	}
	return a.Kind == b.Kind && a.Num == b.Num && a.Text == b.Text
}

// Join returns the union of two values. It never drops functions that are in a table.
func Join(a, b Value) Value {
	c := Union{Value: a}
	c.Add(b)
	return c.Value
}

// Union accumulates a union of values without copying for each join.
type Union struct {
	Value Value
	own   bool // the array of value is not shared
}

// Add adds a value to the union.
func (c *Union) Add(v Value) {
	if len(c.Value) == 0 && len(v) == 1 {
		c.Value, c.own = v, false
		return
	}
	for _, x := range v {
		switch {
		case c.Value.Has(x):
		case len(c.Value) < MaxAtoms:
			c.append(x, len(v))
		case kept(x):
			c.keep(x)
		case !c.Value.Has(Atom{}):
			c.append(Atom{}, 1)
		}
	}
}

// keep adds a function of a table to a full union. Its receiver becomes unknown, and each
// function counts once.
func (c *Union) keep(x Atom) {
	for _, y := range c.Value {
		if y.Kind == Ref && y.Text == x.Text {
			x = Instance(x.Text, Top)[0]
		}
	}
	if !c.Value.Has(x) {
		c.append(x, 1)
	}
}

// append adds an atom, and reserves room for more.
func (c *Union) append(x Atom, room int) {
	if !c.own {
		c.Value, c.own = append(make(Value, 0, len(c.Value)+room), c.Value...), true
	}
	c.Value = append(c.Value, x)
}

// kept reports whether an atom is a function of a table.
func kept(x Atom) bool { return x.Kind == Ref && sink.IsKnown(x.Text) }

// Has reports whether an atom is in a value.
func (v Value) Has(x Atom) bool {
	for i := range v {
		if v[i].same(&x) {
			return true
		}
	}
	return false
}

// Equal reports whether two values have the same atoms in the same order.
func Equal(v, w Value) bool {
	return slices.EqualFunc(v, w, func(x, y Atom) bool { return x.same(&y) })
}

// Args returns the possible texts of a value: the path of a path object, each item of a
// sequence.
func (v Value) Args() []effect.Arg { return v.argsTo(3) }

func (v Value) argsTo(depth int) []effect.Arg {
	var out []effect.Arg
	for _, a := range v {
		switch {
		case a.Kind == Constant:
			out = append(out, effect.Arg{Text: a.Text, Known: true})
		case a.Kind == Sequence && depth > 0 && len(a.Items) > 0:
			for _, it := range a.Items {
				out = append(out, it.argsTo(depth-1)...)
			}
		case a.Kind == Ref && a.Of != nil && depth > 0 && (sink.Carries.Has(a.Text) || a.Text == anyList):
			out = append(out, a.Of.argsTo(depth-1)...)
		case a.Kind == Unknown:
			out = append(out, effect.Arg{Text: a.Text, Rest: a.Keys, Variables: variablesIn(&a)})
		case a.Kind == Template:
			out = append(out, effect.Arg{Text: a.Text, Template: true})
		case a.Kind != Number:
			out = append(out, effect.Arg{})
		}
		if len(out) > MaxItems {
			return append(out[:MaxItems], effect.Arg{})
		}
	}
	return out
}

// Truth reports whether a value is certainly false, and whether it is certainly true.
func (v Value) Truth() (no, yes bool) {
	no, yes = true, true
	for _, a := range v {
		falsy := a.Kind == Number && a.Num == 0 || a.Kind == Ref && (a.Text == "False" || a.Text == "None") ||
			a.Kind == Constant && a.Text == "" || a.Kind == Sequence && len(a.Items) == 0
		no = no && falsy
		yes = yes && !falsy && a.Kind != Unknown && a.Kind != Template
	}
	return no, yes
}

// Each applies a function to the constants of a value. Other atoms become unknown.
func (v Value) Each(f func(string) (string, bool)) Value {
	var out Union
	for _, a := range v {
		next := Top
		if a.Kind == Constant {
			if s, ok := f(a.Text); ok {
				next = Text(s)
			}
		}
		out.Add(next)
	}
	return OrTop(out.Value)
}

// EachPiece is Each, but also maps the known pieces of a partly known text. f must work
// locally, on single letters or neighbours.
func (v Value) EachPiece(f func(string) (string, bool)) Value {
	var out Union
	for i, a := range v {
		if a.Kind != Unknown || a.IsUnknown() {
			out.Add(v[i : i+1].Each(f))
			continue
		}
		pieces := slices.Clone(a.pieces())
		known := true
		for i, p := range pieces {
			changed, ok := f(p)
			pieces[i], known = changed, known && ok
		}
		if known {
			out.Add(partial(pieces))
		} else {
			out.Add(Top)
		}
	}
	return OrTop(out.Value)
}

// isFound reports whether an atom is a path of which the last name is not known: a line of a listing, which
// has no blanks around it and is no more than one line.
func (a Atom) isFound() bool {
	return a.Kind == Template && (strings.HasSuffix(a.Text, "/"+effect.Placeholder) || strings.HasSuffix(a.Text, "/"+effect.Placeholder+effect.Placeholder))
}

// Trimmed removes the blanks around texts. A name that a listing gave has none.
func (v Value) Trimmed() Value {
	var out Union
	for i, a := range v {
		if a.isFound() {
			out.Add(v[i : i+1])
		} else {
			out.Add(v[i : i+1].EachPiece(Trim))
		}
	}
	return OrTop(out.Value)
}

// Trim removes the blanks around a text.
func Trim(s string) (string, bool) { return strings.TrimSpace(s), true }

// IsUnknown reports whether nothing is known of an atom.
func (a *Atom) IsUnknown() bool { return a.Kind == Unknown && a.Text == "" && len(a.Keys) == 0 }

// Items returns the possible items of a loop over a value.
func (v Value) Items() Value {
	var out Union
	for _, a := range v {
		switch {
		case a.Kind == Sequence:
			for _, it := range a.Items {
				out.Add(it)
			}
		case a.Kind == Constant && len(a.Text) <= MaxAtoms:
			for _, r := range a.Text {
				out.Add(Text(string(r)))
			}
		case a.Kind == Ref && sink.IsRemote(a.Text):
			out.Add(Value{a})
		case a.isFound():
			out.Add(Value{a})
		case a.IsAnyList():
			out.Add(a.Of)
		case a.Kind == Ref && a.Of != nil && !ContainsEnvironment(Value{a}):
			out.Add(a.OfFile())
		case a.Kind == Ref && !namesOnly(a.Text):
			out.Add(withEnvironment(Top, a))
		default:
			out.Add(Top)
		}
	}
	return OrTop(out.Value)
}

// OrTop returns a value, or [Top] if it is empty.
func OrTop(v Value) Value { return OrElse(v, Top) }

// Str returns the result of str() or formatting.
func (v Value) Str() Value {
	var out Union
	for _, a := range v {
		switch {
		case a.Kind == Constant || a.Kind == Unknown || a.Kind == Template:
			out.Add(Value{a})
		case a.Kind == Number:
			out.Add(Text(strconv.Itoa(a.Num)))
		case a.Kind == Ref && a.Text == sink.PathClass:
			out.Add(a.Of.Str())
		case a.IsFile():
			out.Add(Value{a})
		case a.Kind == Ref:
			out.Add(withEnvironment(Top, a))
		default:
			out.Add(Top)
		}
	}
	return OrTop(out.Value)
}

// Slice returns the items of a list from one position up to another. Negative positions count
// from the end; nil means the list's own begin or end.
func (a Atom) Slice(from, to Value) Value {
	position := func(v Value, missing int) (int, bool) {
		if v == nil {
			return missing, true
		}
		if !v.All(Number) || len(v) != 1 {
			return 0, false
		}
		n := v[0].Num
		if n < 0 {
			n += len(a.Items)
		}
		return min(max(n, 0), len(a.Items)), true
	}
	lo, known := position(from, 0)
	hi, alsoKnown := position(to, len(a.Items))
	if !known || !alsoKnown || a.Keys != nil {
		return Top
	}
	return List(a.Items[lo:max(lo, hi)]...)
}

// Numeral returns the number that a token spells.
func Numeral(text string) Value {
	if n, ok := fewDigits(text); ok {
		return Integer(n)
	}
	n, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 0, 32)
	if err != nil {
		return Top
	}
	return Integer(int(n))
}

// fewDigits returns a decimal number of few digits, as most are.
func fewDigits(text string) (n int, ok bool) {
	if text == "" || len(text) > 9 || text[0] == '0' && len(text) > 1 {
		return 0, false
	}
	for i := range len(text) {
		if !lex.IsDigit(text[i]) {
			return 0, false
		}
		n = n*10 + int(text[i]-'0')
	}
	return n, true
}

// ofArg converts an unknown argument to a value.
func ofArg(a effect.Arg) Value {
	if a.Template {
		return TemplateOf(a.Text)
	}
	if len(a.Rest) == 0 {
		return Prefix(a.Text)
	}
	return partial(append([]string{a.Text}, a.Rest...))
}

// AnyOf returns the union of some arguments.
func AnyOf(args []effect.Arg) Value {
	var v Value
	for _, a := range args {
		if a.Known {
			v = Join(v, Text(a.Text))
		} else {
			v = Join(v, ofArg(a))
		}
	}
	return OrTop(v)
}

// One returns the only possible text of a value, or an unknown argument.
func One(v Value) *effect.Arg {
	args := v.Args()
	if len(args) == 1 {
		return &args[0]
	}
	return &effect.Arg{}
}

// ArgsOrUnknown returns the texts of a method's receiver, or an unknown argument.
func ArgsOrUnknown(v Value) []effect.Arg {
	if v == nil {
		return []effect.Arg{{}}
	}
	return v.Args()
}

// OnlyText returns the text of a value that can be one text only; false for any other value.
func (v Value) OnlyText() (string, bool) {
	if len(v) != 1 || v[0].Kind != Constant {
		return "", false
	}
	return v[0].Text, true
}

// Known returns the atoms of a value of which something is known; nil if there are none.
func (v Value) Known() Value {
	var out Value
	for i := range v {
		if !v[i].IsUnknown() {
			out = append(out, v[i])
		}
	}
	return out
}

// OrElse returns a value, or another if it is empty.
func OrElse(v, other Value) Value {
	if len(v) == 0 {
		return other
	}
	return v
}

// All reports whether all atoms are of a kind.
func (v Value) All(kind AtomKind) bool {
	for _, a := range v {
		if a.Kind != kind {
			return false
		}
	}
	return len(v) > 0
}

// Keys returns the keys of an object or array.
func (v Value) Keys() Value {
	var out Union
	for _, a := range v {
		for _, k := range a.Keys {
			out.Add(Text(k))
		}
		if a.Kind != Sequence || a.Keys == nil {
			out.Add(Top)
		}
	}
	return OrTop(out.Value)
}
