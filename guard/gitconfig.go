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

// gitConfigs are the variables that name a file of git's settings, and where that
// is below what they name: git-config(1), FILES and ENVIRONMENT.
var gitConfigs = []struct{ variable, below string }{
	{"GIT_CONFIG_GLOBAL", ""}, {"GIT_CONFIG_SYSTEM", ""}, {"GIT_CONFIG", ""}, {"XDG_CONFIG_HOME", "git/config"},
}

// gitConfig reads the file of settings that an inherited variable gives git, if
// it is one of these. They are judged as those behind git's -c are. It returns
// nothing, and false, if that could not be done.
func (j *judge) gitConfig(variables *parser.Command) (read []*grammar.Invocation, whole bool) {
	if len(variables.Assigns) != 1 {
		return nil, false
	}
	a := variables.Assigns[0]
	for _, c := range gitConfigs {
		if c.variable != a.Name {
			continue
		}
		at, known := j.located(&grammar.Invocation{Command: variables}, a.Value)
		if !known {
			return nil, false
		}
		text, err := j.machine.Files.Content(path.Join(at, c.below), maxGitConfig)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, true
		}
		settings, ok := gitSettings(text)
		if err != nil || !ok {
			return nil, false
		}
		for _, s := range settings {
			args := []parser.Word{parser.Text("git"), parser.Text("-c"), parser.Text(s), parser.Text("--version")}
			read = append(read, grammar.ReadCommand(&parser.Command{Args: args, Outer: variables}, j.options(variables)))
		}
		return read, true
	}
	return nil, false
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
