package grammar

// targets takes sources and a destination, as cp does.
var targets = Operands{First: firstFile, Rest: File, Last: Write, HasLast: true}

// linked takes what gets a second name, and that name, as ln does without -s.
var linked = Operands{First: firstHardLink, Rest: HardLink, Last: Write, HasLast: true}

// files are the programs that create, copy, change and remove files.
var files = []row{
	{
		Names: "rm grm", Source: "rm(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-f --force"},
					{Names: "-i"},
					{Names: "-I"},
					{Names: "--interactive", Arg: Optional},
					{Names: "--one-file-system"},
					{Names: "--no-preserve-root"},
					{Names: "--preserve-root", Arg: Optional},
					{Names: "-r -R --recursive"},
					{Names: "-d --dir"},
					{Names: "-v --verbose"},
					{Names: "-P"},
					{Names: "-W"},
					{Names: "-x"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands:  Operands{Rest: Delete},
				Recursive: "-r",
			}
		},
	},
	{
		Names: "rmdir", Source: "rmdir(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "--ignore-fail-on-non-empty"}, {Names: "-p --parents"}, {Names: "-v --verbose"}, {Names: "--help"}, {Names: "--version"},
				},
				Operands: Operands{Rest: Delete},
			}
		},
	},
	{
		Names: "unlink", Source: "unlink(1)",
		Syntax: func() Syntax {
			return Syntax{Style: GNU, Options: []Option{{Names: "--help"}, {Names: "--version"}}, Operands: Operands{Rest: Delete}}
		},
	},
	{
		Names: "shred", Source: "shred(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-f --force"},
					{Names: "-n --iterations", Arg: Required},
					{Names: "--random-source", Arg: Required, Role: File},
					{Names: "-s --size", Arg: Required},
					{Names: "-u"},
					{Names: "--remove", Arg: Optional},
					{Names: "-v --verbose"},
					{Names: "-x --exact"},
					{Names: "-z --zero"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: Operands{Rest: Write},
				Cases:    []Case{{With: "-u --remove", Operands: Operands{Rest: Delete}}},
			}
		},
	},
	{
		Names: "truncate", Source: "truncate(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-c --no-create"},
					{Names: "-o --io-blocks"},
					{Names: "-r --reference", Arg: Required},
					{Names: "-s --size", Arg: Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: Operands{Rest: Write},
			}
		},
	},
	{
		Names: "touch", Source: "touch(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-a"},
					{Names: "-c --no-create"},
					{Names: "-d --date", Arg: Required},
					{Names: "-f"},
					{Names: "-h --no-dereference"},
					{Names: "-m"},
					{Names: "-r --reference", Arg: Required},
					{Names: "-t", Arg: Required},
					{Names: "-A", Arg: Required},
					{Names: "--time", Arg: Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: Operands{Rest: Write},
			}
		},
	},
	{
		Names: "mkdir", Source: "mkdir(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-m --mode", Arg: Required, Role: Mode},
					{Names: "-p --parents"},
					{Names: "-v --verbose"},
					{Names: "-Z"},
					{Names: "--context", Arg: Optional},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: Operands{Rest: Write},
			}
		},
	},
	{
		Names: "cp gcp", Source: "cp(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-a --archive"},
					{Names: "--attributes-only"},
					{Names: "-b"},
					{Names: "--backup", Arg: Optional},
					{Names: "--copy-contents"},
					{Names: "--debug"},
					{Names: "-c"},
					{Names: "-d"},
					{Names: "-f --force"},
					{Names: "-i --interactive"},
					{Names: "-H"},
					{Names: "-l --link"},
					{Names: "-L --dereference"},
					{Names: "-n --no-clobber"},
					{Names: "-P --no-dereference"},
					{Names: "-p"},
					{Names: "--preserve", Arg: Optional},
					{Names: "--no-preserve", Arg: Required},
					{Names: "--parents"},
					{Names: "-R -r --recursive"},
					{Names: "--reflink", Arg: Optional},
					{Names: "--remove-destination"},
					{Names: "--sparse", Arg: Required},
					{Names: "--strip-trailing-slashes"},
					{Names: "-s --symbolic-link"},
					{Names: "-S --suffix", Arg: Required},
					{Names: "-t --target-directory", Arg: Required, Role: Write},
					{Names: "-T --no-target-directory"},
					{Names: "-u"},
					{Names: "--update", Arg: Optional},
					{Names: "-v --verbose"},
					{Names: "-x --one-file-system"},
					{Names: "-X"},
					{Names: "-Z"},
					{Names: "--context", Arg: Optional},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: targets,
				Cases: []Case{
					{With: "-l", And: "-t", Operands: Operands{Rest: HardLink}},
					{With: "-l", Operands: linked},
					{With: "-t", Operands: Operands{Rest: File}},
				},
			}
		},
	},
	{
		Names: "mv gmv", Source: "mv(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-b"},
					{Names: "--backup", Arg: Optional},
					{Names: "-f --force"},
					{Names: "-h"},
					{Names: "-i --interactive"},
					{Names: "-n --no-clobber"},
					{Names: "--strip-trailing-slashes"},
					{Names: "-S --suffix", Arg: Required},
					{Names: "--debug"},
					{Names: "--exchange"},
					{Names: "--no-copy"},
					{Names: "-t --target-directory", Arg: Required, Role: Write},
					{Names: "-T --no-target-directory"},
					{Names: "-u"},
					{Names: "--update", Arg: Optional},
					{Names: "-v --verbose"},
					{Names: "-Z --context"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands:  Operands{First: []Role{Delete}, Rest: Delete, Last: Write, HasLast: true},
				Cases:     []Case{{With: "-t", Operands: Operands{Rest: Delete}}},
				Recursive: "*",
			}
		},
	},
	{
		Names: "install ginstall", Source: "install(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-b"},
					{Names: "--backup", Arg: Optional},
					{Names: "-c"},
					{Names: "-C --compare"},
					{Names: "-d --directory"},
					{Names: "-D"},
					{Names: "-g --group", Arg: Required, Role: Owner},
					{Names: "-m --mode", Arg: Required, Role: Mode},
					{Names: "-o --owner", Arg: Required, Role: Owner},
					{Names: "-p --preserve-timestamps"},
					{Names: "-s --strip"},
					{Names: "--strip-program", Arg: Required, Role: Helper},
					{Names: "-S --suffix", Arg: Required},
					{Names: "-t --target-directory", Arg: Required, Role: Write},
					{Names: "-T --no-target-directory"},
					{Names: "-v --verbose"},
					{Names: "--preserve-context"},
					{Names: "-Z"},
					{Names: "--debug"},
					{Names: "--context", Arg: Optional},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: targets,
				Cases: []Case{
					{With: "-d", Operands: Operands{Rest: Write}},
					{With: "-t", Operands: Operands{Rest: File}},
				},
			}
		},
	},
	{
		Names: "ln gln", Source: "ln(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-b"},
					{Names: "--backup", Arg: Optional},
					{Names: "-d -F --directory"},
					{Names: "-f --force"},
					{Names: "-h"},
					{Names: "-i --interactive"},
					{Names: "-L --logical"},
					{Names: "-n --no-dereference"},
					{Names: "-P --physical"},
					{Names: "-r --relative"},
					{Names: "-s --symbolic"},
					{Names: "-S --suffix", Arg: Required},
					{Names: "-t --target-directory", Arg: Required, Role: Write},
					{Names: "-T --no-target-directory"},
					{Names: "-v --verbose"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: linked,
				Cases: []Case{
					{With: "-s", And: "-t", Operands: Operands{Rest: File}},
					{With: "-s", Operands: targets},
					{With: "-t", Operands: Operands{Rest: HardLink}},
				},
			}
		},
	},
	{
		Names: "link", Source: "link(1)",
		Syntax: func() Syntax {
			return Syntax{Style: GNU, Options: []Option{{Names: "--help"}, {Names: "--version"}}, Operands: Operands{First: firstHardLink, Rest: Write}}
		},
	},
	{
		Names: "chmod gchmod", Source: "chmod(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-c --changes"},
					{Names: "-f --silent --quiet"},
					{Names: "-v --verbose"},
					{Names: "--no-preserve-root"},
					{Names: "--preserve-root"},
					{Names: "--reference", Arg: Required},
					{Names: "-R --recursive"},
					{Names: "-H"},
					{Names: "-L"},
					{Names: "-P"},
					{Names: "-h"},
					{Names: "--dereference"},
					{Names: "--no-dereference"},
					{Names: "--help"},
					{Names: "--version"},
					{Names: "-r -x -X -s -t -u -g -o -a -+ -= -, -w"}, // a mode that takes rights away
				},
				Operands:  Operands{First: []Role{Mode}, Rest: Change},
				Cases:     []Case{{With: "--reference -w", Operands: Operands{Rest: Change}}},
				Recursive: "-R",
			}
		},
	},
	{
		Names: "chown gchown", Source: "chown(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-c --changes"},
					{Names: "-f --silent --quiet"},
					{Names: "-v --verbose"},
					{Names: "--dereference"},
					{Names: "-h --no-dereference"},
					{Names: "--from", Arg: Required},
					{Names: "--no-preserve-root"},
					{Names: "--preserve-root"},
					{Names: "--reference", Arg: Required},
					{Names: "-R --recursive"},
					{Names: "-H"},
					{Names: "-L"},
					{Names: "-P"},
					{Names: "-x"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands:  Operands{First: []Role{Owner}, Rest: Change},
				Cases:     []Case{{With: "--reference", Operands: Operands{Rest: Change}}},
				Recursive: "-R",
			}
		},
	},
	{
		Names: "chgrp gchgrp", Source: "chgrp(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-c --changes"},
					{Names: "-f --silent --quiet"},
					{Names: "-v --verbose"},
					{Names: "--dereference"},
					{Names: "-h --no-dereference"},
					{Names: "--from", Arg: Required},
					{Names: "--no-preserve-root"},
					{Names: "--preserve-root"},
					{Names: "--reference", Arg: Required},
					{Names: "-R --recursive"},
					{Names: "-H"},
					{Names: "-L"},
					{Names: "-P"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands:  Operands{First: []Role{Owner}, Rest: Change},
				Cases:     []Case{{With: "--reference", Operands: Operands{Rest: Change}}},
				Recursive: "-R",
			}
		},
	},
	{
		Names: "tee gtee", Source: "tee(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: []Option{
					{Names: "-a --append"},
					{Names: "-i --ignore-interrupts"},
					{Names: "-p"},
					{Names: "--output-error", Arg: Optional},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: Operands{Rest: Write},
			}
		},
	},
}
