package host

import (
	"io/fs"
	"strconv"

	"golang.org/x/sys/unix"
)

// PolicyLimit limits the size of a policy file in bytes, ProjectLimit that of a
// project's, which anybody may have written, and IndexLimit that of an index made from a
// policy file.
const (
	PolicyLimit  = 16 << 20
	ProjectLimit = 1 << 20
	IndexLimit   = 64 << 20
)

// Need says what an opened file must be. Functions of this package make all Needs; the zero
// Need accepts nothing.
type Need struct {
	kind     uint32 // S_IFREG, or S_IFDIR for a directory to create if missing
	flags    int    // of open(2)
	anyOwner bool   // any owner will do; else root or uid
	root     bool   // root may own it
	uid      int    // who else may
	forbid   uint32 // permission bits that must be clear
	single   bool   // no second hard link: it might be another file's
	mode     uint32 // the mode of a created file, whatever the umask; 0 if it is not created
	mend     bool   // if uid owns it and its mode is another, set mode
	parents  bool   // root owns every directory above and alone can write to it
	limit    int64  // size in bytes, 0 for none
}

// Policy is a trusted file: root or uid owns it, nobody else can write it, and it has up to
// PolicyLimit bytes. It is opened for reading.
func Policy(uid int) Need {
	return Need{kind: unix.S_IFREG, root: true, uid: uid, forbid: 0o022, limit: PolicyLimit}
}

// SystemPolicy is a file trusted above the user's: root owns it and every directory above
// it, and nobody else can write them.
func SystemPolicy() Need {
	return Need{kind: unix.S_IFREG, root: true, forbid: 0o022, parents: true, limit: PolicyLimit}
}

// Index is a file that this tool made from a policy file: trusted as Policy is, or as
// SystemPolicy if system is set.
func Index(uid int, system bool) Need {
	need := Policy(uid)
	if system {
		need = SystemPolicy()
	}
	need.limit = IndexLimit
	return need
}

// Untrusted is a file to be judged, not trusted: a script, a project's policy. Anybody may
// own it (Owner says who). It has up to limit bytes and is opened for reading.
func Untrusted(limit int64) Need {
	return Need{kind: unix.S_IFREG, anyOwner: true, limit: limit}
}

// AuditLog is a file to append lines to. uid owns it, its mode is 0600, and it lies in a
// directory of our own. Open creates a missing one and opens it for appending: each write(2)
// lands whole at the end. If this process runs as uid, Open also sets the mode of an
// existing file: recording must not depend on the umask of the first writer, or on a hard
// link that somebody makes.
func AuditLog(uid int) Need {
	need := AuditCopy(uid)
	need.mend, need.single = true, false
	return need
}

// AuditCopy is AuditLog for a file that somebody else has named. Open creates it, but
// does not change an existing file, which must have no other hard link: a name in a
// harmless place must not lead the lines into another file of the user's.
func AuditCopy(uid int) Need {
	return Need{
		kind: unix.S_IFREG, uid: uid, forbid: 0o077, single: true, mode: 0o600,
		flags: unix.O_RDWR | unix.O_APPEND | unix.O_CREAT,
	}
}

// PrivateDir is a directory that uid owns and nobody else can enter, mode 0700. Open sets
// that mode if it differs, and creates a missing directory, but not its parents.
func PrivateDir(uid int) Need {
	return Need{kind: unix.S_IFDIR, uid: uid, forbid: 0o077, mode: 0o700, mend: true, flags: unix.O_DIRECTORY}
}

// admitOpen checks the open descriptor fd and makes it blocking, as other code expects of
// files.
func (n Need) admitOpen(fd int, path string) error {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	if err := n.admit(path, &st); err != nil {
		return err
	}
	if err := unix.SetNonblock(fd, false); err != nil {
		return &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return nil
}

// admit returns nil if a file with these facts satisfies n.
func (n Need) admit(path string, st *unix.Stat_t) error {
	if err := n.admitType(path, st); err != nil {
		return err
	}
	if why := n.objection(st); why != "" {
		return &Refusal{Path: path, Why: why, Owner: int(st.Uid), Limit: n.limit}
	}
	return nil
}

// objection returns why a file of the right type is refused, or "".
func (n Need) objection(st *unix.Stat_t) Reason {
	owner, open := int(st.Uid), uint32(st.Mode)&n.forbid
	switch {
	case !n.anyOwner && owner != n.uid && !(n.root && isRoot(owner)):
		return WrongOwner
	case open&0o022 != 0:
		return WritableByOthers
	case open != 0:
		return ReadableByOthers
	case n.single && st.Nlink > 1:
		return HardLinked
	case n.limit > 0 && st.Size > n.limit:
		return TooLarge
	}
	return ""
}

// admitType returns nil if st has the type that n wants.
func (n Need) admitType(path string, st *unix.Stat_t) error {
	kind := uint32(st.Mode) & unix.S_IFMT
	if kind == n.kind {
		return nil
	}
	return &Refusal{Path: path, Why: typeReason(kind), Owner: int(st.Uid)}
}

// admitParent checks a directory above the file, if n wants that.
func (n Need) admitParent(fd int, path string) error {
	if !n.parents {
		return nil
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	return Need{kind: unix.S_IFDIR, root: true, forbid: 0o022}.admit(path, &st)
}

// isLink reports whether st describes a symbolic link.
func isLink(st *unix.Stat_t) bool { return uint32(st.Mode)&unix.S_IFMT == unix.S_IFLNK }

// typeReason says why a file of this type is refused if n wants another (inode(7)).
func typeReason(kind uint32) Reason {
	switch kind {
	case unix.S_IFREG:
		return NotDirectory
	case unix.S_IFLNK:
		return Symlink
	case unix.S_IFDIR:
		return Directory
	case unix.S_IFIFO:
		return Pipe
	case unix.S_IFSOCK:
		return Socket
	case unix.S_IFCHR, unix.S_IFBLK:
		return Device
	}
	return OtherType
}

// Reason says why an existing path is not opened, in words that follow the path: "/etc/x
// is a named pipe".
type Reason string

// The reasons.
const (
	NoNeed           Reason = "was not asked for by any known need"
	NotPlain         Reason = "is not an absolute path in its plain form"
	Symlink          Reason = "is a symbolic link"
	Directory        Reason = "is a directory"
	NotDirectory     Reason = "is not a directory"
	Pipe             Reason = "is a named pipe"
	Socket           Reason = "is a socket"
	Device           Reason = "is a device"
	OtherType        Reason = "is of no known type"
	WrongOwner       Reason = "belongs to another user"
	WritableByOthers Reason = "is writable by group or others"
	ReadableByOthers Reason = "is readable by group or others"
	HardLinked       Reason = "has more than one name"
	TooLarge         Reason = "is too large"
)

// Refusal is the error for a path that exists but does not satisfy the need. Path is the
// component to blame, which may be a directory above the requested file.
type Refusal struct {
	Path  string
	Why   Reason
	Owner int   // uid, if Why is WrongOwner
	Limit int64 // bytes, if Why is TooLarge
}

// Error returns the path, the reason and its number.
func (r *Refusal) Error() string {
	text := r.Path + ": " + string(r.Why)
	switch r.Why {
	case WrongOwner:
		text += " (uid " + strconv.Itoa(r.Owner) + ")"
	case TooLarge:
		text += " (limit " + strconv.FormatInt(r.Limit, 10) + " bytes)"
	}
	return text
}
