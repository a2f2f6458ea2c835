package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// databases are the clients of databases. Their statements are code: SQL in the client's dialect,
// including its own commands, or the commands of the server.
var databases = []spec.Row{
	{
		Names: "psql", Source: "psql(1), psql --help", FindsItself: true, Env: "PSQLRC PSQL_EDITOR PSQL_PAGER EDITOR VISUAL PGSERVICEFILE " + pagerEnv,
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools(
						"-l --list", "-V --version", "-X --no-psqlrc", "-1 --single-transaction", "-a --echo-all", "-b --echo-errors", "-e --echo-queries",
						"-E --echo-hidden", "-n --no-readline", "-q --quiet", "-s --single-step", "-S --single-line", "-A --no-align", "--csv", "-H --html",
						"-t --tuples-only", "-x --expanded", "-z --field-separator-zero", "-0 --record-separator-zero", "-w --no-password", "-W --password",
					),
					values(
						"-d --dbname", "-v --set --variable", "-F --field-separator", "-P --pset", "-R --record-separator", "-T --table-attr", "-p --port", "-U --username",
					),
					[]spec.Option{
						{Names: "-? --help", Arg: spec.Optional},
						{Names: "-c --command", Arg: spec.Required, Role: spec.Code, Lang: "psql"},
						{Names: "-f --file", Arg: spec.Required, Role: spec.Script, Lang: "psql"},
						{Names: "-L --log-file", Arg: spec.Required, Role: spec.Write},
						{Names: "-o --output", Arg: spec.Required, Role: spec.Output},
						{Names: "-h --host", Arg: spec.Required, Role: spec.Host},
					},
				),
				Cases:     []spec.Case{{With: "-c -f -l -V -?", NoStdin: true}},
				Lang:      "psql",
				Stdin:     true,
				StdinWith: "*",
			}
		},
	},
	{
		Names: "mysql mariadb", Source: "mysql(1), mariadb(1)", Env: "MYSQL_HOME EDITOR VISUAL " + pagerEnv,
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools(
						"-A --no-auto-rehash", "-B --batch", "-b --no-beep", "-C --compress", "-E --vertical", "-f --force", "-G --named-commands", "-H --html",
						"-i --ignore-spaces", "-L --skip-line-numbers", "-N --skip-column-names", "-n --unbuffered", "-q --quick", "-r --raw", "-s --silent",
						"-t --table", "-v --verbose", "-V --version", "-w --wait", "-X --xml", "-c --comments", "-? --help", "--no-defaults", "--print-defaults",
					),
					values("-D --database", "-P --port", "-S --socket", "-u --user", "--protocol", "--default-character-set", "--max-allowed-packet", "--delimiter", "--ssl-mode"),
					[]spec.Option{
						{Names: "-e --execute", Arg: spec.Required, Role: spec.Code, Lang: "mysql"},
						{Names: "--init-command", Arg: spec.Required, Role: spec.Code, Lang: "mysql"},
						{Names: "-h --host", Arg: spec.Required, Role: spec.Host},
						{Names: "-p --password", Arg: spec.Optional, Role: spec.Credential},
						{Names: "--tee", Arg: spec.Required, Role: spec.Write},
						{Names: "--pager", Arg: spec.Optional, Role: spec.Shell},
						{Names: "--defaults-file", Arg: spec.Required, Role: spec.File},
						{Names: "--defaults-extra-file", Arg: spec.Required, Role: spec.File},
						{Names: "--plugin-dir", Arg: spec.Required, Role: spec.Helper},
					},
				),
				Cases:     []spec.Case{{With: "-e -V -?", NoStdin: true}},
				Lang:      "mysql",
				Stdin:     true,
				StdinWith: "*",
			}
		},
	},
	{
		Names: "mysqladmin mariadb-admin", Source: "mysqladmin(1)", Env: "MYSQL_HOME",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools("-f --force", "-b --no-beep", "-C --compress", "-s --silent", "-v --verbose", "-V --version", "-w --wait", "-E --vertical", "-r --relative", "-? --help"),
					values("-u --user", "-P --port", "-S --socket", "-c --count", "-i --sleep", "--protocol", "--ssl-mode"),
					[]spec.Option{
						{Names: "-h --host", Arg: spec.Required, Role: spec.Host},
						{Names: "-p --password", Arg: spec.Optional, Role: spec.Credential},
						{Names: "--defaults-file", Arg: spec.Required, Role: spec.File},
					},
					bools("drop", "shutdown", "password", "flush-logs", "kill", "create", "status", "ping", "processlist", "variables", "extended-status"),
				),
			}
		},
	},
	{
		Names: "mysqldump mariadb-dump", Source: "mysqldump(1)", Env: "MYSQL_HOME",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools("-A --all-databases", "-B --databases", "--add-drop-database", "--add-drop-table", "--single-transaction", "--routines -R", "-d --no-data",
						"-t --no-create-info", "--triggers", "--events -E", "-q --quick", "-C --compress", "-v --verbose", "-? --help", "-V --version"),
					values("-u --user", "-P --port", "-S --socket", "-w --where", "--ignore-table", "--set-gtid-purged"),
					[]spec.Option{
						{Names: "-h --host", Arg: spec.Required, Role: spec.Host},
						{Names: "-p --password", Arg: spec.Optional, Role: spec.Credential},
						{Names: "-r --result-file", Arg: spec.Required, Role: spec.Write},
						{Names: "-T --tab", Arg: spec.Required, Role: spec.Write},
						{Names: "--defaults-file", Arg: spec.Required, Role: spec.File},
					},
				),
			}
		},
	},
	{
		Names: "sqlite3 sqlite litecli", Source: "sqlite3(1), sqlite3 -help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Single | spec.Permute,
				Options: slices.Concat(
					bools(
						"-append", "-ascii", "-bail", "-batch", "-box", "-column", "-csv", "-deserialize", "-echo", "-header", "-noheader", "-help", "-html", "-interactive",
						"-json", "-line", "-list", "-markdown", "-memtrace", "-nofollow", "-quote", "-readonly", "-safe", "-stats", "-table", "-tabs", "-version", "-zip", "--version", "--help",
					),
					values("-maxsize", "-mmap", "-newline", "-nonce", "-nullvalue", "-separator", "-vfs"),
					[]spec.Option{
						{Names: "-cmd --cmd", Arg: spec.Required, Role: spec.Code, Lang: "sqlite"},
						{Names: "-init --init", Arg: spec.Required, Role: spec.Script, Lang: "sqlite"},
						{Names: "-A", Last: true},
					},
				),
				Operands:  spec.Operands{First: []spec.Role{spec.URI}, Rest: spec.Code},
				Cases:     []spec.Case{{With: "-version -help -A", NoStdin: true}},
				Lang:      "sqlite",
				Stdin:     true,
				StdinWith: "*",
			}
		},
	},
	{
		Names: "duckdb", Source: "duckdb -help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Single | spec.Permute,
				Options: slices.Concat(
					bools("-readonly", "-json", "-csv", "-markdown", "-line", "-list", "-box", "-batch", "-no-stdin", "-unsigned", "-version", "-help"),
					[]spec.Option{
						{Names: "-c -s -cmd", Arg: spec.Required, Role: spec.Code, Lang: "sqlite"},
						{Names: "-init", Arg: spec.Required, Role: spec.Script, Lang: "sqlite"},
						{Names: "-f", Arg: spec.Required, Role: spec.Script, Lang: "sqlite"},
					},
				),
				Operands:  spec.Operands{First: []spec.Role{spec.URI}, Rest: spec.Code},
				Cases:     []spec.Case{{With: "-c -f -no-stdin", NoStdin: true, Operands: spec.Operands{First: []spec.Role{spec.URI}, Rest: spec.Code}}, {With: "-version -help", NoStdin: true}},
				Lang:      "sqlite",
				Stdin:     true,
				StdinWith: "*",
			}
		},
	},
	{
		Names: "mongosh mongo", Source: "mongosh --help, mongo(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Abbrev,
				Options: slices.Concat(
					bools("--quiet", "--norc", "--nodb", "--shell", "--tls", "--ssl", "--ipv6", "--verbose", "--retryWrites", "-h --help", "--version", "--smokeTests", "--json"),
					values("-u --username", "--port", "--authenticationDatabase", "--authenticationMechanism", "--apiVersion", "--tlsCAFile", "--tlsCertificateKeyFile"),
					[]spec.Option{
						{Names: "-p --password", Arg: spec.Optional, Role: spec.Credential},
						{Names: "--host", Arg: spec.Required, Role: spec.Host},
						{Names: "--eval", Arg: spec.Required, Role: spec.Code, Lang: "mongo"},
						{Names: "-f --file", Arg: spec.Required, Role: spec.Script, Lang: "mongo"},
					},
				),
				Operands:  spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Script},
				Cases:     []spec.Case{{With: "--eval -f --version -h", NoStdin: true, Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Script}}},
				Lang:      "mongo",
				Stdin:     true,
				StdinWith: "*",
			}
		},
	},
	{Names: "pg_ctl", Source: "pg_ctl(1)", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: spec.GNU, Options: slices.Concat(
			bools("-c --core-files", "-s --silent", "-w --wait", "-W --no-wait", "-V --version", "-? --help"),
			values("-D --pgdata", "-l --log", "-m --mode", "-o --options", "-p", "-t --timeout", "-N", "-U", "-P", "-S", "-e"),
		)}
	}},
	{Names: "redis-server valkey-server", Source: "redis-server --help", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.GNU, Options: slices.Concat(bools("-v --version", "-h --help", "--sentinel"), values("--port", "--daemonize", "--dir", "--save", "--appendonly", "--maxmemory", "--maxmemory-policy", "--loglevel", "--databases"), []spec.Option{
				{Names: "--logfile", Arg: spec.Required, Role: spec.Write},
			}),
		}
	}},
	{Names: "redis-cli valkey-cli keydb-cli", Source: "redis-cli --help", Env: "REDISCLI_RCFILE", Syntax: redisClient},
	{Names: "iredis rdcli", Source: "iredis --help, rdcli README", Syntax: func() spec.Syntax {
		x := redisClient()
		x.Style, x.Options = spec.Service, append(x.Options, valued(spec.URL, "--url", "--dsn")...)
		return x
	}},
	{
		Names: "dropdb dropuser", Source: "dropdb(1), dropuser(1)", FindsItself: true,
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools("-e --echo", "-f --force", "-i --interactive", "-V --version", "--if-exists", "-w --no-password", "-W --password", "-? --help"),
					values("-p --port", "-U --username", "--maintenance-db"),
					[]spec.Option{{Names: "-h --host", Arg: spec.Required, Role: spec.Host}},
				),
			}
		},
	},
	{
		Names: "createdb createuser", Source: "createdb(1), createuser(1)", FindsItself: true,
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools("-e --echo", "-V --version", "-w --no-password", "-W --password", "-? --help", "-s --superuser", "--createdb", "-r --createrole", "-P --pwprompt"),
					values("-D --tablespace", "-E --encoding", "-l --locale", "-O --owner", "-S --strategy", "-T --template", "-p --port", "-U --username", "--maintenance-db"),
					[]spec.Option{{Names: "-h --host", Arg: spec.Required, Role: spec.Host}},
				),
			}
		},
	},
	{Names: "pg_dump pg_dumpall", Source: "pg_dump(1), pg_dump --help", FindsItself: true, Syntax: pgArchive},
	{
		Names: "pg_restore", Source: "pg_restore(1), pg_restore --help", FindsItself: true,
		Syntax: func() spec.Syntax { return spec.Syntax{Style: spec.GNU, Options: pgArchive().Options, Operands: reads} },
	},
	{
		Names: "mongodump mongorestore mongoimport mongoexport", Source: "mongorestore --help",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute,
				Options: slices.Concat(
					bools("--drop", "--gzip", "--oplogReplay", "--dryRun", "--objcheck", "-v --verbose", "--quiet", "--jsonArray", "--headerline", "--ssl", "--help", "--version"),
					values("-u --username", "--port", "--authenticationDatabase", "-d --db", "-c --collection", "--nsInclude", "--nsExclude", "--nsFrom", "--nsTo", "-j", "--type", "--mode", "-q --query", "-f --fields"),
					[]spec.Option{
						{Names: "-p --password", Arg: spec.Optional, Role: spec.Credential},
						{Names: "-h --host", Arg: spec.Required, Role: spec.Host},
						{Names: "--uri", Arg: spec.Required, Role: spec.URL},
						{Names: "--archive", Arg: spec.Optional, Role: spec.File},
						{Names: "--dir", Arg: spec.Required, Role: spec.File},
						{Names: "--file", Arg: spec.Required, Role: spec.File},
						{Names: "-o --out", Arg: spec.Required, Role: spec.Write},
					},
				),
				Operands: reads,
			}
		},
	},
}

