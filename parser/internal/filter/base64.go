package filter

import (
	"encoding/base32"
	"encoding/base64"
	"strings"
)

// wrapColumn is the width at which base64 and base32 wrap their lines (base64(1)).
const wrapColumn = 76

// codec describes base64 or base32.
type codec struct {
	alphabet string
	encode   func([]byte) string
	decode   func(string) ([]byte, error)
}

const (
	upperCase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lowerCase = "abcdefghijklmnopqrstuvwxyz"
)

func base64Text(call Call) (string, bool) {
	return codec{upperCase + lowerCase + "0123456789+/=", base64.StdEncoding.EncodeToString, base64.StdEncoding.DecodeString}.run(call)
}

func base32Text(call Call) (string, bool) {
	return codec{upperCase + "234567=", base32.StdEncoding.EncodeToString, base32.StdEncoding.DecodeString}.run(call)
}

func (c codec) run(call Call) (string, bool) {
	decodes, garbage, wrap := false, false, wrapColumn
	args := call.Args
	for len(args) > 0 {
		switch a := args[0]; {
		case a == "-d" || a == "-D" || a == "--decode":
			decodes = true
		case a == "-di" || a == "-id":
			decodes, garbage = true, true
		case a == "-i" || a == "--ignore-garbage":
			garbage = true
		case a == "-w0" || a == "--wrap=0":
			wrap = 0
		case a == "-w" && len(args) > 1 && args[1] == "0":
			wrap = 0
			args = args[1:]
		case a == "-":
		default:
			return "", false
		}
		args = args[1:]
	}
	if !decodes {
		return wrapped(c.encode([]byte(call.Input)), wrap), !garbage
	}
	text := strings.Map(func(r rune) rune {
		if r == '\n' || garbage && !strings.ContainsRune(c.alphabet, r) {
			return -1
		}
		return r
	}, call.Input)
	out, err := c.decode(text)
	return string(out), err == nil && isText(out)
}

// wrapped breaks text into lines of column bytes; 0 means no wrapping.
func wrapped(text string, column int) string {
	if column == 0 || text == "" {
		return text
	}
	var b strings.Builder
	for len(text) > column {
		b.WriteString(text[:column] + "\n")
		text = text[column:]
	}
	return b.String() + text + "\n"
}
