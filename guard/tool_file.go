package guard

import (
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// toolFile says which files some programs run: those in the work directory whose names match a
// pattern, and those that a word names.
type toolFile struct {
	programs string
	files    string // patterns for the last part of the path, or for all of it below the directory
	lang     string // the language of the file, if its name does not tell
	named    bool   // it also runs a file that a word names
}

// toolFiles are the files that tools run although no word names them. The judge reads only
// those that the request itself writes; others were there before. Source: each tool's manual.
var toolFiles = [...]toolFile{
	{"pytest py.test tox nox coverage python pip uv pipx poetry pdm hatch", "conftest.py test_*.py *_test.py setup.py noxfile.py sitecustomize.py usercustomize.py", "python", false},
	{"coverage jupyter ipython ipython3 runipy papermill marimo streamlit locust gunicorn uvicorn hypercorn daphne waitress-serve fastapi celery rq huey chainlit panel bokeh voila", "locustfile.py gunicorn.conf.py", "python", true},
	{"flask", "app.py wsgi.py", "python", true},
	{"sphinx-build sphinx-autobuild alembic", "conf.py alembic/env.py migrations/env.py */versions/*.py", "python", true},
	{"poe pdm hatch task taskipy tox nox pipenv pixi mise rtx asdf", "pyproject.toml tox.ini setup.cfg hatch.toml Pipfile pixi.toml mise.toml .mise.toml mise.local.toml", spec.AnyCode, false},
	{"pylint", "pylintrc .pylintrc pylintrc.toml .pylintrc.toml", spec.AnyCode, true},
	{"snakemake nextflow dvc cwltool luigi dagster", "Snakefile *.smk main.nf nextflow.config dvc.yaml", spec.AnyCode, true},
	{"inv invoke fab", "tasks.py fabfile.py", "python", true},
	{"scons", "SConstruct SConscript sconstruct", "python", true},
	{"conan buildozer doit waf", "conanfile.py dodo.py wscript", "python", true},
	{"rake", "Rakefile rakefile Rakefile.rb *.rake", "ruby", true},
	{"bundle gem rails rspec thor cap fastlane pod vagrant guard brew", "Gemfile *.gemspec *_spec.rb Thorfile Capfile Fastfile Podfile Vagrantfile Guardfile Brewfile", "ruby", true},
	{
		"jest vitest mocha ava tap c8 nyc webpack rollup vite eslint prettier babel gulp grunt playwright cypress karma next nuxt astro tsup esbuild node bun deno tsx ts-node npm pnpm yarn",
		"*.test.js *.test.ts *.test.mjs *.test.cjs *.spec.js *.spec.ts *.config.js *.config.ts *.config.mjs *.config.cjs .eslintrc.js .babelrc.js Gruntfile.js gulpfile.js .pnpmfile.cjs .yarnrc.cjs", "javascript", false,
	},
	{"node bun deno tsx ts-node mocha ava", ".mocharc.js .mocharc.cjs node_modules/*/*.js", "javascript", true},
	{"turbo nx lerna lint-staged nodemon pm2 concurrently npm-run-all run-s run-p husky lefthook simple-git-hooks", "package.json turbo.json nx.json project.json lerna.json nodemon.json .lintstagedrc .lintstagedrc.json .lintstagedrc.js lint-staged.config.js ecosystem.config.js ecosystem.config.cjs", spec.AnyCode, true},
	{"perl prove", "*.pm *.t", "perl", false},
	{"latexmk", "latexmkrc .latexmkrc", "perl", true},
	{"tex latex pdftex pdflatex xetex xelatex luatex lualatex", "", "tex", true},
	{"ruby irb", "", "ruby", true},
	{"lua luajit", "", "lua", true},
	{"php", "", "php", true},
	{"R Rscript quarto", ".Rprofile *.Rmd *.qmd", spec.AnyCode, true},
	{"nix nix-shell nix-build nix-env home-manager nixos-rebuild", "flake.nix shell.nix default.nix", spec.AnyCode, true},
	{"go", "*.go", "go", true},
	{"cargo rustc", "*.rs", "rust", true},
	{"cargo", ".cargo/config.toml .cargo/config", spec.AnyCode, false},
	{"gcc cc g++ c++ clang clang++ tcc zig nim ghc runghc runhaskell ocaml ocamlc dmd crystal swift swiftc kotlinc kotlin scala scalac java javac groovy dotnet csc mcs fpc gfortran v odin clojure clj lein", "", "source", true},
	{"make gmake", "*.c *.cc *.cpp", "source", false},
	{"dotnet", "*.csproj *.fsproj Directory.Build.props Directory.Build.targets", "source", false},
	{"ninja samu", "build.ninja", spec.AnyCode, true},
	{"cmake ctest cpack", "CMakeLists.txt CMakePresets.json CTestTestfile.cmake", "cmake", true},
	{"meson bazel buck buck2 please xmake premake5 tup", "meson.build BUILD BUILD.bazel WORKSPACE MODULE.bazel *.bzl xmake.lua premake5.lua Tupfile", spec.AnyCode, true},
	{"ant mvn mvnw", "build.xml pom.xml", spec.AnyCode, true},
	{"gradle gradlew", "build.gradle build.gradle.kts settings.gradle settings.gradle.kts init.gradle", spec.AnyCode, true},
	{"sbt mill lein boot rebar3 mix stack cabal", "build.sbt build.sc project.clj build.boot rebar.config mix.exs *_test.exs Setup.hs", spec.AnyCode, true},
	{"task go-task mage", "Taskfile.yml Taskfile.yaml Taskfile.dist.yml magefile.go", spec.AnyCode, true},
	{"ansible-playbook ansible ansible-pull", "", spec.AnyCode, true},
	{"terraform tofu terragrunt", "*.tf terragrunt.hcl", spec.AnyCode, false},
	{"pulumi cdk serverless sls", "index.ts index.js __main__.py cdk.json serverless.yml", spec.AnyCode, false},
	{"act", ".github/workflows/*", spec.AnyCode, true},
	{"gitlab-runner circleci pre-commit lefthook husky", ".gitlab-ci.yml .circleci/config.yml .pre-commit-config.yaml lefthook.yml", spec.AnyCode, true},
	{"foreman honcho overmind hivemind goreman heroku", "Procfile Procfile.dev", spec.AnyCode, true},
	{"logrotate parallel expect watchexec entr supervisord monit tmuxinator tmuxp incrond jobber", "tmuxp.yaml", spec.AnyCode, true},
	{"composer", "composer.json", spec.AnyCode, false},
	{"phpunit pest artisan", "*Test.php phpunit.xml", "php", true},
	{"npm pnpm yarn bun deno", "deno.json deno.jsonc", spec.AnyCode, false},
	{"skaffold tilt earthly dagger packer vagrant", "skaffold.yaml Tiltfile Earthfile *.pkr.hcl", spec.AnyCode, true},
	{"vim nvim vi ex view emacs", "", spec.AnyCode, true},
	{"run-parts", "", "sh", true},
	{"pandoc tshark wireshark rawshark nmap mpv vlc cvlc wrk wrk2 sysbench mitmproxy mitmdump mitmweb zeek suricata bettercap frida blender gimp inkscape freecad weechat haproxy", "", spec.AnyCode, true},
	{"mlr exiftool gomplate qsv xsv csvsql visidata vd", ".ExifTool_config .mlrrc", spec.AnyCode, true},
}

// languages maps suffixes of file names to languages.
var languages = [...]struct{ ends, lang string }{
	{".py", "python"}, {".rb .rake", "ruby"}, {".js .mjs .cjs .ts", "javascript"}, {".sh .bash", "sh"}, {".pl", "perl"}, {".php", "php"}, {".cmake", "cmake"}, {".awk", "awk"}, {".lua .nse", "lua"}, {".xml .csproj .fsproj .props .targets", "xml"},
}

// languageOf returns the language of a file by its suffix, or otherwise.
func languageOf(file, otherwise string) string {
	for i := range languages {
		if end := path.Ext(file); end != "" && wordlist.Among(end, languages[i].ends) {
			return languages[i].lang
		}
	}
	return otherwise
}

// readToolFiles reads the files that the request has written before v and that v's tool finds
// by their names, or that a word of v names.
func (j *judge) readToolFiles(v *grammar.Invocation) {
	written := v.Command.Written()
	if len(written) == 0 || v.Away {
		return // nearly always
	}
	name := v.Name
	if name == "python" {
		if module, given := v.Value("-m"); given == parser.Yes {
			name = moduleTool(module)
			j.readModule(v, module)
		}
		j.readImports(v)
	}
	tools := j.toolFilesOf(name)
	if len(tools) == 0 {
		j.readScriptOptions(v, written)
		return
	}
	dir, known := j.directory(v, "")
	for _, t := range tools {
		if t.lang == "tex" && v.Has("-shell-escape --shell-escape -enable-write18 --enable-write18") == parser.No {
			continue // its code starts no commands
		}
		for _, x := range written {
			if at, ok := j.absolute(x.Path); ok && (known && t.finds(dir, at) || t.named && j.isNamed(v, at)) {
				j.toolContent(v, at, t.lang)
			}
		}
	}
}

// scripting are parts of the names of options whose value is a file of code: --lua-filter, --init-script.
const scripting = "script scripts filter plugin plugins load hook hooks engine macro lua preload require extension rcfile"

// readScriptOptions reads the files of code that the request has written and that an option of v names,
// by the option's name. What v does with other options and with operands is unknown: it may check a
// script's style.
func (j *judge) readScriptOptions(v *grammar.Invocation, written []parser.Written) {
	args := v.Command.Args[min(1, len(v.Command.Args)):]
	for i, w := range args {
		name, value, attached := strings.Cut(w.Prefix(), "=")
		if !attached && i+1 < len(args) {
			value = args[i+1].Prefix()
		}
		parts := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' })
		if !strings.HasPrefix(name, "-") || !slices.ContainsFunc(parts, func(p string) bool { return wordlist.Among(p, scripting) }) {
			continue
		}
		for _, x := range written {
			if at, ok := j.absolute(x.Path); ok && j.is(v, value, at) {
				j.toolContent(v, at, spec.AnyCode)
			}
		}
	}
}

// is reports whether a text is the path of a file, in the directory of v.
func (j *judge) is(v *grammar.Invocation, text, at string) bool {
	real, ok := j.locate(v, parser.Text(text))
	return ok && real == at
}

// readModule reads a module that python -m runs, if the request itself writes it.
func (j *judge) readModule(v *grammar.Invocation, module parser.Word) {
	name, known := module.Text()
	if !known || name == "" {
		return
	}
	name = strings.ReplaceAll(name, ".", "/")
	for _, file := range [...]string{name + ".py", name + "/__main__.py", name + "/__init__.py"} {
		if at, ok := j.locate(v, parser.Text(file)); ok {
			if _, written := j.writtenContent(v.Command, at); written {
				j.toolContent(v, at, "python")
			}
		}
	}
}

// readImports reads the modules that the code of an invocation of Python imports, if the request
// itself writes them: Python looks in its directory first.
func (j *judge) readImports(v *grammar.Invocation) {
	for _, e := range v.Effects {
		code, _ := e.Word.Text()
		if e.Kind == grammar.Runs|grammar.Reads {
			j.readModule(v, parser.Text(strings.TrimSuffix(code, "/")))
			code = ""
			if at, known := j.locate(v, e.Word); known {
				x, _ := j.writtenContent(v.Command, at)
				for _, t := range x.Texts {
					code += placeholderText(t)
				}
			}
		} else if e.Kind != grammar.Evaluates {
			continue
		}
		for name := range importedModules(code) {
			j.readModule(v, parser.Text(name))
		}
	}
}

// importedModules yields the names of the modules that code of Python imports.
func importedModules(code string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for statement := range strings.FieldsFuncSeq(code, func(r rune) bool { return r == '\n' || r == ';' }) {
			words := strings.Fields(statement)
			if len(words) < 2 || words[0] != "import" && words[0] != "from" {
				continue
			}
			if words[0] == "from" {
				words = words[:2]
			}
			for _, w := range words[1:] {
				if name := strings.Trim(w, ","); w != "as" && isPlainName(name) && !yield(name) {
					return
				}
			}
		}
	}
}

