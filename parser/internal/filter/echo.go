package filter

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/quote"
)

func echo(call Call) (string, bool) {
	args := call.Args
	end, escapes := "\n", false
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "neE") == "" {
		if !call.Bash && args[0] != "-n" {
			return "", false // an option or text: shells differ
		}
		for _, o := range args[0][1:] {
			switch o {
			case 'n':
				end = ""
			default:
				escapes = o == 'e'
			}
		}
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if strings.IndexByte(text, '\\') < 0 {
		return text + end, true
	}
	if !call.Bash || call.EchoEscapes {
		return "", false
	}
	if !escapes {
		return text + end, true
	}
	text, stopped, ok := backslashes(text, true)
	if stopped {
		end = ""
	}
	return text + end, ok
}

// backslashes decodes the escapes of echo -e and of printf's formats. If zero is set, as for
// echo and for printf's %b, octal numbers start with 0, and \c ends the output.
func backslashes(s string, zero bool) (text string, stopped, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case c == 'c' && zero:
			return b.String(), true, true
		case c == '"' || c == '\'' || c == '?':
			b.WriteString(s[i-1 : i+1])
		case zero && c >= '1' && c <= '7':
			return "", false, false // versions differ
		case zero && c == '0':
			n, code := quote.Digits(s[i+1:], 3, 8)
			b.WriteByte(byte(code))
			i += n
		case c == 'c':
			return "", false, false
		default:
			text, n := quote.ANSIEscape(s[i:])
			b.WriteString(text)
			i += n - 1
		}
	}
	return b.String(), false, true
}
