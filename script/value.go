package script

import (
	"encoding/binary"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// value is what an expression may be: one atom for each possibility.
type value []atom

// atom is one possibility. The zero atom is a thing nobody knows; all others
// are made by the functions below, and are never changed.
type atom struct {
	kind  atomKind
	text  string   // of text; the name of a ref; the known beginning of a stranger
	num   int      // of a number
	items []value  // of a sequence
	keys  []string // of its items, or nil where they are its positions; of a stranger the texts behind its unknown parts
	of    value    // of a ref: what it was made of or is a method of
	sum   uint64   // of all of it, where it is not plain: what tells two atoms apart, however much they hold
}

type atomKind uint8

const (
	stranger atomKind = iota
	constant
	number
	sequence
	closure // a function of the code: its number
	ref     // a module, function, class or instance: "os.system", "pathlib.Path()"
	sketch  // what sketched makes
)

// The bounds of folding. Past them a value has a stranger among its atoms.
const (
	maxAtoms = 16
	maxText  = 64 << 10
	maxItems = 1 << 10
)

var anything = value{{}}

func named(s string) value                 { return atom{kind: ref, text: s}.made() }
func list(items ...value) value            { return atom{kind: sequence, items: items}.made() }
func pathOf(of value) value                { return instance(pathClass, of) }
func instance(name string, of value) value { return atom{kind: ref, text: name, of: of}.made() }
func defined(name string, n int) value     { return atom{kind: closure, text: name, num: n}.made() }

// text is a text that is known, whatever bytes it has.
func text(s string) value { return atom{kind: constant, text: s}.made() }

// mapping is a list whose items have keys.
func mapping(items []value, keys []string) value {
	return atom{kind: sequence, items: items, keys: keys}.made()
}

// beginning is text of which no more is known than how it begins.
func beginning(s string) value {
	if s == "" {
		return anything
	}
	return atom{text: s}.made()
}

// partial is text between whose pieces, at least two, something is not known. Two unknown
// parts side by side are one, and of very many pieces only the last are kept.
func partial(pieces []string) value {
	const most = 16
	rest := make([]string, 0, len(pieces))
	for i, p := range pieces[1:] {
		if p != "" || i == len(pieces)-2 {
			rest = append(rest, p)
		}
	}
	rest = rest[max(0, len(rest)-most):]
	if len(rest) == 1 && rest[0] == "" {
		return beginning(pieces[0])
	}
	return atom{text: pieces[0], keys: rest}.made()
}

// pieces are the texts between the parts of an atom that are not known: one if all of
// it is known.
func (a atom) pieces() []string {
	switch a.kind {
	case constant:
		return []string{a.text}
	case sketch:
		return Arg{Text: a.text}.Pieces()
	case stranger:
		if len(a.keys) > 0 {
			return append([]string{a.text}, a.keys...)
		}
		return []string{a.text, ""}
	}
	return []string{"", ""}
}

// integer is a number, or unknown where products could overflow.
func integer(n int) value {
	if n > 1<<24 || n < -1<<24 {
		return anything
	}
	return atom{kind: number, num: n}.made()
}

// sketched is a sketch, of text as sketches have it.
func sketched(s string) value { return atom{kind: sketch, text: s}.made() }

// seed makes sums that nobody can foretell: code cannot hide one atom behind
// another that has the same.
var seed = lazy.Value[maphash.Seed]{Make: maphash.MakeSeed}

// made is a value of this one atom, with its sum. What the atom holds has been
// summed before, so that atoms of any depth are compared in one step.
func (a atom) made() value {
	if len(a.items) == 0 && a.keys == nil && len(a.of) == 0 {
		if len(a.text) > maxPlain {
			a.sum = a.mark() | 1
		}
		return value{a}
	}
	a.sum = a.mark()
	var h maphash.Hash
	h.SetSeed(seed.Get())
	summed(&h, a.sum, uint64(len(a.items)), uint64(len(a.keys)), uint64(len(a.of)))
	for _, it := range a.items {
		summed(&h, uint64(len(it)))
		it.summed(&h)
	}
	for _, k := range a.keys {
		summed(&h, uint64(len(k)))
		h.WriteString(k)
	}
	a.of.summed(&h)
	a.sum = h.Sum64() | 1
	return value{a}
}

// maxPlain is how long a text may be, in bytes, that is compared as it is: nearly
// every one is short, and sums are for what is not.
const maxPlain = 64

// mark is a sum of what is not held in turn.
func (a *atom) mark() uint64 {
	return maphash.String(seed.Get(), a.text) + uint64(a.kind)<<60 + uint64(a.num)
}

// same tells whether two atoms are the same thing.
func (a *atom) same(b *atom) bool {
	if a.sum != 0 || b.sum != 0 {
		return a.sum == b.sum
	}
	return a.kind == b.kind && a.num == b.num && a.text == b.text
}

func (v value) summed(h *maphash.Hash) {
	for i := range v {
		if v[i].sum != 0 {
			summed(h, v[i].sum)
		} else {
			summed(h, v[i].mark())
		}
	}
}

// summed adds up to four numbers to a sum.
func summed(h *maphash.Hash, numbers ...uint64) {
	var b [32]byte
	for i, n := range numbers {
		binary.LittleEndian.PutUint64(b[8*i:], n)
	}
	h.Write(b[:8*len(numbers)])
}

// join is what may be either. Functions the table has are never dropped.
func join(a, b value) value {
	c := choice{value: a}
	c.add(b)
	return c.value
}

// choice gathers what a value may be, without a copy for each join.
type choice struct {
	value value
	own   bool // nobody else has the array under the value
}

// add joins.
func (c *choice) add(v value) {
	if len(c.value) == 0 && len(v) == 1 {
		c.value, c.own = v, false
		return
	}
	for _, x := range v {
		switch {
		case c.value.has(x):
		case len(c.value) < maxAtoms:
			c.append(x, len(v))
		case kept(x):
			c.keep(x)
		case !c.value.has(atom{}):
			c.append(atom{}, 1)
		}
	}
}

// keep adds a function that the table has to a value that is full: what it is a
// method of counts once, and is then taken as unknown.
func (c *choice) keep(x atom) {
	for _, y := range c.value {
		if y.kind == ref && y.text == x.text {
			x = instance(x.text, anything)[0]
		}
	}
	if !c.value.has(x) {
		c.append(x, 1)
	}
}

// append adds an atom, and makes room for as many as come with it.
func (c *choice) append(x atom, room int) {
	if !c.own {
		c.value, c.own = append(make(value, 0, len(c.value)+room), c.value...), true
	}
	c.value = append(c.value, x)
}

// kept tells whether an atom is a function that a table has.
func kept(x atom) bool { return x.kind == ref && isSinkOfAny(x.text) }

// has tells whether an atom is among those of a value.
func (v value) has(x atom) bool {
	for i := range v {
		if v[i].same(&x) {
			return true
		}
	}
	return false
}

// equal tells whether two values have the same atoms, in the same order.
func equal(v, w value) bool {
	return slices.EqualFunc(v, w, func(x, y atom) bool { return x.same(&y) })
}

// args are the texts a value may be where one is wanted: of a path object its
// path, of a sequence each of its items.
func (v value) args() []Arg { return v.argsTo(3) }

func (v value) argsTo(depth int) []Arg {
	var out []Arg
	for _, a := range v {
		switch {
		case a.kind == constant:
			out = append(out, Arg{Text: a.text, Known: true})
		case a.kind == sequence && depth > 0 && len(a.items) > 0:
			for _, it := range a.items {
				out = append(out, it.argsTo(depth-1)...)
			}
		case a.kind == ref && carries.has(a.text) && a.of != nil && depth > 0:
			out = append(out, a.of.argsTo(depth-1)...)
		case a.kind == stranger:
			out = append(out, Arg{Text: a.text, Rest: a.keys})
		case a.kind == sketch:
			out = append(out, Arg{Text: a.text, Drawn: true})
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
		yes = yes && !falsy && a.kind != stranger && a.kind != sketch
	}
	return no, yes
}

// each applies a function to the constants of a value; all else is unknown.
func (v value) each(f func(string) (string, bool)) value {
	var out choice
	for _, a := range v {
		next := anything
		if a.kind == constant {
			if s, ok := f(a.text); ok {
				next = text(s)
			}
		}
		out.add(next)
	}
	return orAnything(out.value)
}

// eachPiece is each where what is known of a text that is not whole changes as such a text
// does: by letters, or by what stands close together in it.
func (v value) eachPiece(f func(string) (string, bool)) value {
	var out choice
	for i, a := range v {
		if a.kind != stranger || a.isUnknown() {
			out.add(v[i : i+1].each(f))
			continue
		}
		pieces := slices.Clone(a.pieces())
		known := true
		for i, p := range pieces {
			changed, ok := f(p)
			pieces[i], known = changed, known && ok
		}
		if known {
			out.add(partial(pieces))
		} else {
			out.add(anything)
		}
	}
	return orAnything(out.value)
}

// trimmed is text without the blanks around it.
func trimmed(s string) (string, bool) { return strings.TrimSpace(s), true }

// isUnknown tells whether nothing is known of an atom.
func (a *atom) isUnknown() bool { return a.kind == stranger && a.text == "" && len(a.keys) == 0 }

// items are what a loop over a value may meet.
func (v value) items() value {
	var out choice
	for _, a := range v {
		switch {
		case a.kind == sequence:
			for _, it := range a.items {
				out.add(it)
			}
		case a.kind == constant && len(a.text) <= maxAtoms:
			for _, r := range a.text {
				out.add(text(string(r)))
			}
		case a.kind == ref && a.of != nil:
			out.add(a.ofFile())
		default:
			out.add(anything)
		}
	}
	return orAnything(out.value)
}

func orAnything(v value) value { return orElse(v, anything) }

// str is what str() and formatting make of a value.
func (v value) str() value {
	var out choice
	for _, a := range v {
		switch {
		case a.kind == constant || a.kind == stranger || a.kind == sketch:
			out.add(value{a})
		case a.kind == number:
			out.add(text(strconv.Itoa(a.num)))
		case a.kind == ref && a.text == pathClass:
			out.add(a.of.str())
		case a.isFile():
			out.add(value{a})
		default:
			out.add(anything)
		}
	}
	return orAnything(out.value)
}

// slice is a list from one position to before another, which count from its end if they are
// negative. Nil is where the list begins or ends.
func (a atom) slice(from, to value) value {
	position := func(v value, missing int) (int, bool) {
		if v == nil {
			return missing, true
		}
		if !v.all(number) || len(v) != 1 {
			return 0, false
		}
		n := v[0].num
		if n < 0 {
			n += len(a.items)
		}
		return min(max(n, 0), len(a.items)), true
	}
	lo, known := position(from, 0)
	hi, alsoKnown := position(to, len(a.items))
	if !known || !alsoKnown || a.keys != nil {
		return anything
	}
	return list(a.items[lo:max(lo, hi)]...)
}

// numeral is the number that a token spells.
func numeral(text string) value {
	n, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 0, 32)
	if err != nil {
		return anything
	}
	return integer(int(n))
}

// ofArg is an argument that is not known as a value.
func ofArg(a Arg) value {
	if len(a.Rest) == 0 {
		return beginning(a.Text)
	}
	return partial(append([]string{a.Text}, a.Rest...))
}

// anyOf is what any of the arguments may be.
func anyOf(args []Arg) value {
	var v value
	for _, a := range args {
		if a.Known {
			v = join(v, text(a.Text))
		} else {
			v = join(v, ofArg(a))
		}
	}
	return orAnything(v)
}

// one is the only text that a value may be, or one that is not known.
func one(v value) *Arg {
	args := v.args()
	if len(args) == 1 {
		return &args[0]
	}
	return &Arg{}
}

// orUnknown are the texts of what a method belongs to, or one that is not known.
func orUnknown(v value) []Arg {
	if v == nil {
		return []Arg{{}}
	}
	return v.args()
}

// orElse is a value, or another where there is none.
func orElse(v, other value) value {
	if len(v) == 0 {
		return other
	}
	return v
}

// all tells whether all atoms are of a kind.
func (v value) all(kind atomKind) bool {
	for _, a := range v {
		if a.kind != kind {
			return false
		}
	}
	return len(v) > 0
}

// keys are those of an object or array.
func (v value) keys() value {
	var out choice
	for _, a := range v {
		for _, k := range a.keys {
			out.add(text(k))
		}
		if a.kind != sequence || a.keys == nil {
			out.add(anything)
		}
	}
	return orAnything(out.value)
}
