package native

// Word is the first and only argument of a process that follows a plan.
const Word = "--make-box"

// The descriptors of such a process, behind the standard streams and one that the command
// may get.
const (
	PlanFD   = 4
	StatusFD = 5
)

// Magic begins a plan of this layout.
const Magic = 0x32786f62696d6873

// Header is how a plan begins. Places in the plan are counted in bytes: those of Text from
// its beginning, the others from the plan's.
type Header struct {
	Magic  uint64
	Size   uint64 // of the plan
	Parent int64  // the process that starts this one
	Clone  uint64 // flags of clone(2): the new namespaces

	Steps, StepCount uint64
	Argv, Argc       uint64 // places in Text, and one word of zero behind them
	Env, EnvCount    uint64 // likewise, of variables beside those of the environment
	Filter, FilterN  uint64 // instructions for seccomp(2)
	Limits, LimitN   uint64 // what the command runs under: Limit
	Text             uint64 // strings, each with a NUL behind it

	Path     uint64 // in Text: the command's program
	Users    uint64 // in Text: the line for uid_map, and how long it is
	UsersLen uint64
	Groups   uint64 // likewise, for gid_map
	GroupLen uint64
	Default  uint64 // bit n-1: signal n has its default action in the command
}

// Limit is a limit of the kernel's for each process, soft and hard: getrlimit(2). One that is
// above a hard one that holds already is as if it were that.
type Limit struct{ Resource, Value uint64 }

// Step is one of a plan's steps. Which of its fields count is said by its Op.
type Step struct {
	Op        Op
	Slot      int32  // the descriptor that it makes or changes
	From      int32  // the descriptor that it uses
	Flags     uint32 // for Attr
	Name      uint64 // in Text
	Leaf      uint64 // in Text: the last name of a path whose directory is Name
	Dev, Ino  uint64 // what must be there; 0, 0 for anything
	Set       uint64 // attributes of a mount
	Propagate uint64
}

// Slots is how many descriptors a plan may have. Slot -1 is the root directory.
const Slots = 128

// Op says what a step does.
type Op uint32

// The steps. Each opens what it needs, closes that again, and keeps what it puts into a slot.
const (
	Nothing   Op = iota
	Open         // Slot: the file Name
	Clone        // Slot: the mounts of the tree at From
	ClonePath    // Slot: likewise, at Name, a path that only root can change
	Attr         // sets attributes and propagation of the mounts of Slot, with AT_RECURSIVE in Flags those below it too
	Move         // puts Slot in the place of Name, and closes it unless Flags is Keep
	MoveLeaf     // puts Slot in the place of Leaf in the directory Slot From, and closes it
	Again        // puts the tree at Name onto itself, with attributes Set
	New          // Slot: a new file system of the type Name; Set are its attributes
	Option       // Slot: sets the option Name to Leaf, between New and Made
	Made         // Slot: the new file system as a mount
	Dir          // makes the directory Leaf in the directory Name, if there is none
	File         // likewise, an empty file
	DirAt        // makes the directory Leaf in Slot, with mode Flags
	FileAt       // likewise, an empty file
	LinkAt       // makes the symbolic link Leaf in Slot, to Name
	Cover        // makes Name read-only, if it is there
	Loopback     // brings the loopback of the network up
	Socket       // Slot: a socket of the family From, the type Flags and the protocol Set
	Hand         // sends the descriptors of the slots from Slot to before From over the descriptor Flags, closes them, and waits for a byte to come back
	Enter        // makes Name the working directory
)

// MostHanded is how many descriptors Hand sends.
const MostHanded = 64

// Refused is an errno that no kernel has: nobody took what was handed out.
const Refused = 4097

// Keep is a flag of Move.
const Keep = 1

// Report is what is written to StatusFD, once or twice.
type Report struct {
	At    uint32 // the number of a step, or one of those below
	Errno uint32
}

// Where something can fail beside the plan's steps.
const (
	AtReady     = 1<<31 + iota // nothing failed: what follows is the command
	AtParent                   // the parent has ended
	AtClone                    // new namespaces
	AtPipe                     // a pipe
	AtUsers                    // mapping the user and group
	AtPrivilege                // giving up privileges
	AtFork                     // starting a process
	AtFilter                   // the filter of system calls
	AtLimits                   // limits of the kernel's
	AtCommand                  // becoming the command; all else was done
)

// Moved is an errno that no kernel has: another file is where one was planned with.
const Moved = 4096
