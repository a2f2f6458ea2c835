package compile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/policy"
)

// However much a policy blocks, there is a table for it, and what is in no such place
// stays clear: what a table has no room for is protected by the directory it is in.
func TestEveryPolicyHasATable(t *testing.T) {
	numbered := func(n int, form string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, form, i)
		}
		return b.String()
	}
	for _, c := range []struct {
		reason, policy string
		paths          bool // some are clear
		places         []string
	}{
		{"few paths, each for itself", "[paths]\nblocked = [\"/data/a/b\", \"/data/a/c\"]", true, []string{"/data/a/b", "/data/a/c"}},
		{"ten thousand in a few directories", "[paths]\nblocked = [" + numbered(10_000, "'/data/production/x%[1]d/store',") + "]", true, []string{"/data/production"}},
		{"ten thousand at the top", "[paths]\nblocked = [" + numbered(10_000, "'/blocked%d',") + "]", false, nil},
		{"one that is too long", "[paths]\nblocked = ['/data/" + strings.Repeat("x", 300) + "']", true, []string{"/data"}},
		{"ten thousand in the home", "[paths]\nblocked = [" + numbered(10_000, "'~/keep/%d',") + "]", true, []string{"/home/u/keep"}},
		{"a thousand commands and rules", "[commands]\nblocked = [" + numbered(1000, "'tool%d push *',") + "]\n" +
			numbered(1000, "[[rule]]\nid='t.r%[1]d'\nprogram='p%[1]d'\nclass='destructive'\nreason='r'\nhits=['p%[1]d x']\nmisses=['ls']\n"), true, nil},
	} {
		t.Run(c.reason, func(t *testing.T) {
			p, err := policy.Load([]policy.Layer{{Name: "p", Kind: policy.User, Data: []byte("profile = 'cautious'\n" + c.policy)}}, policy.Flags{})
			require.NoError(t, err)
			spec, err := Policy(p, Machine{Names: shimmed, Root: "/home/u/.agent-loop", Homes: []string{"/home/u"}, Temps: []string{"/tmp"}})
			require.NoError(t, err)
			table, left, err := gate.EncodeEach(spec)
			require.NoError(t, err)
			assert.Empty(t, left)
			assert.Less(t, len(table), 256<<10)
			for _, place := range c.places {
				assert.Contains(t, spec.Zones.Paths, gate.Place{Path: place, Access: gate.Any})
			}
			at := slices.IndexFunc(spec.Commands, func(c gate.Command) bool { return slices.Contains(c.Names, "rm") })
			require.GreaterOrEqual(t, at, 0)
			assert.Equal(t, c.paths, spec.Commands[at].Syntax.Operands.Rest != gate.None, "paths are clear for rm")
		})
	}
}