// toolFilesOf returns the rows for a program, and caches them for this decision.
func (j *judge) toolFilesOf(program string) []*toolFile {
	some, known := j.tools[program]
	if known {
		return some
	}
	for i := range toolFiles {
		if t := &toolFiles[i]; wordlist.Among(program, t.programs) {
			some = append(some, t)
		}
	}
	if j.tools == nil {
		j.tools = map[string][]*toolFile{}
	}
	j.tools[program] = some
	return some
}

// moduleTool returns the tool whose files a Python module reads.
func moduleTool(module parser.Word) string {
	name, _ := module.Text()
	name, _, _ = strings.Cut(name, ".")
	if name == "unittest" || name == "build" {
		return "pytest" // both read files named like tests, or setup.py
	}
	return name
}

// absolute returns the canonical path of a file that the request writes.
func (j *judge) absolute(at string) (string, bool) {
	if !strings.HasPrefix(at, "/") {
		at = path.Join(j.zones.Dir, at)
	}
	real, err := j.zones.Resolve(at, true)
	return real, err == nil
}

// finds reports whether a tool that works in dir finds a file there or below.
func (t *toolFile) finds(dir, at string) bool {
	rest, is := strings.CutPrefix(at, strings.TrimSuffix(dir, "/")+"/")
	if !is {
		return false
	}
	for pattern := range wordlist.Each(t.files) {
		name := path.Base(rest)
		if strings.Contains(pattern, "/") {
			name = rest
		}
		if ok, err := path.Match(pattern, name); ok && err == nil {
			return true
		}
	}
	return false
}

