package project

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// A Tool is a family of programs that run files although no word names them: those whose names
// match a pattern, and those that a word names.
type Tool struct {
	programs string
	files    string // patterns for the last part of the path, or for all of it below the directory

	// Lang is the language of the files whose names do not tell it.
	Lang string

	// RunsNamed says that the tool also runs a file that a word names.
	RunsNamed bool

	// Needs are the options of which one must be there. Without it, the code in the files starts
	// no commands. It is "" for most tools.
	Needs string
}

const (
	// pythonModule stands for a module that python -m runs, whichever it is.
	pythonModule = "python-m"

	// standardModules are the files that come before modules of Python's library of the same name, for
	// code beside them and for python -m.
	standardModules = "abc.py argparse.py ast.py asyncio.py base64.py bisect.py calendar.py codecs.py collections.py contextlib.py copy.py csv.py ctypes.py dataclasses.py datetime.py decimal.py " +
		"email.py enum.py fnmatch.py fractions.py functools.py getpass.py glob.py gzip.py hashlib.py heapq.py html.py http.py importlib.py inspect.py io.py ipaddress.py itertools.py json.py " +
		"keyword.py linecache.py locale.py logging.py math.py mimetypes.py multiprocessing.py numbers.py operator.py os.py pathlib.py pdb.py pickle.py platform.py pprint.py queue.py random.py re.py " +
		"readline.py sched.py secrets.py select.py selectors.py shlex.py shutil.py signal.py site.py socket.py sqlite3.py ssl.py stat.py statistics.py string.py struct.py subprocess.py " +
		"tempfile.py textwrap.py threading.py time.py timeit.py token.py tokenize.py traceback.py types.py typing.py unicodedata.py unittest.py urllib.py uuid.py warnings.py weakref.py xml.py zipfile.py zlib.py"

	anyCode     = spec.AnyCode
	shellEscape = "-shell-escape --shell-escape -enable-write18 --enable-write18"
)

