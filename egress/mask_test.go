package egress

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// However the input is cut, the output is masked as a whole.
func TestMaskerHasNoSeams(t *testing.T) {
	all := []replacement{newReplacement("abc", "ABC"), newReplacement("abcdef", "UVWXYZ"), newReplacement("cab", "MNO")}
	for text, want := range map[string]string{
		"abc": "ABC", "abcdef": "UVWXYZ", "xabcdex": "xABCdex", "abcabcdef": "ABCUVWXYZ", "cabc": "MNOc", "ababc": "abABC", "ab": "ab", "abcde": "ABCde", "": "",
		"abcdeabcdef": "ABCdeUVWXYZ",
	} {
		for first := range len(text) + 1 {
			for second := first; second <= len(text); second++ {
				var out strings.Builder
				m := masker{w: &out, all: all}
				for _, part := range []string{text[:first], text[first:second], text[second:]} {
					_, err := m.Write([]byte(part))
					require.NoError(t, err)
				}
				require.NoError(t, m.flush())
				assert.Equal(t, want, out.String(), "%q, cut at %d and %d", text, first, second)
			}
		}
	}
}
