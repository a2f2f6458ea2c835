package gate

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unsafe"
)

// This file is compiled into the gate by the test, and its function mutants is
// called from the gate's core. Each mutant uses what early code must not; the
// comment above it says what the check must have to say about it. A comment "fine"
// is for what looks dangerous and is not, and must pass.

func mutants(n int, s string, b []byte) int {
	n += mutantMapRead(n) + mutantMapWrite(n) + mutantConcat(s) + mutantConcatMany(s) + mutantGrow(b) + mutantFresh(n) + mutantMakeSlice(n) + mutantDeferred(n) + mutantDeferLoop(n)
	n += mutantRecovered(n) + mutantPanics(n) + mutantPrints(s) + mutantViaInterface(n) + mutantViaVariable(n) + mutantMethodValue(n) + mutantClosure(n) + mutantStarts(n) + mutantChannel(n)
	n += mutantRecursive(n) + mutantMutualA(n) + mutantDeep(n) + mutantHuge(n) + mutantRunes(s) + mutantBytesOf(s) + mutantStringOf(b) + mutantLocked(n) + mutantJumpTable(n) + mutantIndex(s) + mutantFields(s)
	n += mutantNumber(s) + mutantSorted(n) + mutantClock() + mutantCopies(b) + mutantClears(n) + mutantPointerStore(n) + mutantForeign() + mutantDivides(n) + mutantTypeAssert(n) + mutantSpin(n) + mutantAssembled(n) + mutantASum
	return n + mutantStringSwitch(s) + mutantIfChain(n) + mutantStructCopy(n) + mutantGeneric(n) + mutantGeneric(s) + mutantOutOfRange(b, n) + mutantChained(n) + mutantLarge(n)
}

type mutantPair struct{ a, b int }

var (
	mutantAMap        map[int]int
	mutantAPointer    *mutantPair
	mutantAFunction                 = mutantDouble
	mutantAnInterface mutantDoubler = mutantPair{}
	mutantAMutex      sync.Mutex
	mutantASum        = mutantDouble(21)
	mutantSink        any
	mutantAChannel    chan int
)

type mutantDoubler interface{ double(int) int }

//go:noinline
func (p mutantPair) double(n int) int { return n + p.a + p.b }

//go:noinline
func mutantDouble(n int) int { return n * 2 }

// want runtime\.mapaccess
//
//go:noinline
func mutantMapRead(n int) int { return mutantAMap[n] }

// want runtime\.mapassign
//
//go:noinline
func mutantMapWrite(n int) int { mutantAMap[n] = n; return n }

// want runtime\.concatstring
//
//go:noinline
func mutantConcat(s string) int { s += s; return len(s) + int(s[0]) }

// want runtime\.concatstring
//
//go:noinline
func mutantConcatMany(s string) int { s = s + "/" + s + "." + s; return len(s) + int(s[0]) }

// want runtime\.growslice
//
//go:noinline
func mutantGrow(b []byte) int { b = append(b, b...); return len(b) }

// want runtime\.(newobject|mallocgc)
//
//go:noinline
func mutantFresh(n int) int { p := new(mutantPair); p.a = n; mutantAPointer = p; return p.b }

// want runtime\.makeslice
//
//go:noinline
func mutantMakeSlice(n int) int { b := make([]int, n); return len(b) + cap(b) + b[0] }

// want runtime\.deferreturn|indirect call
//
//go:noinline
func mutantDeferred(n int) (m int) {
	defer func() { m = mutantDouble(m) }()
	return n / max(n, 1)
}

// want runtime\.deferproc|indirect call
//
//go:noinline
func mutantDeferLoop(n int) (m int) {
	for i := 0; i < n; i++ {
		defer func() { m += i }()
	}
	return n
}

// want runtime\.gorecover|indirect call|runtime\.deferreturn
//
//go:noinline
func mutantRecovered(n int) (m int) {
	defer func() { _ = recover() }()
	return 100 / n
}

// want runtime\.gopanic
//
//go:noinline
func mutantPanics(n int) int {
	if n == 77 {
		panic("no")
	}
	return n
}

// want runtime\.print
//
//go:noinline
func mutantPrints(s string) int { println(s); return len(s) }

// want indirect call
//
//go:noinline
func mutantViaInterface(n int) int { return mutantAnInterface.double(n) }

// want indirect call
//
//go:noinline
func mutantViaVariable(n int) int { return mutantAFunction(n) }

// want indirect call|address of the code|runtime\.newobject|runtime\.mallocgc
//
//go:noinline
func mutantMethodValue(n int) int { return mutantApply(mutantPair{n, n}.double, n) }

//go:noinline
func mutantApply(f func(int) int, n int) int { return f(n) }

// want address of the code
//
//go:noinline
func mutantClosure(n int) int { return mutantApply(func(m int) int { return m + n }, n) }

// want runtime\.newproc
//
//go:noinline
func mutantStarts(n int) int { go mutantDouble(n); return n }

// want runtime\.chan(send|recv)
//
//go:noinline
func mutantChannel(n int) int { mutantAChannel <- n; return <-mutantAChannel }

