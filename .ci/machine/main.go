//go:build linux

// Machine prints what the kernel lets this process do, as far as tests need it.
// It changes nothing: each try happens in a child or asks for a version.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

func main() {
	var u unix.Utsname
	if unix.Uname(&u) == nil {
		fmt.Println("kernel:", unix.ByteSliceToString(u.Release[:]), unix.ByteSliceToString(u.Machine[:]))
	}
	fmt.Println("uid:", os.Getuid())
	fmt.Println("user namespaces:", child(&syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWUSER}))
	fmt.Println("network namespaces in them:", child(&syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWUSER | unix.CLONE_NEWNET}))
	fmt.Println("ptrace:", child(&syscall.SysProcAttr{Ptrace: true}))
	fmt.Println("landlock:", landlock())
	fmt.Println("seccomp notify:", notify())
	fmt.Println("cgroup v2:", cgroup())
}

// child tells whether a process can be started with attr.
func child(attr *syscall.SysProcAttr) string {
	c := exec.Command("/bin/true")
	c.SysProcAttr = attr
	if err := c.Start(); err != nil {
		return "no: " + err.Error()
	}
	if attr.Ptrace {
		_ = c.Process.Kill() // it waits for its tracer at the exec
	}
	_ = c.Wait()
	return "yes"
}

// landlock asks for the ABI version; see landlock_create_ruleset(2).
func landlock() string {
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return "no: " + errno.Error()
	}
	return fmt.Sprint("ABI ", abi)
}

// notify asks whether a filter may hand a call to a supervisor; see seccomp(2).
func notify() string {
	action := uint32(unix.SECCOMP_RET_USER_NOTIF)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	if errno != 0 {
		return "no: " + errno.Error()
	}
	return "yes"
}

// cgroup tells whether the unified hierarchy is there and can take new groups.
func cgroup() string {
	const root = "/sys/fs/cgroup"
	controllers, err := os.ReadFile(root + "/cgroup.controllers")
	if err != nil {
		return "no: " + err.Error()
	}
	access := "read-only"
	if unix.Access(root, unix.W_OK) == nil {
		access = "writable"
	}
	return fmt.Sprintf("%s, controllers: %s", access, controllers)
}
