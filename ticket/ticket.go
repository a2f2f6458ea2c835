package ticket

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

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Command is a command that a hook has judged and that its agent must run through exec. Each
// is a file of its own below the root, where no confined command can write, and exec runs it
// once. It is no permission: exec judges the text again. Only the user's yes to a question
// comes from here.
type Command struct {
	Decision string // the id of the hook's decision
	Text     string // shell source
	Dir      string // where it was judged, and where it starts
	Work     string
	Profile  string
	Flags    policy.Flags // of the hook
	Agent    string
	Session  string    // what the agent calls its session
	Asked    []string  // the rules that the agent's user was asked about
	Until    time.Time // nobody may run it after that
}

const (
	waitFor     = time.Hour // people take their time to answer an agent's question
	maxPending  = 4096      // the most files at a time
	maxFile     = 48 << 20  // bytes of one file: a payload is shorter
	idLength    = 16        // hexadecimal digits of a decision's id
	claimLength = idLength + 1 + 32
)

// ErrNone means that no command waits under a name.
var ErrNone = errors.New("no such decision is waiting: it was carried out, it is too old, or a hook never made it")

// A Store is the place where an installation keeps waiting commands.
type Store struct {
	Root  string
	Owner int // the files' owner
	UID   int // the user of this process
}

// Dir returns the directory of the files.
func (s Store) Dir() string { return filepath.Join(s.Root, "state", "pending") }

// isClaim reports whether a text has the form of a waiting command's name: the decision's
// id, and 16 random bytes that nobody can guess.
func isClaim(text string) bool {
	return len(text) == claimLength && text[idLength] == '-' &&
		strings.Trim(text[:idLength]+text[idLength+1:], "0123456789abcdef") == ""
}

// Put keeps a judged command for exec, and returns the name under which exec finds it. If
// the decision is to ask, Put records the rules as asked about: an agent does not run what
// its user declined.
func (s Store) Put(d guard.Decision, p Command) (claim string, err error) {
	if strings.Contains(p.Text, "\x00") {
		return "", errors.New("the command holds a byte of 0, which no program can be given")
	}
	p.Decision = d.ID()
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
	p.Until = time.Now().Add(waitFor)
	text, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	dir := s.Dir()
	if err := s.Tidy(); err != nil {
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

// randomBytes come from the kernel: Go's own generator does work in every start of the
// program, and so do the hashes of it.
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

// Tidy creates the directory if it is missing, and removes commands that nobody took.
func (s Store) Tidy() error {
	dir := s.Dir()
	d, err := host.Open(dir, host.PrivateDir(s.Owner))
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
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > waitFor {
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

// Look returns a command that waits under a name, and leaves it there.
func (s Store) Look(claim string) (Command, error) {
	p, f, err := s.open(claim)
	if err == nil {
		f.Close()
	}
	return p, err
}

// Take takes the command that waits under a name, so that nobody else can: each decision has
// one run, and the file must be gone before it starts.
func (s Store) Take(claim string) (Command, error) {
	p, f, err := s.open(claim)
	if err != nil {
		return Command{}, err
	}
	defer f.Close()
	if err := p.judgedByPolicy(); err != nil {
		return Command{}, err
	}
	switch err := os.Remove(f.Name()); {
	case errors.Is(err, fs.ErrNotExist):
		return Command{}, ErrNone // another process was faster
	case errors.Is(err, syscall.EROFS):
		return Command{}, errors.New("this already runs in a sandbox, which a decision cannot be taken from: turn off the agent's own, or confine by that alone")
	case err != nil:
		return Command{}, err
	}
	return p, nil
}

// open opens and reads a file that only this user can have written.
func (s Store) open(claim string) (Command, *os.File, error) {
	if !isClaim(claim) {
		return Command{}, nil, ErrNone
	}
	f, err := os.OpenFile(filepath.Join(s.Dir(), claim), os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return Command{}, nil, ErrNone
	}
	if err != nil {
		return Command{}, nil, err
	}
	p, err := decoded(f, s.UID)
	if err == nil && (p.Decision != claim[:idLength] || !time.Now().Before(p.Until) || time.Until(p.Until) > waitFor) {
		err = ErrNone
	}
	if err != nil {
		f.Close()
		return Command{}, nil, err
	}
	return p, f, nil
}

func decoded(f *os.File, uid int) (p Command, err error) {
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return p, err
	}
	if st.Nlink == 0 {
		return p, ErrNone // another process was faster
	}
	if int(st.Uid) != uid || st.Mode&(unix.S_IFMT|0o077) != unix.S_IFREG || st.Nlink != 1 {
		return p, fmt.Errorf("%s: not a file that a hook made", f.Name())
	}
	text, err := host.Read(f, maxFile)
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(text, &p)
}

// Fits returns why a session in a directory, under a profile, must not run a command: the
// command belongs to another directory, or the policy has changed.
func (p Command) Fits(in, profile string) error {
	dir, err := host.Canonical(in)
	switch {
	case err != nil || dir != p.Dir:
		return fmt.Errorf("the decision is about %s, and this is %s", p.Dir, in)
	case profile != p.Profile:
		return fmt.Errorf("the decision was made under the profile %s, and this is %s", p.Profile, profile)
	}
	return nil
}

// judgedByPolicy returns an error for a command that was judged without the policy.
func (p Command) judgedByPolicy() error {
	if p.Flags.NoSecurity || p.Flags.NoCheck {
		return errors.New("a hook that judges by no policy leaves nothing to carry out")
	}
	return nil
}

// Granted reports whether the agent's user was asked about everything that a decision asks
// about.
func (p Command) Granted(d guard.Decision) bool {
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
