package export

import (
	"fmt"
	"strings"
)

// Numbers of RFC 5424 §6.2.1: the facility for messages about security, which may be private,
// and the severities.
const (
	authpriv      = 10
	severeWarning = 4
	severeNotice  = 5
	severeInfo    = 6
)

// syslogOf is a record as a message of RFC 5424, whose text is the record. The text is ASCII:
// what is not stands as JSON's escapes, for receivers differ in what they take for the end of
// a line or for text.
func syslogOf(r fields, record []byte) []byte {
	severity := severeInfo
	switch {
	case r.isRefused():
		severity = severeWarning
	case r.isWarned():
		severity = severeNotice
	}
	host := r.Host
	if r.Event == "network" {
		host = "" // that is what was reached
	}
	pid := ""
	if r.PID > 0 {
		pid = fmt.Sprint(r.PID)
	}
	at := r.TS
	if r.at().IsZero() {
		at = ""
	}
	head := fmt.Sprintf("<%d>1 %s %s shimgen %s %s - ", authpriv*8+severity, header(at, 64), header(host, 255), header(pid, 128), header(r.Event, 32))
	return append([]byte(head), ascii(record)...)
}

// header is a field of the header: printable ASCII without spaces, of a length, or "-"
// (RFC 5424 §6).
func header(text string, longest int) string {
	text = strings.Map(func(c rune) rune {
		if c <= ' ' || c > '~' {
			return '_'
		}
		return c
	}, text)
	if text == "" {
		return "-"
	}
	return text[:min(len(text), longest)]
}

// ascii is JSON with every character beyond ASCII escaped.
func ascii(record []byte) []byte {
	var out []byte
	for _, c := range string(record) {
		switch {
		case c < 0x80:
			out = append(out, byte(c))
		case c < 0x10000:
			out = fmt.Appendf(out, `\u%04x`, c)
		default:
			c -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+c>>10, 0xdc00+c&0x3ff)
		}
	}
	return out
}
