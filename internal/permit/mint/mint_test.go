package mint_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/internal/permit/mint"
)

func TestZeroPermitPermitsNothing(t *testing.T) {
	var p permit.Permit
	assert.False(t, p.Valid())
	assert.Nil(t, p.Argv())
	assert.Empty(t, p.Dir())
	assert.Empty(t, p.Decision())
}

func TestNewRefusesWhatCannotBeRun(t *testing.T) {
	for name, c := range map[string]struct {
		argv []string
		dir  string
	}{
		"no argv":                {nil, "/w"},
		"empty argv":             {[]string{}, "/w"},
		"empty program":          {[]string{""}, "/w"},
		"NUL in the program":     {[]string{"a\x00b"}, "/w"},
		"NUL in an argument":     {[]string{"ls", "a\x00"}, "/w"},
		"no directory":           {[]string{"ls"}, ""},
		"relative directory":     {[]string{"ls"}, "w"},
		"directory out of reach": {[]string{"ls"}, "(unreachable)/w"},
		"NUL in the directory":   {[]string{"ls"}, "/w\x00"},
		"directory is the dot":   {[]string{"ls"}, "."},
		"program is a lone NUL":  {[]string{"\x00"}, "/"},
	} {
		t.Run(name, func(t *testing.T) {
			p := mint.New(c.argv, c.dir, "id")
			assert.False(t, p.Valid())
			assert.Equal(t, mint.Permit{}, p, "nothing of a refused request may remain")
		})
	}
}

func TestPermitKeepsWhatWasAllowed(t *testing.T) {
	argv := []string{"rm", "", "-rf", "build dir"}
	p := mint.New(argv, "/home/u/project", "d1")
	require.True(t, p.Valid())
	assert.Equal(t, "/home/u/project", p.Dir())
	assert.Equal(t, "d1", p.Decision())

	argv[3] = "/"
	assert.Equal(t, "build dir", p.Argv()[3], "the asker changed its own slice afterwards")
	p.Argv()[3] = "/"
	assert.Equal(t, []string{"rm", "", "-rf", "build dir"}, p.Argv(), "a reader changed its copy")
}

func TestPermitWithoutDecisionIdIsStillAPermit(t *testing.T) {
	assert.True(t, mint.New([]string{"ls"}, "/", "").Valid())
}
