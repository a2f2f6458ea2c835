package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// diffOf is a diff that adds a line to a file, which its heads name as they are given.
func diffOf(old, new string) string {
	return "--- " + old + "\n+++ " + new + "\n@@ -0,0 +1 @@\n+x\n"
}

// document feeds text to a command as a here-document.
func document(command, text string) string { return command + " <<'EOF'\n" + text + "EOF\n" }

// What a diff does to the files that it names is judged as the same write by any other
// program, where the request itself says what the diff holds.
func TestPatches(t *testing.T) {
	hook := diffOf("/dev/null", ".git/hooks/pre-commit")
	lettered := diffOf("/dev/null", "b/.git/hooks/pre-commit")
	indented := "   --- /dev/null\n   +++ .git/hooks/pre-commit\n   @@ -0,0 +1 @@\n   +x\n"
	repo := held{".git/HEAD": "ref\n", "src/main.go": "package main\n", "../../../home/agent/.bashrc": "# x\n"}
	var rows []fileRow
	for _, r := range []struct{ reason, command string }{
		{"a here-document", document("patch -p0", hook)},
		{"a here-document with -p1", document("patch -p1", lettered)},
		{"a long option", document("patch --strip=1", lettered)},
		{"-p apart", document("patch -p 1", lettered)},
		{"two leading elements", document("patch -p2", diffOf("/dev/null", "x/y/.git/hooks/pre-commit"))},
		{"a directory", document("patch -d .git/hooks -p0", diffOf("/dev/null", "pre-commit"))},
		{"a long option for a directory", document("patch --directory=.git -p0", diffOf("/dev/null", "hooks/pre-commit"))},
		{"no -p takes the last element", document("patch -d .git/hooks", diffOf("/dev/null", "any/where/pre-commit"))},
		{"the directory was changed to before", "cd .git && " + document("patch -p0", diffOf("/dev/null", "hooks/pre-commit"))},
		{"another name that may be picked", document("patch -p0", diffOf(".git/hooks/pre-commit", "src/a"))},
		{"an index line", document("patch -p0", "Index: .git/hooks/pre-commit\n@@ -0,0 +1 @@\n+x\n")},
		{"a context diff", document("patch -p0", "*** /dev/null\n--- .git/hooks/pre-commit\n***************\n*** 0 ****\n--- 1 ----\n+ x\n")},
		{"an indented diff", document("patch -p0", indented)},
		{"the second file", document("patch -p0", diffOf("src/a", "src/a")+hook)},
		{"a file with git's heads", document("patch -p1", "diff --git a/x b/.git/hooks/pre-commit\nrename from x\nrename to .git/hooks/pre-commit\n")},
		{"reversed", document("patch -R -p0", diffOf(".git/hooks/pre-commit", "/dev/null"))},
		{"a here-string", "patch -p0 <<< $'--- /dev/null\\n+++ .git/hooks/pre-commit\\n@@ -0,0 +1 @@\\n+x'"},
		{"a pipe", "printf '%s\\n' '--- /dev/null' '+++ .git/hooks/pre-commit' '@@ -0,0 +1 @@' '+x' | patch -p0"},
		{"a pipe through cat", document("cat", hook)[:len("cat <<'EOF'")] + " | patch -p0\n" + hook + "EOF\n"},
		{"a file that the text wrote", document("cat > x.patch", hook) + "patch -p0 < x.patch"},
		{"-i", document("cat > x.patch", hook) + "patch -p0 -i x.patch"},
		{"--input", document("cat > x.patch", hook) + "patch -p0 --input=./x.patch"},
		{"a file in another directory", document("cat > /tmp/x.patch", hook) + "patch -p0 -i /tmp/x.patch"},
		{"-i -", document("patch -p0 -i -", hook)},
		{"a substitution", "patch -p0 < <(printf '%s\\n' '--- /dev/null' '+++ .git/hooks/pre-commit' '@@ -0,0 +1 @@' '+x')"},
		{"a variable in the name", "D=hooks; patch -p0 <<EOF\n" + diffOf("/dev/null", ".git/$D/pre-commit") + "EOF\n"},
		{"lines that end as in DOS", document("patch -p0", "--- /dev/null\r\n+++ .git/hooks/pre-commit\r\n@@ -0,0 +1 @@\r\n+x\r\n")},
		{"a wrapper", document("env X=1 patch -p0", hook)},
		{"a shell in between", document("bash -c 'patch -p0'", hook)},
		{"busybox", document("busybox patch -p0", hook)},
		{"git apply", document("git apply", lettered)},
		{"git apply -p0", document("git apply -p0", hook)},
		{"git apply --directory", document("git apply --directory=.git/hooks", diffOf("/dev/null", "b/pre-commit"))},
		{"git -C", document("git -C .git apply", diffOf("/dev/null", "b/hooks/pre-commit"))},
		{"git apply of a file", document("cat > x.patch", lettered) + "git apply x.patch"},
		{"git apply of the second file", document("cat > x.patch", lettered) + "git apply other.patch x.patch"},
		{"git apply -", document("git apply -", lettered)},
		{"git apply --include", document("git apply --include='.git/*'", lettered)},
		{"git apply --stat --apply", document("git apply --stat --apply", lettered)},
		{"git apply from below, with git's heads", "cd src && " + document("git apply", "diff --git a/.git/hooks/pre-commit b/.git/hooks/pre-commit\nnew file mode 100755\n"+lettered)},
		{"git am", document("git am", "From x\nSubject: y\n\n---\n"+lettered)},
		{"git am of a file", document("cat > x.mbox", lettered) + "git am x.mbox"},
	} {
		rows = append(rows, fileRow{r.reason, repo, r.command, rules.Ask, "persistence.write", "", 0})
	}
	runFileRows(t, policy.Cautious, rows)
}

