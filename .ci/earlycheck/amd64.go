package main

import (
	"slices"

	"golang.org/x/arch/x86/x86asm"
)

// decodeAMD64 returns the steps of code at addr. Go puts no data between
// instructions, so that one follows the other to the end.
func decodeAMD64(code []byte, addr uint64, entry bool) []step {
	var steps []step
	offset := int64(0) // what R14 holds for the access to FS that may follow
	for len(code) > 0 {
		in, err := x86asm.Decode(code, 64)
		if err != nil || in.Len == 0 {
			return append(steps, step{at: addr, text: hex(code[:min(len(code), 8)]), wrong: notUnderstood})
		}
		s := step{at: addr, text: x86asm.GoSyntax(in, addr, nil)}
		after := int64(addr) + int64(in.Len)
		branchAMD64(&s, in, after)
		s.stackAMD64(in, entry)
		s.systemAMD64(in, offset)
		s.dataAMD64(in, after)
		offset = 0
		if in.Op == x86asm.MOV && in.Args[0] == x86asm.R14 {
			if v, ok := in.Args[1].(x86asm.Imm); ok {
				offset = int64(v)
			}
		}
		steps = append(steps, s)
		code, addr = code[in.Len:], addr+uint64(in.Len)
	}
	return steps
}

func hex(code []byte) string {
	const digits = "0123456789abcdef"
	var text []byte
	for _, b := range code {
		text = append(text, digits[b>>4], digits[b&15])
	}
	return string(text)
}

// jumpsAMD64 are the conditional ones; their only argument is always relative.
var jumpsAMD64 = []x86asm.Op{
	x86asm.JA, x86asm.JAE, x86asm.JB, x86asm.JBE, x86asm.JCXZ, x86asm.JE, x86asm.JECXZ, x86asm.JG, x86asm.JGE, x86asm.JL, x86asm.JLE,
	x86asm.JNE, x86asm.JNO, x86asm.JNP, x86asm.JNS, x86asm.JO, x86asm.JP, x86asm.JRCXZ, x86asm.JS, x86asm.LOOP, x86asm.LOOPE, x86asm.LOOPNE,
	x86asm.JMP,
}

// branchAMD64 fills in where s leads; after is the address of what follows it.
func branchAMD64(s *step, in x86asm.Inst, after int64) {
	word := "call"
	switch {
	case in.Op == x86asm.CALL:
		s.kind = call
	case slices.Contains(jumpsAMD64, in.Op):
		s.kind, word = jump, "jump"
	default:
		return
	}
	to, ok := in.Args[0].(x86asm.Rel)
	if !ok {
		s.kind = next
		s.refuse(indirect, word)
		return
	}
	s.target = uint64(after + int64(to))
}

// stackAMD64 follows the stack pointer. What raises it again is not counted: each
// function lowers it once, and a path back up is no deeper.
func (s *step) stackAMD64(in x86asm.Inst, entry bool) {
	imm, isImm := in.Args[1].(x86asm.Imm)
	switch in.Op {
	case x86asm.PUSH, x86asm.PUSHF, x86asm.PUSHFD, x86asm.PUSHFQ:
		s.down = 8
		return
	case x86asm.CMP, x86asm.TEST:
		return
	case x86asm.ENTER, x86asm.LEAVE:
		s.refuse(oddStack)
		return
	}
	if in.Args[0] != x86asm.RSP && (in.Op != x86asm.XCHG || in.Args[1] != x86asm.RSP) {
		if in.Args[0] == x86asm.ESP || in.Args[0] == x86asm.SP || in.Args[0] == x86asm.SPB {
			s.refuse(oddStack)
		}
		return
	}
	switch {
	case in.Op == x86asm.SUB && isImm:
		s.down = max(int64(imm), 0)
	case in.Op == x86asm.ADD && isImm:
		s.down = max(-int64(imm), 0)
	case in.Op == x86asm.LEA && in.Args[1].(x86asm.Mem).Base == x86asm.RSP && in.Args[1].(x86asm.Mem).Index == 0:
		s.down = max(-in.Args[1].(x86asm.Mem).Disp, 0)
	case entry && in.Op == x86asm.AND && isImm:
		s.down = -int64(imm)
	case entry && in.Op == x86asm.MOV:
	default:
		s.refuse(oddStack)
	}
}

// notAMD64 are the instructions that ask or change the processor, or that no
// compiler of Go emits. Of the system's only SYSCALL may stand, and the traps.
var notAMD64 = []x86asm.Op{
	x86asm.CPUID, x86asm.RDTSC, x86asm.RDTSCP, x86asm.RDPMC, x86asm.RDMSR, x86asm.WRMSR, x86asm.XGETBV, x86asm.XSETBV, x86asm.HLT, x86asm.INT,
	x86asm.INTO, x86asm.IRET, x86asm.IRETD, x86asm.IRETQ, x86asm.IN, x86asm.OUT, x86asm.CLI, x86asm.STI, x86asm.SYSENTER, x86asm.SYSEXIT,
	x86asm.SYSRET, x86asm.RDFSBASE, x86asm.RDGSBASE, x86asm.WRFSBASE, x86asm.WRGSBASE, x86asm.SWAPGS, x86asm.RDRAND,
	x86asm.LRET, x86asm.LCALL, x86asm.LJMP, x86asm.XBEGIN, x86asm.XABORT, x86asm.STD, x86asm.POPFQ, x86asm.MONITOR, x86asm.MWAIT,
}

// systemAMD64 refuses what is the system's, and thread-local storage but for
// loading g, which is FS:-8 for Linux. The offset may stand in R14.
func (s *step) systemAMD64(in x86asm.Inst, r14 int64) {
	if slices.Contains(notAMD64, in.Op) {
		s.refuse(notHere, in.Op)
	}
	for _, arg := range in.Args {
		if _, ok := arg.(x86asm.Reg); ok && arg.(x86asm.Reg) >= x86asm.ES && arg.(x86asm.Reg) <= x86asm.GS {
			s.refuse(notHere, arg)
		}
		m, ok := arg.(x86asm.Mem)
		if !ok || m.Segment != x86asm.FS && m.Segment != x86asm.GS {
			continue
		}
		loadsG := in.Op == x86asm.MOV && in.Args[0] == x86asm.R14 && m.Segment == x86asm.FS && m.Index == 0 &&
			(m.Base == 0 && int32(m.Disp) == -8 || m.Base == x86asm.R14 && m.Disp+r14 == -8)
		if !loadsG {
			s.refuse("thread-local storage other than g")
		}
	}
}

// dataAMD64 notes the address that s forms or reads, relative to itself or
// absolute.
func (s *step) dataAMD64(in x86asm.Inst, after int64) {
	for _, arg := range in.Args {
		m, ok := arg.(x86asm.Mem)
		if !ok || m.Segment != 0 {
			continue
		}
		if m.Base == x86asm.RIP {
			s.data = uint64(after + m.Disp)
		} else if m.Base == 0 && m.Disp >= firstPage {
			s.data = uint64(m.Disp)
		}
	}
}

// firstPage is never mapped; a smaller displacement without a base belongs to
// arithmetic or to a trap.
const firstPage = 4096
