package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// languagePackages are the package managers of languages. Those that run a program
// from a package, or from the project, hold a nested command.
var languagePackages = []spec.Row{
	{
		Names: "pip pip2 pip3 pip3.*", Source: "pip(1), pip help", Env: "PIP_* PYTHON* *_proxy *_PROXY",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Named:   "PIP_*",
				Style:   spec.GNU | spec.Inherit,
				Options: pipOptions(),
				Subs:    pipVerbs(),
			}
		},
	},
	{Names: "npx", Source: "npx(1)", Env: "npm_config_* NPM_CONFIG_* NODE_OPTIONS", Syntax: npmExec},
	{Names: "bunx", Source: "bunx manual", Syntax: npmExec},
	{Names: "pnpx", Source: "pnpm manual", Syntax: npmExec},
	{
		Names: "cargo", Source: "cargo(1)", Env: "CARGO_* RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTFLAGS *_proxy *_PROXY",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Bundle | spec.Inherit,
				Options: slices.Concat(
					bools(
						"-q --quiet", "-v --verbose", "--offline", "--locked", "--frozen", "-r --release", "-n --dry-run", "--all", "--workspace", "--lib", "--bins",
						"--tests", "--benches", "--examples", "--all-targets", "--all-features", "--no-default-features", "--allow-dirty", "--no-verify",
						"-f --force", "-k --keep-going", "--undo", "-l --list", "--no-run", "--no-fail-fast", "--doc", "--dev", "--build", "--fix", "-h --help", "-V --version",
					),
					values(
						"-p --package", "--exclude", "--bin", "--test", "--bench", "--example", "-F --features", "-j --jobs", "--profile", "--target",
						"--color", "--message-format", "--vers", "--rename", "--git", "--branch", "--tag", "--rev", "-Z", "--explain", "--edition", "--name",
					),
					[]spec.Option{
						{Names: "-C", Arg: spec.Required, Role: spec.Dir},
						{Names: "--config", Arg: spec.Required, Role: spec.Setting},
						{Names: "--manifest-path", Arg: spec.Required, Role: spec.File},
						{Names: "$CARGO_TARGET_DIR --target-dir", Arg: spec.Required, Role: spec.Write},
						{Names: "--out-dir --artifact-dir", Arg: spec.Required, Role: spec.Write},
						{Names: "--registry", Arg: spec.Required},
						{Names: "--index", Arg: spec.Required, Role: spec.URL},
						{Names: "--token", Arg: spec.Required, Role: spec.Credential},
						{Names: "--root", Arg: spec.Required, Role: spec.Write},
						{Names: "--path", Arg: spec.Required, Role: spec.File},
					},
				),
				Subs: append(leaves("build b check c doc d new init add remove rm run r test t bench update search publish install uninstall fetch fix metadata "+
					"package vendor verify-project tree login logout owner yank generate-lockfile locate-project pkgid report rustc rustdoc clippy fmt "+
					"help version miri nextest expand audit outdated"),
					spec.Sub{Names: "clean", Syntax: spec.Syntax{Options: []spec.Option{{Names: "$CARGO_TARGET_DIR --target-dir", Arg: spec.Required, Role: spec.Delete}}, Recursive: "*"}},
					spec.Sub{Names: "watch", Syntax: spec.Syntax{
						Style: spec.GNU | spec.Inherit, Options: slices.Concat(bools("-c --clear", "--why", "--no-vcs-ignores", "--postpone", "--poll"), values("-x --exec", "-d --delay", "-i --ignore", "--features"), []spec.Option{
							{Names: "-s --shell", Arg: spec.Required, Role: spec.Shell}, {Names: "-w --watch", Arg: spec.Required, Role: spec.File},
						}),
						Operands: rest,
					}}),
			}
		},
	},
	{
		Names: "go", Source: "go help", Env: "GOFLAGS GOPROXY GOENV GOTOOLCHAIN GOINSECURE GONOSUMCHECK GONOSUMDB CC CXX CGO_* GOROOT *_proxy *_PROXY",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Held: "GOFLAGS", Subs: []spec.Sub{
				{Names: "build", Syntax: goBuild()},
				{Names: "install", Syntax: goBuild()},
				{Names: "test", Syntax: goBuild()},
				{Names: "vet", Syntax: goBuild()},
				{Names: "get", Syntax: goBuild()},
				{Names: "list", Syntax: goBuild()},
				{Names: "run", Syntax: spec.Syntax{Style: spec.Single, Options: goFlags(), Operands: spec.Operands{First: []spec.Role{spec.Script}}, Lang: "go"}},
				{Names: "generate", Syntax: spec.Syntax{Style: spec.Single, Options: goFlags()}},
				{Names: "clean", Syntax: spec.Syntax{
					Style: spec.Single, Options: slices.Concat(bools("-i", "-r", "-n", "-x", "-cache", "-testcache", "-modcache", "-fuzzcache"), values("$GOMODCACHE", "$GOCACHE")),
					Cases: []spec.Case{
						{With: "-modcache", And: "-cache", Values: "$GOMODCACHE $GOCACHE", As: spec.Delete}, {With: "-modcache", Values: "$GOMODCACHE", As: spec.Delete}, {With: "-cache", Values: "$GOCACHE", As: spec.Delete},
					},
					Recursive: "*", DryRun: "-n",
				}},
				{Names: "env", Syntax: spec.Syntax{Style: spec.Single, Options: bools("-json", "-u", "-w", "-changed")}},
				{Names: "fmt", Syntax: spec.Syntax{Style: spec.Single, Options: bools("-n", "-x")}},
				{Names: "tool", Syntax: spec.Syntax{Style: spec.Single, Options: bools("-n")}},
				{Names: "mod", Syntax: spec.Syntax{Subs: leaves("download edit graph init tidy vendor verify why")}},
				{Names: "work", Syntax: spec.Syntax{Subs: leaves("edit init sync use vendor")}},
				{Names: "doc"},
				{Names: "fix"},
				{Names: "help"},
				{Names: "version"},
				{Names: "bug"},
				{Names: "telemetry"},
			}}
		},
	},
	{
		Names: "bundle bundler", Source: "bundle(1)", Env: "BUNDLE_GEMFILE RUBYOPT",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Subs: append(leaves("install update add remove list show outdated config check init open console info lock clean platform cache package doctor "+
					"binstubs gem viz help version"),
					spec.Sub{Names: "exec", Syntax: spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "--keep-file-descriptors"}}, Operands: rest}}),
			}
		},
	},
	{
		Names: "poetry", Source: "poetry list",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU | spec.Inherit,
				Options: slices.Concat(
					bools("-q --quiet", "-n --no-interaction", "-v --verbose", "--ansi", "--no-ansi", "--no-root", "--sync", "--dry-run", "--build", "--lock", "-D --dev", "--all", "--no-plugins", "-h --help", "-V --version"),
					values("--with", "--without", "--only", "-G --group", "-E --extras", "-f --format", "-r --repository", "-u --username"),
					[]spec.Option{{Names: "-C --directory", Arg: spec.Required, Role: spec.Dir}, {Names: "-p --password", Arg: spec.Required, Role: spec.Credential}},
				),
				Subs: append(leaves("install add remove update lock show build publish check config init new search version about cache env self source export help"),
					spec.Sub{Names: "run", Syntax: spec.Syntax{Style: spec.POSIX, Operands: rest}}, subshell),
			}
		},
	},
	{
		Names: "pipenv", Source: "pipenv(1)", Env: "PIPENV_* PYTHON*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style:   spec.GNU | spec.Inherit,
				Options: slices.Concat(bools("-d --dev", "--deploy", "--system", "-v --verbose", "-q --quiet", "--bare", "-h --help", "--version", "--venv", "--where", "--rm"), values("--python")),
				Subs: append(leaves("install uninstall lock sync update upgrade graph check clean requirements scripts verify open"),
					spec.Sub{Names: "run", Syntax: spec.Syntax{Style: spec.POSIX, Operands: rest}}, subshell),
			}
		},
	},
	{
		Names: "uv", Source: "uv help", Env: "UV_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Named: "UV_*", Style: spec.GNU | spec.Inherit,
				Options: slices.Concat(
					bools("-q --quiet", "-v --verbose", "--offline", "--no-cache", "-n", "--no-config", "--no-progress", "--native-tls", "--system", "--frozen", "--locked", "--all-extras", "--dev", "--no-dev", "--dry-run", "--force", "-U --upgrade", "-h --help", "-V --version"),
					values("--cache-dir", "-p --python", "--color", "--group", "--extra", "--index-strategy"),
					[]spec.Option{
						{Names: "--directory", Arg: spec.Required, Role: spec.Dir},
						{Names: "--project", Arg: spec.Required},
						{Names: "-i --index-url --default-index", Arg: spec.Required, Role: spec.URL},
						{Names: "--extra-index-url --index", Arg: spec.Required, Role: spec.URL},
						{Names: "-t --token", Arg: spec.Required, Role: spec.Credential},
						{Names: "--publish-url", Arg: spec.Required, Role: spec.URL},
					},
				),
				Subs: append(leaves("add remove sync lock export tree build publish venv self version help init python auth format"),
					spec.Sub{Names: "cache", Syntax: spec.Syntax{Subs: append(leaves("dir prune size"), spec.Sub{Names: "clean", Syntax: emptied("$UV_CACHE_DIR --cache-dir")})}},
					spec.Sub{Names: "clean", Syntax: emptied("$UV_CACHE_DIR --cache-dir")},
					spec.Sub{Names: "run", Syntax: uvRunFile()},
					spec.Sub{Names: "pip", Syntax: spec.Syntax{Style: spec.GNU | spec.Inherit, Options: pipOptions(), Subs: pipVerbs()}},
					spec.Sub{Names: "tool", Syntax: spec.Syntax{Subs: append(leaves("install uninstall upgrade list update-shell dir"), spec.Sub{Names: "run", Syntax: uvRun()})}}),
			}
		},
	},
	{
		Names: "rimraf premove", Source: "rimraf --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Lenient,
				Options: []spec.Option{
					{Names: "-g --glob"}, {Names: "-G --no-glob"}, {Names: "-v --verbose"}, {Names: "--version"}, {Names: "-h --help"},
				},
				Operands:  spec.Operands{Rest: spec.Delete},
				Recursive: "*",
			}
		},
	},
	{Names: "uvx", Source: "uv help tool run", Env: "UV_*", Syntax: uvRun},
	{
		Names: "conda mamba micromamba", Source: "conda --help", Env: "CONDA_* PYTHON*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU | spec.Inherit,
				Options: slices.Concat(
					bools("-y --yes", "-q --quiet", "-v --verbose", "--dry-run -d", "--json", "--force", "--all -a", "--offline", "-h --help", "-V --version", "--override-channels", "--update-deps"),
					values("-n --name", "-p --prefix"),
					[]spec.Option{{Names: "-f --file", Arg: spec.Required, Role: spec.File}, {Names: "-c --channel", Arg: spec.Required, Role: spec.Repo}},
				),
				Subs: append(leaves("install create remove uninstall update upgrade list search info config clean activate deactivate init package compare export notices"),
					spec.Sub{Names: "env", Syntax: spec.Syntax{Subs: leaves("list create remove update export config")}},
					spec.Sub{Names: "run", Syntax: spec.Syntax{
						Style: spec.POSIX | spec.Abbrev,
						Options: slices.Concat(
							bools("-v --verbose", "--dev", "--debug-wrapper-scripts", "-s --no-capture-output --live-stream"),
							values("-n --name", "-p --prefix"),
							[]spec.Option{{Names: "--cwd", Arg: spec.Required, Role: spec.Dir}},
						),
						Operands: rest,
					}}),
			}
		},
	},
}

