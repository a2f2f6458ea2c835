package rules

import "github.com/agent-loop/shimgen/grammar"

// packages are the rules about package managers. Installing is ordinary work;
// what takes away from the machine, or from others, is not.
var packages = []Rule{
	{
		ID: "pkg.remove", Class: SystemWrite, Program: "apt dnf apk pkg snap flatpak", None: "-s --simulate -n --dry-run --assumeno",
		Sub:    "remove purge autopurge erase groupremove del delete un uninstall rm",
		Reason: "removes programs from the machine",
		Hint:   "the package manager's list command shows what is there",
		Hits:   []string{"apt-get remove -y curl", "sudo apt purge nginx", "dnf erase git", "apk del bash", "pkg uninstall git", "snap remove x"},
		Misses: []string{"apt install curl", "apt-get -s remove curl", "apk add bash", "apt list --installed", "pip uninstall -y x"},
	},
	{
		ID: "pkg.remove-option", Class: SystemWrite, Program: "dpkg rpm pacman", Any: "-r -P --purge -e --erase -R --remove",
		None:   "--no-act -Q --query -q -i --install -S --sync -U --upgrade -F --files --test -p --print -l --list -L -s -V",
		Reason: "removes programs from the machine",
		Hint:   "dpkg -l, rpm -qa and pacman -Q show what is there",
		Hits:   []string{"dpkg -P nginx", "dpkg --purge nginx", "rpm -e git", "pacman -R vim"},
		Misses: []string{"dpkg -l", "dpkg -L curl", "rpm -qa", "pacman -Qe", "pacman -S vim", "dpkg -i x.deb", "rpm -qR git"},
	},
	{
		ID: "pkg.remove-brew", Class: Destructive, Program: "brew", Sub: "uninstall remove rm", None: "-n --dry-run",
		Reason: "removes programs from the machine",
		Hint:   "`brew list` shows what is there",
		Hits:   []string{"brew uninstall git", "brew rm --cask x"},
		Misses: []string{"brew list", "brew install git", "brew cleanup"},
	},
	{
		ID: "pkg.force-essential", Class: SystemWrite, Program: "apt dpkg", Any: "--allow-remove-essential --force-yes --force-all --force-remove-essential",
		Reason: "may remove what the system needs to start",
		Hint:   "leave the force away",
		Hits:   []string{"apt-get --allow-remove-essential install x", "dpkg --force-all -i x.deb"},
		Misses: []string{"apt-get -f install", "dpkg -i x.deb"},
	},
	{
		ID: "pkg.hook", Class: Escape, Program: "apt", Effect: grammar.Sets,
		Name:   "*::pre-invoke* *::post-invoke* *::pre-install-pkgs* dir::bin::* *::proxyautodetect* *::proxy-auto-detect*",
		Reason: "makes the package manager run a command of its argument's choosing",
		Hint:   "run the command itself",
		Hits:   []string{"apt-get -o APT::Update::Pre-Invoke::=sh update", "apt -oDpkg::Pre-Install-Pkgs::=sh install x"},
		Misses: []string{"apt-get -o Dpkg::Options::=--force-confold install x", "apt update"},
	},
	{
		ID: "pkg.cargo-config", Class: Escape, Program: "cargo", Effect: grammar.Sets,
		Name:   "build.rustc* build.rustdoc target.*.runner target.*.linker target.*.rustflags alias.* credential-alias.* registry.credential-provider",
		Reason: "makes cargo run a program named on its command line",
		Hint:   "run cargo without that setting",
		Hits:   []string{"cargo --config build.rustc-wrapper='./x' build", "cargo build --config target.x.runner=./x"},
		Misses: []string{"cargo build", "cargo --config net.offline=true build"},
	},
	{
		ID: "pkg.go-tool", Class: Escape, Program: "go", Any: "-vettool", Effect: grammar.Runs,
		Reason: "makes go run a program named on its command line",
		Hint:   "run go without that flag",
		Hits:   []string{"go vet -vettool=./x ./...", "go vet -vettool ./x"},
		Misses: []string{"go vet ./...", "go test ./...", "go run ./x"},
	},
	{
		ID: "pkg.pip-python", Class: Escape, Program: "pip", Any: "--python", Effect: grammar.Runs,
		Reason: "makes pip run a program of its argument's choosing",
		Hint:   "run pip as a module of that Python: python -m pip",
		Hits:   []string{"pip --python ./x install y"},
		Misses: []string{"pip install y", "python -m pip install y"},
	},
}
