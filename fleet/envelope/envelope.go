// Package envelope signs a policy for a group of machines, and opens signed ones.
//
//	data, err := envelope.Seal(envelope.Policy{Group: "laptops", Version: 7, Expires: at, Text: text}, key)
//	…
//	p, err := envelope.Open(data, keys)
//
// The signature (Ed25519) covers the group, the version, the time and the text together, so
// nobody can change one alone, and a policy for one group is invalid for another. Open
// checks only the signature; package pull decides whether the policy is for this machine and
// new enough.
//
// [Sign] and [Verify] do the same for other things than policies: each has a [Purpose], and
// a signature for one purpose is invalid for another.
package envelope

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Policy is the signed text.
type Policy struct {
	Group   string    `json:"group"`
	Version uint64    `json:"version"` // each is higher than the one before
	Expires time.Time `json:"expires"` // a machine must put it in force before
	Text    string    `json:"policy"`  // TOML
}

// Hash identifies a policy: SHA-256 of the text.
func (p Policy) Hash() string {
	sum := sha256.Sum256([]byte(p.Text))
	return hex.EncodeToString(sum[:])
}

// Same reports whether two policies agree in everything signed.
func (p Policy) Same(other Policy) bool {
	isLater := !p.Expires.Equal(other.Expires)
	p.Expires, other.Expires = time.Time{}, time.Time{}
	return p == other && !isLater
}

// sealed is an envelope: the signed bytes and the signature.
type sealed struct {
	Signed    []byte `json:"signed"`
	Signature []byte `json:"signature"`
}

// Purpose precedes the signed bytes, so a signature by the same key for another purpose is
// invalid.
type Purpose string

// The purposes.
const (
	Policies Purpose = "shimgen-fleet policy 1\n"
	Answers  Purpose = "shimgen-fleet answer 1\n" // to asks: see package ask
)

// Most is the maximum size of an envelope: NATS carries messages of a megabyte.
const Most = 1 << 20

// The errors of an envelope.
var (
	ErrNoEnvelope = errors.New("is not in a signed envelope")
	ErrSignature  = errors.New("is not signed by a key that this machine trusts")
)

// Seal signs a policy.
func Seal(p Policy, key ed25519.PrivateKey) ([]byte, error) { return Sign(Policies, p, key) }

// Open returns the policy of an envelope that one of the keys has signed. It parses nothing
// before it has checked the signature.
func Open(data []byte, keys []ed25519.PublicKey) (p Policy, err error) {
	if _, err = Verify(Policies, data, keys, &p); err != nil {
		return Policy{}, err
	}
	return p, nil
}

// Sign puts a value with a JSON form into an envelope.
func Sign(purpose Purpose, what any, key ed25519.PrivateKey) ([]byte, error) {
	text, err := json.Marshal(what)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(sealed{text, ed25519.Sign(key, append([]byte(purpose), text...))})
	if err == nil && len(data) >= Most {
		err = fmt.Errorf("it is too large: %d bytes signed, and %d are the most", len(data), Most)
	}
	return append(data, '\n'), err
}

// Verify reads into the value that one of the keys has signed for a purpose, and returns
// that key. It parses nothing before it has checked the signature.
func Verify(purpose Purpose, data []byte, keys []ed25519.PublicKey, into any) (which int, err error) {
	var s sealed
	if len(data) > Most || json.Unmarshal(data, &s) != nil || len(s.Signed) == 0 {
		return -1, ErrNoEnvelope
	}
	message := append([]byte(purpose), s.Signed...)
	which = slices.IndexFunc(keys, func(k ed25519.PublicKey) bool { return ed25519.Verify(k, message, s.Signature) })
	if which < 0 {
		return which, ErrSignature
	}
	in := json.NewDecoder(bytes.NewReader(s.Signed))
	in.DisallowUnknownFields()
	if err := in.Decode(into); err != nil {
		return which, fmt.Errorf("%w: %w", ErrNoEnvelope, err)
	}
	return which, nil
}

// The prefixes of lines in key files.
const (
	publicMark  = "ed25519-public "
	privateMark = "ed25519-private "
)

// NewKey returns a new key pair, as the texts of its files. The public key gets a name,
// unless the name is "".
func NewKey(name string) (private, public string, err error) {
	pub, key, err := ed25519.GenerateKey(rand.Reader)
	encode := base64.StdEncoding.EncodeToString
	return privateMark + encode(key.Seed()) + "\n", strings.TrimSpace(publicMark+encode(pub)+" "+name) + "\n", err
}

// ErrKey means that a file has no key.
var ErrKey = errors.New("has no key that shimgen-fleet key has made")

// PrivateKey reads the text of a private key's file.
func PrivateKey(text string) (ed25519.PrivateKey, error) {
	seed, err := decoded(strings.TrimSpace(text), privateMark, ed25519.SeedSize)
	if err != nil {
		return nil, err
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// Key is a public key with the name of the private key's owner.
type Key struct {
	Public ed25519.PublicKey
	Name   string // the fingerprint if there is no name
}

// Fingerprint names a public key that has no other name.
func Fingerprint(key ed25519.PublicKey) string {
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:6])
}

// PublicKeys reads the text of a file with public keys, one a line: two while one replaces
// the other. It skips empty lines and lines that begin with #.
func PublicKeys(text string) (keys []ed25519.PublicKey, err error) {
	named, err := NamedKeys(text)
	for _, k := range named {
		keys = append(keys, k.Public)
	}
	return keys, err
}

// NamedKeys is PublicKeys with the name that follows each key on its line. No two keys have
// the same name.
func NamedKeys(text string) (keys []Key, err error) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) < 2 || len(fields) > 3 {
			return nil, ErrKey
		}
		public, err := decoded(fields[0]+" "+fields[1], publicMark, ed25519.PublicKeySize)
		if err != nil {
			return nil, err
		}
		key := Key{public, Fingerprint(public)}
		if len(fields) == 3 {
			key.Name = fields[2]
		}
		if slices.ContainsFunc(keys, func(other Key) bool { return other.Name == key.Name }) {
			return nil, fmt.Errorf("has two keys of %q", key.Name)
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, ErrKey
	}
	return keys, nil
}

// decoded returns the bytes after a prefix, which must have a given length.
func decoded(line, mark string, length int) ([]byte, error) {
	text, ok := strings.CutPrefix(line, mark)
	key, err := base64.StdEncoding.DecodeString(text)
	if !ok || err != nil || len(key) != length {
		return nil, ErrKey
	}
	return key, nil
}
