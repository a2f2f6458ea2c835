package filter

import "strings"

// pasteLines evaluates paste -s: the input's lines joined by delimiters. It also evaluates paste
// of several files: their lines side by side.
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
	if len(delimiter) != 1 || delimiter == `\` || serial && len(call.Files) > 1 {
		return "", false
	}
	if !serial {
		return sideBySide(call.Files, delimiter)
	}
	return strings.ReplaceAll(strings.TrimSuffix(call.Input, "\n"), "\n", delimiter) + "\n", true
}

// sideBySide joins the lines of several files.
func sideBySide(files []string, delimiter string) (string, bool) {
	var columns [][]string
	rows := 0
	for _, text := range files {
		column := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		columns, rows = append(columns, column), max(rows, len(column))
	}
	var b strings.Builder
	for i := range rows {
		for k, column := range columns {
			if k > 0 {
				b.WriteString(delimiter)
			}
			if i < len(column) {
				b.WriteString(column[i])
			}
		}
		if b.WriteByte('\n'); b.Len() > maxText {
			return "", false
		}
	}
	return b.String(), len(files) > 1
}
