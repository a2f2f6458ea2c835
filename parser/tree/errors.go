package tree

import (
	"fmt"
)

// LimitError says that a source is larger, or nested deeper, than this package reads.
type LimitError struct {
	What string // what exceeds the limit: "bytes", "levels of nesting", "operators in one list", "words in its commands"
	Max  int    // the limit
	Span Span   // where the limit was exceeded

	// Spent says that the reading exhausted a limit on its own work, and not one on the text: the
	// [Budget] of the whole decision, which earlier readings share, or the amount of evaluated
	// text.
	Spent bool
}

// Error says which limit was exceeded, and where.
func (e *LimitError) Error() string {
	return fmt.Sprintf("%d:%d: too much to read safely: more than %d %s", e.Span.Line, e.Span.Col, e.Max, e.What)
}

// SyntaxError says that a source is not valid in the shell's language, as far as this package
// knows it.
type SyntaxError struct {
	Span    Span
	Message string

	// Construct names a construct at the place of the error that shells accept and this package does
	// not; then the error may be a gap of this package. It is "" if no shell accepts the source.
	Construct string
}

// Error returns the message after its line and column.
func (e *SyntaxError) Error() string {
	if e.Construct != "" {
		return fmt.Sprintf("%d:%d: %s (a shell may read this: %s)", e.Span.Line, e.Span.Col, e.Message, e.Construct)
	}
	return fmt.Sprintf("%d:%d: %s", e.Span.Line, e.Span.Col, e.Message)
}
