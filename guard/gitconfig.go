package guard

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
)

// maxGitConfig is how long a file of git's settings may be that is read, in bytes.
const maxGitConfig = 64 << 10

// gitConfigs are the variables that say where a file of git's settings is, and its
// path below what they name: git-config(1), FILES and ENVIRONMENT.
var gitConfigs = []struct{ variable, below string }{
	{"GIT_CONFIG_GLOBAL", ""},
	{"GIT_CONFIG_SYSTEM", ""},
	{"GIT_CONFIG", ""},
	{"XDG_CONFIG_HOME", "git/config"},
	{"HOME", ".gitconfig"},
	{"HOME", ".config/git/config"},
}

// gitConfig reads the files of settings that a variable before a command gives git.
// They are judged as those behind git's -c are. It is whole if the variable is one
// of these and each file could be read, or is not there. What source would make of
// a file before git reads it is not known, so that only an argument vector counts.
func (j *judge) gitConfig(c *parser.Command, variable string, value parser.Word) (read []*grammar.Invocation, whole bool) {
	for _, row := range gitConfigs {
		if row.variable != variable || j.req.Argv == nil {
			continue
		}
		at, known := j.located(&grammar.Invocation{Command: c}, value)
		if !known {
			return nil, false
		}
		text, err := j.machine.Files.Content(path.Join(at, row.below), maxGitConfig)
		settings, ok := gitSettings(text)
		if err != nil && !errors.Is(err, fs.ErrNotExist) || !ok {
			return nil, false
		}
		whole = true
		for _, s := range settings {
			args := []parser.Word{parser.Text("git"), parser.Text("-c"), parser.Text(s), parser.Text("--version")}
			read = append(read, grammar.ReadCommand(&parser.Command{Args: args, Outer: c, Source: c.Source, Span: c.Span}, j.options(c)))
		}
	}
	return read, whole
}

// gitSettings returns the settings in a file of git's, as key=value, and whether
// the file was understood: git-config(1), Syntax. A value that goes on in the next
// line, or that has a comment behind it, is not.
func gitSettings(text string) (settings []string, ok bool) {
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		if line[0] == '[' {
			if section, ok = gitSection(line); !ok {
				return nil, false
			}
			continue
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

// gitSection returns the name of a section from the line that begins it, alone:
// [name], [name.sub] or [name "sub"].
func gitSection(line string) (name string, ok bool) {
	body, ok := strings.CutSuffix(strings.TrimPrefix(line, "["), "]")
	name, sub, divided := strings.Cut(strings.TrimSpace(body), " ")
	if !divided {
		return name, ok && name != "" && !strings.ContainsAny(name, "]\"= \t")
	}
	sub, begun := strings.CutPrefix(strings.TrimSpace(sub), `"`)
	sub, ended := strings.CutSuffix(sub, `"`)
	sub = strings.NewReplacer(`\"`, `"`, `\\`, `\`, "=", "-").Replace(sub) // as in the settings git hands on
	return name + "." + sub, ok && begun && ended && name != "" && !strings.ContainsAny(name, "]\"=\t")
}
