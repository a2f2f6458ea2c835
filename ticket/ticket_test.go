package ticket

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/trail"
)

// testStore returns a store with a root of its own, and a directory in which commands start.
type testStore struct {
	Store
	start string
}

func newStore(t *testing.T) testStore {
	t.Helper()
	root := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(root, "state"), 0o700))
	return testStore{Store{Root: root, Owner: os.Getuid(), UID: os.Getuid()}, t.TempDir()}
}

// judged returns a decision with an id and findings that ask.
func judged(s testStore, action rules.Action, asked ...string) guard.Decision {
	d := guard.Refused(guard.Request{ID: trail.NewID(), Dir: s.start}, nil)
	d.Action = action
	for _, id := range asked {
		d.Findings = append(d.Findings, guard.Finding{Rule: &rules.Rule{ID: id}, Action: rules.Ask})
	}
	return d
}

func TestPendingIsClaimedOnce(t *testing.T) {
	s := newStore(t)
	text := "echo 'a\nb' # " + strings.Repeat("x", 200_000)
	d := judged(s, rules.Allow)
	claim, err := s.Put(d, Command{Text: text, Dir: s.start, Profile: "guarded", Agent: "claude", Session: "one"})
	require.NoError(t, err)
	info, err := os.Stat(filepath.Join(s.Dir(), claim))
	require.NoError(t, err)
	assert.EqualValues(t, 0o600, info.Mode().Perm())
	seen, err := s.Look(claim)
	require.NoError(t, err, "to look at it takes nothing away")
	assert.Equal(t, text, seen.Text)

	var won atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			p, err := s.Take(claim)
			if err == nil {
				won.Add(1)
				assert.Equal(t, text, p.Text)
				assert.Equal(t, d.ID(), p.Decision)
				assert.NoError(t, p.Fits(s.start, "guarded"))
			} else {
				assert.ErrorIs(t, err, ErrNone)
			}
		})
	}
	all.Wait()
	assert.EqualValues(t, 1, won.Load())
}

func TestPendingIsRefused(t *testing.T) {
	for why, spoil := range map[string]func(t *testing.T, file, claim string) string{
		"another name": func(_ *testing.T, _, claim string) string {
			other := byte('0')
			if claim[len(claim)-1] == other {
				other = '1'
			}
			return claim[:len(claim)-1] + string(other)
		},
		"a shorter one":    func(_ *testing.T, _, claim string) string { return claim[:20] },
		"a path":           func(_ *testing.T, _, claim string) string { return "../pending/" + claim },
		"nothing":          func(*testing.T, string, string) string { return "" },
		"capital letters":  func(_ *testing.T, _, claim string) string { return strings.ToUpper(claim) + "A" },
		"others may write": changed(func(file string) error { return os.Chmod(file, 0o622) }),
		"others may read":  changed(func(file string) error { return os.Chmod(file, 0o640) }),
		"a second name":    changed(func(file string) error { return os.Link(file, file+"x") }),
		"a link": changed(func(file string) error {
			if err := os.Rename(file, file+"x"); err != nil {
				return err
			}
			return os.Symlink(file+"x", file)
		}),
		"a directory": changed(func(file string) error {
			if err := os.Remove(file); err != nil {
				return err
			}
			return os.Mkdir(file, 0o700)
		}),
		"no text":      changed(func(file string) error { return os.WriteFile(file, nil, 0o600) }),
		"half a text":  changed(func(file string) error { return os.Truncate(file, 40) }),
		"too old":      rewritten(func(p *Command) { p.Until = time.Now().Add(-time.Second) }),
		"far too long": rewritten(func(p *Command) { p.Until = time.Now().Add(48 * time.Hour) }),
		"no policy":    rewritten(func(p *Command) { p.Flags.NoSecurity = true }),
		"no check":     rewritten(func(p *Command) { p.Flags.NoCheck = true }),
		"another's id": rewritten(func(p *Command) { p.Decision = "0123456789abcdef" }),
	} {
		t.Run(why, func(t *testing.T) {
			s := newStore(t)
			claim, err := s.Put(judged(s, rules.Allow), Command{Text: "ls", Dir: s.start})
			require.NoError(t, err)
			_, err = s.Take(spoil(t, filepath.Join(s.Dir(), claim), claim))
			assert.Error(t, err)
		})
	}
}

