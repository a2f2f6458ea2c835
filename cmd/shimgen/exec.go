package main

import (
	"strings"

	"github.com/agent-loop/shimgen/execution"
	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
)

// confineFlags say how to judge and confine a command.
type confineFlags struct {
	policyFlags
	Dir string `name:"dir" placeholder:"D" help:"Start in this directory, which becomes the work directory."`
	limitFlags
	Sandbox   string   `enum:"none,native,bwrap,landlock,supervisor,proot,seatbelt," default:"" placeholder:"BACKEND" help:"Confine it: none, native, bwrap, landlock, supervisor, proot, or on macOS seatbelt. Default: what the policy requires."`
	Proot     bool     `help:"The same as --sandbox proot."`
	ProotDir  []string `name:"proot-allow-dir" sep:"none" placeholder:"DIR" help:"Show this directory inside proot (repeatable)."`
	Home      string   `name:"redirect-home" placeholder:"DIR" help:"In a sandbox: this directory is home, and the real one is not touched."`
	Net       string   `enum:"none,localhost,allowlist,full," default:"" placeholder:"MODE" help:"In a sandbox: none and localhost leave a loopback of its own, allowlist the hosts that the policy lists, full is the machine's network. No wider than the policy's."`
	ReadOnly  []string `name:"ro" sep:"none" placeholder:"PATH" help:"In a sandbox: it cannot be written, although it lies where that may be (repeatable)."`
	Mask      bool     `help:"With proot: hide what is secret instead of showing only what is needed."`
	FakeRoot  bool     `name:"proot-fake-root" help:"With proot: the command believes that it is root. It may do no more than before."`
	NoSeccomp bool     `name:"proot-no-seccomp" help:"With proot: without its acceleration, with which some kernels hang. Slower, and a program that kills proot goes on without it."`
	Debug     bool     `help:"Say on standard error all that confines the command: every mount, limit and variable left out."`
	NoCheck   bool     `name:"no-check" help:"Do not judge the text: sandbox and shims alone hold what it does. For a person, in a sandbox, where no policy is locked."`
	DryRun    bool     `name:"dry-run" help:"Print the argument vector that would run, one argument a line."`
	Explain   bool     `help:"Say what would be enforced on the command and what would not, and run nothing."`
	Describe  bool     `help:"Print the sandbox's file system view as JSON, and run nothing."`
}

// execCmd decides on a command and runs it.
type execCmd struct {
	confineFlags
	Command string   `short:"c" placeholder:"COMMAND" help:"Shell source to run with bash."`
	Format  string   `enum:"text,json" default:"text" placeholder:"FORMAT" help:"text: the command's output as it comes. json: one object after it has ended."`
	JSON    bool     `name:"json" help:"The same as --format json."`
	Review  bool     `name:"review" help:"In a sandbox: let it work on a copy of the work directory, show what it changed there, and ask what to keep."`
	Keep    int      `name:"max-output" default:"1048576" placeholder:"BYTES" help:"With JSON: how much of each stream to keep, from its beginning and its end."`
	Argv    []string `arg:"" optional:"" passthrough:"partial" name:"argv" help:"An argument vector, after --."`
}

// minOutput is the minimum for --max-output, in bytes: less would not hold an error message.
const minOutput = 1024

// Run decides, asks if the policy says so, and runs what is permitted. The exit status is
// the program's own.
func (c *execCmd) Run(a *app) error {
	x, err := c.execution(a)
	if err != nil {
		return err
	}
	x.Argv = afterDashes(c.Argv)
	switch {
	case c.Review && (c.JSON || c.Format == "json" || x.Print.DryRun || x.Print.Explain || x.Print.Describe):
		return exit.Usage("--review shows what the command did: not with --json, --dry-run, --explain or --describe")
	case c.Keep < minOutput:
		return exit.Usage("--max-output must be at least %d", minOutput)
	case c.Command != "" && len(x.Argv) > 0:
		return exit.Usage("-c and an argument vector exclude each other")
	case c.Command == "" && len(x.Argv) == 0:
		return exit.Usage("no command provided")
	}
	x.Review = c.Review
	x.Source, x.Keep, x.Print.JSON = c.Command, c.Keep, c.JSON || c.Format == "json"
	return x.Run()
}

// execution is the command that the flags describe.
func (c *confineFlags) execution(a *app) (execution.Command, error) {
	x := execution.Command{
		Limits: c.values(), Dir: c.Dir, Sandbox: runner.Sandbox(c.Sandbox), Named: c.Sandbox != "", Show: c.ProotDir, Home: c.Home,
		Network: c.network(), Narrowed: c.Net != "", ReadOnly: c.ReadOnly, Mask: c.Mask, FakeRoot: c.FakeRoot, Unaccelerated: c.NoSeccomp, NoCheck: c.NoCheck,
		Print: execution.Output{Debug: c.Debug, DryRun: c.DryRun, Explain: c.Explain, Describe: c.Describe},
		Out:   a.out, Err: a.err, Env: a.env,
	}
	if c.Proot {
		x.Sandbox = runner.Proot
	}
	c.noCheck, c.source = c.NoCheck, "exec"
	x.Open = func(limits map[policy.Limit]int64) (*runner.Session, error) { return c.openWith(a, "", limits) }
	return x, c.check()
}

// network is the network mode of --net.
func (c *confineFlags) network() policy.Mode {
	switch c.Net {
	case policy.Full.String():
		return policy.Full
	case policy.AllowList.String():
		return policy.AllowList
	case policy.Localhost.String():
		return policy.Localhost
	}
	return policy.Offline
}

// hookDecision recognizes exec --decision ID, by which a hook has its decision carried out. The
// command line must have nothing else: the hook has recorded what to run, where and how.
func hookDecision(argv []string) (claim string, is bool) {
	if len(argv) < 3 || argv[1] != "exec" || argv[2] != hook.DecisionFlag && !strings.HasPrefix(argv[2], hook.DecisionFlag+"=") {
		return "", false
	}
	if len(argv) == 4 && argv[2] == hook.DecisionFlag {
		claim = argv[3]
	}
	return claim, true
}
