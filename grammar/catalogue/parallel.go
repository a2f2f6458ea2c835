package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// parallels run a command for each argument.
var parallels = []spec.Row{{
	Names: "parallel", Source: "GNU parallel(1)", Env: "PARALLEL PARALLEL_SHELL PARALLEL_HOME",
	Syntax: func() spec.Syntax {
		return spec.Syntax{
			Held: "PARALLEL", Style: spec.POSIX | spec.Abbrev,
			Options: slices.Concat(
				[]spec.Option{{Names: "-a --arg-file", Arg: spec.Required, Role: spec.File}},
				values("-j --jobs", "-P --max-procs", "-d --delimiter", "-C --colsep", "-n --max-args", "-N --max-replace-args", "-L", "-s --max-chars",
					"-I", "-E", "--timeout", "--retries", "--delay", "--load", "--memfree", "--joblog", "--results", "--tmpdir",
					"--halt --halt-on-error", "--block", "--recstart", "--recend", "--tagstring", "--env", "--nice", "--return", "--rpl", "-J --profile", "-S --sshlogin", "--sshloginfile --slf", "--transferfile --tf", "--trc", "--basefile --bf", "--ssh", "--sshdelay", "--semaphoretimeout --st", "--semaphorename --id"),
				valued(spec.Dir, "--workdir --wd"),
				bools("-0 --null", "-k --keep-order", "-m", "-X --xargs", "-q --quote", "-t --verbose", "-v", "-u --ungroup", "-r --no-run-if-empty", "--group", "--tag",
					"--line-buffer --lb", "--bar", "--progress", "--eta", "--dry-run --dryrun", "--pipe --spreadstdin", "--pipepart", "--will-cite", "--citation",
					"--no-notice", "--onall", "--nonall", "--transfer", "--cleanup", "--filter-hosts", "--controlmaster -M", "--semaphore --sem", "--fg", "--bg", "--wait", "--link --xapply", "--shuf", "--resume", "--resume-failed", "--plus", "--color", "--help -h", "--version -V"),
			),
			Operands: spec.Operands{Rest: spec.Words}, Lang: "sh", Stdin: true, Feeds: true,
		}
	},
}}
