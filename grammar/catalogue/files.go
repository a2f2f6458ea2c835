package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

// targets are operands with sources and a destination last, as cp takes them.
var targets = spec.Operands{First: firstFile, Rest: spec.File, Last: spec.Write, HasLast: true}

// linked are operands with files and their new names, as ln takes them without -s.
var linked = spec.Operands{First: firstHardLink, Rest: spec.HardLink, Last: spec.Write, HasLast: true}

// files are the programs that create, copy, change and remove files.
var files = []spec.Row{
	{
		Names: "rm grm safe-rm", Source: "rm(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-f --force"},
					{Names: "-i"},
					{Names: "-I"},
					{Names: "--interactive", Arg: spec.Optional},
					{Names: "--one-file-system"},
					{Names: "--no-preserve-root"},
					{Names: "--preserve-root", Arg: spec.Optional},
					{Names: "-r -R --recursive"},
					{Names: "-d --dir"},
					{Names: "-v --verbose"},
					{Names: "-P"},
					{Names: "-W"},
					{Names: "-x"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands:  spec.Operands{Rest: spec.Delete},
				Recursive: "-r",
			}
		},
	},
	{
		Names: "rmdir", Source: "rmdir(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "--ignore-fail-on-non-empty"}, {Names: "-p --parents"}, {Names: "-v --verbose"}, {Names: "--help"}, {Names: "--version"},
				},
				Operands: spec.Operands{Rest: spec.Delete},
			}
		},
	},
	{
		Names: "unlink", Source: "unlink(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.GNU, Options: []spec.Option{{Names: "--help"}, {Names: "--version"}}, Operands: spec.Operands{Rest: spec.Delete}}
		},
	},
	{
		Names: "shred", Source: "shred(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-f --force"},
					{Names: "-n --iterations", Arg: spec.Required},
					{Names: "--random-source", Arg: spec.Required, Role: spec.File},
					{Names: "-s --size", Arg: spec.Required},
					{Names: "-u"},
					{Names: "--remove", Arg: spec.Optional},
					{Names: "-v --verbose"},
					{Names: "-x --exact"},
					{Names: "-z --zero"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: spec.Operands{Rest: spec.Write},
				Cases:    []spec.Case{{With: "-u --remove", Operands: spec.Operands{Rest: spec.Delete}}},
			}
		},
	},
	{
		Names: "truncate", Source: "truncate(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-c --no-create"},
					{Names: "-o --io-blocks"},
					{Names: "-r --reference", Arg: spec.Required},
					{Names: "-s --size", Arg: spec.Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: spec.Operands{Rest: spec.Write},
			}
		},
	},
	{
		Names: "fallocate", Source: "fallocate(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-c --collapse-range"},
					{Names: "-d --dig-holes"},
					{Names: "-i --insert-range"},
					{Names: "-l --length", Arg: spec.Required},
					{Names: "-n --keep-size"},
					{Names: "-o --offset", Arg: spec.Required},
					{Names: "-p --punch-hole"},
					{Names: "-v --verbose"},
					{Names: "-w --write-zeroes"},
					{Names: "-x --posix"},
					{Names: "-z --zero-range"},
					{Names: "-h --help"},
					{Names: "-V --version"},
				},
				Operands: spec.Operands{Rest: spec.Write},
			}
		},
	},
	{
		Names: "touch", Source: "touch(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-a"},
					{Names: "-c --no-create"},
					{Names: "-d --date", Arg: spec.Required},
					{Names: "-f"},
					{Names: "-h --no-dereference"},
					{Names: "-m"},
					{Names: "-r --reference", Arg: spec.Required},
					{Names: "-t", Arg: spec.Required},
					{Names: "-A", Arg: spec.Required},
					{Names: "--time", Arg: spec.Required},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: spec.Operands{Rest: spec.Write},
			}
		},
	},
	{
		Names: "mkdir", Source: "mkdir(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Traits: spec.MakesDirs,
				Style:  spec.GNU,
				Options: []spec.Option{
					{Names: "-m --mode", Arg: spec.Required, Role: spec.Mode},
					{Names: "-p --parents"},
					{Names: "-v --verbose"},
					{Names: "-Z"},
					{Names: "--context", Arg: spec.Optional},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: spec.Operands{Rest: spec.Write},
			}
		},
	},
	{
		Names: "cp gcp", Source: "cp(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-a --archive"},
					{Names: "--attributes-only"},
					{Names: "-b"},
					{Names: "--backup", Arg: spec.Optional},
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
					{Names: "--preserve", Arg: spec.Optional},
					{Names: "--no-preserve", Arg: spec.Required},
					{Names: "--parents"},
					{Names: "-R -r --recursive"},
					{Names: "--reflink", Arg: spec.Optional},
					{Names: "--remove-destination"},
					{Names: "--sparse", Arg: spec.Required},
					{Names: "--strip-trailing-slashes"},
					{Names: "-s --symbolic-link"},
					{Names: "-S --suffix", Arg: spec.Required},
					{Names: "-t --target-directory", Arg: spec.Required, Role: spec.Write},
					{Names: "-T --no-target-directory"},
					{Names: "-u"},
					{Names: "--update", Arg: spec.Optional},
					{Names: "-v --verbose"},
					{Names: "-x --one-file-system"},
					{Names: "-X"},
					{Names: "-Z"},
					{Names: "--context", Arg: spec.Optional},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: targets,
				Cases: []spec.Case{
					{With: "-l", And: "-t", Operands: spec.Operands{Rest: spec.HardLink}},
					{With: "-l", Operands: linked},
					{With: "-t", Operands: spec.Operands{Rest: spec.File}},
				},
			}
		},
	},
	{
		Names: "mv gmv", Source: "mv(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Traits: spec.Moves,
				Style:  spec.GNU,
				Options: []spec.Option{
					{Names: "-b"},
					{Names: "--backup", Arg: spec.Optional},
					{Names: "-f --force"},
					{Names: "-h"},
					{Names: "-i --interactive"},
					{Names: "-n --no-clobber"},
					{Names: "--strip-trailing-slashes"},
					{Names: "-S --suffix", Arg: spec.Required},
					{Names: "--debug"},
					{Names: "--exchange"},
					{Names: "--no-copy"},
					{Names: "-t --target-directory", Arg: spec.Required, Role: spec.Write},
					{Names: "-T --no-target-directory"},
					{Names: "-u"},
					{Names: "--update", Arg: spec.Optional},
					{Names: "-v --verbose"},
					{Names: "-Z --context"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands:  spec.Operands{First: []spec.Role{spec.Delete}, Rest: spec.Delete, Last: spec.Write, HasLast: true},
				Cases:     []spec.Case{{With: "-t", Operands: spec.Operands{Rest: spec.Delete}}},
				Recursive: "*",
			}
		},
	},
	{
		Names: "install ginstall", Source: "install(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-b"},
					{Names: "--backup", Arg: spec.Optional},
					{Names: "-c"},
					{Names: "-C --compare"},
					{Names: "-d --directory"},
					{Names: "-D"},
					{Names: "-g --group", Arg: spec.Required, Role: spec.Owner},
					{Names: "-m --mode", Arg: spec.Required, Role: spec.Mode},
					{Names: "-o --owner", Arg: spec.Required, Role: spec.Owner},
					{Names: "-p --preserve-timestamps"},
					{Names: "-s --strip"},
					{Names: "--strip-program", Arg: spec.Required, Role: spec.Helper},
					{Names: "-S --suffix", Arg: spec.Required},
					{Names: "-t --target-directory", Arg: spec.Required, Role: spec.Write},
					{Names: "-T --no-target-directory"},
					{Names: "-v --verbose"},
					{Names: "--preserve-context"},
					{Names: "-Z"},
					{Names: "--debug"},
					{Names: "--context", Arg: spec.Optional},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: targets,
				Cases: []spec.Case{
					{With: "-d", Operands: spec.Operands{Rest: spec.Write}},
					{With: "-t", Operands: spec.Operands{Rest: spec.File}},
				},
			}
		},
	},
	{
		// It links, below the target, all that the packages in its directory hold.
		Names: "stow xstow", Source: "stow(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-d --dir", Arg: spec.Required, Role: spec.File},
					{Names: "-t --target", Arg: spec.Required, Role: spec.Write},
					{Names: "-S --stow"},
					{Names: "-D --delete"},
					{Names: "-R --restow"},
					{Names: "--adopt"},
					{Names: "--no-folding"},
					{Names: "--dotfiles"},
					{Names: "-n --no --simulate"},
					{Names: "-v --verbose", Arg: spec.Optional},
					{Names: "-p --compat"},
					{Names: "--ignore", Arg: spec.Required},
					{Names: "--defer", Arg: spec.Required},
					{Names: "--override", Arg: spec.Required},
					{Names: "-V --version"},
					{Names: "-h --help"},
				},
				Operands: spec.Operands{Rest: spec.Plain},
				DryRun:   "-n --no --simulate",
			}
		},
	},
	{
		Names: "ln gln", Source: "ln(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU, Traits: spec.LinksFiles,
				Options: []spec.Option{
					{Names: "-b"},
					{Names: "--backup", Arg: spec.Optional},
					{Names: "-d -F --directory"},
					{Names: "-f --force"},
					{Names: "-h"},
					{Names: "-i --interactive"},
					{Names: "-L --logical"},
					{Names: "-n --no-dereference"},
					{Names: "-P --physical"},
					{Names: "-r --relative"},
					{Names: "-s --symbolic"},
					{Names: "-S --suffix", Arg: spec.Required},
					{Names: "-t --target-directory", Arg: spec.Required, Role: spec.Write},
					{Names: "-T --no-target-directory"},
					{Names: "-v --verbose"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: linked,
				Cases: []spec.Case{
					{With: "-s", And: "-t", Operands: spec.Operands{Rest: spec.File}},
					{With: "-s", Operands: targets},
					{With: "-t", Operands: spec.Operands{Rest: spec.HardLink}},
				},
			}
		},
	},
	{
		Names: "link", Source: "link(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.GNU, Options: []spec.Option{{Names: "--help"}, {Names: "--version"}}, Operands: spec.Operands{First: firstHardLink, Rest: spec.Write}}
		},
	},
	{
		Names: "chmod gchmod", Source: "chmod(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-c --changes"},
					{Names: "-f --silent --quiet"},
					{Names: "-v --verbose"},
					{Names: "--no-preserve-root"},
					{Names: "--preserve-root"},
					{Names: "--reference", Arg: spec.Required},
					{Names: "-R --recursive"},
					{Names: "-H"},
					{Names: "-L"},
					{Names: "-P"},
					{Names: "-h"},
					{Names: "--dereference"},
					{Names: "--no-dereference"},
					{Names: "--help"},
					{Names: "--version"},
					{Names: "-r -x -X -s -t -u -g -o -a -+ -= -, -w"}, // a mode that removes permissions
				},
				Operands:  spec.Operands{First: []spec.Role{spec.Mode}, Rest: spec.Change},
				Cases:     []spec.Case{{With: "--reference -w", Operands: spec.Operands{Rest: spec.Change}}},
				Recursive: "-R",
			}
		},
	},
	{
		Names: "chown gchown", Source: "chown(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Traits: spec.OwnerIsUser,
				Style:  spec.GNU,
				Options: []spec.Option{
					{Names: "-c --changes"},
					{Names: "-f --silent --quiet"},
					{Names: "-v --verbose"},
					{Names: "--dereference"},
					{Names: "-h --no-dereference"},
					{Names: "--from", Arg: spec.Required},
					{Names: "--no-preserve-root"},
					{Names: "--preserve-root"},
					{Names: "--reference", Arg: spec.Required},
					{Names: "-R --recursive"},
					{Names: "-H"},
					{Names: "-L"},
					{Names: "-P"},
					{Names: "-x"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands:  spec.Operands{First: []spec.Role{spec.Owner}, Rest: spec.Change},
				Cases:     []spec.Case{{With: "--reference", Operands: spec.Operands{Rest: spec.Change}}},
				Recursive: "-R",
			}
		},
	},
	{
		Names: "chgrp gchgrp", Source: "chgrp(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-c --changes"},
					{Names: "-f --silent --quiet"},
					{Names: "-v --verbose"},
					{Names: "--dereference"},
					{Names: "-h --no-dereference"},
					{Names: "--from", Arg: spec.Required},
					{Names: "--no-preserve-root"},
					{Names: "--preserve-root"},
					{Names: "--reference", Arg: spec.Required},
					{Names: "-R --recursive"},
					{Names: "-H"},
					{Names: "-L"},
					{Names: "-P"},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands:  spec.Operands{First: []spec.Role{spec.Owner}, Rest: spec.Change},
				Cases:     []spec.Case{{With: "--reference", Operands: spec.Operands{Rest: spec.Change}}},
				Recursive: "-R",
			}
		},
	},
	{
		Names: "tee gtee", Source: "tee(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: []spec.Option{
					{Names: "-a --append"},
					{Names: "-i --ignore-interrupts"},
					{Names: "-p"},
					{Names: "--output-error", Arg: spec.Optional},
					{Names: "--help"},
					{Names: "--version"},
				},
				Operands: spec.Operands{Rest: spec.Write},
			}
		},
	},
}
