package wordlist_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

func TestAmong(t *testing.T) {
	for _, c := range []struct {
		why, name, list string
		want            bool
	}{
		{"the first", "a", "a b c", true},
		{"the last", "c", "a b c", true},
		{"blanks around the list", "b", " a b ", true},
		{"the beginning of a word", "ab", "abc d", false},
		{"the end of a word", "bc", "abc d", false},
		{"a part of a word, and the word behind it", "ab", "abc ab", true},
		{"no name", "", "a  b", false},
		{"two words", "a b", "a b", false},
		{"no list", "a", "", false},
		{"neither name nor list", "", "", false},
		{"the whole list, of one name", "ab", "ab", true},
		{"the whole list, of two names", "a b", "a b", false},
		{"as long as the list", "ab", "ac", false},
		{"longer than the list", "abc", "ab", false},
		{"its last letter within a word before", "aba", "abab aba", true},
		{"a longer word that ends like it is the last", "ab", "ab cab", true},
		{"only a longer word that ends like it", "ab", "b cab", false},
	} {
		assert.Equal(t, c.want, wordlist.Among(c.name, c.list), c.why)
	}
}

func TestEach(t *testing.T) {
	assert.Equal(t, []string{"a", "b", "c"}, slices.Collect(wordlist.Each(" a  b c ")))
	assert.Empty(t, slices.Collect(wordlist.Each(" ")))
}

func TestOverlap(t *testing.T) {
	assert.True(t, wordlist.Overlap("-f --force", "-x -f"), "the longer list is read, too")
	assert.True(t, wordlist.Overlap("-f", "-x --force -f"))
	assert.False(t, wordlist.Overlap("-f --force", "-x --forced"), "a beginning is no name")
	assert.False(t, wordlist.Overlap("", "-x"))
}

func TestLine(t *testing.T) {
	const lines = "a 1\nab 2 3\nb\nca 4\n"
	for name, want := range map[string]string{"a": "a 1", "ab": "ab 2 3", "b": "b", "ca": "ca 4", "": "", "aa": "", "c": "", "d": "", "a 1": ""} {
		assert.Equal(t, want, wordlist.Line(lines, name), name)
	}
	assert.Equal(t, "a", wordlist.Line("a", "a"), "a last line without its end")
	assert.Empty(t, wordlist.Line("", "a"))
}

func TestSet(t *testing.T) {
	s := wordlist.NewSet("-f --force  git")
	for name, want := range map[string]bool{"-f": true, "--force": true, "git": true, "gut": false, "gi": false, "it": false, "--forced": false, "": false, "-f --force": false} {
		assert.Equal(t, want, s.Has(name), name)
	}
}
