package catalogue

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// fleet are the programs that run a command on many machines, or in an environment that they
// create for it.
var fleet = []spec.Row{
	{Names: "parallel-ssh pssh", Source: "pssh(1)", Syntax: func() spec.Syntax {
		return away(values("-h --hosts", "-H --host", "-l --user", "-p --par", "-o --outdir", "-e --errdir", "-t --timeout", "-O --option", "-x --extra-args", "-X --extra-arg"))
	}},
	{Names: "dsh", Source: "dsh(1)", Syntax: func() spec.Syntax {
		return away(values("-m --machine", "-f --file", "-g --group", "-r --remoteshell", "-n --num-topology"), bools("-a --all", "-c --concurrent-shell", "-M --show-machine-names"))
	}},
	{Names: "salt salt-ssh", Source: "salt(1), salt execution modules", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute | spec.Free | spec.Service,
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
	{Names: "salt-call", Source: "salt-call(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style:   spec.Permute | spec.Bundle | spec.Free | spec.Service,
			Options: slices.Concat(bools("--local"), values("-c --config-dir", "-l --log-level", "--out")),
		}
	}},
	{Names: "knife", Source: "knife manual", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: service, Levels: 2, Options: slices.Concat(bools("-y --yes"), values("-c --config", "-x --ssh-user", "-a --attribute")),
			Subs: []spec.Sub{{Names: "ssh", Syntax: spec.Syntax{Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Words}, Away: true, Start: spec.AwayHome}}},
		}
	}},
	{Names: "fab", Source: "Fabric documentation", Syntax: func() spec.Syntax {
		return spec.Syntax{Options: values("-H --hosts", "-i --identity", "-c --collection"), Operands: spec.Operands{Rest: spec.Words}, Away: true, Start: spec.AwayHome}
	}},
	{Names: "dotenv dotenvx env-cmd dotenv-run-script dotenv-cli godotenv shdotenv", Source: "dotenv-cli README, python-dotenv CLI, dotenvx README, godotenv README", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX, Traits: spec.LoadsVariables, Operands: rest,
			Options: slices.Concat(bools("run", "-o --override", "--overload", "--expand", "--no-override", "--quiet", "--debug", "--verbose", "-p", "-c", "--help", "--version"), values("-v", "--convention"), []spec.Option{
				{Names: "-e --environments", Arg: spec.Required, Role: spec.File}, {Names: "-f --file --env-file", Arg: spec.Required, Role: spec.File},
			}),
		}
	}},
	{Names: "pdm rye hatch", Source: "pdm, rye and hatch documentation", Syntax: func() spec.Syntax {
		x := verbsRunning("run", rest, values("-p --project", "-e --env"), bools("-v --verbose", "-q --quiet", "-y --yes", "--dry-run", "-n", "-s --site-packages", "--no-site-packages"))
		x.Subs = append(x.Subs, subshell)
		return x
	}},
	{Names: "wsl", Source: "Windows Subsystem for Linux command reference", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.POSIX, Operands: rest,
			Options: slices.Concat(bools("-e --exec", "-l --list", "-v --verbose", "--shutdown", "--status", "--update", "--help", "--version", "--system", "-q --quiet", "--running"),
				values("-d --distribution", "-u --user", "--cd", "--shell-type", "-t --terminate", "-s --set-default", "--unregister", "--set-version", "--unmount", "--mount", "--export", "--import", "--install")),
		}
	}},
	{Names: "repo", Source: "repo command reference", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: service | spec.Bundle, Levels: 1, Options: bools("-f --force-broken", "--force-sync", "-d --detach", "-D --delete", "--force-remove-dirty", "--all"),
			Subs: []spec.Sub{{Names: "forall", Syntax: spec.Syntax{Options: slices.Concat(values("-r --regex", "-g --groups"), []spec.Option{{Names: "-c --command", Arg: spec.Required, Role: spec.Shell}})}}},
		}
	}},
	{Names: "nix-shell", Source: "nix-shell(1)", Env: "NIX_*", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute | spec.Free, Shells: true,
			Options: slices.Concat(bools("--pure", "--keep"), values("-p --packages", "-A --attr"), valued(spec.Setting, "-I --include"), []spec.Option{
				{Names: "--run", Arg: spec.Required, Role: spec.Shell}, {Names: "--command", Arg: spec.Required, Role: spec.Shell},
			}),
		}
	}},
}

// verbsRunning is verbs for a program with one subcommand that runs a command.
func verbsRunning(sub string, operands spec.Operands, options ...[]spec.Option) spec.Syntax {
	x := verbs(1, options...)
	x.Subs = []spec.Sub{{Names: sub, Syntax: spec.Syntax{Style: spec.POSIX | spec.Inherit, Operands: operands}}}
	return x
}

// saltFunctions are functions that salt calls on the machines: whole words.
func saltFunctions(names string) []spec.Option { return bools(strings.Fields(names)...) }

// away returns the syntax of a program whose operands are a command for other machines.
func away(options ...[]spec.Option) spec.Syntax {
	return spec.Syntax{Style: spec.POSIX, Options: slices.Concat(options...), Operands: spec.Operands{Rest: spec.Words}, Away: true, Start: spec.AwayHome}
}
