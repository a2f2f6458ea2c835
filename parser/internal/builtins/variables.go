package builtins

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser/tree"
)

// AssignedBy returns the variables that a builtin assigns, from the words after its name. It
// leaves out unknown operands, except that they may name PATH (MayBePath).
func AssignedBy(name string, args []tree.Word) []string {
	var names []string
	switch name {
	case "read", "vared":
		names = append(names, "REPLY")
	case "mapfile", "readarray":
		names = append(names, "MAPFILE")
	case "getopts":
		names = append(names, "OPTARG", "OPTIND")
	case "printf":
		args = beforeFormat(args)
	}
	variableNext := false
	for _, a := range args {
		word := a.Prefix()
		optional := slices.Contains([]string{"printf", "wait", "print", "set", "shift"}, name)
		switch {
		case strings.HasPrefix(word, "-"):
			variableNext = strings.HasSuffix(word, "v") || strings.HasSuffix(word, "p") || strings.HasSuffix(word, "A") || strings.HasSuffix(word, "a")
			if optional && len(word) > 2 {
				word = word[2:] // printf -vX
				break
			}
			continue
		case optional && !variableNext:
			continue
		}
		variableNext = false
		if n := len(word) - len(strings.TrimLeft(word, tree.NameBytes)); n > 0 {
			names = append(names, word[:n])
		}
	}
	return names
}

// beforeFormat returns the words of printf before its format. No option follows the format.
func beforeFormat(args []tree.Word) []tree.Word {
	n := 0
	for n < len(args) && strings.HasPrefix(args[n].Prefix(), "-") {
		if args[n].Is("-v") == tree.Yes {
			n++
		}
		n++
	}
	return args[:min(n, len(args))]
}

// withValue lists options of builtins whose value, the next word, does not name a variable to
// assign.
const withValue = " read-d read-i read-n read-N read-p read-t read-u mapfile-d mapfile-n mapfile-O mapfile-s mapfile-u mapfile-C mapfile-c " +
	"readarray-d readarray-n readarray-O readarray-s readarray-u readarray-C readarray-c "

// MayBePath reports whether a builtin may assign PATH through an unknown name.
func MayBePath(name string, args []tree.Word) bool {
	var variables []tree.Word
	switch name {
	case "read", "mapfile", "readarray", "export", "readonly", "declare", "typeset", "local", "nameref", "unset", "vared":
		for i, a := range args {
			if i > 0 && wordlist.Among(name+args[i-1].Prefix(), withValue) {
				continue
			}
			variables = append(variables, a)
		}
	case "getopts":
		variables = args[min(1, len(args)):min(2, len(args))]
	case "printf", "print", "wait":
		for i, a := range args {
			if len(a.Prefix()) == 2 && strings.HasSuffix(a.Prefix(), "v") || a.Is("-p") == tree.Yes {
				variables = append(variables, args[i+1:min(i+2, len(args))]...)
			}
		}
	}
	return slices.ContainsFunc(variables, func(a tree.Word) bool {
		_, known := a.Text()
		return !known && !strings.HasPrefix(a.Prefix(), "-") && !strings.ContainsAny(a.Prefix(), "=[")
	})
}

// KeepsValue reports whether a builtin only names a variable and keeps its value.
func KeepsValue(builtin, name string, args []tree.Word) bool {
	return (builtin == "export" || builtin == "readonly") && !slices.ContainsFunc(args, func(a tree.Word) bool {
		return strings.HasPrefix(a.Prefix(), name) && a.Is(name) != tree.Yes
	})
}

// AssignsOtherwise reports whether a builtin assigns variables that programs inherit, other
// than by NAME=value. Programs do not inherit arrays.
func AssignsOtherwise(builtin string) bool {
	switch builtin {
	case "read", "printf", "print", "getopts", "wait", "vared", "let":
		return true
	}
	return false
}
