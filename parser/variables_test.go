package parser

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Copies of a state must not see what others assign, whatever they share.
func TestVariablesAreTheirOwn(t *testing.T) {
	type pair struct {
		state *state
		want  map[string]string
	}
	r := rand.New(rand.NewPCG(1, 2))
	pairs := []pair{{&state{at: &place{}}, map[string]string{}}}
	for step := range 20_000 {
		p := pairs[r.IntN(len(pairs))]
		if r.IntN(10) == 0 && len(pairs) < 40 {
			c := pair{p.state.clone(), map[string]string{}}
			for k, v := range p.want {
				c.want[k] = v
			}
			pairs = append(pairs, c)
			continue
		}
		name, value := fmt.Sprintf("v%d", r.IntN(60)), fmt.Sprint(step)
		p.state.set(name, tree.Text(value))
		p.want[name] = value
	}
	for _, p := range pairs {
		require.Len(t, p.state.vars.Names(), len(p.want))
		require.True(t, p.state.vars == nil || p.state.vars.Count == len(p.want))
		for name, want := range p.want {
			v, ok := p.state.get(name)
			got, _ := v.Text()
			require.True(t, ok)
			require.Equal(t, want, got)
		}
	}
}

func TestDifferingVariables(t *testing.T) {
	s := &state{at: &place{}}
	for i := range 3 * tree.MaxOwn {
		s.set(fmt.Sprintf("v%02d", i), tree.Text("a"))
	}
	u, v := s.clone(), s.clone()
	u.set("v01", tree.Text("b"))
	v.set("v02", tree.Text("b"))
	v.set("w", tree.Text("b"))
	assert.Equal(t, []string{"v01", "v02", "w"}, tree.Differing(u.vars, v.vars))
	assert.Len(t, tree.Differing(u.vars, nil), 3*tree.MaxOwn)
}
