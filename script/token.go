package script

// tokenKind is a lexical class. Indentation is not one of them: the reader
// only asks whether a line is indented.
type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokNewline
	tokName
	tokNumber
	tokString
	tokOp
)

// token is a lexical unit at bytes off to end of the code.
type token struct {
	kind     tokenKind
	text     string // of names, numbers and operators
	off, end int
	shut     int32   // of an opening bracket: how many tokens on the closing one is
	first    bool    // it is the first on its line
	ternary  bool    // of a colon: it belongs to a conditional
	after    ending  // of a closing bracket: what it leaves
	indented bool    // of a name or operator that starts an indented line
	pieces   []piece // of strings
}

// piece is a part of a string literal: text, or an expression in an f-string.
type piece struct {
	text  string
	known bool
	code  []token // the expression, ending in tokEnd
	plain bool    // the expression stands without conversion and format
}

// span is a place in the code.
type span struct{ off, end int }

// ending tells whether a slash that comes next divides or starts a regular
// expression.
type ending uint8

const (
	nothing  ending = iota
	operand         // it divides
	operator        // it starts a regular expression
	unsure          // nobody can tell
)
