package spelling

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/shellquote"
)

// single puts a text into single quotes.
func single(t string) string { return shellquote.Single(t) }

// double puts a text into double quotes.
func double(t string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`, "`", "\\`").Replace(t) + `"`
}

// plain quotes a text only where the shell would see more than text in it.
func plain(t string) string {
	if t != "" && strings.Trim(t, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_/,:@%+=") == "" && !strings.HasPrefix(t, "=") {
		return t
	}
	return single(t)
}

// parted quotes a text in two parts.
func parted(t string) string { return double(t[:1]) + single(t[1:]) }

// hollow puts empty quotes after the first byte of a text.
func hollow(t string) string { return plain(t[:1]) + `""` + plain(t[1:]) }

// escaped puts a backslash before every byte of a text. A line feed would
// vanish with its backslash.
func escaped(t string) string {
	if strings.ContainsAny(t, "\n") {
		return ""
	}
	var b strings.Builder
	for _, r := range t {
		b.WriteRune('\\')
		b.WriteRune(r)
	}
	return b.String()
}

// ansi writes every byte of a text by a format between $' and '.
func ansi(format, t string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i := range len(t) {
		fmt.Fprintf(&b, format, t[i])
	}
	return b.String() + "'"
}

func hexadecimal(t string) string { return ansi(`\x%02x`, t) }

func octal(t string) string { return ansi(`\%03o`, t) }

// unicode writes ASCII by code points: others would depend on the locale.
func unicode(t string) string {
	if !ascii(t) {
		return ""
	}
	return ansi(`\u%04x`, t)
}

func ascii(t string) bool {
	return !strings.ContainsFunc(t, func(r rune) bool { return r >= 0x80 })
}

// ansiPlain puts a text between $' and ' with no more escapes than it needs.
func ansiPlain(t string) string {
	return `$'` + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(t) + `'`
}

// localized puts a text into $"…", which is looked up in a catalogue of
// translations that scripts do not have.
func localized(t string) string { return "$" + double(t) }

// defaulted writes a text as what stands for a variable that is not set.
func defaulted(t string) string {
	if strings.ContainsAny(t, "'}") {
		return ""
	}
	return `"${zz:-` + strings.Trim(double(t), `"`) + `}"`
}

// printed writes a text as what a command prints. Substitution would take
// trailing line feeds away.
func printed(t string) string {
	if strings.HasSuffix(t, "\n") {
		return ""
	}
	return `"$(printf %s ` + single(t) + `)"`
}

func encoded(t string) string { return base64.StdEncoding.EncodeToString([]byte(t)) }

func dumped(t string) string { return hex.EncodeToString([]byte(t)) }

// reversed turns ASCII text around, a line at a time as rev(1) does.
func reversed(t string) string {
	if !ascii(t) || strings.Contains(t, "\n") {
		return ""
	}
	b := []byte(t)
	slices.Reverse(b)
	return single(string(b))
}

// unquoted writes words as they are if none needs quotes.
func unquoted(l *Line) string {
	out := make([]string, len(l.words))
	for i, w := range l.words {
		if plain(w.value) != w.value {
			return ""
		}
		out[i] = w.value
	}
	return strings.Join(out, " ")
}
