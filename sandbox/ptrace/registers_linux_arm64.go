package ptrace

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// registers are those of a thread in a system call.
type registers struct{ unix.PtraceRegs }

// instruction is the size of svc.
const instruction = 4

// numberAt is the register with a call's number. Its arguments begin at the first one, in
// which its result is, too.
const numberAt = 8

// number is as the kernel reads it: the lower half.
func (r *registers) number() uintptr { return uintptr(uint32(r.Regs[numberAt])) }

func (r *registers) arguments() [6]uint64 { return [6]uint64(r.Regs[:6]) }

func (r *registers) result() int64 { return int64(r.Regs[0]) }

func (r *registers) counter() uint64 { return r.Pc }

// setResult has a call that was not made end with a value.
func (r *registers) setResult(value int64) { r.Regs[0] = uint64(value) }

// setCall has the thread go back to the instruction and make a call.
func (r *registers) setCall(nr uintptr, args [6]uint64) {
	r.Pc -= instruction
	r.Regs[numberAt] = uint64(nr)
	copy(r.Regs[:], args[:])
}

// advance makes of what setCall left what the thread has when it has entered the call.
func (r *registers) advance() { r.Pc += instruction }

func (r *registers) load(thread int) error { return unix.PtraceGetRegs(thread, &r.PtraceRegs) }

func (r *registers) store(thread int) error { return unix.PtraceSetRegs(thread, &r.PtraceRegs) }

// skip keeps the kernel from making the call that a thread is about to make. The kernel keeps
// the number apart from the registers.
func skip(thread int) error {
	none := int32(-1)
	v := unix.Iovec{Base: (*byte)(unsafe.Pointer(&none))}
	v.SetLen(int(unsafe.Sizeof(none)))
	return request(unix.PTRACE_SETREGSET, thread, unix.NT_ARM_SYSTEM_CALL, uintptr(unsafe.Pointer(&v)))
}