func changed(do func(file string) error) func(*testing.T, string, string) string {
	return func(t *testing.T, file, claim string) string {
		require.NoError(t, do(file))
		return claim
	}
}

func rewritten(do func(*Command)) func(*testing.T, string, string) string {
	return func(t *testing.T, file, claim string) string {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var p Command
		require.NoError(t, json.Unmarshal(text, &p))
		do(&p)
		text, err = json.Marshal(p)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, text, 0o600))
		return claim
	}
}

// A file of another user counts as nobody's decision.
func TestPendingOfAnotherUser(t *testing.T) {
	s := newStore(t)
	claim, err := s.Put(judged(s, rules.Allow), Command{Text: "ls", Dir: s.start})
	require.NoError(t, err)
	_, err = Store{Root: s.Root, Owner: s.Owner, UID: s.UID + 1}.Take(claim)
	assert.ErrorContains(t, err, "not a file that a hook made")
}

func TestPendingFits(t *testing.T) {
	s := newStore(t)
	claim, err := s.Put(judged(s, rules.Allow), Command{Text: "ls", Dir: s.start, Profile: "guarded"})
	require.NoError(t, err)
	p, err := s.Look(claim)
	require.NoError(t, err)
	require.NoError(t, p.Fits(s.start, "guarded"))
	assert.ErrorContains(t, p.Fits(t.TempDir(), "guarded"), "the decision is about "+p.Dir)
	assert.ErrorContains(t, p.Fits(s.start, "open"), "under the profile guarded")
}

// A yes is valid only for what the user was asked about.
func TestPendingGrantsWhatWasAsked(t *testing.T) {
	s := newStore(t)
	for _, tt := range []struct {
		why         string
		hook, again guard.Decision
		want        bool
	}{
		{"the same question", judged(s, rules.Ask, "a", "b"), judged(s, rules.Ask, "b", "a"), true},
		{"a part of it", judged(s, rules.Ask, "a", "b"), judged(s, rules.Ask, "b"), true},
		{"another", judged(s, rules.Ask, "a"), judged(s, rules.Ask, "b"), false},
		{"one more", judged(s, rules.Ask, "a"), judged(s, rules.Ask, "a", "b"), false},
		{"nothing was asked", judged(s, rules.Allow), judged(s, rules.Ask, "a"), false},
		{"it is blocked now", judged(s, rules.Ask, "a"), judged(s, rules.Block, "a"), false},
		{"a question without a rule", judged(s, rules.Ask), judged(s, rules.Ask), false},
	} {
		claim, err := s.Put(tt.hook, Command{Text: "x", Dir: s.start})
		require.NoError(t, err)
		p, err := s.Take(claim)
		require.NoError(t, err)
		assert.Equal(t, tt.want, p.Granted(tt.again), tt.why)
	}
}

// Tidy removes commands that nobody took, and the number of waiting commands is limited.
func TestPendingIsBounded(t *testing.T) {
	s := newStore(t)
	claim, err := s.Put(judged(s, rules.Allow), Command{Text: "ls", Dir: s.start})
	require.NoError(t, err)
	old := time.Now().Add(-2 * waitFor)
	require.NoError(t, os.Chtimes(filepath.Join(s.Dir(), claim), old, old))
	_, err = s.Put(judged(s, rules.Allow), Command{Text: "ls", Dir: s.start})
	require.NoError(t, err)
	assert.NoFileExists(t, filepath.Join(s.Dir(), claim))
	for i := range maxPending {
		require.NoError(t, os.WriteFile(filepath.Join(s.Dir(), strings.Repeat("x", i%200+1)+string(rune('a'+i%26))+trail.NewID()), nil, 0o600))
	}
	_, err = s.Put(judged(s, rules.Allow), Command{Text: "ls", Dir: s.start})
	assert.ErrorContains(t, err, "wait there to be carried out")
	_, err = s.Put(judged(s, rules.Allow), Command{Text: "echo \x00", Dir: s.start})
	assert.ErrorContains(t, err, "byte of 0")
}
