package parser

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// An array with gaps or with named elements is stored as an unknown value that may be any of
// the elements assigned to it. No element is certain, so that an assignment that was not seen
// cannot make the value wrong.

// maxKeyed bounds the remembered elements of such an array.
const maxKeyed = 32

// keyedValue returns an array after an assignment to one element. subscript is "" if it is not
// known.
func (w *walker) keyedValue(name, subscript string, v, old tree.Word) tree.Word {
	u := tree.UnknownWord("$"+name, true)
	u.Parts[0].From = tree.Word{Parts: slices.Concat(v.Parts, old.Parts)}.From()
	values := &tree.Values{OneOf: []tree.Word{{Parts: slices.Clone(u.Parts)}}, Subscripts: []string{""}}
	add := func(subscript string, word tree.Word) {
		for _, o := range tree.Alternatives(word) {
			if len(values.OneOf) > maxKeyed || isUnknown(o) {
				values.IsPartial = true
				continue
			}
			values.OneOf, values.Subscripts = append(values.OneOf, tree.OneName(o)), append(values.Subscripts, subscript)
		}
	}
	add(subscript, v)
	each(old, func(s string, word tree.Word) {
		if isPlaceholder := s == "" && isUnknown(word); !isPlaceholder && (s != subscript || s == "") {
			add(s, word)
		}
	})
	if _, assigned := w.state.get(name); assigned && len(old.Parts) == 1 && !old.Known() {
		was := old.Parts[0].Values
		values.IsPartial = values.IsPartial || was == nil || was.IsPartial || was.Elements == nil && was.Subscripts == nil
	}
	if len(values.OneOf) > 1 && w.spend(len(values.OneOf)*expand.WordCost) {
		u.Parts[0].Values = values
	}
	return u
}

// each calls a function for each known element of an array, in order.
func each(array tree.Word, element func(subscript string, word tree.Word)) {
	if len(array.Parts) != 1 || array.Parts[0].Values == nil {
		if len(array.Parts) > 0 && array.Known() {
			element("0", array)
		}
		return
	}
	for i, e := range array.Parts[0].Elements() {
		element(strconv.Itoa(i), e)
	}
	subscripts := array.Parts[0].Values.Subscripts
	for i, e := range array.Parts[0].OneOf() {
		s := ""
		if i < len(subscripts) {
			s = subscripts[i]
		}
		element(s, e)
	}
}

// isUnknown reports whether nothing is known of a word.
func isUnknown(w tree.Word) bool {
	return len(w.Parts) == 0 || len(w.Parts) == 1 && w.Parts[0].Kind == tree.Unknown
}

// subscript returns the text in the brackets after the name of an array: a number, or a name
// for an associative array; "" if it is not known.
func (w *walker) subscript(array string, x syntax.ArithmExpr) string {
	if w.kinds[array]&keyed == 0 {
		if n, ok := w.calculate(x); ok {
			return strconv.Itoa(n)
		}
		return ""
	}
	word, ok := x.(*syntax.Word)
	if !ok {
		return ""
	}
	if len(word.Parts) == 1 {
		if p, ok := word.Parts[0].(*syntax.ParamExp); ok && expand.IsPlain(p) {
			text, _ := w.lookup(p.Param.Value).Text()
			return text
		}
	}
	text, _ := expand.Plain(word).Text()
	return text
}

// keyedElement identifies one element of an array with names or gaps.
type keyedElement struct {
	array     *tree.Word
	subscript string
}

// elementAt returns what an element of such an array may be. It caches the word, because
// choices are keyed by the identity of their words.
func (w *walker) elementAt(array tree.Part, subscript string) tree.Word {
	all := array.OneOf()
	key := keyedElement{&all[0], subscript}
	v, ok := w.keyed[key]
	if ok {
		return v
	}
	var or []tree.Word
	for i, x := range all {
		s := array.Values.Subscripts[i]
		if (s == "" || subscript == "" || s == subscript) && len(or) < tree.MaxChoices {
			or = append(or, x)
		}
	}
	v = tree.Word{Parts: slices.Clone(or[0].Parts)}
	if len(or) > 1 {
		v.Parts[0].Values = &tree.Values{OneOf: or}
	}
	if w.keyed == nil {
		w.keyed = map[keyedElement]tree.Word{}
	}
	w.keyed[key] = v
	return v
}

// anyElement returns a choice of any element of an array, or another value, for an expansion whose
// subscript is not known. Two such expansions in one command may be different elements.
func (w *walker) anyElement(elems []tree.Word, p *syntax.ParamExp) tree.Word {
	key := keyedElement{&elems[0], "at " + strconv.Itoa(reader.Offset(p.Pos()))}
	v, ok := w.keyed[key]
	if !ok {
		v = tree.OneName(tree.AnyOf(elems))
		if w.keyed == nil {
			w.keyed = map[keyedElement]tree.Word{}
		}
		w.keyed[key] = v
	}
	return v
}

// inOrder returns "${x[@]}" of an array with gaps, if all subscripts that were assigned are
// known. The elements are sorted by their numbers, or, if no number is known as after
// x[i++]=a, in the order of the text.
func (w *walker) inOrder(name string, v tree.Part) (row []tree.Word) {
	if v.Values.IsPartial || w.kinds[name] != 0 {
		return nil
	}
	elements := v.Values.OneOf[1:]
	if !slices.ContainsFunc(v.Values.Subscripts, func(s string) bool { return s != "" }) {
		row = slices.Clone(elements)
		slices.Reverse(row)
		return row
	}
	byNumber := map[int]tree.Word{}
	for i, word := range elements {
		n, err := strconv.Atoi(v.Values.Subscripts[i+1])
		if _, twice := byNumber[n]; err != nil || twice {
			return nil
		}
		byNumber[n] = word
	}
	for _, n := range slices.Sorted(maps.Keys(byNumber)) {
		row = append(row, byNumber[n])
	}
	return row
}

