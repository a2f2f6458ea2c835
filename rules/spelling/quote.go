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

// plain quotes a text only if the shell would read more than text in it.
func plain(t string) string {
	if t != "" && strings.Trim(t, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_/,:@%+=") == "" && !strings.HasPrefix(t, "=") {
		return t
	}
	return single(t)
}

// parted quotes a text in two parts, with different quotes.
func parted(t string) string { return double(t[:1]) + single(t[1:]) }

// hollow puts empty quotes after the first byte of a text.
func hollow(t string) string { return plain(t[:1]) + `""` + plain(t[1:]) }

// escaped puts a backslash before every byte of a text. A line feed would vanish together with
// its backslash.
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

// ansi writes every byte of a text in a format between $' and '.
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

// unicode writes ASCII as code points: other characters would depend on the locale.
func unicode(t string) string {
	if !ascii(t) {
		return ""
	}
	return ansi(`\u%04x`, t)
}

func ascii(t string) bool {
	return !strings.ContainsFunc(t, func(r rune) bool { return r >= 0x80 })
}

// ansiPlain writes a text between $' and ' with as few escapes as possible.
func ansiPlain(t string) string {
	return `$'` + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(t) + `'`
}

// localized writes a text in $"…", which bash looks up in a message catalogue that scripts do not have.
func localized(t string) string { return "$" + double(t) }

// defaulted writes a text as the default of an unset variable.
func defaulted(t string) string {
	if strings.ContainsAny(t, "'}") {
		return ""
	}
	return `"${zz:-` + strings.Trim(double(t), `"`) + `}"`
}

// printed writes a text as the output of a command. The substitution would remove trailing line feeds.
func printed(t string) string {
	if strings.HasSuffix(t, "\n") {
		return ""
	}
	return `"$(printf %s ` + single(t) + `)"`
}

func encoded(t string) string { return base64.StdEncoding.EncodeToString([]byte(t)) }

func dumped(t string) string { return hex.EncodeToString([]byte(t)) }

// reversed reverses ASCII text line by line, as rev(1) does.
func reversed(t string) string {
	if !ascii(t) || strings.Contains(t, "\n") {
		return ""
	}
	b := []byte(t)
	slices.Reverse(b)
	return single(string(b))
}

// unquoted joins the words if none needs quotes.
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
