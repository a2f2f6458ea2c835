package headtail

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestABufferKeepsBothEnds(t *testing.T) {
	for name, c := range map[string]struct {
		limit  int
		writes []string
		text   string
		left   int64
	}{
		"nothing":                      {8, nil, "", 0},
		"what fits":                    {8, []string{"abc", "de", "fgh"}, "abcdefgh", 0},
		"one more":                     {8, []string{"abcdefghi"}, "abcdef\n[shimgen: 1 bytes left out]\nhi", 1},
		"byte by byte":                 {8, strings.Split(strings.Repeat("x", 99)+"end", ""), "xxxxxx\n[shimgen: 94 bytes left out]\nnd", 94},
		"bytes that are no characters": {8, []string{"a\xff\xfeb"}, "a\xff\xfeb", 0},
		"a character over two writes":  {8, []string{"a\xc3", "\xa9b"}, "aéb", 0},
		"a character cut at the head":  {8, []string{"abcde\xc3\xa9fghij"}, "abcde\n[shimgen: 5 bytes left out]\nij", 5},
		"a character cut at the tail":  {8, []string{"abcdefgh\xe2\x82\xac"}, "abcdef\n[shimgen: 5 bytes left out]\n", 5},
		"NUL is text":                  {8, []string{"a\x00b"}, "a\x00b", 0},
	} {
		t.Run(name, func(t *testing.T) {
			k := New(c.limit)
			for _, w := range c.writes {
				n, err := k.Write([]byte(w))
				assert.NoError(t, err)
				assert.Equal(t, len(w), n)
			}
			text, left := k.Text()
			assert.Equal(t, c.text, text)
			assert.Equal(t, c.left, left)
		})
	}
}

func FuzzClip(f *testing.F) {
	f.Add([]byte("a\xc3\xa9\xff"), 8, 3)
	f.Fuzz(func(t *testing.T, data []byte, limit, step int) {
		limit, step = 4+abs(limit)%64, 1+abs(step)%64
		k := New(limit)
		for at := 0; at < len(data); at += step {
			_, _ = k.Write(data[at:min(at+step, len(data))])
			assert.LessOrEqual(t, len(k.head)+len(k.tail), limit+limit/4+step, "memory is bounded")
		}
		text, left := k.Text()
		assert.True(t, utf8.ValidString(text) || !utf8.Valid(data), "a cut leaves whole characters")
		if len(data) <= limit {
			assert.Equal(t, string(data), text)
			assert.Zero(t, left)
			return
		}
		assert.Contains(t, text, fmt.Sprintf("[shimgen: %d bytes left out]", left))
		assert.Positive(t, left)
		assert.LessOrEqual(t, left, int64(len(data)))
	})
}

func abs(n int) int { return max(n, -(n + 1)) }
