package crontab

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// Read returns the commands of a crontab(5) as given to crontab(1): five fields, or one with an
// @, and then a command, which ends at an unescaped percent sign.
func Read(code string) ([]effect.Act, error) {
	var acts []effect.Act
	offset := 0
	for line := range strings.Lines(code) {
		begin := offset
		offset += len(line)
		text := strings.TrimSpace(line)
		if text == "" || text[0] == '#' {
			continue
		}
		n := 5
		if text[0] == '@' {
			n = 1
		}
		cmd, ok := skipFields(text, n)
		if !ok {
			continue // NAME=value, or no command at all
		}
		acts = append(acts, effect.Act{
			Kind: effect.Shell, Call: "cron", Args: []effect.Arg{{Text: beforePercent(cmd), Known: true}}, Offset: begin, End: offset,
		})
	}
	return acts, nil
}

// skipFields skips n fields; ok is false if nothing follows, or if the first one is an
// assignment.
func skipFields(s string, n int) (rest string, ok bool) {
	for i := range n {
		end := strings.IndexAny(s, " \t")
		if end < 0 || i == 0 && strings.Contains(s[:end], "=") {
			return "", false
		}
		s = strings.TrimLeft(s[end:], " \t")
	}
	return s, s != "" && s[0] != '='
}

// beforePercent returns a command up to its first percent sign. The text after it is the
// command's standard input.
func beforePercent(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == '%':
			i++
			b.WriteByte('%')
		case s[i] == '%':
			return b.String()
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