// tools are the rows. Source: each tool's manual.
var tools = [...]Tool{
	{"pytest py.test tox nox coverage python pip uv pipx poetry pdm hatch", "conftest.py test_*.py *_test.py setup.py noxfile.py sitecustomize.py usercustomize.py", "python", false, ""},
	{"python " + pythonModule, "*.pth " + standardModules, "python", false, ""},
	{"pytest py.test pydoc pydoc3 doctest unittest kernprof scrapy cProfile profile pdb trace viztracer py-spy memray scalene bpython ptpython pudb", "", "python", true, ""},
	{"coverage jupyter ipython ipython3 runipy papermill marimo streamlit locust gunicorn uvicorn hypercorn daphne waitress-serve fastapi celery rq huey chainlit panel bokeh voila", "locustfile.py gunicorn.conf.py", "python", true, ""},
	{"flask", "app.py wsgi.py", "python", true, ""},
	{"sphinx-build sphinx-autobuild alembic", "conf.py alembic/env.py migrations/env.py */versions/*.py", "python", true, ""},
	{"poe pdm hatch task taskipy tox nox pipenv pixi mise rtx asdf", "pyproject.toml tox.ini setup.cfg hatch.toml Pipfile pixi.toml mise.toml .mise.toml mise.local.toml", anyCode, false, ""},
	{"pylint", "pylintrc .pylintrc pylintrc.toml .pylintrc.toml", anyCode, true, ""},
	{"snakemake nextflow dvc cwltool luigi dagster", "Snakefile *.smk main.nf nextflow.config dvc.yaml", anyCode, true, ""},
	{"inv invoke fab", "tasks.py fabfile.py", "python", true, ""},
	{"scons", "SConstruct SConscript sconstruct", "python", true, ""},
	{"conan buildozer doit waf", "conanfile.py dodo.py wscript", "python", true, ""},
	{"rake", "Rakefile rakefile Rakefile.rb *.rake extconf.rb", "ruby", true, ""},
	{"bundle gem rails rspec thor cap fastlane pod vagrant guard brew", "Gemfile *.gemspec extconf.rb *_spec.rb Thorfile Capfile Fastfile Podfile Vagrantfile Guardfile Brewfile", "ruby", true, ""},
	{
		"jest vitest mocha ava tap c8 nyc webpack rollup vite eslint prettier babel gulp grunt playwright cypress karma next nuxt astro tsup esbuild node bun deno tsx ts-node npm pnpm yarn commitlint stylelint xo standard size-limit semantic-release release-it lint-staged depcruise svgo postcss tailwindcss remark electron",
		"*.test.js *.test.ts *.test.mjs *.test.cjs *.spec.js *.spec.ts *.config.js *.config.ts *.config.mjs *.config.cjs Gruntfile.js gulpfile.js .pnpmfile.cjs .yarnrc.cjs .*rc.js .*rc.cjs .*rc.mjs .*rc.ts index.js server.js node_modules/*/*.js node_modules/*/*/*.js", "javascript", false, "",
	},
	{"node bun deno tsx ts-node mocha ava electron wdio nightwatch testcafe karma jest vitest playwright cypress", "", "javascript", true, ""},
	{"turbo nx lerna lint-staged nodemon pm2 concurrently npm-run-all run-s run-p husky lefthook simple-git-hooks", "package.json turbo.json nx.json project.json lerna.json nodemon.json .lintstagedrc .lintstagedrc.json .lintstagedrc.js lint-staged.config.js ecosystem.config.js ecosystem.config.cjs", anyCode, true, ""},
	{"perl prove", "*.pm *.t", "perl", false, ""},
	{"latexmk", "latexmkrc .latexmkrc", "perl", true, ""},
	{"tex latex pdftex pdflatex xetex xelatex luatex lualatex", "", "tex", true, shellEscape},
	{"ruby irb pry", ".irbrc .pryrc", "ruby", true, ""},
	{"rackup puma unicorn thin falcon passenger rails", "config.ru config/puma.rb", "ruby", true, ""},
	{"jekyll middleman nanoc", "_plugins/*.rb config.rb Rules", "ruby", true, ""},
	{"gdb", ".gdbinit", anyCode, true, ""},
	{"ocaml ghc runghc cabal stack iex mix", ".ghci .ocamlinit .iex.exs", anyCode, false, ""}, // the row of ocaml is that of ghci, too
	{"wezterm hammerspoon awesome conky premake5", "", "lua", true, ""},
	{"lua luajit", "", "lua", true, ""},
	{"php", "", "php", true, ""},
	{"R Rscript quarto", ".Rprofile *.Rmd *.qmd", anyCode, true, ""},
	{"nix nix-shell nix-build nix-env home-manager nixos-rebuild", "flake.nix shell.nix default.nix", anyCode, true, ""},
	{"go", "*.go", "go", true, ""},
	{"cargo rustc", "*.rs", "rust", true, ""},
	{"cargo", ".cargo/config.toml .cargo/config", anyCode, false, ""},
	{"gcc cc g++ c++ clang clang++ tcc zig nim ghc runghc runhaskell ocaml ocamlc dmd crystal swift swiftc kotlinc kotlin scala scalac java javac groovy dotnet csc mcs fpc gfortran v odin clojure clj lein", "", "source", true, ""},
	{"make gmake", "*.c *.cc *.cpp", "source", false, ""},
	{"dotnet", "*.cs *.fs *.csx *.csproj *.fsproj Directory.Build.props Directory.Build.targets", "source", false, ""},
	{"msbuild xbuild", "*.csproj *.fsproj *.proj *.targets Directory.Build.props Directory.Build.targets", "source", true, ""},
	{"swift", "Package.swift plugin.swift Plugins/*/*.swift", "source", false, ""},
	{"node-gyp npm pnpm yarn bun node-pre-gyp prebuild prebuildify", "binding.gyp *.gypi", anyCode, false, ""},
	{"ninja samu", "build.ninja", "ninja", true, ""},
	{"cmake ctest cpack", "CMakeLists.txt CMakePresets.json CTestTestfile.cmake", "cmake", true, ""},
	{"meson bazel buck buck2 please xmake premake5 tup", "meson.build BUILD BUILD.bazel WORKSPACE MODULE.bazel *.bzl xmake.lua premake5.lua Tupfile", anyCode, true, ""},
	{"ant mvn mvnw", "build.xml pom.xml", anyCode, true, ""},
	{"gradle gradlew", "build.gradle build.gradle.kts settings.gradle settings.gradle.kts init.gradle", anyCode, true, ""},
	{"sbt mill lein boot rebar3 mix stack cabal", "build.sbt build.sc project.clj build.boot rebar.config mix.exs *_test.exs Setup.hs", anyCode, true, ""},
	{"task go-task mage", "Taskfile.yml Taskfile.yaml Taskfile.dist.yml magefile.go", anyCode, true, ""},
	{"ansible-playbook ansible ansible-pull", "", anyCode, true, ""},
	{"terraform tofu terragrunt", "*.tf terragrunt.hcl", anyCode, false, ""},
	{"pulumi cdk serverless sls", "index.ts index.js __main__.py cdk.json serverless.yml", anyCode, false, ""},
	{"act", ".github/workflows/*", anyCode, true, ""},
	{"gitlab-runner circleci pre-commit lefthook husky", ".gitlab-ci.yml .circleci/config.yml .pre-commit-config.yaml lefthook.yml", anyCode, true, ""},
	{"foreman honcho overmind hivemind goreman heroku", "Procfile Procfile.dev", anyCode, true, ""},
	{"logrotate parallel expect watchexec entr supervisord monit tmuxinator tmuxp incrond jobber", "tmuxp.yaml", anyCode, true, ""},
	{"composer", "composer.json", anyCode, false, ""},
	{"phpunit pest artisan", "*Test.php phpunit.xml", "php", true, ""},
	{"npm pnpm yarn bun deno", "deno.json deno.jsonc", anyCode, false, ""},
	{"skaffold tilt earthly dagger packer vagrant", "skaffold.yaml Tiltfile Earthfile *.pkr.hcl", anyCode, true, ""},
	{"vim nvim vi ex view emacs", "", anyCode, true, ""},
	{"run-parts", "", "sh", true, ""},
	{"kubectl helm k9s aws groff troff gs gio gtk-launch dex exo-open", "", anyCode, true, ""},
	{"pandoc tshark wireshark rawshark nmap mpv vlc cvlc wrk wrk2 sysbench mitmproxy mitmdump mitmweb zeek suricata bettercap frida blender gimp inkscape freecad weechat haproxy", "", anyCode, true, ""},
	{"mlr exiftool gomplate qsv xsv csvsql visidata vd", ".ExifTool_config .mlrrc", anyCode, true, ""},
}