// want recursion
//
//go:noinline
func mutantRecursive(n int) int {
	if n <= 1 {
		return 1
	}
	return n * mutantRecursive(n-1)
}

// want recursion
//
//go:noinline
func mutantMutualA(n int) int { return mutantMutualB(n) + 1 }

//go:noinline
func mutantMutualB(n int) int {
	if n == 0 {
		return 0
	}
	return mutantMutualA(n - 1)
}

// want its frame alone
//
//go:noinline
func mutantDeep(n int) int {
	var space [20 << 10]byte
	space[n&1023] = byte(n)
	return int(space[n&2047])
}

// want its frame alone
//
//go:noinline
func mutantHuge(n int) int {
	var space [100 << 10]byte
	space[n&1023] = byte(n)
	return int(space[n&2047])
}

// want runtime\.decoderune
//
//go:noinline
func mutantRunes(s string) (n int) {
	for _, r := range s {
		n += int(r)
	}
	return n
}

// want runtime\.stringtoslicebyte
//
//go:noinline
func mutantBytesOf(s string) int { b := []byte(s); b[0] = 'x'; mutantSink = b; return len(b) }

// want runtime\.slicebytetostring
//
//go:noinline
func mutantStringOf(b []byte) int { s := string(b); mutantSink = s; return len(s) }

// want sync\.|instruction that is not understood
//
//go:noinline
func mutantLocked(n int) int { mutantAMutex.Lock(); mutantAMutex.Unlock(); return n }

// want indirect jump
//
//go:noinline
func mutantJumpTable(n int) int {
	switch n {
	case 1:
		return mutantDouble(7)
	case 2:
		return mutantDouble(5) + 1
	case 3:
		return mutantDouble(13) - 5
	case 4:
		return mutantDouble(n) * 3
	case 5:
		return n - mutantDouble(9)
	case 6:
		return n ^ mutantDouble(99)
	case 7:
		return n | mutantDouble(18)
	case 8:
		return mutantDouble(n+12) >> 3
	case 9:
		return mutantDouble(n) & 12
	}
	return 0
}

// want strings\.|internal/
//
//go:noinline
func mutantIndex(s string) int { return strings.Index(s, "shim") }

// want strings\.
//
//go:noinline
func mutantFields(s string) int { return len(strings.Fields(s)) }

// want strconv\.
//
//go:noinline
func mutantNumber(s string) int { n, _ := strconv.Atoi(s); return n }

// want slices\.
//
//go:noinline
func mutantSorted(n int) int {
	list := [20]int{n, 2, 1, 9, 8, 7}
	slices.Sort(list[:])
	return list[n&7]
}

// want time\.
//
//go:noinline
func mutantClock() int { return time.Now().Nanosecond() }

// want runtime\.memmove
//
//go:noinline
func mutantCopies(b []byte) int { return copy(b, b[3:]) }

// want runtime\.memclr
//
//go:noinline
func mutantClears(n int) int {
	b := unsafe.Slice((*byte)(unsafe.Pointer(&shared)), n)
	clear(b)
	return n
}

// want runtime\.(gcWriteBarrier|writeBarrier)
//
//go:noinline
func mutantPointerStore(n int) int { p := &mutantTarget; mutantAPointer = p; return p.a + n }

var mutantTarget mutantPair

// want of another package
//
//go:noinline
func mutantForeign() int { return runtime.MemProfileRate }

// want runtime\.typeAssert|runtime\.assertE2I|indirect call|runtime\.panicdottype
//
//go:noinline
func mutantTypeAssert(n int) int { return mutantSink.(int) + n }

// want runtime\.
//
//go:noinline
func mutantSpin(n int) int { runtime.Gosched(); return n }

// want thread-local storage|system register
//
//go:noinline
func mutantAssembled(n int) int { return mutantTls(n) }

func mutantTls(n int) int

// fine
//
//go:noinline
func mutantLarge(n int) int { // but small enough
	var space [7 << 10]byte
	space[n&1023] = byte(n)
	return int(space[n&2047])
}

// fine
//
//go:noinline
func mutantDivides(n int) int { return 100 / n } // traps at zero

// fine
//
//go:noinline
func mutantStringSwitch(s string) int {
	switch s {
	case "a", "bc":
		return 1
	case "def":
		return 2
	}
	return 3
}

// fine
//
//go:noinline
func mutantIfChain(n int) int {
	if n == 1 {
		return mutantDouble(2)
	} else if n == 2 {
		return 8
	}
	return n &^ 3
}

// fine
//
//go:noinline
func mutantStructCopy(n int) int { p := mutantPair{n, n}; q := p; q.a++; return p.a + q.a }

// fine
//
//go:noinline
func mutantGeneric[T int | string](v T) int { return int(unsafe.Sizeof(v)) }

// fine
//
//go:noinline
func mutantOutOfRange(b []byte, n int) int { return int(b[n]) } // traps

// fine
//
//go:noinline
func mutantChained(n int) int { return mutantIfChain(mutantStructCopy(n)) }
