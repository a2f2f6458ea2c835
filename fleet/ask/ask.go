// Package ask carries commands that wait for a person's yes on a machine to people
// elsewhere, and carries their answers back.
//
//	m := ask.Machine{Names: names, Store: store, …} // on the machine
//	err := m.Run(ctx, conn, every)
//
//	all, err := ask.Waiting(ctx, js) // where somebody answers
//	err = ask.Answerer{…}.Answer(ctx, all[0], true, now)
//
// An ask ([Ask]) is a request of package approval, in the form that messages show, in a
// bucket that every approver reads. An answer ([Answer]) is signed for the machine, the
// ask's id, and the hash of the ask byte for byte as it was read: command, directory, user
// and everything asked about. The id is random, and the machine takes one answer to it and
// never another, so a copy of an answer is worthless. A yes leaves the same grant on the
// machine as `shimgen approve CODE`: for one run, and it lifts asks, never blocks.
//
// A bucket is not a queue that hands each message to one reader: every approver sees an ask
// until the machine removes it. Only the machine knows when.
//
// # Limits
//
// A program of the user whose asks these are can write grants itself if it runs outside a
// sandbox: see docs/threat-model.md. It can also word one request so that it reads like
// another; the approver sees the whole text. Texts longer than [longest] do not leave the
// machine.
package ask

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/agent-loop/shimgen/approval"
	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/fleet/wire"
	"github.com/agent-loop/shimgen/host"
)

// Ask is a command that waits for a person, as it leaves the machine: without credentials.
type Ask struct {
	ID       string    `json:"id"` // random; never reused
	Team     string    `json:"team"`
	Machine  string    `json:"machine"`
	User     string    `json:"user"` // the user who would run the command
	Text     string    `json:"text"`
	Dir      string    `json:"dir"`
	Asked    []string  `json:"asked"` // everything asked about, the worst first
	Rules    []string  `json:"rules"` // likewise
	From     string    `json:"from"`  // the part of shimgen that asked
	Agent    string    `json:"agent,omitempty"`
	Session  string    `json:"session,omitempty"`
	Decision string    `json:"decision"` // the decision's id in the machine's records
	At       time.Time `json:"at"`
	Until    time.Time `json:"until"`
}

// longest is the maximum length of an ask: it fits into one message, and a person should
// read it.
const longest = 256 << 10

// idLetters are the letters of an id; idLength letters are 80 bits.
const (
	idLetters = "abcdefghijklmnopqrstuvwxyz234567"
	idLength  = 16
)

// newID returns a new id.
func newID() string { return strings.ToLower(rand.Text()[:idLength]) }

// IsID reports whether a text has the form of an id.
func IsID(text string) bool { return len(text) == idLength && strings.Trim(text, idLetters) == "" }

// hash returns the SHA-256 of a text.
func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// exactly distinguishes requests by the exact command and everything asked about it, since
// their shown texts may be equal.
func exactly(r approval.Request) string {
	text, _ := json.Marshal(approval.Grant{What: r.What, Asks: r.Asks}) // encoding strings cannot fail
	return hash(text)
}

// newAsk returns the part of a request that leaves the machine.
func newAsk(names wire.Machine, user string, r approval.Request) Ask {
	a := Ask{
		ID: newID(), Team: names.Team, Machine: names.Name, User: user,
		Text: r.Shown.Text, Dir: r.Dir, Asked: r.Shown.Asked, Decision: r.Decision,
		From: r.From, Agent: r.Agent, Session: r.Session,
		At: r.At.UTC().Truncate(time.Second), Until: r.Until().UTC().Truncate(time.Second),
	}
	for _, one := range r.Asks {
		a.Rules = append(a.Rules, one.Rule)
	}
	return a
}

// names returns the names of the machine that asks.
func (a Ask) names() wire.Machine { return wire.Machine{Team: a.Team, Name: a.Machine} }

// Answer is the text that an approver signs.
type Answer struct {
	Team    string    `json:"team"`
	Machine string    `json:"machine"`
	Ask     string    `json:"ask"`    // its id
	Hash    string    `json:"sha256"` // of the ask, byte for byte
	Yes     bool      `json:"yes"`
	By      string    `json:"by,omitempty"` // the person, if a key signs for several
	Expires time.Time `json:"expires"`      // the machine must take it before
}

// The reasons to refuse an answer, in addition to those of package envelope.
var (
	ErrMachine = errors.New("is for another machine")
	ErrAsk     = errors.New("is for another ask")
	ErrUsed    = errors.New("is one that was used before")
	ErrText    = errors.New("is for another text")
	ErrExpired = errors.New("has expired")
	ErrName    = errors.New("has a name in it that is none")
)

// IsName reports whether a text can name one person who answers. With a comma it could be
// two headers of a proxy.
func IsName(name string) bool {
	return name != "" && len(name) <= longestName && !strings.ContainsFunc(name, func(r rune) bool {
		return r == ',' || r == unicode.ReplacementChar || !unicode.IsPrint(r) || unicode.IsSpace(r)
	})
}

// longestName is longer than the names that proxies send.
const longestName = 100

// KeysName is the file with the approvers' public keys, beside the system's policy. A key
// that signs policies is an approver's only if it is in this file, too.
const KeysName = "fleet-approvers.pub"

// Keys reads that file, which must satisfy need.
func Keys(etc string, need host.Need) ([]envelope.Key, error) {
	path := filepath.Join(etc, KeysName)
	f, err := host.Open(path, need)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := host.Read(f, host.PolicyLimit)
	if err != nil {
		return nil, err
	}
	keys, err := envelope.NamedKeys(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return keys, nil
}

// open returns the answer that one of the keys has signed, and whose key it is.
func open(data []byte, keys []envelope.Key) (a Answer, by string, err error) {
	public := make([]ed25519.PublicKey, len(keys))
	for i, k := range keys {
		public[i] = k.Public
	}
	which, err := envelope.Verify(envelope.Answers, data, public, &a)
	if err != nil {
		return a, "", err
	}
	by = keys[which].Name
	if a.By == "" {
		return a, by, nil
	}
	if !IsName(a.By) {
		return a, "", ErrName
	}
	return a, a.By + " via " + by, nil
}
