// Work does the same work three times, without shims, with those of a plain install and
// with every program shimmed (a fourth time with shells too, if asked), and reports
// differences in exit status, output, files and their modes. A guard for agents that is
// not transparent gets turned off.
//
// compare/expected.txt lists what rules refuse on purpose; any other difference fails.
// Besides the differences it prints how many executions the gate decided alone, what was
// refused or warned about, and what the work cost, as ratios within the run.
//
//	go run ./work -cost 5
//	go run ./work [-sample] [-profile open] [-ways default,all] [-only REGEXP | -script SOURCE] [-list]
//
// It needs root and Linux: everything runs as an unprivileged user in namespaces of its
// own (package clients/cage). It downloads other people's suites once, into the folder
// SHIMGEN_WORK; it prints which ones are unavailable, and why.
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

// options is the parsed command line.
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

// wants reports whether -only can match a name with this beginning.
func (o options) wants(beginning string) bool {
	prefix, _ := o.only.LiteralPrefix()
	return strings.HasPrefix(beginning, prefix) || strings.HasPrefix(prefix, beginning)
}

// parse parses the command line.
func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("work", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.bin, "bin", "bin", "`directory` of the built shim and shimgen")
	flags.StringVar(&o.profile, "profile", "cautious", "the `profile` of the policy")
	flags.BoolVar(&o.sample, "sample", false, "only the quick tasks, as before each merge")
	flags.BoolVar(&o.list, "list", false, "only list the tasks, and what is unavailable")
	flags.BoolVar(&o.offline, "offline", false, "download nothing; use what is there")
	flags.DurationVar(&o.within, "within", 0, "begin no task after this `time`; the rest is reported as left out")
	flags.StringVar(&o.keep, "keep", "", "write the outcomes of differences below this `directory`")
	flags.StringVar(&o.script, "script", "", "run this shell `source` instead of the corpora")
	flags.IntVar(&o.rounds, "cost", 0, "measure the cost of hello's configure in this many `rounds`, next to bash wrappers and safe-rm, and compare nothing")
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

// run returns 0 if there is no unintended difference, 1 if there is one, 2 for wrong
// usage and 125 if the work could not be done.
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
