package grammar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// prompts reads the commands in the prompts that a shell is started with, which it expands as
// text in double quotes (bash(1), PROMPTING).
func (r *reader) prompts() {
	for _, a := range r.cmd.Assigns {
		if !wordlist.Among(a.Name, "PS0 PS1 PS2 PS4") {
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

// maxGitSettings bounds the git settings from variables that are read one by one.
const maxGitSettings = 64

// gitSetting is a setting that variables give git, in the form of -c.
type gitSetting struct {
	text parser.Word
	from []string // the variables
}

// gitSettings returns the settings that variables give git, and the assignments of other
// variables. Agents run their commands with such variables, mostly to switch off what would run
// code; and git passes -c settings to its children in them. They are judged like the same
// settings after -c. A partly unknown one stays among the other assignments.
func gitSettings(assigns []parser.Assign) (settings []gitSetting, rest []parser.Assign) {
	if !slices.ContainsFunc(assigns, func(a parser.Assign) bool { return strings.HasPrefix(a.Name, "GIT_CONFIG_") }) {
		return nil, assigns
	}
	for _, form := range []struct {
		has  func(name string) bool
		read func(given map[string]parser.Word) ([]gitSetting, bool)
	}{{isCounted, counted}, {isParameters, parameters}} {
		given, once := map[string]parser.Word{}, true
		for _, a := range assigns {
			if form.has(a.Name) {
				_, twice := given[a.Name]
				once = once && !twice && !a.Append
				given[a.Name] = a.Value
			}
		}
		more, ok := form.read(given)
		if !once || !ok {
			continue
		}
		settings = append(settings, more...)
		assigns = slices.DeleteFunc(slices.Clone(assigns), func(a parser.Assign) bool { return form.has(a.Name) })
	}
	return settings, assigns
}

// isCounted reports whether a variable is one of the counted ones.
func isCounted(name string) bool {
	rest, ok := strings.CutPrefix(name, "GIT_CONFIG_")
	return ok && (rest == "COUNT" || strings.HasPrefix(rest, "KEY_") || strings.HasPrefix(rest, "VALUE_"))
}

// counted returns the settings that GIT_CONFIG_COUNT announces, as git does: the key of the first is in
// GIT_CONFIG_KEY_0 and its value in GIT_CONFIG_VALUE_0 (git(1), ENVIRONMENT).
func counted(given map[string]parser.Word) ([]gitSetting, bool) {
	number, has := given["GIT_CONFIG_COUNT"]
	text, known := number.Text()
	if has && known && text == "" {
		return nil, true
	}
	count, err := strconv.ParseUint(text, 10, 8)
	if !known || err != nil || count > maxGitSettings {
		return nil, false
	}
	var settings []gitSetting
	for i := range int(count) {
		from := []string{"GIT_CONFIG_KEY_" + strconv.Itoa(i), "GIT_CONFIG_VALUE_" + strconv.Itoa(i)}
		key, known := given[from[0]].Text()
		value, has := given[from[1]]
		if !known || !has || key == "" || strings.ContainsAny(key, "= \t") {
			return nil, false
		}
		settings = append(settings, gitSetting{concat(value.Span, parser.Text(key+"="), value), from})
	}
	return settings, true
}

func isParameters(name string) bool { return name == "GIT_CONFIG_PARAMETERS" }

// parameters returns the settings in GIT_CONFIG_PARAMETERS, separated by blanks: each 'key=value', or
// 'key'='value', or without a value. Source: parse_config_env_list in git's config.c.
func parameters(given map[string]parser.Word) ([]gitSetting, bool) {
	word, has := given["GIT_CONFIG_PARAMETERS"]
	text, known := word.Text()
	if !has || !known {
		return nil, false
	}
	var settings []gitSetting
	for text = strings.TrimLeft(text, " \t\n"); text != ""; text = strings.TrimLeft(text, " \t\n") {
		setting, rest, ok := singleQuoted(text)
		if !ok || len(settings) == maxGitSettings {
			return nil, false
		}
		if value, is := strings.CutPrefix(rest, "="); is {
			if strings.ContainsAny(setting, " \t") {
				return nil, false // the end of the key is ambiguous in this form
			}
			setting = strings.ReplaceAll(setting, "=", "-") // in the name of a section, which no rule looks at
			rest = value
			if strings.HasPrefix(value, "'") {
				if value, rest, ok = singleQuoted(value); !ok {
					return nil, false
				}
				setting += "=" + value
			}
		}
		if key, _, _ := strings.Cut(setting, "="); key == "" || strings.ContainsAny(key, " \t") || rest != "" && !strings.ContainsAny(rest[:1], " \t\n") {
			return nil, false
		}
		settings, text = append(settings, gitSetting{parser.Text(setting), []string{"GIT_CONFIG_PARAMETERS"}}), rest
	}
	return settings, true
}

// singleQuoted splits a single-quoted text off the start of another. A quote or an exclamation
// mark in it is outside the quotes, after a backslash.
func singleQuoted(text string) (value, rest string, ok bool) {
	rest, ok = strings.CutPrefix(text, "'")
	for ok {
		var part string
		if part, rest, ok = strings.Cut(rest, "'"); !ok {
			break
		}
		value += part
		if !strings.HasPrefix(rest, `\''`) && !strings.HasPrefix(rest, `\!'`) {
			return value, rest, true
		}
		value, rest = value+rest[1:2], rest[3:]
	}
	return "", "", false
}

// IsProxy reports whether a variable names a host through which programs connect to others:
// curl(1), wget(1).
func IsProxy(name string) bool {
	kind, ok := strings.CutSuffix(strings.ToLower(name), "_proxy")
	return ok && wordlist.Among(kind, "http https ftp all socks")
}

// IsInherited reports whether programs may read a variable of that name: one in capitals, a proxy, or a
// variable that npm passes on.
func IsInherited(name string) bool {
	return strings.ToUpper(name) == name || IsProxy(name) || strings.HasPrefix(name, "npm_config_")
}
