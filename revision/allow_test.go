package revision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
)

// The entry is in the policy wherever one may stand, and all else is as it was.
func TestAllowHere(t *testing.T) {
	for why, text := range map[string]string{
		"no policy":                "",
		"no table":                 "profile = \"cautious\"",
		"a table without the list": "profile = \"open\"\n[commands] # mine\nblocked = [\"x\"]\n[actions]\n",
		"an empty list":            "[commands]\nallowed = []\n",
		"a list on one line":       "[commands]\nallowed = [\"ls\", { command = \"rm x\", override = true }] # mine\n\n[network]\nmode = \"full\"\n",
		"a list on several lines":  "[commands]\n  allowed = [\n    # mine\n    \"ls\",\n  ]\n",
		"a comment that looks so":  "profile = \"open\"\n# [commands]\n#allowed = []\n",
		"carriage returns":         "[commands]\r\nallowed = [\"ls\"]\r\n",
	} {
		before, err := policy.Load(layers(text), policy.Flags{})
		require.NoError(t, err, why)
		changed := AllowHere(text, `git push --force "a'b"`, "/home/u/p q")
		after, err := policy.Load(layers(changed), policy.Flags{})
		require.NoError(t, err, "%s: %s", why, changed)
		ids, commands := policy.Lifted(before, after)
		assert.Empty(t, ids, why)
		assert.Equal(t, []string{`git push --force "a'b" in /home/u/p q`}, commands, "%s: %s", why, changed)
		assert.Len(t, after.AllBlockedCommands(), len(before.AllBlockedCommands()), why)
	}
}

func layers(text string) []policy.Layer {
	if text == "" {
		return nil
	}
	return []policy.Layer{{Name: "p", Kind: policy.User, Data: []byte(text)}}
}
