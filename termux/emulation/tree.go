//go:build linux && (amd64 || arm64)

package emulation

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Directories and files inside.
const (
	App    = "/data/data/com.termux"
	Prefix = App + "/files/usr"
	Home   = App + "/files/home"
	Linker = "/system/bin/linker64"

	// NotExecutable exists if the app cannot execute its own files. A real phone has no such
	// file: it informs the test's replacement for termux-exec.
	NotExecutable = "/system/etc/app-files-are-not-executable"
)

// UID is the app's user and group.
const UID = 10123

// shell owns the directories that an app may pass through but not use.
const shell = 2000

// groups are the groups of every app with network and storage: inet, everybody, and the
// app's own cache and shared groups.
var groups = [...]uint32{3003, 9997, 20123, 50123}

// Phone describes the device to emulate.
type Phone struct {
	Android int  // the version, 8 to 15
	WX      bool // files that an app wrote cannot be executed, as in the build from Google Play

	// Old helps a program built for Android that uses this machine's C library. That library
	// creates threads with clone3, unlike bionic. With Old, clone3 fails as on an old kernel
	// where it would be trapped. If the phone is watched, the calls that Go's runtime
	// expects to be trapped fail in the same way.
	Old bool

	// ARM64 is QEMU's emulator of arm64 programs, a static program of this machine. If set,
	// arm64 programs run inside, and the linker is theirs. It needs a kernel in which a user
	// namespace can register program formats of its own, Linux 6.7.
	ARM64 string

	// Watch writes each trapped call to a list before its process ends; see [Machine.TrapReport].
	// It uses the only seccomp listener that a process can have, so a sandbox's own
	// supervisor cannot start in a watched phone.
	Watch bool
}

// A Machine is a directory tree in which programs run.
type Machine struct {
	Phone
	Root string // the directory that is / inside
	log  string // the list of trapped calls
}

