package filter

import (
	"slices"
	"strings"
)

// listNames is ls -d of names: those that are there, which all are taken to be.
func listNames(call Call) (string, bool) {
	itself := false
	var names []string
	for i, a := range call.Args {
		switch {
		case a == "--":
			names = append(names, call.Args[i+1:]...)
			slices.Sort(names)
			return strings.Join(names, "\n") + "\n", itself && len(names) > 0
		case a == "-d" || a == "-1d" || a == "-d1" || a == "--directory":
			itself = true
		case a == "-1":
		case strings.HasPrefix(a, "-"):
			return "", false
		default:
			names = append(names, a)
		}
	}
	slices.Sort(names)
	return strings.Join(names, "\n") + "\n", itself && len(names) > 0
}
