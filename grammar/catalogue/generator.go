package catalogue

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// generators are programs that generate files from others, and first empty the output directory or
// delete the files of an earlier run.
var generators = []spec.Row{
	{Names: "jekyll", Source: "jekyll help build", Syntax: func() spec.Syntax { return generating("-d --destination", "", "") }},
	{Names: "mkdocs", Source: "mkdocs build --help", Syntax: func() spec.Syntax { return generating("-d --site-dir", "", "--dirty --no-clean") }},
	{Names: "mdbook", Source: "mdbook help build", Syntax: func() spec.Syntax { return generating("-d --dest-dir", "", "") }},
	{Names: "hugo", Source: "hugo help", Syntax: func() spec.Syntax { return generating("-d --destination", "--cleanDestinationDir", "") }},
	{Names: "zola", Source: "zola help build", Syntax: func() spec.Syntax { return generating("-o --output-dir", "-f --force", "") }},
	{Names: "pelican", Source: "pelican --help", Syntax: func() spec.Syntax { return generating("-o --output", "-d --delete-output-directory", "") }},
	{Names: "antora", Source: "antora generate --help", Syntax: func() spec.Syntax { return generating("--to-dir", "--clean", "") }},
	{Names: "vite", Source: "vite build --help", Syntax: func() spec.Syntax { return generating("--outDir", "--emptyOutDir", "") }},
	{Names: "vitepress", Source: "vitepress CLI reference", Syntax: func() spec.Syntax { return generating("--outDir", "", "") }},
	{Names: "astro", Source: "astro CLI reference", Syntax: func() spec.Syntax { return generating("--outDir", "", "") }},
	{Names: "docusaurus", Source: "docusaurus CLI reference", Syntax: func() spec.Syntax { return generating("--out-dir", "", "") }},
	{Names: "storybook build-storybook", Source: "storybook CLI reference", Syntax: func() spec.Syntax { return generating("-o --output-dir", "", "") }},
	{Names: "webpack webpack-cli", Source: "webpack help build", Syntax: func() spec.Syntax { return generating("-o --output-path", "--output-clean", "") }},
	{Names: "tsup", Source: "tsup --help", Syntax: func() spec.Syntax { return generating("-d --out-dir", "--clean", "") }},
	{Names: "typedoc", Source: "typedoc --help", Syntax: func() spec.Syntax { return generating("--out", "", "") }},
	{Names: "ng", Source: "ng build --help", Syntax: func() spec.Syntax { return generating("--output-path", "", "") }},
	{Names: "vitest", Source: "vitest CLI reference", Syntax: func() spec.Syntax { return generating("--coverage.reportsDirectory", "", "") }},
	{Names: "playwright", Source: "Playwright's test command line", Syntax: func() spec.Syntax { return generating("--output", "", "") }},
	{Names: "allure", Source: "allure help generate", Syntax: func() spec.Syntax { return generating("-o --output --report-dir", "-c --clean", "") }},
	{Names: "sphinx-build", Source: "sphinx-build(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute | spec.Bundle,
			Options: slices.Concat(bools("-a --write-all", "-E --fresh-env", "-q --quiet", "-Q --silent", "-v --verbose", "-T --show-traceback", "-P --pdb", "-W --fail-on-warning", "-n --nitpicky", "-N --no-color", "-C --isolated", "-h --help", "--version", "--keep-going"),
				values("-b --builder", "-M", "-j --jobs", "-t --tag", "-D --define", "-A --html-define"),
				[]spec.Option{{Names: "-d --doctree-dir", Arg: spec.Required, Role: spec.Write}, {Names: "-c --conf-dir", Arg: spec.Required, Role: spec.File}, {Names: "-w --warning-file", Arg: spec.Required, Role: spec.Write}}),
			Operands: spec.Operands{First: []spec.Role{spec.File, spec.Write}},
			// With -M the target says what is done: clean removes the directory.
			Cases: []spec.Case{{With: "-M", Operands: spec.Operands{First: []spec.Role{spec.File, spec.Delete}}}}, Recursive: "*",
		}
	}},
	{Names: "nyc", Source: "nyc --help", Syntax: func() spec.Syntax { return measuring("-t --temp-dir") }},
	{Names: "c8", Source: "c8 --help", Syntax: func() spec.Syntax { return measuring("--temp-directory") }},
	{Names: "coverage", Source: "coverage help", Env: "COVERAGE_FILE", Syntax: func() spec.Syntax {
		into := func(option string) spec.Syntax {
			return spec.Syntax{Options: []spec.Option{{Names: option, Arg: spec.Required, Role: spec.Write}}}
		}
		return spec.Syntax{
			Style: spec.GNU | spec.Inherit,
			Options: slices.Concat(bools("-q --quiet", "-i --ignore-errors", "-h --help", "--version"), values("--include", "--omit", "--fail-under", "--precision", "--format", "--sort", "--contexts"),
				[]spec.Option{{Names: "$COVERAGE_FILE --data-file", Arg: spec.Required, Role: spec.Write}, {Names: "--rcfile", Arg: spec.Required, Role: spec.File}}),
			Subs: append(leaves("combine debug report help"),
				spec.Sub{Names: "run", Syntax: spec.Syntax{
					Style: spec.POSIX | spec.Abbrev | spec.Inherit,
					Options: slices.Concat(bools("-a --append", "--branch", "-L --pylib", "-p --parallel-mode", "--timid"), values("--concurrency", "--context", "--source", "--save-signal"),
						[]spec.Option{{Names: "-m --module", Arg: spec.Required, Role: spec.Module, Last: true}}),
					Operands: spec.Operands{First: firstScript}, Lang: "python", Cases: []spec.Case{{With: "-m"}},
				}},
				spec.Sub{Names: "erase", Syntax: spec.Syntax{Options: []spec.Option{{Names: "$COVERAGE_FILE --data-file", Arg: spec.Required, Role: spec.Delete}}}},
				spec.Sub{Names: "html", Syntax: into("-d --directory")}, spec.Sub{Names: "annotate", Syntax: into("-d --directory")},
				spec.Sub{Names: "xml", Syntax: into("-o")}, spec.Sub{Names: "json", Syntax: into("-o")}, spec.Sub{Names: "lcov", Syntax: into("-o")}),
		}
	}},
	{Names: "pre-commit", Source: "pre-commit --help", Env: "PRE_COMMIT_HOME", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute | spec.Bundle | spec.Inherit, Levels: 1,
			Options: slices.Concat(bools("-a --all-files", "-v --verbose", "--show-diff-on-failure", "-h --help", "-V --version", "--install-hooks", "-f --overwrite", "--freeze", "--bleeding-edge"),
				values("--color", "--hook-stage", "-t --hook-type", "-s --from-ref", "-o --to-ref", "--repo", "-j --jobs"),
				[]spec.Option{{Names: "-c --config", Arg: spec.Required, Role: spec.File}}),
			Subs: []spec.Sub{{Names: "clean", Syntax: emptied("$PRE_COMMIT_HOME")}},
		}
	}},
}

