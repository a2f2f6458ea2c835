package script

import "slices"

// subscript reads v[…].
func (r *curly) subscript(v value, off int) value {
	end := r.closing()
	key := r.expressionsTo(end)
	r.next()
	if r.err != nil {
		return anything
	}
	return r.chosen(v, key, span{off, r.toks[max(r.pos-1, 0)].end})
}

// chosen is the element of a list, or the member of anything else.
func (r *curly) chosen(v, key value, at span) value {
	var out choice
	for _, a := range v {
		if a.kind == sequence && !(key.all(constant) && a.keys == nil) {
			out.add(r.pick(value{a}, key))
			continue
		}
		if a.kind == constant && key.all(number) {
			out.add(letter(a.text, key[0].num))
			continue
		}
		out.add(r.attributes(value{a}, key, at))
	}
	return orAnything(out.value)
}

// pick is the element of a value at a key.
func (r *curly) pick(v, key value) value {
	var out choice
	for _, a := range v {
		for _, k := range key {
			if !r.spend(1) {
				return anything
			}
			out.add(r.element(a, k))
		}
	}
	return orAnything(out.value)
}

func (r *curly) element(a, k atom) value {
	if a.kind != sequence {
		if k.kind == constant {
			return r.attribute(value{a}, k.text, span{})
		}
		return anything
	}
	switch i := slices.Index(a.keys, k.text); {
	case k.kind == number && a.keys == nil && k.num >= 0 && k.num < len(a.items):
		return a.items[k.num]
	case k.kind == constant && i >= 0:
		return a.items[len(a.keys)-1-slices.Index(reversedKeys(a.keys), k.text)]
	case k.kind == stranger || k.kind == number:
		return value{a}.items()
	case k.kind == constant && a.keys == nil && k.text != "":
		return instance(clip("list."+k.text), value{a})
	}
	return anything
}

// reversedKeys puts the key that counts, which is the last of two alike, first.
func reversedKeys(keys []string) []string {
	out := slices.Clone(keys)
	slices.Reverse(out)
	return out
}
