package filter

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSelects(t *testing.T) {
	for _, c := range []struct {
		reason string
		args   []string
		want   bool
	}{
		{"lines by number", []string{"sed", "-n", "2,5p"}, true},
		{"a line less", []string{"sed", "1d"}, true},
		{"lines by a pattern", []string{"sed", "-e", `/a\/b/d;$!p`}, true},
		{"a text instead", []string{"sed", "s/a/b/"}, false},
		{"another text after", []string{"sed", "1a x"}, false},
		{"a file", []string{"sed", "1d", "f"}, false},
		{"awk by number", []string{"awk", "NR>1"}, true},
		{"awk by a pattern", []string{"awk", "-F:", "/a/ {print $0}"}, true},
		{"awk with a condition", []string{"mawk", "{ if ($1 > 2) print }"}, true},
		{"awk that prints a part", []string{"awk", "{print $1}"}, false},
		{"awk that changes lines", []string{"awk", `gsub(/a/,"b")`}, false},
		{"awk that does more", []string{"awk", "NR>1{system($0)}"}, false},
		{"another program", []string{"cut", "-f1"}, false},
	} {
		assert.Equal(t, c.want, Selects(c.args[0], c.args[1:]), c.reason)
	}
}
