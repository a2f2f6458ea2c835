package reader

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBytesThatNestingDoesNotLookAtCountForNothing(t *testing.T) {
	for b, counted := range counted {
		if counted || b == '\\' {
			continue
		}
		for _, before := range []string{"", "&", "(", "|"} {
			n := nesting{depth: 1, arith: [MaxDepth + 1]bool{1: true}}
			text := before + string([]byte{byte(b)})
			want := n
			want.last = byte(b)
			n.count(text, len(text)-1)
			assert.Equal(t, want, n, "%q", text)
		}
	}
}
