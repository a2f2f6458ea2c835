package settings

import (
	"bytes"
	"encoding/json"
	"strings"
)

// style is the layout of the text around a place.
type style struct {
	newline string // "\n" or "\r\n"
	outer   string // the indentation of the line on which the container begins
	unit    string // one step of indentation; "" for all on one line
	lead    string // what comes before a member
	depth   string // the indentation of a member
}

// style returns the layout of a container. A container with its members on one line gets
// the next one there too.
func (d Document) style(c Value) style {
	s := style{newline: "\n", unit: d.unit(), outer: d.indentation(c.Start)}
	if strings.Contains(d.Text, "\r\n") {
		s.newline = "\r\n"
	}
	s.depth = s.outer + s.unit
	s.lead = s.newline + s.depth
	if n := len(c.Members); n > 0 {
		last := c.Members[n-1]
		if !strings.Contains(d.Text[last.lead:last.start], "\n") && d.indentedAt(last.start) < 0 {
			s.unit, s.lead = "", " "
			return s
		}
		s.depth = d.indentation(last.start)
		s.lead = s.newline + s.depth
	}
	return s
}

// unit returns one step of indentation: that of the root's first member on a line of its
// own, else two blanks.
func (d Document) unit() string {
	for _, m := range d.Root.Members {
		if at := d.indentedAt(m.start); at >= 0 && at < m.start {
			return d.Text[at:m.start]
		}
	}
	return "  "
}

// indentedAt returns the offset of the line that has only blanks before a place, or -1.
func (d Document) indentedAt(at int) int {
	begin := strings.LastIndexByte(d.Text[:at], '\n') + 1
	if begin == 0 || strings.Trim(d.Text[begin:at], " \t") != "" {
		return -1
	}
	return begin
}

// indentation returns the blanks at the beginning of a place's line.
func (d Document) indentation(at int) string {
	line := d.Text[strings.LastIndexByte(d.Text[:at], '\n')+1 : at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// render writes a value; depth is the indentation of its first line.
func (s style) render(v Value, depth string) string {
	if v.Kind != List && v.Kind != Object {
		return plain(v)
	}
	brackets := "[]"
	if v.Kind == Object {
		brackets = "{}"
	}
	if len(v.Members) == 0 {
		return brackets
	}
	lead, tail, comma := s.newline+depth+s.unit, s.newline+depth, ","
	if s.unit == "" {
		lead, tail, comma = "", "", ", "
	}
	var b strings.Builder
	b.WriteByte(brackets[0])
	for i, m := range v.Members {
		if i > 0 {
			b.WriteString(comma)
		}
		b.WriteString(lead)
		if v.Kind == Object {
			b.WriteString(Quote(m.Key) + ": ")
		}
		b.WriteString(s.render(m.Value, depth+s.unit))
	}
	b.WriteString(tail)
	b.WriteByte(brackets[1])
	return b.String()
}

// JSON returns a value on one line, without comments.
func (v Value) JSON() string { return style{}.render(v, "") }

func plain(v Value) string {
	if v.Kind == String {
		return Quote(v.Text)
	}
	return v.Text
}

// Quote encodes a JSON string as people would: < > & stay unescaped.
func Quote(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil { // cannot happen: it encodes a string
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
