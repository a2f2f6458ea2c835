package filter

import (
	"strconv"
	"strings"
)

// Printf evaluates printf (printf(1)).
func Printf(call Call) (string, bool) {
	args := call.Args
	ended := len(args) > 0 && args[0] == "--"
	if ended {
		args = args[1:]
	}
	if len(args) == 0 || !ended && strings.HasPrefix(args[0], "-") || !call.Bash && strings.Contains(args[0], `\x`) {
		return "", false
	}
	format, args := args[0], args[1:]
	var b strings.Builder
	for {
		used, stop, ok := appendFormatted(&b, format, args)
		if !ok || b.Len() > maxText {
			return "", false
		}
		args = args[min(used, len(args)):]
		if stop || len(args) == 0 || used == 0 {
			return b.String(), true
		}
	}
}

// appendFormatted applies a format once, and returns how many arguments it used.
func appendFormatted(b *strings.Builder, format string, args []string) (used int, stop, ok bool) {
	for format != "" {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			i = len(format)
		}
		text, _, ok := backslashes(format[:i], false)
		if !ok {
			return used, false, false
		}
		b.WriteString(text)
		if format = format[i:]; format == "" {
			break
		}
		if strings.HasPrefix(format, "%%") {
			b.WriteByte('%')
			format = format[2:]
			continue
		}
		field, rest := fieldOf(format[1:])
		if rest == "" {
			return used, false, false
		}
		arg := ""
		if used < len(args) {
			arg = args[used]
		}
		used++
		if field != (width{}) && (rest[0] != 's' || !IsASCII(arg)) {
			return used, false, false
		}
		switch rest[0] {
		case 's':
			b.WriteString(field.filled(arg))
		case 'c':
			b.WriteString(arg[:min(len(arg), 1)])
		case 'b':
			text, stopped, ok := backslashes(arg, true)
			if b.WriteString(text); stopped || !ok {
				return used, stopped, ok
			}
		case 'd', 'i', 'x', 'X', 'o':
			text, ok := number(arg, rest[0])
			if !ok {
				return used, false, false
			}
			b.WriteString(text)
		default:
			return used, false, false
		}
		format = rest[1:]
	}
	return used, false, true
}

// width is the minimal width and the precision of a conversion: %-8.3s.
type width struct {
	left      bool
	least     int
	most      int
	isBounded bool
}

// maxWidth bounds the width of one conversion.
const maxWidth = 1 << 10

// fieldOf reads the width and the precision in a format, and returns the rest of the format;
// "" if they are of an unsupported form.
func fieldOf(format string) (w width, rest string) {
	format, w.left = strings.CutPrefix(format, "-")
	w.least, format = digits(format)
	if format, w.isBounded = strings.CutPrefix(format, "."); w.isBounded {
		w.most, format = digits(format)
	}
	if w.least > maxWidth {
		return w, ""
	}
	return w, format
}

// digits reads a number at the start of a text.
func digits(text string) (n int, rest string) {
	rest = strings.TrimLeft(text, "0123456789")
	n, err := strconv.Atoi(text[:len(text)-len(rest)])
	if err != nil && len(rest) < len(text) {
		return maxText, rest
	}
	return n, rest
}

// filled truncates a text to the precision, and pads it to the width.
func (w width) filled(text string) string {
	if w.isBounded {
		text = text[:min(len(text), w.most)]
	}
	blanks := strings.Repeat(" ", max(0, w.least-len(text)))
	if w.left {
		return text + blanks
	}
	return blanks + text
}

// number formats a number as printf does.
func number(arg string, verb byte) (string, bool) {
	if arg == "" {
		arg = "0"
	}
	var n int64
	if len(arg) > 1 && (arg[0] == '\'' || arg[0] == '"') && len(arg) == 2 {
		n = int64(arg[1])
	} else {
		var err error
		if n, err = strconv.ParseInt(arg, 0, 64); err != nil || n < 0 || strings.ContainsAny(arg, "_bB") && !strings.HasPrefix(arg, "0x") {
			return "", false
		}
	}
	switch verb {
	case 'x':
		return strconv.FormatInt(n, 16), true
	case 'X':
		return strings.ToUpper(strconv.FormatInt(n, 16)), true
	case 'o':
		return strconv.FormatInt(n, 8), true
	}
	return strconv.FormatInt(n, 10), true
}
