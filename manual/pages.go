package manual

// page is what is said about one verb.
type page struct {
	verb     string
	exits    exits
	examples []example
}

// example is a command line and what it is for.
type example struct{ line, text string }

// exits is what the exit statuses of a verb mean.
type exits uint8

const (
	done   exits = iota // it did what it says
	judged              // a decision
	ran                 // a program
	agent               // an agent's protocol
	looked              // what was looked for is there, or is in order
)

// texts are the exit statuses in words.
var texts = [...]string{
	done:   "0 done; 1 refused, or nothing to do it with; 2 usage error; 125 failure.",
	judged: "0 allow or warn; 1 block; 3 ask; 2 usage error; 125 failure.",
	ran:    "The program's own; 124 timed out; 125 failure; 126 refused; 127 not found. An error of usage is 2.",
	agent:  "What the agent's protocol says; 2 is a refusal for most of them. docs/hosts.md has all.",
	looked: "0 all is well, or something was found; 1 not so; 2 usage error; 125 failure.",
}

// pages are all verbs, in the order of the command line.
var pages = [...]page{
	{"install", done, []example{{"shimgen install", "shims for the usual programs in ~/.agent-loop/bin, and a policy"}, {"shimgen install --cmd docker --cmd kubectl", "and for two more"}}},
	{"uninstall", done, []example{{"shimgen uninstall", "removes the shims; policy and audit trail stay"}, {"shimgen uninstall --hooks --purge", "agents' hooks and everything else too, after a question"}}},
	{"rehash", done, []example{{"shimgen rehash", "after a program was installed or removed"}, {"shimgen rehash && shimgen status", "and what there is now"}}},
	{"status", looked, []example{{"shimgen status", "what is installed, and whether it is first on PATH"}, {"shimgen status --json", "the same for a program"}}},
	{"doctor", looked, []example{{"shimgen doctor", "what is wrong, and how to fix it"}, {"shimgen doctor --hosts", "asks each registered agent's hook, too"}}},
	{"env", done, []example{{`eval "$(shimgen env)"`, "the shims first on PATH, in this shell"}, {"shimgen env --shell fish", "the lines for fish"}}},
	{"check", judged, []example{{"shimgen check 'cd app && rm -rf $DIR'", "one argument is shell source"}, {"shimgen check --json -- git push --force", "several are an argument vector"}, {"shimgen check --file Makefile", "the commands that a file holds"}}},
	{"scan", judged, []example{{"shimgen scan", "the current directory"}, {"shimgen scan --sarif --fail-on block src", "a log for a code host; asks do not fail the job"}}},
	{"explain", done, []example{{"shimgen explain 'curl -s example.com/x | sh'", "words, effects, rules, and what decided"}, {"shimgen explain --security-profile guarded -- rm -rf build", "under another profile"}}},
	{"path", judged, []example{{"shimgen path ~/.ssh/id_ed25519", "may it be read?"}, {"shimgen path --write /etc/hosts", "may it be written?"}}},
	{"url", judged, []example{{"shimgen url https://example.com/x", "may it be talked to?"}, {"shimgen url --security-profile paranoid example.com", "under another profile"}}},
	{"exec", ran, []example{{"shimgen exec -- make test", "an argument vector"}, {"shimgen exec --review -- sh build.sh", "on a copy; asks which changes to keep"}, {"shimgen exec --timeout 60s --net none -c 'make && make test'", "shell source, with limits"}}},
	{"run", ran, []example{{"shimgen run -- claude", "an agent, on a terminal of its own"}, {"shimgen run --sandbox none -- bash", "unconfined, but behind the shims"}}},
	{"inline", ran, []example{{"shimgen inline --lang python -- script.py", "a script, with nothing of the environment"}, {"shimgen inline --lang bash --timeout 5s", "from standard input"}}},
	{"hook answer", agent, []example{{"shimgen hook claude", "answers what Claude Code asks on standard input"}, {"shimgen hook answer generic", "any agent that asks in our form"}}},
	{"hook install", done, []example{{"shimgen hook install claude", "registers the hook in the user's settings"}, {"shimgen hook install --project --dry-run codex", "shows what would change in this project's"}}},
	{"hook uninstall", done, []example{{"shimgen hook uninstall claude", "removes it"}, {"shimgen hook uninstall --dry-run claude", "shows what would change"}}},
	{"hook status", looked, []example{{"shimgen hook status", "a line for each agent"}, {"shimgen hook status -v claude", "with the registered line"}}},
	{"hook bundle", done, []example{{"shimgen hook bundle plug-ins", "writes plug-ins that agents install with commands of their own"}, {"shimgen hook bundle --as-version 1.4.0 plug-ins", "to be published under that version"}}},
	{"sandbox status", looked, []example{{"shimgen sandbox status", "tries each backend"}, {"shimgen sandbox status --json", "the same for a program"}}},
	{"quarantine list", done, []example{{"shimgen quarantine list", "what confined commands made for others to run"}, {"shimgen quarantine list --json", "the same for a program"}}},
	{"quarantine restore", done, []example{{"shimgen quarantine restore 20260102-150405", "all of one command"}, {"shimgen quarantine restore 20260102-150405/1", "one item"}}},
	{"quarantine drop", done, []example{{"shimgen quarantine drop 20260102-150405", "deletes all of one command"}, {"shimgen quarantine drop 20260102-150405/1", "one item"}}},
	{"undo list", done, []example{{"shimgen undo list", "what can be put back, the oldest first"}, {"shimgen undo list --json", "the same for a program"}}},
	{"undo diff", done, []example{{"shimgen undo diff --last", "what undo would change of what the last command removed or changed"}, {"shimgen undo diff 20260102-150405-1a2b3c4d src", "below one directory"}}},
	{"undo restore", done, []example{{"shimgen undo --last", "what the last command removed or changed"}, {"shimgen undo --session", "all that the last agent's session did, after a question"}, {"shimgen undo 20260102-150405-1a2b3c4d src/main.go", "one file of a command's"}}},
	{"trash empty", done, []example{{"shimgen trash empty --older 7d", "what is older than a week"}, {"shimgen trash empty --older 0d", "all"}}},
	{"pending", done, []example{{"shimgen pending", "what waits for a person, the oldest first"}, {"shimgen pending --json", "the same for a program"}}},
	{"approve", done, []example{{"shimgen approve k7qm2x", "shows the command and asks; a yes is for one run"}, {"shimgen approve k7qm2x --for 30m", "as often as it comes in half an hour"}, {"shimgen approve k7qm2x --always-here", "from now on, by an entry of your policy"}}},
	{"grants", done, []example{{"shimgen grants", "what was approved and is left"}, {"shimgen grants --json", "the same for a program"}}},
	{"revoke", done, []example{{"shimgen revoke k7qm2x", "takes one approval back, or declines what waits"}, {"shimgen revoke --all", "all of them"}}},
	{"appeal submit", done, []example{{"shimgen appeal --why 'the branch is mine alone' -- git push --force origin wip", "as an agent: says what is needed, and why"}, {"shimgen appeal --why 'CI does it so' -- make deploy", "another one"}}},
	{"appeal list", done, []example{{"shimgen appeal list", "what agents asked for, the most frequent first"}, {"shimgen appeal list --json", "the same for a program"}}},
	{"appeal accept", done, []example{{"shimgen appeal accept 1a2b3c4d5e6f7a8b", "shows what it changes in the policy, and asks"}, {"shimgen appeal accept 5e6f7a8b9c0d1e2f", "another one"}}},
	{"appeal reject", done, []example{{"shimgen appeal reject 1a2b3c4d5e6f7a8b", "removes it"}, {"shimgen appeal reject 5e6f7a8b9c0d1e2f", "another one"}}},
	{"attempts list", done, []example{{"shimgen attempts", "what agents' sessions tried and were refused"}, {"shimgen attempts list --json", "the same for a program"}}},
	{"attempts release", done, []example{{"shimgen attempts release 1a2b3c4d5e6f7a8b", "shows what a session tried, and asks"}, {"shimgen attempts release 5e6f7a8b9c0d1e2f", "another one"}}},
	{"mcp", done, []example{{"shimgen mcp", "serves the tools execute and check on standard input and output"}, {"shimgen mcp --sandbox bwrap", "with one backend"}}},
	{"prompt", done, []example{{"shimgen prompt", "what to tell a model about its command tool"}, {"shimgen prompt --format mcp", "as a tool's description"}}},
	{"policy init", done, []example{{"shimgen policy init > policy.toml", "every setting, in comments"}, {"shimgen policy init --profile guarded", "beginning with another profile"}}},
	{"policy show", done, []example{{"shimgen policy show", "all layers merged"}, {"shimgen policy show --origin", "and which layer set each value"}}},
	{"policy validate", looked, []example{{"shimgen policy validate policy.toml", "as a user's file"}, {"shimgen policy validate --project .agent-loop.toml", "as a project's"}}},
	{"policy edit", done, []example{{"shimgen policy edit", "in $VISUAL or $EDITOR; a bad one is never put in force"}, {"EDITOR=nano shimgen policy edit", "in another editor"}}},
	{"policy diff", looked, []example{{"shimgen policy diff policy.toml", "what would change if it were applied"}, {"shimgen policy diff --json policy.toml", "the same for a program"}}},
	{"policy test", looked, []example{{"shimgen policy test policy.toml --since 14d", "for the commands of the audit trail"}, {"shimgen policy test policy.toml --against commands.txt", "for a list, a command a line"}}},
	{"policy apply", done, []example{{"shimgen policy apply policy.toml", "shows the changes, and asks"}, {"shimgen policy apply imported.toml", "after policy import"}}},
	{"policy export", done, []example{{"shimgen policy export --to claude", "permissions and sandbox for Claude Code's settings.json"}, {"shimgen policy export --to codex-rules > ~/.codex/rules/shimgen.rules", "what is refused, for Codex"}}},
	{"policy import", done, []example{{"shimgen policy import uwsal.json", "prints a policy, and what could not be converted"}, {"shimgen policy import -o imported.toml", "of the file that is found, to a new file"}}},
	{"suggest", looked, []example{{"shimgen suggest --since 30d", "lines for the policy, with the evidence"}, {"shimgen suggest --json", "the same for a program"}}},
	{"profiles", done, []example{{"shimgen profiles", "a line for each"}, {"shimgen profiles --json", "with all actions"}}},
	{"trust", done, []example{{"shimgen trust", "the policy file of this project, as it is now"}, {"shimgen trust --list", "all that are trusted"}}},
	{"untrust", done, []example{{"shimgen untrust", "this project's"}, {"shimgen untrust ~/src/app", "another one's"}}},
	{"rules list", done, []example{{"shimgen rules list", "all rules, with the policy's action for each"}, {"shimgen rules list --security-profile paranoid", "under another profile"}}},
	{"rules show", done, []example{{"shimgen rules show git.reset-hard", "one rule, with its examples"}, {"shimgen rules show fs.rm-workdir", "another one"}}},
	{"rules test", looked, []example{{"shimgen rules test", "every example in every spelling"}, {"shimgen rules test git.reset-hard", "those of one rule"}}},
	{"audit tail", done, []example{{"shimgen audit tail -n 20", "the last records"}, {"shimgen audit tail -f", "and those that come"}}},
	{"audit search", done, []example{{"shimgen audit search --action block --days 7", "what was refused this week"}, {"shimgen audit search --agent claude 'git push'", "by agent and text"}}},
	{"audit stats", done, []example{{"shimgen audit stats --days 30", "counts of a month"}, {"shimgen audit stats --network", "which hosts were asked for"}}},
	{"audit report", done, []example{{"shimgen audit report --html -o report.html", "a page for a browser"}, {"shimgen audit report --html --days 7 -o week.html", "of a week"}}},
	{"audit export", done, []example{{"shimgen audit export --otlp --days 7 > records.jsonl", "a week, as a collector for OpenTelemetry reads it"}, {"shimgen audit export --syslog --follow > messages.log", "messages as they come"}}},
	{"audit seal", done, []example{{"shimgen audit seal", "prints a hash of all that the trail holds"}, {"shimgen audit seal >> /mnt/elsewhere/seals", "keeps the hash where nobody here can change it"}}},
	{"audit verify", looked, []example{{"shimgen audit verify", "compares the trail with its seals"}, {"shimgen audit verify --json", "the same for a program"}}},
	{"audit append", done, []example{{`shimgen audit append '{"event":"note","text":"deployed"}'`, "one event"}, {"shimgen audit append < events.jsonl", "each line of standard input"}}},
	{"completion", done, []example{{"source <(shimgen completion bash)", "in bash, for this shell"}, {"shimgen completion fish > ~/.config/fish/completions/shimgen.fish", "in fish, for all"}}},
	{"manual", done, []example{{"shimgen manual | man -l -", "reads it"}, {"shimgen manual agent-loop-policy | man -l -", "what a policy file may say"}}},
	{"version", done, []example{{"shimgen version", "the version, and what it was built with"}, {"shimgen --version", "the same"}}},
}

// lookup returns the page of a verb.
func lookup(verb string) (page, bool) {
	for _, p := range pages {
		if p.verb == verb {
			return p, true
		}
	}
	return page{}, false
}
