// Package mint makes Permits: the proof that a decision allowed one argv, in one
// directory, and nothing else.
//
// Every start of a program needs a Permit, and only this package makes one. Packages that
// decide import mint; packages that act import
// [github.com/agent-loop/shimgen/internal/permit], which can name and read a Permit but
// not make one.
package mint

import "strings"

// Nowhere is the directory of a process whose working directory has no name, for example
// because it was removed: getcwd(2) fails. A relative path there resolves to nothing
// known.
const Nowhere = "/(no directory)"

// A Permit is the right to start one program. The zero Permit is invalid and permits
// nothing. It holds a copy of what was allowed, so the caller cannot change the argv
// afterwards.
type Permit struct {
	argv     []string
	dir      string
	decision string
}

// New returns the permit to run argv in dir, the working directory as getcwd(2) reports
// it. decision is the identifier of the decision in the audit trail; it may be empty and
// grants no right.
//
// New returns the zero Permit for what no execve(2) could run: an argv without a program,
// a NUL byte, or a directory that is not absolute (Linux says "(unreachable)/…" for a cwd
// outside the root).
func New(argv []string, dir, decision string) Permit {
	if len(argv) == 0 || argv[0] == "" || !strings.HasPrefix(dir, "/") || strings.Contains(dir, "\x00") {
		return Permit{}
	}
	own := make([]string, len(argv))
	for i, arg := range argv {
		if strings.Contains(arg, "\x00") {
			return Permit{}
		}
		own[i] = arg
	}
	return Permit{argv: own, dir: dir, decision: decision}
}

// Valid reports whether p permits anything at all.
func (p Permit) Valid() bool { return len(p.argv) > 0 }

// Argv returns a copy of the allowed argument vector, program first; nil for an invalid
// Permit.
func (p Permit) Argv() []string {
	if !p.Valid() {
		return nil
	}
	return append([]string(nil), p.argv...)
}

// Dir returns the absolute working directory that the decision was made for. In any
// other, a relative operand names another file.
func (p Permit) Dir() string { return p.dir }

// Decision returns the identifier of the decision's record in the audit trail. It proves
// nothing.
func (p Permit) Decision() string { return p.decision }
