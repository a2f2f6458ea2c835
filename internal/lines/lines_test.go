package lines_test

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/internal/lines"
)

func TestRead(t *testing.T) {
	in := bufio.NewReaderSize(strings.NewReader("a\n\n"+strings.Repeat("x", 40)+"\n"+strings.Repeat("y", 41)+"\nlast"), 16)
	for _, want := range []struct {
		text string
		long bool
		err  error
	}{
		{"a", false, nil},
		{"", false, nil},
		{strings.Repeat("x", 40), false, nil},
		{"", true, nil},
		{"last", false, io.EOF},
		{"", false, io.EOF},
	} {
		text, long, err := lines.Read(in, 41) // with its newline
		assert.Equal(t, want.text, string(text))
		assert.Equal(t, want.long, long)
		assert.Equal(t, want.err, err)
	}
}

func TestReadSaysThatItsInputBroke(t *testing.T) {
	broken := errors.New("input/output error")
	_, _, err := lines.Read(bufio.NewReader(iotest.ErrReader(broken)), 10)
	assert.ErrorIs(t, err, broken)
}