// emptied returns a subcommand that removes a whole directory: the one that an option or a variable
// names, or a default one.
func emptied(option string) spec.Syntax {
	return spec.Syntax{Style: spec.GNU | spec.Inherit, Options: []spec.Option{{Names: option, Arg: spec.Required, Role: spec.Delete}}, Recursive: "*"}
}

// pipOptions and pipVerbs are shared by pip and compatible programs.
func pipOptions() []spec.Option {
	return slices.Concat(
		bools(
			"-U --upgrade", "-q --quiet", "-v --verbose", "-y --yes", "--user", "--no-deps", "--pre", "--no-cache-dir", "--no-input", "--no-color",
			"--break-system-packages", "--force-reinstall", "-I --ignore-installed", "--no-build-isolation", "--no-index", "--dry-run", "--isolated",
			"--disable-pip-version-check", "--prefer-binary", "--require-hashes", "--outdated", "-o", "-f", "-h --help", "-V --version",
		),
		values("--only-binary", "--no-binary", "--python-version", "--platform", "--format", "--timeout", "--retries", "--trusted-host", "--progress-bar", "--root-user-action", "--upgrade-strategy", "--global-option", "--config-settings", "-C", "--exists-action"),
		[]spec.Option{
			{Names: "-r --requirement", Arg: spec.Required, Role: spec.File},
			{Names: "-c --constraint", Arg: spec.Required, Role: spec.File},
			{Names: "-e --editable", Arg: spec.Required},
			{Names: "-i --index-url", Arg: spec.Required, Role: spec.URL},
			{Names: "--extra-index-url", Arg: spec.Required, Role: spec.URL},
			{Names: "--find-links", Arg: spec.Required},
			{Names: "-t --target", Arg: spec.Required, Role: spec.Write},
			{Names: "--prefix", Arg: spec.Required, Role: spec.Write},
			{Names: "--root", Arg: spec.Required, Role: spec.Write},
			{Names: "-d --dest", Arg: spec.Required, Role: spec.Write},
			{Names: "-w --wheel-dir", Arg: spec.Required, Role: spec.Write},
			{Names: "--log", Arg: spec.Required, Role: spec.Write},
			{Names: "--python", Arg: spec.Required, Role: spec.Helper},
			{Names: "--proxy", Arg: spec.Required, Role: spec.URL},
			{Names: "--cert", Arg: spec.Required, Role: spec.File},
			{Names: "--src", Arg: spec.Required},
		},
	)
}

