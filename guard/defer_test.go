package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What only execution knows is left to a shim where one will see it, and to
// nobody else: each clause of the rule, under guarded, where the action for
// what cannot be decided is ask.
func TestDeferrals(t *testing.T) {
	p := builtin(t, policy.Guarded)
	shims := func(name string) bool {
		switch name {
		case "rm", "git", "curl", "chmod", "cat", "kill", "tee", "bash", "ssh":
			return true
		}
		return false
	}
	for _, c := range []struct {
		reason, command string
		deferred        bool
	}{
		{"a bare name with a shim", `rm -rf "$X"`, true},
		{"in a pipeline", `ls | rm -rf "$X"`, true},
		{"in a function", `f() { rm -rf "$1"; }`, true},
		{"behind wrappers that keep PATH", `nice -n 5 timeout 3 rm -rf "$X"`, true},
		{"behind env with variables", `env A=1 rm -rf "$X"`, true},
		{"behind find", `find "$D" -exec rm -rf {} +`, true},
		{"in a shell that reads no startup file", `sh -c 'rm -rf "$0"' "$X"`, true},
		{"in eval", `eval 'rm -rf "$X"'`, true},
		{"after an unknown cd", `cd "$D" && rm -rf x`, true},
		{"no shim of that name", `shred -u "$X"`, false},
		{"an absolute path", `/bin/rm -rf "$X"`, false},
		{"a relative path", `./rm -rf "$X"`, false},
		{"PATH before it", `PATH=/bin rm -rf "$X"`, false},
		{"PATH earlier", `PATH=/bin; rm -rf "$X"`, false},
		{"PATH exported earlier", `export PATH=/bin; rm -rf "$X"`, false},
		{"hash earlier", `hash -p /bin/rm rm; rm -rf "$X"`, false},
		{"enable earlier", `enable -f x rm; rm -rf "$X"`, false},
		{"a function of that name", `rm() { ls "$@"; }; rm -rf "$X"`, false},
		{"an alias of that name", `alias rm=/bin/rm; rm -rf "$X"`, false},
		{"command -p", `command -p rm -rf "$X"`, false},
		{"env -i", `env -i rm -rf "$X"`, false},
		{"env -u PATH", `env -u PATH rm -rf "$X"`, false},
		{"env PATH=", `env PATH=/bin rm -rf "$X"`, false},
		{"a login shell", `bash -lc 'rm -rf "$0"' "$X"`, false},
		{"a shell with a startup file", `BASH_ENV=x bash -c 'rm -rf "$0"' "$X"`, false},
		{"an interactive shell", `bash -ic 'rm -rf "$0"' "$X"`, false},
		{"options behind -c", `bash -c -l 'rm -rf "$0"' "$X"`, false},
		{"a declaration of what is not known", `export $V; rm -rf "$X"`, false},
		{"a declaration by a name that is not known", `declare "$V=x"; rm -rf "$X"`, false},
		{"the same later in a loop", `while read l; do rm -rf "$X"; export "$V=$l"; done`, false},
		{"a variable read that is not known", `read -r "$V"; rm -rf "$X"`, false},
		{"a variable printed that is not known", `printf -v "$V" x; rm -rf "$X"`, false},
		{"in a function that is called with PATH", `f() { export "$1=$2"; }; f PATH /bin; rm -rf "$X"`, false},
		{"a variable with a name, whose value is not known", `export A="$V"; rm -rf "$X"`, true},
		{"a prompt that is not known", `read -p "$V" a; rm -rf "$X"`, true},
		{"a format that is not known", `printf -v a "$V"; rm -rf "$X"`, true},
		{"sudo", `sudo rm -rf "$X"`, false},
		{"su", `su -c 'rm -rf "$X"'`, false},
		{"ssh", `ssh h 'rm -rf "$X"'`, false},
		{"chroot", `chroot /x rm -rf "$X"`, false},
		{"busybox", `busybox rm -rf "$X"`, false},
		{"a redirection, which no shim sees", `cat x > "$X"`, false},
		{"a builtin of that name", `kill "$X"`, false},
		{"the program itself unknown", `$RM -rf "$X"`, false},
	} {
		t.Run(c.reason+"/"+c.command, func(t *testing.T) {
			m, req := guard.Model()
			req.Source, req.Shims = c.command, shims
			d := guard.Judge(p, m, req)
			assert.Equal(t, c.deferred, len(d.Deferred) > 0, "deferred %v, found %v", ids(d.Deferred), ids(d.Findings))
			for _, f := range d.Deferred {
				assert.Equal(t, guard.RingShim, f.Ring)
			}
			req.Shims = nil
			assert.Empty(t, guard.Judge(p, m, req).Deferred, "no shims, nothing deferred")
		})
	}
}

