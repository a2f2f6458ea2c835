package approval

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/records"
)

// How long things are kept, and how many of them.
const (
	WaitsFor    = time.Hour        // a request
	OnceFor     = time.Hour        // a grant for one run
	BelowFor    = 10 * time.Minute // what shims may meet of a text that was let run
	LongestFor  = 24 * time.Hour   // a grant for a time
	maxWaiting  = 256
	maxGranted  = 1024
	maxSides    = 8
	codeLetters = "abcdefghjkmnpqrstuvwxyz23456789"
	codeLength  = 6
)

// What is a command, in the form in which it was judged: source or an argument vector.
type What struct {
	Source string   `json:"source,omitempty"`
	Argv   []string `json:"argv,omitempty"`
	Dir    string   `json:"dir"` // absolute, without links
}

// key tells commands apart. The program of an argument vector counts by its name: a shim
// knows no more of it.
func (w What) key() string {
	argv := slices.Clone(w.Argv)
	if len(argv) > 0 {
		argv[0] = filepath.Base(argv[0])
	}
	text, _ := json.Marshal(What{w.Source, argv, w.Dir}) // strings always encode
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])[:32]
}

// is reports whether two are the same command. That its program has a bare name says that
// a shim was called, which knows no more of it.
func (w What) is(now What) bool {
	if len(w.Argv) > 0 && len(now.Argv) > 0 && !strings.Contains(now.Argv[0], "/") {
		w.Argv = slices.Clone(w.Argv)
		w.Argv[0] = filepath.Base(w.Argv[0])
	}
	return w.Source == now.Source && w.Dir == now.Dir && slices.Equal(w.Argv, now.Argv)
}

// Ask is what a rule asks about. Without a command it is the whole of the argument vector
// that is asked about.
type Ask struct {
	Rule    string `json:"rule"`
	Command string `json:"command,omitempty"` // as it is written
	Word    string `json:"word,omitempty"`    // of the command
	File    string `json:"file,omitempty"`    // where it is written, if not in the text itself
	Hash    string `json:"sha256,omitempty"`  // of the file
}

// covers reports whether a yes to one ask is a yes to another.
func (a Ask) covers(now Ask) bool {
	return a == now || a == Ask{Rule: now.Rule} && now.File == ""
}

// Request is a command that was asked about where nobody could answer.
type Request struct {
	Code string `json:"code"`
	What
	Asks     []Ask            `json:"asks"`     // the worst first
	Decision string           `json:"decision"` // its id
	From     string           `json:"from"`     // what of shimgen asked: exec, hook, mcp, shim
	Agent    string           `json:"agent,omitempty"`
	Session  string           `json:"session,omitempty"`
	At       time.Time        `json:"at"`
	Shown    Shown            `json:"shown,omitzero"`
	Sides    [][]host.Process `json:"sides"` // for each time it was asked, the processes that belong to what asked
}

// Shown is a request as messages show it, without credentials: what may leave the machine.
type Shown struct {
	Text  string   `json:"text"`
	Asked []string `json:"asked"` // all that is asked about, the worst first, each with its reason
}

// Until is when a request is forgotten.
func (r Request) Until() time.Time { return r.At.Add(WaitsFor) }

// Grant is a person's yes.
type Grant struct {
	Code string `json:"code"` // of the request
	What
	Asks  []Ask     `json:"asks"` // that the yes is for, and no other
	Once  bool      `json:"once"`
	By    string    `json:"by,omitempty"` // who answered from another machine; "" for a terminal of this one
	At    time.Time `json:"at"`
	Until time.Time `json:"until"`
}

// Covers reports whether a yes is for all that is asked now.
func (g Grant) Covers(asks []Ask) bool {
	for _, now := range asks {
		if !slices.ContainsFunc(g.Asks, func(a Ask) bool { return a.covers(now) }) {
			return false
		}
	}
	return len(asks) > 0
}

// Store is where an installation keeps both.
type Store struct {
	root  string
	owner int
}

// In returns the store of the installation with that root and owner.
func In(root string, owner int) Store { return Store{root, owner} }

func (s Store) waiting() records.Dir { return s.dir("requests") }

func (s Store) granted() records.Dir { return s.dir("grants") }

func (s Store) dir(name string) records.Dir {
	return records.Dir{Path: filepath.Join(s.root, "state", name), Owner: s.owner}
}

// ErrNone says that a code names nothing.
var ErrNone = errors.New("nothing waits under that code: it was answered, it is too old, or there never was one")

// IsCode reports whether a text has the form of a code.
func IsCode(text string) bool {
	return len(text) == codeLength && strings.Trim(text, codeLetters) == ""
}

