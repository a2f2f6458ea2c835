package credential

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/egress"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/internal/hostname"
	"github.com/agent-loop/shimgen/policy"
)

// A Machine is where credentials are looked up.
type Machine struct {
	Env  []string                          // NAME=value
	Path func(name string) string          // where a file of a policy's is; it may be below ~
	Read func(name string) ([]byte, error) // the file
}

// A Set is the credentials of one run. The zero Set is none.
type Set struct {
	// Credentials are what the proxy puts in.
	Credentials []egress.Credential

	// Files are copies without secrets, each for the file at its path.
	Files []File

	// Variables are the names of those whose value is a stand-in.
	Variables []string

	texts map[string]string // stand-ins by value
}

// A File is a copy of one that holds credentials.
type File struct {
	Path string
	Text []byte
}

// Why a credential has no stand-in.
var (
	ErrShort  = errors.New("it is too short, or has characters that no request carries: it can have no stand-in")
	ErrForm   = errors.New("its form is not known, and it is more than one secret: name its variable, or a file that holds the secret alone")
	ErrRest   = errors.New("it holds another secret, which would be read")
	ErrSigner = errors.New("a secret access key without its access key ID")
)

// Open looks up credentials and makes their stand-ins. A variable that is not set and a file that
// is not there are none.
func Open(all []policy.Credential, m Machine) (*Set, error) {
	s := &Set{texts: map[string]string{}}
	for i := range all {
		if err := s.add(&all[i], m); err != nil {
			return nil, fmt.Errorf("%s: credentials.%s: %w", all[i].From, all[i].Name, err)
		}
	}
	return s, nil
}

