package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// A repository for temporary files may be deleted with rm, and so may what is in it.
func TestTemporaryRepository(t *testing.T) {
	const reset, clean = "git.reset-hard", "git.clean-force"
	for _, c := range []row{
		{"what is not committed", "cd /tmp/r && git reset --hard HEAD~1", rules.Allow, ""},
		{"what is not tracked", "git -C /tmp/r clean -fdx", rules.Allow, ""},
		{"files", "cd /tmp/r/sub && git checkout -- a", rules.Allow, ""},
		{"all files", "git -C /tmp/r checkout -- .", rules.Allow, ""},
		{"by restore", "cd /tmp/r/sub && git restore a", rules.Allow, ""},
		{"clean below", "cd /tmp/r/sub && git clean -fdx", rules.Allow, ""},
		{"a branch", "git -C /tmp/r branch -D x", rules.Allow, ""},
		{"with a setting", "git -C /tmp/r -c advice.detachedHead=false reset --hard", rules.Allow, ""},

		{"nothing is there", "git -C /tmp/no/r reset --hard", rules.Allow, ""},

		{"the work directory's", "git reset --hard", rules.Ask, reset},
		{"what was moved where nothing was", "mv ~/other /tmp/no/r; git -C /tmp/no/r reset --hard", rules.Ask, reset},
		{"a directory that may not be there", "cd /tmp/no/r; git reset --hard", rules.Ask, reset},
		{"a worktree of another one", "git -C /tmp/linked reset --hard", rules.Ask, reset},
		{"one with a work tree elsewhere", "git -C /tmp/elsewhere clean -fdx", rules.Ask, clean},
		{"one with settings elsewhere", "git -C /tmp/includes clean -fdx", rules.Ask, clean},
		{"one behind a link", "git -C /tmp/link clean -fdx", rules.Ask, clean},
		{"a work tree by a setting", "git -C /tmp/r -c core.worktree=/home/agent clean -fdx", rules.Ask, clean},
		{"by a setting that nobody knows", "git -C /tmp/r -c \"$S\" clean -fdx", rules.Ask, clean},
		{"by an option", "git -C /tmp/r --work-tree=/home/agent clean -fdx", rules.Block, clean},
		{"by a variable", "GIT_WORK_TREE=/home/agent git -C /tmp/r clean -fdx", rules.Ask, clean},
		{"that was set before", "git -C /tmp/r config core.worktree /home/agent; git -C /tmp/r clean -fdx", rules.Ask, clean},
		{"what was moved there", "mv ~/notes /tmp/r/; git -C /tmp/r clean -fdx", rules.Ask, clean},
		{"another repository's moved there", "rm -rf /tmp/r; mv ~/other /tmp/r; git -C /tmp/r reset --hard", rules.Ask, reset},
		{"what others have", "cd /tmp/r && git push --force", rules.Ask, "git.push-force"},
	} {
		m, req := guard.Model()
		req.Source = c.command
		m.Files = zone.Tree{
			"/": "", "/home": "", "/home/agent": "", "/home/agent/work": "", "/home/agent/work/.git": "", "/home/agent/other": "", "/home/agent/other/.git": "", "/home/agent/other/.git/config": zone.Text("[core]\n\tbare = false\n"), "/tmp": "",
			"/tmp/r": "", "/tmp/r/.git": "", "/tmp/r/.git/config": zone.Text("[core]\n\tbare = false\n[remote \"origin\"]\n\turl = https://example.com/r\n"),
			"/tmp/linked": "", "/tmp/linked/.git": zone.Text("gitdir: /home/agent/work/.git/worktrees/linked"),
			"/tmp/elsewhere": "", "/tmp/elsewhere/.git": "", "/tmp/elsewhere/.git/config": zone.Text("[core]\n\tworktree = /home/agent\n"),
			"/tmp/includes": "", "/tmp/includes/.git": "", "/tmp/includes/.git/config": zone.Text("[include]\n\tpath = /home/agent/x\n"),
			"/tmp/link": "/home/agent/other",
		}
		d := guard.Judge(builtin(t, policy.Cautious), m, req)
		assert.Equal(t, c.action.String(), d.Action.String(), "%s: %s: %v", c.reason, c.command, ids(d.Findings))
		if c.rule != "" {
			assert.Contains(t, ids(d.Findings), c.rule, "%s: %s", c.reason, c.command)
		}
	}
}

// What git stash has put away is not lost.
func TestStashedWork(t *testing.T) {
	const reset = "git.reset-hard"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"before a reset", "git stash push -u -m wip && git reset --hard origin/main", rules.Allow, ""},
		{"and a fetch", "git stash && git fetch origin && git reset --hard origin/main && git stash pop", rules.Allow, ""},
		{"and another branch", "git stash -q && git switch -q main && git checkout -- .", rules.Allow, ""},

		{"the stash may fail", "git stash; git reset --hard", rules.Ask, reset},
		{"it may fail, tolerated", "git stash || true && git reset --hard", rules.Ask, reset},
		{"on success only of another command", "git stash; git fetch && git reset --hard", rules.Ask, reset},
		{"some files", "git stash push a.go && git reset --hard", rules.Ask, reset},
		{"files in a list", "git stash push --pathspec-from-file=l && git reset --hard", rules.Ask, reset},
		{"what is staged stays", "git stash --keep-index && git reset --hard", rules.Ask, reset},
		{"a part, by hand", "git stash -p && git reset --hard", rules.Ask, reset},
		{"brought back", "git stash && git stash pop && git reset --hard", rules.Ask, reset},
		{"work done since", "git stash && make && git reset --hard", rules.Ask, reset},
		{"another repository's", "git -C ../r stash && git reset --hard", rules.Ask, reset},
		{"another directory since", "git stash && cd ../r && git reset --hard", rules.Ask, reset},
		{"a list of stashes", "git stash list && git reset --hard", rules.Ask, reset},
		{"nobody knows what else", "git stash $ARGS && git reset --hard", rules.Ask, reset},

		{"a stash that was applied", "git stash apply && git stash drop", rules.Allow, ""},
		{"by its name", "git stash apply --index stash@{1} && git stash drop stash@{1}", rules.Allow, ""},
		{"another one", "git stash apply stash@{1} && git stash drop", rules.Ask, "git.stash-drop"},
		{"though it may have failed", "git stash apply; git stash drop", rules.Ask, "git.stash-drop"},
		{"in another repository", "git stash apply && git -C ../r stash drop", rules.Ask, "git.stash-drop"},
		{"all of them", "git stash apply && git stash clear", rules.Ask, "git.stash-drop"},
		{"files that git does not track", "git stash && git clean -fd", rules.Ask, "git.clean-force"},
		{"a worktree for temporary files", "git worktree remove --force /tmp/wt", rules.Allow, ""},
		{"another worktree", "git worktree remove --force ../wt", rules.Ask, "git.worktree-force"},
		{"one that nobody knows", "git worktree remove --force \"$W\"", rules.Ask, "git.worktree-force"},
	})
}
