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
	n += mapRead(n) + mapWrite(n) + concat(s) + concatMany(s) + grow(b) + fresh(n) + makeSlice(n) + deferred(n) + deferLoop(n)
	n += recovered(n) + panics(n) + prints(s) + viaInterface(n) + viaVariable(n) + methodValue(n) + closure(n) + starts(n) + channel(n)
	n += recursive(n) + mutualA(n) + deep(n) + huge(n) + runes(s) + bytesOf(s) + stringOf(b) + locked(n) + jumpTable(n) + index(s) + fields(s)
	n += number(s) + sorted(n) + clock() + copies(b) + clears(n) + pointerStore(n) + foreign() + divides(n) + typeAssert(n) + spin(n) + assembled(n) + aSum
	return n + stringSwitch(s) + ifChain(n) + structCopy(n) + generic(n) + generic(s) + outOfRange(b, n) + chained(n) + large(n)
}

type pair struct{ a, b int }

var (
	aMap        map[int]int
	aPointer    *pair
	aFunction           = double
	anInterface doubler = pair{}
	aMutex      sync.Mutex
	aSum        = double(21)
	sink        any
	aChannel    chan int
)

type doubler interface{ double(int) int }

//go:noinline
func (p pair) double(n int) int { return n + p.a + p.b }

//go:noinline
func double(n int) int { return n * 2 }

// want runtime\.mapaccess
//
//go:noinline
func mapRead(n int) int { return aMap[n] }

// want runtime\.mapassign
//
//go:noinline
func mapWrite(n int) int { aMap[n] = n; return n }

// want runtime\.concatstring
//
//go:noinline
func concat(s string) int { s += s; return len(s) + int(s[0]) }

// want runtime\.concatstring
//
//go:noinline
func concatMany(s string) int { s = s + "/" + s + "." + s; return len(s) + int(s[0]) }

// want runtime\.growslice
//
//go:noinline
func grow(b []byte) int { b = append(b, b...); return len(b) }

// want runtime\.newobject
//
//go:noinline
func fresh(n int) int { p := new(pair); p.a = n; aPointer = p; return p.b }

// want runtime\.makeslice
//
//go:noinline
func makeSlice(n int) int { b := make([]int, n); return len(b) + cap(b) + b[0] }

// want runtime\.deferreturn|indirect call
//
//go:noinline
func deferred(n int) (m int) {
	defer func() { m = double(m) }()
	return n / max(n, 1)
}

// want runtime\.deferproc|indirect call
//
//go:noinline
func deferLoop(n int) (m int) {
	for i := 0; i < n; i++ {
		defer func() { m += i }()
	}
	return n
}

// want runtime\.gorecover|indirect call|runtime\.deferreturn
//
//go:noinline
func recovered(n int) (m int) {
	defer func() { _ = recover() }()
	return 100 / n
}

// want runtime\.gopanic
//
//go:noinline
func panics(n int) int {
	if n == 77 {
		panic("no")
	}
	return n
}

// want runtime\.print
//
//go:noinline
func prints(s string) int { println(s); return len(s) }

// want indirect call
//
//go:noinline
func viaInterface(n int) int { return anInterface.double(n) }

// want indirect call
//
//go:noinline
func viaVariable(n int) int { return aFunction(n) }

// want indirect call|address of the code|runtime\.newobject
//
//go:noinline
func methodValue(n int) int { return apply(pair{n, n}.double, n) }

//go:noinline
func apply(f func(int) int, n int) int { return f(n) }

// want address of the code
//
//go:noinline
func closure(n int) int { return apply(func(m int) int { return m + n }, n) }

// want runtime\.newproc
//
//go:noinline
func starts(n int) int { go double(n); return n }

// want runtime\.chan(send|recv)
//
//go:noinline
func channel(n int) int { aChannel <- n; return <-aChannel }

// want recursion
//
//go:noinline
func recursive(n int) int {
	if n <= 1 {
		return 1
	}
	return n * recursive(n-1)
}

// want recursion
//
//go:noinline
func mutualA(n int) int { return mutualB(n) + 1 }

