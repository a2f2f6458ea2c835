package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
)

// Functions of libraries that start, delete or write are known by what they do.
func TestLibrariesOfInlineCode(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range []struct{ why, source, rule string }{
		{"an interpreter within", `python3 -c 'import code; code.InteractiveInterpreter().runsource("import os; os.system(\"rm -rf /\")")'`, "fs.rm-root"},
		{"distutils", `python3 -c 'from distutils.spawn import spawn; spawn(["rm","-rf","/"])'`, "fs.rm-root"},
		{"programs as names of sh", `python3 -c 'import sh; sh.rm("-rf","/")'`, "fs.rm-root"},
		{"invoke", `python3 -c 'import invoke; invoke.run("rm -rf /")'`, "fs.rm-root"},
		{"a log file", `python3 -c 'import logging; logging.basicConfig(filename="/etc/x")'`, "fs.system-write"},
		{"a table that is written", `python3 -c 'import pandas as pd; pd.DataFrame().to_csv("/etc/x")'`, "fs.system-write"},
		{"a compressed file", `python3 -c 'import bz2; bz2.open("/etc/x","w")'`, "fs.system-write"},
		{"an archive, unpacked", `python3 -c 'import tarfile; tarfile.open("a.tar").extractall("/etc")'`, "fs.system-write"},
		{"all that a walk finds", `python3 -c 'import os; [os.remove(os.path.join(d,f)) for d,_,fs in os.walk("/etc") for f in fs]'`, "fs.system-write"},
		{"code in a URL", `node --import 'data:text/javascript,require("fs").rmSync("/home",{recursive:true})' a.js`, "fs.rm-home"},
		{"code in a URL, in base64", `deno run 'data:text/javascript;base64,RGVuby5yZW1vdmVTeW5jKCIvaG9tZSIse3JlY3Vyc2l2ZTp0cnVlfSk='`, "fs.rm-home"},
		{"the URL of a file", `python3 -c 'import urllib.request as u; print(u.urlopen("file:///etc/%73hadow").read())'`, "secrets.read"},
		{"the URL of a file in PHP", `php -r 'echo file_get_contents("file:///etc/shadow");'`, "secrets.read"},
		{"a signal", `python3 -c 'import os,signal; os.kill(-1,signal.SIGKILL)'`, "process.kill-all"},
		{"a signal of node", `node -e 'process.kill(-1,"SIGKILL")'`, "process.kill-all"},
		{"a signal of PHP", `php -r 'posix_kill(-1,9);'`, "process.kill-all"},
		{"a worker of node", `node -e 'new (require("worker_threads").Worker)("require(\"child_process\").execSync(\"rm -rf /\")",{eval:true})'`, "fs.rm-root"},
		{"an archive, unpacked by PHP", `php -r '$z=new ZipArchive; $z->open("a.zip"); $z->extractTo("/etc");'`, "fs.system-write"},
		{"what Perl finds and removes", `perl -e 'use File::Find; find(sub{unlink $_},"/etc")'`, "fs.rm-system"},

		{"a log file here", `python3 -c 'import logging; logging.basicConfig(filename="run.log")'`, ""},
		{"an archive, unpacked here", `python3 -c 'import zipfile; zipfile.ZipFile("a.zip").extractall("out")'`, ""},
		{"a table as text", `python3 -c 'import pandas as pd; print(pd.read_csv("a.csv").to_csv())'`, ""},
		{"what Perl finds and prints", `perl -e 'use File::Find; find(sub{print $_},"/etc")'`, ""},
		{"a process of its own", `node -e 'const p=require("child_process").spawn("sleep",["9"]); process.kill(p.pid,"SIGTERM")'`, ""},
		{"a worker in a file", `node -e 'new (require("worker_threads").Worker)("./worker.js")'`, ""},
	} {
		d := check(p, c.source)
		require.NoError(t, d.Err, c.why)
		assert.Equal(t, c.rule, worst(d), c.why)
	}
}

// What Ruby reads without a blank, and names that it finds in a directory.
func TestRubyAsItIsWritten(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range []struct{ why, source, rule string }{
		{"a quote behind a name", `ruby -e 'system"rm -rf /"'`, "fs.rm-root"},
		{"several words", `ruby -e 'exec"rm","-rf","/"'`, "fs.rm-root"},
		{"in a block", `ruby -e 'Thread.new{system"rm -rf /"}.join'`, "fs.rm-root"},
		{"names of the root", `ruby -e 'Dir.foreach("/"){|d|FileUtils.rm_rf("/#{d}")}' -rfileutils`, "fs.delete-found"},
		{"a quote behind a name that prints", `ruby -e 'puts"rm -rf /"'`, ""},
	} {
		d := check(p, c.source)
		require.NoError(t, d.Err, c.why)
		assert.Equal(t, c.rule, worst(d), c.why)
	}
}
