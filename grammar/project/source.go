package project

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// sources are the files in which package managers find the servers that their packages come from, and packages
// that are addresses. Keys are patterns for the keys of these addresses; "@" stands for a requirement of
// Python. Within are patterns for a section or a key around them; "" is anything. Sources: each tool's manual.
var sources = [...]struct{ programs, files, keys, within string }{
	{"npm npx yarn bun bunx", ".npmrc", "registry *:registry", ""},
	{"yarn", ".yarnrc .yarnrc.yml", "registry npmRegistryServer *:registry", ""},
	{"bun bunx", "bunfig.toml", "registry url @*", ""},
	{"npm npx yarn bun", "package.json", "*", "*ependencies overrides resolutions"},
	{"cargo", ".cargo/config.toml .cargo/config", "registry index git", ""},
	{"cargo", "Cargo.toml", "git registry-index", "*dependencies* patch*"},
	{"uv uvx", "uv.toml", "url index-url extra-index-url default-index find-links", ""},
	{"uv uvx pip poetry pdm hatch", "pyproject.toml", "url index-url extra-index-url default-index find-links", "*index *pip tool.uv *source *source*"},
	{"uv uvx pip poetry pdm hatch", "pyproject.toml", "@ git url", "*dependencies* project *sources*"},
	{"pip", "pip.conf pip.ini", "index-url extra-index-url find-links", ""},
	{"conda", ".condarc condarc", "channels default_channels channel_alias custom_channels *", ""},
	{"bundle", ".bundle/config", "BUNDLE_MIRROR__*", ""},
	{"composer", "composer.json", "url", "repositories"},
	{"dotnet nuget", "nuget.config NuGet.config NuGet.Config", "value", ""},
}

// idle are the subcommands of package managers that get no packages, and idleScripts those of npm and its like that
// run a script with the packages that are there.
const (
	idle        = "config pack publish version view show info list ls login whoami logout fmt clean init set pkg why help"
	idleScripts = "run run-script test start stop"
)

// maxSources bounds the addresses that a file of settings may have.
const maxSources = 64

// Sources returns the addresses that a program gets packages from, according to the text of a file of settings
// that it finds. sub is the program's subcommand.
func Sources(program, sub, file, text string) (addresses []string) {
	first, _, _ := strings.Cut(sub, " ")
	if !strings.Contains(text, "://") || first != "" && (wordlist.Among(first, idle) || wordlist.Among(first, idleScripts) && wordlist.Among(program, "npm yarn bun composer")) {
		return nil
	}
	for i := range sources {
		s := &sources[i]
		if !wordlist.Among(program, s.programs) || !isOneOf(file, s.files) {
			continue
		}
		for _, a := range addressesIn(text) {
			if fits(s.keys, a.key) && (s.within == "" || slices.ContainsFunc(a.within, func(name string) bool { return fits(s.within, name) })) {
				addresses = append(addresses, a.text)
			}
		}
	}
	return addresses
}

// isOneOf reports whether a path ends in one of some relative paths.
func isOneOf(file, some string) bool {
	for one := range wordlist.Each(some) {
		if strings.HasSuffix("/"+file, "/"+one) {
			return true
		}
	}
	return false
}

// fits reports whether a name matches one of some patterns.
func fits(patterns, name string) bool {
	for p := range wordlist.Each(patterns) {
		if ok, err := path.Match(p, strings.ReplaceAll(name, "/", ".")); ok && err == nil {
			return true
		}
	}
	return false
}

// address is an address in a text of settings: its key, and the keys and the section around it.
type address struct {
	text, key string
	within    []string
}

// around are the characters that no address has, and that stand around values.
const around = " \t\r\n\"'`[]{}()<>,;="

// addressesIn returns the addresses in a text of INI, TOML, YAML or JSON.
func addressesIn(text string) (found []address) {
	key := ""
	for at := 0; len(found) < maxSources; {
		n := strings.Index(text[at:], "://")
		if n < 0 {
			break
		}
		from := strings.LastIndexAny(text[:at+n], around) + 1
		to := at + n + len("://")
		if i := strings.IndexAny(text[to:], around); i >= 0 {
			to += i
		} else {
			to = len(text)
		}
		if mark := strings.LastIndex(text[from:at+n], ":"); mark >= 0 { // key:http://
			from += mark + 1
		}
		if k := keyBefore(text[:from]); k != "" {
			key = k
		}
		found = append(found, address{text[from:to], key, enclosing(text[:from])})
		at = to
	}
	return found
}

// keyBefore returns the key of the value that begins behind a text; "" if it is one more value of a list.
func keyBefore(before string) string {
	s := strings.TrimRight(before, " \t\r\n\"'`[{(")
	if strings.HasSuffix(s, "\n-") || strings.HasSuffix(strings.TrimRight(s, " \t"), "-") && !strings.HasSuffix(s, "--") { // YAML
		s = s[:strings.LastIndexByte(s, '-')]
		for s != "" {
			s = strings.TrimRight(s, " \t\r\n")
			line := s[strings.LastIndexByte(s, '\n')+1:]
			if !strings.HasPrefix(strings.TrimSpace(line), "-") {
				break
			}
			s = s[:len(s)-len(line)]
		}
	}
	if strings.HasSuffix(s, ",") {
		return ""
	}
	if strings.HasSuffix(s, "@") {
		return "@"
	}
	s = strings.TrimRight(strings.TrimRight(s, " \t:="), " \t\"'")
	return strings.Trim(s[strings.LastIndexAny(s, " \t\r\n\"'`[]{}(),;=")+1:], ":-")
}

// enclosing returns the keys of the brackets around the end of a text, and the last section.
func enclosing(before string) (names []string) {
	quote := byte(0)
	var open []string
	for i := 0; i < len(before); i++ {
		switch c := before[i]; {
		case quote != 0:
			if c == quote || c == '\n' {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '{' || c == '[':
			open = append(open, keyBefore(before[:i]))
		case (c == '}' || c == ']') && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	section := ""
	for line := range strings.Lines(before) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
			section = strings.Trim(line, "[] \t")
		}
	}
	return append(open, section)
}

// HeadSources returns the addresses of packages and of their servers in the head of a script of Python:
// inline script metadata, PEP 723.
func HeadSources(code string) (addresses []string) {
	_, head, found := strings.Cut(code, "# /// script\n")
	if !found {
		return nil
	}
	text := ""
	for line := range strings.Lines(head) {
		comment, is := strings.CutPrefix(line, "#")
		if !is || strings.HasPrefix(line, "# ///") {
			break
		}
		text += strings.TrimPrefix(comment, " ")
	}
	for _, a := range addressesIn(text) {
		if fits("@ git url index-url extra-index-url", a.key) {
			addresses = append(addresses, a.text)
		}
	}
	return addresses
}