// allInOrder adds "${x[@]}" of an array with gaps: its elements, or any words.
func (e *expansion) allInOrder(p *syntax.ParamExp, name string, v tree.Word, part tree.Part, quoted bool) bool {
	if v.Parts[0].Values.Subscripts == nil {
		return false
	}
	row := e.w.inOrder(name, v.Parts[0])
	if len(row) == 0 {
		return false
	}
	all := tree.Text(part.Text) // represents all elements
	if chosen, ok := e.Choices.Pick(p, []tree.Word{tree.UnknownWord(part.Text, true), all}); !ok || !chosen.Known() {
		return false
	}
	e.each(row, "@", part, quoted)
	return true
}

// subscripts adds ${!x[@]} of an array with names or gaps: any of the subscripts, or none. It
// returns false for any other expansion.
func (e *expansion) subscripts(p *syntax.ParamExp, name string, part tree.Part, quoted bool) bool {
	v, assigned := e.w.state.get(name)
	index, ok := p.Index.(*syntax.Word)
	if !p.Excl || !ok || !assigned || len(v.Parts) != 1 || v.Parts[0].Values == nil || len(v.Parts[0].Values.Subscripts) == 0 || e.w.options.Lang != reader.Bash {
		return false
	}
	if at, _ := expand.Plain(index).Text(); at != "@" && at != "*" {
		return false
	}
	part.Split = true
	or := []tree.Word{{Parts: []tree.Part{part}}}
	for _, s := range v.Parts[0].Values.Subscripts {
		if s != "" && len(or) < tree.MaxChoices {
			or = append(or, tree.Text(s))
		}
	}
	e.oneOf(p, or, part, quoted)
	return true
}

// assignElement assigns an array element that a builtin names: printf -v 'a[0]'.
func (w *walker) assignElement(element string, v tree.Word) bool {
	name, rest, found := strings.Cut(element, "[")
	subscript, closed := strings.CutSuffix(rest, "]")
	if !found || !closed || !tree.IsName(name) || w.state.full || w.options.Lang != reader.Bash {
		return false
	}
	if strings.Trim(subscript, tree.NameBytes) != "" || w.kinds[name]&keyed == 0 && strings.Trim(subscript, "0123456789") != "" {
		subscript = ""
	}
	w.assign(name, w.keyedValue(name, subscript, v, w.lookup(name)))
	return true
}

// unsetElements follows an unset whose operands are all elements of arrays.
func (w *walker) unsetElements(args []tree.Word) bool {
	if len(args) == 0 || w.options.Lang != reader.Bash {
		return false
	}
	for _, a := range args {
		name, rest, found := strings.Cut(a.Prefix(), "[")
		if !found || !a.Known() || !tree.IsName(name) || w.kinds[name]&^keyed != 0 {
			return false
		}
		gone, array := strings.TrimSuffix(rest, "]"), tree.Word{}
		each(w.lookup(name), func(subscript string, v tree.Word) {
			if subscript != gone {
				array = w.keyedValue(name, subscript, v, array)
			}
		})
		if len(array.Parts) == 0 {
			array = tree.UnknownWord("$"+name, true)
		}
		w.assign(name, array)
	}
	return true
}

// mayBe adds words to the possible values of an unknown part.
func mayBe(p *tree.Part, words ...tree.Word) {
	or := p.OneOf()
	if or == nil {
		rest := *p
		or = []tree.Word{{Parts: []tree.Part{rest}}}
	}
	or = slices.Clone(or)
	for _, x := range words {
		if len(or) < tree.MaxChoices && !isUnknown(x) && !tree.Contains(or, x) {
			or = append(or, x)
		}
	}
	if len(or) > 1 {
		p.Values = &tree.Values{OneOf: or}
	}
}

// mayBeArgument records the possible value of an option that getopts assigns: one of the words
// that it reads, or the rest of a word after the option's letter.
func (w *walker) mayBeArgument(p *tree.Part, name string, args []tree.Word) {
	if name != "OPTARG" || len(args) < 2 {
		return
	}
	words := w.state.args
	if len(args) > 2 {
		words = args[2:]
	}
	for _, x := range words {
		switch text, known := x.Text(); {
		case known && strings.HasPrefix(text, "-") && len(text) > 2:
			mayBe(p, tree.Text(text[2:]))
		case known && !strings.HasPrefix(text, "-"):
			mayBe(p, tree.Text(text))
		}
	}
}

// mayBeLine records what a read may take from a coprocess: one of the lines that it prints, or
// a word of one.
func (w *walker) mayBeLine(p *tree.Part, args []tree.Word) {
	if len(w.coprocesses) == 0 {
		return
	}
	own := w.ownRedirects(w.doing)
	for _, r := range own {
		if r.Op == "<&" {
			args = append(slices.Clip(args), r.Target)
		}
	}
	for _, a := range args {
		for _, part := range a.Parts {
			of, ok := w.coprocesses[part.Text]
			if part.Kind != tree.Unknown || !ok || of.text == "" {
				continue
			}
			for _, line := range strings.SplitN(of.text, "\n", tree.MaxChoices) {
				mayBe(p, tree.Text(line))
				for _, word := range strings.Fields(line) {
					mayBe(p, tree.Text(word))
				}
			}
		}
	}
}
