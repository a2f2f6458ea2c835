package grammar

import "strings"

// valued is a variable or setting whose value says what a program runs or loads.
type valued struct {
	names string // patterns with a star in them
	holds holding
	bang  bool   // only a value that begins with "!" is a command
	fed   bool   // its owner gives it words of its own: a file to edit, a host
	plain string // programs that do no more than they are named for; "*" any that a grammar has
}

// holding is what a value is to the program that reads it.
type holding uint8

const (
	holdsLine       holding = iota // for the shell, with words of its owner's own after it
	holdsFilter                    // a command line behind "|", "||" and "-": less(1), INPUT PREPROCESSOR
	holdsProgram                   // the name or path of one program
	holdsFiles                     // files or directories with colons between them
	holdsLibraries                 // shared libraries with colons or blanks between them
	holdsOptions                   // options of which some name files or programs
	holdsRepository                // where a repository lies, or what one is made from: its hooks are judged when git runs them
	holdsFunction                  // "() { … }", of the function that the variable's name says: bash(1), Functions
	holdsOutput                    // the file or the directory that is written
	holdsOther                     // what runs and loads nothing: where a server listens, tunables
)

const (
	plainPagers    = "less more most cat bat batcat delta diff-so-fancy sed grep head tail cut tr column nl true :"
	plainCompilers = "cc gcc g++ c++ clang clang++ cpp tcc zig ccache sccache distcc rustc rustdoc clippy-driver qemu-aarch64 qemu-arm wine node true"
	plainEditors   = "vi vim nvim nano emacs emacsclient ed micro joe kak hx helix code code-insiders codium cursor subl zed true false : cat sed"
)

// settingValues are the variables and settings of which is known how their value is
// read: git(1), git-config(1), bash(1), man(1), rsync(1), less(1), ssh(1),
// sudo(8), ld.so(8), node(1), and the manuals that the programs' rows name.
var settingValues = [...]valued{
	{names: "PROMPT_COMMAND", plain: "*"},
	{names: "GIT_SSH_COMMAND RSYNC_RSH RSYNC_CONNECT_PROG core.sshcommand", fed: true, plain: "ssh true false :"},
	{names: "PAGER GIT_PAGER MANPAGER core.pager pager.* interactive.difffilter", plain: plainPagers},
	{names: "EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR FCEDIT SUDO_EDITOR core.editor sequence.editor", fed: true, plain: plainEditors},
	{names: "BROWSER", fed: true, plain: "firefox chromium google-chrome safari open xdg-open wslview lynx w3m echo true false :"},
	{names: "GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND core.gitproxy diff.external diff.*.command diff.*.textconv difftool.*.cmd mergetool.*.cmd " +
		"merge.*.driver filter.*.clean filter.*.smudge filter.*.process trailer.*.command trailer.*.cmd sendemail.*cmd KUBECTL_EXTERNAL_DIFF", fed: true},
	{names: "alias.* credential.helper credential.*.helper", bang: true},
	{names: "LESSOPEN LESSCLOSE", holds: holdsFilter, plain: "lesspipe lesspipe.sh lessfile batpipe"},
	{names: "GIT_SSH", fed: true, holds: holdsProgram, plain: "ssh true false"},
	{names: "GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS core.askpass", fed: true, holds: holdsProgram, plain: "true false echo"},
	{names: "RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER CARGO_BUILD_RUSTC_WRAPPER", fed: true, holds: holdsProgram, plain: "sccache ccache"},
	{names: "npm_config_script_shell NPM_CONFIG_SCRIPT_SHELL", fed: true, holds: holdsProgram, plain: "bash sh zsh"},
	{names: "TAR_RSH gpg.program gpg.*.program", fed: true, holds: holdsProgram, plain: "ssh gpg gpg2 gpgsm ssh-keygen"},
	{names: "LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES NODE_REPL_EXTERNAL_MODULE SSH_SK_PROVIDER", holds: holdsLibraries},
	{names: "LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FALLBACK_LIBRARY_PATH GCONV_PATH OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES HOSTALIASES", holds: holdsFiles},
	{names: "BASH_ENV ENV BASH_LOADABLES_PATH ZDOTDIR INPUTRC PYTHONSTARTUP PYTHONHOME CURL_HOME WGETRC SYSTEM_WGETRC RIPGREP_CONFIG_PATH SCREENRC", holds: holdsFiles},
	{names: "GIT_EXEC_PATH GIT_CONFIG GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM core.hookspath init.templatedir", holds: holdsFiles},
	{names: "HOME XDG_CONFIG_HOME XDG_CONFIG_DIRS PHPRC PHP_INI_SCAN_DIR DOCKER_CONFIG CLAUDE_CONFIG_DIR CODEX_HOME PIP_CONFIG_FILE", holds: holdsFiles},
	{names: "npm_config_userconfig npm_config_globalconfig NPM_CONFIG_USERCONFIG EMACSLOADPATH VIM VIMRUNTIME ANSIBLE_*_PLUGINS", holds: holdsFiles},
	{names: "NODE_OPTIONS GOFLAGS MAKEFLAGS GNUMAKEFLAGS TAR_OPTIONS ZIPOPT JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS GRADLE_OPTS " +
		"npm_config_node_options LESS CFLAGS CXXFLAGS RUSTFLAGS PERL5OPT RUBYOPT", holds: holdsOptions},
	{names: "GIT_TEMPLATE_DIR GIT_DIR GIT_COMMON_DIR GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES", holds: holdsRepository},
	{names: "DOCKER_HOST GLIBC_TUNABLES", holds: holdsOther},
	{names: "scripts.* husky.hooks.* FZF_*_COMMAND SKIM_*_COMMAND ui.ssh ui.merge hooks.* merge-tools.*.executable extdiff.cmd.*"},
	{names: "*_PAGER", plain: plainPagers},
	{names: "CC CXX CPP RUSTC RUSTDOC CARGO_TARGET_*_RUNNER CARGO_TARGET_*_LINKER", fed: true, plain: plainCompilers},
	{names: "GIT_TRACE GIT_TRACE_* GIT_TRACE2 GIT_TRACE2_* LD_DEBUG_OUTPUT SSLKEYLOGFILE NODE_V8_COVERAGE PYTHONPYCACHEPREFIX GOPATH GOBIN GOCACHE GOTMPDIR CARGO_TARGET_DIR " +
		"COVERAGE_FILE LLVM_PROFILE_FILE GCOV_PREFIX TF_LOG_PATH *_HISTFILE *_HISTORY HISTFILE LESSHISTFILE PIP_LOG PIP_TARGET MYPY_CACHE_DIR NODE_REPL_HISTORY PYTHON_HISTORY", holds: holdsOutput},
	{names: "BASH_FUNC_*", holds: holdsFunction},
}

// valueRow finds how the value of a variable or setting is read; nil if no row
// says.
func valueRow(name string) *valued {
	for i := range settingValues {
		for n := range Listed(settingValues[i].names) {
			before, after, star := strings.Cut(n, "*")
			if n == name || star && len(name) >= len(n) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after) {
				return &settingValues[i]
			}
		}
	}
	return nil
}
