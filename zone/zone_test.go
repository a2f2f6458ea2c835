package zone_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// machine has a home, a work directory in it, and two links in the work directory.
func machine() zone.Machine {
	return zone.Machine{
		Files: zone.Tree{"/": "", "/etc": "", "/home/agent": "", "/home/agent/work": "", "/home/agent/work/out": "/etc", "/home/agent/work/loop": "loop", "/tmp": ""},
		Homes: []string{"/home/agent"}, Own: "/home/agent/.agent-loop", Temp: []string{"/tmp"},
	}
}

const work = "/home/agent/work"

func newMap(t *testing.T) *zone.Map {
	t.Helper()
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	return zone.New(p, machine(), work, "")
}

// Where known paths lie.
func TestZone(t *testing.T) {
	m := newMap(t)
	for _, c := range []struct {
		why, path string
		want      rules.Zone
	}{
		{"the root", "/", rules.Root | rules.HoldsSecrets},
		{"the user's home", "/home/agent", rules.Home | rules.Above | rules.HoldsSecrets},
		{"the work directory", work, rules.Here},
		{"in it", work + "/x", 0},
		{"temporary files", "/tmp/x", 0},
		{"a directory of the system's", "/etc", rules.System | rules.SystemDir | rules.HoldsSecrets},
		{"below it", "/etc/hosts", rules.System},
		{"an application's", "/opt/app/x", rules.Shared},
		{"our own", "/home/agent/.agent-loop/x", rules.Own},
		{"credentials", "/home/agent/.netrc", rules.Secret | rules.Outside},
		{"what holds credentials", "/home/agent/.config", rules.Outside | rules.HoldsSecrets | rules.HoldsPersist},
		{"what holds them deeper", "/home/agent/.local", rules.Outside | rules.HoldsSecrets | rules.HoldsPersist},
		{"another beside it", "/home/agent/Documents", rules.Outside | rules.Personal},
		{"a name that begins alike", "/home/agent/.conf", rules.Outside},
		{"a disk", "/dev/sda", rules.System | rules.Disk},
		{"a device for all", "/dev/null", 0},
		{"elsewhere", "/data/x", rules.Outside},
	} {
		assert.Equal(t, c.want, m.Zone(c.path), "%s: %s", c.why, (c.want ^ m.Zone(c.path)).Names())
	}
}

// Where the words of commands lie, some of which are patterns or not known.
func TestZones(t *testing.T) {
	const where = rules.Root | rules.Home | rules.System | rules.Secret | rules.Outside
	for _, c := range []struct {
		why, source string
		is, may     rules.Zone
	}{
		{"a literal path", "rm -r /etc", rules.System, rules.System},
		{"by a link", "rm out/hosts", rules.System, rules.System},
		{"the link itself", "rm out", 0, 0},
		{"a pattern for what is in the work directory", "rm *.bak", 0, rules.Secret},
		{"one that no secret's name fits", "rm *.o", 0, 0},
		{"one that all names fit but hidden ones", "rm *", 0, rules.Secret},
		{"one that only hidden names fit", "rm .*", rules.Secret, rules.Secret},
		{"a quoted one, which is a name", "rm '*'", 0, 0},
		{"a pattern that a place of credentials fits", "cat ~/.ne*", rules.Secret | rules.Outside, rules.Secret | rules.Outside},
		{"a file with what was in memory, to read", "cat /swapfile", rules.Secret | rules.Outside, rules.Secret | rules.Outside},
		{"the same, to write or remove", "truncate -s 1G /swapfile; rm /swapfile", rules.Outside, rules.Outside},
		{"the same under another name", "mv /swapfile x", rules.Secret | rules.Outside, rules.Secret | rules.Outside},
		{"a name that is not known", "rm $x", 0, where},
		{"one below a known directory", "rm /tmp/a$x", 0, rules.Secret},
		{"one in the root", "rm -r /$x", rules.Outside, where &^ rules.Root},
	} {
		s, err := parser.Parse(c.source, parser.Options{Vars: func(name string) (string, bool) { return "/home/agent", name == "HOME" }})
		require.NoError(t, err)
		m := newMap(t)
		var is, may rules.Zone
		for v := range grammar.All(grammar.Read(s, parser.Options{})) {
			for i := range v.Effects {
				surely, possibly := m.Zones(v, &v.Effects[i])
				is, may = is|surely, may|possibly
			}
		}
		assert.Equal(t, c.is, is&where, "%s, for certain", c.why)
		assert.Equal(t, c.may, may&where, "%s, at most", c.why)
	}
}

// What was found out about a path is forgotten after some others, and found out again.
func TestZoneOfManyPaths(t *testing.T) {
	m := newMap(t)
	for range 2 {
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
			assert.Equal(t, rules.System, m.Zone("/etc/"+name))
			assert.Equal(t, rules.Zone(0), m.Zone(work+"/"+name))
		}
	}
}

// Examining a path again from a directory that is known without links leads where it leads from the root.
func TestResolveNearDir(t *testing.T) {
	m := newMap(t)
	for _, name := range []string{
		"/", "/home", "/home/", "/home/agent", work, work + "/", work + "/.", work + "/..", work + "/../x", work + "/out", work + "/out/", work + "/out/x", work + "//x",
		work + "x", "/home/agent/workshop/x", "/home/agent/./work/out/x", "//home/agent/work/out", "/etc/../home/agent/work/out/../x", "/tmp/x",
	} {
		for _, last := range []bool{false, true} {
			want, err := zone.Resolve(machine().Files, name, work, last)
			require.NoError(t, err)
			got, err := m.Resolve(name, last)
			require.NoError(t, err)
			assert.Equal(t, want, got, name)
		}
	}
}

// A path is followed as the kernel does, and a loop leads nowhere.
func TestFollow(t *testing.T) {
	real, is, err := zone.Follow(machine(), work, "", work+"/out/../etc/hosts")
	require.NoError(t, err)
	assert.Equal(t, "/etc/hosts", real, ".. comes after the link")
	assert.Equal(t, rules.System, is)

	_, _, err = zone.Follow(machine(), work, "", work+"/loop/x")
	assert.Error(t, err)
}

// Not every directory can be one to work in.
func TestWorkDir(t *testing.T) {
	for dir, want := range map[string]string{work: work, "/home/agent": "", "/": "", "/etc": "", "/tmp": "", "/tmp/x": "/tmp/x", work + "/out": ""} {
		assert.Equal(t, want, zone.WorkDir(machine(), "/", dir), dir)
	}
}