//go:noinline
func mutualB(n int) int {
	if n == 0 {
		return 0
	}
	return mutualA(n - 1)
}

// want its frame alone
//
//go:noinline
func deep(n int) int {
	var space [20 << 10]byte
	space[n&1023] = byte(n)
	return int(space[n&2047])
}

// want its frame alone
//
//go:noinline
func huge(n int) int {
	var space [100 << 10]byte
	space[n&1023] = byte(n)
	return int(space[n&2047])
}

// want runtime\.decoderune
//
//go:noinline
func runes(s string) (n int) {
	for _, r := range s {
		n += int(r)
	}
	return n
}

// want runtime\.stringtoslicebyte
//
//go:noinline
func bytesOf(s string) int { b := []byte(s); b[0] = 'x'; sink = b; return len(b) }

// want runtime\.slicebytetostring
//
//go:noinline
func stringOf(b []byte) int { s := string(b); sink = s; return len(s) }

// want sync\.|instruction that is not understood
//
//go:noinline
func locked(n int) int { aMutex.Lock(); aMutex.Unlock(); return n }

// want indirect jump
//
//go:noinline
func jumpTable(n int) int {
	switch n {
	case 1:
		return double(7)
	case 2:
		return double(5) + 1
	case 3:
		return double(13) - 5
	case 4:
		return double(n) * 3
	case 5:
		return n - double(9)
	case 6:
		return n ^ double(99)
	case 7:
		return n | double(18)
	case 8:
		return double(n+12) >> 3
	case 9:
		return double(n) & 12
	}
	return 0
}

// want strings\.|internal/
//
//go:noinline
func index(s string) int { return strings.Index(s, "shim") }

// want strings\.
//
//go:noinline
func fields(s string) int { return len(strings.Fields(s)) }

// want strconv\.
//
//go:noinline
func number(s string) int { n, _ := strconv.Atoi(s); return n }

// want slices\.
//
//go:noinline
func sorted(n int) int { list := [20]int{n, 2, 1, 9, 8, 7}; slices.Sort(list[:]); return list[n&7] }

// want time\.
//
//go:noinline
func clock() int { return time.Now().Nanosecond() }

// want runtime\.memmove
//
//go:noinline
func copies(b []byte) int { return copy(b, b[3:]) }

// want runtime\.memclr
//
//go:noinline
func clears(n int) int { b := unsafe.Slice((*byte)(unsafe.Pointer(&shared)), n); clear(b); return n }

// want runtime\.(gcWriteBarrier|writeBarrier)
//
//go:noinline
func pointerStore(n int) int { p := &target; aPointer = p; return p.a + n }

var target pair

// want of another package
//
//go:noinline
func foreign() int { return runtime.MemProfileRate }

// want runtime\.typeAssert|runtime\.assertE2I|indirect call|runtime\.panicdottype
//
//go:noinline
func typeAssert(n int) int { return sink.(int) + n }

// want runtime\.
//
//go:noinline
func spin(n int) int { runtime.Gosched(); return n }

// want thread-local storage|system register
//
//go:noinline
func assembled(n int) int { return tls(n) }

func tls(n int) int

// fine
//
//go:noinline
func large(n int) int { // but small enough
	var space [7 << 10]byte
	space[n&1023] = byte(n)
	return int(space[n&2047])
}

// fine
//
//go:noinline
func divides(n int) int { return 100 / n } // traps at zero

// fine
//
//go:noinline
func stringSwitch(s string) int {
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
func ifChain(n int) int {
	if n == 1 {
		return double(2)
	} else if n == 2 {
		return 8
	}
	return n &^ 3
}

// fine
//
//go:noinline
func structCopy(n int) int { p := pair{n, n}; q := p; q.a++; return p.a + q.a }

// fine
//
//go:noinline
func generic[T int | string](v T) int { return int(unsafe.Sizeof(v)) }

// fine
//
//go:noinline
func outOfRange(b []byte, n int) int { return int(b[n]) } // traps

// fine
//
//go:noinline
func chained(n int) int { return ifChain(structCopy(n)) }
