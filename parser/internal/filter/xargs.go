package filter

import (
	"slices"
	"strconv"
	"strings"
)

// xargsLines evaluates xargs without a command or with echo, which prints the words of its input:
// all on one line, some on each line (-n), or each line of the input in a template (-I). See xargs(1).
func xargsLines(call Call) (string, bool) {
	perLine, name, command, ok := xargsOptions(call.Args)
	if !ok || strings.ContainsAny(call.Input, "'\"\\\x00") || !call.Spend(len(call.Input)) {
		return "", false
	}
	if len(command) > 0 && (command[0] != "echo" || len(command) > 1 && strings.HasPrefix(command[1], "-")) {
		return "", false
	}
	command = command[min(1, len(command)):]
	if name != "" {
		return xargsTemplate(call, name, strings.Join(command, " "))
	}
	words := strings.FieldsFunc(call.Input, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' })
	if len(words) == 0 {
		return "", false
	}
	if perLine == 0 {
		perLine = len(words)
	}
	var b strings.Builder
	for group := range slices.Chunk(words, perLine) {
		line := strings.Join(slices.Concat(command, group), " ")
		if strings.HasPrefix(line, "-") || b.Len() > maxText || !call.Spend(len(line)) {
			return "", false // an option of echo
		}
		b.WriteString(line + "\n")
	}
	return b.String(), true
}

// xargsOptions reads the options of xargs: how many words it takes for each line, and the name that
// stands for a line of the input.
func xargsOptions(args []string) (perLine int, name string, command []string, ok bool) {
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		option, value := args[0], ""
		args = args[1:]
		if option == "-r" || option == "--no-run-if-empty" {
			continue
		}
		if value = option[min(2, len(option)):]; value == "" && len(args) > 0 {
			value, args = args[0], args[1:]
		}
		switch option[:min(2, len(option))] {
		case "-n":
			n, err := strconv.Atoi(value)
			if perLine = n; err != nil || n < 1 {
				return 0, "", nil, false
			}
		case "-I":
			name = value
		default:
			return 0, "", nil, false
		}
	}
	return perLine, name, args, perLine == 0 || name == ""
}

// xargsTemplate returns a text for each line of the input, with the line in the place of its name.
func xargsTemplate(call Call, name, template string) (string, bool) {
	var b strings.Builder
	for line := range strings.Lines(call.Input) {
		line = strings.TrimLeft(strings.TrimSuffix(line, "\n"), " \t")
		if line == "" || strings.HasPrefix(template, name) && line[0] == '-' || b.Len() > maxText || !call.Spend(len(template)+strings.Count(template, name)*len(line)) {
			return "", false
		}
		b.WriteString(strings.ReplaceAll(template, name, line) + "\n")
	}
	return b.String(), b.Len() > 0
}
