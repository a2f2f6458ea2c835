package audit_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/audit"
)

func TestEachEventStopsAtTheFirstThatFails(t *testing.T) {
	const good = `{"event":"session_end","session_id":"s"}`
	full := errors.New("no space")
	for _, tt := range []struct {
		why, in, fails string
		room, want     int
	}{
		{"nothing", "", "", 9, 0},
		{"blank lines", "\n \n" + good + "\n\n" + good, "", 9, 2},
		{"one that is none", good + "\n{}\n" + good, "line 2: ", 9, 1},
		{"one that cannot be recorded", good + "\n" + good, "line 2: no space", 1, 1},
		{"a line without an end", strings.Repeat("x", 9<<20), "line 1: over 8388608 bytes", 9, 0},
	} {
		n := 0
		err := audit.EachEvent(strings.NewReader(tt.in), func(audit.Event) error {
			if n == tt.room {
				return full
			}
			n++
			return nil
		})
		assert.Equal(t, tt.want, n, tt.why)
		if tt.fails == "" {
			assert.NoError(t, err, tt.why)
		} else {
			assert.ErrorContains(t, err, tt.fails, tt.why)
		}
	}
}
