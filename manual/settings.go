package manual

// setting is a key of a policy file.
type setting struct {
	key  string
	form string // what its value may be
	text string

	// project says what becomes of it in a project's file.
	project project
}

// project is what becomes of a setting in a project's file that nobody trusts.
type project uint8

const (
	stricter project = iota // counts as far as it is stricter
	added                   // counts, as it can only be stricter
	ignored                 // loosens, and is ignored with a notice
	wrong                   // is an error
)

// projects are these in words.
var projects = [...]string{
	stricter: "In a project's file it counts as far as it is stricter.",
	added:    "In a project's file it counts, too.",
	ignored:  "In a project's file it is ignored.",
	wrong:    "In a project's file it is an error.",
}

// group is a table of a policy file, with what is said before its keys.
type group struct {
	title    string
	text     string
	settings []setting
}

// groups are all keys, in the order of a policy file. A test holds that the loader knows
// these and no others.
var groups = [...]group{
	{"Top of the file", "", []setting{
		{"profile", `"open", "container", "cautious", "guarded", "paranoid", "recoverable", "observe", or a NAME of [profiles]`, "What to begin with; all else is on top of it. Without it, cautious. A project's file chooses among the built-in ones.", stricter},
		{"lock", `a list of keys`, "Keys that no other file and no flag may change. The file must set them, but for lists of exceptions, which are complete when they are empty. Only the system's file may say it.", wrong},
		{"observe.as", `the name of a profile`, "The profile that observe judges as.", wrong},
	}},
	{"[profiles.NAME]", "A profile of one's own, in the user's or the system's file. What it says holds where the file says nothing else.", []setting{
		{"profiles.NAME.base", `a built-in profile`, "What it begins with. It must be said.", wrong},
		{"profiles.NAME.description", `text`, "What shimgen profiles prints about it.", wrong},
		{"profiles.NAME.safe_only", `true or false`, "Refuse what is not known to be read-only.", wrong},
		{"profiles.NAME.network", `as network.mode`, "As network.mode.", wrong},
		{"profiles.NAME.audit", `as audit.level`, "As audit.level.", wrong},
		{"profiles.NAME.sandbox", `as sandbox.mode`, "As sandbox.mode.", wrong},
		{"profiles.NAME.allowed_paths", `as paths.allowed`, "As paths.allowed.", wrong},
		{"profiles.NAME.actions", `as [actions]`, "As [actions].", wrong},
	}},
	{"[paths]", "A path is absolute, begins with ~/ or is relative to the work directory, has no patterns, and means everything below it, too. Exceptions are looked at first.", []setting{
		{"paths.blocked", `a list of paths`, "Places that commands may neither read nor write, beside the built-in ones.", added},
		{"paths.blocked_path_prefixes", `a list of paths`, "The same.", added},
		{"paths.blocked_home_patterns", `a list of names`, "The same, below every home directory.", added},
		{"paths.allowed", `a list of paths`, "Exceptions. An entry is a path or a table.", ignored},
		{"paths.allowed[].path", `a path`, "Where it leads is what is allowed.", ignored},
		{"paths.allowed[].override", `true or false`, "An exception even for credentials and from what is catastrophic.", ignored},
	}},
	{"[commands]", "An entry is one whole simple command: program, subcommand, options in any order and spelling, operands. A * at its end admits anything more. With re: before it, it is a regular expression (RE2) for the words of one command. Exceptions are looked at first; they cover no second command, no redirection and no assignment.", []setting{
		{"commands.blocked", `a list of commands`, "Commands that are refused.", added},
		{"commands.allowed", `a list of commands`, "Exceptions. An entry is a command or a table. In a trusted project's file they lift questions, never blocks.", ignored},
		{"commands.allowed[].command", `a command`, "An expression must match all of it.", ignored},
		{"commands.allowed[].override", `true or false`, "An exception even from what is catastrophic. Nothing is one from what protects shimgen itself.", ignored},
		{"commands.allowed[].dir", `a directory, absolute or from ~`, "The only directory in which it holds.", ignored},
	}},
	{"[network]", "", []setting{
		{"network.mode", `"full", "allowlist", "localhost" or "none"`, "Which hosts commands may talk to.", stricter},
		{"network.allowed_domains", `a list of hosts`, "Names, or *.NAME for all below it, with the ports 22, 80 and 443, or NAME:PORT. With a list no other host may be reached. Hosts that a project's file names must stand on the other list, too.", stricter},
		{"network.allowed_requests", `a list of METHOD HOST/PATH`, "What may be requested of these hosts in a sandbox; of others anything. docs/network.md has the form.", stricter},
		{"network.max_upload_kib", `a number; 0 is no limit`, "How large the body of a request may be.", stricter},
	}},
	{"[actions]", "", []setting{
		{"actions.NAME", `"allow", "warn", "ask", "trash" or "block"`, "NAME is a class, a pack of rules as \"git.*\", or a rule; a rule wins over its pack, a pack over the class. trash moves what would be deleted to a trash where a shim can, and asks elsewhere. What protects shimgen itself (self.*) cannot be loosened.", stricter},
	}},
	{"[audit]", "Levels: off records nothing; basic decisions and refused access to files; detailed also all access to files, sizes, ways out of a sandbox and changed variables; forensic also the beginning of what was printed. docs/audit.md has the fields.", []setting{
		{"audit.level", `"off", "basic", "detailed" or "forensic"`, "How much the trail holds.", stricter},
		{"audit.required", `true or false`, "Refuse what cannot be recorded. Without it, false.", stricter},
		{"audit.keep_days", `a number; 0 is no limit`, "How long a day of the trail is kept. Without it, 30.", ignored},
		{"audit.keep_mib", `a number; 0 is no limit`, "How large the trail may be. Without it, 512.", ignored},
	}},
	{"[sandbox]", "For what shimgen exec and the MCP server start.", []setting{
		{"sandbox.mode", `"required", "auto" or "none"`, "Confine and refuse where nothing can; confine where something can; do not confine.", stricter},
		{"sandbox.write", `a list of paths`, "Directories that can be written beside the work directory and temporary files. An entry is a path or a table.", ignored},
		{"sandbox.write[].path", `a path`, "None that is the system's as a whole, or a home.", ignored},
		{"sandbox.write[].override", `true or false`, "Even if it is the system's, holds credentials or is run later.", ignored},
		{"sandbox.caches", `"shared", "private" or "none"`, "Caches of package managers and compilers: written; empty ones where a tool must write; read alone.", stricter},
		{"sandbox.reads", `"all" or "listed"`, "What can be read: all but credentials; or of homes and data the work directory and what docs/sandbox.md lists.", stricter},
		{"sandbox.read", `a list of paths`, "Credentials that are not hidden. An entry is a path or a table.", ignored},
		{"sandbox.read[].path", `a path`, "A place of credentials.", ignored},
		{"sandbox.read[].override", `true or false`, "As under sandbox.write.", ignored},
		{"sandbox.deny_read", `a list of paths`, "What is hidden beside the built-in places.", added},
		{"sandbox.env", `a list of NAME or NAME*`, "Variables that guarded and paranoid leave in the environment though they are named like credentials.", ignored},
		{"sandbox.sockets", `a list of names or paths`, "Unix sockets that guarded and paranoid let in: ssh-agent, gpg-agent, dbus, docker and others.", ignored},
	}},
	{"[credentials.NAME]", "A secret of which commands in a sandbox have a worthless stand-in, where network.mode is allowlist: the proxy puts the value into requests to its hosts. docs/network.md has the providers.", []setting{
		{"credentials.NAME.provider", `a name`, "Says all of the following for a known service.", ignored},
		{"credentials.NAME.env", `a name or a list`, "Variables that hold it.", ignored},
		{"credentials.NAME.file", `a path or a list`, "Files that hold it.", ignored},
		{"credentials.NAME.hosts", `a host or a list`, "Who gets it.", ignored},
		{"credentials.NAME.headers", `a name or a list`, "Headers that carry it, beside the usual ones.", ignored},
		{"credentials.NAME.query", `a name or a list`, "Parameters of a URL that carry it.", ignored},
	}},
	{"[limits]", "For one command of shimgen exec and of the MCP server; 0 is no limit.", []setting{
		{"limits.timeout", `seconds, or a time as "5m"`, "From its start to its end.", stricter},
		{"limits.memory_mib", `a number`, "Of each process, and of all together.", stricter},
		{"limits.processes", `a number`, "How many at the same time.", stricter},
		{"limits.file_mib", `a number`, "Of one file that it writes.", stricter},
		{"limits.output_kib", `a number`, "Of each stream of output that is kept.", stricter},
	}},
	{"[ask]", "", []setting{
		{"ask.timeout", `seconds, or a time as "5m"`, "How long a question of shimgen exec, run and inline at a terminal waits, from 1s to 24h; then it counts as no. Without it, 5m.", stricter},
	}},
	{"[judge]", "", []setting{
		{"judge.cpu_ms", `a number from 50 to 2000`, "How much processor time one decision may take; what takes more is blocked.", stricter},
	}},
	{"[[rule]]", "A rule of one's own; any number of them. Its examples are checked whenever the file is read.", []setting{
		{"rule[].id", `PACK.NAME`, "Small letters, digits and hyphens. [actions] names it.", added},
		{"rule[].program", `a name`, "Without a directory.", added},
		{"rule[].subcommand", `a list of words`, "One of them; stash/drop for one of a subcommand.", added},
		{"rule[].any", `a list of options`, "One of them is there.", added},
		{"rule[].none", `a list of options`, "None of them is there.", added},
		{"rule[].operand", `a list of words`, "One of the operands is one of them.", added},
		{"rule[].class", `a class`, "What it does, and so the action where [actions] says none.", added},
		{"rule[].reason", `text`, "Why, as a continuation of the command: \"migrates a database\".", added},
		{"rule[].hint", `text`, "What to do instead.", added},
		{"rule[].hits", `a list of commands`, "Examples that it finds.", added},
		{"rule[].misses", `a list of commands`, "Examples that it does not find.", added},
	}},
}
