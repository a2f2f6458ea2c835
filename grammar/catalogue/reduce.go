package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// reducers replace files by something smaller, by another name or by nothing: compressors, strip,
// programs that find duplicates, and those that delete to the desktop's trash.
var reducers = []spec.Row{
	{Names: "xz unxz lzma unlzma", Source: "xz(1)", Syntax: func() spec.Syntax {
		return compressing("-S --suffix", "-F --format", "-C --check", "-T --threads", "-M --memlimit --memory", "--block-size", "--filters")
	}},
	{Names: "bzip2 bunzip2 pbzip2 lbzip2 lzip plzip lzop", Source: "bzip2(1), lzip(1), lzop(1)", Syntax: func() spec.Syntax { return compressing("-S --suffix") }},
	{Names: "pigz unpigz", Source: "pigz(1)", Syntax: func() spec.Syntax { return compressing("-S --suffix", "-p --processes", "-b --blocksize") }},
	{Names: "zstd unzstd zstdmt lz4 unlz4 brotli", Source: "zstd(1), lz4(1), brotli(1)", Syntax: func() spec.Syntax {
		x := compressing("-T --threads", "-M --memory", "-w --lgwin", "--quality")
		x.Options = append(x.Options, spec.Option{Names: "-o --output", Arg: spec.Required, Role: spec.Write}, spec.Option{Names: "-j --rm"}, spec.Option{Names: "-D", Arg: spec.Required, Role: spec.File})
		x.Operands, x.Cases = reads, []spec.Case{{With: "-j --rm", Operands: spec.Operands{Rest: spec.Write}}}
		return x
	}},
	{Names: "strip eu-strip llvm-strip", Source: "strip(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU | spec.Free,
			Options: slices.Concat(bools("-s --strip-all", "-g -S -d --strip-debug", "-x --discard-all", "-X --discard-locals", "-p --preserve-dates", "-w --wildcard", "-v --verbose", "-D", "-U", "--strip-unneeded", "-h --help", "-V --version"),
				values("-F --target", "-K --keep-symbol", "-N --strip-symbol", "-R --remove-section"),
				[]spec.Option{{Names: "--output -o", Arg: spec.Required, Role: spec.Write}}),
			Operands: spec.Operands{Rest: spec.Write}, Cases: []spec.Case{{With: "-o", Operands: reads}},
		}
	}},
	{Names: "patchelf chrpath upx", Source: "patchelf(1), chrpath(1), upx(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute | spec.Free,
			Options: slices.Concat(bools("-l --list", "-t --test", "--print-rpath", "--print-needed", "--print-soname", "--print-interpreter", "-d", "-c", "-q", "-f", "-v", "-k", "-h --help", "-V --version", "--remove-rpath", "--shrink-rpath", "--best"),
				values("-r --replace", "--set-rpath", "--set-interpreter", "--set-soname", "--add-needed", "--remove-needed", "--add-rpath"),
				[]spec.Option{{Names: "-o --output", Arg: spec.Required, Role: spec.Write}}),
			Operands: spec.Operands{Rest: spec.Write}, Cases: []spec.Case{{With: "-l -t --print-rpath --print-needed --print-soname --print-interpreter -o", Operands: reads}},
		}
	}},
	{Names: "ar gar llvm-ar gcc-ar", Source: "ar(1), Commands and Modifiers", Syntax: func() spec.Syntax { // the first word is a set of letters, with or without a dash
		return spec.Syntax{
			Style: spec.Old | spec.POSIX,
			Options: slices.Concat(bools("-d", "-m", "-p", "-q", "-r", "-s", "-t", "-x", "-a", "-b", "-c", "-D", "-f", "-i", "-l", "-N", "-o", "-O", "-P", "-S", "-T", "-u", "-U", "-v", "-V", "--thin", "--help", "--version"),
				values("--plugin", "--target", "--record-libdeps"), []spec.Option{{Names: "--output", Arg: spec.Required, Role: spec.Write}}),
			Operands: spec.Operands{First: firstWrite, Rest: spec.File},
			Cases: []spec.Case{
				{With: "-d -m", Operands: spec.Operands{First: firstWrite}},
				{With: "-t -x -p", Operands: spec.Operands{First: firstFile}},
			},
			Lands: &spec.Destination{With: "-x", Not: "--output", Tree: true, Amends: true},
		}
	}},
	{Names: "rar unrar", Source: "rar(1), unrar(1)", Syntax: func() spec.Syntax {
		deletes := spec.Operands{First: firstWrite, Rest: spec.Delete}
		return spec.Syntax{Style: spec.Permute | spec.Single, Subs: []spec.Sub{
			{Names: "u f a", Syntax: spec.Syntax{
				Style: spec.Permute | spec.Single | spec.Free, Options: bools("-df", "-dr", "-dw", "-r"), Operands: spec.Operands{First: firstWrite, Rest: spec.File},
				Cases: []spec.Case{{With: "-df -dr -dw", Operands: deletes}}, Recursive: "*",
			}},
			{Names: "mf m", Syntax: spec.Syntax{Style: spec.Permute | spec.Single | spec.Free, Operands: deletes, Recursive: "*"}},
			{Names: "e x", Syntax: spec.Syntax{Style: spec.Permute | spec.Single | spec.Free, Operands: spec.Operands{First: firstFile, Last: spec.Write, HasLast: true}, Lands: &spec.Destination{With: "*", Tree: true, Amends: true, WithTarget: 2}}},
			{Names: "l lb lt v vb vt t p", Syntax: spec.Syntax{Style: spec.Permute | spec.Single | spec.Free, Operands: reads}},
			{Names: "d c rn", Syntax: spec.Syntax{Style: spec.Permute | spec.Single | spec.Free, Operands: spec.Operands{First: firstWrite}}},
		}}
	}},
	{Names: "fdupes jdupes", Source: "fdupes(1), jdupes(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU | spec.Free, Options: slices.Concat(bools("-r --recurse", "-R", "-d --delete", "-N --noprompt", "-n --noempty", "-f --omitfirst", "-m --summarize", "-S --size", "-q --quiet", "-s --symlinks", "-H --hardlinks", "-l --linksoft", "-L --linkhard")),
			Operands: reads, Cases: []spec.Case{{With: "-d", Operands: spec.Operands{Rest: spec.Delete}}}, Recursive: "-r -R",
		}
	}},
	{Names: "rdfind", Source: "rdfind(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute | spec.Single, Options: values("-deleteduplicates", "-makesymlinks", "-makehardlinks", "-dryrun", "-n", "-ignoreempty", "-minsize", "-makeresultsfile", "-followsymlinks", "-checksum", "-outputname"),
			Operands: reads, Cases: []spec.Case{{With: "-deleteduplicates", Operands: spec.Operands{Rest: spec.Delete}}}, Recursive: "*",
		}
	}},
	{Names: "gio", Source: "gio(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.Permute, Subs: append(leaves("version help info list mime mkdir monitor mount open tree trash"),
			spec.Sub{Names: "remove", Syntax: spec.Syntax{Style: spec.GNU, Options: bools("-f --force"), Operands: spec.Operands{Rest: spec.Delete}}},
			spec.Sub{Names: "move", Syntax: spec.Syntax{Style: spec.GNU | spec.Free, Operands: spec.Operands{Rest: spec.Delete, Last: spec.Write, HasLast: true}}},
			spec.Sub{Names: "copy", Syntax: spec.Syntax{Style: spec.GNU | spec.Free, Operands: spec.Operands{Rest: spec.File, Last: spec.Write, HasLast: true}}},
			spec.Sub{Names: "save", Syntax: spec.Syntax{Style: spec.GNU | spec.Free, Operands: spec.Operands{Rest: spec.Write}}},
			spec.Sub{Names: "cat", Syntax: spec.Syntax{Operands: reads}},
		)}
	}},
	{Names: "kioclient kioclient5 kioclient6 kfmclient", Source: "kioclient --commands", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.GNU | spec.Inherit | spec.Free, Options: bools("--noninteractive", "--overwrite"), Subs: append(leaves("exec openProperties ls stat appmenu"),
			spec.Sub{Names: "del remove", Syntax: spec.Syntax{Style: spec.GNU | spec.Inherit, Operands: spec.Operands{Rest: spec.Delete}, Recursive: "*"}},
			spec.Sub{Names: "mv move", Syntax: spec.Syntax{Style: spec.GNU | spec.Inherit, Operands: spec.Operands{Rest: spec.Delete, Last: spec.Write, HasLast: true}}},
			spec.Sub{Names: "cp copy", Syntax: spec.Syntax{Style: spec.GNU | spec.Inherit, Operands: spec.Operands{Rest: spec.File, Last: spec.Write, HasLast: true}}},
			spec.Sub{Names: "download cat", Syntax: spec.Syntax{Style: spec.GNU | spec.Inherit, Operands: reads}},
		)}
	}},
	{Names: "del-cli gvfs-rm", Source: "del-cli README, gvfs-rm(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.GNU | spec.Free, Options: bools("-f --force", "-d --dry-run", "-v --verbose"), Operands: spec.Operands{Rest: spec.Delete}, Recursive: "*", DryRun: "-d --dry-run"}
	}},
	{Names: "prename file-rename perl-rename", Source: "rename(1p)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU, Options: slices.Concat(bools("-v --verbose", "-0 --null", "-n --nono", "-f --force", "-i --interactive", "-o --no-overwrite", "-s --symlink", "-l --last", "-a --all", "-d --filename --nopath", "--path --fullpath", "-h --help", "-m --man", "-V --version"),
				[]spec.Option{{Names: "-e", Arg: spec.Required, Role: spec.Code, Lang: "perl"}, {Names: "-E", Arg: spec.Required, Role: spec.Code, Lang: "perl"}}),
			Operands: spec.Operands{First: []spec.Role{spec.Code}, Rest: spec.Write}, Lang: "perl",
			Cases: []spec.Case{{With: "-e -E", Operands: spec.Operands{Rest: spec.Write}}}, DryRun: "-n",
		}
	}},
	{Names: "rename", Source: "rename(1), rename(1p)", Syntax: func() spec.Syntax { // of util-linux, where the first operand is text, or Perl's
		return spec.Syntax{
			Style: spec.GNU, Options: bools("-v --verbose", "-n --no-act --nono", "-f --force", "-i --interactive", "-o --no-overwrite", "-s --symlink", "-l --last", "-a --all", "-d", "-h --help", "-V --version"),
			Operands: spec.Operands{First: []spec.Role{spec.Code}, Rest: spec.Write}, Lang: spec.AnyCode, DryRun: "-n",
		}
	}},
	{Names: "dpkg-deb", Source: "dpkg-deb(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU | spec.Free, Options: bools("-x --extract", "-X --vextract", "-R --raw-extract", "-e --control", "-b --build", "-c --contents", "-I --info", "-f --field", "-W --show", "--fsys-tarfile", "--ctrl-tarfile", "--root-owner-group"),
			Operands: reads, Cases: []spec.Case{{With: "-x -X -R -e -b", Operands: spec.Operands{First: []spec.Role{spec.File, spec.Write}}}},
		}
	}},
	{Names: "cabextract unar", Source: "cabextract(1), unar(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU | spec.Free, Options: slices.Concat(bools("-l --list", "-t --test", "-p --pipe", "-f --force-overwrite", "-q --quiet", "-L --lowercase", "-h --help", "-v --version", "-D", "-s", "-r"),
				values("-F --filter", "-e --encoding"), []spec.Option{{Names: "-d --directory -o --output-directory", Arg: spec.Required, Role: spec.Write}}),
			Operands: reads, Lands: &spec.Destination{With: "*", Not: "-l -t -p -h -v", Into: "--output-directory", Tree: true},
		}
	}},
	{Names: "pax", Source: "pax(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX, Options: slices.Concat(bools("-r", "-w", "-a", "-c", "-d", "-i", "-k", "-l", "-n", "-t", "-u", "-v", "-X", "-H", "-L", "-z", "-D", "-Y", "-Z"),
				values("-b", "-o", "-p", "-s", "-x", "-B", "-E", "-G", "-T", "-U"), []spec.Option{{Names: "-f", Arg: spec.Required, Role: spec.File}}),
			Operands: reads, Lands: &spec.Destination{With: "-r", Not: "-w", Tree: true},
			Cases: []spec.Case{
				{With: "-r", And: "-w", Operands: spec.Operands{Rest: spec.File, Last: spec.Write, HasLast: true}},
				{With: "-w", Operands: reads, Values: "-f", As: spec.Write},
				{With: "-r -f", Operands: spec.Operands{}},
			},
		}
	}},
}

// compressing returns the syntax of a program that replaces each operand by a compressed or an
// uncompressed file.
func compressing(valued ...string) spec.Syntax {
	return spec.Syntax{
		Style: spec.GNU | spec.Free,
		Options: slices.Concat(bools("-c --to-stdout --stdout", "-d --uncompress --decompress", "-z --compress", "-t --test", "-l --list", "-k --keep", "-f --force", "-q --quiet", "-v --verbose", "-e --extreme", "-NUM", "-r --recursive", "-h --help", "-V --version"),
			values(valued...)),
		Operands: spec.Operands{Rest: spec.Write},
		Cases:    []spec.Case{{With: "-c -l -t", Operands: reads}},
	}
}
