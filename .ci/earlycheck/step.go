package main

import (
	"debug/elf"
	"fmt"
)

// A step is what counts of one instruction.
type step struct {
	at     uint64
	text   string
	kind   kind
	target uint64 // of a call or jump
	data   uint64 // an address it forms or reads; 0 for none
	down   int64  // by how much it lowers the stack pointer
	wrong  string // why it must not stand where it does
}

// kind says where the step after this one is.
type kind uint8

const (
	next kind = iota // the next in memory
	call             // target, and then the next
	jump             // target, or, if there is a condition, the next
)

// refuse marks the step; of two reasons the first counts.
func (s *step) refuse(format string, args ...any) {
	if s.wrong == "" {
		s.wrong = fmt.Sprintf(format, args...)
	}
}

// The reasons that both architectures have in common.
const (
	notUnderstood = "instruction that is not understood"
	indirect      = "indirect %s: where it leads cannot be told"
	oddStack      = "changes the stack pointer in a way that is not understood"
	notHere       = "%s is not for code without a runtime"
)

// decode returns the steps of a function's code at addr. The entry alone may align
// the stack pointer and put it back.
func (m *image) decode(f symbol, entry bool) []step {
	code := m.read(f.addr, f.size)
	if len(code) == 0 || uint64(len(code)) < f.size {
		return []step{{at: f.addr, wrong: "has no code in the file"}}
	}
	if m.machine == elf.EM_AARCH64 {
		for n := len(code); n >= 4 && string(code[n-4:n]) == "\x00\x00\x00\x00"; n -= 4 {
			code = code[:n-4] // the linker fills up to the next function so, with what would trap
		}
		return decodeARM64(code, f.addr, entry)
	}
	return decodeAMD64(code, f.addr, entry)
}
