package runner

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/gatetable"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy/variables"
	"github.com/agent-loop/shimgen/policyfile"
)

// installation is a root with shims, a policy and the directory of the table.
type installation struct {
	id   gate.Identity
	work string
	env  []string
}

func newInstallation(t *testing.T, text string) installation {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	in := installation{work: home + "/work", env: []string{"HOME=" + home, "PATH=/usr/bin:/bin"}}
	root := home + "/.agent-loop"
	for _, dir := range []string{root, root + "/bin", root + "/state", in.work, in.work + "/sub"} {
		require.NoError(t, os.Mkdir(dir, 0o700))
	}
	for _, name := range []string{"rm", "git", "python3"} {
		require.NoError(t, os.Symlink("../libexec/shim", root+"/bin/"+name))
	}
	in.id = gate.Identity{Root: root, Home: home, UID: uint32(host.UID()), Catalogue: [32]byte{1}, Recorded: variables.Snapshot(in.env)}
	in.write(t, root+"/policy.toml", cmp.Or(text, "[paths]\nblocked = []"))
	t.Chdir(in.work)
	return in
}

func (in installation) write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

func (in installation) table() string { return in.id.Root + "/state/gate.bin" }

func (in installation) session(t *testing.T) *Session {
	t.Helper()
	s, err := open(Options{Env: in.env}, in.id, true)
	require.NoError(t, err)
	return s
}

// compile writes the user's table, as install does.
func (in installation) compile(t *testing.T) {
	t.Helper()
	require.NoError(t, in.session(t).compileGate())
}

// needsGate skips where the gate calls nothing clear.
func needsGate(t *testing.T) {
	t.Helper()
	c, err := gate.NewChecker(nil, gate.Identity{Root: "/root/none", Home: "/root"})
	require.NoError(t, err)
	if c.Check([]string{"git"}, nil, "/") == gate.Unsupported {
		t.Skip("the gate is not for this system")
	}
}

// ask asks the table that is there about a command.
func (in installation) ask(t *testing.T, dir string, argv ...string) gate.Reason {
	t.Helper()
	data, err := os.ReadFile(in.table())
	require.NoError(t, err)
	c, err := gate.NewChecker(data, in.id)
	require.NoError(t, err)
	return c.Check(argv, in.env, dir)
}

func TestCompiledTableClearsWhatThePolicyAllows(t *testing.T) {
	needsGate(t)
	in := newInstallation(t, "[commands]\nblocked = ['rm -f *']")
	in.compile(t)
	assert.Equal(t, gate.Clear, in.ask(t, in.work, "git", "status", "--short"))
	assert.Equal(t, gate.UnknownSubcommand, in.ask(t, in.work, "git", "push"))
	assert.Equal(t, gate.UnknownCommand, in.ask(t, in.work, "rm", "x"), "a blocked entry is about it")
	assert.Equal(t, gate.UnknownCommand, in.ask(t, in.work, "curl", "--version"), "it has no shim")
	fi, err := os.Lstat(in.table())
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), fi.Mode())
	left, err := os.ReadDir(in.id.Root + "/state")
	require.NoError(t, err)
	assert.Len(t, left, 1, "no file is left over")
}

func TestCompileGateFailsWithThePolicy(t *testing.T) {
	in := newInstallation(t, "profil = 'open'")
	_, err := CompileGate(in.id, in.env)
	require.ErrorContains(t, err, "policy.toml:1")
	assert.NoFileExists(t, in.table())
	other := in.id
	other.UID++
	_, err = CompileGate(other, in.env)
	require.ErrorContains(t, err, "installed for uid")
}

// What no table can say is a reason to judge, and never one to refuse an install.
func TestCompileGateNotesWhatItCannotEncode(t *testing.T) {
	in := newInstallation(t, "")
	require.NoError(t, os.Symlink("../libexec/shim", in.id.Root+"/bin/mount"))
	notes, err := CompileGate(in.id, in.env)
	require.NoError(t, err)
	assert.Empty(t, notes, "every grammar has a page")

	in.write(t, in.id.Root+"/policy.toml", "[paths]\nblocked = ["+manyPaths(6000)+"]")
	notes, err = CompileGate(in.id, in.env)
	require.NoError(t, err)
	assert.Empty(t, notes, "what there is no room for is protected by its directory")
	table, err := os.ReadFile(in.table())
	require.NoError(t, err)
	checker, err := gate.NewChecker(table, in.id)
	require.NoError(t, err)
	assert.Contains(t, []gate.Reason{gate.Clear, gate.Unsupported}, checker.Check([]string{"git", "status"}, in.env, in.work))
	in.session(t).RefreshGate()
}

// manyPaths is a list of more paths than a table holds.
func manyPaths(n int) string {
	var list strings.Builder
	for i := range n {
		fmt.Fprintf(&list, "'/data/production/%d', ", i)
	}
	return list.String()
}

