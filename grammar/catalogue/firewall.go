package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// firewalls are the programs that configure the machine's network, packet filter and kernel.
var firewalls = []spec.Row{
	{
		// An option of a match or target that is not listed here leaves its value as an operand, which
		// has no effect.
		Names:  "iptables ip6tables iptables-nft iptables-legacy ip6tables-nft ip6tables-legacy arptables ebtables",
		Source: "iptables(8), iptables --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					[]spec.Option{
						{Names: "-L --list", Arg: spec.Optional},
						{Names: "-S --list-rules", Arg: spec.Optional},
						{Names: "-F --flush", Arg: spec.Optional},
						{Names: "-Z --zero", Arg: spec.Optional},
						{Names: "-X --delete-chain", Arg: spec.Optional},
					},
					bools(
						"-v --verbose", "-n --numeric", "-x --exact", "--line-numbers", "-w --wait", "-f --fragment", "-4 --ipv4", "-6 --ipv6",
						"-V --version", "-h --help",
					),
					values(
						"-t --table", "-A --append", "-I --insert", "-D --delete", "-R --replace", "-P --policy", "-N --new-chain",
						"-E --rename-chain", "-C --check", "-p --protocol", "-s --source --src", "-d --destination --dst", "-j --jump",
						"-g --goto", "-i --in-interface", "-o --out-interface", "-m --match", "--dport --destination-port",
						"--sport --source-port", "--state", "--ctstate", "--to-ports", "--to-destination", "-c --set-counters", "--comment",
					),
				),
			}
		},
	},
	{
		Names: "iptables-restore ip6tables-restore", Source: "iptables-restore(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools("-c --counters", "-n --noflush", "-t --test", "-v --verbose", "-h --help", "-V --version"), values("-T --table", "-w --wait"),
				),
				Operands: reads,
			}
		},
	},
	{
		// A command may be one word or several.
		Names: "nft", Source: "nft(8), nft --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX,
				Options: slices.Concat(
					bools(
						"-c --check", "-o --optimize", "-i --interactive", "-j --json", "-n --numeric", "-s --stateless", "-t --terse", "-a --handle",
						"-e --echo", "-S --service", "-N --reversedns", "-u --guid", "-y --numeric-priority", "-p --numeric-protocol",
						"-T --numeric-time", "-h --help", "-v --version", "-V", "list", "monitor", "describe",
					),
					values("-I --includepath", "-D --define", "-d --debug"),
					[]spec.Option{{Names: "-f --file", Arg: spec.Required, Role: spec.File}},
				),
			}
		},
	},
	{
		Names: "ufw", Source: "ufw(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style:   spec.GNU,
				Options: bools("--force", "--dry-run", "--version", "-h --help"),
				Subs: leaves("enable disable reload reset default logging allow deny reject limit delete insert prepend route " +
					"status show app version"),
			}
		},
	},
	{
		Names: "firewall-cmd", Source: "firewall-cmd(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Abbrev,
				Options: slices.Concat(
					bools(
						"-h --help", "-V --version", "-q --quiet", "--state", "--reload", "--complete-reload", "--runtime-to-permanent",
						"--permanent", "--get-default-zone", "--get-active-zones", "--get-zones", "--get-services", "--list-all",
						"--list-all-zones", "--list-services", "--list-ports", "--list-interfaces", "--list-sources", "--list-rich-rules",
						"--panic-on", "--panic-off", "--query-panic", "--add-masquerade", "--remove-masquerade", "--query-masquerade",
					),
					values(
						"--zone", "--timeout", "--set-default-zone", "--set-target", "--new-zone", "--delete-zone", "--add-service",
						"--remove-service", "--query-service", "--add-port", "--remove-port", "--query-port", "--add-source",
						"--remove-source", "--add-interface", "--change-interface", "--remove-interface", "--add-rich-rule",
						"--remove-rich-rule", "--add-forward-port", "--remove-forward-port", "--info-zone", "--info-service",
					),
				),
			}
		},
	},
	{
		Names: "ip", Source: "ip(8), ip help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Single,
				Options: slices.Concat(
					bools(
						"-V -Version", "-h -human", "-s -stats -statistics", "-d -details", "-o -oneline", "-r -resolve", "-a -all", "-c -color",
						"-t -timestamp", "-br -brief", "-j -json", "-p -pretty", "-4", "-6", "-0", "-B", "-iec", "-echo",
					),
					values("-f -family", "-n -netns", "-l -loops", "-rc -rcvbuf"),
					[]spec.Option{{Names: "-b -batch", Arg: spec.Required, Role: spec.Script, Lang: "ip"}},
				),
				Subs: []spec.Sub{
					{Names: "l li lin link", Syntax: ipObject()},
					{Names: "a ad add addr address", Syntax: ipObject()},
					{Names: "r ro rou rout route", Syntax: ipObject()},
					{Names: "ru rul rule", Syntax: ipObject()},
					{Names: "n ne nei neigh neighbor neighbour", Syntax: ipObject()},
					{Names: "tu tun tunnel", Syntax: ipObject()},
					{Names: "tuntap", Syntax: ipObject()},
					{Names: "x xfrm", Syntax: ipObject()},
					{Names: "netns", Syntax: spec.Syntax{Subs: append(leaves("list add delete set attach identify pids monitor list-id"),
						spec.Sub{Names: "exec", Syntax: spec.Syntax{Style: spec.POSIX, Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}}})}},
					{Names: "vrf", Syntax: spec.Syntax{Subs: append(leaves("show identify pids"),
						spec.Sub{Names: "exec", Syntax: spec.Syntax{Style: spec.POSIX, Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}}})}},
					{Names: "monitor"},
					{Names: "maddress"},
					{Names: "mroute"},
					{Names: "help"},
				},
			}
		},
	},
	{
		Names: "ifconfig", Source: "ifconfig(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute,
				Options: slices.Concat(
					bools("-a", "-s", "-v", "up", "down", "promisc", "-promisc", "arp", "-arp", "dynamic", "multicast", "allmulti"),
					values("netmask", "broadcast", "mtu", "metric", "hw", "ether", "pointopoint", "txqueuelen", "inet", "inet6", "add", "del", "delete", "alias"),
				),
			}
		},
	},
	{
		Names: "route", Source: "route(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Bundle,
				Options: slices.Concat(
					bools("-n", "-e", "-v", "-F", "-C", "-4", "-6", "-net", "-host", "-V --version", "-h --help"),
					values("-A", "gw", "netmask", "metric", "dev", "mss", "window"),
				),
				Subs: leaves("add del delete flush change get monitor show print"),
			}
		},
	},
	{
		Names: "sysctl", Source: "sysctl(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools(
						"-a -A -X --all", "-n --values", "-N --names", "-e --ignore", "-q --quiet", "-w --write", "-b --binary", "--system",
						"--dry-run", "--deprecated", "-h --help", "-V --version",
					),
					values("-r --pattern"),
					[]spec.Option{{Names: "-p -f --load", Arg: spec.Optional, Role: spec.File}},
				),
			}
		},
	},
	{
		Names: "modprobe", Source: "modprobe(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Abbrev | spec.Permute,
				Options: slices.Concat(
					bools(
						"-a --all", "-b --use-blacklist", "-c --showconfig --show-config", "-D --show-depends", "--show-modversions", "--dump-modversions",
						"--first-time", "--force-vermagic", "--force-modversion", "-f --force", "-i --ignore-install", "-n --dry-run --show",
						"-q --quiet", "-R --resolve-alias", "-r --remove", "-s --syslog", "-v --verbose", "-V --version", "-h --help",
					),
					values("-S --set-version"),
					[]spec.Option{{Names: "-C --config", Arg: spec.Required, Role: spec.File}, {Names: "-d --dirname", Arg: spec.Required, Role: spec.Helper}},
				),
			}
		},
	},
	{
		Names: "insmod", Source: "insmod(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.GNU, Options: bools("-s --syslog", "-v --verbose", "-f --force", "-V --version", "-h --help"), Operands: spec.Operands{First: []spec.Role{spec.Helper}}}
		},
	},
	{
		Names: "rmmod", Source: "rmmod(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.GNU, Options: bools("-f --force", "-s --syslog", "-v --verbose", "-w --wait", "-V --version", "-h --help")}
		},
	},
}

// ipObject returns the actions on an object of ip, which may be abbreviated.
func ipObject() spec.Syntax {
	return spec.Syntax{
		Style: spec.Permute,
		Subs: leaves("add del delete set change chg replace append prepend flush save restore " +
			"show sh list ls lst get help"),
	}
}