// newCode makes a code. It names a request and permits nothing, so that it need not be
// hard to guess.
func newCode() (string, error) {
	f, err := os.Open("/dev/urandom") // what Go has for it does work in every start of the program
	if err != nil {
		return "", err
	}
	defer f.Close()
	var random [codeLength]byte
	if _, err := io.ReadFull(f, random[:]); err != nil {
		return "", err
	}
	for i, b := range random {
		random[i] = codeLetters[int(b)%len(codeLetters)]
	}
	return string(random[:]), nil
}

// Ask keeps a request, and returns the code that it waits under. The same command keeps its
// code.
func (s Store) Ask(r Request, side []host.Process) (code string, err error) {
	if err := prepare(s.waiting()); err != nil {
		return "", err
	}
	all, err := s.Waiting()
	if err != nil {
		return "", err
	}
	if i := slices.IndexFunc(all, func(old Request) bool { return old.What.key() == r.What.key() && slices.Equal(old.Argv, r.Argv) }); i >= 0 {
		r.Code, r.Sides = all[i].Code, all[i].Sides
	} else if len(all) >= maxWaiting {
		return "", fmt.Errorf("%s: %d requests wait there", s.waiting().Path, len(all))
	} else if r.Code, err = newCode(); err != nil {
		return "", err
	}
	if r.Sides = append(r.Sides, side); len(r.Sides) > maxSides {
		r.Sides = append(r.Sides[:1:1], r.Sides[len(r.Sides)-maxSides+1:]...)
	}
	r.At = time.Now().UTC()
	return r.Code, s.waiting().Write(r.Code, r)
}

// Waiting returns the requests, the oldest first.
func (s Store) Waiting() ([]Request, error) {
	all, err := readAll(s.waiting(), func(name string, r Request) bool {
		return r.Code == name && IsCode(r.Code) && time.Now().Before(r.Until())
	})
	slices.SortFunc(all, func(a, b Request) int { return a.At.Compare(b.At) })
	return all, err
}

// Find returns the request that waits under a code.
func (s Store) Find(code string) (r Request, err error) {
	if !IsCode(code) {
		return r, ErrNone
	}
	r, err = records.Read[Request](s.waiting(), code)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (r.Code != code || !time.Now().Before(r.Until())) {
		return Request{}, ErrNone
	}
	return r, err
}

// Forget forgets the request that waits under a code, and reports whether there was one.
func (s Store) Forget(code string) (was bool, err error) {
	if !IsCode(code) {
		return false, nil
	}
	return s.waiting().Remove(code)
}

// Add keeps a grant. Several for one command are spent one after the other.
func (s Store) Add(g Grant) error {
	if err := prepare(s.granted()); err != nil {
		return err
	}
	for n := range maxGranted {
		name := g.key() + "-" + strconv.Itoa(n)
		if _, err := os.Lstat(s.granted().File(name)); err == nil {
			continue
		}
		return s.granted().Write(name, g)
	}
	return errors.New("too many grants of one command")
}

// Take returns a grant for a command about which this is asked, and spends it if it is for
// one run. Of two that take at once, one gets it.
func (s Store) Take(w What, asks []Ask) (g Grant, ok bool) {
	names, _ := s.granted().Names() // none is found where they cannot be read
	for _, name := range names {
		if !strings.HasPrefix(name, w.key()+"-") {
			continue
		}
		g, err := records.Read[Grant](s.granted(), name)
		if err != nil || !g.is(w) || !time.Now().Before(g.Until) || !g.Covers(asks) {
			continue
		}
		if !g.Once {
			return g, true
		}
		if was, err := s.granted().Remove(name); was && err == nil { // and nobody else has it
			return g, true
		}
	}
	return Grant{}, false
}

// Granted returns the grants that are left, the oldest first.
func (s Store) Granted() ([]Grant, error) {
	all, err := readAll(s.granted(), func(name string, g Grant) bool {
		return strings.HasPrefix(name, g.key()+"-") && time.Now().Before(g.Until)
	})
	slices.SortFunc(all, func(a, b Grant) int { return a.At.Compare(b.At) })
	return all, err
}

// Revoke removes the grants of a code, all for "", and returns them.
func (s Store) Revoke(code string) (gone []Grant, err error) {
	names, err := s.granted().Names()
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		g, err := records.Read[Grant](s.granted(), name)
		if err != nil || code != "" && g.Code != code {
			continue
		}
		was, err := s.granted().Remove(name)
		if err != nil {
			return gone, err
		}
		if was {
			gone = append(gone, g)
		}
	}
	return gone, nil
}
