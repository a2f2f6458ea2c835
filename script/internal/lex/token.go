package lex

// Kind is a lexical class. Indentation is not one: the reader only asks whether a line is
// indented.
type Kind uint8

// The lexical classes.
const (
	EOF Kind = iota
	Newline
	Name
	Number
	String
	Op
)

// Token is a lexical unit at bytes off to end of the code.
type Token struct {
	Kind     Kind
	Text     string // of names, numbers and operators
	Off, End int
	Shut     int32   // of an opening bracket: how many tokens ahead its closing one is
	First    bool    // it is the first on its line
	Ternary  bool    // of a colon: it belongs to a conditional
	After    Slash   // of a closing bracket: the Slash state after it
	Indented bool    // of a name or operator that starts an indented line
	Pieces   []Piece // of strings
}

// Piece is a part of a string literal: text, or an expression in an f-string.
type Piece struct {
	Text  string
	Known bool
	Code  []Token // the expression, ending in EOF
	Plain bool    // the expression has neither conversion nor format
}

// Span is a place in the code.
type Span struct{ Off, End int }

// Slash says whether a following slash divides or starts a regular expression.
type Slash uint8

// The meanings of a following slash.
const (
	SlashUnset   Slash = iota
	SlashDivides       // it divides
	SlashRegexp        // it starts a regular expression
	SlashUnsure        // undecidable without parsing
)
