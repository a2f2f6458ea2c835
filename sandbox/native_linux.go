//go:build (amd64 || arm64) && !race && !msan && !asan

package sandbox

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox/native"
)

// Plan returns how this program starts itself to set up the box.
func (n Native) Plan(box Box, e Entry) (Plan, error) {
	if err := cmp.Or(box.check(n.Lstat), box.tempPlace(n.Lstat)); err != nil {
		return Plan{}, err
	}
	mounts, err := box.mounts(n.Lstat)
	if err != nil {
		return Plan{}, err
	}
	l := layout{box: box, files: n.Lstat, mounts: mounts}
	outlet := n.Outlet
	if box.Network != Egress {
		outlet = nil
	}
	if err := l.lay(n.Root, outlet != nil); err != nil {
		return Plan{}, err
	}
	filter, err := Filter()
	if err != nil {
		return Plan{}, err
	}
	argv := append(n.Self[:len(n.Self):len(n.Self)], native.Word)
	return Plan{Path: ownProgram, Argv: argv, inputs: [][]byte{l.plan(box, e, filter)}, reports: nativeTells{l.what, e.Path}, outlet: outlet}, nil
}

// plan returns the plan as package native reads it.
func (l *layout) plan(box Box, e Entry, filter []byte) []byte {
	h := native.Header{Magic: native.Magic, Parent: int64(os.Getpid()), Clone: namespaces &^ unix.CLONE_NEWCGROUP}
	if box.Network == Full {
		h.Clone &^= unix.CLONE_NEWNET
	}
	for _, sig := range e.Default {
		h.Default |= 1 << (sig - 1)
	}
	line := func(id int) (place, n uint64) {
		text := fmt.Sprintf("%d %d 1\n", id, id)
		return l.texts.add(text), uint64(len(text))
	}
	h.Users, h.UsersLen = line(os.Geteuid())
	h.Groups, h.GroupLen = line(os.Getegid())
	h.Path = l.texts.add(e.Path)
	vector := func(texts []string) []uint64 {
		places := make([]uint64, 0, len(texts)+1)
		for _, t := range texts {
			places = append(places, l.texts.add(t))
		}
		return append(places, 0)
	}
	argv, env := vector(e.Argv), vector(e.Env)
	out := make([]byte, unsafe.Sizeof(h))
	put := func(data []byte) (at uint64) {
		at = uint64(len(out))
		out = append(out, data...)
		return at
	}
	h.Steps, h.StepCount = put(bytesOf(l.list)), uint64(len(l.list))
	h.Argv, h.Argc = put(bytesOf(argv)), uint64(len(e.Argv))
	h.Env, h.EnvCount = put(bytesOf(env)), uint64(len(e.Env))
	limits := make([]native.Limit, len(e.Limits))
	for i, limit := range e.Limits {
		limits[i] = native.Limit{Resource: uint64(limit.Resource), Value: limit.Value}
	}
	h.Limits, h.LimitN = put(bytesOf(limits)), uint64(len(limits))
	h.Filter, h.FilterN = put(filter), uint64(len(filter))/uint64(unsafe.Sizeof(unix.SockFilter{}))
	h.Text = put(l.texts)
	h.Size = uint64(len(out))
	copy(out, bytesOf([]native.Header{h}))
	return out
}

// bytesOf returns the memory of values without pointers.
func bytesOf[T native.Header | native.Step | native.Limit | uint64](values []T) []byte {
	if len(values) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), uintptr(len(values))*unsafe.Sizeof(values[0]))
}

// nativeTells reads the reports of package native.
type nativeTells struct {
	steps   []string
	command string
}

// readyWithin is how long setting up a box may take: a file system that does not answer would
// take forever.
const readyWithin = 30 * time.Second

const reportSize = int(unsafe.Sizeof(native.Report{}))

func (n nativeTells) ready(status *os.File) ([]byte, error) {
	said := make([]byte, reportSize)
	if err := status.SetReadDeadline(time.Now().Add(readyWithin)); err != nil {
		return nil, err
	}
	read, err := status.Read(said)
	if err != nil || read < reportSize {
		return said[:read], fmt.Errorf("native: %w", ErrDidNotStart)
	}
	return said, n.refusal(said)
}

func (n nativeTells) began(said []byte) error {
	if len(said) < reportSize {
		return fmt.Errorf("native: %w", ErrDidNotStart)
	}
	for ; len(said) >= reportSize; said = said[reportSize:] {
		if err := n.refusal(said); err != nil {
			return err
		}
	}
	return nil
}

// refusal returns the error in a report, or nil if it reports success.
func (n nativeTells) refusal(said []byte) error {
	r := *(*native.Report)(unsafe.Pointer(&said[0]))
	var err error = unix.Errno(r.Errno)
	switch r.Errno {
	case native.Moved:
		err = ErrMoved
	case native.Refused:
		err = ErrOutlet
	}
	switch r.At {
	case native.AtReady:
		return nil
	case native.AtCommand:
		return fmt.Errorf("%s: %w", n.command, err)
	}
	return fmt.Errorf("%w: native: %s: %w", ErrDidNotStart, n.pathIdentity(r.At), err)
}

// pathIdentity names the refused step.
func (n nativeTells) pathIdentity(at uint32) string {
	places := map[uint32]string{
		native.AtParent: "the parent has ended", native.AtClone: "new namespaces", native.AtPipe: "a pipe",
		native.AtUsers: "mapping the user", native.AtPrivilege: "giving up privileges", native.AtFork: "a new process", native.AtFilter: "the filter of system calls", native.AtLimits: "limits",
	}
	if what, known := places[at]; known {
		return what
	}
	if int(at) < len(n.steps) {
		return n.steps[at]
	}
	return "step " + strconv.Itoa(int(at))
}

// BeginNative carries out the plan that this process was started for, after the Go runtime has
// started. It returns only if there is none.
func BeginNative(env []string) error {
	stack, err := unix.Mmap(-1, 0, stackSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return err
	}
	vector := make([]*byte, 0, len(env)+1)
	for _, pair := range env {
		p, err := unix.BytePtrFromString(pair)
		if err != nil {
			return err
		}
		vector = append(vector, p)
	}
	vector = append(vector, nil)
	native.Leave(uintptr(unsafe.Pointer(&stack[0]))+stackSize, &vector[0])
	return errNoEntry
}

// stackSize is twice what package native needs.
const stackSize = 128 << 10
