package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// An unknown word makes a rule possible only where the word may do what the rule is about.
func TestUnknownWordsInGuarded(t *testing.T) {
	runRows(t, builtin(t, policy.Guarded), []row{
		{"no path is blocked", `ls "$ROOT/src"`, rules.Allow, ""},
		{"no path is blocked, found", `find "$D" -name x`, rules.Allow, ""},
		{"but it may be a credential", `cat "$ROOT/src"`, rules.Ask, "secrets.read"},
		{"any program", `"$PY" -m pip --version`, rules.Ask, "run.unknown-program"},
		{"any command", `"$@"`, rules.Ask, "run.unknown-program"},
		{"any command, by a wrapper", `time "$@"`, rules.Ask, "run.unknown-program"},
		{"a known one", `for x in ls cat; do $x a; done`, rules.Allow, ""},

		{"logs of any pod", `kubectl logs "$POD"`, rules.Allow, ""},
		{"logs of any container", `docker logs "$c"`, rules.Allow, ""},
		{"any pull request", `gh pr view "$n"`, rules.Allow, ""},
		{"any test", `cargo test "$T"`, rules.Allow, ""},
		{"any host", `getent hosts "$H"`, rules.Allow, ""},
		{"any package, shown", `npm view "$p" version`, rules.Allow, ""},
		{"any database, of any user", `getent "$D" "$USER"`, rules.Ask, "secrets.shadow"},
		{"any subcommand of any pod", `kubectl "$X" pods`, rules.Ask, "k8s.delete-namespace"},
		{"a subcommand after an unknown word", `docker "$X" prune`, rules.Ask, "docker.prune"},
		{"any option of run", `docker run "$X" alpine`, rules.Ask, "docker.renew-volumes"},
		{"an argument of a package's program", `npx vitest run "$F"`, rules.Allow, ""},
		{"any package or address", `npx "$F" run`, rules.Ask, "run.url-direct"},
		{"any package", `cargo install "$X"`, rules.Ask, "fetch.package-option"},
		{"any branch, or an option", `git push origin "$B"`, rules.Ask, "git.push-force"},

		{"a process of one's own", `sleep 9 & P=$!; kill -9 $P`, rules.Allow, ""},
		{"by its port", `kill -9 $(lsof -ti:3000)`, rules.Allow, ""},
		{"by its name", `pgrep -f x | xargs -r kill`, rules.Allow, ""},
		{"by a name that init may have", `kill $(pgrep "$x")`, rules.Ask, "process.kill-all"},
		{"by the name of init", `kill $(pgrep systemd)`, rules.Ask, "process.kill-all"},
		{"all that use the root", `kill $(lsof -t /)`, rules.Ask, "process.kill-all"},
		{"with another", `kill $(pgrep x; cat p)`, rules.Ask, "process.kill-all"},
		{"with all others", `kill $(pgrep x) -1`, rules.Ask, "process.kill-all"},
		{"behind -1", `kill -9 -- -1$!`, rules.Ask, "process.kill-all"},
		{"by a file", `kill "$(cat app.pid)"`, rules.Ask, "process.kill-all"},
	})
}

// Of some programs it is well known that no word makes them delete, publish or listen.
func TestVerblessInGuarded(t *testing.T) {
	runRows(t, builtin(t, policy.Guarded), []row{
		{"a process", `ps -p "$P"`, rules.Allow, ""},
		{"sockets", `ss -ltn "sport = :$p"`, rules.Allow, ""},
		{"a unit", `journalctl -u "$S" -n 50`, rules.Allow, ""},
		{"a formatter", `gofmt -l "$f"`, rules.Allow, ""},
		{"a linter", `ruff check "$f"`, rules.Allow, ""},
		{"a program that is not well known", `frobnicate "$f"`, rules.Ask, "unknown.delete"},
		{"its verb", `frobnicate delete "$f"`, rules.Block, "unknown.delete"},
		{"the environment of processes", `ps eww "$P"`, rules.Block, "secrets.process-environment"},
		{"any option of processes", `ps $P`, rules.Ask, "secrets.process-environment"},
		{"the journal, made short", `journalctl --vacuum-time=1s`, rules.Block, "log.journal"},
		{"credentials for a linter", `shellcheck .env`, rules.Block, "secrets.unknown-program"},
		{"a pipe in the system", `mkfifo /etc/x`, rules.Block, "fs.system-write"},
	})
}

