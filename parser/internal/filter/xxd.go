package filter

import (
	"encoding/hex"
	"strings"
)

func unhex(call Call) (string, bool) {
	reverse, plain := false, false
	for _, a := range call.Args {
		switch a {
		case "-r":
			reverse = true
		case "-p", "-ps":
			plain = true
		case "-rp", "-pr":
			reverse, plain = true, true
		default:
			return "", false
		}
	}
	if !reverse || !plain {
		return "", false
	}
	out, err := hex.DecodeString(strings.Join(strings.Fields(call.Input), ""))
	return string(out), err == nil && isText(out)
}
