package parser

import (
	"errors"

	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
)

// The types of a parsed script. Package tree describes them.
type (
	Script      = tree.Script
	Source      = tree.Source
	Command     = tree.Command
	Assign      = tree.Assign
	Redirect    = tree.Redirect
	Stdin       = tree.Stdin
	StdinKind   = tree.StdinKind
	Word        = tree.Word
	Part        = tree.Part
	PartKind    = tree.PartKind
	Span        = tree.Span
	Truth       = tree.Truth
	Environment = tree.Environment
	Written     = tree.Written
	Origin      = tree.Origin
	OriginKind  = tree.OriginKind
	Stretch     = tree.Stretch
	LimitError  = tree.LimitError
	SyntaxError = tree.SyntaxError
	Condition   = tree.Condition
)

// The kinds of parts of a word.
const (
	Unknown = tree.Unknown
	Literal = tree.Literal
	Glob    = tree.Glob
)

// The answers to a question about words that may be unknown.
const (
	No    = tree.No
	Maybe = tree.Maybe
	Yes   = tree.Yes
)

// The kinds of standard input.
const (
	Inherited = tree.Inherited
	FromFile  = tree.FromFile
	FromText  = tree.FromText
	FromPipe  = tree.FromPipe
)

// The kinds of origins.
const (
	Assignment        = tree.Assignment
	InitialValue      = tree.InitialValue
	Unset             = tree.Unset
	Output            = tree.Output
	Tilde             = tree.Tilde
	Item              = tree.Item
	Parameter         = tree.Parameter
	OperatorExpansion = tree.OperatorExpansion
	Default           = tree.Default
	BraceExpansion    = tree.BraceExpansion
	Directory         = tree.Directory
	PossibleChange    = tree.PossibleChange
)

// The kinds of conditions.
const (
	ListHead  = tree.ListHead
	Succeeded = tree.Succeeded
	Failed    = tree.Failed
	MayFail   = tree.MayFail
	Branch    = tree.Branch
)

// ErrEmpty says that a source holds no command: it is empty, blank, or all
// comments.
var ErrEmpty = errors.New("no command provided")

// ErrUnknown says that too little of a source is known to read it.
var ErrUnknown = errors.New("too little of the source is known")

// Argv makes the command of an argument vector: every word is literal, there
// is no source, and standard input is the caller's.
func Argv(argv []string) *Command { return tree.Argv(argv) }

// Text makes a literal word.
func Text(s string) Word { return tree.Text(s) }

// IsStdinPath reports whether a word is a path of standard input: proc_pid_fd(5).
func IsStdinPath(w Word) bool { return tree.IsStdinPath(w) }

// IsName reports whether s is a valid name of a variable of a shell.
func IsName(s string) bool { return tree.IsName(s) }

// Of is Yes for true and No for false.
func Of(b bool) Truth { return tree.Of(b) }

// Lang is a shell dialect. The zero value is Bash.
type Lang = reader.Lang

// The dialects that mvdan.cc/sh parses.
const (
	Bash  = reader.Bash
	POSIX = reader.POSIX // sh, dash
	Mksh  = reader.Mksh  // Android's sh
	Zsh   = reader.Zsh
)

// The limits on a source, checked on its bytes before it is parsed.
const (
	MaxSource = reader.MaxSource // bytes
	MaxDepth  = reader.MaxDepth  // nesting of ( [ { and backquotes
	MaxRun    = reader.MaxRun    // operators that make the parser recurse, in one list
)

// Printer returns the names that a program prints, for programs that this package does not
// evaluate.
type Printer = output.Printer

// Picked is the text of the unknown part of a name that a filter selected from a list.
const Picked = output.Picked
