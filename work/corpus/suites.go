package corpus

import "slices"

// Suite is other people's work: a Debian source package, a Go module or an npm package,
// and how to run its scripts one by one. In Build, Setup and Run, {tree} is the tree's
// path inside, {script} the script's path in it, {base} the script's name and {dir} its
// directory.
type Suite struct {
	Name    string // of the tree
	Package string // with a version behind an @ if From is a registry
	From    Origin
	Needs   string // programs to build it with
	Build   string // shell source, done once in the tree by an unprivileged user
	Scripts string // patterns of the scripts in the tree
	Setup   string // scripts that run before each merge; for a suite that is quick to fetch
	Run     string // shell source for one script
	Sample  string // scripts that are run before each merge; of a suite that is quickly had
	Leave   string // patterns of scripts that are not run
	Why     string // and why not
	Paths   bool   // its scripts record where they find programs
}

// Origin is where a package comes from.
type Origin int

// The origins. A package from a registry is in the tree as package, and its dependencies
// as cache, in the form in which the registry's client keeps it.
const (
	Debian   Origin = iota // its source packages, by apt-get
	GoModule               // by the go command
	NPM                    // by npm
)

// Suites returns the work of others.
func Suites() []Suite { return suites }

// configured is how a package with a configure script is built and tested.
const configured = "cd tree && ./configure --disable-nls && make && make check"

// Configure is the work whose cost is measured: many small programs, started by somebody
// else's script.
func Configure() Suite {
	s := suites[slices.IndexFunc(suites, func(s Suite) bool { return s.Name == "hello" })]
	s.Run = "cd tree && ./configure -q --disable-nls"
	return s
}