// ToolsOf returns the rows for a program.
func ToolsOf(program string) (rows []*Tool) {
	for i := range tools {
		if t := &tools[i]; wordlist.Among(program, t.programs) {
			rows = append(rows, t)
		}
	}
	return rows
}

// ModulePrograms returns the programs that have the rows for a module which python -m runs.
func ModulePrograms(module string) []string { return []string{moduleProgram(module), pythonModule} }

func moduleProgram(module string) string {
	name, _, _ := strings.Cut(module, ".")
	if name == "unittest" || name == "build" {
		return "pytest" // both read files named like tests, or setup.py
	}
	return name
}

// Finds reports whether a tool finds a file by itself. The path is relative to the directory in
// which the tool works.
func (t *Tool) Finds(file string) bool {
	for pattern := range wordlist.Each(t.files) {
		name := path.Base(file)
		if strings.Contains(pattern, "/") {
			name = file
		}
		if ok, err := path.Match(pattern, name); ok && err == nil {
			return true
		}
	}
	return false
}

// languages maps suffixes of file names to languages.
var languages = [...]struct{ ends, lang string }{
	{".py", "python"}, {".rb .rake", "ruby"}, {".js .mjs .cjs .ts", "javascript"}, {".sh .bash", "sh"}, {".pl", "perl"}, {".php", "php"}, {".cmake", "cmake"}, {".awk", "awk"}, {".lua .nse", "lua"}, {".xml .csproj .fsproj .props .targets", "xml"},
}

// LanguageOf returns the language of a file by its suffix, or otherwise.
func LanguageOf(file, otherwise string) string {
	for i := range languages {
		if end := path.Ext(file); end != "" && wordlist.Among(end, languages[i].ends) {
			return languages[i].lang
		}
	}
	return otherwise
}

// optionWords are parts of the names of options whose value is a file of code: --lua-filter,
// --init-script.
const optionWords = "script scripts filter plugin plugins load hook hooks engine macro lua preload require extension rcfile setup setupFiles setupFilesAfterEnv globalSetup globalTeardown"

// TakesCode reports whether the value of an option is a file of code, by the option's name.
func TakesCode(option string) bool {
	switch {
	case option == "--node-options": // npm --node-options='--require ./x.js'
		return true
	case !strings.HasPrefix(option, "-"):
		return false
	}
	for part := range strings.FieldsFuncSeq(option, func(r rune) bool { return r == '-' || r == '_' }) {
		if wordlist.Among(part, optionWords) {
			return true
		}
	}
	return false
}

// compilers build programs and start none of them. A subcommand stands behind a slash.
const compilers = "gcc cc g++ c++ clang clang++ javac rustc kotlinc swiftc scalac gfortran csc mcs fpc ghc ocamlc ocamlopt dmd go/build go/vet go/install go/list cargo/build cargo/check cargo/clippy cargo/doc cargo/fmt"

// inBuilds are the files that such programs run while they compile: cargo's manual, "Build Scripts" and
// "Configuration".
var inBuilds = [...]struct{ programs, files string }{
	{"cargo", "build.rs config.toml config"},
}

// RunsInBuild reports whether a program that compiles runs a file all the same.
func RunsInBuild(program, file string) bool {
	for i := range inBuilds {
		if b := &inBuilds[i]; wordlist.Among(program, b.programs) && wordlist.Among(path.Base(file), b.files) {
			return true
		}
	}
	return false
}

// OnlyCompiles reports whether a program, with a subcommand, compiles the files that it reads: what
// is in them runs only when somebody starts the result.
func OnlyCompiles(program, sub string) bool {
	if sub != "" {
		program += "/" + sub
	}
	return wordlist.Among(program, compilers)
}

// tests are patterns for the files of tests, and testDirs the directories of tests.
const (
	tests    = "conftest.py test_*.py *_test.py *.test.* *.spec.* *_spec.rb test_*.rb *_test.rb *Test.php *_test.exs *_test.go *_test.dart"
	testDirs = "test tests spec specs __tests__ e2e"
)

// IsTest reports whether a file is one of a project's tests.
func IsTest(file string) bool {
	dir, name := path.Split(file)
	for pattern := range wordlist.Each(tests) {
		if ok, err := path.Match(pattern, name); ok && err == nil {
			return true
		}
	}
	return wordlist.Among(path.Base(dir), testDirs)
}
