package grammar

import "slices"

// libraries are the package managers of languages. Those that run a program
// from a package, or from the project, hold a nested command.
var libraries = []row{
	{
		Names: "pip pip2 pip3 pip3.*", Source: "pip(1), pip help", Env: "PIP_* PYTHON* *_proxy *_PROXY",
		Syntax: func() Syntax {
			return Syntax{
				Style:   GNU | Inherit,
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
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU | Inherit,
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
					[]Option{
						{Names: "-C", Arg: Required, Role: Dir},
						{Names: "--config", Arg: Required, Role: Setting},
						{Names: "--manifest-path", Arg: Required, Role: File},
						{Names: "--target-dir", Arg: Required, Role: Write},
						{Names: "--out-dir --artifact-dir", Arg: Required, Role: Write},
						{Names: "--registry", Arg: Required},
						{Names: "--index", Arg: Required, Role: URL},
						{Names: "--token", Arg: Required, Role: Credential},
						{Names: "--root", Arg: Required, Role: Write},
						{Names: "--path", Arg: Required, Role: File},
					},
				),
				Subs: append(leaves("build b check c doc d new init add remove rm run r test t bench update search publish install uninstall fetch fix metadata "+
					"package vendor verify-project tree login logout owner yank generate-lockfile locate-project pkgid report rustc rustdoc clippy fmt "+
					"help version miri nextest expand audit outdated"),
					Sub{Names: "clean", Syntax: Syntax{Options: []Option{{Names: "--target-dir", Arg: Required, Role: Delete}}, Recursive: "*"}},
					Sub{Names: "watch", Syntax: Syntax{
						Style: GNU | Inherit, Options: slices.Concat(bools("-c --clear", "--why", "--no-vcs-ignores", "--postpone", "--poll"), values("-x --exec", "-d --delay", "-i --ignore", "--features"), []Option{
							{Names: "-s --shell", Arg: Required, Role: Shell}, {Names: "-w --watch", Arg: Required, Role: File},
						}),
						Operands: rest,
					}}),
			}
		},
	},
	{
		Names: "go", Source: "go help", Env: "GOFLAGS GOPROXY GOENV GOTOOLCHAIN GOINSECURE GONOSUMCHECK GONOSUMDB CC CXX CGO_* GOROOT *_proxy *_PROXY",
		Syntax: func() Syntax {
			return Syntax{Subs: []Sub{
				{Names: "build", Syntax: goBuild()},
				{Names: "install", Syntax: goBuild()},
				{Names: "test", Syntax: goBuild()},
				{Names: "vet", Syntax: goBuild()},
				{Names: "get", Syntax: goBuild()},
				{Names: "list", Syntax: goBuild()},
				{Names: "run", Syntax: Syntax{Style: Single, Options: goFlags(), Operands: Operands{First: []Role{Script}}, Lang: "go"}},
				{Names: "generate", Syntax: Syntax{Style: Single, Options: goFlags()}},
				{Names: "clean", Syntax: Syntax{Style: Single, Options: bools("-i", "-r", "-n", "-x", "-cache", "-testcache", "-modcache", "-fuzzcache")}},
				{Names: "env", Syntax: Syntax{Style: Single, Options: bools("-json", "-u", "-w", "-changed")}},
				{Names: "fmt", Syntax: Syntax{Style: Single, Options: bools("-n", "-x")}},
				{Names: "tool", Syntax: Syntax{Style: Single, Options: bools("-n")}},
				{Names: "mod", Syntax: Syntax{Subs: leaves("download edit graph init tidy vendor verify why")}},
				{Names: "work", Syntax: Syntax{Subs: leaves("edit init sync use vendor")}},
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
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Subs: append(leaves("install update add remove list show outdated config check init open console info lock clean platform cache package doctor "+
					"binstubs gem viz help version"),
					Sub{Names: "exec", Syntax: Syntax{Style: POSIX, Options: []Option{{Names: "--keep-file-descriptors"}}, Operands: rest}}),
			}
		},
	},
	{
		Names: "poetry", Source: "poetry list",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU | Inherit,
				Options: slices.Concat(
					bools("-q --quiet", "-n --no-interaction", "-v --verbose", "--ansi", "--no-ansi", "--no-root", "--sync", "--dry-run", "--build", "--lock", "-D --dev", "--all", "--no-plugins", "-h --help", "-V --version"),
					values("--with", "--without", "--only", "-G --group", "-E --extras", "-f --format", "-r --repository", "-u --username"),
					[]Option{{Names: "-C --directory", Arg: Required, Role: Dir}, {Names: "-p --password", Arg: Required, Role: Credential}},
				),
				Subs: append(leaves("install add remove update lock show build publish check config init new search shell version about cache env self source export help"),
					Sub{Names: "run", Syntax: Syntax{Style: POSIX, Operands: rest}}),
			}
		},
	},
	{
		Names: "pipenv", Source: "pipenv(1)", Env: "PIPENV_* PYTHON*",
		Syntax: func() Syntax {
			return Syntax{
				Style:   GNU | Inherit,
				Options: slices.Concat(bools("-d --dev", "--deploy", "--system", "-v --verbose", "-q --quiet", "--bare", "-h --help", "--version", "--venv", "--where", "--rm"), values("--python")),
				Subs: append(leaves("install uninstall lock sync update upgrade graph check clean shell requirements scripts verify open"),
					Sub{Names: "run", Syntax: Syntax{Style: POSIX, Operands: rest}}),
			}
		},
	},
	{
		Names: "uv", Source: "uv help", Env: "UV_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU | Inherit,
				Options: slices.Concat(
					bools("-q --quiet", "-v --verbose", "--offline", "--no-cache", "-n", "--no-config", "--no-progress", "--native-tls", "--system", "--frozen", "--locked", "--all-extras", "--dev", "--no-dev", "--dry-run", "--force", "-U --upgrade", "-h --help", "-V --version"),
					values("--cache-dir", "-p --python", "--color", "--group", "--extra", "--index-strategy"),
					[]Option{
						{Names: "--directory", Arg: Required, Role: Dir},
						{Names: "--project", Arg: Required},
						{Names: "-i --index-url --default-index", Arg: Required, Role: URL},
						{Names: "--extra-index-url --index", Arg: Required, Role: URL},
						{Names: "-t --token", Arg: Required, Role: Credential},
						{Names: "--publish-url", Arg: Required, Role: URL},
					},
				),
				Subs: append(leaves("add remove sync lock export tree build publish venv cache self version help init python auth format"),
					Sub{Names: "run", Syntax: uvRun()},
					Sub{Names: "pip", Syntax: Syntax{Style: GNU | Inherit, Options: pipOptions(), Subs: pipVerbs()}},
					Sub{Names: "tool", Syntax: Syntax{Subs: append(leaves("install uninstall upgrade list update-shell dir"), Sub{Names: "run", Syntax: uvRun()})}}),
			}
		},
	},
	{
		Names: "rimraf", Source: "rimraf --help",
		Syntax: func() Syntax {
			return Syntax{
				Style: Permute | Lenient,
				Options: []Option{
					{Names: "-g --glob"}, {Names: "-G --no-glob"}, {Names: "-v --verbose"}, {Names: "--version"}, {Names: "-h --help"},
				},
				Operands:  Operands{Rest: Delete},
				Recursive: "*",
			}
		},
	},
	{Names: "uvx", Source: "uv help tool run", Env: "UV_*", Syntax: uvRun},
	{
		Names: "conda mamba micromamba", Source: "conda --help", Env: "CONDA_* PYTHON*",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU | Inherit,
				Options: slices.Concat(
					bools("-y --yes", "-q --quiet", "-v --verbose", "--dry-run -d", "--json", "--force", "--all -a", "--offline", "-h --help", "-V --version", "--override-channels", "--update-deps"),
					values("-n --name", "-p --prefix", "-c --channel"),
					[]Option{{Names: "-f --file", Arg: Required, Role: File}},
				),
				Subs: append(leaves("install create remove uninstall update upgrade list search info config clean activate deactivate init package compare export notices"),
					Sub{Names: "env", Syntax: Syntax{Subs: leaves("list create remove update export config")}},
					Sub{Names: "run", Syntax: Syntax{
						Style: POSIX | Abbrev,
						Options: slices.Concat(
							bools("-v --verbose", "--dev", "--debug-wrapper-scripts", "-s --no-capture-output --live-stream"),
							values("-n --name", "-p --prefix"),
							[]Option{{Names: "--cwd", Arg: Required, Role: Dir}},
						),
						Operands: rest,
					}}),
			}
		},
	},
}

