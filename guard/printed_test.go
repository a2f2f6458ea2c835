package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Programs that print files in a form of their own, and git, which keeps them.
func TestSecretsPrinted(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"staged", "git add .env", rules.Block, "secrets.read"},
		{"staged by force", "git add -f config/.env.production", rules.Block, "secrets.read"},
		{"staged with all else", "git add -A", rules.Allow, ""},
		{"an example", "git add .env.example src", rules.Allow, ""},
		{"of a commit", "git show HEAD~2:config/.env", rules.Block, "secrets.read"},
		{"of the index", "git cat-file -p :.env", rules.Block, "secrets.read"},
		{"of no commit", "git show HEAD:README.md", rules.Allow, ""},
		{"the size of one", "git cat-file -s HEAD:.env", rules.Allow, ""},
		{"of the index", "git show :0:.env", rules.Block, "secrets.read"},
		{"a summary of one", "git show --stat HEAD -- .env", rules.Allow, ""},
		{"in the history", "git log -p --all -- .env", rules.Block, "secrets.read"},
		{"in the history, by a pattern with magic", "git log -u -- ':(glob)**/.env'", rules.Block, "secrets.read"},
		{"in the history, from the top", "git log -p -- ':/config/.env'", rules.Block, "secrets.read"},
		{"in the history of lines", "git log -L1,20:.env", rules.Block, "secrets.read"},
		{"in the history of a function", "git log -L:main:.env", rules.Block, "secrets.read"},
		{"in raw history with diffs", "git whatchanged -p -- config/master.key", rules.Block, "secrets.read"},
		{"who wrote it", "git blame .env", rules.Block, "secrets.read"},
		{"a difference", "git diff HEAD~3 HEAD .env", rules.Block, "secrets.read"},
		{"of an unknown commit", `git show "$commit":config/.env`, rules.Block, "secrets.read"},
		{"a staged difference", "git diff --cached -- .env", rules.Block, "secrets.read"},
		{"a difference of an unknown revision", `git diff "$base":.env`, rules.Block, "secrets.read"},
		{"a difference of trees", "git diff-tree -p HEAD~1 HEAD -- .env", rules.Block, "secrets.read"},
		{"of the stash", "git stash show -p -- .env", rules.Block, "secrets.read"},
		{"as patches", "git format-patch -3 --stdout -- .env", rules.Block, "secrets.read"},
		{"as an archive", "git archive HEAD .env | tar xO", rules.Block, "secrets.read"},
		{"as a stream", "git fast-export HEAD -- .env", rules.Block, "secrets.read"},
		{"history without diffs", "git log --oneline --stat -- .env", rules.Allow, ""},
		{"a summary of a difference", "git diff --stat HEAD~1 -- .env", rules.Allow, ""},
		{"history of another", "git log -p --all -- .env.example && git diff HEAD~3 -- .gitignore", rules.Allow, ""},
		{"a difference of all others", "git diff main...topic -- . ':!.env' ':(exclude)*.pem'", rules.Allow, ""},
		{"whether it is ignored", "git check-ignore -v .env", rules.Allow, ""},
		{"into the store", "git hash-object -w ~/.ssh/id_rsa", rules.Block, "secrets.read"},
		{"as a dump", "xxd -p ~/.ssh/id_rsa", rules.Block, "secrets.read"},
		{"as its strings", "strings -n 8 ~/.aws/credentials", rules.Block, "secrets.read"},
		{"as JSON", "jq -r .auths ~/.docker/config.json", rules.Block, "secrets.read"},
		{"a filter that is called like one", "jq --arg a b '.env' x.json", rules.Allow, ""},
		{"settings in YAML", "yq -i '.a = 1' x.yml", rules.Allow, ""},
	})
}

