package builtins

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
)

// Words drops the prefixes builtin and command, which run a builtin itself.
func Words(words []tree.Word) []tree.Word {
	for len(words) > 1 {
		if name, ok := words[0].Text(); !ok || name != "command" && name != "builtin" {
			break
		}
		words = words[1:]
		if len(words) > 1 && (words[0].Is("-p") == tree.Yes || words[0].Is("--") == tree.Yes) {
			words = words[1:]
		}
	}
	return words
}

// ExecOperands drops the options of exec from its arguments: -a NAME, -c and -l.
func ExecOperands(args []tree.Word) []tree.Word {
	for len(args) > 0 {
		t, ok := args[0].Text()
		if !ok || len(t) < 2 || t[0] != '-' || strings.Trim(t[1:], "acl-") != "" {
			break
		}
		args = args[1:]
		if strings.HasSuffix(t, "a") && len(args) > 0 {
			args = args[1:]
		}
		if t == "--" {
			break
		}
	}
	return args
}

// DirOperands drops the options of cd from its arguments.
func DirOperands(args []tree.Word) []tree.Word {
	for len(args) > 0 {
		t, ok := args[0].Text()
		if !ok || len(t) < 2 || t[0] != '-' || strings.Trim(t[1:], "LPeqsn@-") != "" {
			break
		}
		args = args[1:]
		if t == "--" {
			break
		}
	}
	return args
}

// HasOption reports whether a string of options, such as "-gx+r", contains an option letter.
func HasOption(options, option string) bool {
	sign := byte('-')
	for i := range len(options) {
		switch c := options[i]; {
		case c == '-' || c == '+':
			sign = c
		case c == option[1] && sign == option[0]:
			return true
		}
	}
	return false
}
