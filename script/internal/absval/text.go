package absval

import (
	"encoding/base64"
	"encoding/hex"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/internal/wordsplit"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// Turn is Each for functions that return values.
func (v Value) Turn(f func(string) Value) Value {
	var out Union
	for _, a := range v {
		if a.Kind == Constant {
			out.Add(f(a.Text))
		} else {
			out.Add(Top)
		}
	}
	return OrTop(out.Value)
}

// Runes returns the characters with some codes.
func (v Value) Runes() Value {
	var out Union
	for _, a := range v {
		if a.Kind == Number && a.Num >= 0 && a.Num <= utf8.MaxRune {
			out.Add(Text(string(rune(a.Num))))
		} else {
			out.Add(Top)
		}
	}
	return OrTop(out.Value)
}

// Reverse returns a list in reverse order.
func (v Value) Reverse() Value {
	var out Union
	for _, a := range v {
		if a.Kind != Sequence || a.Keys != nil {
			return Top
		}
		items := make([]Value, len(a.Items))
		for i, it := range a.Items {
			items[len(items)-1-i] = it
		}
		out.Add(List(items...))
	}
	return OrTop(out.Value)
}

// ByteAt returns the byte of a text at a position.
func ByteAt(s string, i int) Value {
	if i < 0 || i >= len(s) {
		return Top
	}
	return Text(s[i : i+1])
}

// Substring returns the part of a text between two positions or, if length is set, from a
// position with a length.
func Substring(s string, from, to Value, length bool) (string, bool) {
	start, end := 0, len(s)
	if !position(from, &start, len(s)) {
		return "", false
	}
	switch {
	case to == nil:
	case length:
		n := 0
		if !position(to, &n, len(s)) {
			return "", false
		}
		end = min(start+n, len(s))
	case !position(to, &end, len(s)):
		return "", false
	}
	return s[start:max(start, end)], true
}

// position stores a number, adding size if it is negative.
func position(v Value, to *int, size int) bool {
	if len(v) != 1 || v[0].Kind != Number {
		return false
	}
	*to = v[0].Num
	if *to < 0 {
		*to += size
	}
	*to = min(max(*to, 0), size)
	return true
}

// Glob returns the possible names that match a pattern: only their beginning and end are known.
func Glob(s string) Value {
	i := strings.IndexAny(s, "*?[")
	if i < 0 {
		return Text(s)
	}
	end := strings.LastIndexAny(s, "*?]}")
	if strings.HasPrefix(s, "**/") && end == len(s)-1 {
		return TemplateOf("./" + effect.Placeholder) // everything below, and not only a name
	}
	return TemplateOf(effect.EscapeTemplate(s[:i]) + effect.Placeholder + effect.EscapeTemplate(s[max(i, end)+1:]))
}

// Parent returns the directory of a path. That of the working directory is above it.
func Parent(s string) (string, bool) {
	if s == "" {
		return "", false
	}
	switch clean := path.Clean(s); {
	case clean == "." || clean == ".." || strings.HasSuffix(clean, "/.."):
		return path.Join(clean, ".."), true
	}
	return path.Dir(s), true
}

// Parents returns the directory some levels above a path.
func Parents(v Value, levels int) Value {
	for range min(max(levels, 0), maxPlain) {
		v = v.Each(Parent)
	}
	return v
}

// Unhex decodes hexadecimal digits.
func Unhex(s string) (string, bool) {
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	return string(b), err == nil && utf8.Valid(b)
}

// Unbase64 decodes base64, ignoring bytes outside the alphabet as Python does.
func Unbase64(s string) (string, bool) {
	s = strings.NewReplacer("-", "+", "_", "/", "\n", "", " ", "", "=", "").Replace(s)
	b, err := base64.RawStdEncoding.DecodeString(s)
	return string(b), err == nil && utf8.Valid(b)
}

// ShellQuote quotes a text with single quotes, as shlex.quote and escapeshellarg do.
func ShellQuote(s string) (string, bool) {
	return "'" + strings.ReplaceAll(s, "'", `'"'"'`) + "'", len(s) <= MaxText/8
}

// Rot13 rotates the letters of a text by 13.
func Rot13(s string) (string, bool) {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z':
			return 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			return 'A' + (c-'A'+13)%26
		}
		return c
	}, s), true
}

