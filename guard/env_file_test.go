package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// A .env file is no secret where the request has written all of it, or only loads it.
func TestEnvFile(t *testing.T) {
	const read = "secrets.read" // n is not there before the request
	runRows(t, builtin(t, policy.Cautious), []row{
		{"the request's own text", "cat > n/.env.test <<'EOF'\nA=1\nEOF\ncat n/.env.test", rules.Allow, ""},
		{"the same, loaded", "echo A=1 > n/.env.test && . n/.env.test", rules.Allow, ""},
		{"a template", "cp n/.env.example n/.env.test && cat n/.env.test", rules.Allow, ""},
		{"added to what may be there", "echo A=1 >> n/.env.test; cat n/.env.test", rules.Block, read},
		{"the same, loaded", "printf 'A=1\\n' >> n/.env.test; . n/.env.test", rules.Block, read},
		{"a command added, and run by loading", "echo 'echo $K' >> n/.env.test; . n/.env.test", rules.Block, read},
		{"under a condition", "[ -f x ] && echo A=1 > n/.env.test; cat n/.env.test", rules.Block, read},
		{"with a value of the environment's", `echo "A=$TOKEN" > n/.env.test; cat n/.env.test`, rules.Block, read},
		{"from the repository afterwards", "echo A=1 > n/.env.test; git checkout n/.env.test; cat n/.env.test", rules.Block, read},
		{"by another program afterwards", "echo A=1 > n/.env.test; ./setup; cat n/.env.test", rules.Block, read},
		{"another file over it", "echo A=1 > n/.env.test; cp x n/.env.test; cat n/.env.test", rules.Block, read},
		{"a copy of a file that is no template", "cp n/.env.local n/.env.test; cat n/.env.test", rules.Block, read},
		{"a copy of credentials", "cp ~/.aws/credentials n/.env.test; cat n/.env.test", rules.Block, read},
		{"another .env file", "echo A=1 > n/.env.test; cat n/.env.prod", rules.Block, read},
		{"credentials of a program", "echo A=1 > ~/.netrc; cat ~/.netrc", rules.Block, read},
		{"loaded for a program", "set -a; . ./.env.x; set +a; npm test", rules.Allow, ""},
		{"loaded, and a variable printed", `. ./.env.x; echo "$K"`, rules.Block, read},
		{"loaded, and all variables printed", ". ./.env.x; env", rules.Block, read},
		{"loaded, and one variable printed by its name", ". ./.env.x; printenv K", rules.Block, read},
		{"loaded, and the environment printed without one variable", ". ./.env.x; env -u A", rules.Block, read},
		{"loaded, and the exported variables listed", ". ./.env.x; declare -x", rules.Block, read},
		{"loaded, and a variable declared", ". ./.env.x; export A=1; npm test", rules.Allow, ""},
		{"loaded, and code that may print", ". ./.env.x; node -p process.env", rules.Block, read},
		{"loaded by a shell that prints what it runs", "set -x; . ./.env.x; npm test", rules.Block, read},
		{"loaded, and printed by a function", `f() { echo "$K"; }; . ./.env.x; f`, rules.Block, read},
		{"loaded, and printed at the end", `trap 'echo "$K"' EXIT; . ./.env.x`, rules.Block, read},
		{"loaded, and put into a text", ". ./.env.x; cat <<E\n$K\nE", rules.Block, read},
		{"loaded from elsewhere", ". ~/.env; npm test", rules.Block, read},
		{"credentials of a program, loaded", ". ~/.netrc", rules.Block, read},
		{"counted", "wc -l .env.x", rules.Allow, ""},
	})
}
