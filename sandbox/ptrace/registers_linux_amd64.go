package ptrace

import "golang.org/x/sys/unix"

// registers are those of a thread in a system call.
type registers struct{ unix.PtraceRegs }

// instruction is the size of syscall.
const instruction = 2

// none is the number of no call.
const none = ^uint64(0)

// number is as the kernel reads it: the lower half.
func (r *registers) number() uintptr { return uintptr(uint32(r.Orig_rax)) }

func (r *registers) arguments() [6]uint64 { return [6]uint64{r.Rdi, r.Rsi, r.Rdx, r.R10, r.R8, r.R9} }

func (r *registers) result() int64 { return int64(r.Rax) }

func (r *registers) counter() uint64 { return r.Rip }

// setResult has a call that was not made end with a value. The number of none keeps the
// kernel from making it again.
func (r *registers) setResult(value int64) { r.Rax, r.Orig_rax = uint64(value), none }

// setCall has the thread go back to the instruction and make a call.
func (r *registers) setCall(nr uintptr, args [6]uint64) {
	r.Rip -= instruction
	r.Rax, r.Orig_rax = uint64(nr), none
	r.Rdi, r.Rsi, r.Rdx, r.R10, r.R8, r.R9 = args[0], args[1], args[2], args[3], args[4], args[5]
}

// advance makes of what setCall left what the thread has when it has entered the call.
func (r *registers) advance() {
	r.Rip += instruction
	r.Orig_rax = r.Rax
}

func (r *registers) load(thread int) error { return unix.PtraceGetRegs(thread, &r.PtraceRegs) }

func (r *registers) store(thread int) error { return unix.PtraceSetRegs(thread, &r.PtraceRegs) }

// skip keeps the kernel from making the call that a thread is about to make.
func skip(thread int) error {
	var r registers
	if err := r.load(thread); err != nil {
		return err
	}
	r.Orig_rax = none
	return r.store(thread)
}
