package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// loader describes programs that run a file, completely or in part, although no word names it.
type loader struct {
	programs string // canonical names
	subs     string // patterns for subcommands, or "" for all
	files    string // the file names that the programs look for
	named    bool   // they look in directories that words name, and not in the start directory
}

// loaders are the programs that run files with fixed names. Source: each program's manual.
var loaders = [...]loader{
	{"make", "", "GNUmakefile makefile Makefile BSDmakefile", false},
	{"just", "", "justfile Justfile .justfile", false},
	{"task go-task", "", "Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml Taskfile.dist.yml", false},
	{"rake", "", "Rakefile rakefile Rakefile.rb rakefile.rb", false},
	{"bundle thor cap fastlane pod guard", "", "Gemfile gems.rb Thorfile Capfile Fastfile Podfile Guardfile", false},
	{"vagrant", "", "Vagrantfile", false},
	{"docker docker-compose podman", "compose/up compose/run compose/create compose/start compose/build compose/watch up run create start build watch", composeFiles, false},
	{"npm yarn bun", "", "package.json .pnpmfile.cjs", false},
	{"gulp grunt webpack vite rollup jest vitest eslint", "", "gulpfile.js Gruntfile.js webpack.config.js vite.config.js vite.config.ts rollup.config.js jest.config.js vitest.config.ts eslint.config.js .eslintrc.js", false},
	{"pip uv", "install wheel download pip/install", "setup.py setup.cfg pyproject.toml", true},
	{"uv poetry pdm hatch", "", "setup.py pyproject.toml", false},
	{"tox nox pytest invoke inv fab scons", "", "tox.ini noxfile.py conftest.py tasks.py fabfile.py SConstruct", false},
	{"cmake meson", "", "CMakeLists.txt meson.build", false},
	{"cargo", "", "build.rs Cargo.toml", false},
	{"gradle gradlew", "", "build.gradle build.gradle.kts settings.gradle settings.gradle.kts", false},
	{"mvn mvnw ant", "", "pom.xml build.xml", false},
	{"foreman honcho overmind hivemind", "", "Procfile", false},
	{"pre-commit", "run install install-hooks", ".pre-commit-config.yaml", false},
	{"composer", "", "composer.json", false},
	{"tilt earthly skaffold", "", "Tiltfile Earthfile skaffold.yaml", false},
	{"nix-build nix-shell", "", "default.nix shell.nix", false},
	{"ansible-playbook bazel bazelisk kotlinc", "", "", false},
}

// composeFiles are the names in the Compose specification, current and former.
const composeFiles = "compose.yaml compose.yml docker-compose.yaml docker-compose.yml compose.override.yaml compose.override.yml docker-compose.override.yaml docker-compose.override.yml"

// fileOptions are the options that name another file.
const fileOptions = "-I --init-script --bazelrc -f --file --makefile --justfile --rakefile --taskfile -t -c --config --build-file -b --gulpfile --gruntfile"

// LoadsDownload reports whether a program runs a file that an earlier command got from the
// network, because of its fixed name or an option, or runs what a process substitution gets from
// the network.
func (g *Graph) LoadsDownload(v *grammar.Invocation) bool {
	if v.Away || len(v.Command.Args) == 0 {
		return false
	}
	streams := slices.ContainsFunc(v.Command.Args, g.isNetworkStream)
	if !streams && g.nothingCame() {
		return false
	}
	for i := range loaders {
		if l := &loaders[i]; l.isOf(v) && (streams && !l.named || g.finds(l, v)) {
			return true
		}
	}
	return false
}

// isNetworkStream reports whether a word is a process substitution that prints what it gets from
// the network.
func (g *Graph) isNetworkStream(w parser.Word) bool {
	return slices.ContainsFunc(w.Parts, func(p parser.Part) bool { return p.File && g.anyConnects(p.From) == parser.Yes })
}

// isOf reports whether an invocation is of one of the programs.
func (l *loader) isOf(v *grammar.Invocation) bool {
	return wordlist.Among(v.Name, l.programs) && (l.subs == "" || spec.MatchSub(l.subs, v.Sub))
}

// finds reports whether a file that a loader looks for came from the network.
func (g *Graph) finds(l *loader, v *grammar.Invocation) bool {
	if !l.named && g.holdsUnread(l, v, "") {
		return true
	}
	args := v.Command.Args[1:]
	for i, w := range args {
		before, value := "", w
		if i > 0 {
			before = args[i-1].Prefix()
		}
		if flag := w.Prefix(); strings.HasPrefix(flag, "--") && strings.Contains(flag, "=") {
			before, value = flag[:strings.IndexByte(flag, '=')], w.Tail(strings.IndexByte(flag, '=')+1)
		} else if len(flag) > 2 && flag[0] == '-' && flag[1] != '-' {
			before, value = flag[:2], w.Tail(2)
		}
		if wordlist.Among(before, fileOptions) && g.isUnread(v, value) {
			return true
		}
		if dir, known := value.Text(); known && dir != "" && g.holdsUnread(l, v, dir+"/") {
			return true
		}
	}
	return false
}

// holdsUnread reports whether a directory contains one of the files and nobody has looked at it.
func (g *Graph) holdsUnread(l *loader, v *grammar.Invocation, dir string) bool {
	for file := range strings.FieldsSeq(l.files) {
		if g.isUnread(v, parser.Text(path.Clean(dir+file))) {
			return true
		}
	}
	return false
}

// isUnread reports whether a word names a file from the network that nobody has looked at.
func (g *Graph) isUnread(v *grammar.Invocation, w parser.Word) bool {
	at, there := g.markedWord(Download, v, w)
	return there && at != beforeRead
}
