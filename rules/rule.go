package rules

import (
	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
)

// Class is the kind of harm that a rule is about. A policy maps classes to actions.
type Class string

// The classes.
const (
	Catastrophic Class = "catastrophic"  // rm -rf /, mkfs, dd to a disk, a fork bomb
	Destructive  Class = "destructive"   // loss of work that cannot be recovered: reset --hard, force push
	Secrets      Class = "secrets"       // reading or sending credentials
	RemoteCode   Class = "remote-code"   // running code from the network
	SystemWrite  Class = "system-write"  // writing below /etc, /usr, …
	SharedWrite  Class = "shared-write"  // writing below /opt, /usr/local, /var/log, /srv, …
	Persistence  Class = "persistence"   // files that run later: rc files, cron, hooks
	Escape       Class = "escape"        // leaving the policy's view
	Privilege    Class = "privilege"     // sudo and its like
	Exposure     Class = "exposure"      // open to everyone: 0777, all interfaces
	Network      Class = "network"       // a host that is not allowed
	OutsideWrite Class = "outside-write" // writing outside the work directory and temp
	Opaque       Class = "opaque"        // cannot be decided
	Device       Class = "device"        // the phone itself
	Covert       Class = "covert"        // hides what runs, or lets it outlive the session: eval, &, nohup
	Hygiene      Class = "hygiene"       // worth a warning: git push, nohup
)

// Classes lists all classes, gravest first.
func Classes() []Class {
	return []Class{
		Catastrophic, Destructive, Secrets, RemoteCode, SystemWrite, SharedWrite, Persistence, Escape,
		Privilege, Exposure, Network, OutsideWrite, Opaque, Device, Covert, Hygiene,
	}
}

// Action is the result of a decision. The zero Action is Block: a value that nobody set must not
// let a command through. A smaller action is stricter, so that the strictest of several is their
// minimum.
type Action uint8

// The actions.
const (
	Block Action = iota
	Ask
	Warn
	Allow
)

// String returns the action's name in policies and answers.
func (a Action) String() string {
	switch a {
	case Allow:
		return "allow"
	case Warn:
		return "warn"
	case Ask:
		return "ask"
	default:
		return "block"
	}
}

// Zone is a set of places that a path, a host or a port is in. Zones combine as bits: a path can
// be a secret in a home directory.
type Zone uint32

// The zones.
const (
	Root         Zone = 1 << iota // "/", or everything directly in it
	Home                          // a home directory, everything directly in it, or a directory above it
	Above                         // a directory above the work directory
	Here                          // the work directory as a whole: ., *, ./*
	Git                           // a repository's .git directory
	SystemDir                     // a directory the system needs as a whole: /etc, /usr, $PREFIX
	System                        // such a directory or anything below it
	Disk                          // a block device, or the memory of the machine
	Secret                        // credentials
	Persist                       // files that others run or load later: rc files, hooks, cron
	Own                           // this tool's own files
	Outside                       // none of the above, outside the work directory and temp
	IfEmpty                       // Root, Home or Above if an unknown part of the word were empty
	Foreign                       // a host that the policy does not allow
	Public                        // a port on all interfaces
	Blocked                       // a path the user blocked
	Swept                         // the results of a search below one of Root, Home, Above, SystemDir and Here
	Remote                        // a path on another machine or in another root, not for temporary files
	RemoteSystem                  // a path there that the system needs
	Metadata                      // a host that serves a cloud machine's credentials
	History                       // files whose loss loses a repository's commits: .git/objects, .git/refs, .git/HEAD
	Climbs                        // Root, Home, Above, System, Disk or Secret if .. after an unknown part leads there
	Shared                        // shared by the machine's services and users, and not essential: below /opt, /usr/local, /var/log, /srv
	SweptOutside                  // the results of a search, or of the pattern *, below a place that is Outside or Shared
	UnknownDir                    // everything in a directory, or a directory above it, that is known only when the command runs: cd "$D" && rm -rf *
	HoldsSecrets                  // a directory with credentials somewhere below it: ~/.config
	SweptHome                     // the results of a search of all of a home or the root that no name limits
	SweptHere                     // the results of a search of the whole work directory that no name limits, which are read, or of which nothing is kept when they are written
	HoldsPersist                  // a directory of a home that programs look in for what to run or load: ~/.config, ~/.local/bin
	Personal                      // a directory of a user's own things in a home, outside the work directory: ~/Documents, ~/photos
)

// Exemption is a place for which a rule makes an exception: it does not apply to a command that
// touches nothing else.
type Exemption uint8

// The places.
const (
	NoExemption Exemption = iota
	InTemp                // paths for temporary files
	AtWork                // these, and those inside the work directory
	OwnPorts              // ports of this machine on which projects under development usually listen
	Renamed               // the new names of a move, as far as they are known all in the work directory
	InCaches              // paths for temporary files, those inside the work directory, and caches in a home
	InScratch             // a database in memory, in a file for temporary data, or in one that an earlier command of the request has made, and no other
	InOutputs             // paths for temporary files, and those of what a build writes in the work directory
	OwnServer             // a server of a database on this machine, as the words say, on which nobody gets more rights than a project needs
	LockFiles             // files in which package managers keep the versions that they chose, and can do so again
)

