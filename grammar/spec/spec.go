package spec

// Role is the meaning of an operand or of an option's value to the program. The zero value is Plain.
type Role uint8

// The roles.
const (
	Plain         Role = iota // text of no consequence: a message, a number, a name
	File                      // a path that is read
	Write                     // a path that is created, overwritten or appended to
	Delete                    // a path that is removed or moved away
	Change                    // a path whose mode or owner is changed
	Mode                      // a mode for Change paths: 0777, a+rwx
	Owner                     // an owner for Change paths: root, 0:0
	URL                       // a URL or a host that is fetched from
	Host                      // a host that is connected to: [user@]host
	Remote                    // scp's [user@]host:path or local path; read or written by position
	Data                      // data that is sent: text, or @file (curl -d)
	Form                      // a form field that is sent: name=text or name=@file (curl -F)
	Upload                    // a path that is read and sent
	Listen                    // a port or address that is listened on
	Argv                      // this word and all after it are a command that is run
	Shell                     // shell source that is run
	Words                     // this word and all after it, joined by blanks, are source that is run: of the shell, or in Syntax.Lang
	Code                      // source in Option.Lang or Syntax.Lang that is run
	Script                    // a path whose content is run in Syntax.Lang
	Helper                    // a path or name of a program that is run (git --upload-pack)
	Setting                   // key=value, or "key value", that changes the program's configuration
	Assign                    // NAME=value for the environment of a nested command
	Refspec                   // a git refspec
	Dir                       // a directory that the program changes to first: git -C, env -C, tar -C
	Object                    // an object in a git repository, REVISION or REVISION:path: its output is as secret as the file
	Pathspec                  // a revision, or a pattern for paths whose content is printed: git log -p
	Repo                      // a git repository: the name of a remote, a path or a URL
	Credential                // a password or token, which must not be recorded
	Bind                      // a host's path that a container gets, and where: docker -v host:inside:ro
	Mount                     // the same as a list: docker --mount type=bind,source=host,target=inside
	Entry                     // the program that takes the words of an Argv as its arguments: docker --entrypoint
	Split                     // text that is split into words, which replace it, together with all later words: env -S
	Variable                  // key=NAME, where the variable NAME holds the key's value: git --config-env
	HardLink                  // a path that gets a second name (ln), through which it may be written
	GitServer                 // a command that serves a repository: a Helper, unless it is git's default
	Module                    // a module that is run as a program of that name, with the operands as its arguments: python -m
	Cookie                    // a file of cookies, or NAME=value, which is a credential: curl -b
	Applet                    // this word and all after it are the words of a tool inside the program, whose row is called as Option.Lang says: cmake -E
	Detour                    // HOST:PORT:ADDRESS, where a connection to HOST leads instead: curl --resolve
	Input                     // a path that is read, or ! and shell source whose output is read: ed
	Output                    // a path that is written, or | or ! and shell source that reads it: strace -o
	Password                  // shell source that prints a password, which the program takes: restic --password-command
	Template                  // text, or @file that is read: curl -w
	URI                       // a path, or a file: URI of one, that is read: sqlite3
	ContainerPath             // a local path, or container:path; read or written by position: docker cp
	Transport                 // a command in one word, in which a blank after % is part of a word and %s is a service: git remote-ext
	Commas                    // a command whose words are separated by commas: gcc -wrapper
	FarShell                  // shell source that the remote side runs: rsync --rsync-path
	Fields                    // values with colons or commas between them, of which one may be a path that is written, by itself or as file=PATH: java -Xlog:
	Manifest                  // an object of a cluster, or a part of one, in JSON or YAML: kubectl patch -p
	ManifestFile              // a path or URL of a file of such objects for the cluster, "-" for standard input: kubectl apply -f
	RemoteDir                 // a directory elsewhere that the nested command starts in: docker exec -w
	Names                     // a pattern for the names of the files that are read below the operands: grep --include; with Lang "regexp" a regular expression of their paths
	List                      // a path of a file that lists names in the role of the operands, without a value standard input: tar -T, zip -@
)

// Arg says whether an option takes a value.
type Arg uint8

// The arities.
const (
	None     Arg = iota
	Required     // in the same word or the next
	Optional     // only in the same word: --color=auto, -i.bak
	Next         // only in the next word; a bundle goes on: sh -oe pipefail
	Number       // digits in the same word, if any; a bundle goes on: perl -l12ne
)

// Option is one option in all its spellings.
type Option struct {
	// Names are the spellings, separated by blanks, the canonical one last: "-r -R --recursive".
	// A name without dashes that ends in "=" is an operand-like option as in dd: "of=". Any other
	// name without dashes is a whole word: find's "(". A name with a dash that ends in ":" is
	// directly followed by its value: java's -Xlog:. "-" is the single dash, as in env, "-NUM" a
	// dash and digits, as in head, and "+x" may be bundled with others like it, as in sh. A name
	// with neither dash nor plus must be first. "$NAME" is an equivalent environment variable:
	// "$CARGO_TARGET_DIR --target-dir".
	Names string

	Arg Arg

	// Role is the role of the value; if Arg is None, it is the role of the current directory:
	// curl -O is a Write there. An Argv ends at ";" or at "{} +", or takes all later words; Words
	// and Split always take all of them.
	Role Role
	Lang string // of the value, when Role is Code, Script or Names

	// Lines says that the values of all occurrences are the lines of one text, as with perl -e.
	Lines bool

	// Last says that every later word is an operand, as after python -c.
	Last bool

	// Here says that the value is a path relative to where the program starts, regardless of a Dir
	// option: tar -f.
	Here bool
}

