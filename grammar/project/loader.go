package project

import (
	"iter"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// A Loader is a family of programs that run a file with a fixed name, completely or in part. A
// file from the network under such a name is as good as run.
//
// The rows are apart from those of Tool: a Tool's patterns are for files whose text is known and
// judged, and would be too wide for files of which only the name is known.
type Loader struct {
	programs string // canonical names

	// Subs are patterns for subcommands, or "" for all.
	Subs string

	// Files are the names that the programs look for.
	Files string

	// InNamed says that they look in directories that words name, and not in the start directory.
	InNamed bool
}

// loaders are the programs that run files with fixed names. Source: each program's manual.
var loaders = [...]Loader{
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
	{"nix", "", "flake.nix default.nix shell.nix", false},
	{"devbox devenv mise lefthook", "", "devbox.json devenv.nix mise.toml .mise.toml lefthook.yml lefthook.yaml .lefthook.yml", false},
	{"mix sbt lein zig swift dune", "", "mix.exs build.sbt project.clj build.zig Package.swift dune", false},
	{"ansible-playbook bazel bazelisk kotlinc", "", "", false},
}

// composeFiles are the names in the Compose specification, current and former.
const composeFiles = "compose.yaml compose.yml docker-compose.yaml docker-compose.yml compose.override.yaml compose.override.yml docker-compose.override.yaml docker-compose.override.yml"

// LoaderOptions are the options of these programs that name another file.
const LoaderOptions = "-I --init-script --bazelrc -f --file --makefile --justfile --rakefile --taskfile -t -c --config --build-file -b --gulpfile --gruntfile"

// LoadersOf yields the rows for a program.
func LoadersOf(program string) iter.Seq[Loader] {
	return func(yield func(Loader) bool) {
		for _, l := range loaders {
			if wordlist.Among(program, l.programs) && !yield(l) {
				return
			}
		}
	}
}
