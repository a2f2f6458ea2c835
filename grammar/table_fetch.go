package grammar

// fetchers are further programs that fetch what an address names.
var fetchers = []row{
	{
		Names: "aria2c", Source: "aria2c(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-o --out", Arg: Required, Role: Write},
					{Names: "-d --dir", Arg: Required, Role: Write},
					{Names: "-i --input-file", Arg: Required, Role: File},
					{Names: "-l --log", Arg: Required, Role: Write},
					{Names: "-s --split", Arg: Required},
					{Names: "-x --max-connection-per-server", Arg: Required},
					{Names: "-j --max-concurrent-downloads", Arg: Required},
					{Names: "-k --min-split-size", Arg: Required},
					{Names: "-c --continue", Arg: Optional},
					{Names: "-q --quiet", Arg: Optional},
					{Names: "-Z --force-sequential", Arg: Optional},
					{Names: "--header", Arg: Required, Role: Data},
					{Names: "--conf-path", Arg: Required, Role: File},
					{Names: "--load-cookies", Arg: Required, Role: File},
					{Names: "--all-proxy", Arg: Required, Role: Host},
					{Names: "--on-download-complete", Arg: Required, Role: Helper},
					{Names: "--on-download-start", Arg: Required, Role: Helper},
					{Names: "--on-download-error", Arg: Required, Role: Helper},
					{Names: "-v --version"},
					{Names: "-h --help", Arg: Optional},
				},
				Operands: Operands{Rest: URL},
				Lands:    &Landing{With: "*", Not: "-o -v -h", Into: "-d", Also: "-o"},
			}
		},
	},
	{
		Names: "axel", Source: "axel(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-o --output", Arg: Required, Role: Write},
					{Names: "-n --num-connections", Arg: Required},
					{Names: "-s --max-speed", Arg: Required},
					{Names: "-H --header", Arg: Required, Role: Data},
					{Names: "-U --user-agent", Arg: Required},
					{Names: "-T --timeout", Arg: Required},
					{Names: "-a --alternate"},
					{Names: "-q --quiet"},
					{Names: "-k --insecure"},
					{Names: "-c --no-clobber"},
					{Names: "-v --verbose"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: Operands{Rest: URL},
				Lands:    &Landing{With: "*", Not: "-o -h -V"},
			}
		},
	},
	{
		Names: "lynx links elinks w3m", Source: "lynx(1), links(1), w3m(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: Permute | Single,
				Options: []Option{
					{Names: "-dump"},
					{Names: "-source"},
					{Names: "-dump_source"},
					{Names: "-dump_both"},
					{Names: "-nolist"},
					{Names: "-force_html"},
					{Names: "-stdin"},
					{Names: "-T", Arg: Required},
					{Names: "-o", Arg: Required},
					{Names: "-cols", Arg: Required},
					{Names: "-width", Arg: Required},
					{Names: "-cfg", Arg: Required, Role: File},
					{Names: "-cmd_script", Arg: Required, Role: File},
					{Names: "-config", Arg: Required, Role: File},
					{Names: "-auth", Arg: Required, Role: Credential},
					{Names: "-useragent", Arg: Required},
					{Names: "-help"},
					{Names: "-version"},
				},
				Operands: Operands{Rest: URL},
			}
		},
	},
	{
		Names: "fetch", Source: "fetch(1) of FreeBSD",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX,
				Options: []Option{
					{Names: "-o --output", Arg: Required, Role: Write},
					{Names: "-q --quiet"},
					{Names: "-v --verbose"},
					{Names: "-r --restart"},
					{Names: "-m --mirror"},
					{Names: "-a --retry"},
					{Names: "-T --timeout", Arg: Required},
				},
				Operands: Operands{Rest: URL},
				Lands:    &Landing{With: "*", Not: "-o"},
			}
		},
	},
	{
		Names: "swaks", Source: "swaks(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: Permute | Free,
				Options: []Option{
					{Names: "-t --to", Arg: Required},
					{Names: "-f --from", Arg: Required},
					{Names: "-s --server", Arg: Required, Role: Host},
					{Names: "--attach", Arg: Required, Role: Data},
					{Names: "--attach-body", Arg: Required, Role: Data},
					{Names: "-d --data --body", Arg: Required, Role: Data},
					{Names: "--header", Arg: Required, Role: Data},
					{Names: "-ap --auth-password", Arg: Required, Role: Credential},
					{Names: "--pipe", Arg: Required, Role: Shell},
				},
			}
		},
	},
}
