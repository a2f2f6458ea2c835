package grammar

import "strings"

// OpaqueCode says what about code cannot be read. It begins the name of the effect that stands for the code,
// and the rules match it there.
type OpaqueCode string

// The kinds of code that cannot be read.
const (
	Unparsed       OpaqueCode = "unparsed:" // code that seems to be wrong; then its language
	Dynamic        OpaqueCode = "inline:"   // code or a command that is put together as it runs; then the call
	GuardedText    OpaqueCode = "literal:"  // code that names a guarded path or command; then its language
	UnreadFile     OpaqueCode = "file:"     // a file, or not all of it; then its language, or the call
	StartedProcess OpaqueCode = "process:"  // code that starts a process; then the call
)

// OpaqueCodes are all kinds.
func OpaqueCodes() []OpaqueCode {
	return []OpaqueCode{Unparsed, Dynamic, GuardedText, UnreadFile, StartedProcess}
}

// IsOpaque reports whether an effect stands for code of that kind.
func (e *Effect) IsOpaque(kind OpaqueCode) bool {
	return e.Kind&Evaluates != 0 && strings.HasPrefix(e.Name, string(kind))
}
