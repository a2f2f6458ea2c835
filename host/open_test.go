package host

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// ways are the ways to reach a parent directory; all must give the same answers. The
// direct one alone cannot explain a failure, so it is used here as Open uses it.
var ways = map[string]func(string, Need) (int, error){
	"openat2": openParent,
	"walk":    walk,
}

// eachWay runs test once per way.
func eachWay(t *testing.T, test func(t *testing.T, open func(string, Need) (*os.File, error))) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			if name == "openat2" {
				needOpenat2(t)
			}
			test(t, func(path string, need Need) (*os.File, error) { return open(path, need, way) })
		})
	}
}

// needOpenat2 skips the test if the kernel or a filter refuses the call.
func needOpenat2(t *testing.T) {
	fd, err := openDirect("/")
	if err != nil {
		t.Skipf("no openat2 here: %v", err)
	}
	require.NoError(t, unix.Close(fd))
}

func TestOpenRefusesWhatWillNotDo(t *testing.T) {
	uid := UID()
	other := uid + 1
	tests := []struct {
		name string
		make func(t *testing.T, dir string) string // returns the path to open
		need Need
		want Reason // "" is success
		fail error  // instead of a Refusal
	}{
		{"policy of ours", file("p", 0o600), Policy(uid), "", nil},
		{"policy others may read", file("p", 0o644), Policy(uid), "", nil},
		{"policy group may write", file("p", 0o620), Policy(uid), WritableByOthers, nil},
		{"policy others may write", file("p", 0o602), Policy(uid), WritableByOthers, nil},
		{"policy beyond the limit", sized("p", PolicyLimit+1), Policy(uid), TooLarge, nil},
		{"policy at the limit", sized("p", PolicyLimit), Policy(uid), "", nil},
		{"system policy below temp, which all may write", file("p", 0o600), SystemPolicy(), WritableByOthers, nil},
		{"script others may write", file("s", 0o666), Untrusted(100), "", nil},
		{"script beyond the limit", sized("s", 101), Untrusted(100), TooLarge, nil},
		{"log of ours", file("a", 0o600), AuditLog(uid), "", nil},
		{"log that is missing is made", nothing("a"), AuditLog(uid), "", nil},
		{"log of ours that others may read is mended", file("a", 0o604), AuditLog(uid), "", nil},
		{"log of ours that others may write is mended", file("a", 0o622), AuditLog(uid), "", nil},
		{"log of ours that not even we may write is mended", file("a", 0), AuditLog(uid), "", nil},
		{"log of ours that we may only read is mended", file("a", 0o400), AuditLog(uid), "", nil},
		{"copy of a log, which others may read", file("a", 0o604), AuditCopy(uid), ReadableByOthers, nil},
		{"copy of a log, which others may write", file("a", 0o622), AuditCopy(uid), WritableByOthers, nil},
		{"log with a second name", hardLink, AuditLog(uid), "", nil},
		{"copy of a log with a second name", hardLink, AuditCopy(uid), HardLinked, nil},
		{"log of somebody else", file("a", 0o600), AuditLog(other), WrongOwner, nil},
		{"log in a missing directory", nothing("no/a"), AuditLog(uid), "", fs.ErrNotExist},
		{"log through a link that leads nowhere", link("nowhere"), AuditLog(uid), Symlink, nil},
		{"directory of ours", subdir(0o700), PrivateDir(uid), "", nil},
		{"directory that is missing is made", nothing("d"), PrivateDir(uid), "", nil},
		{"directory of ours that others may enter is mended", subdir(0o711), PrivateDir(uid), "", nil},
		{"directory of ours that all may write is mended", subdir(0o777), PrivateDir(uid), "", nil},
		{"directory of ours that not even we may enter is mended", subdir(0), PrivateDir(uid), "", nil},
		{"directory of somebody else", subdir(0o700), PrivateDir(other), WrongOwner, nil},
		{"file where a directory is due", file("p", 0o600), PrivateDir(uid), NotDirectory, nil},
		{"link where a directory is due", link("."), PrivateDir(uid), Symlink, nil},
		{"missing", nothing("p"), Policy(uid), "", fs.ErrNotExist},
		{"missing directory", nothing("no/p"), Policy(uid), "", fs.ErrNotExist},
		{"a file as directory", below("p/x"), Policy(uid), "", unix.ENOTDIR},
		{"a link", link("target"), Untrusted(100), Symlink, nil},
		{"a link to itself", link("link"), Untrusted(100), Symlink, nil},
		{"a link among the directories", linkedDir, Untrusted(100), Symlink, nil},
		{"a link the kernel makes up", magicLink, Untrusted(100), Symlink, nil},
		{"a directory", subdir(0o700), Untrusted(100), Directory, nil},
		{"a FIFO, without hanging", fifo, Untrusted(100), Pipe, nil},
		{"a FIFO to append to", fifo, AuditLog(uid), Pipe, nil},
		{"a socket", socket, Untrusted(100), Socket, nil},
		{"a device", at("/dev/null"), Untrusted(100), Device, nil},
		{"a device to append to", at("/dev/full"), AuditLog(uid), Device, nil},
		{"a relative path", at("p"), Untrusted(100), NotPlain, nil},
		{"an empty path", at(""), Untrusted(100), NotPlain, nil},
		{"the root", at("/"), Untrusted(100), NotPlain, nil},
		{"a path with ..", at("/etc/../etc/passwd"), Untrusted(100), NotPlain, nil},
		{"a path with //", at("/etc//passwd"), Untrusted(100), NotPlain, nil},
		{"a path with a trailing slash", at("/etc/passwd/"), Untrusted(100), NotPlain, nil},
		{"a path with NUL", at("/etc/passwd\x00"), Untrusted(100), NotPlain, nil},
		{"a name too long", at("/" + strings.Repeat("n", 300)), Untrusted(100), "", unix.ENAMETOOLONG},
		{"the zero need", file("p", 0o600), Need{}, NoNeed, nil},
	}
	eachWay(t, func(t *testing.T, open func(string, Need) (*os.File, error)) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				path := tt.make(t, tempDir(t))
				f, err := open(path, tt.need)
				var refusal *Refusal
				switch {
				case tt.fail != nil:
					require.ErrorIs(t, err, tt.fail)
					assert.False(t, errors.As(err, &refusal))
				case tt.want != "":
					require.ErrorAs(t, err, &refusal)
					assert.Equal(t, tt.want, refusal.Why)
					assert.Contains(t, err.Error(), refusal.Path)
				default:
					require.NoError(t, err)
					require.NoError(t, f.Close())
				}
			})
		}
	})
}

