package e2e_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/gate/compile"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/variables"
)

// The exit statuses of the two programs that a shim of these tests can become.
const (
	targetStatus = 42
	judgeStatus  = 43
)

// entryFlag makes a shim that decides before the Go runtime starts.
const entryFlag = "-E github.com/agent-loop/shimgen/gate.entry"

// shimBinaries are the ordinary shim and the fast one, built once.
var shimBinaries = sync.OnceValues(func() (map[string][]byte, error) {
	built := map[string][]byte{}
	for way, flags := range map[string]string{"ordinary": "-s -w", "fast": "-s -w " + entryFlag} {
		binary, err := buildShim(runtime.GOOS, runtime.GOARCH, "-trimpath", "-ldflags", flags)
		if err != nil {
			return nil, err
		}
		built[way] = binary
	}
	return built, nil
})

// buildShim compiles cmd/shim and returns the binary.
func buildShim(goos, goarch string, args ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "shim")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	c := exec.Command("go", append(append([]string{"build", "-o", dir + "/shim"}, args...), "../cmd/shim")...)
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return os.ReadFile(dir + "/shim")
}

// needsFast skips the test if the gate has no entry here, or if a policy of the machine
// would affect the test's installation.
func needsFast(t *testing.T) {
	t.Helper()
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("needs the gate's entry, which is for amd64 and arm64")
	}
	if _, err := os.Lstat("/etc/agent-loop"); err == nil {
		t.Skip("needs a machine without a system policy")
	}
}

// A scene is a tree with an installation in it, with only fake programs on PATH: no
// command does anything.
type scene struct {
	*tree
	policy   *policy.Policy
	checker  *gate.Checker
	shims    map[string][]byte // stamped
	out, err int               // what a run prints
	logged   int64             // bytes of the audit trail that were read
	emulator []string          // runs the shim if it is not for this machine: an argv to which argv[0] and a file are appended
	emulated string            // that file
}

// newScene installs a policy in a tree of its own.
func newScene(t *testing.T, profile, text string) *scene {
	t.Helper()
	w := newTree(t)
	s := &scene{tree: w, policy: w.policy(t, profile, text), shims: map[string][]byte{}}
	real := w.top + "/real"
	for i, pair := range w.env {
		if strings.HasPrefix(pair, "PATH=") {
			w.env[i] = "PATH=" + real
		}
	}
	w.id.Recorded = variables.Snapshot(w.env)
	for _, dir := range []string{real, w.id.Root + "/libexec", w.id.Root + "/state", w.id.Root + "/audit"} {
		require.NoError(t, os.MkdirAll(dir, 0o700))
	}
	put(t, real+"/target", program(targetStatus))
	put(t, w.id.Root+"/libexec/shimgen", program(judgeStatus))
	for _, name := range shims {
		require.NoError(t, os.Link(real+"/target", real+"/"+name))
	}
	binaries, err := shimBinaries()
	require.NoError(t, err)
	for way, binary := range binaries {
		stamped, err := gate.Stamp(binary, w.id)
		require.NoError(t, err)
		s.shims[way] = stamped
	}
	s.compile(t)
	s.out, s.err = anonymous(t), anonymous(t)
	return s
}

// compile writes the gate's table.
func (s *scene) compile(t *testing.T) {
	t.Helper()
	source, err := gate.StatSource(s.id.Root + "/policy.toml")
	require.NoError(t, err)
	spec, err := compile.Policy(s.policy, compile.Machine{
		Names: shims, Sources: []gate.Source{source}, Root: s.id.Root, Homes: s.machine.Homes, Temps: s.machine.Temp, Canonical: host.Canonical,
	})
	require.NoError(t, err)
	table, err := gate.Encode(spec)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(s.id.Root+"/state/gate.bin", table, 0o600))
	s.checker, err = gate.NewChecker(table, s.id)
	require.NoError(t, err)
}

// anonymous is a nameless file for children's output.
func anonymous(t *testing.T) int {
	fd, err := unix.MemfdCreate("output", unix.MFD_CLOEXEC)
	require.NoError(t, err)
	t.Cleanup(func() { unix.Close(fd) })
	return fd
}

// enter makes one of the shims the installed one.
func (s *scene) enter(t *testing.T, way string) {
	t.Helper()
	shim := s.id.Root + "/libexec/shim"
	require.NoError(t, os.RemoveAll(shim))
	if s.emulator != nil { // then /proc/self/exe is the emulator
		require.NoError(t, os.Symlink(s.emulator[0], shim))
		shim = s.emulated
	}
	put(t, shim, s.shims[way])
}

// put writes a program while nothing is forked: a child that has it open for writing,
// even for the moment before its exec, would make it busy.
func put(t *testing.T, file string, program []byte) {
	t.Helper()
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	require.NoError(t, os.WriteFile(file, program, 0o700))
}

// A result is everything that a shim's command leaves behind.
type result struct {
	status   syscall.WaitStatus
	out, err string
	line     string // of the audit trail
	pid      int
	usage    syscall.Rusage
}

