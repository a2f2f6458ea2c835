package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Names that one command writes to a file, and that another takes from it.
func TestNamesInFiles(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"that a search found", "find ~ -type f > l; xargs rm < l", rules.Ask, "fs.delete-found"},
		{"for an option", "find ~ -type f > l; xargs -a l rm", rules.Ask, "fs.delete-found"},
		{"with NUL between them, for an option", "find ~ -type f -print0 > l; xargs -0a l rm", rules.Ask, "fs.delete-found"},
		{"through tee", "find ~ -type f | tee l | wc -l; xargs rm < l", rules.Ask, "fs.delete-found"},
		{"that find itself writes", "find ~ -type f -fprint l; xargs rm < l", rules.Ask, "fs.delete-found"},
		{"in a format that is the path", `find ~ -type f -printf '%p\n' > l; xargs rm < l`, rules.Ask, "fs.delete-found"},
		{"in one that is something else", `find ~ -type f -printf '%s\n' > l; xargs rm < l`, rules.Allow, ""},
		{"read by the shell", "find ~ -type f > l; rm -f $(<l)", rules.Ask, "fs.delete-found"},
		{"of the directory that is entered then", "ls ~ > /tmp/l; cd ~; xargs rm -rf < /tmp/l", rules.Ask, "fs.delete-found"},
		{"of a home, put behind it again", "ls -A ~ > l; xargs -a l -I{} rm -rf ~/{}", rules.Ask, "fs.delete-found"},
		{"for which a directory is entered, through tee", "cd ~; ls | tee l; xargs rm -rf < l", rules.Ask, "fs.delete-found"},
		{"of a kind that is made again", "find . -name '*.o' > l; xargs rm < l; xargs -a l rm", rules.Allow, ""},
		{"below what is built", "find build -type f > l; xargs -a l rm; ls build > l; cd build; xargs rm < ../l", rules.Allow, ""},
		{"that are counted", "ls /usr/lib > l; xargs -a l echo; find / -name x | tee l; wc -l < l", rules.Allow, ""},
	})
}
