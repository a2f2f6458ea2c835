package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// remotePrograms are the clients of other machines, except those of the network family, which every
// shim directory has.
var remotePrograms = []spec.Row{
	{
		Names: "sftp", Source: "sftp(1)", Env: "SSH_ASKPASS SSH_ASKPASS_REQUIRE SSH_AUTH_SOCK SSH_SK_PROVIDER LD_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-4"},
					{Names: "-6"},
					{Names: "-A"},
					{Names: "-a"},
					{Names: "-C"},
					{Names: "-f"},
					{Names: "-N"},
					{Names: "-p"},
					{Names: "-q"},
					{Names: "-r"},
					{Names: "-v"},
					{Names: "-B", Arg: spec.Required},
					{Names: "-c", Arg: spec.Required},
					{Names: "-i", Arg: spec.Required},
					{Names: "-l", Arg: spec.Required},
					{Names: "-P", Arg: spec.Required},
					{Names: "-R", Arg: spec.Required},
					{Names: "-s", Arg: spec.Required},
					{Names: "-X", Arg: spec.Required},
					{Names: "-b", Arg: spec.Required, Role: spec.Script, Lang: "sftp"},
					{Names: "-D", Arg: spec.Required, Role: spec.Shell},
					{Names: "-F", Arg: spec.Required, Role: spec.File},
					{Names: "-J", Arg: spec.Required, Role: spec.Host},
					{Names: "-o", Arg: spec.Required, Role: spec.Setting},
					{Names: "-S", Arg: spec.Required, Role: spec.Helper},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Host}}, Lang: "sftp", Stdin: true, StdinWith: "*",
			}
		},
	},
	{
		Names: "smbclient", Source: "smbclient(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Permute,
				Options: []spec.Option{
					{Names: "-N --no-pass"},
					{Names: "-g --grepable"},
					{Names: "-k --kerberos"},
					{Names: "-E --stderr"},
					{Names: "-c --command", Arg: spec.Required, Role: spec.Code, Lang: "sftp"},
					{Names: "-U --user", Arg: spec.Required, Role: spec.Credential},
					{Names: "-A --authentication-file", Arg: spec.Required},
					{Names: "-I --ip-address", Arg: spec.Required, Role: spec.Host},
					{Names: "-L --list", Arg: spec.Required, Role: spec.Host},
					{Names: "-D --directory", Arg: spec.Required},
					{Names: "-W --workgroup", Arg: spec.Required},
					{Names: "-p --port", Arg: spec.Required},
					{Names: "-m --max-protocol", Arg: spec.Required},
					{Names: "-d --debuglevel", Arg: spec.Required},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Host}},
			}
		},
	},
	{
		Names: "lftp ftp tnftp", Source: "lftp(1), ftp(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-d"},
					{Names: "-n"},
					{Names: "-i"},
					{Names: "-v"},
					{Names: "-A"},
					{Names: "-4"},
					{Names: "-6"},
					{Names: "-g"},
					{Names: "-c", Arg: spec.Required, Role: spec.Code, Lang: "sftp"},
					{Names: "-e", Arg: spec.Required, Role: spec.Code, Lang: "sftp"},
					{Names: "-f", Arg: spec.Required, Role: spec.Script, Lang: "sftp"},
					{Names: "-p", Arg: spec.Required},
					{Names: "-u", Arg: spec.Required, Role: spec.Credential},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Host}}, Lang: "sftp", Stdin: true, StdinWith: "*",
				Cases: []spec.Case{{With: "-c -f", Operands: spec.Operands{First: []spec.Role{spec.Host}}, NoStdin: true}},
			}
		},
	},
	{
		Names: "socat", Source: "socat(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Options: []spec.Option{
					{Names: "-V"},
					{Names: "-h"},
					{Names: "-hh"},
					{Names: "-hhh"},
					{Names: "-d"},
					{Names: "-dd"},
					{Names: "-ddd"},
					{Names: "-D"},
					{Names: "-v"},
					{Names: "-x"},
					{Names: "-s"},
					{Names: "-u"},
					{Names: "-U"},
					{Names: "-g"},
					{Names: "-4"},
					{Names: "-6"},
					{Names: "-lu"},
					{Names: "-lm"},
					{Names: "-ls"},
					{Names: "-ly"},
					{Names: "-lh"},
					{Names: "-lf", Arg: spec.Required, Role: spec.Write},
					{Names: "-b", Arg: spec.Required},
					{Names: "-t", Arg: spec.Required},
					{Names: "-T", Arg: spec.Required},
					{Names: "-r", Arg: spec.Required, Role: spec.Write},
					{Names: "-R", Arg: spec.Required, Role: spec.Write},
					{Names: "-L", Arg: spec.Required},
					{Names: "-W", Arg: spec.Required},
					{Names: "-lp", Arg: spec.Required},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Code, spec.Code}}, Lang: "socat",
			}
		},
	},
	{
		Names: "dig host nslookup drill kdig", Source: "dig(1), host(1), nslookup(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style:    spec.Permute | spec.Lenient,
				Options:  []spec.Option{{Names: "-f", Arg: spec.Required, Role: spec.Upload}, {Names: "-k", Arg: spec.Required, Role: spec.File}},
				Operands: spec.Operands{Rest: spec.Host},
			}
		},
	},
	{Names: "nmap", Source: "nmap(1)", Syntax: func() spec.Syntax {
		return scanning([]spec.Option{
			{Names: "-oN -oX -oS -oG -oA -oM", Arg: spec.Required, Role: spec.Write}, {Names: "-iL --excludefile", Arg: spec.Required, Role: spec.File},
		}, values("-p", "-e", "-S", "-D", "-g --source-port", "-iR", "-sI", "-b", "-m", "-PS", "-PA", "-PU", "--script", "--script-args", "--dns-servers", "--exclude", "--top-ports", "--min-rate", "--max-rate",
			"--max-retries", "--host-timeout", "--scan-delay", "--ttl", "--data-length", "--spoof-mac", "--proxies", "--datadir", "--stylesheet"))
	}},
	{Names: "masscan", Source: "masscan(8)", Syntax: func() spec.Syntax {
		return scanning([]spec.Option{
			{Names: "-oX -oB -oG -oJ -oL -oU -oD --output-filename", Arg: spec.Required, Role: spec.Write}, {Names: "-iL --includefile --excludefile --exclude-file -c --conf", Arg: spec.Required, Role: spec.File},
		}, values("-p --ports", "--rate", "-e --interface", "--exclude", "--range", "--output-format", "--adapter-ip", "--router-mac", "--wait"))
	}},
	{
		Names: "ping ping6 fping", Source: "ping(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Bundle,
				Options: []spec.Option{
					{Names: "-4"},
					{Names: "-6"},
					{Names: "-a"},
					{Names: "-A"},
					{Names: "-b"},
					{Names: "-B"},
					{Names: "-d"},
					{Names: "-D"},
					{Names: "-f"},
					{Names: "-L"},
					{Names: "-n"},
					{Names: "-O"},
					{Names: "-q"},
					{Names: "-r"},
					{Names: "-R"},
					{Names: "-U"},
					{Names: "-v"},
					{Names: "-V"},
					{Names: "-h"},
					{Names: "-c", Arg: spec.Required},
					{Names: "-F", Arg: spec.Required},
					{Names: "-i", Arg: spec.Required},
					{Names: "-I", Arg: spec.Required},
					{Names: "-l", Arg: spec.Required},
					{Names: "-m", Arg: spec.Required},
					{Names: "-M", Arg: spec.Required},
					{Names: "-N", Arg: spec.Required},
					{Names: "-p", Arg: spec.Required},
					{Names: "-Q", Arg: spec.Required},
					{Names: "-s", Arg: spec.Required},
					{Names: "-S", Arg: spec.Required},
					{Names: "-t", Arg: spec.Required},
					{Names: "-T", Arg: spec.Required},
					{Names: "-w", Arg: spec.Required},
					{Names: "-W", Arg: spec.Required},
				},
				Operands: spec.Operands{Rest: spec.Host},
			}
		},
	},
	{
		Names: "telnet", Source: "telnet(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: []spec.Option{
					{Names: "-4"},
					{Names: "-6"},
					{Names: "-8"},
					{Names: "-a"},
					{Names: "-c"},
					{Names: "-d"},
					{Names: "-E"},
					{Names: "-K"},
					{Names: "-L"},
					{Names: "-r"},
					{Names: "-y"},
					{Names: "-b", Arg: spec.Required},
					{Names: "-e", Arg: spec.Required},
					{Names: "-l", Arg: spec.Required},
					{Names: "-n", Arg: spec.Required, Role: spec.Write},
				},
				Operands: spec.Operands{First: []spec.Role{spec.Host}},
			}
		},
	},
}

// scanning returns the syntax of a network scanner.
func scanning(options ...[]spec.Option) spec.Syntax {
	return spec.Syntax{Style: spec.Permute | spec.Bundle, Options: slices.Concat(options...), Operands: spec.Operands{Rest: spec.Host}}
}
