// Work does the same work three times, without shims, with those of a plain install
// and with every program shimmed (a fourth time with shells too, if asked), and says what is different: exit status, output,
// files and their modes. A guard for agents is transparent or it is off.
//
// What a rule means to refuse is written down in compare/expected.txt; any other
// difference fails. Beside the differences it prints how many executions the gate
// settled alone, what was refused or warned about, and what the work cost, as ratios
// inside the run.
//
//	go run ./work -cost 5
//	go run ./work [-sample] [-profile open] [-ways default,all] [-only REGEXP | -script SOURCE] [-list]
//
// It takes root and Linux: everything runs as an unprivileged user in namespaces of
// its own (package clients/cage). Suites of others are fetched once, into the folder
// that SHIMGEN_WORK names; what cannot be had is printed with the reason.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/clients/cage"
	"github.com/agent-loop/shimgen/work/machine"
)

func main() {
	cage.Inside()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// options are what the command line says.
type options struct {
	bin, profile string
	ways         []machine.Way
	only         *regexp.Regexp
	sample, list bool
	offline      bool
	within       time.Duration
	keep, script string
	rounds       int
}

// wants tells whether -only can match a name with this beginning.
func (o options) wants(beginning string) bool {
	prefix, _ := o.only.LiteralPrefix()
	return strings.HasPrefix(beginning, prefix) || strings.HasPrefix(prefix, beginning)
}

// parse reads the command line.
func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("work", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.bin, "bin", "bin", "`directory` of the built shim and shimgen")
	flags.StringVar(&o.profile, "profile", "cautious", "the `profile` of the policy")
	flags.BoolVar(&o.sample, "sample", false, "what is quick only, as before each merge")
	flags.BoolVar(&o.list, "list", false, "print the tasks and what cannot be had, and do nothing")
	flags.BoolVar(&o.offline, "offline", false, "fetch nothing; what is there is used")
	flags.DurationVar(&o.within, "within", 0, "begin no task after this `time`; the rest is said to be left out")
	flags.StringVar(&o.keep, "keep", "", "write the outcome of what is different below this `directory`")
	flags.StringVar(&o.script, "script", "", "do this shell `source`, and nothing of the corpora")
	flags.IntVar(&o.rounds, "cost", 0, "measure what hello's configure costs in so many `rounds`, beside bash wrappers and safe-rm, and compare nothing")
	ways := flags.String("ways", "default,all", "the `ways` to compare, separated by commas: default, all, shells, and by shimgen exec in a sandbox auto, required")
	only := flags.String("only", "", "a regular `expression` of the tasks to do")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	for way := range strings.SplitSeq(*ways, ",") {
		if !slices.Contains(machine.Ways(), machine.Way(way)) {
			return o, fmt.Errorf("%q is no way", way)
		}
		o.ways = append(o.ways, machine.Way(way))
	}
	if !slices.Contains([]string{"open", "cautious", "guarded", "paranoid"}, o.profile) {
		return o, fmt.Errorf("%q is no profile", o.profile)
	}
	if o.rounds < 0 {
		return o, errors.New("-cost: less than no rounds")
	}
	if flags.NArg() > 0 {
		return o, errors.New("takes no arguments")
	}
	var err error
	o.only, err = regexp.Compile(*only)
	return o, err
}

// run returns 0 if nothing is different that should not be, 1 if something is, 2 for
// wrong usage and 125 if the work could not be done.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(stderr, "work:", err)
		return 2
	}
	if err := cage.Possible(); err != nil && !o.list {
		fmt.Fprintln(stdout, "work: not done:", err)
		return 0
	}
	do := work
	if o.rounds > 0 {
		do = func(ctx context.Context, o options, out io.Writer) (bool, error) { return true, cost(ctx, o, out) }
	}
	same, err := do(ctx, o, stdout)
	if err != nil {
		fmt.Fprintln(stderr, "work:", err)
		return 125
	}
	if !same {
		return 1
	}
	return 0
}
