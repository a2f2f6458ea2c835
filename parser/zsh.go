package parser

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// zsh's expansions that differ from other shells (zshexpn(1)) and that mvdan.cc/sh reads as text.

// zsh reads a word as zsh does. A word with $[ ], or with a subscript after $@, $* or $1, is
// unknown.
func (e *expansion) zsh(x *syntax.Word) {
	pieces, ends := len(e.Pieces), len(e.Ends)
	if name := e.w.equals(x); name != "" {
		e.oneOf(x, []tree.Word{tree.Text(name), anyPathOf(name)}, tree.Part{Text: "=" + name}, true)
		return
	}
	e.parts(x)
	if hasBrackets(x.Parts) {
		e.Pieces, e.Ends = e.Pieces[:pieces], e.Ends[:ends]
		e.Unknown(tree.Part{Text: tree.Shorten(e.w.text(x)), Empty: true}, false)
	}
}

// hasBrackets reports whether a word contains $[ ], or a short parameter with a subscript.
func hasBrackets(parts []syntax.WordPart) bool {
	dollar := false // the part before ends with one, or is a parameter
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if strings.Contains(p.Value, "$[") || dollar && strings.HasPrefix(p.Value, "[") {
				return true
			}
			dollar = strings.HasSuffix(p.Value, "$")
			continue
		case *syntax.ParamExp:
			dollar = p.Short
			continue
		case *syntax.DblQuoted:
			if hasBrackets(p.Parts) {
				return true
			}
		}
		dollar = false
	}
	return false
}

// grouped reads unquoted text with parentheses, as (a|b) in a pattern or (N) after one. With an N
// the word may vanish. It returns false for other text.
func (e *expansion) grouped(s string, first, more bool) bool {
	open := 0
	for ; open < len(s) && s[open] != '('; open++ {
		if s[open] == '\\' {
			open++
		}
	}
	if open >= len(s) {
		return false
	}
	if open > 0 {
		e.text(s[:open], first, more)
	}
	e.group(s[open:])
	return true
}

// group reads a parenthesis in a pattern or at its end.
func (e *expansion) group(s string) {
	e.w.qualified(s)
	if !keepsAll(s) {
		e.Add(expand.Piece{Part: tree.Part{Kind: tree.Glob, Text: s, Split: strings.Contains(s, "N"), Origin: e.Origin}})
	}
}

// parenthesized reads an extended pattern. In zsh *( ) and ?( ) are a pattern and a parenthesis behind it.
func (e *expansion) parenthesized(p *syntax.ExtGlob) {
	text := e.w.text(p)
	if e.w.options.Lang != reader.Zsh || text[0] != '*' && text[0] != '?' {
		e.Add(expand.Piece{Part: tree.Part{Kind: tree.Glob, Text: text}})
		return
	}
	e.Add(expand.Piece{Part: tree.Part{Kind: tree.Glob, Text: text[:1]}})
	e.group(text[1:])
}

// longParameter reads $10 as zsh does, which takes all digits as the number, and then the rest. It
// returns false for anything else.
func (e *expansion) longParameter(parts []syntax.WordPart) bool {
	if e.w.options.Lang != reader.Zsh || len(parts) < 2 {
		return false
	}
	p, short := parts[0].(*syntax.ParamExp)
	lit, ok := parts[1].(*syntax.Lit)
	if !short || !ok || !p.Short || p.Param == nil || p.Param.Value != "#" && !expand.IsNumber(p.Param.Value) {
		return false
	}
	if p.Param.Value == "#" { // $#- is the length of $-
		if lit.Value == "" || strings.IndexByte("-!?*@#", lit.Value[0]) < 0 {
			return false
		}
		e.Unknown(tree.Part{Text: "$#"}, true)
		e.escaped(lit.Value[1:])
		return true
	}
	rest := strings.TrimLeft(lit.Value, "0123456789")
	if rest == lit.Value {
		return false
	}
	e.Unknown(tree.Part{Text: "$" + p.Param.Value, Empty: true}, false)
	e.escaped(rest)
	return true
}

