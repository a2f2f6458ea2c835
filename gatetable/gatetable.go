package gatetable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/gate/compile"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/policyfile"
	"github.com/agent-loop/shimgen/trail"
)

// ErrMoving says that a policy file changed while it was read.
var ErrMoving = errors.New("a policy file changed while it was read")

// unencodable is the error for a valid policy that has no table.
type unencodable struct{ error }

func (u unencodable) Unwrap() error { return u.error }

// OnlyNoted turns an unencodable error into a note.
func OnlyNoted(err error, notes *[]string) error {
	var u unencodable
	if !errors.As(err, &u) {
		return err
	}
	*notes = append(*notes, "every command goes to the judge: "+u.Error())
	return nil
}

// Table is the compiled table of an installation.
type Table struct {
	Files  policyfile.Files
	Prefix string                   // of Termux
	Names  func() ([]string, error) // of the shims
}

// LeftOut returns a line for each program that has a clear part but no page in the gate's table:
// such programs are always judged.
func (t Table) LeftOut(p *policy.Policy) []string {
	spec, err := t.spec(p, t.Files.Sources)
	if err != nil {
		return nil // the error is not about one program
	}
	_, left, _ := gate.EncodeEach(spec)
	lines := make([]string, len(left))
	for i, l := range left {
		lines[i] = strings.Join(l.Names, " ") + " always goes to the judge: " + l.Why.Error()
	}
	return lines
}

// State returns the gate's reason about the installation's own table in a directory, independent
// of a command and its variables.
func (t Table) State(dir string) gate.Reason {
	data, err := readTable(t.path(), host.Policy(t.Files.UID))
	if err != nil {
		return gate.NoTable
	}
	c, err := gate.NewChecker(data, t.Files.Identity)
	if err != nil {
		return gate.NotInstalled
	}
	return c.Check([]string{"git", "--version"}, nil, dir)
}

// path returns the file of the installation's own table.
func (t Table) path() string { return filepath.Join(t.Files.Root, "state", "gate.bin") }

// Write compiles a policy and writes the table. It checks the files again after reading them, so
// that a table never covers files it was not compiled from.
func (t Table) Write(p *policy.Policy) error {
	data, err := t.encode(p, t.Files.Sources)
	if err != nil {
		return err
	}
	again, err := t.Files.Stat(t.Files.Projects())
	if err != nil {
		return err
	}
	if !slices.Equal(again, t.Files.Sources) {
		return ErrMoving
	}
	return host.Replace(t.path(), data, 0o600)
}

// WriteSystem compiles only the system's policy, for all users, and writes its table. The user's
// own table protects the files in the user's home: the gate consults both.
func (t Table) WriteSystem(file, at string, need host.Need) error {
	before, err := gate.StatSource(file)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	layer, err := policyfile.Read(policy.System, file, need, host.PolicyLimit)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.Remove(at); errors.Is(err, fs.ErrNotExist) {
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
	data, err := t.encode(p, []gate.Source{before})
	if err != nil {
		return err
	}
	after, err := gate.StatSource(file)
	if err != nil || after != before {
		return ErrMoving
	}
	return host.Replace(at, data, 0o644)
}

// encode compiles a policy into a table, without the programs that cannot be encoded: see LeftOut.
func (t Table) encode(p *policy.Policy, sources []gate.Source) ([]byte, error) {
	spec, err := t.spec(p, sources)
	if err != nil {
		return nil, err
	}
	data, _, err := gate.EncodeEach(spec)
	if err != nil {
		return nil, unencodable{fmt.Errorf("gate table: %w", err)}
	}
	return data, nil
}

// spec compiles a policy. It uses nothing from the environment, which may be the agent's: neither
// $HOME nor a directory for temporary files.
func (t Table) spec(p *policy.Policy, sources []gate.Source) (gate.Spec, error) {
	names, err := t.Names()
	if err != nil {
		return gate.Spec{}, err
	}
	spec, err := compile.Policy(p, compile.Machine{
		Names: names, Catalogue: t.Files.Identity.Catalogue, Sources: sources,
		Root: t.Files.Root, Homes: host.Homes(t.Files.UID, t.Files.Identity.Home, ""), Temps: place.TempDirs(),
		Prefix: t.Prefix, Canonical: host.Canonical,
	})
	if err != nil {
		return gate.Spec{}, unencodable{err}
	}
	spec.Audit.Full = uint32(trail.Bound(p.Audit).PartSize())
	return spec, nil
}
