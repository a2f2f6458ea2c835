package runner

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policyfile"
	"github.com/agent-loop/shimgen/rules"
)

func (in installation) index() string { return in.id.Root + "/state/policy.bin" }

// blocking is a policy that blocks ten commands of a program.
func blocking(program string) string {
	var b strings.Builder
	b.WriteString("[commands]\nblocked = [")
	for i := range 10 {
		fmt.Fprintf(&b, "'%s number%d', ", program, i)
	}
	b.WriteString("]\n")
	return b.String()
}

// blocks reports whether a new session blocks a command.
func (in installation) blocks(t *testing.T, command string) bool {
	t.Helper()
	return in.session(t).Decide(guard.Request{Source: command}).Action == rules.Block
}

// readIndex returns the index that the user's policy is read with, nil if there is none that
// counts.
func (in installation) readIndex(t *testing.T) *policy.Index {
	t.Helper()
	of := policyfile.Files{Root: in.id.Root, Owner: host.UID(), UID: host.UID(), Installed: true, Identity: in.id, Sources: []gate.Source{in.origin(t).Source}}
	layers, err := of.Believed()
	require.NoError(t, err)
	return layers[len(layers)-1].Index
}

// An index is made when a file with long lists is read, and used until the file is another.
func TestIndexIsOfTheFile(t *testing.T) {
	in := newInstallation(t, blocking("one"))
	require.True(t, in.blocks(t, "one number7"))
	first, err := os.Lstat(in.index())
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), first.Mode())
	in.session(t)
	assert.NotNil(t, in.readIndex(t))
	again, err := os.Lstat(in.index())
	require.NoError(t, err)
	assert.True(t, os.SameFile(first, again), "it is not written anew")

	for _, change := range []struct {
		why  string
		make func()
	}{
		{"another content", func() { in.write(t, in.id.Root+"/policy.toml", blocking("two")) }},
		{"another file in its place", func() {
			in.write(t, in.id.Root+"/new", blocking("six"))
			require.NoError(t, os.Rename(in.id.Root+"/new", in.id.Root+"/policy.toml"))
		}},
		{"the same size and the times of before", func() {
			st, err := os.Stat(in.id.Root + "/policy.toml")
			require.NoError(t, err)
			in.write(t, in.id.Root+"/policy.toml", blocking("ten"))
			require.NoError(t, os.Chtimes(in.id.Root+"/policy.toml", st.ModTime(), st.ModTime()))
		}},
	} {
		t.Run(change.why, func(t *testing.T) {
			time.Sleep(20 * time.Millisecond) // longer than the clock's tick, in which a file keeps its times
			change.make()
			program := strings.Split(in.read(t), "'")[1][:3]
			assert.True(t, in.blocks(t, program+" number7"))
			assert.False(t, in.blocks(t, "one number7"))
			in.session(t)
			assert.NotNil(t, in.readIndex(t), "there is one of the new file")
		})
	}
	in.write(t, in.id.Root+"/policy.toml", "profil = 'open'")
	_, err = open(Options{Env: in.env}, in.id, true)
	assert.ErrorContains(t, err, "unknown key", "what is wrong with a file is never passed by")
}

func (in installation) read(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(in.id.Root + "/policy.toml")
	require.NoError(t, err)
	return string(text)
}

func (in installation) origin(t *testing.T) policy.Origin {
	t.Helper()
	src, err := gate.StatSource(in.id.Root + "/policy.toml")
	require.NoError(t, err)
	return policy.Origin{Catalogue: in.id.Catalogue, Source: src}
}

// forged is an index that says of the installation's policy that it blocks nothing that
// counts.
func (in installation) forged(t *testing.T) []byte {
	t.Helper()
	name := in.id.Root + "/policy.toml"
	p, err := policy.Load([]policy.Layer{{Name: name, Kind: policy.User, Data: []byte(blocking("harmless")), Origin: in.origin(t)}}, policy.Flags{})
	require.NoError(t, err)
	return p.IndexOf(name).Bytes()
}

