//go:build amd64 || arm64

package sandbox

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"

	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/sandbox/landlock"
	"github.com/agent-loop/shimgen/sandbox/supervise"
)

// Plan returns how this program starts itself to set up the box.
func (l Landlock) Plan(box Box, e Entry) (Plan, error) {
	if err := cmp.Or(box.check(l.Lstat), box.tempPlace(l.Lstat), box.broker(l.Name(), l.Broker)); err != nil {
		return Plan{}, err
	}
	if err := l.available(); err != nil {
		return Plan{}, err
	}
	r := reachable{box: box, files: l.Lstat}
	if err := r.find(); err != nil {
		return Plan{}, err
	}
	rules := box.rules()
	rules.Open, rules.Exec, rules.Programs = r.lists, l.Exec, l.Programs
	rules.Around, rules.Secret, rules.Granted = r.around, r.secret, r.inside()
	text, err := json.Marshal(confinement{
		Dir: box.Dir, Offline: rules.Offline, Lists: len(r.lists) > 0, Reads: len(r.around) > 0, Execs: l.Exec != nil,
		Grants: r.grants, Around: r.around, Secret: r.secret, Places: box.identities(l.Lstat), Shared: box.Temp,
	})
	if err != nil {
		return Plan{}, err
	}
	argv := append(l.Self[:len(l.Self):len(l.Self)], watchWords(l.Name(), roleWatch)...)
	return Plan{Path: ownProgram, Argv: argv, inputs: [][]byte{e.encode(), text}, supervise: &rules, broker: box.brokerFor(l.Broker), Temp: box.Temp}, nil
}

// available returns why this kernel cannot be used.
func (l Landlock) available() error {
	version, err := landlock.Version()
	switch {
	case err != nil:
		return Unavailable{l.Name(), err, "the kernel must have Landlock among its security modules (lsm=landlock,…), and a container must not refuse it"}
	case version < landlock.Least:
		return Unavailable{l.Name(), fmt.Errorf("the kernel has version %d of Landlock, and %d is needed", version, landlock.Least), "use Linux 6.12 or later"}
	}
	return nil
}

// rules returns a box as rules for the supervisor.
func (b Box) rules() supervise.Rules {
	r := supervise.Rules{Write: slices.Clone(b.Write), Show: b.Show, Keep: b.Keep, Hide: slices.Concat(b.Hide, b.Empty), Offline: b.Network != Full}
	for _, bind := range b.Binds {
		r.Spools = append(r.Spools, supervise.Spool{From: bind.From, At: bind.At})
		r.Write = append(r.Write, bind.From)
	}
	for _, bind := range b.ReadOnlyBinds {
		r.SealedCopies = append(r.SealedCopies, supervise.Spool{From: bind.From, At: bind.At})
	}
	if b.Temp != "" {
		r.Write = append(r.Write, b.Temp)
		r.Spools = append(r.Spools, supervise.Spool{From: path.Join(b.Temp, sharedName), At: sharedMemory})
	}
	return r
}

// POSIX shared memory consists of files in one directory of the machine. In a box it lies with
// the command's temporary files.
const (
	sharedMemory = "/dev/shm"
	sharedName   = ".shm"
)

// confinement is what a command's process does to itself before it starts the command.
type confinement struct {
	Dir     string
	Offline bool
	Lists   bool
	Reads   bool
	Execs   bool
	Alone   bool // without Landlock
	By      Transport
	Grants  []grant
	Around  []string
	Secret  []supervise.File // files that must not be granted
	Places  []pathIdentity   // paths that must still be what they were
	Shared  string           // the directory in which to create one for shared memory
}

// grant allows reading a path. The path may be gone by then, because other names beside hidden
// ones change all the time.
type grant struct {
	At     string
	Rights landlock.Rights
}

// pathIdentity is what a path of the box led to when the box was planned.
type pathIdentity struct {
	At       string
	Dev, Ino uint64
}

// identities returns what the paths of a box lead to. In a dry run some of them do not exist.
func (b Box) identities(files Files) (found []pathIdentity) {
	for _, at := range slices.Concat(b.Empty, b.Write, b.Show, b.Keep, b.Hide) {
		if info, err := files(at); err == nil && info.Mode()&os.ModeSocket != 0 {
			continue // they come and go, and the supervisor knows them by path
		}
		if p, err := placeOf(at, files); err == nil {
			found = append(found, pathIdentity{at, p.dev, p.ino})
		}
	}
	return found
}

// reachable finds out which paths may be read.
type reachable struct {
	box    Box
	files  Files
	grants []grant
	lists  []string // directories of which only some entries may be read
	around []string // those of them that are writable
	secret []supervise.File
}

// maxGrants bounds the rules of a box. Nobody keeps secrets in a directory with more names.
const maxGrants = 20_000

