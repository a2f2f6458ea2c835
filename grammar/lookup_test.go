package grammar

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The index knows the names of the rows, each once, and nothing that is like one.
func TestLookupKnowsTheNames(t *testing.T) {
	all := map[string]*Program{}
	for row := range Rows() {
		for name := range strings.FieldsSeq(row.Names) {
			if !strings.HasSuffix(name, "*") {
				assert.Nil(t, all[name], "%s: in two rows", name)
				all[name] = row
			}
		}
	}
	x := indexed.Get()
	for name, row := range all {
		assert.Same(t, row, x.exact(name), name)
		assert.Same(t, row.program(), Lookup("/usr/bin/"+name), name)
		for _, other := range []string{name + "\x00", name[:len(name)-1], name[1:], name + name, strings.ToUpper(name), row.Names} {
			assert.Same(t, all[other], x.exact(other), other)
		}
	}
	assert.Nil(t, x.exact(""))
	assert.Nil(t, x.exact(" "))
}
