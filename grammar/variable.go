package grammar

import (
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// prompts reads the commands in the prompts that a shell is started with: it
// expands them as it does text in double quotes (bash(1), PROMPTING).
func (r *reader) prompts() {
	for _, a := range r.cmd.Assigns {
		if !among(a.Name, "PS0 PS1 PS2 PS4") {
			continue
		}
		text, known := a.Value.Text()
		switch {
		case !known:
			r.effect(Effect{Kind: Evaluates, Word: a.Value, Lang: "sh"}, parser.Maybe)
		case strings.ContainsAny(text, "$`"):
			quoted := ": \"" + strings.ReplaceAll(text, `"`, `\"`) + `"`
			r.code("sh", parser.Text(quoted), parser.Yes, parser.Stdin{})
		}
	}
}

// maxGitSettings is how many settings the variables may give git before they are
// not read one by one.
const maxGitSettings = 64

// gitSettings returns the command that gives git the same settings as variables
// do: as many as GIT_CONFIG_COUNT says, the key of the first in GIT_CONFIG_KEY_0
// and its value in GIT_CONFIG_VALUE_0 (git-config(1), ENVIRONMENT). Agents run their
// commands with such variables, mostly to switch off what would run code; they are
// judged as the same settings behind -c are. It returns nil if there are none, or
// if they are not all known by their keys: then it is the variables that are
// judged.
func gitSettings(assigns []parser.Assign) []parser.Word {
	given := map[string]parser.Word{}
	for _, a := range assigns {
		if !gitSetting(a.Name) {
			continue
		}
		if _, twice := given[a.Name]; twice || a.Append {
			return nil
		}
		given[a.Name] = a.Value
	}
	if len(given) == 0 {
		return nil
	}
	text, known := given["GIT_CONFIG_COUNT"].Text()
	count, err := strconv.ParseUint(text, 10, 8)
	if !known || err != nil || count > maxGitSettings || len(given) != 1+2*int(count) {
		return nil
	}
	words := []parser.Word{parser.Text("git")}
	for i := range int(count) {
		key, known := given["GIT_CONFIG_KEY_"+strconv.Itoa(i)].Text()
		value, has := given["GIT_CONFIG_VALUE_"+strconv.Itoa(i)]
		if !known || !has || key == "" || strings.ContainsAny(key, "= \t") {
			return nil
		}
		words = append(words, parser.Text("-c"), concat(value.Span, parser.Text(key+"="), value))
	}
	return append(words, parser.Text("--version"))
}

// gitSetting reports whether a variable is one of those that give git a setting.
func gitSetting(name string) bool {
	rest, ok := strings.CutPrefix(name, "GIT_CONFIG_")
	return ok && (rest == "COUNT" || strings.HasPrefix(rest, "KEY_") || strings.HasPrefix(rest, "VALUE_"))
}

// isProxy reports whether a variable names a host through which programs
// connect to others: curl(1), wget(1).
func isProxy(name string) bool {
	kind, ok := strings.CutSuffix(strings.ToLower(name), "_proxy")
	return ok && among(kind, "http https ftp all socks")
}
