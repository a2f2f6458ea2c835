package parser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEmptySources(t *testing.T) {
	for name, text := range map[string]string{"nothing": "", "blank": " \t\n", "comments alone": "# ls\n  # pwd"} {
		t.Run("C13 "+name, func(t *testing.T) {
			_, err := Parse(text, Options{})
			require.ErrorIs(t, err, ErrEmpty)
		})
	}
}
