package filter

import "strings"

// pasteLines evaluates paste -s: the input's lines joined by delimiters.
func pasteLines(call Call) (string, bool) {
	delimiter, serial, reads := "\t", false, false
	for args := call.Args; len(args) > 0; args = args[1:] {
		switch option := args[0]; {
		case option == "-" && !reads: // a second one would read at the end of the input
			reads = true
		case option == "-s" || option == "--serial":
			serial = true
		case option == "-d" && len(args) > 1:
			delimiter, args = args[1], args[1:]
		case strings.HasPrefix(option, "-d") || strings.HasPrefix(option, "-sd"):
			serial = serial || option[1] == 's'
			if _, delimiter, _ = strings.Cut(option, "d"); delimiter == "" && len(args) > 1 {
				delimiter, args = args[1], args[1:]
			}
		default:
			return "", false
		}
	}
	if !serial || len(delimiter) != 1 || delimiter == `\` {
		return "", false
	}
	return strings.ReplaceAll(strings.TrimSuffix(call.Input, "\n"), "\n", delimiter) + "\n", true
}
