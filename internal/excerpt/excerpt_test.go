package excerpt

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPlaces(t *testing.T) {
	const file = "run: |\n  a b\n  c ${{ x }} d\n"
	var b Builder
	b.Copy(file, 9, 13)
	b.Copy(file, 15, 17)
	b.Put("${_unknown}", 17)
	b.Copy(file, 25, 28)
	text := b.Text()
	assert.Equal(t, "a b\nc ${_unknown} d\n", text.String)
	for _, c := range []struct {
		reason string
		in, at int
	}{
		{"the first byte", 0, 9},
		{"the second word", 2, 11},
		{"behind the indentation", 4, 15},
		{"a stand-in", 6, 17},
		{"within a stand-in", 10, 17},
		{"behind a stand-in", 18, 26},
		{"the end", 20, 28},
	} {
		assert.Equal(t, c.at, text.Place(c.in), c.reason)
		if c.in < 20 {
			assert.Equal(t, c.at, text.Slice(c.in, 20).Place(0), c.reason+", in a slice")
		}
	}
	assert.Equal(t, "${_unknown} d", text.Slice(6, 19).String)
}

func TestWholeTextStandsWhereItStands(t *testing.T) {
	assert.Equal(t, 5, Whole("a longer text").Place(5))
	assert.Equal(t, 0, Text{}.Place(0))
	assert.Equal(t, 9, Whole("a longer text").Slice(2, 12).Place(7))
}
