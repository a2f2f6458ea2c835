package reader

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// Lang is a shell dialect. The zero value is Bash.
type Lang uint8

// The dialects that mvdan.cc/sh parses.
const (
	Bash  Lang = iota
	POSIX      // sh, dash
	Mksh       // Android's sh
	Zsh
)

// The limits on a source, checked on its bytes before it is parsed.
const (
	MaxSource = 1 << 20 // bytes
	MaxDepth  = 200     // nesting of ( [ { and backquotes
	MaxRun    = 5000    // operators that make the parser recurse, in one list
)

// reading runs a parser on a text and returns the syntax tree.
type reading func(*syntax.Parser, io.Reader) (syntax.Node, error)

// parse checks the limits, runs mvdan.cc/sh, and converts its errors.
func parse(text string, lang Lang, read reading) (returns Rewrite, err error) {
	variants := [...]syntax.LangVariant{Bash: syntax.LangBash, POSIX: syntax.LangPOSIX, Mksh: syntax.LangMirBSDKorn, Zsh: syntax.LangZsh}
	if int(lang) >= len(variants) {
		return returns, &tree.SyntaxError{Message: fmt.Sprintf("no shell dialect has number %d", lang)}
	}
	if err := scan(text); err != nil {
		return returns, err
	}
	if lang == Zsh {
		if i := strings.Index(text, "$#$"); i >= 0 {
			return returns, &tree.SyntaxError{Span: spanIn(text, i, i+3), Message: "$#$ is not read as zsh does"}
		}
	}
	seen, ok := returns.hideBytes(text)
	if !ok {
		return returns, &tree.SyntaxError{Message: "bytes that are no UTF-8, or a carriage return, that cannot be told from others", Construct: construct("invalid UTF-8")}
	}
	defer func() {
		// A panic in the parser must refuse the source, not crash the process.
		if r := recover(); r != nil {
			err = &tree.SyntaxError{Message: fmt.Sprintf("the parser broke: %v", r)}
		}
	}()
	var variant []syntax.ParserOption // nothing for bash, which the parser reads by itself
	if lang != Bash {
		variant = append(variant, syntax.Variant(variants[lang]))
	}
	again := func(text string) error {
		text, err := endComments(text, variant, read)
		if err == nil {
			_, err = read(syntax.NewParser(variant...), &pieces{text: text})
		}
		return err
	}
	if lang == Zsh && strings.Contains(seen, "foreach ") { // the parser takes it for a program's name
		if next, places := withoutShortForms(seen); places != nil && len(next) <= MaxSource && again(next) == nil {
			returns.added = places
			return returns, nil
		}
	}
	if err := again(seen); err != nil && !returns.repair(seen, lang, err, again) {
		return returns, syntaxError(text, err)
	}
	return returns, nil
}

func syntaxError(text string, err error) error {
	var limit *tree.LimitError
	var ours *tree.SyntaxError
	var parse syntax.ParseError
	var dialect syntax.LangError
	at := func(p syntax.Pos) tree.Span { return spanIn(text, Offset(p), Offset(p)) }
	switch {
	case errors.As(err, &limit):
		return limit
	case errors.As(err, &ours):
		return ours
	case errors.As(err, &parse):
		return &tree.SyntaxError{Span: at(parse.Pos), Message: parse.Text, Construct: construct(parse.Text)}
	case errors.As(err, &dialect):
		message := fmt.Sprintf("%s: not in the %s language", dialect.Feature, dialect.LangUsed)
		return &tree.SyntaxError{Span: at(dialect.Pos), Message: message, Construct: construct(message)}
	default:
		return &tree.SyntaxError{Span: at(syntax.Pos{}), Message: err.Error()}
	}
}

// File reads a text as commands, within the limits.
func File(text string, lang Lang) (*syntax.File, Rewrite, error) {
	ended, more := lastEscape(text, lang)
	var file *syntax.File
	returns, err := parse(ended, lang, func(p *syntax.Parser, r io.Reader) (_ syntax.Node, err error) {
		file, err = p.Parse(r, "")
		return file, err
	})
	if more {
		returns.added = append(returns.added, len(text)+len(returns.added))
	}
	return file, returns, err
}

// lastEscape handles a backslash at the end of a text. mksh treats it like a backslash before a
// newline, and so does zsh, except that alone it is an empty word there; in other shells it is
// a literal backslash. more reports whether the result is a byte longer.
func lastEscape(text string, lang Lang) (ended string, more bool) {
	before := strings.TrimRight(text, `\`)
	if lang != Mksh && lang != Zsh || (len(text)-len(before))%2 == 0 {
		return text, false
	}
	ended = text[:len(text)-1]
	if lang == Zsh && strings.HasSuffix(ended, " ") {
		return ended + "''", true
	}
	return ended, false
}

// Document parses a text as the body of a here-document, in which only expansions are special.
func Document(text string, lang Lang) (*syntax.Word, Rewrite, error) {
	var word *syntax.Word
	returns, err := parse(text, lang, func(p *syntax.Parser, r io.Reader) (_ syntax.Node, err error) {
		word, err = p.Document(r)
		return word, err
	})
	return word, returns, err
}
