package filter

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/quote"
)

// translate evaluates tr.
func translate(call Call) (string, bool) {
	args := call.Args
	var deletes, squeezes, complement bool
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "dscC") == "" {
		deletes = deletes || strings.Contains(args[0], "d")
		squeezes = squeezes || strings.Contains(args[0], "s")
		complement = complement || strings.ContainsAny(args[0], "cC")
		args = args[1:]
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	sets := make([][]byte, len(args))
	for i, a := range args {
		var ok bool
		if sets[i], ok = trSet(a); !ok {
			return "", false
		}
	}
	switch {
	case !IsASCII(call.Input):
		return "", false
	case deletes && !squeezes && len(sets) == 1:
		return strings.Map(func(r rune) rune {
			if slices.Contains(sets[0], byte(r)) != complement {
				return -1
			}
			return r
		}, call.Input), true
	case !deletes && !squeezes && !complement && len(sets) == 2 && len(sets[1]) > 0:
		return strings.Map(func(r rune) rune {
			// If a byte occurs several times, the last occurrence counts.
			for i := len(sets[0]) - 1; i >= 0; i-- {
				if sets[0][i] == byte(r) {
					return rune(sets[1][min(i, len(sets[1])-1)])
				}
			}
			return r
		}, call.Input), true
	case squeezes && !deletes && !complement && len(sets) == 1:
		return squeezed(call.Input, sets[0]), true
	}
	return "", false
}

func squeezed(text string, set []byte) string {
	var b strings.Builder
	for i := range len(text) {
		if i == 0 || text[i] != text[i-1] || !slices.Contains(set, text[i]) {
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// trSet returns the bytes of a set, in order.
func trSet(s string) ([]byte, bool) {
	var set []byte
	for s != "" {
		if strings.HasPrefix(s, "[:") {
			name, rest, found := strings.Cut(s[2:], ":]")
			class, known := trClass(name)
			if !found || !known {
				return nil, false
			}
			lo, ok := trSet(class)
			set, s = append(set, lo...), rest
			if !ok {
				return nil, false
			}
			continue
		}
		if strings.HasPrefix(s, "[=") || s[0] == '[' && strings.Contains(s, "*") || s[0] >= 0x80 {
			return nil, false
		}
		c, n, ok := trByte(s)
		if !ok {
			return nil, false
		}
		if s = s[n:]; len(s) > 1 && s[0] == '-' {
			last, n, ok := trByte(s[1:])
			if !ok || last < c || last >= 0x80 {
				return nil, false
			}
			for b := int(c); b <= int(last); b++ {
				set = append(set, byte(b))
			}
			s = s[1+n:]
			continue
		}
		set = append(set, c)
	}
	return set, true
}

// trByte reads one byte of a set, possibly an escape.
func trByte(s string) (c byte, size int, ok bool) {
	if s[0] != '\\' {
		return s[0], 1, true
	}
	if len(s) == 1 || strings.IndexByte("\\abfnrtv01234567", s[1]) < 0 {
		return 0, 0, false
	}
	text, n := quote.ANSIEscape(s[1:])
	return text[0], 1 + n, true
}

// trClass returns the characters of a class (tr(1)).
func trClass(name string) (set string, known bool) {
	switch name {
	case "lower":
		return "a-z", true
	case "upper":
		return "A-Z", true
	case "digit":
		return "0-9", true
	case "alpha":
		return "A-Za-z", true
	case "alnum":
		return "0-9A-Za-z", true
	case "space":
		return `\t\n\v\f\r `, true
	case "blank":
		return `\t `, true
	case "punct":
		return "!-/:-@[-`{-~", true
	}
	return "", false
}
