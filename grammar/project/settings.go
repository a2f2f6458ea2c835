package project

import (
	"iter"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// settings are the files in which tools find the names of files of code that they run: plug-ins,
// hooks, shells. Patterns are for the last part of the path. Sources: each tool's manual.
var settings = [...]struct{ programs, files string }{
	{"npm npx pnpm pnpx", ".npmrc"},
	{"yarn", ".yarnrc .yarnrc.yml"},
	{"bun bunx", "bunfig.toml .npmrc"},
	{"node electron bun", "package.json"},
	{"pip uv pipx poetry pdm hatch rye tox nox", "pyproject.toml setup.cfg tox.ini"},
	{"pytest py.test coverage", "pyproject.toml pytest.ini .pytest.ini tox.ini setup.cfg .coveragerc"},
	{"mypy dmypy", "mypy.ini .mypy.ini pyproject.toml setup.cfg"},
	{"flake8 pylint", ".flake8 .pylintrc pylintrc pyproject.toml setup.cfg tox.ini"},
	{"mkdocs", "mkdocs.yml mkdocs.yaml"},
	{"scrapy alembic", "scrapy.cfg alembic.ini"},
	{"jest vitest mocha ava nyc c8 cypress playwright karma", "package.json jest.config.js jest.config.cjs jest.config.mjs jest.config.ts vitest.config.js vitest.config.mjs vitest.config.ts vite.config.js vite.config.ts playwright.config.js playwright.config.ts cypress.config.js cypress.config.ts karma.conf.js .mocharc.js .mocharc.cjs .mocharc.json .mocharc.yml .mocharc.yaml jest.config.json .nycrc .nycrc.json .taprc"},
	{"eslint prettier babel stylelint commitlint", ".eslintrc .eslintrc.json .eslintrc.yml .eslintrc.yaml .prettierrc .prettierrc.json .prettierrc.yml .prettierrc.yaml .babelrc .babelrc.json babel.config.json .stylelintrc .stylelintrc.json .commitlintrc .commitlintrc.json .commitlintrc.yml package.json"},
	{"rspec rubocop rake bundle rails", ".rspec .rubocop.yml"},
	{"phpunit pest phpstan psalm", "phpunit.xml phpunit.xml.dist phpstan.neon phpstan.neon.dist psalm.xml"},
	{"prove", ".proverc"},
	{"cargo", "Cargo.toml"},
	{"gdb", ".gdbinit"},
}

// FindsSettings reports whether a program looks for a file of settings that may name files of code.
func FindsSettings(program, file string) bool {
	for i := range settings {
		if s := &settings[i]; wordlist.Among(program, s.programs) && wordlist.Among(path.Base(file), s.files) {
			return true
		}
	}
	return false
}

// maxNames bounds the words of a file of settings that are tried as names.
const maxNames = 256

// Named reports whether a text of settings has the name of a file among its words: its path, without
// its extension, or as a module.
func Named(text, file string) bool {
	stem := strings.TrimSuffix(file, path.Ext(file))
	n := 0
	for word := range names(text) {
		word = strings.TrimPrefix(word, "/") // <rootDir>/x
		if word == file || word == stem || strings.ReplaceAll(word, ".", "/") == stem {
			return true
		}
		if n++; n == maxNames {
			return false
		}
	}
	return false
}

// names yields the words of a text of settings that may be names of files.
func names(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !isNameRune(r) }) {
			if !yield(path.Clean(word)) {
				return
			}
		}
	}
}

// isNameRune reports whether names of files usually have a character.
func isNameRune(r rune) bool {
	return r > 127 || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("_-./@~", r)
}

// programs are the settings that name programs which a tool starts. Source: cargo's manual, "Configuration".
var programs = [...]struct{ tools, files, keys string }{
	{"cargo", ".cargo/config.toml .cargo/config", "rustc-wrapper rustc-workspace-wrapper rustc rustdoc runner linker"},
}

// A Setting is a setting of a file, with its sections before its key, and its value.
type Setting struct{ Key, Value string }

// ProgramsIn returns the settings in a file of TOML that name programs which a tool starts. The words of a list
// are joined by blanks.
func ProgramsIn(tool, file, text string) (found []Setting) {
	for i := range programs {
		p := &programs[i]
		if !wordlist.Among(tool, p.tools) || !isOneOf(file, p.files) {
			continue
		}
		section := ""
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "[") {
				section = strings.Trim(line, "[] \t") + "."
				continue
			}
			key, value, set := strings.Cut(line, "=")
			key = section + strings.TrimSpace(key)
			if !set || len(found) == maxNames || !wordlist.Among(key[strings.LastIndexByte(key, '.')+1:], p.keys) {
				continue
			}
			value = strings.Map(func(c rune) rune {
				if strings.ContainsRune("\"'[],", c) {
					return ' '
				}
				return c
			}, value)
			found = append(found, Setting{key, strings.Join(strings.Fields(value), " ")})
		}
	}
	return found
}

// remotes are the files in which tools find the addresses of repositories that they clone, to run what
// is in them, and the keys of these addresses. Sources: pre-commit's manual, lefthook's manual, remotes.
var remotes = [...]struct{ programs, files, keys string }{
	{"pre-commit prek", ".pre-commit-config.yaml .pre-commit-config.yml", "repo:"},
	{"lefthook", "lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml lefthook-local.yml lefthook.json lefthook.toml", "git_url: git_url="},
}

// maxRemotes bounds the addresses that a file of settings may have.
const maxRemotes = 64

// Remotes returns the addresses of repositories in the text of a file of settings that a program finds,
// and whether they are all.
func Remotes(program, file, text string) (addresses []string, all bool) {
	for i := range remotes {
		r := &remotes[i]
		if !wordlist.Among(program, r.programs) || !wordlist.Among(path.Base(file), r.files) {
			continue
		}
		words := strings.FieldsFunc(keyed(text), func(c rune) bool { return strings.ContainsRune(" \t\r\n\"'{}[],", c) })
		for i, word := range words[:max(len(words)-1, 0)] {
			if !wordlist.Among(word, r.keys) {
				continue
			}
			if len(addresses) == maxRemotes {
				return addresses, false
			}
			addresses = append(addresses, words[i+1])
		}
	}
	return addresses, true
}

// keyed returns a text with its keys of YAML, JSON or TOML without quotes and blanks before their marks.
func keyed(text string) string {
	return strings.NewReplacer("\":", ":", "':", ":", " :", ":", " = ", "= ").Replace(text)
}
