package notice

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAListHoldsEachLineOnce(t *testing.T) {
	var l List
	l.Add("%d names", 2)
	l.Add("2 names")
	l.Extend("as it is", "as it is")
	assert.Equal(t, []string{"2 names", "as it is", "as it is"}, l.Take())
	assert.Empty(t, l.Take(), "they were taken")
}

func TestAThingIsSaidOnceInASession(t *testing.T) {
	m := Marks{Dirs: []string{filepath.Join(t.TempDir(), "missing", "said"), filepath.Join(t.TempDir(), "said")}, UID: os.Getuid()}
	assert.True(t, m.First("one", "x"), "the second directory takes it, if the first does not")
	assert.False(t, m.First("one", "x"))
	assert.True(t, m.First("one", "y"))
	assert.True(t, m.First("two", "x"), "another session")
	assert.True(t, Marks{}.First("one", "x"), "nothing is noted anywhere")
	assert.True(t, Marks{}.First("one", "x"))
	assert.Equal(t, SessionName(), SessionName())
}