// emulates reads the text that zsh's emulate runs, as another shell would.
func (w *walker) emulates(c *tree.Command, words []tree.Word) {
	for i, a := range words {
		if !strings.HasPrefix(a.Prefix(), "-") || !strings.HasSuffix(a.Prefix(), "c") || i+1 == len(words) {
			continue
		}
		if text, known := words[i+1].Text(); !known || !w.evaluate(c, text) {
			w.listUnreadable(c, words[i+1])
		}
	}
}

// flagged reads the value or default that the flag e of ${(e)x} expands again.
func (w *walker) flagged(p *syntax.ParamExp) {
	if !strings.Contains(p.Flags.Value, "e") || w.choices.IsRepeated() {
		return
	}
	if p.Param != nil {
		for _, v := range tree.Alternatives(w.lookup(p.Param.Value)) {
			w.prompt(v)
		}
	}
	if p.Exp != nil && p.Exp.Word != nil {
		w.prompt(expand.Plain(p.Exp.Word))
	}
}

// refuseFileArray refuses a source that loads the module whose array mapfile holds the files: it would
// read, write and delete them by expansions and assignments (zshmodules(1)).
func (w *walker) refuseFileArray(c *tree.Command, words []tree.Word) {
	for _, a := range words {
		if a.Is("zsh/mapfile") == tree.Yes && w.err == nil {
			w.err = &tree.SyntaxError{Span: c.Span, Message: "zsh/mapfile makes every file an element of an array: use cat, a redirection or rm"}
		}
	}
}

// nameDirectories records the names that hash -d gives directories: ~name (zshexpn(1), STATIC NAMED
// DIRECTORIES).
func (w *walker) nameDirectories(args []tree.Word) {
	for _, a := range args {
		if name, _, found := strings.Cut(a.Prefix(), "="); found {
			w.state.set("~"+name, tree.ValueOf(a.Tail(len(name)+1)))
		}
	}
}

// namedDirectory returns the directory behind ~name: one that hash -d has named, or the value of a
// variable that is an absolute path.
func (w *walker) namedDirectory(name string) (tree.Word, bool) {
	if v, ok := w.state.get("~" + name); ok {
		return v, true
	}
	v, ok := w.state.get(name)
	return v, ok && strings.HasPrefix(v.Prefix(), "/")
}

// equals returns the program whose path a word of zsh is, as =NAME (zshexpn(1), FILENAME EXPANSION),
// or "".
func (w *walker) equals(x *syntax.Word) string {
	if w.options.Lang != reader.Zsh || len(x.Parts) != 1 {
		return ""
	}
	lit, ok := x.Parts[0].(*syntax.Lit)
	if !ok {
		return ""
	}
	name, ok := strings.CutPrefix(lit.Value, "=")
	if !ok || strings.Trim(name, tree.NameBytes+"-.+") != "" {
		return ""
	}
	return name
}

// modified returns the value of ${x:h} and the like, where a modifier takes a part of a path
// (zshexpn(1), MODIFIERS). It returns false if the value is not known, or for anything else.
func (w *walker) modified(p *syntax.ParamExp) (tree.Word, bool) {
	bare := *p
	bare.Modifiers = nil
	if len(p.Modifiers) == 0 || p.Exp != nil || !expand.IsPlain(&bare) || !tree.IsName(p.Param.Value) {
		return tree.Word{}, false
	}
	text, known := w.lookup(p.Param.Value).Text()
	if !known {
		return tree.Word{}, false
	}
	for _, letter := range p.Modifiers {
		switch ext := path.Ext(text); letter.Value {
		case "h":
			text = path.Dir(text)
		case "t":
			text = path.Base(text)
		case "r":
			text = strings.TrimSuffix(text, ext)
		case "e":
			text = strings.TrimPrefix(ext, ".")
		case "a", "A", "P":
			text = path.Clean(text)
		case "l":
			text = strings.ToLower(text)
		case "u":
			text = strings.ToUpper(text)
		default:
			return tree.Word{}, false
		}
	}
	return tree.Text(text), true
}
