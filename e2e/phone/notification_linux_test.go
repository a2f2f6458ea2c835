//go:build amd64 || arm64

package phone_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// api is a Termux:API that presses a button. It writes down what it was called with.
const api = "#!" + prefix + `/bin/sh
for w in "$@"; do echo "$w"; done >~/called; env >~/environment
while [ $# -gt 0 ]; do
	case $1 in --button1-action) allow=$2;; --button2-action) deny=$2;; esac; shift
done
case $(cat ~/press) in
allow) (sh -c "$allow") & ;;
deny) (sh -c "$deny") & ;;
guess) d=${allow#*\'}; d=${d%/*}; (echo allow >$d/answer; sh -c "$deny") & ;;
fail) exit 1 ;;
esac
`

// Without a terminal, a phone's owner is asked by a notification; the answer is for that
// command alone.
func TestX9Notification(t *testing.T) {
	const asked = "shimgen: ask: rm -r " + home + "/d deletes a directory outside the work directory with all that is in it [fs.rm-outside]\nshimgen: hint: move it to the trash, or ask the user\n"
	const no = asked + "shimgen: not run: nobody at a terminal said yes\n"
	const waits = asked + "shimgen: not run: no terminal to ask on; a person can look at it and let it run: shimgen approve CODE, in a terminal of their own\n"
	for _, android := range versions {
		t.Run(fmt.Sprint(android), func(t *testing.T) {
			p := start(t, android, "android")
			p.program(t, "termux-notification", api)
			p.program(t, "termux-notification-remove", "#!"+prefix+"/bin/sh\necho \"$@\" >~/removed\n")
			got := p.run(t, "./shimgen install && mkdir work d")
			require.Zero(t, got.status, "%s%s", got.out, got.err)
			p.env = []string{"PATH=" + shims + ":" + prefix + "/bin", "S=" + root + "/libexec/shimgen"}
			ask := func(button string) outcome {
				return p.run(t, "echo "+button+" >press; cd work; AGENT=secret $S exec -- rm -r ~/d </dev/null")
			}
			got = ask("deny")
			if !assert.Equal(t, outcome{err: no, status: 126}, got, "deny") {
				return
			}
			assert.Equal(t, outcome{err: asked, out: "real rm -r " + home + "/d\n"}, ask("allow"), "allow")
			assert.Equal(t, outcome{err: no, status: 126}, ask("guess"), "a word that is no button's")
			got = ask("fail")
			assert.Equal(t, 126, got.status, "Termux:API is not there: %s", got.err)
			called, err := p.Read(home + "/called")
			require.NoError(t, err)
			assert.Contains(t, called, "\nshimgen: may this run?\n")
			assert.Contains(t, called, "\nrm -r "+home+"/d\nin "+home+"/work\n")
			assert.NotRegexp(t, "[0-9a-f]{32}", called, "the words of the buttons are in no argument")
			env, err := p.Read(home + "/environment")
			require.NoError(t, err)
			assert.NotContains(t, env, "secret", "nothing of who asks reaches what presses buttons")
			assert.NotRegexp(t, "[0-9a-f]{32}", env)
			removed, err := p.Read(home + "/removed")
			require.NoError(t, err)
			assert.Contains(t, removed, "question-")
			left, err := filepath.Glob(filepath.Join(p.Root, root, "state/pending/question-*"))
			require.NoError(t, err)
			assert.Empty(t, left)
			p.program(t, "python", "#!"+prefix+"/bin/sh\nexec $S exec -- rm -r ~/d\n")
			require.NoError(t, p.Write(home+"/called", "nobody", 0o600))
			got = p.run(t, "echo allow >press; cd work; $S exec -- python -V </dev/null; s=$?; cat ~/called; exit $s")
			assert.Equal(t, outcome{out: "nobody", err: waits, status: 126}, got, "what is judged itself asks nobody")
			assert.Contains(t, p.trail(t), `"allowed":true`)
		})
	}
}