// What a program writes that says so with an option of its own.
func TestFilesWritten(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"by a compiler", "gcc -O2 -o /usr/bin/ls x.c", rules.Block, "fs.system-write"},
		{"by a compiler, here", "gcc -Wall -O2 -o a a.c -lm && ./a", rules.Allow, ""},
		{"by an archiver", "7z x a.7z -o/usr/bin", rules.Block, "fs.system-write"},
		{"by an archiver, here", "7z x a.7z -oout -y", rules.Allow, ""},
		{"by a patch", "patch /etc/hosts < p", rules.Block, "fs.system-write"},
		{"by a converter", "iconv -f latin1 -t utf8 -o /etc/x y", rules.Block, "fs.system-write"},
		{"by an editor, under its own name", `printf '%s\n' ',d' w q | ed -s /etc/passwd`, rules.Block, "fs.system-write"},
		{"by an editor that only looks", `printf '%s\n' ',p' q | ed -s /etc/passwd`, rules.Allow, ""},
		{"by vim", "vim -es -c '%s/a/b/' -c wq /etc/hosts", rules.Block, "fs.system-write"},
	})
}

// Programs that run their operands.
func TestRunners(t *testing.T) {
	for _, by := range []string{
		"pkexec", "runuser -u x --", "gosu x", "setarch x86_64 -R", "firejail --quiet", "fakeroot", "systemd-inhibit --what=idle", "unbuffer", "entr -r", "ccache",
		"proxychains", "numactl -N 0", "xvfb-run -a", "caffeinate -i", "dbus-run-session --", "systemd-cat -t x", "faketime '2 days ago'", "tini --", "chronic",
	} {
		runRows(t, builtin(t, policy.Cautious), []row{{by, by + " rm -rf ~", rules.Block, "fs.rm-home"}})
	}
	runRows(t, builtin(t, policy.Cautious), []row{
		{"as text", "ls | entr -s 'rm -rf ~'", rules.Block, "fs.rm-home"},
		{"as a group", "sg docker -c 'rm -rf ~'", rules.Block, "fs.rm-home"},
		{"as a group, without its option", "sg docker 'rm -rf ~' -p x", rules.Block, "fs.rm-home"},
		{"ast-grep's short name", "sg -p 'f($A)' -r 'g($A)' -l ts -U src/api", rules.Allow, ""},
		{"its subcommand", "sg run --pattern 'f($A)' --lang go .", rules.Allow, ""},
		{"with capabilities", "capsh --drop=all -- -c 'rm -rf ~'", rules.Block, "fs.rm-home"},
		{"something plain", "xvfb-run -a npm test", rules.Allow, ""},
		{"a test at each change", "ls src | entr -c go test ./...", rules.Allow, ""},
	})
}

// A path that a tool or a library prints is as good as its name.
func TestPlacesThatToolsPrint(t *testing.T) {
	const lasts = "persistence.write"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a user's packages of Python", `echo 'import os' > "$(python3 -m site --user-site)/z.pth"`, rules.Ask, lasts},
		{"the same, by Python", `python3 -c "import site; open(site.getusersitepackages()+'/z.pth','w').write('import os')"`, rules.Ask, lasts},
		{"a copy to them", `python3 -c "import site,shutil; shutil.copy('z.pth', site.getusersitepackages())"`, rules.Ask, lasts},
		{"an interpreter's packages", `python3 -c "import sysconfig; open(sysconfig.get_paths()['purelib']+'/z.pth','w').write('import os')"`, rules.Ask, lasts},
		{"those of an environment", `echo 'import os' > .venv/lib/python3.11/site-packages/z.pth`, rules.Ask, lasts},
		{"npm's settings", `echo x=y >> "$(npm config get userconfig)"`, rules.Ask, lasts},
		{"a repository, by Python", `python3 -c "import subprocess as s; g=s.check_output(['git','rev-parse','--git-dir'],text=True).strip(); open(g+'/hooks/pre-commit','w').write('x')"`, rules.Ask, lasts},
		{"a repository, by Node", `node -e "const g=require('child_process').execSync('git rev-parse --git-path hooks').toString().trim(); require('fs').writeFileSync(g+'/pre-commit','x')"`, rules.Ask, lasts},
		{"a repository, by Ruby", "ruby -e 'g=`git rev-parse --git-dir`.strip; File.write(g+\"/hooks/pre-commit\",\"x\")'", rules.Ask, lasts},
		{"a model's weights", `cp x.pth checkpoints/model.pth`, rules.Allow, ""},
		{"a list of packages", `ls "$(python3 -m site --user-site)"`, rules.Allow, ""},
		{"the top of a repository", `python3 -c "import subprocess as s; r=s.check_output(['git','rev-parse','--show-toplevel'],text=True).strip(); open(r+'/VERSION','w').write('1')"`, rules.Allow, ""},
	})
}
