package gate

// A Reason says that a command is clear, or why not. The zero Reason is not clear.
type Reason uint8

// The reasons. Only Clear lets a command through. Those from UnknownSubcommand to Hooked
// are about the words of a command, by a valid table.
const (
	Undecided         Reason = iota // nothing was decided
	Unsupported                     // no gate for this system or architecture
	TooLong                         // over MaxArgs, MaxArg or MaxArgv
	NotInstalled                    // no valid identity, or not the installed shim
	OtherUser                       // running under another uid than the recorded one
	NoDirectory                     // the working directory has no name
	NoTable                         // no table, or one that others could have written
	BadTable                        // damaged, or of another version
	OtherCatalogue                  // compiled from another rule catalogue
	StaleTable                      // a source has changed
	SystemPolicy                    // a system policy without its table
	StrictMode                      // AGENT_LOOP_PROXY_MODE asks for strict
	AuditCopy                       // AGENT_LOOP_AUDIT_LOG is set
	Environment                     // a relevant variable has another value
	OddText                         // an argument is empty, has control bytes or bad UTF-8
	UnknownCommand                  // the table has no such command
	UnknownSubcommand               // the table has no such subcommand
	UnknownOption                   // the table has no such option
	OddValue                        // an option's value is missing or in an unknown form
	OddOperand                      // too few or too many operands, or one in a wrong place
	Networked                       // the network is restricted, or the URL is not plain
	OddPath                         // a path with a pattern, a "~" or not ASCII
	Unresolved                      // the kernel does not say what a path is
	Protected                       // a path or name that the table protects
	Outside                         // a write outside work directory and temp
	OddCode                         // code that may do more than change and print text
	Hooked                          // a hook of the repository would run
	ProjectPolicy                   // a project file that the table lacks
	OtherRoot                       // compiled for another installation
	NotFound                        // no such program on PATH
	Worked                          // the process has used so much time that shims may start each other endlessly
	Covering                        // the shim is mounted over a program of another name
	Wrapper                         // the program found looks for another of its name, or is one that did so
	NoLine                          // the audit line could not be written
	NotStarted                      // execve failed after the audit line
	Clear                           // no rule can match
	reasons
)

// String returns the reason in a few words.
func (r Reason) String() string {
	if r >= reasons {
		return "no such reason"
	}
	return reasonText[r]
}

var reasonText = [reasons]string{
	Undecided:         "undecided",
	Unsupported:       "unsupported system",
	TooLong:           "argument vector too long",
	NotInstalled:      "not an installed shim",
	OtherUser:         "another user",
	NoDirectory:       "no working directory",
	NoTable:           "no table",
	BadTable:          "damaged table",
	OtherCatalogue:    "table of another catalogue",
	StaleTable:        "stale table",
	SystemPolicy:      "system policy without a table",
	StrictMode:        "strict mode",
	AuditCopy:         "audit copy wanted",
	Environment:       "environment",
	OddText:           "empty argument or odd bytes",
	UnknownCommand:    "unknown command",
	UnknownSubcommand: "unknown subcommand",
	UnknownOption:     "unknown option",
	OddValue:          "odd option value",
	OddOperand:        "odd operand",
	Networked:         "network",
	OddPath:           "odd path",
	Unresolved:        "unresolved path",
	Protected:         "protected path",
	Outside:           "outside the work directory",
	OddCode:           "odd code",
	Hooked:            "hooks",
	ProjectPolicy:     "project file",
	NotFound:          "program not found",
	Worked:            "a process that has worked for long",
	Covering:          "over a program of another name",
	Wrapper:           "a wrapper that looks for another program of its name",
	NoLine:            "audit line not written",
	OtherRoot:         "table of another installation",
	NotStarted:        "exec failed",
	Clear:             "clear",
}
