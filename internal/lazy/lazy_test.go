package lazy

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestMadeOnce(t *testing.T) {
	calls := 0
	v := Value[map[string]int]{Make: func() map[string]int { calls++; return map[string]int{"a": calls} }}
	assert.Zero(t, calls, "nobody has asked")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { assert.Equal(t, 1, v.Get()["a"]) })
	}
	wg.Wait()
	assert.Equal(t, 1, calls)
}
