package filter

import (
	"path"
	"strings"
)

// baseName evaluates basename of one name, with or without a suffix.
func baseName(call Call) (string, bool) {
	call.Args = operands(call.Args)
	if len(call.Args) == 0 || len(call.Args) > 2 || strings.HasPrefix(call.Args[0], "-") {
		return "", false
	}
	name := call.Args[0]
	if name != "" {
		name = path.Base(name)
	}
	if len(call.Args) == 2 && name != call.Args[1] {
		name = strings.TrimSuffix(name, call.Args[1])
	}
	return name + "\n", true
}

// dirName evaluates dirname of one name.
func dirName(call Call) (string, bool) {
	call.Args = operands(call.Args)
	if len(call.Args) != 1 || strings.HasPrefix(call.Args[0], "-") {
		return "", false
	}
	name := strings.TrimRight(call.Args[0], "/")
	if name == "" && call.Args[0] != "" {
		return "/\n", true
	}
	i := strings.LastIndexByte(name, '/')
	if i < 0 {
		return ".\n", true
	}
	if name = strings.TrimRight(name[:i], "/"); name == "" {
		name = "/"
	}
	return name + "\n", true
}

// operands returns the arguments without a leading "--".
func operands(args []string) []string {
	if len(args) > 1 && args[0] == "--" {
		return args[1:]
	}
	return args
}
