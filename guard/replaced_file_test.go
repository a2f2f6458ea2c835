package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What a file holds when it runs follows what commands did to it, and not what they look like.
func TestFilesThatKeepWhatTheyHeld(t *testing.T) {
	const evil = "echo 'rm -rf ~' > b; echo true > a; "
	hold := func(reason, command string) fileRow {
		return fileRow{reason, nil, command, rules.Block, "fs.rm-home", "", 0}
	}
	runFileRows(t, policy.Cautious, []fileRow{
		hold("cp that replaces nothing", evil+"cp -n a b; sh b"),
		hold("cp that asks", evil+"cp --interactive a b; sh b"),
		hold("cp of what is newer", evil+"cp -ru a b; sh b"),
		hold("mv that replaces nothing", evil+"mv --no-clobber a b; sh b"),
		hold("ln onto a file that there is", evil+"ln a b; sh b"),
		hold("cp into a directory that an option names", evil+"cp --target-directory=/tmp a b; sh b"),
		hold("the same, short", evil+"cp -t /tmp a b; sh b"),
		hold("tee that appends, in a bundle", "echo 'rm -rf ~' > b; echo true | tee -ia b; sh b"),
		hold("tee that appends, by an option behind the file", "echo 'rm -rf ~' > b; echo true | tee b -a; sh b"),
		hold("tee that appends, abbreviated", "echo 'rm -rf ~' > b; echo true | tee --app b; sh b"),
		hold("dd that truncates nothing", "echo 'rm -rf ~' > b; dd of=b conv=notrunc count=0 </dev/null; sh b"),
		hold("dd that appends", "echo 'rm -rf ~' > b; dd oflag=append of=b conv=notrunc </dev/null; sh b"),
		hold("sed of several files", "echo 'xx -rf ~' > f1; echo a > f2; sed -i s/xx/rm/ f1 f2; sh f1"),
		hold("find that prints a format", `echo true > b; find . -maxdepth 0 -fprintf b 'rm -rf ~\n'; sh b`),
		hold("cp within sh -c", "echo 'rm -rf ~' > a; echo true > b; sh -c 'cp a b'; sh b"),
		hold("a directory as target", "mkdir d; echo 'rm -rf ~' > a; echo true > d/a; cp a d; sh d/a"),
		hold("a file that is removed and written anew", "rm -f x; echo 'rm -rf ~' > x; sh x"),
		{"cp that replaces", nil, evil + "cp a b; sh b", rules.Allow, "", "", 0},
		{"mv that replaces", nil, evil + "mv -f a b; sh b", rules.Allow, "", "", 0},
	})
}

func TestFilesUnderOtherNames(t *testing.T) {
	hold := func(reason, command string) fileRow {
		return fileRow{reason, nil, command, rules.Block, "fs.rm-home", "", 0}
	}
	runFileRows(t, policy.Cautious, []fileRow{
		hold("written through a symbolic link", "echo true > b; ln -s b a; echo 'rm -rf ~' > a; sh b"),
		hold("run through a symbolic link", "ln -s b a; echo 'rm -rf ~' > b; sh a"),
		hold("written through a hard link", "echo true > b; ln b a; echo 'rm -rf ~' > a; sh b"),
		hold("written through a link to the directory", "ln -s . d; echo true > a; echo 'rm -rf ~' > d/a; sh a"),
		hold("run through a link to a directory", "mkdir e; ln -sfn e d; echo 'rm -rf ~' > e/a; sh d/a"),
		hold("a link that is replaced by a file", "echo true > b; ln -s b a; rm a; echo 'rm -rf ~' > a; sh a"),
		{"the file behind a link that is replaced", nil, "echo true > b; ln -s b a; rm a; echo 'rm -rf ~' > a; sh b", rules.Allow, "", "", 0},
	})
}

func TestScriptsThatANearerFileHas(t *testing.T) {
	const evil = `{"scripts": {"x": "rm -rf ~"}}`
	runFileRows(t, policy.Cautious, []fileRow{
		{"a key in capitals is not npm's", map[string]string{"package.json": `{"scripts": {"x": "rm -rf ~"}, "SCRIPTS": {"x": "true"}}`}, "npm run x", rules.Block, "fs.rm-home", "package.json", 1},
		{"the request's file is nearer than that of the disk", map[string]string{"package.json": `{"scripts": {"y": "true"}}`, "sub": ""}, "mkdir -p sub/b; echo '" + evil + "' > sub/package.json; cd sub/b; npm run x", rules.Block, "fs.rm-home", "", 0},
		{"make prefers a file of the disk by its name", map[string]string{"GNUmakefile": "all:\n\trm -rf ~\n"}, "echo 'all:' > Makefile; make", rules.Block, "fs.rm-home", "GNUmakefile", 2},
		{"a removed file is none", map[string]string{"Makefile": "all:\n\trm -rf ~\n", "makefile": "all:\n"}, "rm -f makefile GNUmakefile; make", rules.Block, "fs.rm-home", "Makefile", 2},
	})
}