// Names elsewhere are those of what they lead to.
func TestPatchedPlaces(t *testing.T) {
	repo := held{".git/HEAD": "ref\n"}
	runFileRows(t, policy.Cautious, []fileRow{
		{"a start-up file", repo, document("cd && patch -p0", diffOf(".bashrc", ".bashrc")), rules.Ask, "persistence.write", "", 0},
		{"a start-up file by a directory", repo, document("patch -d ~ -p0", diffOf(".bashrc", ".bashrc")), rules.Ask, "persistence.write", "", 0},
		{"keys", repo, document("patch -d ~/.ssh -p0", diffOf("authorized_keys", "authorized_keys")), rules.Ask, "persistence.write", "", 0},
		{"an absolute name", repo, document("patch -p0", diffOf("/dev/null", "/etc/hosts")), rules.Block, "fs.system-write", "", 0},
		{"upwards", repo, document("patch -p0", diffOf("/dev/null", "../../../etc/hosts")), rules.Block, "fs.system-write", "", 0},
	})
}

// Patches are ordinary work: of the work directory, of others' files, and from the net.
func TestOrdinaryPatches(t *testing.T) {
	own := diffOf("a/src/a.go", "b/src/a.go")
	removed := "--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,1 @@\n x\n--- .git/hooks/pre-commit\n"
	hook := diffOf("/dev/null", "b/.git/hooks/pre-commit")
	repo := held{".git/HEAD": "ref\n", "fix.patch": hook}
	var rows []fileRow
	for _, r := range []struct{ reason, command string }{
		{"of the work directory", document("patch -p1", own)},
		{"tried first", document("patch -p1 --dry-run", own) + document("patch -p1", own)},
		{"to try alone", document("patch -p1 --dry-run", hook)},
		{"into one file", document("patch src/a.go", hook)},
		{"git apply", document("git apply", own)},
		{"git apply to look at", document("git apply --stat", hook)},
		{"git apply to check", document("git apply --check", hook)},
		{"git apply to the index", document("git apply --cached", hook)},
		{"git apply without it", document("git apply --exclude=.git/hooks/pre-commit", hook)},
		{"git apply of something else", document("git apply --include=src/a.go", hook)},
		{"git am", document("git am -3", own)},
		{"a line in a hunk", document("patch -p1", removed)},
		{"a file of others", "patch -p1 < fix.patch"},
		{"a file of others by option", "patch -p1 -i fix.patch"},
		{"git apply of others' files", "git apply fix.patch && git am *.patch"},
		{"what the net sends, as a file", "curl -LO https://github.com/a/b/pull/1.patch && git apply 1.patch"},
		{"what the net sends, in a pipe", "curl -L https://github.com/a/b/pull/1.patch | git apply"},
		{"what the net sends, to patch", "curl -L https://github.com/a/b/pull/1.patch | patch -p1"},
		{"what the net sends, to git am", "curl -L https://github.com/a/b/pull/1.patch | git am -3"},
		{"what the net sends, substituted", "patch -p1 < <(curl -L https://github.com/a/b/pull/1.patch)"},
		{"what git says", "git diff HEAD~1 | git apply -R"},
		{"what git says, elsewhere", "git format-patch -1 --stdout | git am"},
		{"git am goes on", "git am --continue"},
		{"from the original", document("patch -p0", diffOf("/tmp/orig/src/a.go\t2020-01-01", "src/a.go\t2020-01-02"))},
		{"a variable in the text", "patch -p1 <<EOF\n--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+$VERSION\nEOF\n"},
	} {
		rows = append(rows, fileRow{r.reason, repo, r.command, rules.Allow, "", "", 0})
	}
	runFileRows(t, policy.Cautious, rows)
}

