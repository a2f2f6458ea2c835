package policy

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// rule adds a rule under its program, with each word of which it requires one, and under its names.
func (w *rowWriter) rule(r rules.Rule, n int) {
	value := numbered(n, string(appendRule(nil, &r)))
	w.add(keyRule, r.Program, value)
	form, list := noWord, []string{""}
	if words := strings.Fields(r.Operand); len(words) > 0 && !strings.Contains(r.Operand, "*") {
		form, list = anOperand, words
	} else if names := rules.Options(r.Any); len(names) > 0 {
		form, list = anOption, names
	}
	for _, word := range list {
		if form == anOperand && word == "-" {
			word = "" // as rules write it
		}
		w.once(keyRuleWord, r.Program+form+word, value)
	}
	w.add(keyRuleID, r.ID, r.Program)
	w.once(keyPack, packOf(r.ID), "")
}

// fieldsOf returns the fields of a rule in a policy file: see ruleFields.
func fieldsOf(r *rules.Rule) [9]*string {
	return [...]*string{&r.ID, (*string)(&r.Class), &r.Program, &r.Sub, &r.Any, &r.None, &r.Operand, &r.Reason, &r.Hint}
}

// appendRule appends a rule of a policy file.
func appendRule(data []byte, r *rules.Rule) []byte {
	for _, text := range fieldsOf(r) {
		data = appendText(data, *text)
	}
	for _, list := range [...][]string{r.Hits, r.Misses} {
		data = binary.AppendUvarint(data, uint64(len(list)))
		for _, text := range list {
			data = appendText(data, text)
		}
	}
	return data
}

// readRule reads what appendRule has written.
func readRule(data []byte) (r rules.Rule, ok bool) {
	var text []byte
	for _, field := range fieldsOf(&r) {
		if text, data, ok = cutText(data); !ok {
			return r, false
		}
		*field = string(text)
	}
	for _, list := range [...]*[]string{&r.Hits, &r.Misses} {
		n, size := binary.Uvarint(data)
		if size <= 0 {
			return r, false
		}
		for data = data[size:]; n > 0; n-- {
			if text, data, ok = cutText(data); !ok {
				return r, false
			}
			*list = append(*list, string(text))
		}
	}
	return r, len(data) == 0
}

// shelf returns the index as a shelf for a set of rules.
func (ix *Index) shelf() *rules.Shelf {
	return &rules.Shelf{
		Len:   ix.head.Lists.Rules,
		About: ix.rulesAbout,
		Find:  ix.findRule,
		All: func(yield func(*rules.Rule) bool) {
			for _, r := range ix.rows.all(keyRule) {
				if !yield(ix.rule(r.value)) {
					return
				}
			}
		},
	}
}

// findRule returns the rule with a name, or nil.
func (ix *Index) findRule(id string) (found *rules.Rule) {
	program, ok := ix.rows.first(lookup{kind: keyRuleID, a: id})
	if !ok {
		return nil
	}
	ix.rows.each(lookup{kind: keyRule, a: program}, func(value []byte) bool {
		if r := ix.rule(string(value)); r.ID == id {
			found = r
		}
		return found == nil
	})
	return found
}

// rulesAbout returns the rules that may match an invocation: those for its program that require
// no word, or one that it has.
func (ix *Index) rulesAbout(v *grammar.Invocation) []*rules.Rule {
	var list []*rules.Rule
	if v.Name == "" || !ix.rows.has(keyRule, v.Name) {
		return nil
	}
	words, known := ruleWords(v)
	if !known {
		ix.rows.each(lookup{kind: keyRule, a: v.Name}, func(value []byte) bool {
			list = append(list, ix.rule(string(value)))
			return true
		})
		return list
	}
	for _, word := range words {
		before := list // which may have a rule that needs one of several words
		ix.rows.each(lookup{keyRuleWord, v.Name, word}, func(value []byte) bool {
			if r := ix.rule(string(value)); !slices.Contains(before, r) {
				list = append(list, r)
			}
			return true
		})
	}
	return list
}

// ruleWords returns the words of an invocation that a rule may require, and whether all its words
// are known.
func ruleWords(v *grammar.Invocation) (words []string, known bool) {
	if v.Open {
		return nil, false
	}
	words = append(words, noWord)
	for i := range v.Operands {
		text, known := v.Operands[i].Word.Text()
		if !known {
			return nil, false
		}
		words = append(words, anOperand+text)
	}
	for i := range v.Options {
		o := &v.Options[i]
		if o.Option == nil {
			return nil, false // it may be several in one word
		}
		words = append(words, anOption+o.Name)
		for name := range strings.FieldsSeq(o.Option.Names) {
			words = append(words, anOption+name)
		}
	}
	slices.Sort(words)
	return slices.Compact(words), true
}

// rule returns a rule, and caches it.
func (ix *Index) rule(value string) *rules.Rule {
	if known, ok := ix.kept.rules.Load(value); ok {
		return known.(*rules.Rule)
	}
	r, ok := rules.Rule{}, false
	if len(value) >= 4 {
		r, ok = readRule([]byte(value[4:]))
	}
	if !ok {
		ix.rows.damaged.Store(true)
	}
	known, _ := ix.kept.rules.LoadOrStore(value, &r)
	return known.(*rules.Rule)
}