// F1: whatever the umask, created files have their mode, and files of our own get it.
func TestUmaskTakesNothing_F1(t *testing.T) {
	for _, umask := range []int{0, 0o022, 0o077, 0o600, 0o777} {
		before := syscall.Umask(umask)
		t.Cleanup(func() { syscall.Umask(before) })
		dir := tempDir(t)
		require.NoError(t, os.Chmod(dir, 0o700))
		for name, need := range map[string]Need{"log": AuditLog(UID()), "copy": AuditCopy(UID()), "dir": PrivateDir(UID())} {
			for range 2 {
				f, err := Open(filepath.Join(dir, name), need)
				require.NoError(t, err, "umask %o, %s", umask, name)
				st, err := f.Stat()
				require.NoError(t, err)
				assert.Equal(t, os.FileMode(need.mode), st.Mode().Perm(), "umask %o, %s", umask, name)
				require.NoError(t, f.Close())
			}
		}
		syscall.Umask(before)
	}
}

func TestOpenBelievesOnlyTheOwnersItNames(t *testing.T) {
	if UID() != 0 {
		t.Skip("only root can give files away")
	}
	const user, stranger = 1000, 1001
	tests := []struct {
		name  string
		owner int
		need  Need
		ok    bool
	}{
		{"policy of the user", user, Policy(user), true},
		{"policy of root for the user", 0, Policy(user), true},
		{"policy of a stranger", stranger, Policy(user), false},
		{"log of the user", user, AuditLog(user), true},
		{"log of root for the user", 0, AuditLog(user), false},
		{"log of a stranger", stranger, AuditLog(user), false},
		{"script of a stranger", stranger, Untrusted(100), true},
	}
	eachWay(t, func(t *testing.T, open func(string, Need) (*os.File, error)) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				path := write(t, filepath.Join(tempDir(t), "f"), "text", 0o600)
				require.NoError(t, os.Chown(path, tt.owner, -1))
				f, err := open(path, tt.need)
				if !tt.ok {
					assert.EqualError(t, err, path+": belongs to another user (uid "+strconv.Itoa(tt.owner)+")")
					return
				}
				require.NoError(t, err)
				defer f.Close()
				var st unix.Stat_t
				require.NoError(t, unix.Fstat(int(f.Fd()), &st))
				assert.Equal(t, tt.owner, int(st.Uid))
			})
		}
	})
}

func TestSystemPolicyIsRootsAllTheWayDown(t *testing.T) {
	const path = "/etc/passwd" // a file that every system protects like a system policy
	st, err := os.Lstat(path)
	if err != nil || !st.Mode().IsRegular() || st.Mode().Perm()&0o022 != 0 {
		t.Skip("no plain /etc/passwd here")
	}
	f, err := Open(path, SystemPolicy())
	var refusal *Refusal
	if errors.As(err, &refusal) && refusal.Why == WrongOwner {
		t.Skip("root's files show another owner here, as in a user namespace")
	}
	require.NoError(t, err)
	require.NoError(t, f.Close())
}

