package rules

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Encode returns the text of a [Table] with these rules, in their order:
//
//   - a line with the number of rules and the lengths of the two indexes;
//   - the index: lines with the name of a program and places, sorted by bytes. The first has an empty
//     name: its rules name no program. A place is NUMBER.OFFSET.KINDS.ZONES.STATES.BEGINS, in base 36,
//     and the last three are left out if the rule does not restrict them. They are the kinds of effect
//     that the rule matches, the zones of such effects, and its filter; with them most rules need not be
//     read;
//   - the index of ids: lines with an id, or = and a former one, and NUMBER.OFFSET, sorted by bytes;
//   - a line for each rule: fields with a value as NAME=VALUE and those that are true as NAME, between
//     tabs. A value that needs it is quoted as in Go. A list is several fields.
func Encode(all []Rule) string {
	places, ids := map[string]string{}, map[string]string{}
	var rows strings.Builder
	for n := range all {
		r := &all[n]
		place := r.place(n, rows.Len())
		at := strings.Join(strings.SplitN(place, ".", 3)[:2], ".")
		ids[r.ID] = at
		if r.Former != "" {
			ids["="+r.Former] = at
		}
		if r.conditional() {
			names := strings.Fields(r.Program)
			if len(names) == 0 {
				names = []string{""}
			}
			for _, name := range names {
				places[name] += " " + place
			}
		}
		rows.WriteString(r.encode())
	}
	var index strings.Builder
	if _, general := places[""]; !general {
		index.WriteString("\n")
	}
	for _, name := range slices.Sorted(maps.Keys(places)) {
		index.WriteString(strings.TrimSpace(name+places[name]) + "\n")
	}
	var byID strings.Builder
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		byID.WriteString(id + " " + ids[id] + "\n")
	}
	return fmt.Sprintf("%d %d %d\n", len(all), index.Len(), byID.Len()) + index.String() + byID.String() + rows.String()
}

// place returns a rule's place in the index.
func (r *Rule) place(number, offset int) string {
	c := r.candidate(number)
	parts := []uint64{uint64(number), uint64(offset), uint64(c.kinds), uint64(c.zones), uint64(c.states), uint64(c.begins)}
	if c.begins == anySub {
		parts[5] = 0
	}
	for len(parts) > 3 && parts[len(parts)-1] == 0 {
		parts = parts[:len(parts)-1]
	}
	text := make([]string, len(parts))
	for i, n := range parts {
		text[i] = strconv.FormatUint(n, 36)
	}
	return strings.Join(text, ".")
}

// encode returns the line of a rule.
func (r *Rule) encode() string {
	line := "\t"
	for field, v := range reflect.ValueOf(*r).Fields() {
		switch {
		case !field.IsExported(), v.IsZero() && v.Kind() != reflect.Slice:
		case v.Kind() == reflect.Bool:
			line += field.Name + "\t"
		case v.Kind() == reflect.String:
			line += field.Name + "=" + quoted(v.String()) + "\t"
		case v.Kind() == reflect.Slice:
			for _, text := range v.Interface().([]string) {
				line += field.Name + "=" + quoted(text) + "\t"
			}
		default:
			line += fmt.Sprintf("%s=%d\t", field.Name, v.Interface())
		}
	}
	return line + "\n"
}

// quoted returns a value as it stands in a line.
func quoted(text string) string {
	if strings.ContainsAny(text, "\t\n\r") || strings.HasPrefix(text, `"`) {
		return strconv.Quote(text)
	}
	return text
}