func pipVerbs() []spec.Sub {
	return leaves("install uninstall download list show freeze check wheel hash search cache config index inspect debug compile sync tree help completion")
}

// subshell is the subcommand that starts a shell in the project's environment.
var subshell = spec.Sub{Names: "shell", Syntax: spec.Syntax{Shells: true}}

// npmExec runs a program from a package, with the words after it.
func npmExec() spec.Syntax {
	return spec.Syntax{
		Named: npmVariables,
		Options: slices.Concat(
			bools("-y --yes", "--no", "--no-install", "-q --quiet", "--silent", "-s", "--ignore-existing", "--bun", "-h --help", "-v --version"),
			values("-p --package", "-w --workspace", "--cache"), valued(spec.URL, "--registry"),
			[]spec.Option{{Names: "-c --call", Arg: spec.Required, Role: spec.Shell}},
		),
		Operands: rest, Shells: true,
	}
}

// uvRun runs a program in an environment; the program may be a Python file.
func uvRun() spec.Syntax {
	return spec.Syntax{
		Named: "UV_*", Style: spec.POSIX,
		Options: slices.Concat(
			bools("--isolated", "--no-project", "--no-sync", "--frozen", "--locked", "--active", "-q --quiet", "-v --verbose", "--all-extras", "--dev", "--no-dev", "--offline", "-n --no-cache", "-m --module", "-s --script", "-U --upgrade", "--no-config"),
			values("--with", "--with-editable", "--with-requirements", "--from", "--extra", "--group", "--env-file", "-p --python", "--package", "--index", "--refresh-package", "-P"),
			[]spec.Option{{Names: "--directory", Arg: spec.Required, Role: spec.Dir}, {Names: "--project", Arg: spec.Required}},
		),
		Operands: rest,
		Cases:    []spec.Case{{With: "-m"}},
	}
}

