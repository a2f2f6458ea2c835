package doctor

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/shimdir"
)

// startFiles are the files below home that shells read at start.
func startFiles() []string {
	return []string{
		".profile", ".bash_profile", ".bash_login", ".bashrc", ".bash_aliases",
		".zshenv", ".zprofile", ".zshrc", ".zlogin", ".config/fish/config.fish",
	}
}

// startFileLimit limits how many bytes of a start file are read.
const startFileLimit = 1 << 20

// checkBypasses says what bypasses a shim, and warns of what on this machine does.
// docs/bypasses.md has the full list.
func (x *Examination) checkBypasses() []Diagnosis {
	const check = "ways around"
	found := single(check, OK, "", "an absolute path, command -p, hash -p, env -i, and what a shell hashed before (hash -r) bypass a shim: see docs/bypasses.md")
	for _, name := range x.functions() {
		found = append(found, single(check, Warn, "unset -f "+name, "the environment makes %s a function of every bash", name)...)
	}
	ways := bypassPatterns(append(shimdir.Programs(), x.status.Generated...))
	for _, name := range startFiles() {
		path := filepath.Join(x.home, name)
		for _, w := range findBypasses(readStartFile(path), ways, x.layout.Bin) {
			found = append(found, single(check, Warn, "name the program without a path, so that the shell looks on PATH; see docs/bypasses.md",
				"%s:%d: %s", path, w.line, w.what)...)
		}
	}
	return found
}

// functions returns the shimmed names that the environment defines as shell functions
// (bash(1), export -f).
func (x *Examination) functions() []string {
	var names []string
	for _, name := range x.status.Generated {
		for _, pair := range x.env {
			if strings.HasPrefix(pair, "BASH_FUNC_"+name+"%%=") {
				names = append(names, name)
				break
			}
		}
	}
	return names
}

// readStartFile returns the text of a start file, "" if it cannot be read. The file may
// be a link, as it is for people who keep dot files in one directory.
func readStartFile(path string) string {
	path, err := host.Canonical(path)
	if err != nil {
		return ""
	}
	f, err := host.Open(path, host.Untrusted(startFileLimit))
	if err != nil {
		return ""
	}
	defer f.Close()
	text, err := host.Read(f, startFileLimit)
	if err != nil {
		return ""
	}
	return string(text)
}

// bypass is a pattern in shell source that bypasses shims.
type bypass struct {
	what    string
	pattern *regexp.Regexp
}

// bypassPatterns compiles the patterns for the programs that have shims. They match only
// what people usually write in start files; they do not parse.
func bypassPatterns(programs []string) []bypass {
	quoted := make([]string, len(programs))
	for i, p := range programs {
		quoted[i] = regexp.QuoteMeta(p)
	}
	const begins = "(?:^|[;&|({`]|\\b(?:then|do|else|exec|sudo)\\s|\\balias\\s+[\\w.-]+=['\"]?)\\s*"
	return []bypass{
		{"hash -p remembers a program by its path", regexp.MustCompile(begins + `hash\s+-[a-z]*p\b`)},
		{"command -p looks on a PATH of its own", regexp.MustCompile(begins + `command\s+-p\b`)},
		{"env -i drops PATH", regexp.MustCompile(begins + `(?:/usr/bin/)?env\s+(?:-i\b|-\s|--ignore-environment\b)`)},
		{"a program with a shim is named by its path", regexp.MustCompile(begins + `(/[^\s;&|'"()]*/(?:` + strings.Join(quoted, "|") + `))(?:$|[\s;&|)'"` + "`" + `])`)},
	}
}

// sighting is a bypass and the number of its line.
type sighting struct {
	line int
	what string
}

// findBypasses looks for bypasses in the text of a start file. A path into bin, the
// shims' own directory, is not one.
func findBypasses(text string, ways []bypass, bin string) []sighting {
	var seen []sighting
	n := 0
	for source := range strings.Lines(text) {
		n++
		source = strings.TrimSpace(source)
		if strings.HasPrefix(source, "#") {
			continue
		}
		for _, w := range ways {
			m := w.pattern.FindStringSubmatch(source)
			if m == nil || len(m) > 1 && host.SameFile(filepath.Dir(m[1]), bin) {
				continue
			}
			what := w.what
			if len(m) > 1 {
				what = fmt.Sprintf("%s, %s", what, m[1])
			}
			seen = append(seen, sighting{n, what})
		}
	}
	return seen
}