var suites = []Suite{
	{
		Name: "hello", Package: "hello", Scripts: "configure", Sample: "configure",
		Setup: "cp -a --no-preserve=ownership {tree} tree", Run: configured, Paths: true,
	},
	{
		Name: "sed", Package: "sed", Scripts: "configure",
		Setup: "cp -a --no-preserve=ownership {tree} tree", Run: configured, Paths: true,
	},
	{
		Name: "grep", Package: "grep", Scripts: "configure",
		Setup: "cp -a --no-preserve=ownership {tree} tree", Run: configured, Paths: true,
	},
	{
		// The tests use the installed git, found on PATH. Only what they need besides it
		// is built.
		Name: "git", Package: "git", Needs: "gcc make git",
		Build: `make -j2 NO_CURL=1 NO_EXPAT=1 NO_TCLTK=1 NO_GETTEXT=1 NO_OPENSSL=1 CFLAGS='-O0 -g0' >build.log 2>&1 || { tail build.log; exit 1; }
rm -f git git-remote-* git-http-* git-shell git-daemon git-imap-send *.o */*.o *.a`,
		Scripts: "t/t0*.sh t/t1*.sh t/t2*.sh t/t3*.sh",
		Run: `cd {tree}/t && /bin/mkdir ~/work/out && export TEST_OUTPUT_DIRECTORY=~/work/out GIT_TEST_INSTALLED="$(dirname "$(command -v git)")" || exit
sh ./{base}.sh; status=$?; /bin/rm -rf ~/work/out; exit $status`,
	},
	{
		// The tests use the installed programs, found on PATH: only what is not installed
		// is built.
		Name: "coreutils", Package: "coreutils", Needs: "gcc make",
		Build:   "echo 'headers: $(BUILT_SOURCES)' >headers.mk; { ./configure -q --disable-nls && make -f Makefile -f headers.mk headers && make src/getlimits; } >build.log 2>&1 || { tail build.log; exit 1; }",
		Scripts: "tests/*/*.sh",
		Leave:   "tests/*/*root*.sh tests/tail-2/*.sh tests/*/*big*.sh tests/*/*sparse*.sh tests/*/*fiemap*.sh tests/*/*FMR*.sh tests/df/*.sh tests/dd/nocache.sh tests/misc/sort-merge-fdlimit.sh",
		Why:     "needs root, a file system of its own, or minutes, asks valgrind, prints what is mounted, or prints in an order that changes by itself",
		Setup:   "ln -s {tree}/src src; ln -s {tree}/tests tests; ln -s {tree}/init.cfg {tree}/build-aux .",
		Run: `export srcdir=. top_srcdir=. abs_top_builddir=$PWD abs_top_srcdir={tree} abs_srcdir={tree} CONFIG_HEADER={tree}/lib/config.h \
	VERSION=9.1 PACKAGE_VERSION=9.1 LOCALE_FR=none LOCALE_FR_UTF8=none host_os=linux-gnu host_triplet=x86_64-pc-linux-gnu CC=gcc AWK=awk EGREP='grep -E' EXEEXT= MAKE=make PERL=perl SHELL=/bin/sh fail=0 \
	built_programs="$(sed -n 's/^built_programs = //p' {tree}/Makefile)" CU_TEST_NAME={base} TMPDIR=/tmp
sh ./{script} 9>&2`,
	},
	{
		Name: "bash", Package: "bash", Needs: "gcc",
		Build:   "for p in recho zecho xcase printenv; do gcc -O -w -I. -Iinclude -DHAVE_STRING_H -DHAVE_STDLIB_H -DHAVE_UNISTD_H -o tests/$p support/$p.c; done",
		Scripts: "tests/run-*",
		Leave:   "tests/run-all tests/run-minimal tests/run-gprof tests/run-jobs tests/run-execscript tests/run-trap tests/run-read tests/run-histexpand tests/run-history",
		Why:     "runs the others, waits for time to pass, or asks a terminal",
		Setup:   "cp -a --no-preserve=ownership {tree}/tests tests",
		Run: `cd tests && export THIS_SH=bash BUILD_DIR={tree} BASH_TSTOUT=$PWD/bashtst PATH=.:$PATH TMPDIR=/tmp || exit
bash ./{base}`,
	},
	{
		// Tests of another shell of its family, since it has none of its own.
		Name: "dash", Package: "busybox", Needs: "gcc dash",
		Build:   "cd shell/ash_test && for p in recho zecho printenv; do gcc -O2 -w -o $p $p.c; done",
		Scripts: "shell/ash_test/ash-*/*.tests",
		Leave:   "shell/ash_test/ash-z_slow/* shell/ash_test/ash-vars/var_LINENO1.tests shell/ash_test/ash-misc/exitcode_trap[26].tests shell/ash_test/ash-signals/signal5.tests",
		Why:     "takes minutes, sources itself for ever in dash, or ends as the first of two processes says",
		Setup:   "cp -a --no-preserve=ownership {tree}/shell/ash_test tests",
		Run: `cd tests && export PATH=$PWD:$PATH THIS_SH=dash && cd "$(basename {dir})" || exit
dash ./{base}.tests`,
	},
	{
		// Its tests start programs and the go command. Those left out take minutes;
		// compiling the standard library does too, and is done once.
		Name: "go-internal", Package: "github.com/rogpeppe/go-internal@v1.14.1", From: GoModule, Needs: "gcc", Scripts: "package/go.mod",
		Build: `export PATH=$PATH:/usr/local/go/bin GOTOOLCHAIN=local GOCACHE=$PWD/build GOPATH=/tmp/go GOENV=off; go build std`,
		Setup: "cp -a --no-preserve=ownership {tree}/package package; mkdir -p ~/.config/go/telemetry; echo off >~/.config/go/telemetry/mode",
		Run: "/bin/cp -r {tree}/build /tmp/build && cd package && " + offlineGo +
			"go build ./... && go vet ./diff && go test -count=1 ./cmd/... ./diff ./goproxytest ./imports ./lockedfile/... ./txtar",
	},
	{
		Name: "deep-equal", Package: "deep-equal@1.0.1", From: NPM, Scripts: "package/package.json",
		Setup: "cp -a --no-preserve=ownership {tree}/package package",
		Run: `/bin/cp -r {tree}/cache /tmp/cache && cd package && export npm_config_cache=/tmp/cache npm_config_offline=true npm_config_update_notifier=false npm_config_audit=false npm_config_fund=false npm_config_logs_max=0 || exit
npm ci && npm ls --depth=0 && npm test && npm pack --dry-run`,
	},
}

// offlineGo makes the go command look for modules in the tree only, and write its files
// outside of what is compared.
const offlineGo = "export GOMODCACHE={tree}/cache GOPROXY=off GOTOOLCHAIN=local GOFLAGS=-mod=readonly GOCACHE=/tmp/build GOPATH=/tmp/go GOENV=off; "