// In a sandbox shims lie over the programs themselves, so that a path leads to one, and a
// name does that is looked for elsewhere than on PATH.
func TestDeferredByPath(t *testing.T) {
	p := builtin(t, policy.Guarded)
	covered := func(word string) bool { return word == "rm" || word == "/bin/rm" || word == "/usr/bin/rm" }
	for _, c := range []struct {
		reason, command string
		deferred        bool
	}{
		{"an absolute path", `/bin/rm -rf "$X"`, true},
		{"command -p", `command -p rm -rf "$X"`, true},
		{"env -i", `env -i rm -rf "$X"`, true},
		{"env -i with a variable", `env -i A=1 /bin/rm -rf "$X"`, true},
		{"an emptied environment, and a shell", `env -i sh -c 'rm -rf "$0"' "$X"`, true},
		{"an absolute path behind xargs", `echo x | xargs /bin/rm -rf "$X"`, true},
		{"an absolute path behind find", `find "$D" -exec /usr/bin/rm -rf {} +`, true},
		{"another path", `/opt/rm -rf "$X"`, false},
		{"a relative path", `./rm -rf "$X"`, false},
		{"a name that is looked for on PATH, and has no shim there", `rm -rf "$X"`, false},
		{"PATH before it", `PATH=/x rm -rf "$X"`, false},
		{"env with a PATH", `env -i PATH=/x rm -rf "$X"`, false},
		{"env with a PATH, by the path", `env -i PATH=/x /bin/rm -rf "$X"`, false},
		{"env with a start-up file", `env -i BASH_ENV=x bash -c 'rm -rf "$0"' "$X"`, false},
		{"env that splits a text", `env -i -S 'rm -rf' "$X"`, false},
		{"sudo", `sudo /bin/rm -rf "$X"`, false},
		{"ssh", `ssh h '/bin/rm -rf "$X"'`, false},
		{"chroot", `chroot /x /bin/rm -rf "$X"`, false},
		{"a container", `docker run x /bin/rm -rf "$X"`, false},
		{"a redirection, which no shim sees", `/bin/rm x > "$X"`, false},
	} {
		t.Run(c.reason+"/"+c.command, func(t *testing.T) {
			m, req := guard.Model()
			req.Source, req.Shims, req.Covered = c.command, func(string) bool { return false }, covered
			d := guard.Judge(p, m, req)
			assert.Equal(t, c.deferred, len(d.Deferred) > 0, "deferred %v, found %v", ids(d.Deferred), ids(d.Findings))
		})
	}
}

// Where no shim will see it, what is only possible gets the profile's action
// for what cannot be decided, or the rule's own if that is looser; a rule
// about opaque commands keeps its floor in every profile but open.
func TestOpaque(t *testing.T) {
	for _, c := range []struct {
		reason, profile, command string
		action                   rules.Action
	}{
		{"what may be catastrophic, open", policy.Open, `rm -rf "$X"`, rules.Allow},
		{"what may be catastrophic, cautious", policy.Cautious, `rm -rf "$X"`, rules.Allow},
		{"what may be catastrophic, guarded", policy.Guarded, `rm -rf "$X"`, rules.Ask},
		{"what may be catastrophic, paranoid", policy.Paranoid, `rm -rf "$X"`, rules.Block},
		{"never worse than what it may be", policy.Guarded, `git $X`, rules.Ask},
		{"empty leaves the root, cautious", policy.Cautious, `rm -rf "$D"/*`, rules.Ask},
		{"empty leaves the root, open", policy.Open, `rm -rf "$D"/*`, rules.Allow},
		{"empty leaves the root, unless it stops", policy.Cautious, `rm -rf "${D:?}"/*`, rules.Allow},
		{"code that cannot be read, cautious", policy.Cautious, `bash -c "$X"`, rules.Allow},
		{"code that cannot be read, guarded", policy.Guarded, `bash -c "$X"`, rules.Ask},
		{"a command put together in code, cautious", policy.Cautious, `python3 -c 'import os; os.system(input())'`, rules.Ask},
		{"known words, if they are a command", policy.Cautious, `frobnicate --then rm -rf /`, rules.Ask},
		{"known words, if they are a harmless command", policy.Cautious, `frobnicate rm -rf build`, rules.Allow},
		{"known words, open", policy.Open, `frobnicate rm -rf /`, rules.Allow},
		{"a program named by a pattern", policy.Cautious, `/bin/r[m] -rf x`, rules.Ask},
	} {
		t.Run(c.reason+"/"+c.command, func(t *testing.T) {
			d := check(builtin(t, c.profile), c.command)
			assert.Equal(t, c.action.String(), d.Action.String(), "%v", ids(d.Findings))
			assert.False(t, d.ReadOnly)
		})
	}
}
