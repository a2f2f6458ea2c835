package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
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
		{"loaded for a client of a database", `. ./.env.x; psql "$DATABASE_URL" -c 'select id::text from users' -c '\dt'`, rules.Allow, ""},
		{"loaded, and a port named", `. ./.env.x; curl -s "localhost:$PORT/health"`, rules.Allow, ""},
		{"another variable for a client", `. ./.env.x; psql "$API_KEY"`, rules.Block, read},
		{"a client that runs a shell", `. ./.env.x; psql "$DATABASE_URL" -c '\! env'`, rules.Block, read},
		{"a client that prints a variable", `. ./.env.x; psql "$DATABASE_URL" -c '\getenv k API_KEY' -c '\echo :k'`, rules.Block, read},
		{"an address printed", `. ./.env.x; echo "$DATABASE_URL"`, rules.Block, read},
		{"an address by another name", `. ./.env.x; PORT=$API_KEY; echo "$PORT"`, rules.Block, read},
		{"a variable named in another one", `. ./.env.x; echo "${!PORT}"`, rules.Block, read},
		{"loaded from elsewhere", ". ~/.env; npm test", rules.Block, read},
		{"credentials of a program, loaded", ". ~/.netrc", rules.Block, read},
		{"exported", "export $(grep -v '^#' .env.x | xargs) && npm test", rules.Allow, ""},
		{"exported for one command", "env $(cat .env.x | xargs) npm test", rules.Allow, ""},
		{"exported, and printed", `export $(cat .env.x | xargs); echo "$K"`, rules.Block, read},
		{"exported, and all printed", "export $(cat .env.x | xargs); env", rules.Block, read},
		{"exported, and printed by jq", "export $(cat .env.x | xargs); jq -n env", rules.Block, read},
		{"loaded, and printed by yq", "set -a; . ./.env.x; yq -n 'strenv(K)'", rules.Block, read},
		{"exported, and jq asked for something else", "export $(cat .env.x | xargs); jq .name package.json", rules.Allow, ""},
		{"exported, and listed", "export $(cat .env.x | xargs); export -p", rules.Block, read},
		{"for a command that prints it", "env $(cat .env.x | xargs) printenv K", rules.Block, read},
		{"for none", "env $(cat .env.x | xargs)", rules.Block, read},
		{"printed on the way", "export $(cat .env.x | tee /dev/stderr | xargs)", rules.Block, read},
		{"printed by xargs", "export $(cat .env.x | xargs -t)", rules.Block, read},
		{"printed by its redirection", "export $(cat .env.x >/dev/stderr)", rules.Block, read},
		{"a word of another command", "echo $(cat .env.x | xargs)", rules.Block, read},
		{"exported from elsewhere", "export $(cat ~/.env | xargs); npm test", rules.Block, read},

		{"loaded by a program", "dotenv -e .env.x -- npm test", rules.Allow, ""},
		{"behind a package runner", "npx env-cmd -f .env.x npm start", rules.Allow, ""},
		{"for a command that prints", "dotenv -e .env.x -- printenv", rules.Block, read},
		{"for a shell that prints", `dotenv -e .env.x -- sh -c 'echo "$K"'`, rules.Block, read},
		{"for code that may print", "dotenv -e .env.x -- node -p process.env", rules.Block, read},
		{"printed by the program", "dotenv -e .env.x -p K", rules.Block, read},
		{"other credentials, loaded by a program", "dotenv -e ~/.aws/credentials -- npm test", rules.Block, read},
		{"loaded by a program that nobody knows", "frobnicate --env-file .env.x run", rules.Allow, ""},
		{"given to one in another way", "frobnicate run .env.x", rules.Ask, "secrets.unknown-program"},
		{"given to one beside that", "frobnicate --env-file .env.x --show=.env.x", rules.Ask, "secrets.unknown-program"},

		{"its names, cut", "cut -d= -f1 .env.x | sort", rules.Allow, ""},
		{"by awk", "awk -F= '{print $1}' .env.x", rules.Allow, ""},
		{"by grep", "grep -oE '^[A-Z_]+' .env.x", rules.Allow, ""},
		{"its values redacted", "sed 's/=.*/=***/' .env.x", rules.Allow, ""},
		{"behind a filter", "grep -v '^#' .env.x | sort | cut -d= -f1", rules.Allow, ""},
		{"behind one that takes lines apart", "tr = '\n' < .env.x | cut -d= -f1", rules.Block, read},
		{"behind a search for values", "grep -o '[^=]*$' .env.x | cut -d= -f1", rules.Block, "secrets.search"},
		{"and shown on the way", "cat .env.x | tee /dev/stderr | cut -d= -f1", rules.Block, read},
		{"its values", "cut -d= -f2 .env.x", rules.Block, read},
		{"names and values", "cut -d= -f1- .env.x", rules.Block, read},
		{"cut at another sign", "cut -d: -f1 .env.x", rules.Block, read},
		{"first fields by blanks", "awk '{print $1}' .env.x", rules.Block, read},
		{"more than the names", "awk -F= '{print $1 $2}' .env.x", rules.Block, read},
		{"what is behind the names", "grep -oE '[^=]+$' .env.x", rules.Block, "secrets.search"},
		{"two commands", "sed -e 's/=.*//' -e p .env.x", rules.Block, read},
		{"a replacement that keeps the value", "sed 's/=.*/&/' .env.x", rules.Block, read},
		{"the names in other credentials", "cut -d= -f1 ~/.aws/credentials", rules.Block, read},
		{"counted", "wc -l .env.x", rules.Allow, ""},
	})
}

// A function that the user's shell exports says nothing about what a command does with the file that it loads.
func TestLoadingBesideExportedFunctions(t *testing.T) {
	m, req := guard.Model()
	req.Source = "dotenv -e .env.test npm test"
	req.Changed = []string{`BASH_FUNC_module%%=() { eval "$($LMOD_CMD bash "$@")"` + "\n}"}
	assert.Equal(t, rules.Allow.String(), guard.Judge(builtin(t, policy.Cautious), m, req).Action.String())
}
