package sandboxnet_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/sandboxnet"
)

func TestResolvingByTCPKeepsOtherOptions(t *testing.T) {
	for _, c := range []struct {
		why       string
		env, want []string
	}{
		{"none were set", []string{"A=b"}, []string{"A=b", "RES_OPTIONS=use-vc"}},
		{"an empty one", []string{"RES_OPTIONS="}, []string{"RES_OPTIONS=use-vc"}},
		{"others were set", []string{"RES_OPTIONS=ndots:2 timeout:1"}, []string{"RES_OPTIONS=ndots:2 timeout:1 use-vc"}},
	} {
		assert.Equal(t, c.want, sandboxnet.ResolvingByTCP(c.env), c.why)
	}
}
