package catalogue

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

const (
	plainPagers    = "less more most cat bat batcat delta diff-so-fancy sed grep head tail cut tr column nl true :"
	plainCompilers = "cc gcc g++ c++ clang clang++ cpp tcc zig ccache sccache distcc rustc rustdoc clippy-driver qemu-aarch64 qemu-arm wine node true"
	plainEditors   = "vi vim nvim nano emacs emacsclient ed micro joe kak hx helix code code-insiders codium cursor subl zed true false : cat sed"
)

// settingValues are the variables and settings whose values are understood: git(1), git-config(1),
// bash(1), man(1), rsync(1), less(1), ssh(1), sudo(8), ld.so(8), node(1), and the manuals that the
// programs' rows name.
var settingValues = [...]spec.ValueRow{
	{Names: "PROMPT_COMMAND", Plain: "*"},
	{Names: "GIT_SSH_COMMAND SVN_SSH CVS_RSH RSYNC_RSH RSYNC_CONNECT_PROG core.sshcommand", Fed: true, Plain: "ssh true false :"},
	{Names: "PAGER GIT_PAGER MANPAGER core.pager pager.* interactive.difffilter", Plain: plainPagers},
	{Names: "EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR FCEDIT SUDO_EDITOR KUBE_EDITOR SVN_EDITOR HGEDITOR CVSEDITOR GH_EDITOR PSQL_EDITOR core.editor sequence.editor", Fed: true, Plain: plainEditors},
	{Names: "BROWSER", Fed: true, Plain: "firefox chromium google-chrome safari open xdg-open wslview lynx w3m echo true false :"},
	{Names: "GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND core.gitproxy diff.external diff.*.command diff.*.textconv difftool.*.cmd mergetool.*.cmd " +
		"merge.*.driver filter.*.clean filter.*.smudge filter.*.process trailer.*.command trailer.*.cmd sendemail.*cmd KUBECTL_EXTERNAL_DIFF", Fed: true},
	{Names: "alias.* credential.helper credential.*.helper", Bang: true},
	{Names: "LESSOPEN LESSCLOSE", Holds: spec.HoldsFilter, Plain: "lesspipe lesspipe.sh lessfile batpipe"},
	{Names: "GIT_SSH", Fed: true, Holds: spec.HoldsProgram, Plain: "ssh true false"},
	{Names: "GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS core.askpass", Fed: true, Holds: spec.HoldsProgram, Plain: "true false echo"},
	{Names: "RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER CARGO_BUILD_RUSTC_WRAPPER", Fed: true, Holds: spec.HoldsProgram, Plain: "sccache ccache"},
	{Names: "npm_config_script_shell NPM_CONFIG_SCRIPT_SHELL", Fed: true, Holds: spec.HoldsProgram, Plain: "bash sh zsh"},
	{Names: "TAR_RSH gpg.program gpg.*.program", Fed: true, Holds: spec.HoldsProgram, Plain: "ssh gpg gpg2 gpgsm ssh-keygen"},
	{Names: "LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES NODE_REPL_EXTERNAL_MODULE SSH_SK_PROVIDER", Holds: spec.HoldsLibraries},
	{Names: "LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FALLBACK_LIBRARY_PATH GCONV_PATH OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES HOSTALIASES", Holds: spec.HoldsFiles},
	{Names: "BASH_ENV ENV BASH_LOADABLES_PATH ZDOTDIR INPUTRC PYTHONSTARTUP PYTHONHOME CURL_HOME WGETRC SYSTEM_WGETRC PSQLRC RIPGREP_CONFIG_PATH SCREENRC", Holds: spec.HoldsFiles},
	{Names: "GIT_EXEC_PATH GIT_CONFIG GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM core.hookspath init.templatedir", Holds: spec.HoldsFiles},
	{Names: "HOME XDG_CONFIG_HOME XDG_CONFIG_DIRS PHPRC PHP_INI_SCAN_DIR DOCKER_CONFIG CLAUDE_CONFIG_DIR CODEX_HOME PIP_CONFIG_FILE", Holds: spec.HoldsFiles},
	{Names: "npm_config_userconfig npm_config_globalconfig NPM_CONFIG_USERCONFIG EMACSLOADPATH VIM VIMRUNTIME ANSIBLE_*_PLUGINS", Holds: spec.HoldsFiles},
	{Names: "NODE_OPTIONS GOFLAGS MAKEFLAGS GNUMAKEFLAGS TAR_OPTIONS ZIPOPT JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS GRADLE_OPTS " +
		"npm_config_node_options LESS CFLAGS CXXFLAGS RUSTFLAGS PERL5OPT RUBYOPT", Holds: spec.HoldsOptions},
	{Names: "GIT_TEMPLATE_DIR GIT_DIR GIT_COMMON_DIR GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES", Holds: spec.HoldsRepository},
	{Names: "DOCKER_HOST GLIBC_TUNABLES", Holds: spec.HoldsOther},
	{Names: "scripts.* husky.hooks.* FZF_*_COMMAND SKIM_*_COMMAND ui.ssh ui.merge hooks.* merge-tools.*.executable extdiff.cmd.*"},
	{Names: "execstart execstartpre execstartpost execstop execstoppost execreload execcondition"},
	{Names: "*_PAGER", Plain: plainPagers},
	{Names: "CC CXX CPP RUSTC RUSTDOC CARGO_TARGET_*_RUNNER CARGO_TARGET_*_LINKER", Fed: true, Plain: plainCompilers},
	{Names: "GIT_TRACE GIT_TRACE_* GIT_TRACE2 GIT_TRACE2_* LD_DEBUG_OUTPUT SSLKEYLOGFILE NODE_V8_COVERAGE PYTHONPYCACHEPREFIX GOPATH GOBIN GOCACHE GOTMPDIR CARGO_TARGET_DIR " +
		"COVERAGE_FILE LLVM_PROFILE_FILE GCOV_PREFIX TF_LOG_PATH *_HISTFILE *_HISTORY HISTFILE LESSHISTFILE PIP_LOG PIP_TARGET MYPY_CACHE_DIR NODE_REPL_HISTORY PYTHON_HISTORY", Holds: spec.HoldsOutput},
	{Names: "BASH_FUNC_*", Holds: spec.HoldsFunction},
}

// ValueRow returns the row for the value of a variable or setting, or nil.
func ValueRow(name string) *spec.ValueRow {
	for i := range settingValues {
		for n := range wordlist.Each(settingValues[i].Names) {
			before, after, star := strings.Cut(n, "*")
			if n == name || star && len(name) >= len(n) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after) {
				return &settingValues[i]
			}
		}
	}
	return nil
}