// Android's /etc is a link to /system/etc. Here /lib stands for it.
func TestLinkThatOnlyRootCanHaveMade(t *testing.T) {
	const link, path = "/lib", "/lib/os-release"
	seen, err := os.Lstat(link)
	if err != nil || seen.Mode().Type() != fs.ModeSymlink {
		t.Skip("needs a system whose /lib is a link")
	}
	if st, err := os.Lstat(path); err != nil || !st.Mode().IsRegular() {
		t.Skip("needs ", path)
	}
	f, err := Open(path, SystemPolicy())
	var refusal *Refusal
	if errors.As(err, &refusal) && refusal.Why == WrongOwner {
		t.Skip("root's files show another owner here, as in a user namespace")
	}
	require.NoError(t, err, "every directory above is root's")
	require.NoError(t, f.Close())
	_, err = Open(path, Policy(0))
	require.ErrorAs(t, err, &refusal, "a need that does not look at the directories above")
	assert.Equal(t, Refusal{Path: link, Why: Symlink}, *refusal)
}

func TestF1LogIsMadePrivateAndAppendedTo(t *testing.T) {
	dir := filepath.Join(tempDir(t), "audit")
	d, err := Open(dir, PrivateDir(UID()))
	require.NoError(t, err)
	require.NoError(t, d.Close())
	path := filepath.Join(dir, "log")
	for range 2 {
		f, err := Open(path, AuditLog(UID()))
		require.NoError(t, err)
		_, err = f.WriteString("line\n")
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "line\nline\n", string(text))
	for path, want := range map[string]fs.FileMode{dir: 0o700, path: 0o600} {
		st, err := os.Lstat(path)
		require.NoError(t, err)
		assert.Equal(t, want, st.Mode().Perm(), path)
	}
}

func TestF6LogDirectoryThatMayNotBeWrittenIsAnError(t *testing.T) {
	if UID() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := subdir(0o500)(t, tempDir(t))
	_, err := Open(filepath.Join(dir, "log"), AuditLog(UID()))
	assert.ErrorIs(t, err, fs.ErrPermission)
	_, err = Open(filepath.Join(dir, "audit"), PrivateDir(UID()))
	assert.ErrorIs(t, err, fs.ErrPermission)
}

func TestOpenedDescriptorBlocksAndStaysWithUs(t *testing.T) {
	f, err := Open(write(t, filepath.Join(tempDir(t), "f"), "text", 0o600), Untrusted(100))
	require.NoError(t, err)
	defer f.Close()
	status, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	require.NoError(t, err)
	assert.Zero(t, status&unix.O_NONBLOCK)
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFD, 0)
	require.NoError(t, err)
	assert.NotZero(t, flags&unix.FD_CLOEXEC)
}

func TestOpenLeaksNoDescriptor(t *testing.T) {
	dir := tempDir(t)
	before, err := unix.Dup(0)
	require.NoError(t, err)
	require.NoError(t, unix.Close(before))
	for _, make := range []func(*testing.T, string) string{nothing("no/p"), linkedDir, fifo, subdir(0o700), below("p/x"), file("q", 0o602)} {
		path := make(t, dir)
		for range 20 {
			for _, need := range []Need{Policy(UID()), SystemPolicy(), AuditLog(UID())} {
				if f, err := Open(path, need); err == nil {
					require.NoError(t, f.Close())
				}
			}
		}
	}
	after, err := unix.Dup(0)
	require.NoError(t, err)
	require.NoError(t, unix.Close(after))
	assert.Less(t, after, before+10) // the runtime may open a few of its own
}

func TestReadIsBounded(t *testing.T) {
	tests := []struct {
		name  string
		text  string
		limit int64
		ok    bool
	}{
		{"empty", "", 4, true},
		{"below", "abc", 4, true},
		{"at the limit", "abcd", 4, true},
		{"beyond", "abcde", 4, false},
		{"limit zero", "", 0, true},
		{"limit zero, not empty", "a", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := os.Open(write(t, filepath.Join(tempDir(t), "f"), tt.text, 0o600))
			require.NoError(t, err)
			defer f.Close()
			text, err := Read(f, tt.limit)
			if !tt.ok {
				assert.ErrorContains(t, err, "is too large (limit ")
				assert.Nil(t, text)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.text, string(text))
		})
	}
}

func FuzzOpenNeverFollowsOrPanics(f *testing.F) {
	for _, path := range []string{"", "/", "/etc/passwd", "/etc/../etc", "//", "/proc/self/fd/0", "/dev/tty", "a\x00b", "/\xff"} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		file, err := Open(path, Untrusted(1<<20))
		if err != nil {
			return
		}
		defer file.Close()
		real, err := filepath.EvalSymlinks(path)
		require.NoError(t, err)
		require.Equal(t, real, path)
	})
}

func BenchmarkOpen(b *testing.B) {
	dir, err := Canonical(b.TempDir())
	require.NoError(b, err)
	path := filepath.Join(dir, "f")
	require.NoError(b, os.WriteFile(path, nil, 0o600))
	for name, way := range ways {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f, err := open(path, Policy(UID()), way)
				if err != nil {
					b.Fatal(err)
				}
				_ = f.Close()
			}
		})
	}
}
