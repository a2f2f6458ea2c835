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

// Plan returns how this program starts itself to make the box.
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
		Grants: r.grants, Around: r.around, Secret: r.secret, Places: box.wheres(l.Lstat), Shared: box.Temp,
	})
	if err != nil {
		return Plan{}, err
	}
	argv := append(l.Self[:len(l.Self):len(l.Self)], watchWords(l.Name(), roleWatch)...)
	return Plan{Path: ownProgram, Argv: argv, feeds: [][]byte{e.encode(), text}, supervise: &rules, broker: box.served(l.Broker), Temp: box.Temp}, nil
}

// available returns why the kernel cannot do what is needed.
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

// rules are a box as the supervisor holds it.
func (b Box) rules() supervise.Rules {
	r := supervise.Rules{Write: slices.Clone(b.Write), Show: b.Show, Keep: b.Keep, Hide: slices.Concat(b.Hide, b.Empty), Offline: b.Network != Full}
	for _, bind := range b.Binds {
		r.Spools = append(r.Spools, supervise.Spool{From: bind.From, At: bind.At})
		r.Write = append(r.Write, bind.From)
	}
	for _, lent := range b.Lent {
		r.Lent = append(r.Lent, supervise.Spool{From: lent.From, At: lent.At})
	}
	if b.Temp != "" {
		r.Write = append(r.Write, b.Temp)
		r.Spools = append(r.Spools, supervise.Spool{From: path.Join(b.Temp, sharedName), At: sharedMemory})
	}
	return r
}

// Shared memory by name is files below a directory of the machine's; it lies with the
// command's temporary files here.
const (
	sharedMemory = "/dev/shm"
	sharedName   = ".shm"
)

// confinement is what a command's process does to itself before it starts.
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
	Secret  []supervise.File // what no grant may be for
	Places  []where          // what must be where it was
	Shared  string           // a directory in which one is made for shared memory
}

// grant lets what is at a path be read. It may be gone by then: what lies beside hidden names
// changes all the time.
type grant struct {
	At     string
	Rights landlock.Rights
}

// where is what a path of the box led to when the box was planned.
type where struct {
	At       string
	Dev, Ino uint64
}

// wheres are the paths that a box names. What is made for the run is not there in a dry one.
func (b Box) wheres(files Files) (found []where) {
	for _, at := range slices.Concat(b.Empty, b.Write, b.Show, b.Keep, b.Hide) {
		if info, err := files(at); err == nil && info.Mode()&os.ModeSocket != 0 {
			continue // they come and go, and are known by their path
		}
		if p, err := placeOf(at, files); err == nil {
			found = append(found, where{at, p.dev, p.ino})
		}
	}
	return found
}

// reachable finds out what may be read.
type reachable struct {
	box    Box
	files  Files
	grants []grant
	lists  []string // directories of which only some parts may be read
	around []string // directories that may be written of which that is so
	secret []supervise.File
}

// mostGrants is how many rules a box has. A directory with more names beside a hidden one is
// not one that somebody keeps secrets in.
const mostGrants = 20_000

// find grants all that there is but what is hidden. The kernel knows no rule that takes away,
// so each directory above what is hidden is granted name by name.
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
	for _, lent := range r.box.Lent {
		if isBelow(lent.At, r.box.Empty) { // what a link there leads to
			if err := r.grant(lent.From, landlock.Look, true); err != nil {
				return err
			}
		}
	}
	for _, p := range r.box.Show {
		emptied := isBelow(p, r.box.Empty)
		if !emptied && !isBelow(p, r.box.Hide) {
			continue // it is as it was, for nothing takes its place here
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
		if isAbove(p, hide) { // what was in it is granted name by name
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

// hidden are the places that nothing grants; dirs are those of them that are directories.
func (r *reachable) hidden() (hide, dirs []string, err error) {
	hide = []string{"/dev"}
	for _, h := range r.box.Hide {
		info, err := r.files(h)
		switch {
		case errors.Is(err, os.ErrNotExist):
			continue // what is gone needs no hiding
		case err != nil:
			return nil, nil, fmt.Errorf("%w: %w", ErrBox, err)
		case info.Mode()&os.ModeSocket != 0:
			continue // nobody reads it: connections are the supervisor's to refuse
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

// inside are the files and directories that are granted below the directories around what is
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

// temp is the directory for temporary files, if there is one.
func (r *reachable) temp() []string {
	if r.box.Temp == "" {
		return nil
	}
	return []string{r.box.Temp}
}

// below grants what lies in a directory, but for what is hidden.
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

// isAbove reports whether one of some paths lies below a directory.
func isAbove(dir string, paths []string) bool {
	return slices.ContainsFunc(paths, func(p string) bool { return p != dir && pathname.In(p, dir) })
}

// grant grants rights below a path that is there.
func (r *reachable) grant(at string, rights landlock.Rights, dir bool) error {
	if len(r.grants) >= mostGrants {
		return fmt.Errorf("%w: more than %d names lie beside what is hidden, at %s", ErrBox, mostGrants, at)
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
