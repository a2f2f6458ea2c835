package filter

import "strings"

// grepOnly evaluates grep -o: each match of a pattern, on a line of its own.
func grepOnly(call Call) (string, bool) { return grep(call, false) }

// MatchingLines evaluates grep: the lines in which a pattern matches. [Lookup] knows no such filter, since its
// callers follow what grep selects without that.
func MatchingLines(call Call) (string, bool) { return grep(call, true) }

// grep evaluates grep. lines says whether it may print whole lines.
func grep(call Call, lines bool) (string, bool) {
	only, extended, pattern := false, false, ""
	for _, a := range call.Args {
		switch {
		case a == "-o" || a == "--only-matching":
			only = true
		case a == "-e":
		case a == "-E":
			extended = true
		case a == "-oE" || a == "-Eo":
			only, extended = true, true
		case strings.HasPrefix(a, "-") || pattern != "":
			return "", false
		default:
			pattern = a
		}
	}
	re, ok := compile(pattern, extended)
	if !only && !lines || !ok || !IsASCII(call.Input) {
		return "", false
	}
	var b strings.Builder
	for _, line := range Lines(call.Input) {
		if call.Spend != nil && !call.Spend(len(line)) {
			return "", false
		}
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(pattern, "^") && !re.MatchString(line) {
			continue
		}
		if !only {
			if re.MatchString(line) {
				b.WriteString(line + "\n")
			}
			continue
		}
		for _, found := range re.FindAllString(line, -1) {
			if found != "" {
				b.WriteString(found + "\n")
			}
		}
	}
	return b.String(), true
}
