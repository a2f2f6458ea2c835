package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// persistence are the rules about commands that store, in a program's own settings, what it will
// run, load or trust later.
var persistence = []rules.Rule{
	{
		ID: "persistence.npm-config", Former: "keep.npm", Class: rules.Persistence, Local: true, Program: "npm pnpm yarn", Sub: "config/set set c/set config/edit",
		Operand: "script-shell* node-options* git git=* prefix prefix=* registry* *:registry* *_authToken* *_auth* init-module* shell* editor* ignore-scripts* onload-script* userconfig* globalconfig* " +
			"yarnPath* npmRegistryServer* npmScopes* plugins* cafile* proxy* https-proxy* strict-ssl* enableScripts*",
		Reason: "changes where packages come from, or what runs them, from now on",
		Hint:   "give the option to the one command that needs it",
		Hits:   []string{"npm config set script-shell /tmp/x", "npm set registry https://example.com", "yarn config set yarnPath ./x.js", "pnpm config set script-shell x", "npm config set git=/tmp/x", "npm config set //example.com/:_authToken a"},
		Misses: []string{"npm config get registry", "npm config set fund false", "npm install --registry https://example.com", "npm config list"},
	},
	{
		ID: "persistence.npm-config-edit", Former: "keep.npm-edit", Class: rules.Persistence, Local: true, Program: "npm pnpm", Sub: "config/edit c/edit",
		Reason: "opens the settings that decide where packages come from",
		Hint:   "`npm config list` shows them",
		Hits:   []string{"npm config edit"},
		Misses: []string{"npm config list"},
	},
	{
		ID: "persistence.npm-scripts", Former: "keep.scripts", Class: rules.Persistence, Program: "npm pnpm", Sub: "pkg pkg/set set-script",
		Operand: "scripts.preinstall* scripts.install* scripts.postinstall* scripts.prepare* scripts.prepublish* scripts.preuninstall* scripts.postuninstall* preinstall postinstall prepare",
		Reason:  "makes a command run by itself wherever the package is installed",
		Hint:    "put it into a script that is called by name",
		Hits:    []string{"npm pkg set scripts.postinstall='node x.js'", "npm pkg set scripts.preinstall=./x"},
		Misses:  []string{"npm pkg set scripts.test=vitest", "npm pkg get scripts", "npm pkg set version=1.0.0"},
	},
	{
		ID: "persistence.pip-index", Former: "keep.index", Class: rules.Persistence, Local: true, Program: "pip", Sub: "config",
		Operand: "*index-url *trusted-host *find-links *proxy *cert", Count: 3,
		Reason: "changes where packages come from, from now on",
		Hint:   "give -i to the one command that needs it",
		Hits:   []string{"pip config set global.index-url https://example.com/simple", "pip config set install.trusted-host h"},
		Misses: []string{"pip config list", "pip config get global.index-url", "pip config set global.timeout 60"},
	},
	{
		ID: "persistence.package-sources", Former: "keep.sources", Class: rules.Persistence, Local: true, Program: "gem", Sub: "sources", Any: "-a --add -r --remove -c --clear-all",
		Reason: "changes where packages come from, from now on",
		Hint:   "`gem sources` shows them",
		Hits:   []string{"gem sources --add http://example.com", "gem sources -r https://example.com"},
		Misses: []string{"gem sources", "gem list"},
	},
	{
		ID: "persistence.package-mirror", Former: "keep.mirror", Class: rules.Persistence, Local: true, Program: "bundle poetry composer conda dotnet nuget helm-repo", Operand: "mirror.* repositories.* channels channel_alias repositories http-basic.* pypi-token.* secure-http disable-tls add", Any: "-g --global --set --add --append --prepend --system",
		Reason: "changes where packages come from, from now on",
		Hint:   "name the source in the project itself",
		Hits:   []string{"bundle config set --global mirror.https://x https://example.com", "conda config --add channels http://example.com", "composer config -g repositories.x composer http://example.com"},
		Misses: []string{"bundle config", "conda config --show", "bundle config set --local path vendor", "composer install"},
	},
	{
		ID: "persistence.go-env", Former: "keep.go", Class: rules.Persistence, Local: true, Program: "go", Sub: "env", Any: "-w",
		Operand: "GOPROXY=* GOFLAGS=* GONOSUMDB=* GONOSUMCHECK=* GOSUMDB=* GOINSECURE=* GOPRIVATE=* CC=* CXX=* GOVCS=* GOBIN=* GOENV=* GOAUTH=* PKG_CONFIG=* AR=* FC=* GCCGO=*",
		Reason:  "changes where modules come from, or what builds them, from now on",
		Hint:    "set the variable for the one command that needs it",
		Hits:    []string{"go env -w GOPROXY=https://example.com", "go env -w GOFLAGS=-toolexec=x", "go env -w CC=/tmp/x"},
		Misses:  []string{"go env GOPATH", "go env -w GOTOOLCHAIN=local", "go env -u GOPROXY"},
	},
	{
		ID: "agent.config", Former: "keep.agent", Class: rules.Persistence, Program: "claude codex gemini qwen copilot cursor-agent opencode amp goose crush droid kiro grok",
		Sub: "mcp/add mcp/add/* mcp/add-json mcp/add-json/* mcp/add-from-claude-desktop mcp/add-from-claude-desktop/* mcp/remove/* config/set config/set/* config/add/* settings/set/* hooks/* " +
			"plugin/install/* plugin/add/* plugin/enable/* plugin/disable/* plugin/uninstall/* plugin/remove/* plugins/install/* plugins/add/* plugins/enable/* plugins/disable/* plugins/uninstall/* plugins/remove/* " +
			"plugin/install plugin/enable plugin/disable plugin/uninstall plugins/install plugins/enable plugins/disable plugins/uninstall " +
			"extensions/install/* extensions/link/* extensions/enable/* extensions/disable/* extensions/uninstall/*",
		Reason: "changes what an agent runs, loads or is allowed from now on",
		Hint:   "ask the user to make that change",
		Hits:   []string{"claude mcp add x -- npx y", "claude mcp add-json x '{}'", "codex mcp add x -- sh y", "gemini mcp add x sh", "claude config set -g x true", "claude mcp remove x", "claude plugin uninstall shimgen@shimgen", "codex plugin remove shimgen@shimgen", "gemini extensions disable shimgen", "copilot plugin disable shimgen"},
		Misses: []string{"claude mcp list", "claude -p 'please add'", "codex mcp list", "gemini -p x", "claude config list", "claude plugin list", "gemini extensions list"},
	},
	{
		ID: "agent.settings", Former: "keep.agent-settings", Class: rules.Escape, Program: "claude codex gemini qwen copilot cursor-agent opencode", Any: "--settings --mcp-config --setting-sources -c=approval_policy=never -c=sandbox_mode=* --config=approval_policy=never --approval-mode=yolo --hooks --bare",
		Reason: "starts an agent with settings of its argument's choosing",
		Hint:   "start it without that option",
		Hits:   []string{"claude --settings '{\"hooks\":{}}' -p x", "claude --mcp-config x.json -p y"},
		Misses: []string{"claude -p x", "codex exec x", "gemini -p y"},
	},
	{
		ID: "agent.permission-mode", Former: "keep.agent-mode", Class: rules.Escape, Program: "claude codex gemini qwen", Operand: "bypassPermissions danger-full-access approval_policy=never approval_policy=\"never\" sandbox_mode=danger-full-access yolo",
		Any:    "--permission-mode -s --sandbox -c --config --approval-mode -a",
		Reason: "starts an agent that asks nobody",
		Hint:   "start it without that option",
		Hits:   []string{"claude -p x --permission-mode bypassPermissions", "codex -s danger-full-access x", "codex -c approval_policy=never exec x", "gemini --approval-mode yolo -p x"},
		Misses: []string{"claude -p x --permission-mode plan", "codex -s read-only exec x"},
	},
	{
		ID: "persistence.login-hook", Former: "keep.login-hook", Class: rules.Persistence, Program: "defaults", Sub: "write/*/LoginHook write/*/LogoutHook write/*/AutoLaunchedApplicationDictionary write/com.apple.loginitems/* write/*loginwindow/* write/*LSQuarantine*/* write/*LaunchServices*/*",
		Reason: "makes a program run whenever someone logs in, or opened without a question",
		Hint:   "ask the user to make that change",
		Hits:   []string{"defaults write com.apple.loginwindow LoginHook /tmp/x", "sudo defaults write com.apple.loginwindow LogoutHook /tmp/x"},
		Misses: []string{"defaults read com.apple.loginwindow", "defaults write com.apple.dock autohide -bool true"},
	},
	{
		ID: "persistence.default-application", Former: "keep.desktop", Class: rules.Persistence, Local: true, Program: "xdg-mime xdg-settings update-desktop-database desktop-file-install", Sub: "default default/* set set/* install/*",
		Reason: "changes which program opens files or addresses from now on",
		Hint:   "`xdg-mime query default TYPE` shows how it is",
		Hits:   []string{"xdg-mime default x.desktop text/html", "xdg-settings set default-web-browser x.desktop"},
		Misses: []string{"xdg-mime query default text/html", "xdg-settings get default-web-browser", "xdg-open x"},
	},
	{
		ID: "persistence.desktop-settings", Former: "keep.desktop-keys", Class: rules.Persistence, Local: true, Program: "gsettings dconf", Operand: "*custom-keybinding* *media-keys* *keybindings* *autostart* *lockdown* *proxy* *lock-enabled*",
		Reason: "changes what keys or the session run, or how the machine is locked",
		Hint:   "`gsettings get SCHEMA KEY` shows how it is",
		Hits:   []string{"gsettings set org.gnome.settings-daemon.plugins.media-keys custom-keybindings \"['/x/']\"", "dconf write /org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/x \"'y'\""},
		Misses: []string{"gsettings get org.gnome.desktop.interface gtk-theme", "gsettings set org.gnome.desktop.interface gtk-theme x"},
	},
	{
		ID: "persistence.login-item", Former: "keep.items", Class: rules.Persistence, Program: "osascript", Effect: grammar.Evaluates, Value: "*login*item*at*end* *make*login*item*",
		Reason: "makes a program run whenever someone logs in",
		Hint:   "ask the user to make that change",
		Hits:   []string{`osascript -e 'tell application "System Events" to make login item at end with properties {path:"/x"}'`},
		Misses: []string{`osascript -e 'display notification "login"'`},
	},
	{
		ID: "persistence.git-hook", Former: "keep.hook", Class: rules.Persistence, Program: "husky lefthook", Sub: "add/* set/* add", Count: 2,
		Reason: "makes a command run with git's from now on",
		Hint:   "ask the user to add it",
		Hits:   []string{"husky add .husky/pre-commit 'npm test'", "npx husky set .husky/pre-push 'x'"},
		Misses: []string{"husky install", "npx husky", "lefthook run pre-commit"},
	},
	{
		ID: "persistence.pm2-startup", Former: "keep.startup", Class: rules.Persistence, Local: true, Program: "pm2", Operand: "startup save unstartup",
		Reason: "changes what the machine starts by itself",
		Hint:   "`pm2 list` shows what runs now",
		Hits:   []string{"pm2 startup", "pm2 startup systemd", "pm2 save"},
		Misses: []string{"pm2 list", "pm2 start x.js", "pm2 logs"},
	},
	{
		ID: "persistence.udev", Former: "keep.devices", Class: rules.Persistence, Program: "udevadm", Sub: "control", Any: "-R --reload --reload-rules -p --property",
		Reason: "makes the machine run what its rules for devices say",
		Hint:   "`udevadm info` shows what is known of a device",
		Hits:   []string{"udevadm control --reload", "sudo udevadm control -R"},
		Misses: []string{"udevadm info /dev/sda", "udevadm monitor"},
	},
	{
		ID: "run.emacs-server", Former: "keep.editor-server", Class: rules.Opaque, Floored: true, Least: rules.Ask, Program: "emacs", Effect: grammar.Evaluates, Lang: "elisp", Value: "*shell-command* *call-process* *start-process* *url-retrieve* *url-copy* *eval-buffer* *load-file* *make-process* *delete-directory* *delete-file* *package-install*",
		Reason: "runs, loads or deletes what code in the editor says, which cannot be judged",
		Hint:   "use the command itself, so that it can be judged",
		Hits:   []string{"emacsclient -e '(shell-command \"x\")'"},
		Misses: []string{"emacsclient x.txt", "emacs --batch --eval '(message \"x\")'"},
	},
	{
		ID: "run.make-shell", Former: "keep.make-shell", Class: rules.Escape, Program: "make", Operand: "SHELL=/tmp/* SHELL=./* SHELL=~* .SHELLFLAGS=* MAKE=/tmp/* MAKE=./*",
		Reason: "makes every command of the makefile run by another program",
		Hint:   "leave SHELL as it is",
		Hits:   []string{"make SHELL=/tmp/x", "make -C x SHELL=./y all"},
		Misses: []string{"make", "make SHELL=/bin/bash", "make CC=clang"},
	},
	{
		ID: "persistence.unpack-home", Former: "keep.over-home", Class: rules.Persistence, Local: true, Mild: true, Program: "tar unzip 7z cpio rsync", Effect: grammar.Writes, Zone: rules.Home,
		Reason: "may replace what runs later, among all that a home holds",
		Hint:   "unpack below the work directory, and copy what is needed",
		Hits:   []string{"tar xzf x.tgz -C ~", "unzip -o x.zip -d ~", "rsync -a dotfiles/ ~/"},
		Misses: []string{"tar xzf x.tgz", "rsync -a x/ ~/y/", "cp x ~"},
	},
	{
		ID: "persistence.copy-home", Former: "keep.over-home-copy", Class: rules.Persistence, Local: true, Program: "cp rsync", Any: "-r -R -a --recursive --archive", Operand: "*/.", Effect: grammar.Writes, Zone: rules.Home,
		Reason: "replaces what runs later by what the directory holds",
		Hint:   "name the files that are meant",
		Hits:   []string{"cp -r dotfiles/. ~", "cp -a x/. ~/"},
		Misses: []string{"cp -r dotfiles/. x", "cp -r x ~"},
	},
	{
		ID: "persistence.dotfiles", Former: "keep.dotfiles", Class: rules.Persistence, Local: true, Program: "chezmoi yadm rcup homeshick", Operand: "apply update init pull clone bootstrap link", None: "-n --dry-run",
		Reason: "replaces the settings of a home, which say what runs later",
		Hint:   "`chezmoi diff` shows what would change",
		Hits:   []string{"chezmoi apply", "yadm pull"},
		Misses: []string{"chezmoi diff", "chezmoi apply -n", "yadm status"},
	},
	{
		ID: "persistence.kubernetes-credentials", Former: "keep.credential-command", Class: rules.Persistence, Local: true, Program: "kubectl aws", Any: "--exec-command --exec-arg --auth-provider",
		PossibleIn: "config config/* eks eks/*",
		Reason:     "makes a command run whenever the cluster asks who is there",
		Hint:       "ask the user to make that change",
		Hits:       []string{"kubectl config set-credentials x --exec-command=sh"},
		Misses:     []string{"kubectl config view", "kubectl config use-context x"},
	},
	{
		ID: "persistence.aws-credentials", Former: "keep.credential-process", Class: rules.Persistence, Local: true, Program: "aws", Sub: "configure/set configure/set/*", Operand: "credential_process *.credential_process",
		Reason: "makes a command run whenever the cloud asks who is there",
		Hint:   "ask the user to make that change",
		Hits:   []string{"aws configure set credential_process /tmp/x"},
		Misses: []string{"aws configure set region eu-west-1", "aws configure list"},
	},
	{
		ID: "persistence.git-url-rewrite", Former: "keep.rewrite", Class: rules.Persistence, Local: true, Program: "git", Effect: grammar.Sets, Name: "url.*.insteadof url.*.pushinsteadof remote.*.proxy http.proxy https.proxy", Not: "-",
		Reason: "makes git talk to another host than the one that is named",
		Hint:   "change the one remote with `git remote set-url`",
		Hits:   []string{"git config --global url.https://h/.insteadOf https://github.com/"},
		Misses: []string{"git config --get url.x.insteadOf", "git config remote.origin.url x"},
	},
	{
		ID: "git.submodule-update", Former: "keep.update-command", Class: rules.Escape, Program: "git", Effect: grammar.Sets, Name: "submodule.*.update", Value: "!*",
		Reason: "makes git run a command of its argument's choosing",
		Hint:   "run the command itself",
		Hits:   []string{"git config submodule.x.update '!sh y'"},
		Misses: []string{"git config submodule.x.update rebase"},
	},
	{
		ID: "self.kill-all", Class: rules.Escape, Program: "pkill killall", Operand: "*shimgen* *agent-loop*",
		Reason: "ends shimgen itself",
		Hint:   "ask the user to do it",
		Hits:   []string{"pkill -f agent-loop", "pkill -f 'shimgen exec'"},
		Misses: []string{"pgrep -f agent-loop", "pkill node"},
	},
	{
		ID: "persistence.composer-script", Class: rules.Persistence, Program: "composer", Sub: "config config/*", Operand: "scripts.* bin-dir",
		Reason: "writes down a command that composer runs later",
		Hint:   "edit composer.json, where it can be seen",
		Hits:   []string{"composer config scripts.x y"},
		Misses: []string{"composer config name", "composer run x"},
	},
}
