package runner

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/trail"
)

// errMoving says that a policy file changed while it was read.
var errMoving = errors.New("a policy file changed while it was read")

// CompileGate writes the gate's table for an installation: from its policy as
// it is now, for the shims it has. Root also writes the table of the system's
// policy, and takes it away where there is no such policy.
//
// A policy that cannot be read is an error. A table that cannot be encoded, or not
// with every program, is none: what is not in it goes to the judge, and the notes
// say so, one line each.
func CompileGate(id gate.Identity, env []string) (notes []string, err error) {
	if int(id.UID) != host.UID() {
		return nil, wrongUser(id, host.UID())
	}
	s, err := open(Options{Env: env}, id, true)
	if err != nil {
		return nil, err
	}
	if err := onlyNoted(s.compileGate(), &notes); err != nil {
		return nil, err
	}
	if s.uid == 0 {
		if err := onlyNoted(s.systemGate(SystemPolicy, systemTable, host.SystemPolicy()), &notes); err != nil {
			return nil, err
		}
	}
	return append(notes, s.LeftOut()...), nil
}

// unencodable is why there is no table for a policy that is otherwise in order.
type unencodable struct{ error }

func (u unencodable) Unwrap() error { return u.error }

// onlyNoted takes an unencodable table for a note.
func onlyNoted(err error, notes *[]string) error {
	var u unencodable
	if !errors.As(err, &u) {
		return err
	}
	*notes = append(*notes, "every command goes to the judge: "+u.Error())
	return nil
}

// LeftOut says which programs the gate's table has no page for although a part of
// them would be clear, one line each: they are always judged.
func (s *Session) LeftOut() []string {
	spec, err := s.spec(s.Policy, s.sources)
	if err != nil {
		return nil // what is wrong then is not one program's
	}
	_, left, _ := gate.EncodeEach(spec)
	lines := make([]string, len(left))
	for i, l := range left {
		lines[i] = strings.Join(l.Names, " ") + " always goes to the judge: " + l.Why.Error()
	}
	return lines
}

// RefreshGate writes the table anew if it is missing, damaged, of another
// catalogue, older than what it was compiled from, or of another project. That
// it cannot be written stops nothing: the gate then calls nothing clear.
func (s *Session) RefreshGate() {
	if !s.Installed || s.Policy.Strict || s.owner != s.uid { // a table is its owner's to write
		return
	}
	why := gate.NoTable
	if own, err := readTable(s.ownTable(), host.Policy(s.uid)); err == nil {
		why = s.tableState(own)
	}
	switch why {
	case gate.NoTable, gate.BadTable, gate.OtherCatalogue, gate.OtherRoot, gate.StaleTable, gate.ProjectPolicy:
		_ = s.compileGate()
	}
}

// CompileGate writes the table anew, as after a shim was added: it holds pages of
// programs with a shim alone. As with RefreshGate nothing depends on it.
func (s *Session) CompileGate() {
	if s.Installed && !s.Policy.Strict && s.owner == s.uid {
		_ = s.compileGate()
	}
}

// tableState asks the gate what it makes of a table, whatever the command and
// the variables are.
func (s *Session) tableState(table []byte) gate.Reason {
	c, err := gate.NewChecker(table, s.identity)
	if err != nil {
		return gate.NotInstalled
	}
	return c.Check([]string{"git", "--version"}, nil, s.Dir)
}

// Changed are the variables of the environment that make programs run code or
// move their configuration, and that are not as they were at install.
func (s *Session) Changed() []string {
	changed := policy.Changed(s.env, s.identity.Recorded)
	if home := s.env.value("HOME"); home != "" && home != s.identity.Home && !slices.Contains(host.Homes(s.uid, s.identity.Home, ""), home) {
		changed = append(changed, "HOME="+home) // what settings are there decides
	}
	return changed
}

func (s *Session) ownTable() string { return filepath.Join(s.Root, "state", "gate.bin") }

// compileGate compiles and writes the table. The files are looked at again
// after they were read, so that a table never holds for files it was not
// compiled from.
func (s *Session) compileGate() error {
	table, err := s.encode(s.Policy, s.sources)
	if err != nil {
		return err
	}
	again, err := s.statSources(s.projectFiles())
	if err != nil {
		return err
	}
	if !slices.Equal(again, s.sources) {
		return errMoving
	}
	return host.Replace(s.ownTable(), table, 0o600)
}

// systemGate compiles the system's policy alone, for all users, and writes its
// table. What lies in a user's home is that user's own table's to protect: the
// gate asks both.
func (s *Session) systemGate(file, table string, need host.Need) error {
	before, err := gate.StatSource(file)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	layer, err := read(policy.System, file, need, host.PolicyLimit)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.Remove(table); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	if err != nil {
		return err
	}
	p, err := policy.Load([]policy.Layer{layer}, policy.Flags{})
	if err != nil {
		return err
	}
	data, err := s.encode(p, []gate.Source{before})
	if err != nil {
		return err
	}
	after, err := gate.StatSource(file)
	if err != nil || after != before {
		return errMoving
	}
	return host.Replace(table, data, 0o644)
}

// encode compiles a policy into a table, without the programs that cannot be
// encoded: see LeftOut.
func (s *Session) encode(p *policy.Policy, sources []gate.Source) ([]byte, error) {
	spec, err := s.spec(p, sources)
	if err != nil {
		return nil, err
	}
	table, _, err := gate.EncodeEach(spec)
	if err != nil {
		return nil, unencodable{fmt.Errorf("gate table: %w", err)}
	}
	return table, nil
}

// spec compiles a policy. Nothing of it comes from the environment, which may
// be the agent's: not $HOME, and no directory for temporary files.
func (s *Session) spec(p *policy.Policy, sources []gate.Source) (gate.Spec, error) {
	names, err := s.shimNames()
	if err != nil {
		return gate.Spec{}, err
	}
	spec, err := policy.Compile(p, policy.Compilation{
		Names: names, Catalogue: s.identity.Catalogue, Sources: sources,
		Root: s.Root, Homes: host.Homes(s.uid, s.identity.Home, ""), Temps: []string{"/tmp", "/var/tmp"},
		Prefix: s.Machine.Prefix, Canonical: host.Canonical,
	})
	if err != nil {
		return gate.Spec{}, unencodable{err}
	}
	spec.Audit.Full = uint32(trail.Bound(p.Audit).PartSize())
	return spec, nil
}

// statSources looks at every file the policy is read from, and at the record that says
// whether the project's is trusted. The project files above the nearest one say nothing,
// but the gate wants to know each.
func (s *Session) statSources(projects []string) ([]gate.Source, error) {
	paths := []string{SystemPolicy}
	if own := s.userPolicy(); own != "" {
		paths = append(paths, own)
	}
	paths = append(paths, projects...)
	if len(projects) > 0 && s.Root != "" { // of the nearest one, which alone is in force
		paths = append(paths, s.trusts().File(projects[0]))
	}
	sources := make([]gate.Source, len(paths))
	for i, path := range paths {
		src, err := gate.StatSource(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		sources[i] = src // one that is gone since is absent, and then differs from what was read
	}
	return sources, nil
}

// shimNames are the names in the directory of the shims.
func (s *Session) shimNames() ([]string, error) {
	entries, err := os.ReadDir(s.shims())
	if err != nil {
		return nil, err
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, nil
}
