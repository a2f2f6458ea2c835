package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Tools inside programs, and modules of an interpreter, do what programs of their own would.
func TestToolsInsidePrograms(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"cmake deletes a tree", "cmake -E remove_directory /usr", rules.Block, "fs.rm-system"},
		{"cmake deletes as rm does", "cmake -E rm -rf ~", rules.Block, "fs.rm-home"},
		{"cmake copies over a file of the system", "cmake -E copy a /etc/hosts", rules.Block, "fs.system-write"},
		{"cmake renames", "cmake -E rename /etc/hosts b", rules.Block, "fs.system-write"},
		{"cmake makes a link", "cmake -E create_symlink a /etc/b", rules.Block, "fs.system-write"},
		{"cmake runs a command with variables", "cmake -E env A=1 rm -rf /", rules.Block, "fs.rm-root"},
		{"cmake runs a command elsewhere", "cmake -E chdir / rm -rf usr", rules.Block, "fs.rm-system"},
		{"cmake measures a command", "cmake -E time rm -rf ~", rules.Block, "fs.rm-home"},
		{"cmake prints a secret", "cmake -E cat ~/.netrc", rules.Block, "secrets.read"},
		{"cmake unpacks", "cmake -E tar xzf a.tgz", rules.Allow, ""},
		{"cmake makes and removes what is built", "cmake -E make_directory build && cmake -E rm -rf build/x", rules.Allow, ""},
		{"cmake builds", "cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release && cmake --build build -j 8 --target all", rules.Allow, ""},
		{"python unpacks over the system", "python3 -m zipfile -e a.zip /etc", rules.Block, "fs.system-write"},
		{"python empties a home", "python3 -m venv --clear ~", rules.Block, "fs.rm-home"},
		{"python's debugger gets a command", "python3 -m pdb -c 'import shutil; shutil.rmtree(\"/home\")' a.py", rules.Block, "fs.rm-home"},
		{"python's profiler writes", "python3 -m cProfile -o /etc/x a.py", rules.Block, "fs.system-write"},
		{"python lists, unpacks and formats here", "python3 -m zipfile -l a.zip; python3 -m zipfile -e a.zip out; python3 -m json.tool a.json", rules.Allow, ""},
		{"python makes an environment", "python3 -m venv .venv && python3 -m venv --clear .venv", rules.Allow, ""},
		{"another python", "jython -c 'import shutil; shutil.rmtree(\"/home\")'", rules.Block, "fs.rm-home"},
		{"an interactive one", "ipython -c 'import shutil; shutil.rmtree(\"/home\")'", rules.Block, "fs.rm-home"},
	})
}

// What starts a command beside other work of its own.
func TestLaunchers(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"another architecture, by an option", "setarch -R rm -rf ~", rules.Block, "fs.rm-home"},
		{"another architecture, by the name", "i586 rm -rf ~", rules.Block, "fs.rm-home"},
		{"an architecture that is named", "setarch x86_64 -R rm -rf ~", rules.Block, "fs.rm-home"},
		{"an architecture, and what is built", "setarch -R ./a.out --version", rules.Allow, ""},
		{"several at once", "concurrently -n a,b 'ls' 'rm -rf ~'", rules.Block, "fs.rm-home"},
		{"several at once, ordinary", "concurrently 'npm run dev' 'npm run api'", rules.Allow, ""},
		{"a pipe to several", "pee 'wc -l' 'rm -rf ~' < a", rules.Block, "fs.rm-home"},
		{"a daemon", "start-stop-daemon --start --background --exec /bin/rm -- -rf /", rules.Block, "fs.rm-root"},
		{"the preview of a picker", "fzf --preview='rm -rf ~'", rules.Block, "fs.rm-home"},
		{"the lines of a picker", "FZF_CTRL_T_COMMAND='rm -rf ~' fzf", rules.Block, "fs.rm-home"},
		{"a picker", "git branch | fzf --preview 'git log {}' --height 40%", rules.Allow, ""},
		{"a box that runs a program", "dialog --title x --prgbox 'rm -rf ~' 9 9", rules.Block, "fs.rm-home"},
		{"a container of another runtime", "crictl exec -it c rm -rf /", rules.Block, "fs.rm-root"},
		{"a connection with a command before it", "dbclient -J 'rm -rf ~' h ls", rules.Block, "fs.rm-home"},
		{"a connection that is kept", "autossh -M 0 -o ProxyCommand=./x h", rules.Block, "ssh.command"},
		{"a line in a status bar", "tmux set -g status-right '#(rm -rf ~)'", rules.Ask, "run.inline-literal"},
		{"a key that runs", `tmux bind x "run-shell 'rm -rf ~'"`, rules.Ask, "run.inline-literal"},
		{"a status bar", "tmux set -g status-right '%H:%M' && tmux set -g mouse on", rules.Allow, ""},
		{"a hook of version control", "hg --config hooks.pre-status=./x st", rules.Ask, "vcs.hg-config"},
	})
}

// An option named like one that says where output goes writes that file, whatever the program.
func TestOutputOptions(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"behind -o", "pandoc a.md -o ~/.bashrc", rules.Ask, "persistence.write"},
		{"glued to it", "pandoc a.md -o/etc/x", rules.Block, "fs.system-write"},
		{"behind a long one", "valgrind --log-file=$HOME/.zshrc ./a", rules.Ask, "persistence.write"},
		{"in the system", "strip --output /etc/x a", rules.Block, "fs.system-write"},
		{"the last operand of a converter", "convert a.png /etc/x.png", rules.Block, "fs.system-write"},
		{"the last of a copy of sections", "objcopy -O binary a /etc/x", rules.Block, "fs.system-write"},
		{"here", "pandoc a.md -o a.pdf; strip -o b a; ffmpeg -i a.mp4 -vn b.mp3; convert a.png -resize 50% b.png", rules.Allow, ""},
		{"columns", "zps -o pid,comm", rules.Allow, ""},
		{"to nowhere", "zrun --output /dev/null", rules.Allow, ""},
	})
}