// generating returns the syntax of such a program: the option that names the output directory, the
// options with which the program empties it ("" if always), and those with which it does not.
func generating(directory, with, not string) spec.Syntax {
	x := spec.Syntax{
		Style:     spec.Permute | spec.Bundle,
		Options:   []spec.Option{{Names: directory, Arg: spec.Required, Role: spec.Delete}},
		Recursive: "*",
	}
	if with != "" {
		x.Options[0].Role = spec.Write
		x.Options = append(x.Options, spec.Option{Names: with})
		x.Cases = []spec.Case{{With: with, Values: directory, As: spec.Delete}}
	}
	if not != "" {
		x.Options = append(x.Options, bools(strings.Fields(not)...)...)
		x.Cases = []spec.Case{{With: not, Values: directory, As: spec.Write}}
	}
	return x
}

// measuring returns the syntax of a program that runs another and measures its code coverage. It
// empties the directory for its data when it starts.
func measuring(directory string) spec.Syntax {
	return spec.Syntax{
		Style: spec.Bundle,
		Options: slices.Concat(bools("-s --silent", "-a --all", "--check-coverage", "--cache", "--per-file", "--instrument", "--source-map", "--show-process-tree", "--clean", "--no-clean", "--skip-full", "--skip-empty", "--eager", "--in-place", "-h --help", "-v --version"),
			values("-r --reporter", "-x --exclude", "-n --include", "-e --extension", "-i --require", "--cwd", "--branches", "--functions", "--lines", "--statements", "--src", "--config", "--nycrc-path"),
			[]spec.Option{{Names: "-o --report-dir --reports-dir --output-dir", Arg: spec.Required, Role: spec.Write}, {Names: directory, Arg: spec.Required, Role: spec.Delete}}),
		Operands: rest, Recursive: "*",
		Cases: []spec.Case{{With: "--no-clean", Operands: rest, Values: directory, As: spec.Write}},
	}
}
