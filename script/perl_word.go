package script

import "strings"

// word cuts a bareword, or the quotes that it is an operator of.
func (l *perlLexer) word(before slash) error {
	off := l.pos
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		if (c == ':' && l.peek(1) == ':' && l.peek(2) != ':') && wordByte(l.peek(2)) {
			l.pos += 2
		} else if !wordByte(c) {
			break
		}
		l.pos++
	}
	w := l.src[off:l.pos]
	if before == slashDivides && w[0] == 'x' && strings.Trim(w[1:], "0123456789") == "" {
		l.pos = off + 1
		l.add(tokOp, off)
		return nil
	}
	if l.vstring(w, off) {
		return nil
	}
	if quoteWords.has(w) && !l.plainWord() {
		return l.quoted(w, off)
	}
	l.add(tokName, off)
	if w == "format" && l.begins() {
		return l.fail("a format")
	}
	return nil
}

// quoteWords are the operators that take quotes of any kind.
const quoteWords words = "q qq qw qx m qr s tr y"

// plainWord tells whether a word that could begin quotes is a key, a method or
// the name of a function.
func (l *perlLexer) plainWord() bool {
	rest := strings.TrimLeft(l.rest(), " \t\n")
	prev := l.last(1).text
	return rest == "" || strings.HasPrefix(rest, "=>") || prev == "->" || prev == "sub" || prev == "{" && l.top().hash && rest[0] == '}' ||
		rest[0] == ',' && len(rest) != len(l.rest()) || rest[0] == ';' && len(rest) != len(l.rest()) || rest[0] == ')'
}

// vstring cuts v114.109, which is text by the numbers of its characters.
func (l *perlLexer) vstring(w string, off int) bool {
	if len(w) < 2 || w[0] != 'v' || strings.Trim(w[1:], "0123456789") != "" {
		return false
	}
	var b strings.Builder
	for s := w[1:]; ; {
		n, v := digits(s, 7, 10)
		if n < len(s) {
			return false
		}
		b.WriteRune(rune(v))
		if l.peek(0) != '.' || !isDigit(l.peek(1)) {
			break
		}
		from := l.pos + 1
		for l.pos++; isDigit(l.peek(0)); {
			l.pos++
		}
		s = l.src[from:l.pos]
	}
	l.raw("q", off, b.String())
	return true
}

// variable cuts a variable with its sigils: "$x", "@$x", "$#a", "${name}". Of
// ${ expression } it cuts the sigil only.
func (l *perlLexer) variable() error {
	off := l.pos
	l.pos++
	for l.peek(0) == '$' && (wordByte(l.peek(1)) || l.peek(1) == '$' || l.peek(1) == '{') {
		l.pos++
	}
	if l.peek(0) == '#' && l.src[off] == '$' && (l.peek(1) == '$' || l.peek(1) == '{' || wordByte(l.peek(1))) {
		l.pos++
		for l.peek(0) == '$' {
			l.pos++
		}
	}
	c := l.peek(0)
	switch {
	case c == '{':
		return l.dereference(off)
	case c == '^' && isLetter(l.peek(1)):
		l.pos += 2
	case wordByte(c) || c == ':' && l.peek(1) == ':':
		for wordByte(l.peek(0)) || l.peek(0) == ':' && l.peek(1) == ':' && wordByte(l.peek(2)) {
			if l.peek(0) == ':' {
				l.pos++
			}
			l.pos++
		}
	case c != 0 && l.src[off] != '&' && l.src[off] != '*':
		l.pos++ // $! $/ @-
	}
	l.add(tokOp, off)
	return nil
}

// dereference cuts what stands in curly brackets after sigils.
func (l *perlLexer) dereference(off int) error {
	end := strings.IndexByte(l.rest(), '}')
	inner := ""
	if end > 0 {
		inner = strings.TrimSpace(l.rest()[1:end])
	}
	if inner != "" && strings.IndexFunc(inner, func(c rune) bool { return c != '_' && c != ':' && c != '^' && !(c < 128 && wordByte(byte(c))) }) < 0 {
		sigils := l.src[off:l.pos]
		l.pos += end + 1
		l.add(tokOp, off).text = sigils + inner
		return nil
	}
	l.add(tokOp, off)
	at := l.pos
	l.pos++
	l.add(tokOp, at)
	return l.push(quoteBracket{char: '{', term: true})
}

// angle cuts a here-document, a reading of a handle, or a glob.
func (l *perlLexer) angle(off int) error {
	if strings.HasPrefix(l.rest(), "<<") && !strings.HasPrefix(l.rest(), "<<>>") {
		word, indented := strings.CutPrefix(l.rest()[2:], "~")
		if l.startDocument(word, indented, `"'`) {
			return nil
		}
		return l.operator(slashBegins)
	}
	near := l.rest()
	near = near[:min(len(near), maxNear)]
	end := strings.IndexAny(near, ">\n;")
	if end < 0 || near[end] != '>' {
		return l.operator(slashBegins)
	}
	inner := strings.Trim(l.rest()[:end], "<")
	l.pos += end + 1
	if strings.HasPrefix(l.rest(), ">") && inner == "" {
		l.pos++
	}
	t := l.add(tokString, off)
	t.text = "readline"
	if strings.Trim(inner, "$_:abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		t.text = "glob"
		pieces, err := l.interpolate(inner, t, false)
		if err != nil {
			return err
		}
		l.toks[len(l.toks)-1].pieces = pieces
	}
	return nil
}
