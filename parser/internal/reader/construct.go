package reader

import "strings"

// constructs lists the constructs that bash accepts and mvdan.cc/sh rejects, by the parser's
// error message. bash checks most of them only when it runs them. docs/shell-gaps.md
// describes them.
var constructs = [...]struct{ message, construct string }{
	{"not a valid arithmetic operator", "arithmetic, or the name of an element, that is read only when it runs"},
	{"must follow a name", "arithmetic that is read only when it runs"},
	{"must be followed by a literal", "arithmetic that is read only when it runs"},
	{"`let` must be followed", "let without an expression"},
	{"must be followed by an expression", "the name of an element that is no arithmetic"},
	{"array element values must be words", "an element whose value begins with ="},
	{"must be followed by `=`", "an element that is added to"},
	{"inline variables cannot be arrays", "an element that is assigned before a command"},
	{"encountered `(`", "an array among the words of a command"},
	{"unclosed here-document", "a here-document that something else than its own line ends"},
	{"expansions not allowed in heredoc words", "a here-document that ends with what looks like an expansion"},
	{"parameter expansion", "an expansion that is wrong only when it is expanded"},
	{"cannot be followed by a word", "an expansion that is wrong only when it is expanded"},
	{"expansion operator requires", "an expansion that is wrong only when it is expanded"},
	{"without matching `${`", "a backquote with quotes in an expansion"},
	{"reached `}` without matching", "an expansion that stands in the name of an element"},
	{"cannot form a statement alone", "! without a command"},
	{"invalid UTF-8", "bytes that are no UTF-8"},
}

// construct returns the construct behind an error of the parser, or "".
func construct(message string) string {
	for _, g := range constructs {
		if strings.Contains(message, g.message) {
			return g.construct
		}
	}
	return ""
}