// pgArchive returns the syntax of the programs that write and read PostgreSQL's dumps.
func pgArchive() spec.Syntax {
	return spec.Syntax{
		Style: spec.GNU,
		Options: slices.Concat(
			bools(
				"-v --verbose", "-V --version", "-? --help", "-a --data-only", "-b --blobs", "-B --no-blobs", "-c --clean", "-C --create", "-O --no-owner",
				"-s --schema-only", "-x --no-privileges --no-acl", "-w --no-password", "-W --password", "--if-exists", "--inserts", "--column-inserts",
				"--disable-triggers", "-l --list", "-e --exit-on-error", "-1 --single-transaction", "-g --globals-only", "-r --roles-only",
			),
			values(
				"-F --format", "-j --jobs", "-Z --compress", "-n --schema", "-N --exclude-schema", "-t --table", "-T --exclude-table --trigger",
				"-d --dbname", "-p --port", "-U --username", "--role", "-S --superuser", "-E --encoding", "--section", "--exclude-table-data", "-I --index", "-P --function",
			),
			[]spec.Option{
				{Names: "-f --file", Arg: spec.Required, Role: spec.Write},
				{Names: "-L --use-list", Arg: spec.Required, Role: spec.File},
				{Names: "-h --host", Arg: spec.Required, Role: spec.Host},
			},
		),
	}
}