// find grants everything except what is hidden. Landlock has no rule that takes rights away, so
// below each directory that holds something hidden it grants name by name.
func (r *reachable) find() error {
	hide, dirs, err := r.hidden()
	if err != nil {
		return err
	}
	r.lists = append(r.lists, "/dev")
	if err := r.below("/", append(hide, r.box.Empty...)); err != nil {
		return err
	}
	for _, name := range supervise.Devices() {
		if err := r.grant(name, landlock.ReadFile|landlock.IoctlDev, false); err != nil {
			return err
		}
	}
	for _, bind := range r.box.ReadOnlyBinds {
		if isBelow(bind.At, r.box.Empty) { // the target of a link in an emptied directory
			if err := r.grant(bind.From, landlock.Look, true); err != nil {
				return err
			}
		}
	}
	for _, p := range r.box.Show {
		emptied := isBelow(p, r.box.Empty)
		if !emptied && !isBelow(p, r.box.Hide) {
			continue // as outside, because nothing is mounted over it here
		}
		if emptied && isAbove(p, hide) {
			if err := r.below(p, hide); err != nil {
				return err
			}
			continue
		}
		if isAbove(p, hide) {
			return fmt.Errorf("%w: %s is shown in what is hidden, and holds what is hidden", ErrBox, p)
		}
		if err := r.grant(p, landlock.Look, true); err != nil {
			return err
		}
	}
	for _, p := range slices.Concat(r.box.Write, r.temp()) {
		rights := landlock.Look | landlock.MakeSock
		if isAbove(p, hide) { // its entries are granted name by name
			r.around = append(r.around, p)
			if isBelow(p, r.box.Empty) {
				if err := r.below(p, hide); err != nil {
					return err
				}
			}
			if rights &^= landlock.Execute | landlock.ReadFile; isAbove(p, dirs) {
				continue
			}
		}
		if err := r.grant(p, rights, true); err != nil {
			return err
		}
	}
	return nil
}

// hidden returns the paths that must not be granted. dirs are the directories among them.
func (r *reachable) hidden() (hide, dirs []string, err error) {
	hide = []string{"/dev"}
	for _, h := range r.box.Hide {
		info, err := r.files(h)
		switch {
		case errors.Is(err, os.ErrNotExist):
			continue // gone, so there is nothing to hide
		case err != nil:
			return nil, nil, fmt.Errorf("%w: %w", ErrBox, err)
		case info.Mode()&os.ModeSocket != 0:
			continue // it cannot be read; the supervisor refuses connections
		case info.IsDir():
			dirs = append(dirs, h)
		}
		if p, err := placeOf(h, r.files); err == nil {
			r.secret = append(r.secret, supervise.File{Dev: p.dev, Ino: p.ino})
		}
		hide = append(hide, h)
	}
	return hide, dirs, nil
}

// inside returns the granted files and directories below directories that hold something
// hidden.
func (r *reachable) inside() (files []supervise.File) {
	for _, g := range r.grants {
		if !isBelow(g.At, r.around) {
			continue
		}
		if p, err := placeOf(g.At, r.files); err == nil {
			files = append(files, supervise.File{Dev: p.dev, Ino: p.ino})
		}
	}
	return files
}

// temp returns the directory for temporary files, if there is one.
func (r *reachable) temp() []string {
	if r.box.Temp == "" {
		return nil
	}
	return []string{r.box.Temp}
}

// below grants what lies in a directory, except what is hidden.
func (r *reachable) below(dir string, hide []string) error {
	r.lists = append(r.lists, dir)
	names, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrPermission) {
		return nil // the command cannot read it either
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBox, err)
	}
	for _, name := range names {
		at := path.Join(dir, name.Name())
		switch {
		case slices.Contains(hide, at):
		case isAbove(at, hide):
			err = r.below(at, hide)
		case name.Type()&(os.ModeSymlink|os.ModeSocket) == 0:
			rights := landlock.Look
			if isBelow(at, r.box.Write) {
				rights |= landlock.MakeSock
			}
			err = r.grant(at, rights, name.IsDir())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isAbove reports whether one of the paths lies below a directory.
func isAbove(dir string, paths []string) bool {
	return slices.ContainsFunc(paths, func(p string) bool { return p != dir && pathname.In(p, dir) })
}

// grant grants rights below an existing path.
func (r *reachable) grant(at string, rights landlock.Rights, dir bool) error {
	if len(r.grants) >= maxGrants {
		return fmt.Errorf("%w: more than %d names lie beside what is hidden, at %s", ErrBox, maxGrants, at)
	}
	if dir {
		info, err := r.files(at)
		dir = err == nil && info.IsDir()
	}
	if !dir {
		rights &= landlock.OfFile
	}
	r.grants = append(r.grants, grant{At: at, Rights: rights})
	return nil
}
