package guard_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/zone"
)

// A target that the text alone determines is judged, whatever names it.
func TestPathsThatTheTextDetermines(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range []struct{ why, source, rule string }{
		{"realpath", `rm -rf "$(realpath ~)"`, "fs.rm-home"},
		{"readlink -f below a directory", `cd / && rm -rf "$(readlink -f usr/../.)"`, "fs.rm-root"},
		{"pwd -P", `cd ~; rm -rf "$(pwd -P)"`, "fs.rm-home"},
		{"pwd after a cd", `d=$(cd ~ && pwd); rm -rf "$d"`, "fs.rm-home"},
		{"pwd after a cd and assignments", `rm -rf "$(x=1; cd /; pwd)"`, "fs.rm-root"},
		{"a cd that prints", `rm -rf "$(cd - && pwd)"`, ""},
		{"a directory that only a run knows", `rm -rf "$(cd "$(dirname "$0")" && pwd)/build"`, ""},
		{"readlink without -f", `rm -rf "$(readlink build)"`, ""},
		{"the last argument", `mkdir -p ~ && rm -rf "$_"`, "fs.rm-home"},
		{"the last argument as a program", `: rm; $_ -rf ~`, "fs.rm-home"},
		{"the last argument of a directory that was made", `mkdir -p build && cd "$_" && make`, ""},
		{"the last argument in a pipeline is another's", `: ~ | :; rm -rf "$_"`, ""},
	} {
		d := check(p, c.source)
		require.NoError(t, d.Err, c.why)
		assert.Equal(t, c.rule, worst(d), c.why)
	}
}

// Links that are there are followed as realpath follows them: what it prints is what the
// link leads to, and not the link.
func TestRealPathFollowsLinks(t *testing.T) {
	m, req := guard.Model()
	files := maps.Clone(m.Files.(zone.Tree))
	home, _ := req.Vars("HOME")
	files[req.Dir+"/link"] = home
	m.Files = files
	for source, rule := range map[string]string{
		`rm -rf link`:                      "",
		`rm -rf "$(realpath link)"`:        "fs.rm-home",
		`rm -rf "$(readlink -f ./link)"`:   "fs.rm-home",
		`cd link && rm -rf "$(pwd -P)"`:    "fs.rm-home",
		`ssh host 'rm -rf $(realpath .x)'`: "",
	} {
		req.Source = source
		d := guard.Judge(builtin(t, policy.Cautious), m, req)
		require.NoError(t, d.Err, source)
		assert.Equal(t, rule, worst(d), source)
	}
}
