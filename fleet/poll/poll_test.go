package poll

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestTroubleIsSaidOnce(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	gone, denied := errors.New("gone"), errors.New("denied")
	looks := []error{nil, gone, gone, denied, gone, nil, gone}
	var said []string
	Every(ctx, time.Millisecond, func(what string) { said = append(said, what) }, func() error {
		if len(looks) == 0 {
			stop()
			return errors.New("what an ended context causes is nobody's trouble")
		}
		err := looks[0]
		looks = looks[1:]
		return err
	})
	assert.Equal(t, []string{"gone", "denied", "gone", "gone"}, said)
}

func TestTheEndOfTheContextEndsAWait(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	looks := 0
	Every(ctx, time.Hour, func(string) {}, func() error { looks++; return nil })
	assert.Equal(t, 1, looks)
}
