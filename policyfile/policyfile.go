package policyfile

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/trust"
)

// SystemDir holds the administrator's files.
const SystemDir = etc + "/agent-loop"

// System is the system layer's file.
const System = SystemDir + "/policy.toml"

// ProjectName is the name of a project's layer.
const ProjectName = ".agent-loop.toml"

// Files says of which installation and work directory the policy is.
type Files struct {
	Root      string   // of the installation
	Work      string   // the work directory, which may lie in a project
	Homes     []string // the first is ~
	UID       int      // of this process
	Owner     int      // of the installation
	Installed bool
	Identity  gate.Identity
	Trial     *policy.Layer // in the place of the file of its kind; nil is none
	Sources   []gate.Source // the files as they were before they are read
}

// OwnerOf returns whose files an installation has, as uid sees it. Another user, who
// is root as a rule, is held to the policy of the user who installed: nothing is
// looser for him. In a user namespace the one who installed has another number, and
// so have his files. Whoever cannot look at the installation runs nothing.
func OwnerOf(id gate.Identity, uid int) (int, error) {
	if int(id.UID) == uid {
		return uid, nil
	}
	var st unix.Stat_t
	if err := unix.Lstat(id.Root, &st); err == nil && (int(st.Uid) == uid || st.Uid == id.UID) {
		return int(st.Uid), nil
	}
	return -1, WrongUser(id, uid)
}

// WrongUser is the error for a user who is not the one that an installation is for.
func WrongUser(id gate.Identity, uid int) error {
	return fmt.Errorf("installed for uid %d, started by uid %d", id.UID, uid)
}

// Believed opens the files of the system and of the user, or their indexes.
func (f Files) Believed() ([]policy.Layer, error) {
	var layers []policy.Layer
	for _, kind := range []policy.LayerKind{policy.System, policy.User} {
		path, need := System, host.SystemPolicy()
		if kind == policy.User {
			path, need = f.User(), host.Policy(f.Owner)
		}
		if f.Trial != nil && f.Trial.Kind == kind {
			layers = append(layers, *f.Trial)
			continue
		}
		layer, err := f.trusted(kind, path, need)
		missing := errors.Is(err, fs.ErrNotExist)
		if missing && kind == policy.User && f.Installed {
			return nil, fmt.Errorf("%s: no policy; an installed shimgen never runs without one", path)
		}
		if missing || path == "" {
			continue
		}
		if err != nil {
			return nil, err
		}
		layers = append(layers, layer)
	}
	return layers, nil
}

// User is the user's file, "" without an installation's root.
func (f Files) User() string {
	if f.Root == "" {
		return ""
	}
	return filepath.Join(f.Root, "policy.toml")
}

// Projects returns the project files upwards of the work directory, the nearest
// first.
func (f Files) Projects() []string {
	var found []string
	for dir := f.Work; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, ProjectName)
		if _, err := (host.FS{}).Lstat(path); err == nil {
			found = append(found, path)
		}
		if dir == "/" {
			return found
		}
	}
}

// Stat looks at every file the policy is read from, and at the record that says
// whether the project's is trusted. The project files above the nearest one say nothing,
// but the gate wants to know each.
func (f Files) Stat(projects []string) ([]gate.Source, error) {
	paths := []string{System}
	if own := f.User(); own != "" {
		paths = append(paths, own)
	}
	paths = append(paths, projects...)
	if len(projects) > 0 && f.Root != "" { // of the nearest one, which alone is in force
		paths = append(paths, trust.In(f.Root, f.Owner).File(projects[0]))
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

// Read reads one file as a layer.
func Read(kind policy.LayerKind, path string, need host.Need, limit int64) (policy.Layer, error) {
	f, err := host.Open(path, need)
	if err != nil {
		return policy.Layer{}, err
	}
	defer f.Close()
	data, err := host.Read(f, limit)
	return policy.Layer{Name: path, Kind: kind, Data: data}, err
}
