package guard_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
)

// circular are texts that run themselves. A shell ends them for want of memory; who
// only reads them has to see that there is no end.
var circular = []struct{ reason, source string }{
	{"an eval of itself", `a='eval $a'; eval $a`},
	{"an eval of itself, quoted", `ls; a='eval "$a"'; eval "$a"`},
	{"an eval of itself twice", `a='b=x; eval $a; eval $a'; eval $a; eval $a`},
	{"an eval of itself after command", `a='command eval $a'; builtin eval "$a"`},
	{"an eval of itself in a shell", `export a='eval $a'; sh -c 'eval $a'`},
	{"a shell of itself", `export a='sh -c "$a"'; sh -c "$a"`},
}

func TestTextThatRunsItself(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range circular {
		t.Run(c.reason, func(t *testing.T) {
			done := make(chan bool)
			go func() {
				check(p, c.source)
				close(done)
			}()
			select {
			case <-done:
			case <-time.After(10 * time.Second):
				assert.Fail(t, "still reading")
			}
		})
	}
}
