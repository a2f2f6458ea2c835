package rules

import (
	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
)

// Class says what kind of harm a rule is about. A policy maps classes to
// actions.
type Class string

// The classes.
const (
	Catastrophic Class = "catastrophic"  // rm -rf /, mkfs, dd to a disk, a fork bomb
	Destructive  Class = "destructive"   // work that cannot be had back: reset --hard, force push
	Secrets      Class = "secrets"       // reading or sending credentials
	RemoteCode   Class = "remote-code"   // running what the network says
	SystemWrite  Class = "system-write"  // writing below /etc, /usr, …
	SharedWrite  Class = "shared-write"  // writing below /opt, /usr/local, /var/log, /srv, …
	Persistence  Class = "persistence"   // what runs later: rc files, cron, hooks
	Escape       Class = "escape"        // leaving what the policy can see
	Privilege    Class = "privilege"     // sudo and its like
	Exposure     Class = "exposure"      // open to everyone: 0777, all interfaces
	Network      Class = "network"       // a host that is not allowed
	OutsideWrite Class = "outside-write" // writing outside the work directory and temp
	Opaque       Class = "opaque"        // cannot be decided
	Device       Class = "device"        // the phone itself
	Covert       Class = "covert"        // hides what runs, or lets it outlive the session: eval, &, nohup
	Hygiene      Class = "hygiene"       // worth a word: git push, nohup
)

// Classes lists all classes, gravest first.
func Classes() []Class {
	return []Class{
		Catastrophic, Destructive, Secrets, RemoteCode, SystemWrite, SharedWrite, Persistence, Escape,
		Privilege, Exposure, Network, OutsideWrite, Opaque, Device, Covert, Hygiene,
	}
}

// Action is what a decision asks for. The zero Action is Block: a value that
// nobody set must not let a command through. A smaller action is a stricter
// one, so that the worst of several is their minimum.
type Action uint8

// The actions.
const (
	Block Action = iota
	Ask
	Warn
	Allow
)

// String returns the action's name as policies and answers spell it.
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

// Zone says where a path, a host or a port lies. Zones combine as bits: a
// path can be a secret in a home directory.
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
	Persist                       // what others run or load later: rc files, hooks, cron
	Own                           // this tool's own files
	Outside                       // none of the above, outside the work directory and temp
	IfEmpty                       // Root, Home or Above if an unknown part of the word were empty
	Foreign                       // a host that the policy does not allow
	Public                        // a port on all interfaces
	Blocked                       // a path the user blocked
	Swept                         // whatever a search finds below one of Root, Home, Above, SystemDir and Here
	Remote                        // a path on another machine or in another root, not for temporary files
	RemoteSystem                  // a path there that the system needs
	Metadata                      // a host that hands a machine in a cloud its credentials
	History                       // what a repository loses its commits with: .git/objects, .git/refs, .git/HEAD
	Climbs                        // Root, Home, Above, System, Disk or Secret if .. behind an unknown part leads there
	Shared                        // what the services and users of the machine have, and it can do without: below /opt, /usr/local, /var/log, /srv
	SweptOutside                  // whatever a search, or the pattern *, finds below a place that is Outside or Shared
	UnknownDir                    // everything in a directory, or what lies above it, that is known only when the command runs: cd "$D" && rm -rf *
)

// Exemption is a place that keeps a rule from applying to a command that touches
// nothing else.
type Exemption uint8

// The places.
const (
	NoExemption Exemption = iota
	InTemp                // paths for temporary files
	AtWork                // these, and those inside the work directory
	OwnPorts              // ports of this machine at which what is being written answers
	Renamed               // the other names, as far as they are known all in the work directory, that a move gives what it moves
	InCaches              // paths for temporary files, those inside the work directory, and caches in a home
	InOutputs             // paths for temporary files, and those of what a build writes in the work directory
)

// Rule is one declarative statement about an invocation. All conditions that
// are set must hold. Lists are blank separated.
type Rule struct {
	ID     string // pack.name, as in git.reset-hard
	Former string // the ID it had before, which policies may still name; or ""
	Class  Class
	Reason string // what would be lost; follows "COMMAND " in a refusal
	Hint   string // what to do instead; a command in it stands between backquotes, and the policy allows it

	// Conditions on the program and its words.
	Program      string    // canonical names
	Except       string    // canonical names it does not apply to
	Sub          string    // patterns for subcommands, * for any text; the words of one joined by "/": "stash/drop"; of a program without a grammar, for its first three operands
	ExceptSub    string    // patterns for subcommands that it does not apply to, as for Sub; nor does it where there is none
	Verbs        string    // the subcommands that are known, patterns as in Sub, each with all below it: another one is given
	Any          string    // options of which at least one is given; "--pid=host" asks for the value too, by a pattern
	None         string    // options of which none is given for certain, as for Any
	Role         spec.Role // of the operand that Operand or Mode speaks of
	Operand      string    // patterns, * for any text, of which an operand fits one
	Count        int       // how many operands there are at least
	Dashes       bool      // an operand stands after "--"
	Mode         ModeTest  // what a Mode operand grants
	ForkBomb     bool      // it is a fork bomb by structure
	Background   bool      // it runs in the background, behind &
	StdinFrom    string    // canonical names, of which one writes its standard input or the text of a word
	EveryProcess bool      // it gets a list of all processes, of which nothing picked some
	Shown        bool      // what it prints goes to no command that keeps it to itself, and what feeds it is one of StdinFrom itself
	OutputSeen   bool      // what it prints does not go straight into a login alone, which keeps it
	NoGrammar    bool      // its program has no grammar, so that any effect is a guess
	NotBuiltHere bool      // its program is none that is built or written here
	GlobProgram  bool      // the program word is a pattern that the shell expands
	Certain      bool      // what may be, because a word is not known, does not count: nearly every command may
	Exempt       Exemption // all that it touches, or all that it talks to, surely lies there

	// Conditions on one of its effects. Effect is needed for the others.
	Effect       grammar.Kind // kinds of which the effect is one
	Tree         bool         // it covers a whole tree
	NotMadeHere  bool         // what asks has not made the place, nor has a command before it in the same text
	Lang         string       // languages of the code
	Zone         Zone         // zones of which its word lies in one
	From         flow.Source  // of the code; without an Effect, of the file that an operand names
	Name         string       // patterns for the name of what is set
	Value        string       // patterns for the value of what is set
	Variable     string       // patterns for the name of a variable that its word holds the value of
	StripStrings bool         // Value is of code, without the texts that the code only holds
	Not          string       // patterns that the value must not fit
	Incomplete   bool         // the commands in the value are not all that it does, or not known

	// Least is an action that no profile but open goes below. Its zero value
	// is spelt by Floored being false.
	Floored bool
	Least   Action

	// Undone is what can bring back what a destructive command destroys, or one of several that
	// the rule is about, if that lies where such commands mostly find it. It decides nothing.
	Undone Undo

	// Mild says that a word of warning is enough where a profile would have its
	// class asked about: people do it every day.
	Mild bool

	// Local says that what the rule finds is done to this machine and goes with it,
	// as far as no work directory, other machine or kernel is touched: nobody loses
	// by it if the machine is a throwaway one.
	Local bool

	// Strict says that the rule applies only in strict mode.
	Strict bool

	Hits   []string // commands that must be found
	Misses []string // commands that must not be found
}

// ModeTest asks what a mode operand grants.
type ModeTest uint8

// The questions.
const (
	AnyMode  ModeTest = iota
	WorldSet          // others may write
	SetID             // set-user-id or set-group-id
)
