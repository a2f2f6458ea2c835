// Package mint makes Permits: the proof that a decision allowed one argv, in
// one directory, and nothing else.
//
// A program is started only against a Permit, and a Permit comes only from
// here. Packages that decide import mint; packages that act import
// [github.com/agent-loop/shimgen/internal/permit], which can name and read a
// Permit and cannot make one.
package mint

import "strings"

// Nowhere is the directory of a process whose working directory has no name, as
// one that was removed: getcwd(2) fails. There a relative path is known to nobody.
const Nowhere = "/(no directory)"

// A Permit is the right to start one program. Its zero value is not valid and
// permits nothing. It holds what was allowed and not a reference to it, so
// that whoever asked cannot change the argv afterwards.
type Permit struct {
	argv     []string
	dir      string
	decision string
}

// New returns the permit for running argv in dir, where dir is the working
// directory as getcwd(2) reports it and decision is the identifier under which
// the decision stands in the audit trail; that one may be empty and gives no
// right.
//
// What no execve(2) could run is not permitted either: an argv without a
// program, a NUL byte, or a directory that is not absolute (Linux says
// "(unreachable)/…" for a cwd outside the root) gives the zero Permit.
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

// Argv returns a copy of the allowed argument vector, program first; nil for a
// Permit that is not valid.
func (p Permit) Argv() []string {
	if !p.Valid() {
		return nil
	}
	return append([]string(nil), p.argv...)
}

// Dir returns the absolute working directory the decision was made for. A
// relative operand means something else in any other.
func (p Permit) Dir() string { return p.dir }

// Decision returns the identifier that joins the permit to its record in the
// audit trail. It correlates; it proves nothing.
func (p Permit) Decision() string { return p.decision }
