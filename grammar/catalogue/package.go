package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// packages are the package managers of systems.
var packages = []spec.Row{
	{
		Names: "apt apt-get aptitude", Source: "apt(8), apt-get(8)", Env: "APT_CONFIG",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU | spec.Inherit,
				Options: slices.Concat(
					bools(
						"-y --yes --assume-yes", "--assume-no", "-q --quiet", "-qq", "-f --fix-broken", "-m --ignore-missing --fix-missing",
						"-d --download-only", "-s --simulate --just-print --dry-run --recon --no-act", "-V --verbose-versions", "-b --compile --build",
						"--purge", "--reinstall", "--no-install-recommends", "--install-recommends", "--install-suggests", "--no-upgrade",
						"--only-upgrade", "--force-yes", "--allow-downgrades", "--allow-remove-essential", "--allow-change-held-packages",
						"--allow-unauthenticated", "--auto-remove --autoremove", "--no-download", "--print-uris", "--trivial-only", "-u --show-upgraded",
						"-h --help", "-v --version", "--installed", "--upgradable", "--all-versions -a", "--names-only -n",
					),
					values("-t --target-release --default-release"),
					[]spec.Option{
						{Names: "-o --option", Arg: spec.Required, Role: spec.Setting},
						{Names: "-c --config-file", Arg: spec.Required, Role: spec.File},
					},
				),
				Subs: leaves("update upgrade full-upgrade dist-upgrade dselect-upgrade install reinstall remove purge autoremove auto-remove " +
					"autopurge source build-dep satisfy check clean autoclean changelog download list search show showsrc policy depends " +
					"rdepends moo edit-sources hold unhold versions why"),
			}
		},
	},
	{
		Names: "apt-cache", Source: "apt-cache(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.GNU, Options: slices.Concat(bools("-i", "-a", "-n", "-q", "-f", "--installed"), values("-c", "-o"))}
		},
	},
	{
		Names: "apt-mark", Source: "apt-mark(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: spec.GNU, Options: slices.Concat(bools("-q", "-h --help"), values("-f", "-c", "-o"))}
		},
	},
	{
		Names: "dpkg", Source: "dpkg(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools(
						"-i --install", "--unpack", "--configure", "-r --remove", "-P --purge", "-V --verify", "-C --audit", "-l --list",
						"-L --listfiles", "-s --status", "-S --search", "-p --print-avail", "-I --info", "-c --contents", "-R --recursive",
						"-a --pending", "-B --auto-deconfigure", "-E --skip-same-version", "-G --refuse-downgrade", "--no-act --dry-run --simulate",
						"--print-architecture", "--print-foreign-architectures", "--compare-versions", "--get-selections", "--set-selections",
						"--clear-selections", "--force-all", "--force-depends", "--force-remove-essential", "-? --help", "--version",
					),
					values("--add-architecture", "--remove-architecture", "--root", "--admindir", "--instdir", "-D --debug"),
					[]spec.Option{{Names: "-x --extract"}, {Names: "-X --vextract"}, {Names: "-e --control"}},
				),
				Operands: spec.Operands{Rest: spec.Plain},
				Cases: []spec.Case{
					{With: "-x -X -e", Operands: spec.Operands{First: []spec.Role{spec.File, spec.Write}}},
					{With: "-i --unpack -I -c", Operands: reads},
				},
			}
		},
	},
	{
		Names: "dnf yum microdnf dnf5", Source: "dnf(8), yum(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU | spec.Inherit,
				Options: slices.Concat(
					bools(
						"-y --assumeyes", "--assumeno", "-q --quiet", "-v --verbose", "-b --best", "-C --cacheonly", "--allowerasing", "--nogpgcheck",
						"--refresh", "--downloadonly", "--skip-broken", "--nobest", "--setopt-strict", "-h --help", "--version",
					),
					values("--enablerepo", "--disablerepo", "--repo --repoid", "-x --exclude --excludepkgs", "--setopt", "--releasever", "-d --debuglevel", "-e --errorlevel"),
					[]spec.Option{
						{Names: "-c --config", Arg: spec.Required, Role: spec.File},
						{Names: "--installroot", Arg: spec.Required, Role: spec.Write},
						{Names: "--downloaddir --destdir", Arg: spec.Required, Role: spec.Write},
					},
				),
				Subs: append(leaves("erase autoremove update check-update check repolist clean module groupinstall groupremove swap mark "+
					"builddep download config-manager help updateinfo deplist"),
					spec.Sub{Names: "in localinstall install"}, spec.Sub{Names: "rei reinstall"}, spec.Sub{Names: "rm remove"}, spec.Sub{Names: "up upgrade"}, spec.Sub{Names: "up-min update-minimal upgrade-minimal"},
					spec.Sub{Names: "dg downgrade"}, spec.Sub{Names: "dsync distrosync distribution-synchronization distro-sync"}, spec.Sub{Names: "ls list"}, spec.Sub{Names: "if info"},
					spec.Sub{Names: "se search"}, spec.Sub{Names: "prov whatprovides provides"}, spec.Sub{Names: "rq repoquery"}, spec.Sub{Names: "mc makecache"}, spec.Sub{Names: "hist history"}, spec.Sub{Names: "grp groups group"}),
			}
		},
	},
	{
		Names: "rpm", Source: "rpm(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools(
						"-q --query", "-a --all", "-i --install", "-U --upgrade", "-F --freshen", "-e --erase", "-V --verify", "-l --list", "-f --file",
						"-p --package", "-c --configfiles", "-d --docfiles", "-R --requires", "-h --hash", "-v --verbose", "--nodeps", "--force",
						"--test", "--import", "-K --checksig", "--initdb", "--rebuilddb", "--help", "--version",
					),
					values("--qf --queryformat", "--root", "--dbpath"),
					[]spec.Option{{Names: "-E --eval", Arg: spec.Required, Role: spec.Code, Lang: spec.AnyCode}, {Names: "--pipe", Arg: spec.Required, Role: spec.Shell}},
				),
				Cases: []spec.Case{{With: "-i -U -F", Operands: reads}, {With: "--import", Operands: spec.Operands{Rest: spec.Repo}}},
			}
		},
	},
	{Names: "apt-key", Source: "apt-key(8)", Syntax: func() spec.Syntax {
		return with(
			[]spec.Sub{{Names: "add", Syntax: spec.Syntax{Operands: reads}}, {Names: "adv", Syntax: spec.Syntax{Style: spec.Permute | spec.Free, Options: slices.Concat(
				bools("--recv-keys --recv", "--fetch-keys", "--batch"), valued(spec.Host, "--keyserver"), values("--keyserver-options"),
			)}}},
			verbs(1, values("--keyring")),
		)
	}},
	{Names: "pacman-key", Source: "pacman-key(8)", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU,
			Options: slices.Concat(
				bools("-a --add", "-d --delete", "-e --export", "-f --finger", "-l --list-keys", "-r --recv-keys", "-u --updatedb", "-v --verify", "--edit-key", "--import", "--import-trustdb", "--init", "--list-sigs",
					"--lsign-key", "--populate", "--refresh-keys", "--verbose", "-h --help", "-V --version"),
				valued(spec.File, "--config"), values("--gpgdir"), valued(spec.Host, "--keyserver"),
			),
			Cases: []spec.Case{{With: "-a -v", Operands: reads}},
		}
	}},
	{
		Names: "pacman yay paru", Source: "pacman(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools(
						"-D --database", "-F --files", "-Q --query", "-R --remove", "-S --sync", "-T --deptest", "-U --upgrade", "-V --version",
						"-s --recursive --search", "-y --refresh", "-u --sysupgrade --unneeded", "-c --clean --cascade --changelog", "-n --nosave --native",
						"-i --info", "-l --list", "-d --nodeps", "-w --downloadonly", "-q --quiet", "-o --owns", "-p --print", "-e --explicit",
						"-k --check", "-m --foreign", "-t --unrequired", "-g --groups", "-v --verbose", "-h --help", "--noconfirm", "--needed",
					),
					values("-b --dbpath", "-r --root", "--color", "--ignore", "--overwrite", "--arch", "--cachedir"),
					[]spec.Option{{Names: "--config", Arg: spec.Required, Role: spec.File}, {Names: "--hookdir", Arg: spec.Required, Role: spec.Helper}},
				),
			}
		},
	},
	{
		Names: "apk", Source: "apk(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU | spec.Inherit,
				Options: slices.Concat(
					bools(
						"-q --quiet", "-v --verbose", "-i --interactive", "-f --force", "-U --update-cache", "-u --upgrade", "-l --latest",
						"-s --simulate", "--no-cache", "--allow-untrusted", "--no-scripts", "--purge", "-r --rdepends", "--progress", "--no-progress",
						"-h --help", "-V --version",
					),
					valued(spec.Repo, "-X --repository"),
					values("-p --root", "-t --virtual", "--arch", "--wait", "--cache-dir", "--keys-dir", "--repositories-file"),
				),
				Subs: leaves("add del fix update upgrade cache info list dot policy index fetch manifest verify audit stats version search"),
			}
		},
	},
	{
		// FreeBSD's pkg and Termux's, which has the same verbs.
		Names: "pkg", Source: "pkg(8), Termux package management",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style:   spec.GNU | spec.Inherit,
				Options: bools("-y --yes", "-f --force", "-q --quiet", "-n --dry-run", "-a --all", "-v --version", "-h --help", "--check-mirror"),
				Subs: leaves("install in add reinstall rei update up upgrade delete remove uninstall un autoremove autoclean clean info show list-all " +
					"list list-installed files search se query lock unlock audit which stats"),
			}
		},
	},
	{
		Names: "brew", Source: "brew(1)", Env: "HOMEBREW_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU | spec.Inherit,
				Options: bools(
					"-v --verbose", "-q --quiet", "-d --debug", "-f --force", "-n --dry-run", "--cask --casks", "--formula --formulae", "--overwrite", "--zap",
					"--HEAD", "--build-from-source -s", "--ignore-dependencies", "--json", "--greedy", "-a --all", "-h --help", "--version",
				),
				Subs: append(leaves("install reinstall uninstall remove rm upgrade update link unlink list ls info search cleanup doctor outdated deps uses "+
					"tap untap pin unpin config home edit cat leaves autoremove bundle analytics commands create test audit fetch log missing desc"),
					spec.Sub{Names: "services", Syntax: spec.Syntax{Subs: leaves("list run start stop restart kill info cleanup")}}),
			}
		},
	},
	{
		Names: "snap", Source: "snap(8)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU | spec.Inherit,
				Options: slices.Concat(
					bools("--classic", "--edge", "--beta", "--candidate", "--stable", "--dangerous", "--devmode", "--jailmode", "--purge", "--no-wait", "-h --help"),
					values("--channel", "--revision"),
				),
				Subs: append(leaves("install remove refresh revert list find info enable disable start stop restart logs services get set unset "+
					"connect disconnect connections interfaces download version changes tasks abort save saved restore forget alias"),
					spec.Sub{Names: "run", Syntax: spec.Syntax{Style: spec.POSIX, Options: []spec.Option{{Names: "--shell"}}, Operands: rest}}),
			}
		},
	},
	{
		Names: "flatpak", Source: "flatpak(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style:   spec.GNU | spec.Inherit,
				Options: bools("-y --assumeyes", "--noninteractive", "-u --user", "--system", "--delete-data", "--unused", "--all", "-v --verbose", "--help", "--version"),
				Subs:    leaves("install update uninstall remove mask pin list info history config repair search run override kill ps remotes remote-add remote-delete"),
			}
		},
	},
	{
		Names: "nix-env", Source: "nix-env(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Permute,
				Options: slices.Concat(
					bools("-i --install", "-u --upgrade", "-e --uninstall", "-q --query", "-a --available", "--rollback", "--list-generations", "--dry-run", "--help"),
					values("-f --file", "-p --profile", "-A --attr", "--delete-generations", "-G --switch-generation"),
					valued(spec.Setting, "-I --include"),
				),
			}
		},
	},
}
