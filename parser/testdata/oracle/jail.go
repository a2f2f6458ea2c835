package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// enter makes a file system of its own below root, an empty directory, and
// then gives up all that made it possible. It holds the machine's programs and
// libraries, read-only, and nothing else of it.
func enter(root string) error {
	steps := []struct {
		what string
		do   func() error
	}{
		{"keep mounts to ourselves", func() error { return unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "") }},
		{"an empty root", func() error { return tmpfs(root) }},
		{"programs and libraries", func() error { return libraries(root) }},
		{"devices", func() error { return devices(root) }},
		{"stubs", func() error { return programs(root + stubDir) }},
		{"the work directory", func() error { return tmpfs(root + workDir) }},
		{"the records", func() error { return tmpfs(root + "/rec") }},
		{"the log", func() error { return os.WriteFile(root+logFile, nil, 0o666) }},
		{"access for any uid", func() error { return open(root+workDir, root+"/rec", root+logFile) }},
		{"the root", func() error { return readOnly(root, false) }},
		{"change the root", func() error { return pivot(root) }},
		{"limits", limit},
		{"drop privileges", drop},
	}
	for _, s := range steps {
		if err := s.do(); err != nil {
			return fmt.Errorf("%s: %w", s.what, err)
		}
	}
	return nil
}

func tmpfs(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=32m,mode=0755")
}

func open(paths ...string) error {
	for _, p := range paths {
		if err := os.Chmod(p, 0o777); err != nil {
			return err
		}
	}
	return nil
}

func readOnly(dir string, all bool) error {
	flags := uint(0)
	if all {
		flags = unix.AT_RECURSIVE
	}
	return unix.MountSetattr(unix.AT_FDCWD, dir, flags, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID})
}

func libraries(root string) error {
	for _, dir := range []string{"/usr", "/bin", "/lib", "/lib64"} {
		if to, err := os.Readlink(dir); err == nil {
			if err := os.Symlink(to, root+dir); err != nil {
				return err
			}
			continue
		}
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		if err := bind(dir, root+dir); err != nil {
			return err
		}
	}
	return nil
}

// bind mounts a directory, and all below it, read-only elsewhere.
func bind(from, to string) error {
	if err := os.Mkdir(to, 0o755); err != nil {
		return err
	}
	if err := unix.Mount(from, to, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return err
	}
	return readOnly(to, true)
}

func devices(root string) error {
	for _, dir := range []string{root + "/dev", root + "/proc"} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
	}
	if err := os.WriteFile(root+"/dev/null", nil, 0o666); err != nil {
		return err
	}
	if err := unix.Mount("/dev/null", root+"/dev/null", "", unix.MS_BIND, ""); err != nil {
		return err
	}
	if err := unix.Mount("proc", root+"/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC|unix.MS_RDONLY, ""); err != nil {
		return err
	}
	for name, to := range map[string]string{"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"} {
		if err := os.Symlink("/proc/self/fd"+to, root+"/dev/"+name); err != nil {
			return err
		}
	}
	return nil
}

// programs fills PATH with links to this binary.
func programs(dir string) error {
	self, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		return err
	}
	if err := tmpfs(dir); err != nil {
		return err
	}
	first := filepath.Join(dir, stubs[0])
	if err := os.WriteFile(first, self, 0o755); err != nil {
		return err
	}
	for _, name := range append(append([]string{}, stubs[1:]...), filters...) {
		if err := os.Link(first, filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return readOnly(dir, true)
}

func pivot(root string) error {
	if err := os.Chdir(root); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return err
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return err
	}
	return os.Chdir(workDir)
}

// limit bounds what scripts may use.
func limit() error {
	for what, max := range map[int]uint64{
		unix.RLIMIT_NPROC: 400, unix.RLIMIT_FSIZE: 1 << 20, unix.RLIMIT_DATA: 512 << 20,
		unix.RLIMIT_CORE: 0, unix.RLIMIT_NOFILE: 256,
	} {
		if err := unix.Setrlimit(what, &unix.Rlimit{Cur: max, Max: max}); err != nil {
			return err
		}
	}
	return nil
}

// drop becomes a user without any privilege, for good.
func drop() error {
	for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
		if _, _, e := syscall.AllThreadsSyscall(unix.SYS_PRCTL, unix.PR_CAPBSET_DROP, c, 0); e != 0 && e != unix.EINVAL {
			return e
		}
	}
	if mapped(jailUID) {
		if err := syscall.Setgroups(nil); err != nil {
			return err
		}
		if err := syscall.Setgid(jailUID); err != nil {
			return err
		}
		if err := syscall.Setuid(jailUID); err != nil {
			return err
		}
	}
	return noCapabilities()
}

// jailUID is who scripts run as, where the user namespace holds that user;
// else they run as the only one it holds.
const jailUID = 1000

func mapped(uid int) bool {
	table, err := os.ReadFile("/proc/self/uid_map")
	return err == nil && bytes.Contains(table, []byte(fmt.Sprintf("\n%10d ", uid)))
}

func noCapabilities() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if _, _, e := syscall.AllThreadsSyscall(unix.SYS_CAPSET, pointer(&header), pointer(&none[0]), 0); e != 0 {
		return e
	}
	if _, _, e := syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0); e != 0 {
		return e
	}
	return nil
}

// holds tries what must fail in here. Address is one that somebody listens on
// outside.
func holds(address string) error {
	for _, p := range []string{"/x", "/usr/x", "/bin/x", "/dev/x", stubDir + "/x", "/proc/x", "/etc/x", "/tmp/x", "/root/x", "/home/x"} {
		if err := os.WriteFile(p, nil, 0o600); err == nil {
			return fmt.Errorf("%s can be written", p)
		}
	}
	for _, p := range []string{"/etc", "/home", "/root", "/tmp", "/var", "/work"} {
		if _, err := os.Stat(p); err == nil {
			return fmt.Errorf("%s is there", p)
		}
	}
	if os.Getpid() != 1 {
		return fmt.Errorf("processes outside can be reached")
	}
	if c, err := net.DialTimeout("tcp", address, time.Second); err == nil {
		_ = c.Close()
		return fmt.Errorf("the network can be reached")
	}
	if err := unix.Mount("tmpfs", workDir, "tmpfs", 0, ""); err == nil {
		return fmt.Errorf("mounts can be made")
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return err
	}
	for _, want := range []string{"CapEff:\t0000000000000000", "CapPrm:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1"} {
		if !bytes.Contains(status, []byte(want)) {
			return fmt.Errorf("not so: %s", want)
		}
	}
	return nil
}
