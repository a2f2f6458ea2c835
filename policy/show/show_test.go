package show_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/show"
)

func load(t *testing.T, text string) *policy.Policy {
	t.Helper()
	p, err := policy.Load([]policy.Layer{{Name: "policy.toml", Kind: policy.User, Data: []byte(text)}}, policy.Flags{})
	require.NoError(t, err)
	return p
}

func TestSummary(t *testing.T) {
	s := show.Summarize(load(t, "profile = \"guarded\"\n[actions]\n\"git.push\" = \"block\"\n[limits]\ntimeout = \"30s\"\n"))
	assert.Equal(t, "guarded", s.Profile)
	assert.Equal(t, "block", s.Actions["git.push"])
	assert.Contains(t, s.Sources, "user policy.toml")

	var out bytes.Buffer
	s.Print(&out)
	assert.Contains(t, out.String(), "# from user policy.toml\nprofile = \"guarded\"\n")
	assert.Contains(t, out.String(), "\"git.push\" = \"block\"\n")
	assert.Contains(t, out.String(), "# timeout: 30s\n")
	again := load(t, out.String())
	assert.Equal(t, "guarded", again.Profile, "what is printed is a policy file")
	assert.Equal(t, policy.User, again.Sources[len(again.Sources)-1].Kind)
}

// A list is a list in JSON even where it is empty.
func TestSummaryHasNoNull(t *testing.T) {
	text, err := json.Marshal(show.Summarize(load(t, "profile = \"open\"\n")))
	require.NoError(t, err)
	assert.NotContains(t, string(text), "null")
}

func TestSummaryOfTheContainerProfile(t *testing.T) {
	s := show.Summarize(load(t, "profile = \"container\"\n"))
	assert.Equal(t, "block", s.Actions["system-write"])
	assert.Equal(t, "warn", s.Local["system-write"])
	var out bytes.Buffer
	s.Print(&out)
	assert.Contains(t, out.String(), "# \"system-write\" = \"warn\"\n")
	assert.Empty(t, show.Summarize(load(t, "profile = \"cautious\"\n")).Local)
}
