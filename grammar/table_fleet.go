package grammar

import "slices"

// fleet are the programs that run a command on many machines, or in a
// environment that they make for it.
var fleet = []Program{
	{Names: "parallel-ssh pssh", Source: "pssh(1)", Build: func() Syntax {
		return away(values("-h --hosts", "-H --host", "-l --user", "-p --par", "-o --outdir", "-e --errdir", "-t --timeout", "-O --option", "-x --extra-args", "-X --extra-arg"))
	}},
	{Names: "dsh", Source: "dsh(1)", Build: func() Syntax {
		return away(values("-m --machine", "-f --file", "-g --group", "-r --remoteshell", "-n --num-topology"), bools("-a --all", "-c --concurrent-shell", "-M --show-machine-names"))
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

// away is how a program reads its words whose operands are a command for other
// machines.
func away(options ...[]Option) Syntax {
	return Syntax{Style: POSIX, Options: slices.Concat(options...), Operands: Operands{Rest: Words}, Away: true}
}