// Operands gives the roles of a program's operands by position.
type Operands struct {
	First []Role // the first ones
	Rest  Role   // all between First and the last
	Last  Role   // the last, if HasLast and there are more operands than First
	// HasLast says that the last operand has a role of its own, as in cp.
	HasLast bool
	// Dot says that without operands behind those of First, Rest applies to the current directory.
	Dot bool
	// Method says that an HTTP method may come before all these, if more operands follow: http GET
	// example.com.
	Method bool
}

// Case changes the meaning of operands when an option is present.
type Case struct {
	With     string // option names, separated by blanks; one is enough
	And      string // further option names, of which one must be given as well, or ""
	Operands Operands
	// NoStdin says that standard input is not code then.
	NoStdin bool
	// Lang replaces the languages of each option and of the program: mysqlsh --py.
	Lang string
	// Values are options whose values have the role As instead of their own: with -c, tar -f is
	// written.
	Values string
	As     Role
}

// Style is how a program spells its options.
type Style uint16

// The styles.
const (
	Permute Style = 1 << iota // options may follow operands
	Bundle                    // -rf is -r -f, -ofile is -o file
	Abbrev                    // --recur is --recursive
	Single                    // long options take one dash: -exec, -name
	Negate                    // --no-x is known for every --x, and takes no value
	Old                       // the first word is a bundle even without a dash: tar xzf
	Lenient                   // a word that is not an option is an operand, even with a dash: echo, test
	Free                      // an unlisted option is one word, and takes the next as its value unless that begins with a dash
	Inherit                   // subcommands take these options as well
	Leading                   // a long option with one dash counts only before the first one-letter option: bash -norc
	Service                   // the work is done by a service or a daemon, on objects that no path names: each invocation has an effect Manages

	POSIX = Bundle
	GNU   = Permute | Bundle | Abbrev
)

// Trait is a special property of a program beyond the roles of its words. Traits combine as bits, and
// belong to the whole program: the Syntax of a subcommand has none.
type Trait uint16

// The traits.
const (
	MakesDirs        Trait = 1 << iota // what it writes are new, empty directories: mkdir(1)
	Moves                              // what it deletes gets another name: mv(1)
	OwnerIsUser                        // its Owner operand names a user, and perhaps a group: chown(1)
	OwnPorts                           // a port that it listens on is local to this machine unless an address says otherwise: ssh -L, node --inspect
	ServesDir                          // clients that connect get the files of the start directory, or of --directory
	SetsVariables                      // operands like name=value, and the values of --assign, set variables of its code: awk(1)
	ChecksSyntax                       // with -n it only reads its script: sh(1)
	HelpAlone                          // -h alone after a subcommand asks for help: gitcli(7)
	GitConfig                          // it reads git-config(1), and works in the repository of its directory, whose hooks it runs: githooks(5)
	LinksFiles                         // with -s it makes symbolic links to its operands: ln(1)
	SharesParameters                   // its script runs in the shell itself, with the parameters there are: source
	LoadsVariables                     // a file that an option names becomes variables of the nested command: dotenv -e
)

