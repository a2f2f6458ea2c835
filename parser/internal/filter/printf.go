package filter

import (
	"strconv"
	"strings"
)

// Printf is printf (printf(1)).
func Printf(call Call) (string, bool) {
	args := call.Args
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || !call.Bash && strings.Contains(args[0], `\x`) {
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

// appendFormatted goes through a format once, and tells how many arguments it took.
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
		if len(format) < 2 {
			return used, false, false
		}
		arg := ""
		if used < len(args) {
			arg = args[used]
		}
		used++
		switch format[1] {
		case 's':
			b.WriteString(arg)
		case 'c':
			b.WriteString(arg[:min(len(arg), 1)])
		case 'b':
			text, stopped, ok := backslashes(arg, true)
			if b.WriteString(text); stopped || !ok {
				return used, stopped, ok
			}
		case 'd', 'i', 'x', 'X', 'o':
			text, ok := number(arg, format[1])
			if !ok {
				return used, false, false
			}
			b.WriteString(text)
		default:
			return used, false, false
		}
		format = format[2:]
	}
	return used, false, true
}

// number is a number as printf writes it.
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
