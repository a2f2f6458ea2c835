//go:build amd64 || arm64

package supervise

import (
	"strings"

	"golang.org/x/sys/unix"
)

// named finds the place of a name to create, remove or replace, and refuses if that is not
// allowed. It returns true if the call may go on.
func (r *request) named(operation string, dirfd int, at uint64) (place, reply, bool) {
	name, err := r.text(at)
	if err != nil {
		return place{}, refusal(err), false
	}
	p, err := r.find(dirfd, strings.TrimRight(name, "/")+only(name), false)
	if err != nil {
		return p, refusal(err), false
	}
	out, ok := r.mayName(operation, p)
	return p, out, ok
}

// only returns "/" if a path consists of slashes alone.
func only(name string) string {
	if strings.Trim(name, "/") == "" && name != "" {
		return "/"
	}
	return ""
}

// mayName reports whether a name may be created, removed or replaced. For the operation "make"
// the name must not exist.
func (r *request) mayName(operation string, p place) (reply, bool) {
	name := p.path()
	_, missing := p.stat()
	switch {
	case operation == "make" && missing == nil:
		return refusal(unix.EEXIST), false
	case p.name == "":
		return refusal(unix.EBUSY), false // "." and ".."
	case (operation == "remove" || operation == "rmdir") && missing != nil:
		return refusal(missing), false
	case operation == "rmdir" && r.rules.pins(name) && r.rules.partOf(name) == written:
		return refusal(unix.ENOTEMPTY), false // something that is kept lies in it
	case r.rules.partOf(p.dir) == written && operation != "make" && r.rules.pins(name):
		return r.deny("rename", name, unix.EBUSY), false
	case r.rules.partOf(p.dir) == written && r.rules.partOf(name) == written:
		return done(), true
	}
	if err := p.access(""); err != nil {
		return refusal(err), false
	}
	return r.deny("write", name, unix.EROFS), false
}

func (r *request) mkdirat() reply {
	p, out, ok := r.named("make", r.fd(0), r.args[1])
	if !ok {
		return out
	}
	return r.make(p, r.args[2], func(mode uint32) error { return unix.Mkdirat(p.fd, p.name, mode) })
}

// make creates something with a mode, and keeps this process's umask from changing that mode.
func (r *request) make(p place, asked uint64, do func(mode uint32) error) reply {
	mode, err := r.mode(asked)
	if err == nil {
		err = do(mode)
	}
	if err == nil && mode&r.umask != 0 {
		var made place
		var st unix.Stat_t
		if made, st, err = r.fix(p); err == nil && !r.isSecret(st) { // it may have become the name of one
			err = setMode(made.fd, mode)
		}
	}
	return refusal(err)
}

func (r *request) mknodat() reply {
	p, out, ok := r.named("make", r.fd(0), r.args[1])
	if !ok {
		return out
	}
	kind := uint32(r.args[2]) & unix.S_IFMT
	switch kind {
	case 0, unix.S_IFREG, unix.S_IFIFO, unix.S_IFSOCK:
	default:
		return refusal(unix.EPERM) // devices
	}
	return r.make(p, r.args[2], func(mode uint32) error { return unix.Mknodat(p.fd, p.name, kind|mode, 0) })
}

func (r *request) symlinkat() reply {
	to, err := r.text(r.args[0])
	if err != nil {
		return refusal(err)
	}
	p, out, ok := r.named("make", r.fd(1), r.args[2])
	if !ok {
		return out
	}
	return refusal(unix.Symlinkat(to, p.fd, p.name))
}

// linkat gives a file another name. The file must be writable already, because it would be
// under the other name.
func (r *request) linkat() reply {
	from, err := r.text(r.args[1])
	if err != nil {
		return refusal(err)
	}
	flags := r.args[4]
	var file place
	if from == "" && flags&unix.AT_EMPTY_PATH != 0 {
		file, err = r.descriptor(r.fd(0))
	} else {
		file, err = r.find(r.fd(0), from, flags&unix.AT_SYMLINK_FOLLOW != 0)
	}
	if err != nil {
		return refusal(err)
	}
	if _, missing := file.stat(); missing != nil {
		return refusal(missing)
	}
	if r.rules.partOf(file.path()) != written || r.hides(file) {
		return r.deny("link", file.path(), unix.EXDEV)
	}
	p, out, ok := r.named("make", r.fd(2), r.args[3])
	if !ok {
		return out
	}
	if file.name == "" {
		return refusal(unix.Linkat(unix.AT_FDCWD, self(file.fd), p.fd, p.name, unix.AT_SYMLINK_FOLLOW))
	}
	return refusal(unix.Linkat(file.fd, file.name, p.fd, p.name, 0))
}

func (r *request) unlinkat() reply {
	operation := "remove"
	if r.args[2]&unix.AT_REMOVEDIR != 0 {
		operation = "rmdir"
	}
	p, out, ok := r.named(operation, r.fd(0), r.args[1])
	if !ok {
		return out
	}
	return refusal(unix.Unlinkat(p.fd, p.name, int(r.args[2])))
}

func (r *request) renameat2() reply {
	from, out, ok := r.named("remove", r.fd(0), r.args[1])
	if !ok {
		return out
	}
	to, out, ok := r.named("replace", r.fd(2), r.args[3])
	if !ok {
		return out
	}
	return refusal(unix.Renameat2(from.fd, from.name, to.fd, to.name, uint(r.args[4])))
}
