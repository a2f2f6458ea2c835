package parser

import (
	"encoding/hex"
	"path"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
)

// maxText bounds what a filter writes, in bytes.
const maxText = 64 << 10

// filter says what a program writes that does nothing but turn its arguments
// and its input into text. It reports false where that is not known.
type filter struct {
	output func(call filterCall) (string, bool)
	reads  bool // it needs its input
}

// filterCall is one run of a filter.
type filterCall struct {
	bash  bool     // the shell is bash, whose builtins are known
	args  []string // after its name
	in    string
	fed   bool             // in is known
	xpg   bool             // echo reads backslashes, or does not
	spend func(n int) bool // counts work; false if there was too much
}

// filterNamed finds a filter by name, or by its path where programs are kept
// (coreutils(1), sed(1), xxd(1), and the builtins of shells).
func filterNamed(name string) (filter, bool) {
	if dir := path.Dir(name); dir == "/bin" || dir == "/usr/bin" {
		name = path.Base(name)
	}
	switch name {
	case "echo":
		return filter{echo, false}, true
	case "printf":
		return filter{printf, false}, true
	case "cat":
		return filter{cat, true}, true
	case "tee":
		return filter{tee, true}, true
	case "base64":
		return filter{base64Text, true}, true
	case "base32":
		return filter{base32Text, true}, true
	case "xxd":
		return filter{unhex, true}, true
	case "tr":
		return filter{translate, true}, true
	case "rev":
		return filter{reverseLines, true}, true
	case "tac":
		return filter{tac, true}, true
	case "head":
		return filter{head, true}, true
	case "tail":
		return filter{tail, true}, true
	case "cut":
		return filter{cutColumns, true}, true
	case "sed":
		return filter{sed, true}, true
	case "awk", "gawk", "mawk", "nawk":
		return filter{awk, false}, true
	case "uniq":
		return filter{unique, true}, true
	case "seq":
		return filter{sequence, false}, true
	case ":", "true", "false":
		return filter{silence, false}, true
	case "basename":
		return filter{baseName, false}, true
	case "dirname":
		return filter{dirName, false}, true
	}
	return filter{}, false
}

func isFilter(name string) bool {
	_, found := filterNamed(name)
	return found
}

// produced is what a command is certain to write, if all of it is known.
func (w *walker) produced(c *tree.Command) (string, bool) {
	words := carried(c.Args)
	if len(words) == 0 || !assignsPlainly(c.Assigns) || c.Shadowed {
		return "", false
	}
	if name, known := words[0].Text(); !known || name != "pwd" && !isFilter(name) {
		return "", false
	}
	in, known := w.inputOf(c)
	if !known {
		return "", false
	}
	args := make([]string, len(words))
	for i, a := range words {
		if args[i], known = a.Text(); !known {
			return "", false
		}
	}
	if in == nil && len(words) > 1 && c.Files != nil {
		args, in = w.fromFiles(c, words, args)
	}
	if len(args) == 1 && args[0] == "pwd" {
		return w.absolute(c.Dir, "PWD").Text()
	}
	f, found := filterNamed(args[0])
	if !found || f.reads && in == nil {
		return "", false
	}
	call := filterCall{bash: w.options.Lang == reader.Bash, args: args[1:], fed: in != nil, xpg: w.effects.shopts&echoEscapes != 0, spend: w.spend}
	if in != nil {
		call.in = *in
	}
	out, ok := f.output(call)
	if !ok || len(out) > tree.MaxValue || !w.spend(len(out)+len(call.in)+wordCost) {
		return "", false
	}
	return out, true
}

// inputOf is the text on a command's standard input; nil if it is not known.
// It reports false if the command's output goes elsewhere.
func inputOf(c *tree.Command) (*string, bool) {
	newline := ""
	for _, r := range c.Redirects {
		switch {
		case r.Op == "<<<":
			newline = "\n"
		case r.Op == "<<" || r.Op == "<<-":
			newline = ""
		case r.FD == "2" && (r.Op == ">" || r.Op == ">>") && r.Target.Is("/dev/null") == tree.Yes:
		case r.FD == "2" && r.Op == ">&" && r.Target.Is("1") == tree.Yes:
		default:
			return nil, false
		}
	}
	in := c.Stdin
	text, known := in.Word.Text()
	if !known || in.Kind != tree.FromText && (in.Kind != tree.FromPipe || len(in.Word.Parts) == 0) {
		return nil, true
	}
	if in.Kind == tree.FromPipe {
		newline = ""
	}
	text += newline
	return &text, true
}

func echo(call filterCall) (string, bool) {
	args := call.args
	end, escapes := "\n", false
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "neE") == "" {
		if !call.bash && args[0] != "-n" {
			return "", false // an option or text: it depends on the shell
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
	if !call.bash || call.xpg {
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

// backslashes reads the escapes of echo -e and of printf's formats. In those
// of echo, and of printf's %b, octal numbers start with 0 and \c ends it all.
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
			n, code := digits(s[i+1:], 3, 8)
			b.WriteByte(byte(code))
			i += n
		case c == 'c':
			return "", false, false
		default:
			text, n := ansiEscape(s[i:])
			b.WriteString(text)
			i += n - 1
		}
	}
	return b.String(), false, true
}

// silence is what a command prints that prints nothing.
func silence(filterCall) (string, bool) { return "", true }

func printf(call filterCall) (string, bool) {
	args := call.args
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || !call.bash && strings.Contains(args[0], `\x`) {
		return "", false
	}
	format, args := args[0], args[1:]
	var b strings.Builder
	for {
		used, stop, ok := formatted(&b, format, args)
		if !ok || b.Len() > maxText {
			return "", false
		}
		args = args[min(used, len(args)):]
		if stop || len(args) == 0 || used == 0 {
			return b.String(), true
		}
	}
}

// formatted goes through a format once, and tells how many arguments it took.
func formatted(b *strings.Builder, format string, args []string) (used int, stop, ok bool) {
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

func cat(call filterCall) (string, bool) {
	return call.in, len(call.args) == 0 || len(call.args) == 1 && (call.args[0] == "-" || call.args[0] == "-u")
}

func unhex(call filterCall) (string, bool) {
	reverse, plain := false, false
	for _, a := range call.args {
		switch a {
		case "-r":
			reverse = true
		case "-p", "-ps":
			plain = true
		case "-rp", "-pr":
			reverse, plain = true, true
		default:
			return "", false
		}
	}
	if !reverse || !plain {
		return "", false
	}
	out, err := hex.DecodeString(strings.Join(strings.Fields(call.in), ""))
	return string(out), err == nil && clean(out)
}

// clean tells whether text may go through a shell unchanged.
func clean(text []byte) bool { return strings.IndexByte(string(text), 0) < 0 }
