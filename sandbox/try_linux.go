package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// lingerWord is the word that makes Try wait, as a process that outlives its command would.
const lingerWord = "linger"

// Try is the inside of [Prove]: it tries everything and prints, as JSON, what was possible.
// words are those that Prove appended. It needs a process of its own.
func Try(out io.Writer, words []string) error {
	if len(words) == 1 && words[0] == lingerWord {
		time.Sleep(5 * endsWithin)
		return nil
	}
	var g fixture
	if len(words) != 1 {
		return errors.New("nothing to try")
	}
	if err := json.Unmarshal([]byte(words[0]), &g); err != nil {
		return err
	}
	said := map[Property]string{}
	for _, t := range trials {
		said[t.property] += ""
		if what := t.try(&g); what != "" && said[t.property] == "" {
			said[t.property] = what
		}
	}
	if err := g.leave(); err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(said)
}

// leave starts a process that must not outlive this one: in a session of its own, with the
// descriptor that the prover watches.
func (g *fixture) leave() error {
	self := append(os.Args[1:len(os.Args)-1:len(os.Args)-1], lingerWord)
	cmd := exec.Command("/proc/self/exe", self...)
	cmd.ExtraFiles = []*os.File{os.NewFile(held, "held")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd.Start()
}

// A trial does one thing that a property forbids and returns what was possible, or "".
type trial struct {
	property Property
	try      func(*fixture) string
}

var trials = []trial{
	{Writes, (*fixture).writes},
	{Reads, (*fixture).reads},
	{Listed, (*fixture).readsUnlisted},
	{Kept, (*fixture).changesKept},
	{Offline, (*fixture).connects},
	{Apart, (*fixture).reaches},
	{Calls, (*fixture).calls},
}

// first returns the text of the first act without an error.
func first(acts []act) string {
	for _, a := range acts {
		if a.err == nil {
			return a.what
		}
	}
	return ""
}

type act struct {
	what string
	err  error
}

func (g *fixture) writes() string {
	if g.Here != nil {
		return g.Here.writes()
	}
	if err := os.WriteFile(g.at(inPlace+"/new"), nil, 0o600); err != nil {
		return "nothing can be written where it may: " + err.Error()
	}
	file := g.at(outPlace + "/file")
	f, opened := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0)
	f.Close()
	return first([]act{
		{"a file outside was opened for writing", opened},
		{"a file outside was made", os.WriteFile(g.at(outPlace+"/new"), nil, 0o600)},
		{"a directory outside was made", os.Mkdir(g.at(outPlace+"/dir"), 0o700)},
		{"a file outside changed its mode", os.Chmod(file, 0o600)},
		{"a file outside changed its times", os.Chtimes(file, time.Unix(0, 0), time.Unix(0, 0))},
		{"a file outside was renamed", os.Rename(file, g.at(inPlace+"/moved"))},
		{"a file outside got a name inside", os.Link(file, g.at(inPlace+"/linked"))},
		{"a file outside was removed", os.Remove(file)},
	})
}

func (g *fixture) reads() string {
	if g.Here != nil {
		return g.Here.reads()
	}
	if _, err := os.ReadFile(g.at(outPlace + "/read")); err != nil {
		return "nothing can be read where it may: " + err.Error()
	}
	link := g.at(inPlace + "/link")
	_ = os.Symlink(g.at(secretFile), link)
	secret := g.at(hiddenPlace + "/secret")
	for _, name := range []string{secret, g.at(secretFile), link, "/proc/self/root" + secret, "/proc/" + strconv.Itoa(g.Parent) + "/root" + secret, "/proc/self/cwd/../" + hiddenPlace + "/secret"} {
		if text, err := os.ReadFile(name); err == nil && strings.Contains(string(text), secretText) {
			return "read " + name
		}
	}
	if names, err := os.ReadDir(g.at(hiddenPlace)); err == nil && len(names) > 0 {
		return "a hidden directory was listed"
	}
	return ""
}