// uvRunFile is uv run, which reads a Python file from standard input for "-".
func uvRunFile() spec.Syntax {
	s := uvRun()
	s.Options = append(s.Options, bools("-h --help", "-V --version")...)
	s.Lang, s.Stdin = "python", true
	s.Cases = append(s.Cases, spec.Case{With: "-h -V", Operands: rest, NoStdin: true})
	return s
}

// goFlags returns the build flags of the go command. Flags that name a program make go run it.
func goFlags() []spec.Option {
	return slices.Concat(
		bools("-a", "-n", "-v", "-x", "-race", "-msan", "-asan", "-cover", "-work", "-linkshared", "-trimpath", "-modcacherw", "-json", "-m", "-u", "-t", "-d",
			"-c", "-i", "-short", "-failfast", "-benchmem", "-e", "-deps", "-test", "-export", "-find", "-h"),
		values("-p", "-asmflags", "-buildmode", "-buildvcs", "-compiler", "-gccgoflags", "-gcflags", "-installsuffix", "-ldflags", "-mod", "-pkgdir", "-tags",
			"-run", "-bench", "-skip", "-count", "-timeout", "-cpu", "-parallel", "-covermode", "-coverpkg", "-fuzz", "-fuzztime", "-benchtime", "-f", "-list", "-vet", "-shuffle"),
		[]spec.Option{
			{Names: "-C", Arg: spec.Required, Role: spec.Dir},
			{Names: "-o", Arg: spec.Required, Role: spec.Write},
			{Names: "-exec", Arg: spec.Required, Role: spec.Shell},
			{Names: "-toolexec", Arg: spec.Required, Role: spec.Shell},
			{Names: "-vettool", Arg: spec.Required, Role: spec.Helper},
			{Names: "-overlay", Arg: spec.Required, Role: spec.File},
			{Names: "-modfile", Arg: spec.Required, Role: spec.File},
			{Names: "-coverprofile", Arg: spec.Required, Role: spec.Write},
			{Names: "-cpuprofile", Arg: spec.Required, Role: spec.Write},
			{Names: "-memprofile", Arg: spec.Required, Role: spec.Write},
		},
	)
}

func goBuild() spec.Syntax {
	return spec.Syntax{Style: spec.Single, Options: goFlags()}
}