// pipOptions and pipVerbs are shared by pip and what speaks like it.
func pipOptions() []Option {
	return slices.Concat(
		bools(
			"-U --upgrade", "-q --quiet", "-v --verbose", "-y --yes", "--user", "--no-deps", "--pre", "--no-cache-dir", "--no-input", "--no-color",
			"--break-system-packages", "--force-reinstall", "-I --ignore-installed", "--no-build-isolation", "--no-index", "--dry-run", "--isolated",
			"--disable-pip-version-check", "--prefer-binary", "--require-hashes", "--outdated", "-o", "-f", "-h --help", "-V --version",
		),
		values("--only-binary", "--no-binary", "--python-version", "--platform", "--format", "--timeout", "--retries", "--trusted-host", "--progress-bar", "--root-user-action", "--upgrade-strategy", "--global-option", "--config-settings", "-C", "--exists-action"),
		[]Option{
			{Names: "-r --requirement", Arg: Required, Role: File},
			{Names: "-c --constraint", Arg: Required, Role: File},
			{Names: "-e --editable", Arg: Required},
			{Names: "-i --index-url", Arg: Required, Role: URL},
			{Names: "--extra-index-url", Arg: Required, Role: URL},
			{Names: "--find-links", Arg: Required},
			{Names: "-t --target", Arg: Required, Role: Write},
			{Names: "--prefix", Arg: Required, Role: Write},
			{Names: "--root", Arg: Required, Role: Write},
			{Names: "-d --dest", Arg: Required, Role: Write},
			{Names: "-w --wheel-dir", Arg: Required, Role: Write},
			{Names: "--log", Arg: Required, Role: Write},
			{Names: "--python", Arg: Required, Role: Helper},
			{Names: "--proxy", Arg: Required, Role: URL},
			{Names: "--cert", Arg: Required, Role: File},
			{Names: "--src", Arg: Required},
		},
	)
}