// Rule is a declarative statement about invocations. All conditions that are set must hold. Lists
// are separated by blanks.
type Rule struct {
	ID     string // pack.name, as in git.reset-hard
	Former string // its previous ID, which policies may still name; or ""
	Class  Class
	Reason string // what would be lost; it follows "COMMAND " in a refusal
	Hint   string // what to do instead; a command in backquotes is one that the policy allows

	// Conditions on the program and its words.
	Program      string    // canonical names
	Except       string    // canonical names it does not apply to
	Sub          string    // patterns for subcommands, * for any text, words joined by "/": "stash/drop"; for a program without a grammar, the first three operands
	ExceptSub    string    // patterns, as for Sub, for subcommands that it does not apply to; nor does it apply without a subcommand
	PossibleIn   string    // patterns, as for Sub: in any other known subcommand, an unknown word does not make Any, Operand, Count, Dashes or Mode possible; "-" for none
	Verbs        string    // the known subcommands, as patterns like Sub, each with everything below it: it matches any other one
	Any          string    // options of which at least one is given; "--pid=host" asks for the value too, by a pattern
	None         string    // options, as for Any, of which none is certainly given
	Role         spec.Role // the role of the operand that Operand or Mode matches
	Operand      string    // patterns, * for any text, of which an operand fits one
	Says         string    // verbs: for a program without a grammar, an operand like delete-table or table.delete fits, too
	Beside       string    // patterns, of which another word, or the value of an option, certainly fits one
	NotBeside    string    // patterns, of which no word, nor the value of an option, certainly fits one
	NotOperand   string    // patterns that this operand must not fit
	First        bool      // that operand is the first, or may be: what stands before it may be an option or its value
	Count        int       // the minimal number of operands
	Unnamed      bool      // no operand is certainly given: a pattern would limit what it is about
	Dashes       bool      // an operand stands after "--"
	Mode         ModeTest  // what a Mode operand grants
	ForkBomb     bool      // it is a fork bomb by structure
	Background   bool      // it runs in the background, behind &
	Unwatched    bool      // the text neither waits for its job nor ends it, and its output goes into no file
	StdinFrom    string    // canonical names of programs, of which one writes its standard input or the text of a word; one may have a subcommand, an option or both: git/ls-files/-o, pg_dump//-c
	NotLeftovers bool      // grep has not picked files that tools leave behind of the list that it gets: grep '\.orig$'
	Restores     bool      // it writes to files what git has of them
	EveryProcess bool      // its input is a list of all processes that nothing has filtered
	EndlessInput bool      // its input never ends
	ExceptPicked bool      // its operand is the id of a process: $!, or what pgrep NAME and its like print, is none that the rule is about
	OutputUnkept bool      // its output goes to no command that keeps it to itself, and its input comes directly from one of StdinFrom
	OutputSeen   bool      // its output does not go only into a login, which keeps it
	OutputSent   bool      // its output, or a file that it writes, goes to a command that sends it to another host
	OutputPosted bool      // its output, or a file that it writes, goes to a command that sends it to any address: see posts
	NoGrammar    bool      // its program has no grammar, so that its effects are guesses
	LoggedIn     bool      // it runs on a machine that another command logs in to: ssh HOST
	NotBuiltHere bool      // its program is not one that is built or written here
	EveryRow     bool      // code that it runs, or an operand, deletes rows of a table that no condition picks: User.objects.all().delete()
	GlobProgram  bool      // the program word is a pattern that the shell expands
	Certain      bool      // a possible match because of an unknown word does not count: nearly every command has one
	NotContained bool      // it does not run in a container, which has processes and a first one of its own
	NotMade      bool      // what it destroys is not only what earlier commands of the request have made: see grammar.Objects
	InRepository bool      // it harms only the git repository in which it starts, which no earlier command of the request has made, and which is not for temporary files
	NotForTests  bool      // it does not certainly work in the environment for tests, on a database whose name says that it is for them, or run tests: RAILS_ENV=test, psql -d app_test, npm test
	NotLocal     bool      // its words do not certainly name a service of this machine or of a cluster on it: --endpoint-url=http://localhost:4566, --context=kind-dev
	NotStashed   bool      // no earlier command of the request has stashed the work that it throws away
	Exempt       Exemption // everything that it touches, or connects to, is certainly within this place

	// Conditions on one of its effects. Effect is needed for the others.
	Effect       grammar.Kind // kinds of which the effect is one
	Tree         bool         // it covers a whole tree
	NotMadeHere  bool         // neither the caller nor an earlier command of the request has made the place
	Lang         string       // languages of the code
	Zone         Zone         // its word is in one of these zones
	From         flow.Source  // origin of the code; without an Effect, of the file that an operand names
	Name         string       // patterns for the name of the setting
	Value        string       // patterns for the value of the setting
	Variable     string       // patterns for the name of a variable whose value its word contains
	StripStrings bool         // Value is matched against code without the strings that the code only holds
	Not          string       // patterns that the value must not fit
	Incomplete   bool         // the commands in the value are not all of its effects, or are unknown

	// Least is the loosest action in all profiles but open. It applies only if Floored is set,
	// since its zero value is a valid action.
	Floored bool
	Least   Action

	// Undone says what can restore what a destructive command, or one of several that the rule
	// matches, destroys, if the data is in the usual place. No decision depends on it.
	Undone Undo

	// Mild says that a warning suffices where the profile would ask about the rule's class, since
	// people do it every day.
	Mild bool

	// Local says that the effects stay on this machine and vanish with it, unless they touch the
	// work directory, another machine or the kernel: on a throwaway machine nobody loses by them.
	Local bool

	// Strict says that the rule applies only in strict mode.
	Strict bool

	Hits   []string // commands that must be found
	Misses []string // commands that must not be found

	lists *patternLists // of a rule that a table has read, or nil
}

// ModeTest is a question about the permissions that a mode grants.
type ModeTest uint8

// The questions.
const (
	AnyMode  ModeTest = iota
	WorldSet          // others may write
	SetID             // set-user-id or set-group-id
)
