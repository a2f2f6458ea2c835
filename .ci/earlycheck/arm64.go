package main

import (
	"encoding/binary"

	"golang.org/x/arch/arm64/arm64asm"
)

// registers are what is known of them at one point of a function's text. That is
// enough: the assembler makes an address or a frame in steps that stand together
// and that no jump leads into.
type registers struct {
	page     [32]uint64 // set by the ADRP just before
	constant [32]int64  // by MOVZ and MOVK
	below    [32]int64  // by how much less than the stack pointer, if isBelow
	isBelow  [32]bool
}

// stackRegister is how the encoding calls the stack pointer where that can stand.
const stackRegister = 31

// decodeARM64 returns the steps of code at addr.
func decodeARM64(code []byte, addr uint64, entry bool) []step {
	var steps []step
	var known registers
	for ; len(code) >= 4; code, addr = code[4:], addr+4 {
		word := binary.LittleEndian.Uint32(code)
		s := step{at: addr}
		in, err := arm64asm.Decode(code)
		if err != nil {
			s.text = hex(code[:4])
			s.refuse(notUnderstood)
		} else {
			s.text = arm64asm.GoSyntax(in, addr, nil, nil)
			s.branchARM64(in)
			s.systemARM64(in, word)
			s.dataARM64(word, &known)
			s.stackARM64(in, word, &known, entry)
		}
		steps = append(steps, s)
	}
	if len(code) > 0 {
		steps = append(steps, step{at: addr, text: hex(code), wrong: notUnderstood})
	}
	return steps
}

// branchARM64 fills in where s leads.
func (s *step) branchARM64(in arm64asm.Inst) {
	word := "call"
	switch in.Op {
	case arm64asm.BL:
		s.kind = call
	case arm64asm.B, arm64asm.CBZ, arm64asm.CBNZ, arm64asm.TBZ, arm64asm.TBNZ:
		s.kind, word = jump, "jump"
	case arm64asm.BLR:
		s.refuse(indirect, word)
		return
	case arm64asm.BR, arm64asm.ERET, arm64asm.DRPS:
		s.refuse(indirect, "jump")
		return
	case arm64asm.RET:
		if in.Args[0] != nil && in.Args[0] != arm64asm.X30 {
			s.refuse(indirect, "jump")
		}
		return
	default:
		return
	}
	for _, arg := range in.Args {
		if to, ok := arg.(arm64asm.PCRel); ok {
			s.target = uint64(int64(s.at) + int64(to))
			return
		}
	}
	s.kind = next
	s.refuse(notUnderstood)
}

// systemARM64 refuses the system instructions but SVC, BRK, which the compiler puts
// where nothing can come, barriers and hints. Thread-local storage is among them:
// g is in a register here.
func (s *step) systemARM64(in arm64asm.Inst, word uint32) {
	const (
		svc = 0xd4000001
		brk = 0xd4200000
	)
	switch {
	case word>>24 == 0xd4 && word != svc && word&^(0xffff<<5) != brk:
		s.refuse(notHere, in.Op)
	case word>>22 == 0xd5000000>>22 && in.Op != arm64asm.HINT && in.Op != arm64asm.NOP && in.Op != arm64asm.YIELD &&
		in.Op != arm64asm.DMB && in.Op != arm64asm.DSB && in.Op != arm64asm.ISB:
		s.refuse("system register or thread-local storage")
	}
}

// signed is the value of n bits.
func signed(v uint32, n uint) int64 { return int64(int32(v<<(32-n)) >> (32 - n)) }