func pipVerbs() []Sub {
	return leaves("install uninstall download list show freeze check wheel hash search cache config index inspect debug compile sync tree help completion")
}

// npmExec runs a program from a package, with the words after it.
func npmExec() Syntax {
	return Syntax{
		Options: slices.Concat(
			bools("-y --yes", "--no", "--no-install", "-q --quiet", "--silent", "-s", "--ignore-existing", "--bun", "-h --help", "-v --version"),
			values("-p --package", "-w --workspace", "--registry", "--cache"),
			[]Option{{Names: "-c --call", Arg: Required, Role: Shell}},
		),
		Operands: rest,
	}
}

// uvRun runs a program in an environment; a file of Python is one too.
func uvRun() Syntax {
	return Syntax{
		Style: POSIX,
		Options: slices.Concat(
			bools("--isolated", "--no-project", "--no-sync", "--frozen", "--locked", "--active", "-q --quiet", "-v --verbose", "--all-extras", "--dev", "--no-dev", "--offline", "-n --no-cache", "-m --module", "-s --script", "-U --upgrade", "--no-config"),
			values("--with", "--with-editable", "--with-requirements", "--from", "--extra", "--group", "--env-file", "-p --python", "--package", "--index", "--refresh-package", "-P"),
			[]Option{{Names: "--directory", Arg: Required, Role: Dir}, {Names: "--project", Arg: Required}},
		),
		Operands: rest,
		Cases:    []Case{{With: "-m"}},
	}
}

// goFlags are the build flags of the go command; those that name a program
// make it run that program.
func goFlags() []Option {
	return slices.Concat(
		bools("-a", "-n", "-v", "-x", "-race", "-msan", "-asan", "-cover", "-work", "-linkshared", "-trimpath", "-modcacherw", "-json", "-m", "-u", "-t", "-d",
			"-c", "-i", "-short", "-failfast", "-benchmem", "-e", "-deps", "-test", "-export", "-find", "-h"),
		values("-p", "-asmflags", "-buildmode", "-buildvcs", "-compiler", "-gccgoflags", "-gcflags", "-installsuffix", "-ldflags", "-mod", "-pkgdir", "-tags",
			"-run", "-bench", "-skip", "-count", "-timeout", "-cpu", "-parallel", "-covermode", "-coverpkg", "-fuzz", "-fuzztime", "-benchtime", "-f", "-list", "-vet", "-shuffle"),
		[]Option{
			{Names: "-C", Arg: Required, Role: Dir},
			{Names: "-o", Arg: Required, Role: Write},
			{Names: "-exec", Arg: Required, Role: Shell},
			{Names: "-toolexec", Arg: Required, Role: Shell},
			{Names: "-vettool", Arg: Required, Role: Helper},
			{Names: "-overlay", Arg: Required, Role: File},
			{Names: "-modfile", Arg: Required, Role: File},
			{Names: "-coverprofile", Arg: Required, Role: Write},
			{Names: "-cpuprofile", Arg: Required, Role: Write},
			{Names: "-memprofile", Arg: Required, Role: Write},
		},
	)
}

func goBuild() Syntax {
	return Syntax{Style: Single, Options: goFlags()}
}