func TestRefreshGateMendsTheTable(t *testing.T) {
	needsGate(t)
	project := func(t *testing.T, in installation) {
		in.write(t, in.work+"/"+policyfile.ProjectName, "[commands]\nblocked = ['git *']")
	}
	tests := []struct {
		why    string
		damage func(t *testing.T, in installation)
		want   gate.Reason // of git status, when mended
	}{
		{"missing", func(t *testing.T, in installation) { require.NoError(t, os.Remove(in.table())) }, gate.Clear},
		{"cut short", func(t *testing.T, in installation) { require.NoError(t, os.Truncate(in.table(), 100)) }, gate.Clear},
		{"writable by others", func(t *testing.T, in installation) { require.NoError(t, os.Chmod(in.table(), 0o666)) }, gate.Clear},
		{"older than the policy", func(t *testing.T, in installation) {
			in.write(t, in.id.Root+"/policy.toml", "[actions]\n'git.push' = 'block'")
		}, gate.Clear},
		{"without the project file", project, gate.UnknownCommand},
		{"with a project file above another", func(t *testing.T, in installation) {
			project(t, in)
			in.write(t, filepath.Dir(in.work)+"/"+policyfile.ProjectName, "")
		}, gate.UnknownCommand},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			in := newInstallation(t, "")
			in.compile(t)
			tt.damage(t, in)
			in.session(t).RefreshGate()
			assert.Equal(t, tt.want.String(), in.ask(t, in.work, "git", "status").String())
			before, err := os.Stat(in.table())
			require.NoError(t, err)
			in.session(t).RefreshGate()
			after, err := os.Stat(in.table())
			require.NoError(t, err)
			assert.True(t, os.SameFile(before, after), "what is right is not written again")
		})
	}
}

func TestRefreshGateOfAnotherCatalogue(t *testing.T) {
	needsGate(t)
	in := newInstallation(t, "")
	in.compile(t)
	in.id.Catalogue[0]++
	require.Equal(t, gate.OtherCatalogue, in.ask(t, in.work, "git", "status"))
	in.session(t).RefreshGate()
	assert.Equal(t, gate.Clear, in.ask(t, in.work, "git", "status"))
}

func TestRefreshGateNeverFails(t *testing.T) {
	in := newInstallation(t, "")
	require.NoError(t, os.Remove(in.id.Root+"/state"))
	in.session(t).RefreshGate()
	s := in.session(t)
	s.Installed = false
	require.NoError(t, os.Mkdir(in.id.Root+"/state", 0o700))
	s.RefreshGate()
	assert.NoFileExists(t, in.table(), "not for one that was never installed")
}

func TestATableIsNotWrittenForFilesThatMove(t *testing.T) {
	in := newInstallation(t, "")
	s := in.session(t)
	in.write(t, in.id.Root+"/policy.toml", "profile = 'paranoid'")
	require.ErrorIs(t, s.compileGate(), gatetable.ErrMoving)
	assert.NoFileExists(t, in.table())
}

// The agent may start a command with any environment; what its table holds is
// for the next one too.
func TestTheEnvironmentIsNotCompiledIn(t *testing.T) {
	in := newInstallation(t, "")
	in.compile(t)
	want, err := os.ReadFile(in.table())
	require.NoError(t, err)
	in.env = []string{"HOME=/etc", "TMPDIR=/tmp/x", "PATH=/x", "LD_PRELOAD=x", "EDITOR=x"}
	in.compile(t)
	got, err := os.ReadFile(in.table())
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

func TestSystemGate(t *testing.T) {
	needsGate(t)
	in := newInstallation(t, "")
	dir := t.TempDir()
	file, table := dir+"/policy.toml", dir+"/gate.bin"
	s, need := in.session(t), host.Policy(host.UID())
	require.NoError(t, s.gateTable().WriteSystem(file, table, need), "no system policy, no table")
	assert.NoFileExists(t, table)

	in.write(t, file, "[commands]\nblocked = ['git *']")
	require.NoError(t, s.gateTable().WriteSystem(file, table, need))
	data, err := os.ReadFile(table)
	require.NoError(t, err)
	c, err := gate.NewChecker(data, in.id)
	require.NoError(t, err)
	assert.Equal(t, gate.UnknownCommand, c.Check([]string{"git", "status"}, in.env, in.work))
	assert.Equal(t, gate.Clear, c.Check([]string{"rm", "x"}, in.env, in.work))
	fi, err := os.Stat(table)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o644), fi.Mode(), "every user's shim reads it")

	require.NoError(t, os.Remove(file))
	assert.Equal(t, gate.StaleTable, c.Check([]string{"rm", "x"}, in.env, in.work))
	require.NoError(t, s.gateTable().WriteSystem(file, table, need))
	assert.NoFileExists(t, table, "the policy is gone, and so is its table")
}

func TestChangedAreThoseNotRecorded(t *testing.T) {
	in := newInstallation(t, "")
	in.env = append(in.env, "GIT_SSH_COMMAND=sh x", "PAGER=cat", "FOO=bar")
	assert.Equal(t, []string{"GIT_SSH_COMMAND=sh x"}, in.session(t).Changed())
}
