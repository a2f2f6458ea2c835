package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// A program is not its name: what the text itself copies or links to is judged by what it is.
func TestProgramsUnderAnotherName(t *testing.T) {
	const home = "fs.rm-home"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a copy", "cp /bin/rm ./x; ./x -rf ~", rules.Block, home},
		{"one whose name is written otherwise", "cp /bin/rm x && ././x -rf ~", rules.Block, home},
		{"a link", "ln -s /bin/rm /tmp/x; /tmp/x -rf ~", rules.Block, home},
		{"a link to what is looked up", "ln -s $(command -v rm) y; ./y -rf ~", rules.Block, home},
		{"an installed copy", "install -m 755 /usr/bin/rm ./q; ./q -rf ~", rules.Block, home},
		{"a copy by a redirection", "cat /bin/rm > x; chmod +x x; ./x -rf ~", rules.Block, home},
		{"a copy from standard input", "cat < /bin/rm > x; chmod +x x; ./x -rf ~", rules.Block, home},
		{"a copy that is renamed", "cp /bin/rm x; mv x y; ./y -rf ~", rules.Block, home},
		{"a copy of a copy", "ln -s /bin/rm x; cp x d/y; d/y -rf ~", rules.Block, home},
		{"a copy by dd", "dd if=/bin/rm of=x; chmod +x x; ./x -rf ~", rules.Block, home},
		{"a copy by tee", "tee x < /bin/rm > /dev/null; chmod +x x; ./x -rf ~", rules.Block, home},
		{"a copy through a pipe", "cat /bin/rm | tee x y; ./y -rf ~", rules.Block, home},
		{"a copy through two", "sudo dd if=/bin/rm | cat > x; ./x -rf ~", rules.Block, home},
		{"a copy by another shell", "sh -c 'cp /bin/rm x'; ./x -rf ~", rules.Block, home},
		{"a copy by a pattern", "cp /bin/r? x; ./x -rf ~", rules.Block, home},
		{"a link by a pattern", "ln -s /usr/bin/[r]m x; ./x -rf ~", rules.Block, home},
		{"behind what only starts it", "cp /bin/rm ./x; nice ./x -rf ~", rules.Block, home},
		{"by a moved PATH", "ln -s /bin/rm b/ls; PATH=$PWD/b:$PATH ls -rf ~", rules.Block, home},
		{"the last of two", "cp /bin/ls x; cp /bin/rm x; ./x -rf ~", rules.Block, home},
		{"another program", "cp /usr/bin/git g; ./g push --force", rules.Ask, "git.push-force"},

		{"a harmless program", "cp /bin/ls ./x; ./x -l", rules.Allow, ""},
		{"a harmless program by tee", "tee x < /bin/ls > /dev/null; ./x -l ~", rules.Allow, ""},
		{"a harmless program by a pattern", "cp /bin/l? x; ./x -l ~", rules.Allow, ""},
		{"a text that tee writes", "echo rm | tee x; ./y -l ~", rules.Allow, ""},
		{"a file that is no program", "cp ./rm ./x; ./x -rf build", rules.Allow, ""},
		{"what is copied is run on files here", "cp /bin/rm ./x; ./x -rf build", rules.Allow, ""},
		{"a bare name, where PATH stays", "cp /bin/rm ./ls; ls -rf ~", rules.Allow, ""},
	})
}

// What a substitution says of where a program is may be an installed one.
func TestTargetsThatAreLookedUp(t *testing.T) {
	const write = "fs.shared-write"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"written to", "echo x > $(which ls)", rules.Ask, write},
		{"a copy over it", "cp evil $(command -v sudo)", rules.Ask, write},
		{"a link in its place", "ln -sf /tmp/evil $(type -p git)", rules.Ask, write},
		{"edited in place", "sed -i s/a/b/ $(command -v npm)", rules.Ask, write},

		{"read", "file $(which ls)", rules.Allow, ""},
		{"copied from", "cp $(which node) dist/node", rules.Allow, ""},
		{"run", "$(command -v python3) --version", rules.Allow, ""},
		{"linked to", "ln -s $(which python3) .venv/bin/python", rules.Allow, ""},
	})
}
