// Package family lists programs that the judge treats alike: those that print their input, those
// that keep PATH, those that run code in a container. It is data alone. What one program does
// with its words stands in the rows of grammar/catalogue; a list here is for what these rows have
// no field for, and for programs without a row.
//
// To add a program to a family, add its name to the constant. Names are those of the files in
// PATH, or those of rows, which have one name for several programs; Readers has subcommands, too.
package family

import "github.com/agent-loop/shimgen/internal/wordlist"

// A Family is the names of programs, separated by blanks.
type Family string

// Has reports whether a program is in the family.
func (f Family) Has(name string) bool { return wordlist.Among(name, string(f)) }

// Programs of a shell.
const (
	// Shells read no startup file before a command string.
	Shells Family = "bash sh dash mksh"

	// AllShells are those and others, on every system.
	AllShells Family = "sh bash dash zsh ksh ash cmd.exe powershell"

	// Builtins are the commands that bash(1) runs itself.
	Builtins Family = ". : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable " +
		"eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read " +
		"readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait"

	// OtherBuiltins are those of mksh(1) and zsh(1) alone.
	OtherBuiltins Family = "cat print realpath rename sleep whence"

	// Declarers are builtins that declare variables, and print them if they get none.
	Declarers Family = "export declare typeset local readonly"

	// VariablePrinters print variables, or text in which variables may be.
	VariablePrinters Family = "printenv compgen history fc envsubst trap alias"

	// Environments print the environment unless they get a command.
	Environments Family = "env sudo"

	// ProfileFunctions are programs for which their packages define a function of the same name in
	// /etc/profile.d.
	ProfileFunctions Family = "scl"
)

// Programs that run others.
const (
	// PathKeepers run their operands with the PATH that they inherited.
	PathKeepers Family = "nice ionice nohup time timeout setsid stdbuf xargs find eval"

	// Launchers do nothing but run another program; they are among the Readers.
	Launchers Family = "nice ionice time timeout nohup stdbuf xargs bash sh dash mksh"

	// Confiners run code in a container or a sandbox that shares files with this machine. Those whose
	// rows have an effect grammar.Manages are not listed.
	Confiners Family = "act apptainer bwrap buildah charliecloud colima devcontainer distrobox earthly firejail flatpak gitlab-runner lima limactl lxc " +
		"multipass nspawn orb proot singularity systemd-nspawn toolbox udocker unshare vagrant"

	// PackageManagers install packages of Node into node_modules, and run scripts of package.json.
	PackageManagers Family = "npm pnpm yarn bun"

	// PackageRunners are those and their programs that run a package's program.
	PackageRunners Family = PackageManagers + " npx bunx pnpx"

	// PythonInstallers read files of requirements.
	PythonInstallers Family = "pip uv"

	// Builders start some of the Tools although no word of theirs names them.
	Builders Family = "make gmake ninja cmake meson cargo go npm pip"

	// Tools are what Builders start.
	Tools Family = "cc gcc g++ c++ cpp clang clang++ ld ar as ranlib strip nm install pkg-config node python python3 sh bash git rustc"

	// Dispatchers start the program NAME-SUB for an unknown subcommand SUB.
	Dispatchers Family = "git cargo kubectl gh docker helm"

	// Interpreters have code whose output is read.
	Interpreters Family = "python python2 python3 node nodejs bun perl ruby php lua luajit awk gawk mawk nawk"
)

// A store keeps text for a later command: what Writers put there, Readers print.
type store struct{ readers, writers Family }

// stores are those of which the readers' output is a text that somebody has chosen, and not a listing of
// what there is.
var stores = [...]store{
	{"git", "git"},
	{"sqlite3 sqlite psql mysql mariadb redis-cli mongosh duckdb", "sqlite3 sqlite psql mysql mariadb redis-cli mongosh duckdb"},
	{"npm pnpm yarn", "npm pnpm yarn"},
	{"tmux screen", "tmux screen"},
	{"xattr getfattr attr", "xattr setfattr attr"},
	{"readlink ls find realpath stat basename dir vdir tree fd printf echo", "ln mkdir touch mv cp install mkfifo"},
	{"journalctl tail cat grep", "logger systemd-cat"},
	{"exiftool identify mediainfo ffprobe", "exiftool convert magick ffmpeg"},
	{"gsettings dconf defaults reg kreadconfig5 kreadconfig6", "gsettings dconf defaults reg kwriteconfig5 kwriteconfig6"},
	{"xclip xsel pbpaste wl-paste", "xclip xsel pbcopy wl-copy"},
	{"keyctl secret-tool security pass", "keyctl secret-tool security pass"},
	{"etcdctl consul vault kubectl docker podman", "etcdctl consul vault kubectl docker podman"},
	{"atq at crontab", "at crontab"},
	{"systemctl systemd-run loginctl", "systemctl systemd-run loginctl"},
}

// StoresOf returns the programs that put text where a program finds it; "" for most programs.
func StoresOf(reader string) Family {
	for _, s := range stores {
		if s.readers.Has(reader) {
			return s.writers
		}
	}
	return ""
}

// Programs that read.
const (
	// Readers change nothing if all their effects are reads. A subcommand stands behind a slash.
	// Programs that only run others are among them: those others are judged by themselves.
	Readers Family = "awk ls cat head tail grep echo printf pwd cd pushd wc sort uniq cut tr tac rev nl od paste join comm fold cmp diff md5sum base64 " +
		"du df stat readlink realpath seq uname whoami basename dirname test true false sleep type which find " + Launchers + " " +
		"git/status git/log git/diff git/show git/rev-parse git/ls-files git/ls-tree git/blame git/describe git/shortlog git/grep " +
		"git/cat-file git/merge-base git/rev-list git/stash/list git/stash/show git/reflog/show"

	// Listers are among the Readers if they get no operand and only options that choose what they list.
	Listers Family = "git/branch git/tag git/remote date"

	// PureReaders write no file and run no code, whatever their options are.
	PureReaders Family = "cat head tail grep egrep fgrep wc cut tr rev nl tac fold ls stat test ["

	// Filters print only their input, or a part of it, to their standard output.
	Filters Family = "cat grep xargs cut tr head tail sort uniq"

	// Finders only look for their first operand.
	Finders Family = "grep egrep fgrep rg ag ack sd rpl"

	// StreamEditors run scripts of sed(1).
	StreamEditors Family = "sed gsed ssed"

	// LineInterpreters have code that may substitute text in each line: -pe 's/a/b/'.
	LineInterpreters Family = "perl ruby"

	// FileEditors change the files that they open, by commands in their words or in their input.
	FileEditors Family = "ed red ex vi vim nvim"

	// Queries run programs of jq(1) and its like, which have functions and variables for the
	// environment.
	Queries Family = "jq gojq jaq yq"

	// Copiers copy files to names that they make up, or that are in their input.
	Copiers Family = "split csplit tar bsdtar cpio pax unzip 7z 7za 7zz gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 lzip compress uncompress ar shar git rsync uudecode uuencode munpack"

	// Recipes are languages whose lines are commands of a shell.
	Recipes Family = "make just"

	// DatabaseClients take the address of a database, and do not print it.
	DatabaseClients Family = "psql pg_dump pg_isready mysqldump redis-cli mongosh mongo"
)
