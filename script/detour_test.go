package script

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What code reaches by a detour is what it would reach on the straight way.
func TestDetours(t *testing.T) {
	const (
		system = `shell system "rm -rf /"`
		python = `shell os.system "rm -rf /"`
	)
	for _, c := range []struct{ lang, code, want string }{
		{"perl", `$_ = "sn -rf /"; y/sn/rm/; system $_`, "shell system \"sn -rf /\"\n" + system},
		{"perl", `$_ = "sn -rf /"; tr/r-s/q-r/; system $_`, "shell system \"sn -rf /\"\nshell system \"rn -qf /\""},
		{"perl", `$_ = "x -rf /"; s/x/rm/; system $_`, "shell system \"x -rf /\"\n" + system},
		{"perl", `my $c = "x -rf /" =~ s/x/rm/r; system $c`, system},
		{"perl", `my $c = "sn -rf /" =~ tr/sn/rm/r; system $c`, system},
		{"perl", `my $c = "rxxm -rf /"; $c =~ tr/x//d; system $c`, "shell system \"rxxm -rf /\"\n" + system},
		{"perl", `my $c = "x"; $c =~ s/(.)/$1/; system $c`, "shell system \"x\"\nshell system …"},
		{"perl", `use File::Path; rmtree["/a"]; rmtree(["/b", "/c"], 0, 0)`, "deletes rmtree \"/a\" /**\ndeletes rmtree \"/b\" /**\ndeletes rmtree \"/c\" /**"},
		{"perl", `use File::Find; finddepth(\&w, "/a"); sub w { unlink $_ }`, "deletes finddepth \"/a\" /**\ndeletes unlink …"},
		{"perl", `system(join " ", reverse qw(/ -rf rm))`, system},
		{"perl", `use IPC::Run "run"; run ["rm", "-rf", "/"]`, `runs run "rm" "-rf" "/"`},

		{"ruby", `c = "rm"; c << " -rf" << " /"; system c`, "shell system \"rm\"\nshell system \"rm -rf\"\n" + system},
		{"ruby", `FileUtils.module_eval { rm_rf "/" }`, `deletes rm_rf "/" /**`},
		{"ruby", `ObjectSpace.each_object(Module).first.rm_rf("/")`, `deletes FileUtils.rm_rf "/" /**`},
		{"ruby", `Dir.glob("/a/*") { |f| File.delete(f) }`, `deletes File.delete /a/?`},
		{"ruby", `Pathname("/a").each_child { |c| c.delete }; Pathname("/b").children.each(&:rmtree)`, "deletes delete /a/?\ndeletes rmtree /b/? /**"},
		{"ruby", `Find.find("/a") { |f| File.delete(f) }`, "deletes File.delete \"/a\"\ndeletes File.delete /a/?"},
		{"ruby", `["rm -rf /"].each { system _1 }; ["rm -rf /"].each { system it }`, system + "\n" + system},
		{"ruby", `at_exit { system "rm -rf /" }`, system},
		{"ruby", `sh "rm -rf /"`, `shell sh "rm -rf /"`},

		{"python", `import os; os.system.__call__("rm -rf /")`, python},
		{"python", "import os\nclass A:\n    run = os.system\nA.run('rm -rf /')", python},
		{"python", `import shutil; d = {"a": lambda c: shutil.rmtree(c)}; d["a"]("/")`, "deletes shutil.rmtree \"/\" /**\ndeletes shutil.rmtree … /**"},
		{"python", `import os; f = lambda c: os.system(c); f("rm -rf /")`, python + "\nshell os.system …"},
		{"python", `import os; {"x": "a", os.system: 1}`, "shell os.system …"},
		{"python", `import os; os.kill(-1, 9); os.killpg(1, 9)`, "runs os.kill \"kill\" \"-9\" \"-1\"\nruns os.killpg \"kill\" \"-9\" \"-1\""},
		{"python", `import tarfile; tarfile.open("x").extractall("/")`, "reads tarfile.open \"x\"\nwrites tarfile.open().extractall \"/\" /**\nwrites tarfile.open().extractall /? /**"},
		{"python", `import tarfile; tarfile.open("x").extractall("/srv")`, "reads tarfile.open \"x\"\nwrites tarfile.open().extractall /srv/? /**"},
		{"python", `import zipfile; zipfile.ZipFile("x").extract("a", "/")`, "reads zipfile.ZipFile \"x\"\nwrites zipfile.ZipFile().extract \"/\" /**\nwrites zipfile.ZipFile().extract /? /**"},
		{"python", `import venv; venv.create("/a", clear=True); venv.create("/b"); venv.create("/c", clear=False)`, "deletes venv.create \"/a\" /**\nwrites venv.create \"/b\" /**\nwrites venv.create \"/c\" /**"},
		{"python", `import fileinput; fileinput.input("a"); fileinput.input("b", inplace=True)`, "reads fileinput.input \"a\"\nwrites fileinput.input \"b\""},
		{"python", `from plumbum import local; local["rm"]("-rf", "/")`, `runs plumbum.local.rm "rm" "-rf" "/"`},
	} {
		acts, err := Read(c.lang, c.code)
		require.NoError(t, err, c.code)
		assert.Equal(t, c.want, show(acts), c.code)
	}
}

// The library un makes programs of words: what it does is what they do with the operands.
func TestRubyUn(t *testing.T) {
	acts, err := ReadWith("ruby", "rm", CommandLine{Args: []Arg{{Text: "-rf", Known: true}, {Text: "/", Known: true}}})
	require.NoError(t, err)
	assert.Equal(t, `runs un.rm "rm" "-rf" "/"`, show(acts))
	acts, err = Read("ruby", "rm")
	require.NoError(t, err)
	assert.Empty(t, acts)
}
