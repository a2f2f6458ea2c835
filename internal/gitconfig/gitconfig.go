// Package gitconfig reads the text of git's configuration files: git-config(1), Syntax. It
// follows no include and expands no variable. What it does not read whole it reports, so that a
// caller can be careful with the file.
package gitconfig

import "strings"

// Settings returns the settings in a file of git's, as key=value, and whether
// the file was understood: git-config(1), Syntax. A value that goes on in the next
// line, or that has a comment behind it, is not.
func Settings(text string) (settings []string, ok bool) {
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		if line[0] == '[' {
			if section, line, ok = sectionOf(line); !ok {
				return nil, false
			}
			if line = strings.TrimSpace(line); line == "" || line[0] == '#' || line[0] == ';' {
				continue
			}
		}
		key, value, _ := strings.Cut(line, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if section == "" || key == "" || strings.ContainsAny(key, " \t[]\"\\") || strings.HasSuffix(value, `\`) || strings.ContainsAny(value, "#;") {
			return nil, false
		}
		value = strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\n`, "\n", `\t`, "\t", `\b`, "\b", `"`, "").Replace(value)
		settings = append(settings, section+"."+key+"="+value)
	}
	return settings, true
}

// sectionOf returns the name of a section from the line that begins it, and what
// follows there: [name], [name.sub] or [name "sub"].
func sectionOf(line string) (name, rest string, ok bool) {
	name, rest, _ = strings.Cut(line[1:], "]")
	before, quoted, hasSub := strings.Cut(line[1:], ` "`)
	if !hasSub || len(before) > len(name) {
		return name, rest, len(rest) < len(line)-1-len(name) && name != "" && !strings.ContainsAny(name, "\"[= \t")
	}
	end := endOfQuoted(quoted)
	sub := quoted[:end]
	rest, ok = strings.CutPrefix(quoted[end:], `"]`)
	name = strings.TrimSpace(before)
	sub = strings.NewReplacer(`\"`, `"`, `\\`, `\`, "=", "-").Replace(sub) // as in the settings git hands on
	return name + "." + sub, rest, ok && name != "" && !strings.ContainsAny(name, "\"[= \t")
}

// endOfQuoted returns where a text ends that a quotation mark began: at the next
// one that no backslash stands before, or at its end.
func endOfQuoted(text string) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(text)
}
