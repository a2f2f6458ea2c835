package exit_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/launch"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/watchdog"
)

func TestFromGivesErrorsTheirStatus(t *testing.T) {
	for _, tt := range []struct {
		why    string
		err    error
		status int
		hint   string
	}{
		{"no such program", launch.NotFoundError{Name: "x"}, exit.Missing, ""},
		{"a file that changed", launch.ChangedError{Path: "/x"}, exit.Refused, ""},
		{"a backend that is not there", fmt.Errorf("exec: %w", runner.MissingBackendError{Err: errors.New("no bwrap"), Hint: "install it"}), exit.Failed, "install it"},
		{"a box that cannot be made", fmt.Errorf("%w: no", sandbox.ErrBox), exit.Failed, ""},
		{"a sandbox that did not start", fmt.Errorf("%w: no", sandbox.ErrDidNotStart), exit.Failed, "shimgen sandbox status says which sandboxes work here; none works inside another"},
		{"too late", fmt.Errorf("exec: %w", limit.ErrTimeout), exit.Timeout, ""},
		{"anything else", errors.New("broken"), exit.Failed, ""},
	} {
		var got *exit.Error
		if assert.ErrorAs(t, exit.From(tt.err), &got, tt.why) {
			assert.Equal(t, tt.status, got.Status, tt.why)
			assert.Equal(t, tt.hint, got.Hint, tt.why)
			assert.Equal(t, tt.err.Error(), got.Error(), tt.why)
		}
	}
	assert.NoError(t, exit.From(nil))
}

func TestAfterADecision(t *testing.T) {
	crashed := guard.Decision{Err: watchdog.Crash{Fault: "broken"}}
	for _, status := range []int{0, exit.Blocked, exit.Ask} {
		assert.Equal(t, exit.Silent(exit.Failed), exit.After(crashed, status))
	}
	assert.Equal(t, exit.Silent(exit.Blocked), exit.After(guard.Decision{}, exit.Blocked))
	assert.NoError(t, exit.After(guard.Decision{}, 0))
}
