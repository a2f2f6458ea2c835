package tree

import (
	"fmt"
)

// LimitError says that a source is larger, or nested deeper, than this package
// reads. Such a source is refused before it is understood.
type LimitError struct {
	What string // what there is too much of: "bytes", "levels of nesting", "operators in one list", "words in its commands"
	Max  int    // the limit
	Span Span   // where it was passed

	// Spent says that no limit of the source's text was passed, but one of what its reading
	// takes: the [Budget] of the whole decision, which what was read before may have
	// taken, or how much it evaluates.
	Spent bool
}

// Error says what there is too much of, and where.
func (e *LimitError) Error() string {
	return fmt.Sprintf("%d:%d: too much to read safely: more than %d %s", e.Span.Line, e.Span.Col, e.Max, e.What)
}

// SyntaxError says that a source is not in the shell's language, as far as
// this package knows it.
type SyntaxError struct {
	Span    Span
	Message string

	// Construct names what shells read there and this package does not, where it may be
	// that: the error is ours then. It is "" for what no shell reads.
	Construct string
}

// Error is the message after its line and column.
func (e *SyntaxError) Error() string {
	if e.Construct != "" {
		return fmt.Sprintf("%d:%d: %s (a shell may read this: %s)", e.Span.Line, e.Span.Col, e.Message, e.Construct)
	}
	return fmt.Sprintf("%d:%d: %s", e.Span.Line, e.Span.Col, e.Message)
}
