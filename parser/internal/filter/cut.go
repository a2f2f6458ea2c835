package filter

import (
	"slices"
	"strconv"
	"strings"
)

// cutColumns evaluates cut by bytes, characters or fields.
func cutColumns(call Call) (string, bool) {
	delimiter, list, fields := "\t", "", false
	for args := call.Args; len(args) > 0; args = args[1:] {
		option := args[0]
		if len(option) < 2 || option[0] != '-' {
			return "", false
		}
		value := option[2:]
		if value == "" && len(args) > 1 {
			value = args[1]
			args = args[1:]
		}
		switch option[1] {
		case 'd':
			delimiter = value
		case 'b', 'c':
			list = value
		case 'f':
			list, fields = value, true
		default:
			return "", false
		}
	}
	wanted, ok := ranges(list)
	if !ok || len(delimiter) != 1 || !IsASCII(call.Input) {
		return "", false
	}
	return eachLine(call.Input, func(line string) string {
		if !fields {
			return strings.Join(chosen(strings.Split(line, ""), wanted), "")
		}
		if !strings.Contains(line, delimiter) {
			return line
		}
		return strings.Join(chosen(strings.Split(line, delimiter), wanted), delimiter)
	}), true
}

// columns is a range of columns, counted from 1.
type columns struct{ lo, hi int }

func ranges(list string) ([]columns, bool) {
	var out []columns
	for _, r := range strings.Split(list, ",") {
		lo, hi, isRange := strings.Cut(r, "-")
		c := columns{1, maxText}
		var err error
		if lo != "" {
			c.lo, err = strconv.Atoi(lo)
		}
		if !isRange {
			c.hi = c.lo
		} else if hi != "" && err == nil {
			c.hi, err = strconv.Atoi(hi)
		}
		if err != nil || r == "" || r == "-" || c.lo < 1 {
			return nil, false
		}
		out = append(out, c)
	}
	return out, true
}

func chosen(all []string, wanted []columns) []string {
	var out []string
	for i, s := range all {
		if slices.ContainsFunc(wanted, func(c columns) bool { return c.lo <= i+1 && i+1 <= c.hi }) {
			out = append(out, s)
		}
	}
	return out
}