// redisClient returns the syntax of the clients of Redis. All words after the options are one command
// of the store.
func redisClient() spec.Syntax {
	return spec.Syntax{
		Options: slices.Concat(
			bools(
				"--askpass", "-2", "-3", "-c", "-e", "--tls", "--insecure", "--raw", "--no-raw", "--quoted-input", "--csv", "--json", "--quoted-json", "--stat",
				"--latency", "--latency-history", "--latency-dist", "--replica", "--pipe", "--bigkeys", "--memkeys", "--hotkeys", "--scan", "--ldb",
				"--ldb-sync-mode", "--verbose", "--no-auth-warning", "-x", "--help", "-v --version",
			),
			values(
				"-p", "-s", "--user", "-r", "-i", "-n", "-d", "-D", "-X", "--sni", "--cacertdir", "--tls-ciphers", "--tls-ciphersuites",
				"--show-pushes", "--lru-test", "--pipe-timeout", "--memkeys-samples", "--pattern", "--quoted-pattern", "--intrinsic-latency",
			),
			[]spec.Option{
				{Names: "-h", Arg: spec.Required, Role: spec.Host},
				{Names: "-u", Arg: spec.Required, Role: spec.URL},
				{Names: "-a --pass", Arg: spec.Required, Role: spec.Credential},
				{Names: "--cacert", Arg: spec.Required, Role: spec.File},
				{Names: "--cert", Arg: spec.Required, Role: spec.File},
				{Names: "--key", Arg: spec.Required, Role: spec.File},
				{Names: "--rdb", Arg: spec.Required, Role: spec.Write},
				{Names: "--functions-rdb", Arg: spec.Required, Role: spec.Write},
				{Names: "--eval", Arg: spec.Required, Role: spec.Script, Lang: "redis-lua"},
				{Names: "--cluster", Arg: spec.Required, Last: true},
			},
		),
		Operands: spec.Operands{Rest: spec.Words},
		Cases: []spec.Case{
			{With: "--cluster --eval --scan --bigkeys --memkeys --hotkeys --stat --latency --rdb --help --version --replica", NoStdin: true},
			{With: "-x -X", Operands: spec.Operands{Rest: spec.Words}, NoStdin: true},
		},
		Lang:  "redis",
		Codes: "eval eval_ro evalsha evalsha_ro fcall fcall_ro function script",
		Stdin: true,
	}
}