func (g *fixture) readsUnlisted() string {
	if g.Here != nil {
		return g.Here.readsUnlisted()
	}
	if _, err := os.ReadFile(g.at(emptyPlace + "/shown")); err != nil {
		return "nothing can be read where it may: " + err.Error()
	}
	for _, name := range []string{g.at(emptyPlace + "/secret"), "/proc/self/root" + g.at(emptyPlace+"/secret")} {
		if _, err := os.ReadFile(name); err == nil {
			return "read " + name
		}
	}
	if names, err := os.ReadDir(g.at(emptyPlace)); err == nil && len(names) > 1 {
		return "a directory that is emptied was listed"
	}
	return ""
}

func (g *fixture) changesKept() string {
	if g.Here != nil {
		return g.Here.changesKept()
	}
	kept := g.at(keptPlace)
	f, opened := os.OpenFile(kept, os.O_WRONLY, 0)
	f.Close()
	return first([]act{
		{"what is kept was opened for writing", opened},
		{"what is kept was replaced", os.Rename(g.at(inPlace+"/new"), kept)},
		{"what is kept was removed", os.Remove(kept)},
		{"what is kept was moved", os.Rename(kept, kept+"-moved")},
		{"the directory of what is kept was moved", os.Rename(filepath.Dir(kept), g.at(inPlace+"/moved-dir"))},
	})
}

func (g *fixture) connects() string {
	if g.Here != nil && g.Here.Net == Full {
		return ""
	}
	if connects(unix.AF_INET, &unix.SockaddrInet4{Port: g.Port, Addr: loopback}) {
		return "connected to the machine's loopback"
	}
	if connects(unix.AF_UNIX, &unix.SockaddrUnix{Name: g.Abstract}) {
		return "connected to an abstract Unix socket outside"
	}
	own, err := listenAt(unix.AF_INET, &unix.SockaddrInet4{Addr: loopback})
	if err != nil {
		return "no loopback of its own: " + err.Error()
	}
	own.Close()
	return ""
}

func (g *fixture) reaches() string {
	environ := fmt.Sprintf("/proc/%d/environ", g.Parent)
	_, err := os.ReadFile(environ)
	return first([]act{
		{"a process outside can be signalled", syscall.Kill(g.Parent, 0)},
		{"read " + environ, err},
	})
}

func (g *fixture) calls() string {
	// These arguments are invalid: a call that is not filtered fails with another error than
	// EPERM, or does not fail.
	unfiltered := func(what string, want syscall.Errno, nr, a, b, c uintptr) string {
		if _, _, err := syscall.Syscall(nr, a, b, c); err != want {
			return fmt.Sprintf("%s is not refused (%v)", what, err)
		}
		return ""
	}
	var nothing [120]byte
	for _, said := range []string{
		unfiltered("ptrace", syscall.EPERM, unix.SYS_PTRACE, ^uintptr(0)>>1, 0, 0),
		unfiltered("io_uring", syscall.EPERM, unix.SYS_IO_URING_SETUP, 0, uintptr(unsafe.Pointer(&nothing)), 0),
		unfiltered("mount", syscall.EPERM, unix.SYS_FSOPEN, 0, ^uintptr(0), 0),
		unfiltered("unshare", syscall.EPERM, unix.SYS_UNSHARE, 0, 0, 0),
		unfiltered("clone3", syscall.ENOSYS, unix.SYS_CLONE3, 0, 0, 0),
		unfiltered("TIOCSTI", syscall.EPERM, unix.SYS_IOCTL, ^uintptr(0), unix.TIOCSTI, 0),
		unfiltered("a socket to the hypervisor", syscall.EAFNOSUPPORT, unix.SYS_SOCKET, unix.AF_VSOCK, ^uintptr(0), 0),
	} {
		if said != "" {
			return said
		}
	}
	return ""
}
