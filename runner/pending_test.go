package runner

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
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/trail"
	"github.com/agent-loop/shimgen/zone"
)

// deferring is a session with a root of its own.
func deferring(t *testing.T) *Session {
	t.Helper()
	root := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(root, "state"), 0o700))
	return &Session{Root: root, Policy: &policy.Policy{Profile: "guarded"}, Dir: t.TempDir(), Work: "/work", uid: os.Getuid(), owner: os.Getuid()}
}

// judged is a decision with an id and findings to ask about.
func judged(s *Session, action rules.Action, asked ...string) guard.Decision {
	d := guard.Refused(guard.Request{ID: trail.NewID(), Dir: s.Dir}, nil)
	d.Action = action
	for _, id := range asked {
		d.Findings = append(d.Findings, guard.Finding{Rule: &rules.Rule{ID: id}, Action: rules.Ask})
	}
	return d
}

func TestPendingIsClaimedOnce(t *testing.T) {
	s := deferring(t)
	text := "echo 'a\nb' # " + strings.Repeat("x", 200_000)
	d := judged(s, rules.Allow)
	claim, err := s.Defer(d, Pending{Text: text, Dir: s.Dir, Agent: "claude", Session: "one"})
	require.NoError(t, err)
	info, err := os.Stat(filepath.Join(pendingDir(s.Root), claim))
	require.NoError(t, err)
	assert.EqualValues(t, 0o600, info.Mode().Perm())
	seen, err := s.Await(claim)
	require.NoError(t, err, "to look at it takes nothing away")
	assert.Equal(t, text, seen.Text)

	var won atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			p, err := claimIn(s.Root, claim, s.uid)
			if err == nil {
				won.Add(1)
				assert.Equal(t, text, p.Text)
				assert.Equal(t, d.ID(), p.Decision)
				assert.NoError(t, p.Fits(s))
			} else {
				assert.ErrorIs(t, err, ErrNotPending)
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
		"too old":      rewritten(func(p *Pending) { p.Until = time.Now().Add(-time.Second) }),
		"far too long": rewritten(func(p *Pending) { p.Until = time.Now().Add(48 * time.Hour) }),
		"no policy":    rewritten(func(p *Pending) { p.Flags.NoSecurity = true }),
		"no check":     rewritten(func(p *Pending) { p.Flags.NoCheck = true }),
		"another's id": rewritten(func(p *Pending) { p.Decision = "0123456789abcdef" }),
	} {
		t.Run(why, func(t *testing.T) {
			s := deferring(t)
			claim, err := s.Defer(judged(s, rules.Allow), Pending{Text: "ls", Dir: s.Dir})
			require.NoError(t, err)
			_, err = claimIn(s.Root, spoil(t, filepath.Join(pendingDir(s.Root), claim), claim), s.uid)
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

func rewritten(do func(*Pending)) func(*testing.T, string, string) string {
	return func(t *testing.T, file, claim string) string {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var p Pending
		require.NoError(t, json.Unmarshal(text, &p))
		do(&p)
		text, err = json.Marshal(p)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, text, 0o600))
		return claim
	}
}

// Another user's file is nobody's decision.
func TestPendingOfAnotherUser(t *testing.T) {
	s := deferring(t)
	claim, err := s.Defer(judged(s, rules.Allow), Pending{Text: "ls", Dir: s.Dir})
	require.NoError(t, err)
	_, err = claimIn(s.Root, claim, s.uid+1)
	assert.ErrorContains(t, err, "not a file that a hook made")
}

func TestPendingFits(t *testing.T) {
	s := deferring(t)
	claim, err := s.Defer(judged(s, rules.Allow), Pending{Text: "ls", Dir: s.Dir})
	require.NoError(t, err)
	p, err := s.Await(claim)
	require.NoError(t, err)
	require.NoError(t, p.Fits(s))
	assert.ErrorContains(t, p.Fits(&Session{Dir: t.TempDir(), Policy: s.Policy}), "the decision is about "+p.Dir)
	assert.ErrorContains(t, p.Fits(&Session{Dir: s.Dir, Policy: &policy.Policy{Profile: "open"}}), "under the profile guarded")
}

// A yes is for what was asked about, and for nothing else.
func TestPendingGrantsWhatWasAsked(t *testing.T) {
	s := deferring(t)
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
		claim, err := s.Defer(tt.hook, Pending{Text: "x", Dir: s.Dir})
		require.NoError(t, err)
		p, err := claimIn(s.Root, claim, s.uid)
		require.NoError(t, err)
		assert.Equal(t, tt.want, p.Granted(tt.again), tt.why)
	}
}

// What nobody comes for goes, and there is an end to how much may wait.
func TestPendingIsBounded(t *testing.T) {
	s := deferring(t)
	claim, err := s.Defer(judged(s, rules.Allow), Pending{Text: "ls", Dir: s.Dir})
	require.NoError(t, err)
	old := time.Now().Add(-2 * pendingFor)
	require.NoError(t, os.Chtimes(filepath.Join(pendingDir(s.Root), claim), old, old))
	_, err = s.Defer(judged(s, rules.Allow), Pending{Text: "ls", Dir: s.Dir})
	require.NoError(t, err)
	assert.NoFileExists(t, filepath.Join(pendingDir(s.Root), claim))
	for i := range maxPending {
		require.NoError(t, os.WriteFile(filepath.Join(pendingDir(s.Root), strings.Repeat("x", i%200+1)+string(rune('a'+i%26))+trail.NewID()), nil, 0o600))
	}
	_, err = s.Defer(judged(s, rules.Allow), Pending{Text: "ls", Dir: s.Dir})
	assert.ErrorContains(t, err, "wait there to be carried out")
	_, err = s.Defer(judged(s, rules.Allow), Pending{Text: "echo \x00", Dir: s.Dir})
	assert.ErrorContains(t, err, "byte of 0")
}

// A session's directory is ours alone, or there is none.
func TestSessionTemp(t *testing.T) {
	s := &Session{Root: t.TempDir(), Machine: zone.Machine{Temp: []string{t.TempDir()}}}
	one, release := s.SessionTemp("one")
	require.DirExists(t, one)
	again, release2 := s.SessionTemp("one")
	assert.Equal(t, one, again)
	two, release3 := s.SessionTemp("two")
	assert.NotEqual(t, one, two)
	none, _ := s.SessionTemp("")
	assert.Empty(t, none, "a session without a name is nobody's")
	release3()

	old := time.Now().Add(-2 * sessionKept)
	for _, dir := range []string{one, two} {
		require.NoError(t, os.Chtimes(filepath.Join(filepath.Dir(dir), "lock"), old, old))
	}
	_, release4 := s.SessionTemp("three")
	defer release4()
	assert.DirExists(t, one, "it is in use")
	assert.NoDirExists(t, two, "nobody came for a day")
	release()
	release2()

	require.NoError(t, os.Chmod(filepath.Dir(one), 0o755))
	seen, _ := s.SessionTemp("one")
	assert.Empty(t, seen, "others may look into it")
	require.NoError(t, os.RemoveAll(filepath.Dir(one)))
	require.NoError(t, os.Symlink(t.TempDir(), filepath.Dir(one)))
	led, _ := s.SessionTemp("one")
	assert.Empty(t, led, "a link leads there")
}