// add adds one credential of a policy's.
func (s *Set) add(c *policy.Credential, m Machine) error {
	var signer pair
	for _, name := range c.Env {
		for _, value := range lookup(m.Env, name) {
			if err := s.hold(c, "", codingOf(name), value, &signer); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			s.Variables = append(s.Variables, name)
		}
	}
	if signer.isHalf() {
		return fmt.Errorf("%s: %w", strings.Join(c.Env, ", "), ErrSigner)
	}
	for _, name := range c.Files {
		at := m.Path(name)
		text, err := m.Read(at)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = s.copyFile(c, at, string(text))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// codingOf is what a variable holds.
func codingOf(name string) notation {
	switch {
	case strings.HasSuffix(name, "_ACCESS_KEY_ID"):
		return asKeyID
	case strings.HasSuffix(name, "_SECRET_ACCESS_KEY"):
		return asSigner
	}
	return asItIs
}

// pair is an access key ID and the key that signs for it, of which one may come first.
type pair struct {
	id     *egress.Credential
	secret string
}

func (p *pair) isHalf() bool { return p.id != nil || p.secret != "" }

// hold makes the stand-in of a value. host is for whom it is, or "" where the policy says that.
func (s *Set) hold(c *policy.Credential, host string, as notation, value string, signer *pair) error {
	text, known := s.texts[value]
	if !known {
		var ok bool
		if text, ok = standIn(value); !ok {
			return ErrShort
		}
		s.texts[value] = text
	}
	held := egress.Credential{Name: c.Name, StandIn: text, Value: value, Origins: origins(c, host), Fields: c.Fields, Query: c.Query}
	switch as {
	case asSigner:
		signer.secret, held.Origins = value, nil
		s.keep(held)
	case asKeyID:
		signer.id = &held
	default:
		s.keep(held)
	}
	if signer.id != nil && signer.secret != "" {
		signer.id.Secret = signer.secret
		s.keep(*signer.id)
		*signer = pair{}
	}
	return nil
}

// keep adds what the proxy puts in. The same value in several places is one.
func (s *Set) keep(held egress.Credential) {
	at := slices.IndexFunc(s.Credentials, func(c egress.Credential) bool { return c.StandIn == held.StandIn })
	if at < 0 {
		s.Credentials = append(s.Credentials, held)
		return
	}
	c := &s.Credentials[at]
	for _, o := range held.Origins {
		if !slices.Contains(c.Origins, o) {
			c.Origins = append(c.Origins, o)
		}
	}
	for _, name := range held.Fields {
		if !slices.Contains(c.Fields, name) {
			c.Fields = append(c.Fields, name)
		}
	}
	for _, name := range held.Query {
		if !slices.Contains(c.Query, name) {
			c.Query = append(c.Query, name)
		}
	}
	c.Secret = cmp.Or(c.Secret, held.Secret)
}

// origins are where a value goes: what the policy says, of which a file that names a host takes
// that host alone.
func origins(c *policy.Credential, host string) (all []egress.Origin) {
	name, port := host, uint16(0)
	if before, after, found := strings.Cut(host, ":"); found {
		n, _ := strconv.ParseUint(after, 10, 16)
		name, port = before, uint16(n)
	}
	for _, o := range c.Origins {
		is := hostname.Covers(o.Host, name)
		switch {
		case host == "":
			all = append(all, egress.Origin(o))
		case is && (port == 0 || port == o.Port):
			all = append(all, egress.Origin{Host: name, Port: o.Port, Clear: o.Clear})
		}
	}
	if host != "" && len(c.Origins) == 0 {
		all = append(all, egress.Origin{Host: name, Port: cmp.Or(port, 443)})
	}
	return all
}

// copyFile makes a copy of a file with stand-ins.
func (s *Set) copyFile(c *policy.Credential, at, text string) error {
	places, known := placesIn(at, text)
	if !known {
		return ErrForm
	}
	said, signer := map[string]string{}, pair{}
	for _, p := range places {
		was := text[p.from:p.to]
		secret, encode, ok := p.coding.decode(was)
		if !ok || secret == "" {
			return ErrForm
		}
		if err := s.hold(c, p.host, p.coding, secret, &signer); err != nil {
			return err
		}
		said[was] = encode(s.texts[secret])
	}
	out := replaceAll(text, said)
	if signer.isHalf() {
		return ErrSigner
	}
	if hasMark(at, without(text, places)) {
		return ErrRest
	}
	s.Files = append(s.Files, File{at, []byte(out)})
	return leftover(out, text)
}

// placesIn are the places of secrets in a file, if its form is known. One word is a secret as a
// whole.
func placesIn(at, text string) (all []place, known bool) {
	forms := formsOf(at)
	if word := strings.TrimSpace(text); len(forms) == 0 && len(strings.Fields(word)) == 1 {
		from := strings.Index(text, word)
		return []place{{from: from, to: from + len(word)}}, true
	}
	for _, f := range forms {
		all = append(all, f.find(text)...)
	}
	slices.SortFunc(all, func(a, b place) int { return cmp.Compare(a.from, b.from) })
	return all, len(forms) > 0 || strings.TrimSpace(text) == ""
}

// without is a text without some places, and what stands around them.
func without(text string, places []place) string {
	rest := []byte(text)
	for _, p := range places {
		for i := p.whole[0]; i < p.whole[1]; i++ {
			rest[i] = '\n'
		}
	}
	return string(rest)
}

// leftover is an error where a copy still has what looks like a credential in the file.
func leftover(out, text string) error {
	for _, at := range gate.Credentials(out) {
		if word := out[at[0]:at[1]]; strings.Contains(text, word) && !isReference(word) && !isUser(out, at) {
			return ErrRest
		}
	}
	return nil
}

// isUser reports whether a word is the name of a user in a URL, which has no password.
func isUser(text string, at [2]int) bool {
	return strings.HasSuffix(text[:at[0]], "://") && strings.HasPrefix(strings.TrimPrefix(text[at[1]:], ":"), "@")
}

// isReference reports whether a word is no value itself: the name of a variable, as npm has it, or
// YAML's for nothing.
func isReference(word string) bool {
	if word == "!!null" {
		return true
	}
	name, is := strings.CutPrefix(word, "${")
	return is && !strings.ContainsFunc(strings.TrimSuffix(name, "}"), func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
	})
}

// Environ returns an environment with stand-ins in the place of all values, in whatever variable
// they stand.
func (s *Set) Environ(env []string) []string {
	out := slices.Clone(env)
	for i, pair := range out {
		out[i] = replaceAll(pair, s.texts)
	}
	return out
}

// replaceAll replaces texts by others, longer ones first: one may be a part of another.
func replaceAll(in string, texts map[string]string) string {
	longest := func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) }
	for _, was := range slices.SortedFunc(maps.Keys(texts), longest) {
		in = strings.ReplaceAll(in, was, texts[was])
	}
	return in
}

// IsEmpty reports whether there is nothing to stand in for.
func (s *Set) IsEmpty() bool { return s == nil || len(s.Credentials) == 0 }

// Names are those of the servers that TLS is opened to; *.NAME is all below it.
func (s *Set) Names() (names []string) {
	for _, c := range s.Credentials {
		for _, o := range c.Origins {
			if !o.Clear && !slices.Contains(names, o.Host) {
				names = append(names, o.Host)
			}
		}
	}
	return names
}

// lookup returns the values of a variable that has any: an environment can have it more than once.
func lookup(env []string, name string) (values []string) {
	for _, pair := range env {
		if value, is := strings.CutPrefix(pair, name+"="); is && value != "" {
			values = append(values, value)
		}
	}
	return values
}