// isNamed reports whether a word of v names a file, or its directory: alone, as the value of an
// option, or as a target that is the file's path without its extension.
func (j *judge) isNamed(v *grammar.Invocation, at string) bool {
	for i := range v.Options {
		if value, known := v.Options[i].Value.Text(); known && value != "" && (j.is(v, value, at) || j.is(v, value+path.Ext(at), at)) {
			return true // ruby -r./FILE
		}
	}
	for _, w := range v.Command.Args[min(1, len(v.Command.Args)):] {
		text, known := w.Text()
		if !known || text == "" || text == "." || text == "./..." {
			continue
		}
		if _, value, ok := strings.Cut(text, "="); ok {
			text = value
		}
		if before, value, ok := strings.Cut(text, ":"); ok && (j.is(v, value, at) || j.is(v, strings.ReplaceAll(before, ".", "/")+path.Ext(at), at)) {
			return true // tshark -X lua_script:FILE, uvicorn MODULE:app
		}
		real, ok := j.locate(v, parser.Text(text))
		if ok && (real == at || path.Dir(at) == real || real+path.Ext(at) == at) {
			return true
		}
	}
	return false
}

// toolContent adds what a file does that a tool runs, as far as the request has written it.
func (j *judge) toolContent(v *grammar.Invocation, at, lang string) {
	dsl := wordlist.Among(lang, "python ruby javascript") // its functions may be the tool's own
	lang = languageOf(at, lang)
	e := grammar.Effect{Kind: grammar.Runs | grammar.Reads, Word: parser.Text(at), Lang: lang, Truth: v.Truth}
	if j.isRunning(v, keyOf(v, &e, at)) || j.runsByGrammar(v, at) {
		return // the program's grammar has read it as a script already
	}
	found, _ := j.fileVersions(v, e, at)
	for _, c := range found {
		text := placeholderText(c.word)
		switch {
		case !c.written:
		case lang == "sh" || script.HasReader(lang):
			j.addContent(v, e, at, c)
			if dsl && j.hasGuardedLiteral(v, spec.AnyCode, text) {
				v.Effects = append(v.Effects, evaluation(e, grammar.GuardedText, lang))
			}
		case j.hasGuardedLiteral(v, lang, text):
			v.Effects = append(v.Effects, evaluation(e, grammar.GuardedText, lang))
		}
	}
}

// runsByGrammar reports whether v runs a file according to its grammar.
func (j *judge) runsByGrammar(v *grammar.Invocation, at string) bool {
	for i := range v.Effects {
		if e := &v.Effects[i]; e.Kind == grammar.Runs|grammar.Reads {
			if real, known := j.locate(v, e.Word); known && real == at {
				return true
			}
		}
	}
	return false
}
