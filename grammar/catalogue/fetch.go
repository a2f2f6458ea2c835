package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// fetchers are further programs that fetch URLs.
var fetchers = []spec.Row{
	{
		Names: "aria2c", Source: "aria2c(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-o --out", Arg: spec.Required, Role: spec.Write},
					{Names: "-d --dir", Arg: spec.Required, Role: spec.Write},
					{Names: "-i --input-file", Arg: spec.Required, Role: spec.File},
					{Names: "-l --log", Arg: spec.Required, Role: spec.Write},
					{Names: "-s --split", Arg: spec.Required},
					{Names: "-x --max-connection-per-server", Arg: spec.Required},
					{Names: "-j --max-concurrent-downloads", Arg: spec.Required},
					{Names: "-k --min-split-size", Arg: spec.Required},
					{Names: "-c --continue", Arg: spec.Optional},
					{Names: "-q --quiet", Arg: spec.Optional},
					{Names: "-Z --force-sequential", Arg: spec.Optional},
					{Names: "--header", Arg: spec.Required, Role: spec.Data},
					{Names: "--conf-path", Arg: spec.Required, Role: spec.File},
					{Names: "--load-cookies", Arg: spec.Required, Role: spec.File},
					{Names: "--all-proxy", Arg: spec.Required, Role: spec.Host},
					{Names: "--on-download-complete", Arg: spec.Required, Role: spec.Helper},
					{Names: "--on-download-start", Arg: spec.Required, Role: spec.Helper},
					{Names: "--on-download-error", Arg: spec.Required, Role: spec.Helper},
					{Names: "-v --version"},
					{Names: "-h --help", Arg: spec.Optional},
				},
				Operands: spec.Operands{Rest: spec.URL},
				Lands:    &spec.Destination{With: "*", Not: "-o -v -h", Into: "-d", Also: "-o"},
			}
		},
	},
	{
		Names: "axel", Source: "axel(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-o --output", Arg: spec.Required, Role: spec.Write},
					{Names: "-n --num-connections", Arg: spec.Required},
					{Names: "-s --max-speed", Arg: spec.Required},
					{Names: "-H --header", Arg: spec.Required, Role: spec.Data},
					{Names: "-U --user-agent", Arg: spec.Required},
					{Names: "-T --timeout", Arg: spec.Required},
					{Names: "-a --alternate"},
					{Names: "-q --quiet"},
					{Names: "-k --insecure"},
					{Names: "-c --no-clobber"},
					{Names: "-v --verbose"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: spec.Operands{Rest: spec.URL},
				Lands:    &spec.Destination{With: "*", Not: "-o -h -V"},
			}
		},
	},
	{
		Names: "lynx links elinks w3m", Source: "lynx(1), links(1), w3m(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Single,
				Options: []spec.Option{
					{Names: "-dump"},
					{Names: "-source"},
					{Names: "-dump_source"},
					{Names: "-dump_both"},
					{Names: "-nolist"},
					{Names: "-force_html"},
					{Names: "-stdin"},
					{Names: "-T", Arg: spec.Required},
					{Names: "-o", Arg: spec.Required},
					{Names: "-cols", Arg: spec.Required},
					{Names: "-width", Arg: spec.Required},
					{Names: "-cfg", Arg: spec.Required, Role: spec.File},
					{Names: "-cmd_script", Arg: spec.Required, Role: spec.File},
					{Names: "-config", Arg: spec.Required, Role: spec.File},
					{Names: "-auth", Arg: spec.Required, Role: spec.Credential},
					{Names: "-useragent", Arg: spec.Required},
					{Names: "-help"},
					{Names: "-version"},
				},
				Operands: spec.Operands{Rest: spec.URL},
			}
		},
	},
	{
		Names: "fetch", Source: "fetch(1) of FreeBSD",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-o --output", Arg: spec.Required, Role: spec.Write},
					{Names: "-q --quiet"},
					{Names: "-v --verbose"},
					{Names: "-r --restart"},
					{Names: "-m --mirror"},
					{Names: "-a --retry"},
					{Names: "-T --timeout", Arg: spec.Required},
				},
				Operands: spec.Operands{Rest: spec.URL},
				Lands:    &spec.Destination{With: "*", Not: "-o"},
			}
		},
	},
	{Names: "mail mailx s-nail nail heirloom-mailx bsd-mailx", Source: "mail(1) of mailutils, bsd-mailx and s-nail", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.POSIX | spec.Permute, Options: slices.Concat(
			bools("-B", "-d", "-D", "-E", "-F", "-H", "-I", "-i", "-n", "-N", "-t", "-v", "-V --version", "-e", "-w", "-~", "-#", "-f --file", "-R --read-only", "--help"),
			values("-s --subject", "-b --bcc", "-c --cc", "-r --return-address", "-S --set", "-M --content-type", "-h", "-q", "-u --user", "-T", "-O", "-X", "--encoding", "--append"),
			[]spec.Option{{Names: "-a", Arg: spec.Required, Role: spec.Upload}, {Names: "-A --attach --attach-fd", Arg: spec.Required, Role: spec.Upload}},
		)}
	}},
	{
		Names: "swaks", Source: "swaks(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Free,
				Options: []spec.Option{
					{Names: "-t --to", Arg: spec.Required},
					{Names: "-f --from", Arg: spec.Required},
					{Names: "-s --server", Arg: spec.Required, Role: spec.Host},
					{Names: "--attach", Arg: spec.Required, Role: spec.Data},
					{Names: "--attach-body", Arg: spec.Required, Role: spec.Data},
					{Names: "-d --data --body", Arg: spec.Required, Role: spec.Data},
					{Names: "--header", Arg: spec.Required, Role: spec.Data},
					{Names: "-ap --auth-password", Arg: spec.Required, Role: spec.Credential},
					{Names: "--pipe", Arg: spec.Required, Role: spec.Shell},
				},
			}
		},
	},
}