// New builds a machine in an empty directory. It needs root: the files belong to
// different users.
func New(dir string, phone Phone) (*Machine, error) {
	m := &Machine{Phone: phone, Root: filepath.Join(dir, "root"), log: filepath.Join(dir, "trapped")}
	steps := []func() error{m.directories, m.links, m.files, m.programs}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// directory is one row of the tree.
type directory struct {
	name  string
	mode  fs.FileMode
	owner int
}

// tree is the directories with the modes and owners that an app sees.
var tree = [...]directory{
	{"/", 0o751, 0},
	{"/dev", 0o755, 0},
	{"/proc", 0o555, 0},
	{"/lib", 0o755, 0},
	{"/lib64", 0o755, 0},
	{"/apex", 0o755, 0},
	{"/system", 0o755, 0},
	{"/system/bin", 0o751, 0},
	{"/system/lib64", 0o755, 0},
	{"/system/etc", 0o755, 0},
	{"/storage", 0o751, 0},
	{"/data", 0o771, 1000},
	{"/data/local", 0o751, 0},
	{"/data/local/tmp", 0o771, shell},
	{"/data/user", 0o711, 1000},
	{"/data/data", 0o771, 1000},
	{"/data/data/com.other", 0o700, UID + 1},
	{App, 0o700, UID},
	{App + "/files", 0o700, UID},
	{Home, 0o700, UID},
	{Prefix, 0o700, UID},
	{Prefix + "/bin", 0o700, UID},
	{Prefix + "/etc", 0o700, UID},
	{Prefix + "/etc/profile.d", 0o700, UID},
	{Prefix + "/lib", 0o700, UID},
	{Prefix + "/libexec", 0o700, UID},
	{Prefix + "/tmp", 0o700, UID},
	{Prefix + "/var", 0o700, UID},
}

func (m *Machine) directories() error {
	rows := tree[:]
	if m.Android >= 9 {
		rows = append(append([]directory{}, rows...), directory{"/tmp", 0o771, shell})
	}
	for _, row := range rows {
		if err := os.MkdirAll(m.path(row.name), 0o755); err != nil {
			return err
		}
		if err := m.own(row.name, row.owner, row.mode); err != nil {
			return err
		}
	}
	return nil
}

func (m *Machine) links() error {
	links := [][2]string{{"/system/etc", "/etc"}, {"/data/data", "/data/user/0"}, {"/storage", "/sdcard"}}
	if m.Android >= 9 {
		links = append(links, [2]string{"/system/bin", "/bin"})
	}
	for _, link := range links {
		if err := os.Symlink(link[0], m.path(link[1])); err != nil {
			return err
		}
	}
	return nil
}

// devices are the only device files inside.
var devices = [...]string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"}

// files creates the mount points for devices, and the files that identify Android.
func (m *Machine) files() error {
	for _, name := range devices {
		if err := m.Write(name, "", 0o644); err != nil {
			return err
		}
	}
	if m.WX {
		if err := m.Write(NotExecutable, "", 0o644); err != nil {
			return err
		}
	}
	return m.Write("/system/build.prop", fmt.Sprintf("ro.build.version.release=%d\n", m.Android), 0o644)
}

// programs fills /system/bin and Termux' own directory. busybox stands for toybox and the
// coreutils, and the loader of this machine's programs stands for the linker.
func (m *Machine) programs() error {
	busybox, err := exec.LookPath("busybox")
	if err != nil {
		return errors.New("needs busybox")
	}
	list, err := exec.Command(busybox, "--list").Output()
	if err != nil {
		return err
	}
	if err := m.Copy(busybox, "/system/bin/busybox", 0); err != nil {
		return err
	}
	if err := m.Copy(busybox, Prefix+"/bin/busybox", UID); err != nil {
		return err
	}
	loader, err := interpreter(busybox)
	if err != nil {
		return err
	}
	if loader == "" {
		loader = busybox // a static program: nothing here needs a linker, but its file must exist
	}
	if m.ARM64 != "" {
		loader = crossLoader
	}
	if err := m.Copy(loader, Linker, 0); err != nil {
		return err
	}
	for _, dir := range []string{"/system/bin/", Prefix + "/bin/"} {
		for _, applet := range strings.Fields(string(list)) {
			if err := os.Symlink("busybox", m.path(dir+applet)); err != nil && !errors.Is(err, fs.ErrExist) {
				return err
			}
		}
	}
	return os.Remove(m.path("/system/bin/env")) // so that a program that needs Termux' own env does not find Android's
}

// crossLoader is the loader of glibc programs for arm64, from Debian's libc6-arm64-cross.
const crossLoader = "/usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1"

// path returns where a file inside lies on the test's machine.
func (m *Machine) path(name string) string { return filepath.Join(m.Root, name) }

func (m *Machine) own(name string, owner int, mode fs.FileMode) error {
	if err := os.Lchown(m.path(name), owner, owner); err != nil {
		return err
	}
	return os.Chmod(m.path(name), mode)
}

// Write creates a file inside. The app owns it below /data, root elsewhere.
func (m *Machine) Write(name, text string, mode fs.FileMode) error {
	if err := os.WriteFile(m.path(name), []byte(text), 0o600); err != nil {
		return err
	}
	owner := 0
	if strings.HasPrefix(name, App+"/") {
		owner = UID
	}
	return m.own(name, owner, mode)
}

// Copy copies a program from the test's machine.
func (m *Machine) Copy(file, name string, owner int) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := os.WriteFile(m.path(name), text, 0o700); err != nil {
		return err
	}
	mode := fs.FileMode(0o755)
	if owner == UID {
		mode = 0o700
	}
	return m.own(name, owner, mode)
}

// Read returns a file inside.
func (m *Machine) Read(name string) (string, error) {
	text, err := os.ReadFile(m.path(name))
	return string(text), err
}

// TrapReport returns the system calls that ended a process, one a line with the program's
// name, if the phone is watched. Without a watch they go unnoticed if the process's parent
// does not report its end.
func (m *Machine) TrapReport() (string, error) {
	text, err := os.ReadFile(m.log)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}