// A variable that says where a program writes, or what it starts, is judged by its value.
func TestVariablesThatWriteOrStart(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"git's trace", "GIT_TRACE=~/.bashrc git status", rules.Ask, "persistence.write"},
		{"git's trace of one kind", "GIT_TRACE_PACKET=/etc/x git fetch", rules.Block, "fs.system-write"},
		{"the loader's", "LD_DEBUG=all LD_DEBUG_OUTPUT=/etc/x ls", rules.Block, "fs.system-write"},
		{"a client's history", "MYSQL_HISTFILE=~/.bashrc mysql", rules.Ask, "persistence.write"},
		{"where caches lie", "PYTHONPYCACHEPREFIX=/etc python3 a.py", rules.Block, "fs.system-write"},
		{"a pager of one program", "PSQL_PAGER='rm -rf ~' psql -l", rules.Block, "fs.rm-home"},
		{"a compiler", "CC='sh -c \"rm -rf ~\"' go build", rules.Block, "fs.rm-home"},
		{"what a shell reads first", "BASH_ENV=<(echo 'rm -rf ~') bash -c :", rules.Block, "fs.rm-home"},
		{"terraform's options", "TF_CLI_ARGS=-destroy terraform apply", rules.Ask, "env.terraform"},
		{"a trace that is shown", "GIT_TRACE=1 GIT_TRACE_CURL=true git fetch", rules.Allow, ""},
		{"a trace in a file of one's own", "GIT_TRACE=/tmp/trace git status; GIT_TRACE2_EVENT=$PWD/t git log", rules.Allow, ""},
		{"a compiler by its name", "CC=clang CXX='ccache g++' make -j4 && CC=arm-none-eabi-gcc ./configure", rules.Allow, ""},
		{"a pager by its name", "SYSTEMD_PAGER=cat journalctl -n 5; AWS_PAGER= aws s3 ls", rules.Allow, ""},
		{"no history", "LESSHISTFILE=- less a", rules.Allow, ""},
	})
}

// Options of known programs that start, write, delete or read, and texts of their own.
func TestOptionsOfKnownPrograms(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"env's escapes", `env -S 'rm\_-rf\_/'`, rules.Block, "fs.rm-root"},
		{"env's variables", `X=/ env -S 'rm -rf ${X}'`, rules.Block, "fs.rm-root"},
		{"env's variables that were there", `env -S '/bin/rm -rf ${HOME}'`, rules.Block, "fs.rm-home"},
		{"env's end", `env -S 'ls \c' `, rules.Allow, ""},
		{"env as scripts begin", `env -S 'node --no-warnings' a.js`, rules.Allow, ""},
		{"arguments from standard input by its name", `xargs -a /dev/stdin rm -rf <<< /`, rules.Block, "fs.rm-root"},
		{"arguments from a process", `xargs -a <(echo /) rm -rf`, rules.Block, "fs.rm-root"},
		{"an alias on the line", `git -c alias.p='push --force' p origin main`, rules.Ask, "git.push-force"},
		{"an ordinary alias", `git -c alias.s='status -s' s`, rules.Allow, ""},
		{"a bundle over a file", `git bundle create /etc/x --all`, rules.Block, "fs.system-write"},
		{"a bundle", `git bundle create ../a.bundle --all; git bundle verify a.bundle`, rules.Warn, "fs.outside-write"},
		{"a note of a secret", `git notes add -F ~/.ssh/id_rsa`, rules.Block, "secrets.read"},
		{"a note", `git notes add -m x; git notes list; git notes show HEAD`, rules.Allow, ""},
		{"what is built elsewhere", `cargo clean --target-dir ~`, rules.Block, "fs.rm-home"},
		{"what is built", `cargo clean; cargo clean --target-dir target/x; cargo clean -p y`, rules.Allow, ""},
		{"a watcher's shell line", `cargo watch -x check -s 'rm -rf ~'`, rules.Block, "fs.rm-home"},
		{"a watcher", `cargo watch -c -x 'test --lib' -w src`, rules.Allow, ""},
		{"a key in base64", `openssl base64 -in ~/.ssh/id_rsa`, rules.Block, "secrets.read"},
		{"a file in base64", `openssl base64 -in a.png -out a.txt; openssl aes-256-cbc -pbkdf2 -in a -out b`, rules.Allow, ""},
		{"another make", "bmake -f - <<< $'x:\\n\\trm -rf ~'", rules.Block, "fs.rm-home"},
		{"another language on standard input", `ocaml <<< 'Sys.command "rm -rf ~";;'`, rules.Ask, "run.inline-literal"},
		{"a session of ruby", `irb <<< 'system("rm -rf ~")'`, rules.Block, "fs.rm-home"},
		{"a question to another language", `ghci -e 'map (+1) [1,2]'; octave --eval 'disp(1)'; echo 'println(1)' | jshell -s -`, rules.Allow, ""},
		{"a tree by another name", `python3 -c 'from setuptools._distutils.dir_util import remove_tree; remove_tree("/home")'`, rules.Block, "fs.rm-home"},
		{"a line of a secret", `python3 -c 'import linecache; print(linecache.getline("/etc/shadow",1))'`, rules.Block, "secrets.read"},
	})
}
