package ruby

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// ReadTemplate returns the acts of a template for erb(1): text with Ruby in tags, and on lines that
// start with a percent sign.
func ReadTemplate(code string, given effect.CommandLine) ([]effect.Act, error) {
	return Read(templateCode(code), given)
}

// templateCode returns the Ruby in a template, each piece at its original offset: blanks replace the
// text around it, and a semicolon ends each piece.
func templateCode(page string) string {
	b := []byte(page)
	inside, comment, line := false, false, false
	for i := 0; i < len(b); i++ {
		switch rest := page[i:]; {
		case line && b[i] == '\n':
			line = false
		case line:
		case !inside && b[i] == '%' && (i == 0 || b[i-1] == '\n') && !strings.HasPrefix(rest, "%%"):
			b[i], line = ' ', true
		case !inside && strings.HasPrefix(rest, "<%%"), inside && strings.HasPrefix(rest, "%%>"):
			blank(b, i, len("<%%"))
			i += len("<%%") - 1
		case !inside && strings.HasPrefix(rest, "<%"):
			n := len("<%") + len(rest[len("<%"):]) - len(strings.TrimLeft(rest[len("<%"):], "=-"))
			inside, comment = true, strings.HasPrefix(rest, "<%#")
			blank(b, i, n)
			i += n - 1
		case inside && strings.HasPrefix(rest, "%>"):
			blank(b, i, len("%>"))
			b[i], inside, comment = ';', false, false
			i++
		case inside && !comment && strings.HasPrefix(rest, "-%>"):
			b[i] = ' '
		case !inside || comment:
			blank(b, i, 1)
		}
	}
	return string(b)
}

// blank replaces some bytes by blanks, except newlines.
func blank(b []byte, at, n int) {
	for i := at; i < min(at+n, len(b)); i++ {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
}