// stackARM64 follows the stack pointer, which arithmetic with an immediate moves,
// and stores that write their base back. A frame that is too large for these is
// computed in another register first.
func (s *step) stackARM64(in arm64asm.Inst, word uint32, known *registers, entry bool) {
	to, from := word&31, word>>5&31
	known.isBelow[stackRegister], known.below[stackRegister] = true, 0
	switch {
	case word&0x3f800000 == 0x11000000: // ADD, SUB immediate that set no flags
		down := int64(word>>10&0xfff) << (12 * (word >> 22 & 1))
		if word>>30&1 == 0 {
			down = -down
		}
		s.lower(to, known.below[from]+down, known.isBelow[from] && word>>31 == 1, known, entry)
	case word&0x3fe00000 == 0x0b200000: // ADD, SUB extended register
		n := known.constant[word>>16&31]
		understood := from == stackRegister && n > 0 && word>>31 == 1 && word>>10&7 == 0
		if word>>30&1 == 0 {
			n = -n
		}
		s.lower(to, n, understood, known, entry)
	case word&0x1f800000 == 0x12000000 && word>>29&3 != 3: // AND, ORR, EOR immediate
		s.lower(to, 0, false, known, false)
	case word&0x3e800000 == 0x28800000 && from == stackRegister: // LDP, STP with writeback, of 4 or 8 bytes
		s.down = max(-signed(word>>15&0x7f, 7)<<(2+word>>31), 0)
		known.isBelow = [32]bool{}
	case word&0x3f200400 == 0x38000400 && from == stackRegister: // LDR, STR with writeback
		s.down = max(-signed(word>>12&0x1ff, 9), 0)
		known.isBelow = [32]bool{}
	case writesBack(in):
		s.refuse(oddStack) // vectors: no frame is made so
	case !stores(word):
		known.isBelow[to], known.isBelow[word>>10&31] = false, false
	}
}

// lower notes that register to is down bytes below the stack pointer, if that was
// understood. Where to is the stack pointer itself, the entry alone may set it to
// what only it knows.
func (s *step) lower(to uint32, down int64, understood bool, known *registers, entry bool) {
	if to != stackRegister {
		known.isBelow[to], known.below[to] = understood, down
		return
	}
	if understood {
		s.down = max(down, 0)
	} else if !entry {
		s.refuse(oddStack)
	}
	known.isBelow = [32]bool{}
}

// stores reports whether a step is a store to memory, which leaves its registers
// as they are.
func stores(word uint32) bool {
	return word&0x3a000000 == 0x38000000 && word>>22&3 == 0 || word&0x3a000000 == 0x28000000 && word>>22&1 == 0
}

// writesBack reports whether a load or store changes the stack pointer.
func writesBack(in arm64asm.Inst) bool {
	for _, arg := range in.Args {
		if m, ok := arg.(arm64asm.MemImmediate); ok && arm64asm.Reg(m.Base) == arm64asm.SP &&
			(m.Mode == arm64asm.AddrPreIndex || m.Mode == arm64asm.AddrPostIndex || m.Mode == arm64asm.AddrPostReg) {
			return true
		}
	}
	return false
}

// dataARM64 notes the address that s forms or reads: the page of the ADRP just
// before and an offset in it. An ADRP followed by anything else is refused.
// Constants are noted on the way.
func (s *step) dataARM64(word uint32, known *registers) {
	to, from := word&31, word>>5&31
	page := known.page
	known.page = [32]uint64{}
	switch {
	case word&0x9f000000 == 0x90000000: // ADRP
		known.page[to] = uint64(int64(s.at)&^4095 + signed(word>>5&0x7ffff<<2|word>>29&3, 21)<<12)
	case word&0x9f000000 == 0x10000000: // ADR
		s.data = uint64(int64(s.at) + signed(word>>5&0x7ffff<<2|word>>29&3, 21))
	case word&0x3b000000 == 0x18000000: // LDR literal
		s.data = uint64(int64(s.at) + signed(word>>5&0x7ffff, 19)<<2)
	case word&0xff800000 == 0x91000000 && page[from] != 0: // ADD immediate
		s.data, page[from] = page[from]+uint64(word>>10&0xfff)<<(12*(word>>22&1)), 0
	case word&0x3b000000 == 0x39000000 && page[from] != 0: // LDR, STR unsigned offset
		s.data, page[from] = page[from]+uint64(word>>10&0xfff)<<accessSize(word), 0
	case word&0x7f800000 == 0x52800000: // MOVZ
		known.constant[to] = int64(word>>5&0xffff) << (16 * (word >> 21 & 3))
		return
	case word&0x7f800000 == 0x72800000: // MOVK
		shift := 16 * (word >> 21 & 3)
		known.constant[to] = known.constant[to]&^(0xffff<<shift) | int64(word>>5&0xffff)<<shift
		return
	case word&0xff8003e0 == 0xb20003e0: // ORR immediate with zero: MOV of a pattern
		known.constant[to] = 0
		return
	}
	if page != [32]uint64{} {
		s.refuse("address that is not understood")
	}
	if !stores(word) {
		known.constant[to] = 0
	}
}

// accessSize is the scale of a load's or store's offset, as a power of two.
func accessSize(word uint32) uint32 {
	if word>>26&1 == 1 && word>>23&1 == 1 {
		return 4
	}
	return word >> 30
}
