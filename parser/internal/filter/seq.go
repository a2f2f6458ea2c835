package filter

import (
	"strconv"
	"strings"
)

// maxSequence bounds the numbers that seq prints.
const maxSequence = 1000

// sequence evaluates seq of whole numbers, with or without a step.
func sequence(call Call) (string, bool) {
	n := make([]int, len(call.Args))
	for i, a := range call.Args {
		var err error
		if n[i], err = strconv.Atoi(a); err != nil || len(a) > 6 || strings.HasPrefix(a, "+") || strings.Trim(a, "0") == "" && a != "0" {
			return "", false
		}
		if digits := strings.TrimPrefix(a, "-"); digits[0] == '0' && a != "0" {
			return "", false
		}
	}
	first, step, last := 1, 1, 0
	switch len(n) {
	case 1:
		last = n[0]
	case 2:
		first, last = n[0], n[1]
	case 3:
		first, step, last = n[0], n[1], n[2]
	default:
		return "", false
	}
	if step == 0 || (last-first)/step > maxSequence {
		return "", false
	}
	var out strings.Builder
	for i := first; step > 0 && i <= last || step < 0 && i >= last; i += step {
		out.WriteString(strconv.Itoa(i) + "\n")
	}
	return out.String(), true
}