// An index that somebody else wrote, or could have written, is not used: the file is
// read, and its examples are judged.
func TestIndexOfAnotherIsNotUsed(t *testing.T) {
	in := newInstallation(t, blocking("one"))
	for _, c := range []struct {
		why   string
		forge func(t *testing.T, path string, forged []byte)
	}{
		{"of another user", func(t *testing.T, path string, forged []byte) {
			if host.UID() != 0 {
				t.Skip("only root can give a file away")
			}
			require.NoError(t, os.WriteFile(path, forged, 0o600))
			require.NoError(t, os.Chown(path, 12345, 12345))
		}},
		{"that others can write", func(t *testing.T, path string, forged []byte) {
			require.NoError(t, os.WriteFile(path, forged, 0o600))
			require.NoError(t, os.Chmod(path, 0o666))
		}},
		{"that the group can write", func(t *testing.T, path string, forged []byte) {
			require.NoError(t, os.WriteFile(path, forged, 0o600))
			require.NoError(t, os.Chmod(path, 0o660))
		}},
		{"behind a link", func(t *testing.T, path string, forged []byte) {
			require.NoError(t, os.WriteFile(in.work+"/elsewhere", forged, 0o600))
			require.NoError(t, os.Symlink(in.work+"/elsewhere", path))
		}},
		{"that is a directory", func(t *testing.T, path string, forged []byte) { require.NoError(t, os.Mkdir(path, 0o700)) }},
		{"of another program", func(t *testing.T, path string, forged []byte) {
			other := in
			other.id.Catalogue = [32]byte{9}
			require.NoError(t, os.WriteFile(path, other.forged(t), 0o600))
		}},
		{"cut short", func(t *testing.T, path string, forged []byte) {
			require.NoError(t, os.WriteFile(path, forged[:len(forged)-9], 0o600))
		}},
		{"empty", func(t *testing.T, path string, forged []byte) { require.NoError(t, os.WriteFile(path, nil, 0o600)) }},
	} {
		t.Run(c.why, func(t *testing.T) {
			require.NoError(t, os.RemoveAll(in.index()))
			c.forge(t, in.index(), in.forged(t))
			assert.Nil(t, in.readIndex(t))
			assert.True(t, in.blocks(t, "one number7"))
		})
	}
}

// The examples of a rule are judged when there is no index that says they were.
func TestExamplesAreJudgedWithoutAnIndex(t *testing.T) {
	var text strings.Builder
	for i := range 12 {
		fmt.Fprintf(&text, "[[rule]]\nid='team.r%[1]d'\nprogram='p%[1]d'\nany=['--x']\nclass='destructive'\nreason='r'\nhits=['p%[1]d --x']\nmisses=['p%[1]d']\n", i)
	}
	in := newInstallation(t, text.String())
	in.session(t)
	require.FileExists(t, in.index())
	in.write(t, in.id.Root+"/policy.toml", strings.Replace(text.String(), "misses=['p9']", "misses=['p9 --x']", 1))
	_, err := open(Options{Env: in.env}, in.id, true)
	require.ErrorContains(t, err, "rule team.r9: misses: it finds")
	_, err = open(Options{Env: in.env}, in.id, true)
	require.ErrorContains(t, err, "rule team.r9: misses: it finds", "each time")
}

// A process that opens the policy again and again, as the server does, does not keep
// each index.
func TestIndexesAreGivenBack(t *testing.T) {
	in := newInstallation(t, blocking("one"))
	in.session(t)
	mapped := func() int {
		maps, err := os.ReadFile("/proc/self/maps")
		if err != nil {
			t.Skip("no list of what is mapped: ", err)
		}
		return strings.Count(string(maps), in.index())
	}
	s := in.session(t)
	require.Positive(t, mapped())
	for range 100 {
		require.Equal(t, rules.Block, in.session(t).Decide(guard.Request{Source: "one number7"}).Action)
	}
	require.Eventually(t, func() bool { runtime.GC(); return mapped() == 1 }, 10*time.Second, 10*time.Millisecond)
	assert.Equal(t, rules.Block, s.Decide(guard.Request{Source: "one number7"}).Action, "one that is used stays")
}

// Only an installation keeps an index, and only its owner's processes write it.
func TestIndexIsKeptByTheInstallation(t *testing.T) {
	in := newInstallation(t, blocking("one"))
	s, err := open(Options{Env: in.env}, in.id, false)
	require.NoError(t, err)
	require.NotNil(t, s)
	assert.NoFileExists(t, in.index())
	in.write(t, in.id.Root+"/policy.toml", "[commands]\nblocked = ['one number7']")
	assert.True(t, in.blocks(t, "one number7"))
	assert.NoFileExists(t, in.index(), "a short policy has none")
}
