package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A project and what is locked can only be made stricter; 0 is the loosest of all.
func TestLimitsAreTightened(t *testing.T) {
	system := func(text string) Layer { return Layer{Name: "system", Kind: System, Data: []byte(text)} }
	user := func(text string) Layer {
		return Layer{Name: "user", Kind: User, Data: []byte("profile = \"open\"\n" + text)}
	}
	project := func(text string) Layer { return Layer{Name: "project", Kind: Project, Data: []byte(text)} }
	locked := system("lock = [\"limits.memory_mib\"]\n[limits]\nmemory_mib = 200\n")
	for name, c := range map[string]struct {
		layers []Layer
		flags  map[Limit]int64
		want   Limits
		err    string
		notice bool
	}{
		"what nobody says":            {[]Layer{user("")}, nil, Limits{}, "", false},
		"a user's":                    {[]Layer{user("[limits]\ntimeout = 90\nprocesses = 7\n")}, nil, Limits{LimitTime: 90_000, LimitProcesses: 7}, "", false},
		"a time in words":             {[]Layer{user("[limits]\ntimeout = \"1m30s\"\n")}, nil, Limits{LimitTime: 90_000}, "", false},
		"a project's where none was":  {[]Layer{user(""), project("[limits]\nfile_mib = 5\n")}, nil, Limits{LimitFile: 5}, "", false},
		"a project's that is less":    {[]Layer{user("[limits]\nfile_mib = 9\n"), project("[limits]\nfile_mib = 5\n")}, nil, Limits{LimitFile: 5}, "", false},
		"a project's that is more":    {[]Layer{user("[limits]\nfile_mib = 9\n"), project("[limits]\nfile_mib = 10\n")}, nil, Limits{LimitFile: 9}, "", true},
		"a project's that is none":    {[]Layer{user("[limits]\nfile_mib = 9\n"), project("[limits]\nfile_mib = 0\n")}, nil, Limits{LimitFile: 9}, "", true},
		"a flag wins":                 {[]Layer{user("[limits]\nfile_mib = 9\n")}, map[Limit]int64{LimitFile: 0}, Limits{}, "", false},
		"a flag below what is locked": {[]Layer{locked, user("")}, map[Limit]int64{LimitMemory: 150}, Limits{LimitMemory: 150}, "", false},
		"a flag above what is locked": {[]Layer{locked, user("")}, map[Limit]int64{LimitMemory: 201}, Limits{}, `locked by system at 200MB`, false},
		"a flag that lifts a lock":    {[]Layer{locked, user("")}, map[Limit]int64{LimitMemory: 0}, Limits{}, `locked by system at 200MB`, false},
		"a user's beside what is":     {[]Layer{locked, user("[limits]\nmemory_mib = 0\n")}, nil, Limits{LimitMemory: 200}, "", true},
		"less memory than starts it":  {[]Layer{user("[limits]\nmemory_mib = 127\n")}, nil, Limits{}, "must be at least 128", false},
		"a negative number":           {[]Layer{user("[limits]\nprocesses = -1\n")}, nil, Limits{}, "whole number from 0", false},
		"words that are no time":      {[]Layer{user("[limits]\ntimeout = \"-1s\"\n")}, nil, Limits{}, "is no time", false},
		"a time that cannot be held":  {[]Layer{user("[limits]\ntimeout = \"1us\"\n")}, nil, Limits{}, "is no time", false},
		"a number of another size":    {[]Layer{user("[limits]\noutput_kib = 99999999999999\n")}, nil, Limits{}, "whole number from 0", false},
		"a key that there is not":     {[]Layer{user("[limits]\nmemory = 5\n")}, nil, Limits{}, "memory", false},
		"guarded has a limit of time": {[]Layer{project("profile = \"guarded\"\n")}, nil, Limits{LimitTime: 300_000}, "", false},
		"which a project cannot lift": {[]Layer{project("profile = \"guarded\"\n[limits]\ntimeout = 0\n")}, nil, Limits{LimitTime: 300_000}, "", true},
		"and whoever starts it can":   {[]Layer{project("profile = \"guarded\"\n")}, map[Limit]int64{LimitTime: 0}, Limits{}, "", false},
		"a long policy has them too":  {[]Layer{user("[limits]\nmemory_mib = 164\n[network]\nallowed_domains = [\"a.b\",\"b.b\",\"c.b\",\"d.b\",\"e.b\",\"f.b\",\"g.b\",\"h.b\",\"i.b\",\"j.b\"]\n")}, nil, Limits{LimitMemory: 164}, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := Load(c.layers, Flags{Limits: c.flags})
			if c.err != "" {
				require.ErrorContains(t, err, c.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.want, p.Limits)
			assert.Equal(t, c.notice, len(p.Notices) > 0, "%q", p.Notices)
		})
	}
}
