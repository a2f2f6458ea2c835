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

// Places inside.
const (
	App    = "/data/data/com.termux"
	Prefix = App + "/files/usr"
	Home   = App + "/files/home"
	Linker = "/system/bin/linker64"

	// NotExecutable is there if the app cannot execute its own files. A phone has no such
	// file: it is for what takes the place of termux-exec.
	NotExecutable = "/system/etc/app-files-are-not-executable"
)

// UID is the app's user and its group.
const UID = 10123

// shell owns what an app may pass through and not use.
const shell = 2000

// groups are those of every app with network and storage: inet, everybody, and the app's
// own cache and shared groups.
var groups = [...]uint32{3003, 9997, 20123, 50123}

// Phone says what to emulate.
type Phone struct {
	Android int  // the version, 8 to 15
	WX      bool // what an app wrote cannot be executed, as in the build from Google Play

	// Old is for a program for Android with this machine's C library, which makes threads
	// with clone3, as bionic does not: that call fails as on an old kernel where it would be
	// trapped. If the phone is watched, so do those that Go's runtime expects to be trapped.
	Old bool

	// ARM64 is QEMU's emulator of programs for arm64, a static program of this machine:
	// those run inside then, and with it theirs is the linker. It needs a kernel in which a
	// user namespace has formats of programs of its own, Linux 6.7.
	ARM64 string

	// Watch writes each trapped call to a list before its process ends; see
	// Machine.Trapped. It takes the one listener that a process can have: a sandbox's own
	// supervisor cannot start in a watched phone.
	Watch bool
}

// A Machine is a tree that programs run in.
type Machine struct {
	Phone
	Root string // what is / inside
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

// tree has the modes and owners that an app finds.
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

// devices are the only ones there.
var devices = [...]string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"}

// files makes what the places for devices are and what tells that this is Android.
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

// programs fills /system/bin and Termux' own directory: busybox takes the place of toybox
// and of the coreutils, and the loader of this machine's programs that of the linker.
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
		loader = busybox // a static one: nothing here needs a linker, and its file must exist
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
	return os.Remove(m.path("/system/bin/env")) // so that what needs Termux' own does not find Android's
}

// crossLoader is the loader of glibc's programs for arm64, of Debian's libc6-arm64-cross.
const crossLoader = "/usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1"

// path is where a name inside lies on the machine of the test.
func (m *Machine) path(name string) string { return filepath.Join(m.Root, name) }

func (m *Machine) own(name string, owner int, mode fs.FileMode) error {
	if err := os.Lchown(m.path(name), owner, owner); err != nil {
		return err
	}
	return os.Chmod(m.path(name), mode)
}

// Write makes a file inside: below /data the app's own, elsewhere root's.
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

// Copy copies a program of the machine of the test.
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

// TrapReport returns the system calls that ended a process, with the program's name, one a
// line, if the phone is watched. Without a watch nobody knows of a process whose parent
// does not tell.
func (m *Machine) TrapReport() (string, error) {
	text, err := os.ReadFile(m.log)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}
