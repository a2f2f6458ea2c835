package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What inline code prints, into a shell and into a word.
func TestOutputOfCode(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"Perl, into a shell", `perl -e 'print chr(114)."m -rf /"' | sh`, rules.Block, "fs.rm-root"},
		{"Python, in pieces", `python3 -c 'print("rm", end=" "); print("-rf", "/")' | bash`, rules.Block, "fs.rm-root"},
		{"Ruby, decoded", `ruby -e 'puts "cm0gLXJmIC8=".unpack1("m")' | sh`, rules.Block, "fs.rm-root"},
		{"PHP, decoded", `php -r 'echo base64_decode("cm0gLXJmIC8=");' | sh`, rules.Block, "fs.rm-root"},
		{"the value of an expression", `node -p 'Buffer.from("cm0gLXJmIC8=","base64").toString()' | sh`, rules.Block, "fs.rm-root"},
		{"Lua", `lua -e 'print("rm", "-rf", "/")' | sh`, rules.Block, "fs.rm-root"},
		{"awk", `awk 'BEGIN { x = "mr"; print substr(x,2,1) substr(x,1,1) " -rf /" }' | sh`, rules.Block, "fs.rm-root"},
		{"into a word", `d=$(python3 -c 'print("/" + "usr")'); rm -rf "$d"`, rules.Block, "fs.rm-system"},
		{"into a word, by another", `rm -rf "$(node -p '"/us"+"r"')"`, rules.Block, "fs.rm-system"},
		{"harmless lines", `python3 -c 'print("ls", "-l")' | sh`, rules.Allow, ""},
		{"a name here", `d=$(python3 -c 'print("build")'); rm -rf "$d"`, rules.Allow, ""},
		{"to the terminal", `python3 -c 'print("rm -rf /")'`, rules.Allow, ""},
		{"to a file of notes", `node -e 'console.log("rm -rf /")' > notes.txt`, rules.Allow, ""},
		{"a version", `v=$(node -p 'require("./package.json").version'); echo "$v"`, rules.Allow, ""},
	})
}
