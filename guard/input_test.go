package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What code writes to the standard input of a command it starts is what that command reads:
// a shell runs it.
func TestInputOfWhatCodeStarts(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range []struct{ why, source, rule string }{
		{"a keyword", `python3 -c 'import subprocess; subprocess.run(["sh"], input="rm -rf /", text=True)'`, "fs.rm-root"},
		{"bytes in a variable", `python3 -c 'import subprocess as s; x=b"rm -rf /"; s.check_output(["bash","-s"], input=x)'`, "fs.rm-root"},
		{"to a shell by a shell", `python3 -c 'import subprocess; subprocess.run("bash", input=b"rm -rf /", shell=True)'`, "fs.rm-root"},
		{"sent later", `python3 -c 'import subprocess as s; p=s.Popen(["sh"], stdin=s.PIPE); p.communicate(b"rm -rf /")'`, "fs.rm-root"},
		{"written to the pipe, in pieces", `python3 -c 'import subprocess as s; p=s.Popen(["sh"], stdin=s.PIPE); p.stdin.write(b"rm -rf "); p.stdin.write(b"/")'`, "fs.rm-root"},
		{"printed to it", `python3 -c 'import os; print("rm -rf /", file=os.popen("sh","w"))'`, "fs.rm-root"},
		{"the second of two pipes", `python3 -c 'import os; a=os.popen("sort","w"); b=os.popen("sh","w"); a.write("b a"); b.write("rm -rf /")'`, "fs.rm-root"},
		{"operands of xargs", `python3 -c 'import subprocess as s; s.run(["xargs","rm","-rf"], input="/", text=True)'`, "fs.rm-root"},
		{"a statement for a database", `python3 -c 'import subprocess as s; s.run(["psql"], input="DROP DATABASE prod", text=True)'`, "db.drop"},
		{"in a file", "cat > a.py <<'E'\nimport subprocess\nsubprocess.run(['sh'], input='rm -rf /', text=True)\nE\npython3 a.py", "fs.rm-root"},
		{"an option of node", `node -e 'require("child_process").execSync("sh",{input:"rm -rf /"})'`, "fs.rm-root"},
		{"of a vector", `node -e 'require("child_process").spawnSync("sh",[],{input:"rm -rf /"})'`, "fs.rm-root"},
		{"a stream of node", `node -e 'const p=require("child_process").spawn("sh"); p.stdin.write("rm -rf /"); p.stdin.end()'`, "fs.rm-root"},
		{"its end", `node -e 'require("child_process").exec("sh").stdin.end("rm -rf /")'`, "fs.rm-root"},
		{"a keyword of Ruby", `ruby -e 'require "open3"; Open3.capture2("sh", stdin_data: "rm -rf /")'`, "fs.rm-root"},
		{"a block of Ruby", `ruby -e 'IO.popen("sh","w"){|p| p.puts "rm -rf /"}'`, "fs.rm-root"},
		{"an operator of Ruby", `ruby -e 'p=IO.popen(["sh"],"w"); p << "rm -rf /"'`, "fs.rm-root"},
		{"a handle of PHP", `php -r '$p=popen("sh","w"); fwrite($p,"rm -rf /");'`, "fs.rm-root"},
		{"pipes of PHP", `php -r '$p=proc_open("sh",[["pipe","r"]],$x); fwrite($x[0],"rm -rf /");'`, "fs.rm-root"},
		{"a format of Perl", `perl -e 'open(P,"|sh"); printf P "%s -rf /","rm"'`, "fs.rm-root"},
		{"a pipe of Tcl", `tclsh <<< 'set p [open "|sh" w]; puts $p "rm -rf /"; close $p'`, "fs.rm-root"},
		{"a session of expect", `expect -c 'spawn sh; send "rm -rf /\r"; expect eof'`, "fs.rm-root"},

		{"a program that only copies it", `python3 -c 'import subprocess; subprocess.run(["cat"], input="rm -rf /", text=True)'`, ""},
		{"its own output", `python3 -c 'import subprocess,sys; p=subprocess.Popen(["sh","-c","ls"]); sys.stdout.write("rm -rf /")'`, ""},
		{"a file", `python3 -c 'import os; p=os.popen("sh","w"); open("notes","w").write("rm -rf /")'`, ""},
		{"a file that is read", `python3 -c 'import subprocess; subprocess.run(["sort"], stdin=open("a.txt"))'`, ""},
		{"nothing", `python3 -c 'import subprocess; subprocess.run(["bash"], stdin=subprocess.DEVNULL)'`, ""},
		{"a list that grows in Ruby", `ruby -e 'a=[]; a << "rm -rf /"; IO.popen("sort","w"){|p| p.puts a}'`, ""},
		{"the console of node", `node -e 'require("child_process").exec("ls"); process.stdout.write("rm -rf /"); console.log("rm -rf /")'`, ""},
	} {
		d := check(p, c.source)
		require.NoError(t, d.Err, c.why)
		assert.Equal(t, c.rule, worst(d), c.why)
	}
}

// What the text passes to inline code: variables of the environment and lines of standard input.
func TestValuesForCode(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a variable before the command", `D=/ python3 -c 'import os, shutil; shutil.rmtree(os.environ["D"])'`, rules.Block, "fs.rm-root"},
		{"an exported variable", `export D=/; ruby -rfileutils -e 'FileUtils.rm_rf(ENV["D"])'`, rules.Block, "fs.rm-root"},
		{"by env", `env D=/ node -e 'require("fs").rmSync(process.env.D, {recursive: true})'`, rules.Block, "fs.rm-root"},
		{"another home", `HOME=/ python3 -c 'import os, shutil; shutil.rmtree(os.path.join(os.environ["HOME"], "usr"))'`, rules.Block, "fs.rm-system"},
		{"a variable that is not exported", `D=/; python3 -c 'import os, shutil; shutil.rmtree(os.environ["D"])'`, rules.Allow, ""},
		{"a line", `echo / | python3 -c 'import shutil; shutil.rmtree(input())'`, rules.Block, "fs.rm-root"},
		{"the second line", `printf 'build\n/\n' | python3 -c 'import sys, shutil; [shutil.rmtree(l.strip()) for l in sys.stdin]'`, rules.Block, "fs.rm-root"},
		{"a here-string", `perl -MFile::Path -lne 'rmtree($_)' <<< /`, rules.Block, "fs.rm-root"},
		{"of Ruby", `echo / | ruby -rfileutils -ne 'FileUtils.rm_rf($_.chomp)'`, rules.Block, "fs.rm-root"},
		{"of PHP", `echo / | php -r 'system("rm -rf ".fgets(STDIN));'`, rules.Block, "fs.rm-root"},
		{"of Lua", `echo / | lua -e 'os.execute("rm -rf "..io.read())'`, rules.Block, "fs.rm-root"},
		{"a variable to build", `OUT=build python3 -c 'import os, shutil; shutil.rmtree(os.environ["OUT"])'`, rules.Allow, ""},
		{"lines to build", `printf 'build\ndist\n' | python3 -c 'import sys, shutil; [shutil.rmtree(l.strip()) for l in sys.stdin]'`, rules.Allow, ""},
	})
}
