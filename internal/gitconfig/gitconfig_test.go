package gitconfig

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSettings(t *testing.T) {
	for _, c := range []struct {
		why, text string
		want      []string
		ok        bool
	}{
		{"empty", "", nil, true},
		{"comments", "# a\n; b\n\n", nil, true},
		{"a section and keys", "[user]\n\tname = A U Thor\n email=a@example.com\n", []string{"user.name=A U Thor", "user.email=a@example.com"}, true},
		{"a key without a value is true", "[core]\nbare\n", []string{"core.bare="}, true},
		{"a part of a section", "[filter \"x\"]\nclean = ./x %f\n", []string{"filter.x.clean=./x %f"}, true},
		{"in the old way", "[filter.x]\nclean=y\n", []string{"filter.x.clean=y"}, true},
		{"a quoted value", "[core]\neditor = \"sh -c \\\"x\\\"\"\n", []string{`core.editor=sh -c "x"`}, true},
		{"a part with signs", "[url \"a=b]c\"]\ninsteadOf = d\n", []string{"url.a-b]c.insteadOf=d"}, true},
		{"a key on the line of its section", "[core] editor = x\nbare\n", []string{"core.editor=x", "core.bare="}, true},
		{"a key on the line of its part of a section", "[filter \"x\"]clean = ./x\n", []string{"filter.x.clean=./x"}, true},
		{"a comment on the line of its section", "[core] # editor\neditor = x\n", []string{"core.editor=x"}, true},
		{"a part with a quotation mark and a bracket", "[url \"a\\\"]b\"]\ninsteadOf = d\n", []string{`url.a"]b.insteadOf=d`}, true},
		{"a backslash at the end of a part", "[url \"a\\\\\"]\ninsteadOf = d\n", []string{`url.a\.insteadOf=d`}, true},
		{"two parts", "[core \"a\" \"b\"]\neditor = x\n", nil, false},
		{"a bracket in a section's name", "[core[]\neditor = x\n", nil, false},
		{"brackets alone", "[]\neditor = x\n", nil, false},
		{"a value that goes on", "[core]\neditor = a\\\n b\n", nil, false},
		{"a value with a comment", "[core]\neditor = a # b\n", nil, false},
		{"no section", "editor = a\n", nil, false},
		{"a section that does not end", "[core\neditor = a\n", nil, false},
		{"a quote that does not end", "[core \"x]\neditor = a\n", nil, false},
	} {
		got, ok := Settings(c.text)
		assert.Equal(t, c.ok, ok, c.why)
		assert.Equal(t, c.want, got, c.why)
	}
}
