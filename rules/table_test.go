package rules_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/rules"
)

// filled returns a rule in which one field has a value.
func filled(t *testing.T, field int, value string) rules.Rule {
	r := rules.Rule{ID: "team.x", Program: "x"}
	switch v := reflect.ValueOf(&r).Elem().Field(field); v.Kind() {
	case reflect.String:
		v.SetString(value)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.ValueOf([]string{value, "", value}))
	case reflect.Int:
		v.SetInt(7)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		v.SetUint(200)
	default:
		require.Fail(t, "a field of a new kind", "%s %s", reflect.TypeFor[rules.Rule]().Field(field).Name, v.Kind())
	}
	return r
}

// A table has every field as it was, whatever bytes are in it.
func TestTableHasEveryField(t *testing.T) {
	for i := range reflect.TypeFor[rules.Rule]().NumField() {
		if !reflect.TypeFor[rules.Rule]().Field(i).IsExported() {
			continue
		}
		for _, value := range []string{"a b", "a=b", "\"a\"", "a\tb\nc\r", `a\tb`, "=", "é\x00"} {
			all := []rules.Rule{filled(t, i, value), {ID: "team.y", Effect: 3}}
			table := rules.NewTable(rules.Encode(all))
			require.NoError(t, table.Check())
			var got []rules.Rule
			for r := range table.Set().All() {
				got = append(got, rules.Written(*r))
			}
			assert.Equal(t, all, got, "%s %q", reflect.TypeFor[rules.Rule]().Field(i).Name, value)
		}
	}
}

func TestTableFinds(t *testing.T) {
	set := rules.NewTable(rules.Encode([]rules.Rule{{ID: "a.b", Former: "old", Program: "x"}, {ID: "old2", Program: "y"}, {ID: "c", Former: "old3"}})).Set()
	assert.Equal(t, "a.b", set.Find("a.b").ID)
	assert.Equal(t, "a.b", set.Find("old").ID)
	assert.Equal(t, "old2", set.Find("old2").ID)
	assert.Equal(t, "c", set.Find("old3").ID)
	assert.Nil(t, set.Find("=old"))
	assert.Same(t, set.Find("c"), set.Find("c"), "a rule is read once")
	for _, id := range []string{"", "x", "a", "b", "a.b\t", "a.b\n", "ID"} {
		assert.Nil(t, set.Find(id), "%q", id)
	}
	assert.Equal(t, 4, set.With(rules.Rule{ID: "d", Program: "z"}).Len())
	assert.Equal(t, "d", set.With(rules.Rule{ID: "d", Program: "z"}).Find("d").ID)
}

// A text that is not what Encode makes of its rules is found out.
func TestTableOfAnotherVersion(t *testing.T) {
	text := rules.Encode([]rules.Rule{{ID: "a.b", Program: "x", Hits: []string{"x"}}, {ID: "c", Program: "y", Strict: true}})
	require.NoError(t, rules.NewTable(text).Check())
	for reason, other := range map[string]string{
		"nothing":           "",
		"no numbers":        "a b\n" + text,
		"fewer rules":       strings.Replace(text, "2 ", "1 ", 1),
		"more rules":        strings.Replace(text, "2 ", "3 ", 1),
		"very many rules":   strings.Replace(text, "2 ", "999999999999 ", 1),
		"a longer index":    strings.Replace(text, "\n", "0\n", 1),
		"another program":   strings.Replace(text, "Program=x", "Program=z", 1),
		"no such field":     strings.Replace(text, "Program=x", "Programme=x", 1),
		"no such flag":      strings.Replace(text, "\tStrict\t", "\tStrickt\t", 1),
		"text for a number": strings.Replace(text, "\tStrict\t", "\tEffect=x\t", 1),
		"another place":     strings.Replace(text, "x 0.", "x 1.", 1),
		"the rest cut off":  text[:len(text)-9],
		"other quotes":      strings.Replace(text, "Hits=x", `Hits="x"`, 1),
		"something behind":  text + "x\n",
	} {
		assert.Error(t, rules.NewTable(other).Check(), reason)
	}
}
