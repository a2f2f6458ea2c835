package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// packages are the rules about package managers. Installing is ordinary work; removing software
// from the machine, or taking it away from others, is not.
var packages = []rules.Rule{
	{
		ID: "pkg.history-undo", Class: rules.Destructive, Local: true, Program: "dnf", Sub: "history history/undo history/rollback history/redo", Operand: "undo rollback redo",
		Reason: "removes what was installed, or brings back what was removed",
		Hint:   "`dnf history info` shows what it would be",
		Hits:   []string{"dnf history undo last -y", "yum history rollback 12"},
		Misses: []string{"dnf history list", "dnf history info last"},
	},
	{
		ID: "pkg.mode-override", Class: rules.SystemWrite, Program: "dpkg-statoverride", Any: "--add --remove", None: "--help",
		Reason: "changes the owner or the mode of a system file for good",
		Hint:   "`dpkg-statoverride --list` shows them",
		Hits:   []string{"dpkg-statoverride --update --add root root 4755 /usr/bin/find"},
		Misses: []string{"dpkg-statoverride --list"},
	},
	{
		ID: "pkg.remove", Class: rules.SystemWrite, Local: true, Program: "apt dnf apk pkg snap flatpak", None: "-s --simulate -n --dry-run --assumeno",
		Sub:    "remove purge autopurge erase groupremove del delete un uninstall rm",
		Reason: "removes programs from the machine",
		Hint:   "the package manager's list command shows what is there",
		Hits:   []string{"apt-get remove -y curl", "sudo apt purge nginx", "dnf erase git", "apk del bash", "pkg uninstall git", "snap remove x", "docker exec web apt-get purge -y curl", "docker run --rm --pid=host ubuntu apt-get purge -y curl"},
		Misses: []string{"docker run --rm ubuntu apt-get purge -y curl", "apt install curl", "apt-get -s remove curl", "apk add bash", "apt list --installed", "pip uninstall -y x"},
	},
	{
		ID: "pkg.remove-option", Class: rules.SystemWrite, Local: true, Program: "dpkg rpm", Any: "-r -P --purge -e --erase -R --remove",
		None:   "--no-act -Q --query -q -i --install -S --sync -U --upgrade -F --files --test -p --print -l --list -L -s -V",
		Reason: "removes programs from the machine",
		Hint:   "dpkg -l, rpm -qa and pacman -Q show what is there",
		Hits:   []string{"dpkg -P nginx", "dpkg --purge nginx", "rpm -e git"},
		Misses: []string{"dpkg -l", "dpkg -L curl", "rpm -qa", "dpkg -i x.deb", "rpm -qR git"},
	},
	{
		ID: "pkg.remove-pacman", Class: rules.SystemWrite, Local: true, Program: "pacman", Any: "-R --remove", None: "-p --print -h --help -Q --query -F --files -T --deptest",
		Reason: "removes programs from the machine",
		Hint:   "`pacman -Q` shows what is there; pacman -Rp what would go",
		Hits:   []string{"pacman -R vim", "pacman -Rns --noconfirm base", "yay -Rns linux", "pacman --remove -dd x"},
		Misses: []string{"pacman -Qe", "pacman -S vim", "pacman -Rsp vim", "pacman -Sy", "pacman -Qi bash"},
	},
	{
		ID: "pkg.remove-other", Class: rules.SystemWrite, Local: true, Program: "zypper opkg port eopkg swupd slackpkg pkgin tdnf tlmgr urpme nala pkcon winget choco scoop cave pkgman slapt-get ipkg",
		Operand: "remove rm erase uninstall del bundle-remove removepkg purge delete deinstall", None: "--dry-run -n --help -h --noaction --test -t -D",
		Reason: "removes programs from the machine",
		Hint:   "the package manager's list command shows what is there",
		Hits:   []string{"zypper rm -u glibc", "zypper --non-interactive remove x", "opkg remove busybox", "port uninstall installed", "nala purge x", "eopkg remove x"},
		Misses: []string{"zypper search x", "zypper remove --dry-run x", "opkg list", "port installed", "zypper install x"},
	},
	{
		ID: "pkg.remove-named", Class: rules.SystemWrite, Local: true, Program: "xbps-remove pkg_delete removepkg urpme emerge-webrsync", None: "-n --dry-run -h --help -V",
		Reason: "removes programs from the machine",
		Hint:   "the package manager's list command shows what is there",
		Hits:   []string{"xbps-remove -R x", "pkg_delete -a", "removepkg x"},
		Misses: []string{"xbps-query -l", "xbps-remove -n x", "pkg_info"},
	},
	{
		ID: "pkg.remove-emerge", Class: rules.SystemWrite, Local: true, Program: "emerge", Any: "-C --unmerge -c --depclean --prune -P --rage-clean --deselect", None: "-p --pretend --help -h",
		Reason: "removes programs from the machine",
		Hint:   "`emerge --pretend` shows what would go",
		Hits:   []string{"emerge -C glibc", "emerge --depclean", "emerge --ask=n --unmerge x"},
		Misses: []string{"emerge --pretend --depclean", "emerge -pv x", "emerge --search x"},
	},
	{
		ID: "pkg.environment", Class: rules.Destructive, Local: true, Program: "conda", Sub: "env/remove", None: "--dry-run",
		Reason: "deletes an environment with all that is installed in it",
		Hint:   "`conda env export` writes down what it holds",
		Hits:   []string{"conda env remove -n x", "mamba env remove --name x -y"},
		Misses: []string{"conda env list", "conda env create -f e.yml", "conda remove numpy"},
	},
	{
		ID: "pkg.environment-all", Class: rules.Destructive, Local: true, Program: "conda", Sub: "remove uninstall", Any: "--all", None: "--dry-run",
		Reason: "deletes an environment with all that is installed in it",
		Hint:   "`conda env export` writes down what it holds",
		Hits:   []string{"conda remove --all -n x", "conda remove -n x --all -y"},
		Misses: []string{"conda remove -n x numpy", "conda list"},
	},
	{
		ID: "pkg.all-gems", Class: rules.Destructive, Local: true, Program: "gem", Sub: "uninstall", Any: "-a --all -aIx -aI -Ia -ax -aix",
		Reason: "removes every version of what is installed",
		Hint:   "`gem list` shows what there is",
		Hits:   []string{"gem uninstall -aIx", "gem uninstall rails --all"},
		Misses: []string{"gem uninstall rake", "gem list"},
	},
	{
		ID: "pkg.all-named", Class: rules.Destructive, Local: true, Program: "pipx ghcup rustup rvm rbenv sdk", Operand: "uninstall-all nuke implode self",
		Reason: "removes everything of its kind that is installed",
		Hint:   "its list command shows what there is; name one",
		Hits:   []string{"pipx uninstall-all", "ghcup nuke", "rvm implode", "rustup self uninstall -y"},
		Misses: []string{"pipx list", "pipx uninstall x", "rustup toolchain list", "rustup update"},
	},
	{
		ID: "pkg.generations", Class: rules.Destructive, Local: true, Program: "nix-collect-garbage guix nix-env", Any: "-d --delete-old --delete-generations --delete-older-than -D", None: "--dry-run -n --help",
		Reason: "deletes the older states of the system, to which one can go back",
		Hint:   "`nix-collect-garbage --dry-run` shows what would go",
		Hits:   []string{"nix-collect-garbage -d", "guix package --delete-generations", "guix gc -d 1m", "nix-env --delete-generations old"},
		Misses: []string{"nix-collect-garbage", "nix-collect-garbage --dry-run -d", "guix gc", "nix-env --list-generations"},
	},
	{
		ID: "pkg.nix-all", Class: rules.Destructive, Undone: rules.Tool, Local: true, Program: "nix-env nix", Operand: "* .* '.*'", Any: "-e --uninstall", None: "--dry-run",
		Reason: "removes what the profile holds",
		Hint:   "`nix-env -q` shows what that is",
		Hits:   []string{"nix-env -e '*'", "nix-env --uninstall git"},
		Misses: []string{"nix-env -q", "nix-env -iA nixpkgs.git"},
	},
	{
		ID: "pkg.nix-system", Class: rules.Destructive, Undone: rules.Tool, Local: true, Program: "nixos-rebuild darwin-rebuild", Any: "--rollback",
		Reason: "puts the whole system back to what it was before",
		Hint:   "`nixos-rebuild list-generations` shows what there is",
		Hits:   []string{"nixos-rebuild switch --rollback"},
		Misses: []string{"nixos-rebuild build", "nixos-rebuild switch"},
	},
	{
		ID: "pkg.remove-brew", Class: rules.Destructive, Undone: rules.Tool, Local: true, Program: "brew", Sub: "uninstall remove rm", None: "-n --dry-run",
		Reason: "removes programs from the machine",
		Hint:   "`brew list` shows what is there",
		Hits:   []string{"brew uninstall git", "brew rm --cask x"},
		Misses: []string{"brew list", "brew install git", "brew cleanup"},
	},
	{
		ID: "pkg.force-essential", Class: rules.SystemWrite, Local: true, Program: "apt dpkg", Any: "--allow-remove-essential --force-yes --force-all --force-remove-essential",
		Reason: "may remove what the system needs to start",
		Hint:   "leave the force away",
		Hits:   []string{"apt-get --allow-remove-essential install x", "dpkg --force-all -i x.deb"},
		Misses: []string{"apt-get -f install", "dpkg -i x.deb"},
	},
	{
		ID: "pkg.hook", Class: rules.Escape, Program: "apt", Effect: grammar.Sets,
		Name:   "*::pre-invoke* *::post-invoke* *::pre-install-pkgs* dir::bin::* *::proxyautodetect* *::proxy-auto-detect*",
		Reason: "makes the package manager run a command of its argument's choosing",
		Hint:   "run the command itself",
		Hits:   []string{"apt-get -o APT::Update::Pre-Invoke::=sh update", "apt -oDpkg::Pre-Install-Pkgs::=sh install x"},
		Misses: []string{"apt-get -o Dpkg::Options::=--force-confold install x", "apt update"},
	},
	{
		ID: "pkg.cargo-config", Class: rules.Escape, Program: "cargo", Effect: grammar.Sets,
		Name:   "build.rustc* build.rustdoc target.*.runner target.*.linker target.*.rustflags alias.* credential-alias.* registry.credential-provider source.* registry.index registry.default registries.*.index",
		Reason: "makes cargo run a program named on its command line",
		Hint:   "run cargo without that setting",
		Hits:   []string{"cargo --config build.rustc-wrapper='./x' build", "cargo build --config target.x.runner=./x"},
		Misses: []string{"cargo build", "cargo --config net.offline=true build"},
	},
	{
		ID: "pkg.go-tool", Class: rules.Escape, Program: "go", Any: "-vettool", Effect: grammar.Runs,
		Reason: "makes go run a program named on its command line",
		Hint:   "run go without that flag",
		Hits:   []string{"go vet -vettool=./x ./...", "go vet -vettool ./x"},
		Misses: []string{"go vet ./...", "go test ./...", "go run ./x"},
	},
	{
		ID: "pkg.pip-python", Class: rules.Escape, Program: "pip", Any: "--python", Effect: grammar.Runs,
		Reason: "makes pip run a program of its argument's choosing",
		Hint:   "run pip as a module of that Python: python -m pip",
		Hits:   []string{"pip --python ./x install y"},
		Misses: []string{"pip install y", "python -m pip install y"},
	},
}
