package approval

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/host"
)

const (
	pts1, pts2 = 136<<8 | 1, 136<<8 | 2
	tty1       = 4<<8 | 1
)

// made is a process that is on no machine, so that nothing is read of it.
func made(n int, terminal uint64) host.Relative {
	return host.Relative{Process: host.Process{PID: 1<<30 + n, Start: uint64(n)}, Terminal: terminal}
}

func TestWhoBelongsToWhatAsked(t *testing.T) {
	agent, shell, window := made(1, pts1), made(2, pts1), made(3, 0)
	for _, tt := range []struct {
		why   string
		asks  []host.Relative
		reply []host.Relative
		want  error
	}{
		{"another pane of the same multiplexer", []host.Relative{agent, shell, window}, []host.Relative{made(5, pts2), window}, nil},
		{"the shell of the agent's own window", []host.Relative{agent, shell, window}, []host.Relative{made(5, pts1), shell, window}, ErrOwn},
		{"a terminal that the agent made", []host.Relative{agent, shell, window}, []host.Relative{made(5, pts2), agent, shell, window}, ErrOwn},
		{"a tool of the agent's in a session without a terminal", []host.Relative{made(6, 0), agent, shell, window}, []host.Relative{made(5, pts2), shell, window}, ErrOwn},
		{"a graphical session that a login on the console started", []host.Relative{agent, shell, made(7, tty1), made(8, tty1)}, []host.Relative{made(5, pts2), made(7, tty1), made(8, tty1)}, nil},
		{"an agent on the console itself", []host.Relative{made(1, tty1), made(2, tty1), window}, []host.Relative{made(5, pts2), made(2, tty1)}, ErrOwn},
		{"an agent without a terminal, from an editor that has others", []host.Relative{made(1, 0), window}, []host.Relative{made(5, pts2), window}, ErrOwn},
		{"an agent without a terminal, and a login", []host.Relative{made(1, 0), window}, []host.Relative{made(5, pts2), made(9, 0)}, nil},
		{"the same number, another process", []host.Relative{agent}, []host.Relative{{Process: host.Process{PID: agent.PID, Start: 77}}}, nil},
		{"nobody knows who asked", nil, []host.Relative{made(5, pts2)}, ErrUnknown},
		{"nobody knows who answers", []host.Relative{agent}, nil, ErrUnknown},
	} {
		r := Request{Sides: [][]host.Process{AskingSide(tt.asks)}}
		assert.Equal(t, tt.want, r.MayAnswer(tt.reply), tt.why)
	}
	assert.Equal(t, ErrUnknown, Request{}.MayAnswer([]host.Relative{agent}))
}

// This process is on the side of what it asks itself.
func TestSelfIsOwn(t *testing.T) {
	chain := host.Ancestors(os.Getpid())
	if len(chain) == 0 {
		t.Skip("this system does not say which processes are above")
	}
	side := AskingSide(chain)
	assert.Contains(t, side, chain[0].Process)
	assert.True(t, Below(chain, side))
}