// run starts the installed shim as argv.
func (s *scene) run(argv, env []string, dir string) (result, error) {
	for _, fd := range []int{s.out, s.err} {
		if err := unix.Ftruncate(fd, 0); err != nil {
			return result{}, err
		}
		if _, err := unix.Seek(fd, 0, 0); err != nil {
			return result{}, err
		}
	}
	var r result
	file := s.id.Root + "/libexec/shim"
	if s.emulator != nil {
		file, argv = s.emulator[0], slices.Concat(s.emulator, []string{argv[0], s.emulated}, argv[1:])
	}
	pid, err := syscall.ForkExec(file, argv, &syscall.ProcAttr{Dir: dir, Env: env, Files: []uintptr{0, uintptr(s.out), uintptr(s.err)}})
	if err != nil {
		return r, err
	}
	r.pid = pid
	for {
		if _, err = syscall.Wait4(pid, &r.status, 0, &r.usage); err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		return r, err
	}
	if r.out, err = contents(s.out); err != nil {
		return r, err
	}
	if r.err, err = contents(s.err); err != nil {
		return r, err
	}
	r.line, err = s.written()
	return r, err
}

// contents reads an anonymous file.
func contents(fd int) (string, error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return "", err
	}
	text := make([]byte, st.Size)
	n, err := unix.Pread(fd, text, 0)
	return string(text[:max(n, 0)]), err
}

// written returns the lines that the audit trail has gained since it was last read.
func (s *scene) written() (string, error) {
	days, err := filepath.Glob(s.id.Root + "/audit/*.jsonl")
	if err != nil || len(days) == 0 {
		return "", err
	}
	slices.Sort(days)
	f, err := os.Open(days[len(days)-1]) // at midnight this reads the wrong file, and the test says so
	if err != nil {
		return "", err
	}
	defer f.Close()
	var text bytes.Buffer
	if _, err = f.Seek(s.logged, 0); err == nil {
		n, e := text.ReadFrom(f)
		s.logged, err = s.logged+n, e
	}
	return text.String(), err
}

// programCode prints argc and then, in one write, argv, the environment and the name of
// the file, which lie one after the other on the stack of a new program; the write stops
// at the end of the stack. If the length would lead out of the address space, it retries
// with a page less. Then it exits.
var programCode = map[string][]byte{
	"amd64": {
		0x48, 0x89, 0xe6, 0xba, 8, 0, 0, 0, 0xbf, 1, 0, 0, 0, 0xb8, 1, 0, 0, 0, 0x0f, 0x05, // write(1, sp, 8)
		0xba, 0, 0, 0x40, 0, // rdx = 4<<20
		0x48, 0x8b, 0x74, 0x24, 0x08, 0xbf, 1, 0, 0, 0, 0xb8, 1, 0, 0, 0, 0x0f, 0x05, // write(1, 8(sp), rdx)
		0x81, 0xea, 0, 0x10, 0, 0, 0x48, 0x85, 0xc0, 0x78, 0xe4, // rdx -= 4096, and again if rax < 0
		0xbf, 0, 0, 0, 0, 0xb8, 60, 0, 0, 0, 0x0f, 0x05, // exit(0)
	},
	"arm64": {
		0xe1, 0x03, 0x00, 0x91, 0x02, 0x01, 0x80, 0xd2, 0x20, 0x00, 0x80, 0xd2, 0x08, 0x08, 0x80, 0xd2, 0x01, 0x00, 0x00, 0xd4,
		0x02, 0x08, 0xa0, 0xd2,
		0xe1, 0x07, 0x40, 0xf9, 0x20, 0x00, 0x80, 0xd2, 0x01, 0x00, 0x00, 0xd4,
		0x42, 0x04, 0x40, 0xd1, 0x80, 0xff, 0xff, 0xb7,
		0x00, 0x00, 0x80, 0xd2, 0xc8, 0x0b, 0x80, 0xd2, 0x01, 0x00, 0x00, 0xd4,
	},
}

// program is an ELF file with one segment that does this and exits with status. It starts
// in a twentieth of the time of a program with a libc.
func program(status byte) []byte {
	const header, base = 64 + 56, 0x400000
	code := slices.Clone(programCode[runtime.GOARCH])
	machine := uint16(0x3e)
	if runtime.GOARCH == "arm64" {
		machine = 0xb7
		at := len(code) - 12
		binary.LittleEndian.PutUint32(code[at:], binary.LittleEndian.Uint32(code[at:])|uint32(status)<<5)
	} else {
		code[len(code)-11] = status
	}
	size := uint64(header + len(code))
	file := []byte{0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	for _, v := range []any{
		uint16(2), machine, uint32(1), uint64(base + header), uint64(64), uint64(0), uint32(0), uint16(64), uint16(56), uint16(1), uint16(0), uint16(0), uint16(0),
		uint32(1), uint32(5), uint64(0), uint64(base), uint64(base), size, size, uint64(0x1000),
	} {
		file, _ = binary.Append(file, binary.LittleEndian, v)
	}
	return append(file, code...)
}
