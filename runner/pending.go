package runner

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Pending is a command that a hook has judged and that its agent was told to have run by
// exec. Each is a file of its own below the root, which no confined command can write to,
// and is carried out once. It is no permission: exec judges the text again, and takes
// from here that the agent's user said yes to a question.
type Pending struct {
	Decision string // the id of the hook's decision
	Text     string // shell source
	Dir      string // where it was judged, and starts
	Work     string
	Profile  string
	Flags    policy.Flags // of the hook
	Agent    string
	Session  string    // what the agent calls its session
	Asked    []string  // the rules that the agent's user was asked about
	Until    time.Time // after which nobody may carry it out
}

const (
	pendingFor  = time.Hour // people take their time to answer an agent's question
	maxPending  = 4096      // files there may be at once
	maxPendFile = 48 << 20  // bytes of one: a payload is shorter
	idLength    = 16        // hexadecimal digits of a decision's id
	claimLength = idLength + 1 + 32
)

// ErrNotPending says that nothing is to be carried out under a name.
var ErrNotPending = errors.New("no such decision is waiting: it was carried out, it is too old, or a hook never made it")

// pendingDir is the directory of the files.
func pendingDir(root string) string { return filepath.Join(root, "state", "pending") }

// isClaim reports whether a text has the form of a pending decision's name: its id, and
// 16 random bytes that nobody can guess.
func isClaim(text string) bool {
	return len(text) == claimLength && text[idLength] == '-' &&
		strings.Trim(text[:idLength]+text[idLength+1:], "0123456789abcdef") == ""
}

// Defer keeps a command that was judged for exec to carry out, and returns the name that
// exec knows it by. Where the decision is to ask, that counts as asked: an agent that does
// not run what its user declined.
func (s *Session) Defer(d guard.Decision, p Pending) (claim string, err error) {
	if strings.Contains(p.Text, "\x00") {
		return "", errors.New("the command holds a byte of 0, which no program can be given")
	}
	p.Decision, p.Work, p.Profile, p.Flags = d.ID(), s.Work, s.Policy.Profile, s.Flags
	if p.Dir, err = host.Canonical(p.Dir); err != nil {
		return "", err
	}
	if d.Action == rules.Ask {
		for _, f := range d.Findings {
			if f.Action == rules.Ask {
				p.Asked = append(p.Asked, f.Rule.ID)
			}
		}
	}
	if err := p.judgedByPolicy(); err != nil {
		return "", err
	}
	p.Until = time.Now().Add(pendingFor)
	text, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	dir := pendingDir(s.Root)
	if err := tidied(dir, s.owner); err != nil {
		return "", err
	}
	random, err := randomBytes()
	if err != nil {
		return "", err
	}
	claim = p.Decision + "-" + hex.EncodeToString(random)
	f, err := os.OpenFile(filepath.Join(dir, claim), os.O_CREATE|os.O_EXCL|os.O_WRONLY|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	return claim, errors.Join(err, f.Close())
}

// randomBytes are of the kernel's: what Go has for it does work in every start of the
// program, as its hashes do.
func randomBytes() ([]byte, error) {
	f, err := os.Open("/dev/urandom")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	random := make([]byte, 16)
	_, err = io.ReadFull(f, random)
	return random, err
}

// tidied makes the directory if it is missing, and removes what nobody came for.
func tidied(dir string, owner int) error {
	d, err := host.Open(dir, host.PrivateDir(owner))
	if err != nil {
		return err
	}
	d.Close()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	left := 0
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > pendingFor {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		} else {
			left++
		}
	}
	if left >= maxPending {
		return fmt.Errorf("%s: %d commands wait there to be carried out", dir, left)
	}
	return nil
}

// Await returns a command that waits to be carried out under a name, and leaves it there.
func (s *Session) Await(claim string) (Pending, error) {
	p, f, err := readPending(s.Root, claim, s.uid)
	if err == nil {
		f.Close()
	}
	return p, err
}

// Claim takes the command that waits under a name, so that nobody else can: there is one
// run for each decision, and the file must go before. It is of the installation that this
// program is part of.
func Claim(claim string) (Pending, error) {
	id, installed := gate.Installed()
	if !installed {
		return Pending{}, errors.New("this shimgen is not installed: it carries out no decisions")
	}
	return claimIn(id.Root, claim, host.UID())
}

func claimIn(root, claim string, uid int) (Pending, error) {
	p, f, err := readPending(root, claim, uid)
	if err != nil {
		return Pending{}, err
	}
	defer f.Close()
	if err := p.judgedByPolicy(); err != nil {
		return Pending{}, err
	}
	switch err := os.Remove(f.Name()); {
	case errors.Is(err, fs.ErrNotExist):
		return Pending{}, ErrNotPending // somebody was faster
	case errors.Is(err, syscall.EROFS):
		return Pending{}, errors.New("this already runs in a sandbox, which a decision cannot be taken from: turn off the agent's own, or confine by that alone")
	case err != nil:
		return Pending{}, err
	}
	return p, nil
}

// readPending opens and reads a file that only this user can have written.
func readPending(root, claim string, uid int) (Pending, *os.File, error) {
	if !isClaim(claim) {
		return Pending{}, nil, ErrNotPending
	}
	f, err := os.OpenFile(filepath.Join(pendingDir(root), claim), os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return Pending{}, nil, ErrNotPending
	}
	if err != nil {
		return Pending{}, nil, err
	}
	p, err := decoded(f, uid)
	if err == nil && (p.Decision != claim[:idLength] || !time.Now().Before(p.Until) || time.Until(p.Until) > pendingFor) {
		err = ErrNotPending
	}
	if err != nil {
		f.Close()
		return Pending{}, nil, err
	}
	return p, f, nil
}

func decoded(f *os.File, uid int) (p Pending, err error) {
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return p, err
	}
	if st.Nlink == 0 {
		return p, ErrNotPending // somebody was faster
	}
	if int(st.Uid) != uid || st.Mode&(unix.S_IFMT|0o077) != unix.S_IFREG || st.Nlink != 1 {
		return p, fmt.Errorf("%s: not a file that a hook made", f.Name())
	}
	text, err := host.Read(f, maxPendFile)
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(text, &p)
}

// Options are those that the hook's session was opened with.
func (p Pending) Options(env []string) Options {
	return Options{Flags: p.Flags, Settled: true, Work: p.Work, Env: env, Agent: p.Agent, Session: p.Session, Source: "exec"}
}

// Fits returns why a session must not carry out a command: it is in another directory, or
// the policy has changed.
func (p Pending) Fits(s *Session) error {
	dir, err := host.Canonical(s.Dir)
	switch {
	case err != nil || dir != p.Dir:
		return fmt.Errorf("the decision is about %s, and this is %s", p.Dir, s.Dir)
	case s.Policy.Profile != p.Profile:
		return fmt.Errorf("the decision was made under the profile %s, and this is %s", p.Profile, s.Policy.Profile)
	}
	return nil
}

// judgedByPolicy returns an error for what was decided without the policy.
func (p Pending) judgedByPolicy() error {
	if p.Flags.NoSecurity || p.Flags.NoCheck {
		return errors.New("a hook that judges by no policy leaves nothing to carry out")
	}
	return nil
}

// Granted reports whether the agent's user was asked about all that a decision asks about.
func (p Pending) Granted(d guard.Decision) bool {
	if d.Action != rules.Ask || d.Err != nil {
		return false
	}
	for _, f := range d.Findings {
		if f.Action == rules.Ask && !slices.Contains(p.Asked, f.Rule.ID) {
			return false
		}
	}
	return len(p.Asked) > 0
}
