package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// hosting are the programs that run code or start programs in addition to their main purpose:
// templates, hooks of a checker, scripts of a drawing program, servers that start a program for
// each connection.
var hosting = []spec.Row{
	{Names: "erb", Source: "erb(1)", Env: "RUBYOPT RUBYLIB LD_*", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX,
			Options: slices.Concat(bools("-d --debug", "-n", "-v", "-x", "-P", "-h --help", "--version"), values("-T --trim-mode", "-E --encoding", "-U", "-W", "-S"),
				[]spec.Option{{Names: "-r", Arg: spec.Required, Role: spec.Script, Lang: "ruby"}}),
			Operands: spec.Operands{Rest: spec.Script}, Lang: "erb", Stdin: true, Cases: []spec.Case{{With: "-x -h --version", Operands: reads, NoStdin: true}},
		}
	}},
	{Names: "pylint", Source: "pylint(1)", Env: "PYTHON* PYLINTRC PYLINTHOME", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU | spec.Free,
			Options: slices.Concat(bools("-E --errors-only", "-v --verbose", "-h --help", "--version", "--long-help", "-y", "-n", "--recursive", "--from-stdin", "--exit-zero"),
				values("-j --jobs", "-d --disable", "-e --enable", "-f --output-format", "-s --score", "-r --reports"),
				[]spec.Option{
					{Names: "--init-hook", Arg: spec.Required, Role: spec.Code, Lang: "python"},
					{Names: "--rcfile", Arg: spec.Required, Role: spec.File},
					{Names: "--output", Arg: spec.Required, Role: spec.Write},
				}),
			Operands: reads,
		}
	}},
	{Names: "blender", Source: "blender --help", Env: "BLENDER_* PYTHON* LD_*", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute | spec.Free,
			Options: slices.Concat(bools("-b --background", "-a --render-anim", "-y --enable-autoexec", "-Y --disable-autoexec", "--factory-startup", "-v --version", "-h --help", "-noaudio", "--python-console"),
				values("-o --render-output", "-F --render-format", "-E --engine", "-f --render-frame", "-s --frame-start", "-e --frame-end", "-t --threads", "-S --scene", "--addons", "--log", "--log-level"),
				[]spec.Option{
					{Names: "-P --python", Arg: spec.Required, Role: spec.Script, Lang: "python"},
					{Names: "--python-expr", Arg: spec.Required, Role: spec.Code, Lang: "python"},
					{Names: "--python-text", Arg: spec.Required},
					{Names: "--", Last: true},
				}),
			Operands: reads,
		}
	}},
	{Names: "groovy", Source: "groovy --help", Env: "JAVA_OPTS CLASSPATH GROOVY_HOME", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX,
			Options: slices.Concat(bools("-n", "-p", "-l", "-h --help", "-v --version", "-d --debug", "--indy"),
				values("-c --encoding", "-cp -classpath --classpath", "-i", "-b --basescript", "--configscript"),
				[]spec.Option{{Names: "-e", Arg: spec.Required, Role: spec.Code, Lang: spec.AnyCode, Last: true}, {Names: "-D --define", Arg: spec.Required}}),
			Operands: spec.Operands{First: firstScript}, Lang: spec.AnyCode, Stdin: true, Cases: []spec.Case{{With: "-e -h -v", NoStdin: true}},
		}
	}},
	{Names: "tcpserver s6-tcpserver s6-tcpserver4 s6-tcpserver6 udpserver", Source: "tcpserver(1), s6-tcpserver(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style:    spec.POSIX,
			Options:  slices.Concat(bools("-1", "-d", "-D", "-h", "-H", "-o", "-O", "-p", "-P", "-q", "-Q", "-r", "-R", "-v", "-u0"), values("-b", "-c", "-C", "-g", "-G", "-l", "-t", "-u", "-U", "-x", "-B", "-i", "-w", "-W")),
			Operands: spec.Operands{First: []spec.Role{spec.Listen, spec.Plain}, Rest: spec.Argv},
		}
	}},
	{Names: "tcpsvd udpsvd ipsvd", Source: "busybox(1), tcpsvd(8)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style:    spec.POSIX,
			Options:  slices.Concat(bools("-E", "-h", "-v"), values("-c", "-C", "-b", "-u", "-l", "-i", "-x", "-t")),
			Operands: spec.Operands{First: []spec.Role{spec.Listen, spec.Plain}, Rest: spec.Argv},
		}
	}},
	{Names: "ccrypt ccencrypt ccdecrypt", Source: "ccrypt(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{ // it replaces each file by its output
			Style: spec.GNU,
			Options: slices.Concat(bools("-e --encrypt", "-d --decrypt", "-c --cat", "-x --keychange", "-u --unixcrypt", "-b --brave", "-f --force", "-m --mismatch", "-n --noprompt", "-p", "-q --quiet",
				"-s --strictsuffix", "-t --timid", "-T --tmpfiles", "-r --recursive", "-R --rec-symlinks", "-l --symlinks", "-v --verbose", "-h --help", "-V --version", "-L --license", "--notimid"),
				values("-E --envvar", "-F --envvar2", "-S --suffix"), credentials("-K --key", "-H --key2"),
				[]spec.Option{{Names: "-k --keyfile", Arg: spec.Required, Role: spec.File}, {Names: "--keyref -y", Arg: spec.Required, Role: spec.File}}),
			Operands:  spec.Operands{Rest: spec.Delete},
			Cases:     []spec.Case{{With: "-c -h -V -L", Operands: reads}, {With: "-d -x", Operands: spec.Operands{Rest: spec.Write}}},
			Recursive: "-r -R",
		}
	}},
}