// A program that writes the names that its input tells writes below its directory, whatever they are.
func TestFilesThatTheInputNames(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, command := range []string{
		"patch -p1 -d /etc/ssh -i x.diff", "cd /etc && patch -p0 < /tmp/x.diff", "patch -d/usr/lib -i x.diff", "git -C /etc apply x.diff", "git --git-dir=/srv/r.git --work-tree=/etc apply x.diff",
		"git -C /etc am x.patch", "cd /etc && git stash pop", "cd /etc && git pull", "cd /usr/lib && ar x /tmp/x.a", "ar x --output /usr/lib x.a", "cd /usr/bin && csplit ~/x 2", "csplit -f /etc/profile.d/x a 2",
		"cd /usr/bin && split ~/x", "cd /usr && unrar x ~/x.rar", "unrar x a.rar /usr/bin/", "cd /etc && svn update", "cd /etc && hg update", "cd /usr/lib/python3 && protoc --python_out=. x.proto",
		"protoc --python_out=/usr/lib/python3 x.proto", "npm install -g --prefix /usr x",
	} {
		assert.Equal(t, "fs.system-write", worst(check(p, command)), command)
	}
	assert.Equal(t, "fs.unpack-root", worst(check(p, "cd / && patch -p1 < ~/x.diff")))
	assert.Equal(t, "fs.unpack-root", worst(check(p, "meson install -C build --destdir /")))
	for _, command := range []string{
		"patch -p1 < x.diff", "git apply x.diff && pip install -e .", "git stash pop", "ar rcs x.a a.o && ar x x.a", "split -l 9 a part-", "csplit a 2", "unrar x a.rar out/", "svn update", "protoc --go_out=. x.proto",
		"npm install -g x", "npm --prefix web run build", "cd /etc && git apply --check /tmp/x.diff", "cd /usr && unrar l ~/x.rar", "cd /usr/lib && ar t x.a", "cd /usr/bin && split ~/x /tmp/x-",
	} {
		assert.Equal(t, rules.Allow, check(p, command).Action, command)
	}
	assert.Equal(t, rules.Ask, check(p, "cd ~/r && git stash pop && rm -rf src").Action, "what was there is not made by the commit")
}

// Editors that nobody looks at write the files that they are given.
func TestEditorsWithoutATerminal(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a command and a write behind -c", "ex -sc '$a|x' -cx ~/.bashrc", rules.Ask, "persistence.write"},
		{"all in one word", "ex -scx /etc/passwd", rules.Block, "fs.system-write"},
		{"a function that saves", "emacs -Q --batch /etc/hosts -f delete-trailing-whitespace -f save-buffer", rules.Block, "fs.system-write"},
		{"code that saves", "emacs --batch /etc/hosts --eval '(save-buffer)'", rules.Block, "fs.system-write"},
		{"what is read and printed", "emacs --batch ~/.ssh/id_rsa --eval '(princ (buffer-string))'", rules.Block, "secrets.read"},
		{"a file of the project", "emacs --batch a.org -f org-html-export-to-html", rules.Allow, ""},
		{"a command that only prints", "ex -sc '%p|q' a", rules.Allow, ""},
	})
}
