package redact

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUnset(t *testing.T) {
	for _, c := range []struct{ reason, text, value, want string }{
		{"a word", "a abc b", "abc", "a $V b"},
		{"all of the text", "abc", "abc", "$V"},
		{"several", "abc/abc abc", "abc", "$V/$V $V"},
		{"a letter beside", "xabc abcx", "abc", "xabc abcx"},
		{"a letter beside, of the value itself", "1111", "111", "1111"},
		{"the same, behind another letter", "xaaaa", "aaa", "xaaaa"},
		{"the same, before a word", "aaaa aaa", "aaa", "aaaa $V"},
		{"an occurrence that overlaps one in a word", "xab-ab-ab-", "ab-ab-", "xab-$V"},
		{"a value that ends in no letter", "ab-c", "ab-", "$Vc"},
		{"twice in a row", "abcabc", "abc", "abcabc"},
		{"a long value within a word", "xabcdefghx", "abcdefgh", "x$Vx"},
		{"a value that is too short", "ab", "ab", "ab"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			assert.Equal(t, c.want, Unset(c.text, map[string]string{"V": c.value}))
		})
	}
}
