package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// users are the programs that change users, groups and file permissions, and the shell's history.
var users = []spec.Row{
	{
		Names: "useradd adduser", Source: "useradd(8), adduser(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools(
						"-m --create-home", "-M --no-create-home", "-r --system", "-U --user-group", "-N --no-user-group", "-o --non-unique",
						"-D --defaults", "-l --no-log-init", "-h --help", "--disabled-password", "--disabled-login", "--quiet", "--force-badname",
					),
					values(
						"-u --uid", "-g --gid", "-G --groups", "-c --comment", "-d --home-dir --home", "-e --expiredate", "-f --inactive",
						"-k --skel", "-s --shell", "-K --key", "-b --base-dir", "-R --root", "-P --prefix", "--gecos", "--ingroup", "--firstuid",
					),
					[]spec.Option{{Names: "-p --password", Arg: spec.Required, Role: spec.Credential}},
				),
			}
		},
	},
	{
		Names: "usermod", Source: "usermod(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools("-a --append", "-L --lock", "-U --unlock", "-m --move-home", "-o --non-unique", "-r --remove", "-h --help"),
					values(
						"-c --comment", "-d --home", "-e --expiredate", "-f --inactive", "-g --gid", "-G --groups", "-l --login", "-s --shell",
						"-u --uid", "-R --root", "-P --prefix", "-v --add-subuids", "-V --del-subuids", "-w --add-subgids", "-W --del-subgids",
					),
					[]spec.Option{{Names: "-p --password", Arg: spec.Required, Role: spec.Credential}},
				),
			}
		},
	},
	{
		Names: "userdel deluser", Source: "userdel(8), deluser(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools("-f --force", "-r --remove", "-Z --selinux-user", "-h --help", "--remove-home", "--remove-all-files", "--quiet", "--system"),
					values("-R --root", "-P --prefix", "--backup-to"),
				),
			}
		},
	},
	{
		Names: "groupadd groupmod groupdel addgroup delgroup", Source: "groupadd(8), addgroup(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools("-f --force", "-o --non-unique", "-r --system", "-h --help", "--quiet"),
					values("-g --gid", "-K --key", "-n --new-name", "-R --root", "-P --prefix", "-U --users"),
					[]spec.Option{{Names: "-p --password", Arg: spec.Required, Role: spec.Credential}},
				),
			}
		},
	},
	{
		Names: "gpasswd", Source: "gpasswd(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools("-r --delete-password", "-R --restrict", "-h --help"),
					values("-a --add", "-d --delete", "-Q --root", "-A --administrators", "-M --members"),
				),
			}
		},
	},
	{
		Names: "getent", Source: "getent(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.GNU | spec.Inherit, Levels: 1, Options: slices.Concat(bools("-i --no-idn", "-A --no-addrconfig", "-? --help", "--usage", "-V --version"), values("-s --service"))}
		},
	},
	{
		Names: "passwd", Source: "passwd(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools(
						"-a --all", "-d --delete", "-e --expire", "-h --help", "-k --keep-tokens", "-l --lock", "-q --quiet", "-S --status",
						"-u --unlock", "-s --stdin",
					),
					values("-i --inactive", "-n --mindays", "-r --repository", "-R --root", "-w --warndays", "-x --maxdays"),
				),
			}
		},
	},
	{
		Names: "chpasswd newusers", Source: "chpasswd(8), newusers(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style:    spec.GNU,
				Options:  slices.Concat(bools("-e --encrypted", "-m --md5", "-h --help"), values("-c --crypt-method", "-s --sha-rounds", "-R --root")),
				Operands: reads,
			}
		},
	},
	{
		Names: "chsh chfn", Source: "chsh(1), chfn(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools("-l --list-shells", "-h -u --help", "-v --version"),
					values("-s --shell", "-R --root", "-f --full-name", "-o --other", "-r --room", "-w --work-phone"),
				),
			}
		},
	},
	{
		Names: "chage", Source: "chage(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools("-l --list", "-i --iso8601", "-h --help"),
					values("-d --lastday", "-E --expiredate", "-I --inactive", "-m --mindays", "-M --maxdays", "-W --warndays", "-R --root"),
				),
			}
		},
	},
	{
		Names: "visudo vipw vigr", Source: "visudo(8), vipw(8)", Env: "SUDO_EDITOR EDITOR VISUAL",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools("-c --check", "-q --quiet", "-s --strict", "-h --help", "-V --version", "-I", "-O --owner", "-P --perms", "-g --group", "-p --passwd"),
					[]spec.Option{{Names: "-f --file", Arg: spec.Required, Role: spec.Write}},
				),
				Cases: []spec.Case{{With: "-c", Values: "-f", As: spec.File}},
			}
		},
	},
	{
		Names: "setfacl", Source: "setfacl(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools(
						"-b --remove-all", "-k --remove-default", "-n --no-mask", "--mask", "-d --default", "-R --recursive",
						"-L --logical", "-P --physical", "--test", "-v --version", "-h --help",
					),
					values("-m --modify", "-x --remove", "--set"),
					[]spec.Option{
						{Names: "-M --modify-file", Arg: spec.Required, Role: spec.File},
						{Names: "-X --remove-file", Arg: spec.Required, Role: spec.File},
						{Names: "--set-file", Arg: spec.Required, Role: spec.File},
						{Names: "--restore", Arg: spec.Required, Role: spec.File},
					},
				),
				Operands:  spec.Operands{Rest: spec.Change},
				Recursive: "-R",
				DryRun:    "--test",
			}
		},
	},
	{
		// An attribute that chattr removes has the form of an option.
		Names: "chattr", Source: "chattr(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Permute,
				Options: slices.Concat(
					bools(
						"-R", "-V", "-f", "-a", "-A", "-c", "-C", "-d", "-D", "-e", "-F", "-i", "-j", "-m", "-P", "-s", "-S", "-t", "-T", "-u", "-x",
						"+a", "+A", "+c", "+C", "+d", "+D", "+e", "+F", "+i", "+j", "+m", "+P", "+s", "+S", "+t", "+T", "+u", "+x",
					),
					values("-v", "-p"),
				),
				Operands:  spec.Operands{Rest: spec.Change},
				Recursive: "-R",
			}
		},
	},
	{
		Names: "history", Source: "bash(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: slices.Concat(
					bools("-c", "-a", "-n", "-r", "-w", "-p"),
					values("-d"),
					[]spec.Option{{Names: "-s", Arg: spec.Required, Role: spec.Words}},
				),
				Cases: []spec.Case{{With: "-a -w", Operands: spec.Operands{First: firstWrite}}, {With: "-r -n", Operands: spec.Operands{First: firstFile}}},
			}
		},
	},
}