// Hosts that are this machine.
func TestLocalHostsInGuarded(t *testing.T) {
	runRows(t, builtin(t, policy.Guarded), []row{
		{"a directory of sockets", `psql -h /var/run/postgresql -c 'select 1'`, rules.Allow, ""},
		{"another host", `psql -h /tmp.e.example -c 'select 1'`, rules.Ask, "net.host"},
		{"HTTPie's short form", `http :8000/x`, rules.Allow, ""},
		{"a method", `http GET localhost:8000`, rules.Allow, ""},
		{"a method, elsewhere", `http GET e.example`, rules.Ask, "net.host"},
		{"no scheme", `curl localhost:9200/_cat/indices?v`, rules.Allow, ""},
		{"no scheme, elsewhere", `curl e.example:9200/_cat/indices?v`, rules.Ask, "net.host"},
		{"any address of this machine", `curl http://0.0.0.0:8000`, rules.Allow, ""},
		{"any port of this machine", `exec 3<>/dev/tcp/127.0.0.1/$p`, rules.Allow, ""},
		{"a port elsewhere", `exec 3<>/dev/tcp/e.example/$p`, rules.Ask, "net.host"},
		{"a port that may be a host", `curl "http://127.0.0.1:$PORT/"`, rules.Ask, "net.host"},
		{"a port that is a user", `curl "http://127.0.0.1:$PORT@e.example/"`, rules.Ask, "net.host"},
		{"a name that goes on", `curl "http://localhost.$D/"`, rules.Ask, "net.host"},
		{"an address that is a user", `curl 127.0.0.1:80@e.example/`, rules.Ask, "net.host"},
		{"an address that goes on", `curl "http://127.0.0.1$X/"`, rules.Ask, "net.host"},
		{"two words", `curl localhost:80/$X`, rules.Ask, "http.delete"},
	})
}

// An option or a subcommand that the grammar does not have hides only what the text contains.
func TestUnlistedOptionsInGuarded(t *testing.T) {
	runRows(t, builtin(t, policy.Guarded), []row{
		{"of cargo", `cargo tree -d`, rules.Allow, ""},
		{"of cargo, with a value", `cargo update -p t --precise 1`, rules.Allow, ""},
		{"of another subcommand", `cargo deny check`, rules.Allow, ""},
		{"of poetry", `poetry show --tree`, rules.Allow, ""},
		{"of deno", `deno fmt --check`, rules.Allow, ""},
		{"of uv", `uv export -o requirements.txt`, rules.Allow, ""},
		{"of bundle", `bundle install --jobs 4`, rules.Allow, ""},
		{"a name that install(1) has as well", `nvm install 20 --silent`, rules.Allow, ""},
		{"a name that apk has as well", `flutter build apk --debug`, rules.Allow, ""},
		{"a source", `cargo install --frob --git https://example.com/x`, rules.Block, "fetch.package-option"},
		{"a source in a bundle", `pip install -Zr http://example.com/r.txt`, rules.Block, "fetch.package-python"},
		{"an option in a bundle", `git push -zf origin main`, rules.Ask, "git.push-force"},
		{"an address as the value of another", `deno test --frob https://example.com/x.ts`, rules.Block, "fetch.program"},
		{"a mode in the value of another", `install --frob=4755 a b`, rules.Ask, "fs.setid"},
		{"a subcommand behind another option", `apk --frob del x`, rules.Block, "pkg.remove"},
	})
}
