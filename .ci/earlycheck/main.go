// Earlycheck proves, as far as machine code can, that what a shim runs before the
// Go runtime has started needs no runtime.
//
//	earlycheck [-entry SYMBOL] [-also PACKAGE] [-stack BYTES] [-same STRIPPED] BINARY...
//
// A release of the shim starts at gate.entry and not at the runtime's own entry
// (docs/performance.md). There is no heap then, no garbage collector, no
// scheduler, no signal handler, and nothing grows the stack. The compiler does not
// know this and calls the runtime wherever the language asks for it: a map, a
// string put together, an append, a defer. Some of these crash at once, others
// work by accident on one release of Go and not on the next, so that no test of
// what the program does can find them all. Earlycheck reads the binary.
//
// From the entry on it decodes every function that can be reached, by calls and by
// jumps, and refuses:
//
//   - an ELF entry that is not SYMBOL;
//   - a function that is neither of SYMBOL's package nor of PACKAGE, unless it is on the reviewed list
//     of leaves (leaves.go), each of which says why it is harmless;
//   - a call or jump through a register or memory, the address of code in a register
//     or in data that is read: where it leads cannot be told;
//   - a call or jump into the middle of another function, or out of the program;
//   - recursion, and a stack that may get deeper than BYTES (16 KiB; the entry
//     declares 64 KiB);
//   - a change of the stack pointer that is not understood, but for the entry's own;
//   - thread-local storage other than loading g, system registers, privileged or
//     trapping instructions other than the compiler's own traps;
//   - a variable of another package, which nobody has initialised, and variables of
//     these packages that code would have to initialise;
//   - an instruction that is not understood.
//
// Each offence is a line of standard error that ends in the path of calls to it. In
// position-independent binaries pointers are read from the relocations. BINARY
// must have its symbols: build it like the release, without -s and -w. With -same
// the code that was walked must be byte for byte what stands at the same addresses
// of STRIPPED, the binary that is shipped.
//
// It does not prove that no index is out of range: such a trap kills the shim by a
// signal, and nothing runs. Nor does it look into data: that offsets are checked
// before use is what the gate's own tests are for.
//
// The exit status is 0, or 1 if anything was refused, 2 if a binary cannot be
// read. The architectures are amd64 and arm64.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// defaultEntry is where a release of the shim starts.
const defaultEntry = "github.com/agent-loop/shimgen/gate.entry"

// defaultAlso is what the judge's entry calls where it makes a sandbox.
const defaultAlso = "github.com/agent-loop/shimgen/sandbox/native"

// defaultStack is a quarter of what the entry says there is.
const defaultStack = 16 << 10

// shown is how many offences of one binary are printed: one forbidden construct
// near the entry leads to all of the runtime.
const shown = 40

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("earlycheck", flag.ContinueOnError)
	flags.SetOutput(stderr)
	entry := flags.String("entry", defaultEntry, "`symbol` that the ELF entry must be")
	also := flags.String("also", defaultAlso, "`package` that is written like the entry's")
	stack := flags.Int64("stack", defaultStack, "the deepest stack allowed, in `bytes`")
	same := flags.String("same", "", "stripped `binary` that must hold the same code; with one BINARY")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() == 0 || *same != "" && flags.NArg() != 1 {
		fmt.Fprintln(stderr, "earlycheck: which binary? See earlycheck -help")
		return 2
	}
	status := 0
	for _, name := range flags.Args() {
		status = max(status, check(name, *same, *entry, *also, *stack, stdout, stderr))
	}
	return status
}

// check walks one binary, prints what it found and returns the exit status.
func check(name, same, entry, also string, stack int64, stdout, stderr io.Writer) int {
	m, err := readImage(name)
	if err != nil {
		fmt.Fprintf(stderr, "earlycheck: %s: %v\n", name, err)
		return 2
	}
	w := walk(m, entry, also, stack)
	if same != "" {
		if err := w.compare(same); err != nil {
			fmt.Fprintf(stderr, "earlycheck: %s: %v\n", same, err)
			return 2
		}
	}
	for i, o := range w.offences {
		if i == shown {
			fmt.Fprintf(stderr, "earlycheck: %s: and %d more\n", name, len(w.offences)-i)
			break
		}
		fmt.Fprintf(stderr, "earlycheck: %s: %s\n", name, o)
	}
	if len(w.offences) > 0 {
		return 1
	}
	fmt.Fprintf(stdout, "%s: %d functions, %d bytes of code, stack %d of %d bytes, leaves: %s\n",
		name, len(w.reached), w.size(), w.deepest, stack, strings.Join(w.leaves(), " "))
	return 0
}
