package grammar

import (
	"slices"
	"strings"
)

// fleet are the programs that run a command on many machines, or in a
// environment that they make for it.
var fleet = []Program{
	{Names: "parallel-ssh pssh", Source: "pssh(1)", Build: func() Syntax {
		return away(values("-h --hosts", "-H --host", "-l --user", "-p --par", "-o --outdir", "-e --errdir", "-t --timeout", "-O --option", "-x --extra-args", "-X --extra-arg"))
	}},
	{Names: "dsh", Source: "dsh(1)", Build: func() Syntax {
		return away(values("-m --machine", "-f --file", "-g --group", "-r --remoteshell", "-n --num-topology"), bools("-a --all", "-c --concurrent-shell", "-M --show-machine-names"))
	}},
	{Names: "salt salt-ssh", Source: "salt(1), salt execution modules", Build: func() Syntax {
		return Syntax{
			Style: Permute | Free | Service,
			Options: slices.Concat(
				bools("-v --verbose", "-E --pcre", "-L --list", "-G --grain", "-N --nodegroup", "-C --compound", "-I --pillar", "-S --ipcidr", "-s --static", "--async", "--show-timeout", "--version"),
				values("-t --timeout", "-b --batch --batch-size", "-l --log-level", "--out --output", "-c --config-dir"),
				saltFunctions("test.ping test.version test.versions test.versions_report grains.items grains.get grains.item grains.ls pillar.items pillar.get status.uptime status.diskusage status.loadavg "+
					"disk.usage disk.percent network.ip_addrs network.interfaces pkg.list_pkgs pkg.version pkg.list_upgrades service.status service.get_all sys.doc sys.list_functions state.show_sls "+
					"state.show_highstate state.show_top saltutil.running test=True test=true cmd.run cmd.run_all cmd.run_stdout cmd.shell cmd.script cmd.exec_code cmd.powershell file.remove system.reboot "+
					"system.shutdown system.poweroff system.halt"),
			),
		}
	}},
	{Names: "salt-call", Source: "salt-call(1)", Build: func() Syntax {
		return Syntax{
			Style:    Permute | Bundle | Free | Service,
			Options:  slices.Concat(bools("--local"), values("-c --config-dir", "-l --log-level", "--out")),
			Operands: Operands{First: []Role{Plain}, Rest: Words},
		}
	}},
	{Names: "knife", Source: "knife manual", Build: func() Syntax {
		return Syntax{
			Style: service, Levels: 2, Options: slices.Concat(bools("-y --yes"), values("-c --config", "-x --ssh-user", "-a --attribute")),
			Subs: []Sub{{Names: "ssh", Syntax: Syntax{Operands: Operands{First: []Role{Plain}, Rest: Words}, Away: true}}},
		}
	}},
	{Names: "fab", Source: "Fabric documentation", Build: func() Syntax {
		return Syntax{Options: values("-H --hosts", "-i --identity", "-c --collection"), Operands: Operands{Rest: Words}, Away: true}
	}},
	{Names: "nix-shell", Source: "nix-shell(1)", Env: "NIX_*", Build: func() Syntax {
		return Syntax{
			Style: Permute | Free,
			Options: slices.Concat(bools("--pure", "--keep"), values("-p --packages", "-A --attr", "-I"), []Option{
				{Names: "--run", Arg: Required, Role: Shell}, {Names: "--command", Arg: Required, Role: Shell},
			}),
		}
	}},
}

// saltFunctions are functions that salt calls on the machines: whole words.
func saltFunctions(names string) []Option { return bools(strings.Fields(names)...) }

// away is how a program reads its words whose operands are a command for other
// machines.
func away(options ...[]Option) Syntax {
	return Syntax{Style: POSIX, Options: slices.Concat(options...), Operands: Operands{Rest: Words}, Away: true}
}
