package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Code that reaches a function by a detour, and holds a string that is guarded, is asked about.
func TestDetoursToFunctions(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a function that is handed on", `python3 -c 'import shutil; (lambda f: f("/home"))(shutil.rmtree)'`, rules.Block, "fs.rm-home"},
		{"a function in a dictionary", `python3 -c 'import shutil; d={"a":shutil.rmtree}; d["a"]("/home")'`, rules.Block, "fs.rm-home"},
		{"a function in a list", `python3 -c 'import os; [os.system][0]("rm -rf ~")'`, rules.Block, "fs.rm-home"},
		{"a function by its name", `python3 -c 'import operator,os; operator.methodcaller("system","rm -rf ~")(os)'`, rules.Ask, "run.inline-literal"},
		{"an object that was packed", `python3 -c 'import pickle; pickle.loads(b"cos\nsystem\n(S\"rm -rf /\"\ntR.")'`, rules.Ask, "run.inline-literal"},
		{"a function of the system's library", `ruby -rfiddle -e 'Fiddle::Function.new(Fiddle::Handle::DEFAULT["system"],[1],4).call("rm -rf ~")'`, rules.Ask, "run.inline-literal"},
		{"a function in an object", `node -e 'const f={a:require("fs").rmSync}; f.a("/home",{recursive:true})'`, rules.Block, "fs.rm-home"},
		{"a function in the project", `python3 -c 'import shutil; (lambda f: f("build"))(shutil.rmtree)'`, rules.Allow, ""},
		{"packed data", `python3 -c 'import pickle; print(pickle.load(open("a.pkl","rb"))["/etc"])'`, rules.Allow, ""},
		{"text about commands", `python3 -c 'import os; print("rm -rf /"); os.remove("a.txt")'`, rules.Allow, ""},
	})
}

// What a program prints into a shell is most likely what its strings spell.
func TestTextThatIsPrintedIntoAShell(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"by Python", `python3 -c 'print("rm -rf /")' | sh`, rules.Block, "fs.rm-root"},
		{"by Perl", `perl -e 'print "rm -rf ~"' | bash`, rules.Block, "fs.rm-home"},
		{"by a filter of JSON", `jq -nr '"rm -rf /"' | sh`, rules.Block, "fs.rm-root"},
		{"by a preprocessor", "cpp -P <<< 'rm -rf /' | sh", rules.Ask, "run.inline-literal"},
		{"by a program that nobody knows", "frobnicate 'git push --force' | sh", rules.Ask, "run.inline-literal"},
		{"two programs further back", "frobnicate 'rm -rf /' | zfilter | sh", rules.Ask, "run.inline-literal"},
		{"into a file", `python3 -c 'print("rm -rf /")' > notes.txt`, rules.Allow, ""},
		{"harmless", `python3 -c 'print("echo hi")' | sh`, rules.Allow, ""},
		{"names that are taken apart", `ls | sed 's/\(.*\)/mv \1 \1.bak/' | sh`, rules.Allow, ""},
	})
}
