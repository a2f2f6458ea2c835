package policyfile

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
)

// systemIndex is the index of the system's policy file.
const systemIndex = SystemDir + "/policy.bin"

// indexFile is where the index of a layer's file is kept, which it has if its lists are
// long: beside the gate's table, and believed as that is. It counts for the very file
// that it was made of, by the same program (policy.Origin). One that is missing, of
// another file or program, or that somebody else could have written is made anew: the
// file is read, and the examples in it are judged.
func (f Files) indexFile(kind policy.LayerKind) (path string, need host.Need) {
	if kind == policy.System {
		return systemIndex, host.Index(0, true)
	}
	return filepath.Join(f.Root, "state", "policy.bin"), host.Index(f.Owner, false)
}

// trusted opens the file of a layer that is believed, and reads it or its index. One
// after the other is open: a caller may have left few descriptors.
func (f Files) trusted(kind policy.LayerKind, path string, need host.Need) (policy.Layer, error) {
	layer := policy.Layer{Name: path, Kind: kind, Direct: f.direct(kind)}
	for _, src := range f.Sources {
		if src.Path == path {
			layer.Origin = policy.Origin{Catalogue: f.Identity.Catalogue, Source: src}
		}
	}
	if f.Installed {
		layer.Index = f.readIndex(kind, layer.Origin)
	}
	file, err := host.Open(path, need) // its owner and mode are looked at in either case
	if err != nil {
		return policy.Layer{}, err
	}
	defer file.Close()
	if layer.Index != nil {
		return layer, nil
	}
	layer.Data, err = host.Read(file, host.PolicyLimit)
	return layer, err
}

// readIndex returns the index of a layer's file, or nil.
func (f Files) readIndex(kind policy.LayerKind, of policy.Origin) *policy.Index {
	if of.Source == (gate.Source{}) || of.Source.Absent {
		return nil
	}
	path, need := f.indexFile(kind)
	file, err := host.Open(path, need)
	if err != nil {
		return nil
	}
	defer file.Close()
	data, err := host.Map(file)
	if err != nil {
		return nil
	}
	ix, ok := policy.OpenIndex(data, of)
	if !ok {
		host.Unmap(data)
		return nil
	}
	runtime.AddCleanup(ix, host.Unmap, data) // a server opens the policy for each call
	return ix
}

// direct reports whether a path of a policy is reached through no link. What is in a home
// is not known for the system's policy, which is for all users.
func (f Files) direct(kind policy.LayerKind) func(string) bool {
	return func(path string) bool {
		if rest, ok := strings.CutPrefix(path, "~"); ok {
			if kind == policy.System || len(f.Homes) == 0 {
				return false
			}
			path = filepath.Clean(f.Homes[0] + rest)
		}
		real, err := host.Canonical(path)
		return err == nil && real == path
	}
}

// KeepIndexes writes the indexes of the files that were read. As with the gate's table
// nothing depends on it: without one the file is read again.
func (f Files) KeepIndexes(p *policy.Policy, layers []policy.Layer) {
	if !f.Installed || f.Owner != f.UID || f.Trial != nil { // they are their owner's to write
		return
	}
	for _, l := range layers {
		ix := p.IndexOf(l.Name)
		if l.Kind == policy.Project || l.Index != nil || ix == nil || len(ix.Bytes()) > host.IndexLimit || l.Kind == policy.System && f.UID != 0 {
			continue
		}
		if now, err := gate.StatSource(l.Name); err != nil || now != l.Origin.Source {
			continue // it changed while it was read
		}
		path, _ := f.indexFile(l.Kind)
		_ = host.Replace(path, ix.Bytes(), indexMode(l.Kind))
	}
}

// indexMode is the mode of an index: that of the system's policy is for all users.
func indexMode(kind policy.LayerKind) os.FileMode {
	if kind == policy.System {
		return 0o644
	}
	return 0o600
}
