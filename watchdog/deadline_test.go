package watchdog

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func ended(stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return false
	}
}

func TestJudgingEndsInTime(t *testing.T) {
	answer, err := Run(time.Minute, new(atomic.Int32), nil, func(<-chan struct{}) int { return 7 })
	require.NoError(t, err)
	assert.Equal(t, 7, answer)

	waiting := time.Now()
	_, err = Run(100*time.Millisecond, new(atomic.Int32), nil, func(<-chan struct{}) int {
		time.Sleep(300 * time.Millisecond) // waiting is no processor time
		return 0
	})
	require.NoError(t, err)
	assert.GreaterOrEqual(t, time.Since(waiting), 300*time.Millisecond)

	told := make(chan bool, 1)
	_, err = Run(100*time.Millisecond, new(atomic.Int32), nil, func(stop <-chan struct{}) int {
		for turns := 0; ; turns++ {
			if ended(stop) {
				told <- true
				return turns
			}
		}
	})
	assert.Equal(t, Late{100 * time.Millisecond}, err)
	assert.True(t, <-told)
}

// What does not heed that it should stop is left to who ends the process, and the
// caller gets no other answer meanwhile.
func TestJudgingThatHangs(t *testing.T) {
	var told, ends atomic.Bool
	hung := func(err error) {
		assert.Equal(t, Late{50 * time.Millisecond}, err)
		ends.Store(true)
		time.Sleep(50 * time.Millisecond) // as if the process ended here
		told.Store(true)
	}
	_, err := Run(50*time.Millisecond, new(atomic.Int32), hung, func(<-chan struct{}) int {
		for !ends.Load() {
		}
		return 7
	})
	assert.Equal(t, Late{50 * time.Millisecond}, err)
	assert.True(t, told.Load())

	heeds := func(stop <-chan struct{}) int {
		for !ended(stop) {
		}
		return 7
	}
	never := func(error) { assert.Fail(t, "it stopped") }
	_, err = Run(50*time.Millisecond, new(atomic.Int32), never, heeds)
	assert.Equal(t, Late{50 * time.Millisecond}, err)
	answer, err := Run(time.Minute, new(atomic.Int32), never, func(<-chan struct{}) int { return 7 })
	require.NoError(t, err)
	assert.Equal(t, 7, answer)
	_, err = Run(time.Minute, new(atomic.Int32), never, func(<-chan struct{}) int { panic("broken") })
	assert.Equal(t, Crash{"broken"}, err)
}

// What others take of the processors beside a decision is not counted as its own.
func TestJudgingSideBySideIsShared(t *testing.T) {
	burn := func(d time.Duration) {
		for from := processorTime(); processorTime()-from < d; {
		}
	}
	var busy atomic.Int32
	busy.Add(3) // as if three more were made
	_, err := Run(100*time.Millisecond, &busy, nil, func(<-chan struct{}) int {
		burn(250 * time.Millisecond)
		return 0
	})
	require.NoError(t, err)
	assert.Equal(t, int32(3), busy.Load())
}

// A fault in judging is an error, and not the end of the process with Go's status 2,
// which is also that of wrong usage.
func TestFaultInJudgingIsAnError(t *testing.T) {
	_, err := Run(time.Minute, new(atomic.Int32), nil, func(<-chan struct{}) int { panic("broken") })
	assert.Equal(t, Crash{"broken"}, err)
}
