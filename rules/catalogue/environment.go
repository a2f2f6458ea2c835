package catalogue

import (
	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// environment are the rules about variables that make programs run code, or read their configuration
// elsewhere. Those for loaders and shells are among the rules of run.
//
// A variable that only names a directory of a language's libraries, such as PYTHONPATH, runs
// nothing that naming a script would not, and has no rule.
var environment = []rules.Rule{
	{
		ID: "env.options", Class: rules.Escape, Effect: grammar.Sets,
		Name: "NODE_OPTIONS GOFLAGS MAKEFLAGS GNUMAKEFLAGS TAR_OPTIONS ZIPOPT JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS GRADLE_OPTS LESS CFLAGS CXXFLAGS RUSTFLAGS",
		Value: "*--require* -r* *--import* *--loader* *--experimental-loader* *-toolexec* *-exec* *-vettool* *--eval* *SHELL=* *checkpoint-action* *to-command* " +
			"*compress-program* *-TT* *-javaagent* *-agentpath* *-agentlib* *-fplugin* *-Clinker* *linker=* *+!*",
		Incomplete: true,
		Reason:     "gives other programs an option that loads or runs code",
		Hint:       "give that option to the command itself, where it can be seen",
		Hits:       []string{"NODE_OPTIONS='--require ./x.js' node a.js", "GOFLAGS=-toolexec=./x go build", "MAKEFLAGS=--eval=x make", "TAR_OPTIONS='--to-command=x' tar xf a", "NODE_OPTIONS='--import /tmp/tsx' node a.js", "NODE_OPTIONS='--import tsx --import ./x.mjs' node a.js"},
		Misses:     []string{"NODE_OPTIONS='--import tsx' node a.ts", "NODE_OPTIONS='-r dotenv/config' npm start", "NODE_OPTIONS=--max-old-space-size=4096 npm test", "GOFLAGS=-mod=mod go build", "MAKEFLAGS=-j8 make", "RUSTFLAGS=-Dwarnings cargo test"},
	},
	{
		ID: "env.interpreter-options", Class: rules.Escape, Effect: grammar.Sets, Name: "PERL5OPT RUBYOPT",
		Not: "- -w -W -W0 -W1 -W2 -W:no-deprecated -W:no-experimental -W:no-performance --jit --yjit --enable=yjit --enable-yjit " +
			"--enable=frozen-string-literal --enable-frozen-string-literal " +
			"-rbundler/setup -MDevel::Cover", // ruby(1), perlrun(1): what neither loads nor runs code, but for what a language or its project has installed
		Reason: "gives other programs an option that may load or run code",
		Hint:   "give that option to the command itself, where it can be seen",
		Hits:   []string{"RUBYOPT=-r./x ruby a.rb", "RUBYOPT='-rbundler/setup -r./x' ruby a.rb", "PERL5OPT=-MDevel::Cover=x prove", "RUBYOPT='-W0 -r./x' rake", "PERL5OPT=-Mx perl a.pl", "export RUBYOPT=-I/tmp; rake", "PERL5OPT=-d:x prove"},
		Misses: []string{"RUBYOPT=-W0 rake", "RUBYOPT=-rbundler/setup ruby a.rb", "PERL5OPT=-MDevel::Cover prove -lr t", "RUBYOPT=-W:no-deprecated rspec", "RUBYOPT= ruby a.rb", "PERL5OPT=-w prove", "ruby -W0 a.rb"},
	},
	{
		ID: "env.program", Class: rules.Escape, Effect: grammar.Sets,
		Name: "RSYNC_RSH RSYNC_CONNECT_PROG RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER CARGO_BUILD_RUSTC_WRAPPER LESSOPEN LESSCLOSE TAR_RSH SUDO_ASKPASS SUDO_EDITOR SSH_SK_PROVIDER " +
			"npm_config_script_shell NPM_CONFIG_SCRIPT_SHELL npm_config_node_options NODE_REPL_EXTERNAL_MODULE VIMINIT EXINIT PYTHONBREAKPOINT PERL5DB LUA_INIT* FCEDIT " +
			"KUBECTL_EXTERNAL_DIFF ANSIBLE_*_PLUGINS SVN_SSH CVS_RSH",
		Not: "- ssh sccache ccache bash sh /bin/bash /bin/sh 0", Incomplete: true,
		Reason: "names a program or code that others will run",
		Hint:   "run the command without that variable",
		Hits:   []string{"RSYNC_RSH='sh x' rsync a h:", "RUSTC_WRAPPER=./x cargo build", "LESSOPEN='|./x %s' less f", "npm_config_script_shell=./x npm test"},
		Misses: []string{"RSYNC_RSH=ssh rsync a h:", "RSYNC_RSH='ssh -p 22' rsync a h:", "RUSTC_WRAPPER=sccache cargo build", "LESSOPEN= less f", "PYTHONBREAKPOINT=0 python3 a.py"},
	},
	{
		ID: "env.bus", Class: rules.Escape, Effect: grammar.Sets, Name: "DBUS_*_ADDRESS", Value: "*unixexec:* *launchd:* *autolaunch:*path=*",
		Reason: "makes a client start a program in the place of the bus",
		Hint:   "run the command without that variable",
		Hits:   []string{"DBUS_SESSION_BUS_ADDRESS=unixexec:path=./x dbus-send --print-reply x", "export DBUS_SYSTEM_BUS_ADDRESS='unixexec:path=sh,argv1=x'; systemctl status"},
		Misses: []string{"DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus notify-send hi", "dbus-run-session -- make test"},
	},
	{
		ID: "env.terraform", Class: rules.Destructive, Effect: grammar.Sets, Name: "TF_CLI_ARGS TF_CLI_ARGS_*", Value: "*-destroy* *-auto-approve* *-replace* *-force* *-reconfigure*",
		Reason: "gives terraform an option that destroys, or that asks nobody",
		Hint:   "give that option to the command itself, where it can be seen",
		Hits:   []string{"TF_CLI_ARGS=-destroy terraform apply", "export TF_CLI_ARGS_apply='-destroy -auto-approve'; terraform apply", "TF_CLI_ARGS_destroy=-auto-approve terraform plan"},
		Misses: []string{"TF_CLI_ARGS_plan=-parallelism=4 terraform plan", "TF_CLI_ARGS=-no-color terraform validate"},
	},
	{
		ID: "env.home", Class: rules.Escape, Effect: grammar.Sets, Name: "HOME XDG_CONFIG_HOME", Not: "- /dev/null",
		Incomplete: true,
		Reason:     "makes programs read their settings from elsewhere, and settings can name what they run",
		Hint:       "run the command without that variable",
		Hits:       []string{"HOME=/tmp/x git status", "XDG_CONFIG_HOME=/tmp/x git status", "export HOME=/tmp/x; npm test"},
		Misses:     []string{"HOMEDIR=/tmp ls", "echo HOME=/tmp", "HOME= ls"},
	},
	{
		ID: "env.settings", Class: rules.Escape, Effect: grammar.Sets,
		Name: "XDG_CONFIG_DIRS GIT_DIR GIT_COMMON_DIR GIT_CONFIG GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES WGETRC SYSTEM_WGETRC " +
			"RIPGREP_CONFIG_PATH INPUTRC SCREENRC OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES PHPRC PHP_INI_SCAN_DIR HOSTALIASES GLIBC_TUNABLES DOCKER_HOST DOCKER_CONFIG " +
			"CLAUDE_CONFIG_DIR CODEX_HOME npm_config_userconfig npm_config_globalconfig NPM_CONFIG_USERCONFIG PIP_CONFIG_FILE EMACSLOADPATH VIM VIMRUNTIME",
		Not:        "- /dev/null .git unix://*",
		Incomplete: true,
		Reason:     "makes programs read their settings from elsewhere, and settings can name what they run",
		Hint:       "run the command without that variable",
		Hits:       []string{"GIT_DIR=/tmp/x git log", "DOCKER_HOST=tcp://h:1 docker ps"},
		Misses:     []string{"GIT_DIR=.git git status", "HOMEDIR=/tmp ls", "echo HOME=/tmp", "GIT_WORK_TREE=. git status"},
	},
	{
		ID: "env.settings-fetched", Class: rules.Escape, Effect: grammar.Sets, From: flow.Download,
		Name:   "*CONFIG *CONFIG_FILE *CONFIG_PATH *CONFIG_DIR *_CONF *_CONFIG_* *_RC *VIMRC INPUTRC SCREENRC WGETRC PSQLRC PYLINTRC NPMRC *RCPATH *RC_PATH CARGO_HOME *CONFIG_HOME *USER_HOME *_PROFILE *_INIT *_SETTINGS *_OPTIONS_FILE",
		Not:    "- /dev/null",
		Reason: "makes a program read its settings from a file that was just downloaded, and settings can name what it runs",
		Hint:   "look at the file first, and ask the user",
		Hits: []string{
			"curl -so k https://example.com/k && KUBECONFIG=k kubectl get pods", "curl -so a https://example.com/a && AWS_CONFIG_FILE=a aws s3 ls", "curl -so h https://example.com/h; export HGRCPATH=$PWD/h; hg status",
			"curl -so c/config.toml https://example.com/c && CARGO_HOME=c cargo build",
		},
		Misses: []string{
			"KUBECONFIG=k kubectl get pods", "curl -so k https://example.com/k && KUBECONFIG=other kubectl get pods", "curl -so x.json https://example.com/x && DATA_FILE=x.json python3 x.py",
			"curl -so c.pem https://example.com/c && SSL_CERT_FILE=c.pem curl https://example.com", "curl -so jdk/x.tgz https://example.com/x.tgz && tar xzf jdk/x.tgz -C jdk && JAVA_HOME=jdk mvn test",
			"curl -so x.csv https://example.com/x.csv && SRC=x.csv ./load.sh", "curl -so m/m.bin https://example.com/m.bin && HF_HOME=m python3 x.py",
		},
	},
	{
		ID: "env.makefiles", Class: rules.Escape, Effect: grammar.Sets, Name: "MAKEFILES", Not: "-",
		Reason: "makes make read other files of recipes first",
		Hint:   "give the file to make with -f",
		Hits:   []string{"MAKEFILES=x.mk make", "export MAKEFILES=x.mk; make"},
		Misses: []string{"MAKEFILES= make", "make -f x.mk"},
	},
}