// Syntax is how a program, or one of its subcommands, reads its words.
type Syntax struct {
	Style    Style
	Traits   Trait
	Options  []Option
	Operands Operands
	Cases    []Case // the first that applies wins
	Subs     []Sub  // subcommands: the first operand names one
	// Lists are further subcommands, in named lists that are never copied together. Those without
	// a Style have SubStyle; those in Subs have this syntax's style.
	Lists    [][]Sub
	SubStyle Style
	// Levels is the number of words that name a subcommand if Subs does not have it: aws SERVICE
	// COMMAND. Such a subcommand is read like the program itself, with only the options that it
	// inherits. Subs are looked up at each level but the last.
	Levels int
	// Own are the real subcommands of a program in which any other name is a script or a program of
	// the project: yarn SCRIPT WORD...
	Own string

	// Lang is the language of Script operands, of Code operands, and of standard input if Stdin is set.
	Lang string
	// Codes are the verbs with an argument that is code. If Words are one command with another verb,
	// none of its arguments run: redis-cli get KEY.
	Codes string
	// Stdin says that standard input is run as code if there is no operand, if the first operand
	// is "-", or with one of these options.
	Stdin     bool
	StdinWith string
	// Shells says that the program starts a shell if its words name no command and no code. Standard
	// input is shell source then.
	Shells bool

	// Feeds says that the words of standard input are added to the nested command, as xargs does, or
	// replace the value of the Replace options in it; an empty value means "{}".
	Feeds   bool
	Replace string

	// Recursive are the options with which the Delete and Change roles apply to whole trees. "*" means
	// always.
	Recursive string
	// Narrow are the options that select some of the files below the operands, as find -name does: the
	// Delete and Change roles then apply to an unknown path below, and so does "{}" in a nested
	// command. Naming are those that select by name, or select empty files or broken links. With a
	// Widen option they may select everything.
	Narrow, Naming, Widen string
	// Follows are the options with which the program enters the directory that an operand is a link to,
	// and deletes or changes what is there: find -L.
	Follows string
	// DryRun are the options with which nothing is changed.
	DryRun string
	// Lands says where the program puts the files that it fetches or unpacks, if no option or operand
	// names them.
	Lands *Destination
	// Away says that nested commands run on another machine or in another root, where local paths and
	// the working directory mean nothing. Start is the directory in which they start there, or "" if
	// it is unknown.
	Away  bool
	Start string
	// Ends are the options with which that root is removed when the command ends: docker run --rm.
	Ends string
	// AwayWith are the options without which they run here all the same: nsenter --mount.
	AwayWith string
	// Privilege says that nested commands run as another user.
	Privilege bool
	// Clears are the options with which nested commands inherit no variables, and Unsets those whose
	// value names a variable that they do not inherit: env -i, -u.
	Clears, Unsets string

	// Passes are the options whose value is a variable of nested commands: docker run -e NAME=VALUE.
	Passes string
	// Named are families of variables, each equivalent to the long option of its name: with "PIP_*",
	// PIP_INDEX_URL is equivalent to --index-url. Held are variables that contain options:
	// TAR_OPTIONS. Both apply to the whole program.
	Named, Held string

	options  []Letters // of the Options, once prepared
	undashed Letters   // of those Options that are written without a dash
	oneDash  Letters   // of the spellings with one dash or plus and more than one letter
}

// Destination says where files are created that no word names: those named after a URL, and those in an
// archive. Option names are separated by blanks.
type Destination struct {
	With string // the options with which this happens; "*" always
	Not  string // the options with which it does not
	Into string // the option that names their directory; without it, the current one
	Also string // the options whose values are relative to that directory as well
	Tree bool   // a tree with unknown names, and not one file for each URL
	// Amends says that the input names the files, as in a diff or a commit, and that most of them exist
	// already. It is uncertain that any file is new.
	Amends bool
	// WithTarget is how many operands there are at least if the last one names the destination, so
	// that nothing lands in the current directory; 0 if none ever does.
	WithTarget int
}

// Subcommands names subcommands of programs for which no Sub can say it, since their grammar has none
// or they have no grammar. Both lists are separated by blanks; "" for Subs means that none is needed.
type Subcommands struct{ Programs, Subs string }

// Sub is a subcommand. Names holds its name and its aliases, canonical last. A Sub in a list has
// a Build instead of its Syntax, which runs at the first look-up.
type Sub struct {
	Names string
	Syntax
	Build func() Syntax
}

// Row is a row of a table: a [Program] before it is looked up. A program that reads no words has
// no Syntax.
type Row struct {
	Names, Source, Env string
	FindsItself        bool
	Syntax             func() Syntax
}

// AwayHome represents the home directory of the user that a command runs as on another machine or in
// another root. Only that it is a home is known.
const AwayHome = "/home/~"

// AnyCode is the language of a word that may be code in any language, because of the option before it.
const AnyCode = "?"

// InitScript is the name of the scripts that start and stop services, wherever they are.
const InitScript = "init.d"

// FileServers are programs without a grammar that show the files of a directory to whoever connects, by
// default those of the one that they start in and on every interface.
const FileServers = "http-server miniserve darkhttpd webfsd simple-http-server dufs serve updog goshs simplehttpserver sfz static-web-server gohttpserver httpserver live-server woof uploadserver RangeHTTPServer pyftpdlib local-web-server"

// Managing are the subcommands of npm, pnpm and yarn. Any other name is a script or a program of the
// project.
const Managing = "access add add-self adduser approve-builds audit author autoclean bin bugs c cache cat-file cat-index check ci cit clean-install clean-install-test completion config " +
	"constraints create ddp dedupe deploy deprecate diff dist-tag dist-tags dlx docs doctor edit env exec explain explore fetch find find-dupes find-hash fund generate-lock-entry get global " +
	"help help-search home hook i ic ignored-builds import in info init innit ins inst insta instal install install-ci-test install-clean install-test isnt isntall it la licenses link list ll ln " +
	"login logout ls m multi node npm ogr org outdated owner pack patch patch-commit patch-remove ping pkg plugin policies prefix profile prune publish query r rb rebuild recursive remove repo " +
	"restart rm root s sbom se search self-update server set set-script setup show shrinkwrap stage star stars start stop store t tag team test token tree tst un undeprecate uninstall unlink " +
	"unplug unpublish unstar up update upgrade upgrade-interactive v verify version versions view whoami why with workspace workspaces x"
