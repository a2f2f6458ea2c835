package policy

import (
	"encoding/binary"

	"github.com/agent-loop/shimgen/rules"
)

// rule adds a rule under its program, and its names.
func (w *rowWriter) rule(r rules.Rule, n int) {
	w.add(keyRule, r.Program, numbered(n, string(appendRule(nil, &r))))
	w.add(keyRuleID, r.ID, r.Program)
	w.once(keyPack, packOf(r.ID), "")
}

// fieldsOf are what a rule of a policy file has: see ruleFields.
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

// shelf is how a set of rules asks the index.
func (ix *Index) shelf() *rules.Shelf {
	return &rules.Shelf{
		Len:   ix.head.Lists.Rules,
		About: ix.rulesAbout,
		Find: func(id string) *rules.Rule {
			var found *rules.Rule
			ix.rows.each(lookup{kind: keyRuleID, a: id}, func(program []byte) bool {
				list := ix.rulesAbout(string(program))
				for i := range list {
					if list[i].ID == id {
						found = &list[i]
					}
				}
				return found == nil
			})
			return found
		},
		All: func(yield func(*rules.Rule) bool) {
			for _, r := range ix.rows.all(keyRule) {
				rule := ix.readRule(r.value)
				if !yield(&rule) {
					return
				}
			}
		},
	}
}

// rulesAbout returns the rules about a program, which are read once.
func (ix *Index) rulesAbout(program string) []rules.Rule {
	if known, ok := ix.kept.rules.Load(program); ok {
		return known.([]rules.Rule)
	}
	var list []rules.Rule
	ix.rows.each(lookup{kind: keyRule, a: program}, func(value []byte) bool {
		list = append(list, ix.readRule(string(value)))
		return true
	})
	if len(list) == 0 {
		return nil // names of programs are without end
	}
	known, _ := ix.kept.rules.LoadOrStore(program, list)
	return known.([]rules.Rule)
}

func (ix *Index) readRule(value string) rules.Rule {
	if len(value) < 4 {
		ix.rows.damaged.Store(true)
		return rules.Rule{}
	}
	r, ok := readRule([]byte(value[4:]))
	if !ok {
		ix.rows.damaged.Store(true)
	}
	return r
}
