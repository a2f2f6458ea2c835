package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What the text writes and a tool then runs, by its name or because it is given.
func TestFilesThatToolsFind(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a test's settings", `echo 'import shutil; shutil.rmtree("/home")' > conftest.py; pytest -q`, rules.Block, "fs.rm-home"},
		{"a test, by a module", `echo 'import shutil; shutil.rmtree("/home")' > test_b.py; python3 -m unittest`, rules.Block, "fs.rm-home"},
		{"a package's setup", `echo 'import shutil; shutil.rmtree("/home")' > setup.py; pip install .`, rules.Block, "fs.rm-home"},
		{"a file of rules", `printf 'rule c\n  command = rm -rf /\nbuild a: c\n' > build.ninja; ninja`, rules.Block, "fs.rm-root"},
		{"a file of another name", `printf 'rule c\n  command = rm -rf /\n' > other.ninja; ninja`, rules.Allow, ""},
		{"one that is given", `printf 'rule c\n  command = rm -rf /\n' > other.ninja; ninja -f other.ninja`, rules.Ask, "run.inline-literal"},
		{"a list of tasks", `echo '- shell: "rm -rf /"' > site.yml; ansible-playbook site.yml`, rules.Ask, "run.inline-literal"},
		{"a generator", `printf 'package b\n//go:generate rm -rf /home\n' > b.go; go generate ./...`, rules.Ask, "run.inline-literal"},
		{"a program of processes", `echo 'job: rm -rf /' > Procfile; foreman start`, rules.Ask, "run.inline-literal"},
		{"a script without the end of its name", `echo 'require("fs").rmSync("/home", {recursive: true})' > a.js; node a`, rules.Block, "fs.rm-home"},
		{"a module", `echo 'import shutil; shutil.rmtree("/home")' > m.py; python3 -m m`, rules.Block, "fs.rm-home"},
		{"a module of a package", `mkdir p; echo 'import shutil; shutil.rmtree("/home")' > p/__main__.py; python3 -m p`, rules.Block, "fs.rm-home"},
		{"a filter of documents", `printf 'os.execute("rm -rf /home")\n' > f.lua; pandoc --lua-filter f.lua README.md`, rules.Block, "fs.rm-home"},
		{"a filter of documents, by a short option", `printf 'os.execute("rm -rf /home")\n' > f.lua; pandoc -L f.lua README.md`, rules.Block, "fs.rm-home"},
		{"a writer of documents", `printf 'os.execute("rm -rf /home")\n' > w.lua; pandoc -t w.lua README.md`, rules.Block, "fs.rm-home"},
		{"an engine of documents", `printf '#!/bin/sh\nrm -rf /home\n' > e.sh; pandoc -o a.pdf --pdf-engine=./e.sh README.md`, rules.Block, "fs.rm-home"},
		{"a script behind a key", `printf 'os.execute("rm -rf /home")\n' > f.lua; tshark -X lua_script:f.lua -r a.pcap`, rules.Block, "fs.rm-home"},
		{"a script of a player", `printf 'os.execute("rm -rf /home")\n' > f.lua; mpv --script=f.lua a.mp4`, rules.Block, "fs.rm-home"},
		{"a script of a load test", `printf 'os.execute("rm -rf /home")\n' > f.lua; wrk -s f.lua http://localhost`, rules.Block, "fs.rm-home"},
		{"a script of records", `printf 'end { system("rm -rf /home") }' > x.mlr; mlr -n put -f x.mlr`, rules.Ask, "run.inline-literal"},
		{"settings that are code", `printf 'system("rm -rf /home");1;' > x.cfg; exiftool -config x.cfg a.jpg`, rules.Ask, "run.inline-literal"},
		{"an option for a script of an unknown program", `printf '#!/bin/sh\nrm -rf /home\n' > f.sh; frobnicate --pre-hook=./f.sh x`, rules.Block, "fs.rm-home"},
		{"an option of an unknown program that is for anything", `printf '#!/bin/sh\nrm -rf /home\n' > f.sh; shfmt -w f.sh`, rules.Allow, ""},
		{"settings of tasks", "printf '[tool.poe.tasks]\nx = \"rm -rf /home\"\n' > pyproject.toml; poe x", rules.Ask, "run.inline-literal"},
		{"settings of tests, with the home", "printf '[testenv]\ncommands = rm -rf {env:HOME}\n' > tox.ini; tox", rules.Ask, "run.inline-literal"},
		{"a build's command, with the home", `echo 'execute_process(COMMAND rm -rf $ENV{HOME})' > CMakeLists.txt; cmake .`, rules.Ask, "run.inline-literal"},
		{"a build's words, with the home", `echo "commandLine 'rm', '-rf', System.getProperty('user.home')" > build.gradle; gradle x`, rules.Ask, "run.inline-literal"},
		{"a build's elements", `echo '<executable>rm</executable><argument>-rf</argument><argument>/home</argument>' > pom.xml; mvn exec:exec`, rules.Ask, "run.inline-literal"},
		{"a program and its arguments", `echo '<exec executable="rm"><arg line="-rf /home"/></exec>' > build.xml; ant`, rules.Ask, "run.inline-literal"},
		{"a watcher's settings", `echo '{"exec": "rm -rf /home"}' > nodemon.json; npx nodemon`, rules.Ask, "run.inline-literal"},
		{"a project's own function", `echo 'module.exports = g => g.file.delete("/home", {force: true})' > Gruntfile.js; npx grunt`, rules.Ask, "run.inline-literal"},
		{"code in settings", `echo "init-hook='import os; os.system(\"rm -rf /home\")'" > .pylintrc; pylint src`, rules.Ask, "run.inline-literal"},
		{"a library of the project", `mkdir -p node_modules/x; echo 'require("fs").rmSync("/home", {recursive: true})' > node_modules/x/index.js; node -e 'require("x")'`, rules.Block, "fs.rm-home"},
		{"a module of Perl", `echo 'system("rm -rf /home"); 1;' > A.pm; perl -I. -MA -e 1`, rules.Block, "fs.rm-home"},
		{"a library of Ruby", `echo 'system("rm -rf /home")' > a.rb; ruby -r./a -e 1`, rules.Block, "fs.rm-home"},
		{"a directory that is a program", `mkdir a; echo 'import shutil; shutil.rmtree("/home")' > a/__main__.py; python3 a`, rules.Block, "fs.rm-home"},
		{"an application by its module", `echo 'import shutil; shutil.rmtree("/home")' > web.py; uvicorn web:app`, rules.Block, "fs.rm-home"},
		{"a text whose commands run", `echo '\write18{rm -rf /home}' > a.tex; pdflatex -shell-escape a.tex`, rules.Ask, "run.inline-literal"},
		{"a text whose commands do not run", `echo '\write18{rm -rf /home}' > a.tex; pdflatex a.tex`, rules.Allow, ""},
		{"ordinary settings of tasks", "printf '[tool.poe.tasks]\nx = \"rm -rf build\"\n' > pyproject.toml; poe x", rules.Allow, ""},
		{"ordinary settings of tests", "printf '[testenv]\npassenv = HOME\ncommands = pytest {env:HOME}/x\n' > tox.ini; tox", rules.Allow, ""},
		{"an ordinary build", "printf 'file(REMOVE_RECURSE out)\nset(P $ENV{HOME}/.local)\n' > CMakeLists.txt; cmake .", rules.Allow, ""},
		{"an ordinary filter of documents", `printf 'function Str(x) return pandoc.Str(x.text) end\n' > f.lua; pandoc --lua-filter f.lua README.md -o out.html`, rules.Allow, ""},
		{"an ordinary module", `echo 'print(1)' > m.py; python3 -m m`, rules.Allow, ""},
		{"another module", `echo 'import shutil; shutil.rmtree("/home")' > m.py; python3 -m n`, rules.Allow, ""},
		{"an ordinary script", `echo 'console.log(1)' > a.js; node a`, rules.Allow, ""},
		{"a copy by blocks", `dd of=z.sh <<< 'rm -rf /home'; sh z.sh`, rules.Block, "fs.rm-home"},
		{"a copy by blocks, piped", `echo 'rm -rf /home' | dd of=z.sh bs=1k; sh z.sh`, rules.Block, "fs.rm-home"},
		{"some blocks of a copy", `dd of=z.sh count=0 <<< 'rm -rf /home'; sh z.sh`, rules.Allow, ""},
		{"an ordinary test", "printf 'def test_b():\\n    assert 1\\n' > test_b.py; pytest", rules.Allow, ""},
		{"ordinary rules", `printf 'rule c\n  command = gcc -c $in -o $out\n' > build.ninja; ninja`, rules.Allow, ""},
		{"ordinary tasks", `echo '- shell: "systemctl status x"' > site.yml; ansible-playbook --check site.yml`, rules.Allow, ""},
		{"what is only looked at", `echo 'job: rm -rf /' > Procfile; cat Procfile`, rules.Allow, ""},
	})
}
