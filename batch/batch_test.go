package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
)

// batchSession is a session on the machine of the examples.
func batchSession(t *testing.T) *runner.Session {
	t.Helper()
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	m, req := guard.Model()
	return &runner.Session{Policy: p, Machine: m, Dir: req.Dir, Work: req.Work}
}

// A slow line does not let later ones overtake it.
func TestBatchKeepsItsOrder(t *testing.T) {
	var in strings.Builder
	for i := range 400 {
		command := "ls"
		if i%40 == 0 {
			command = strings.Repeat("git add src/file.go && ", 3000) + "ls"
		}
		fmt.Fprintf(&in, "{\"id\":%d,\"command\":%q}\n", i, command)
	}
	var out bytes.Buffer
	require.NoError(t, Judge{Session: batchSession(t)}.Run(strings.NewReader(in.String()), &out))
	answers := json.NewDecoder(&out)
	for i := range 400 {
		var answer struct {
			ID     int
			Action string
		}
		require.NoError(t, answers.Decode(&answer))
		assert.Equal(t, i, answer.ID)
		assert.NotEmpty(t, answer.Action)
	}
	assert.ErrorIs(t, answers.Decode(new(any)), io.EOF)
}

// A caller that asks one question at a time gets each answer before the next question.
func TestBatchAnswersAtOnce(t *testing.T) {
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Judge{Session: batchSession(t)}.Run(in, out) }()
	lines := json.NewDecoder(answers)
	for i := range 3 {
		fmt.Fprintf(ask, "{\"id\":%d,\"command\":\"ls\"}\n", i)
		var answer struct{ ID int }
		require.NoError(t, lines.Decode(&answer))
		assert.Equal(t, i, answer.ID)
	}
	require.NoError(t, ask.Close())
	require.NoError(t, <-ended)
}

// slowOut is an output that blocks until it is freed.
type slowOut struct{ free chan struct{} }

func (s slowOut) Write(p []byte) (int, error) { <-s.free; return len(p), nil }

// counted counts the reads of an endless batch.
type counted struct{ read chan int }

func (c counted) Read(p []byte) (int, error) {
	n := copy(p, "{\"command\":\"ls\"}\n")
	c.read <- n
	return n, nil
}

// While nobody reads the answers, the batch reads only a bounded number of lines ahead.
func TestBatchReadsNoFurtherAhead(t *testing.T) {
	in, out := counted{make(chan int)}, slowOut{make(chan struct{})}
	go func() { _ = Judge{Session: batchSession(t)}.Run(in, out) }()
	lines := 0
	for waiting := true; waiting; {
		select {
		case <-in.read:
			lines++
		case <-time.After(time.Second):
			waiting = false
		}
		if lines > 10_000 {
			t.Fatal("it reads on without anybody who takes the answers")
		}
	}
}

type brokenInput struct{}

func (brokenInput) Read([]byte) (int, error) { return 0, errors.New("input/output error") }

// An input that fails is an error, not the end of the batch.
func TestBatchSaysThatItsInputBroke(t *testing.T) {
	in := io.MultiReader(strings.NewReader("{\"id\":1,\"command\":\"ls\"}\n"), brokenInput{})
	var out bytes.Buffer
	err := Judge{Session: batchSession(t)}.Run(in, &out)
	assert.ErrorContains(t, err, "input/output error")
	assert.Contains(t, out.String(), `"id":1`)
}

// A panic of our code is the answer to its line, with its id, and does not stop the others.
func TestAFaultIsAnAnswer(t *testing.T) {
	answer := Judge{}.judgeSafely(question{text: []byte(`{"id":7,"command":"ls"}`)})
	assert.Contains(t, string(answer), `"id":7,`)
	assert.Contains(t, string(answer), `"action":"block"`, "without a session there is a fault")
	assert.Contains(t, string(answer), "shimgen failed")
}