// Reverse returns a text in reverse order.
func Reverse(s string) (string, bool) {
	runes := []rune(s)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return string(runes), true
}

// Join joins the items of each list with a separator.
func (r *Interp) Join(by, items Value) Value {
	var out Union
	for _, a := range items {
		var next Value
		if whole, ok := pieced(by, a.Items); ok {
			next = whole
		} else if a.Kind == Sequence {
			next = Text("")
			for i, it := range a.Items {
				if i > 0 {
					next = r.Operate("+", next, by)
				}
				next = r.Operate("+", next, it.Str())
			}
		} else if a.Kind == Constant && len(by) == 1 && by[0].Text == "" || a.Kind == Ref && sink.IsFileText(a.Text) {
			next = Value{a}
		} else {
			next = withEnvironment(Top, a)
		}
		out.Add(next)
	}
	return OrTop(out.Value)
}

// Replace replaces each occurrence of a text.
func (r *Interp) Replace(of, from, to Value) Value {
	if len(from) != 1 || len(to) != 1 || from[0].Kind != Constant || to[0].Kind != Constant {
		return Top
	}
	return of.EachPiece(func(s string) (string, bool) {
		if n := len(s) * (len(to[0].Text) + 1); n > MaxText*16 || !r.Spend(n) {
			return "", false
		}
		s = strings.ReplaceAll(s, from[0].Text, to[0].Text)
		return s, len(s) <= MaxText
	})
}

// SplitBy splits a text at a separator into a list.
func (r *Interp) SplitBy(of, by Value) Value {
	if len(by) != 1 || by[0].Kind != Constant || by[0].Text == "" {
		return Top
	}
	var out Union
	for i, a := range of {
		if a.isFound() && strings.TrimSpace(by[0].Text) == "" {
			out.Add(List(Value{a}))
			continue
		}
		out.Add(of[i : i+1].Turn(func(s string) Value {
			return r.Texts(strings.SplitN(s, by[0].Text, MaxItems+1))
		}))
	}
	return OrTop(out.Value)
}

// Texts returns a list of literals of the code.
func (r *Interp) Texts(words []string) Value {
	if len(words) > MaxItems || !r.Spend(len(words)) {
		return Top
	}
	items := make([]Value, len(words))
	for i, w := range words {
		items[i] = r.LiteralText(w)
	}
	return List(items...)
}

// Words splits at blanks, or as a shell does if quoted is set. If the end of the text is
// unknown, the last word may be any number of words.
func (r *Interp) Words(v Value, quoted bool) Value {
	var out Union
	for _, a := range v {
		next := Top
		if a.isFound() {
			next = List(Value{a})
		} else if words, ok := fields(a.Text, quoted); ok && a.Text != "" && a.Kind != Ref && a.Kind != Sequence {
			next = r.Texts(words)
			if a.Kind == Unknown {
				if !strings.HasSuffix(a.Text, " ") && len(words) > 0 {
					words = words[:len(words)-1]
				}
				next = r.Operate("+", r.Texts(words), List(Top))
			}
		}
		out.Add(next)
	}
	return OrTop(out.Value)
}

// fields splits a text, and fails on unclosed quotes.
func fields(s string, quoted bool) ([]string, bool) {
	if !quoted || !strings.ContainsAny(s, `'"\`) {
		return strings.Fields(s), true
	}
	return quotedFields.Split(s)
}

// quotedFields is what Python's shlex.split and Ruby's Shellwords take for quotes.
var quotedFields = wordsplit.Quoting{Quotes: `"'`, Separators: " \t\n\r", Escaped: escapedField}

func escapedField(quote, next byte) (string, bool) {
	return string(next), quote == 0 || quote == '"' && (next == '"' || next == '\\')
}
