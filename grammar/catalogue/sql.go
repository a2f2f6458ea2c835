package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// warehouses are the clients of further databases that take SQL or a similar language: as an option,
// from a file, or on standard input.
var warehouses = []spec.Row{
	{
		Names: "prisma", Source: "Prisma CLI reference", Env: "DATABASE_URL PRISMA_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Free | spec.Service, Lang: "sql", Stdin: true, StdinWith: "--stdin",
				Options: slices.Concat(bools("--stdin", "--force", "--accept-data-loss", "--force-reset", "--skip-seed", "--skip-generate", "--create-only", "--watch", "-f", "-h --help", "-v --version", "--preview-feature"),
					values("--schema", "--url", "--name", "-n", "--applied", "--rolled-back", "--config"), []spec.Option{{Names: "--file", Arg: spec.Required, Role: spec.Script, Lang: "sql"}}),
			}
		},
	},
	{
		Names: "turso", Source: "Turso CLI reference",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Free | spec.Service, Lang: "sql", Options: slices.Concat(bools("-y --yes", "-f --force", "--help"), values("--location", "--group", "--from-db", "--instance")),
				Operands: spec.Operands{First: []spec.Role{spec.Plain, spec.Plain, spec.Plain}, Rest: spec.Code},
			}
		},
	},
	{Names: "cbq", Source: "cbq manual", Syntax: func() spec.Syntax {
		return sqlClient("-s --script", "-f --file", values("-e --engine", "-u --user", "-c --credentials", "-t --timeout"), credentials("-p --password"))
	}},
	{Names: "mysqlsh", Source: "MySQL Shell manual", Syntax: func() spec.Syntax {
		x := sqlClient("-e --execute", "-f --file", bools("--sql --sqlc --sqlx", "--js --javascript", "--py --python --pym", "--quiet-start", "--json"), values("-h --host", "-P --port", "-u --user", "-D --schema", "--uri"), credentials("-p --password"))
		x.Cases = nil
		for _, mode := range [...][2]string{{"--py", "python"}, {"--js", "javascript"}} {
			x.Cases = append(x.Cases, spec.Case{With: mode[0], And: "-e -f", Lang: mode[1], NoStdin: true}, spec.Case{With: mode[0], Lang: mode[1]})
		}
		x.Cases = append(x.Cases, spec.Case{With: "-e -f --version --help", NoStdin: true})
		return x
	}},
	{Names: "spanner-cli", Source: "spanner-cli README", Syntax: func() spec.Syntax {
		return sqlClient("-e --execute", "-f --file", values("-p --project", "-i --instance", "-d --database"))
	}},
	{Names: "surreal", Source: "surreal CLI reference", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: service, Levels: 1, Options: slices.Concat(values("--conn --endpoint -e", "--ns --namespace", "--db --database", "-u --user"), credentials("-p --pass")),
			Subs: []spec.Sub{{Names: "sql", Syntax: sqlClient("--execute", "--file", bools("--pretty", "--json", "--multi", "--hide-welcome"))}},
		}
	}},
	{Names: "hbase", Source: "hbase shell reference", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: service, Levels: 1, Subs: []spec.Sub{{Names: "shell", Syntax: sqlClient("--execute", "--file", bools("-n --noninteractive", "-d --debug"))}}}
	}},
	{Names: "cqlsh", Source: "cqlsh --help", Env: "CQLSH_* SSL_CERTFILE", Syntax: func() spec.Syntax {
		return inDialect("cql", sqlClient("-e --execute", "-f --file", values("-u --username", "-k --keyspace", "--cqlshrc", "--encoding", "--request-timeout"), credentials("-p --password")))
	}},
	{Names: "clickhouse-client clickhouse-local", Source: "clickhouse-client --help", Syntax: clickhouse},
	{Names: "clickhouse", Source: "clickhouse --help", Syntax: func() spec.Syntax {
		x := clickhouse()
		x.Subs = []spec.Sub{{Names: "local", Syntax: clickhouse()}, {Names: "client", Syntax: clickhouse()}}
		return x
	}},
	{Names: "snowsql", Source: "SnowSQL reference", Syntax: func() spec.Syntax {
		return inDialect("snowsql", sqlClient("-q --query", "-f --filename", values("-a --accountname", "-u --username", "-d --dbname", "-s --schemaname", "-w --warehouse", "-r --rolename", "-c --connection", "-o --options")))
	}},
	{Names: "snow", Source: "Snowflake CLI reference", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: service, Levels: 2, Options: values("-c --connection"), Subs: []spec.Sub{{Names: "sql", Syntax: sqlClient("-q --query", "-f --filename")}}}
	}},
	{Names: "sqlcmd osql mssql-cli", Source: "sqlcmd, osql and mssql-cli references", Env: "SQLCMDINI SQLCMDEDITOR", Syntax: func() spec.Syntax {
		return inDialect("sqlcmd", sqlClient("-q -Q", "-i", values("-S", "-U", "-d", "-t", "-h", "-s", "-w", "-v"), outputs("-o"), credentials("-P"), bools("-E", "-b", "-C", "-N", "-W", "-X")))
	}},
	{Names: "sqlplus sqlcl", Source: "SQL*Plus reference, SQLcl reference", Env: "SQLPATH", Syntax: func() spec.Syntax {
		return inDialect("oracle", sqlClient("--execute", "--file", bools("-S", "-s", "-L", "-V")))
	}},
	{Names: "rman dgmgrl", Source: "Oracle Recovery Manager reference, Data Guard Broker", Syntax: func() spec.Syntax {
		return inDialect("rman", sqlClient("--execute", "cmdfile=", []spec.Option{{Names: "log=", Arg: spec.Required, Role: spec.Write}}))
	}},
	{Names: "db2", Source: "Db2 command line processor", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Bundle | spec.Service, Options: slices.Concat(bools("-a", "-c", "-e", "-m", "-n", "-o", "-p", "-s", "-t", "-v", "-w", "-x"), outputs("-l", "-r", "-z"),
				[]spec.Option{{Names: "-f", Arg: spec.Required, Role: spec.Script, Lang: "clp"}}),
			Operands: spec.Operands{Rest: spec.Words}, Cases: []spec.Case{{With: "-f", NoStdin: true}}, Lang: "clp", Stdin: true,
		}
	}},
	{Names: "isql isql-fb", Source: "isql(1), isql of Firebird", Syntax: func() spec.Syntax {
		return inDialect("sqlcmd", sqlClient("--execute", "-i", values("-u", "-d"), outputs("-o"), credentials("-p"), bools("-b", "-v")))
	}},
	{Names: "cockroach", Source: "cockroach CLI reference", Syntax: func() spec.Syntax {
		return spec.Syntax{Style: service, Levels: 2, Options: values("--host", "--url", "--certs-dir"), Subs: []spec.Sub{{Names: "sql", Syntax: inDialect("psql", sqlClient("-e --execute", "-f --file", bools("--insecure")))}}}
	}},
	{Names: "trino presto presto-cli", Source: "Trino CLI reference", Syntax: func() spec.Syntax {
		return sqlClient("--execute", "-f --file", values("--server", "--catalog", "--schema", "--user", "--output-format"))
	}},
	{Names: "hive spark-sql", Source: "Hive CLI, spark-sql --help", Syntax: func() spec.Syntax { return inDialect("hive", warehouse()) }},
	{Names: "beeline", Source: "HiveServer2 clients", Syntax: func() spec.Syntax { return inDialect("beeline", warehouse()) }},
	{Names: "impala-shell", Source: "impala-shell --help", Syntax: func() spec.Syntax { return inDialect("impala", warehouse()) }},
	{Names: "pgcli vsql ysqlsh usql nzsql", Source: "pgcli --help, vsql, ysqlsh and nzsql references, usql --help", Syntax: func() spec.Syntax {
		return inDialect("psql", sqlClient("-c --command -e --execute", "-f --file", values("-h --host", "-p --port", "-u --user", "-U --username", "-d --dbname", "-D --database"), outputs("-o --out --output")))
	}},
	{Names: "sqsh", Source: "sqsh(1)", Syntax: func() spec.Syntax {
		return inDialect("sqlcmd", sqlClient("-C", "-i", values("-S", "-U", "-D", "-w", "-m"), outputs("-o"), credentials("-P"), bools("-b", "-h")))
	}},
	{Names: "tsql", Source: "tsql(1)", Syntax: func() spec.Syntax {
		return inDialect("sqlcmd", sqlClient("--execute", "--file", values("-S", "-H", "-p", "-U", "-D", "-I", "-J", "-t", "-r", "-o"), credentials("-P"), bools("-L", "-v", "-C")))
	}},
	{Names: "mclient", Source: "mclient(1)", Syntax: func() spec.Syntax {
		return sqlClient("-s --statement", "--file", values("-h --host", "-p --port", "-d --database", "-f --format", "-l --language", "-u --user"))
	}},
	{Names: "ksql ksqldb-cli", Source: "ksqlDB CLI reference", Syntax: func() spec.Syntax {
		return sqlClient("-e --execute", "-f --file", values("-u --user"), credentials("-p --password"))
	}},
	{Names: "aql", Source: "aql --help", Syntax: func() spec.Syntax {
		return sqlClient("-c --command", "-f --file", values("-h --host", "-p --port", "-U --user", "-T --timeout"), credentials("-P --password"))
	}},
	{Names: "hdbsql", Source: "hdbsql reference", Syntax: func() spec.Syntax {
		return statementOperands(sqlClient("--execute", "-I", values("-i", "-n", "-u", "-U", "-d", "-c", "-F"), outputs("-o"), credentials("-p"), bools("-a", "-A", "-C", "-j", "-m", "-x", "-z")))
	}},
	{Names: "rqlite", Source: "rqlite --help", Syntax: func() spec.Syntax {
		return statementOperands(sqlClient("--execute", "--file", values("-H --host", "-p --port", "-s --scheme", "-x --prefix", "-a --alternatives"), credentials("-u --user"), bools("-i --insecure")))
	}},
	{Names: "gsql", Source: "TigerGraph GSQL reference, GaussDB gsql reference", Syntax: func() spec.Syntax {
		return statementOperands(inDialect("psql", sqlClient("-c --command", "-f --file", values("-g", "-ip", "-h --host", "-d --dbname", "-U --username", "-u"), credentials("-p", "-W"))))
	}},
	{Names: "dolt", Source: "Dolt CLI reference", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style: spec.Permute | spec.Inherit | spec.Free, Levels: 1, Options: slices.Concat(values("--host", "--port", "-u --user", "--data-dir", "--use-db"), credentials("-p --password"), bools("-f --force", "--hard", "--all", "-x", "-D", "-d")),
			Subs: []spec.Sub{{Names: "sql", Syntax: inDialect("mysql", sqlClient("-q --query", "-f --file", values("-r --result-format"), bools("-b --batch", "-c --continue")))}},
		}
	}},
	{Names: "gel edgedb", Source: "Gel CLI reference", Syntax: func() spec.Syntax {
		query := statementOperands(sqlClient("--execute", "-f --file", values("-F --output-format")))
		return spec.Syntax{
			Style: service, Levels: 2, Options: slices.Concat(values("-H --host", "-P --port", "-I --instance", "-u --user", "-d --database", "-b --branch", "--dsn", "--credentials-file"), bools("--non-interactive", "--force")),
			Subs: []spec.Sub{{Names: "query", Syntax: query}},
		}
	}},
	{Names: "mycli", Source: "mycli --help", Syntax: func() spec.Syntax {
		return inDialect("mysql", sqlClient("-e --execute", "-f --file", values("-h --host", "-P --port", "-u --user", "-D --database")))
	}},
}

// warehouse returns the syntax of Hive's clients and similar ones.
func warehouse() spec.Syntax {
	return sqlClient("-e -q", "-f -i", values("-u", "-n", "-d", "--hiveconf", "--hivevar", "--conf", "--master"), credentials("-p"))
}

// outputs returns options that name an output file or, after a bar, a command that reads the output.
func outputs(names ...string) []spec.Option {
	all := values(names...)
	for i := range all {
		all[i].Role = spec.Output
	}
	return all
}

// inDialect returns the syntax of such a client for a language with commands of its own.
func inDialect(lang string, x spec.Syntax) spec.Syntax {
	x.Lang = lang
	for i := range x.Options {
		if x.Options[i].Lang != "" {
			x.Options[i].Lang = lang
		}
	}
	return x
}

// statementOperands returns the syntax of such a client whose operands are statements.
func statementOperands(x spec.Syntax) spec.Syntax {
	x.Operands = spec.Operands{Rest: spec.Code}
	return x
}

func clickhouse() spec.Syntax {
	return sqlClient("-q --query", "--queries-file", values("--host", "--port", "-u --user", "-d --database", "-f --format", "-C --config-file"), credentials("--password"),
		bools("-n --multiquery", "-m --multiline", "-t --time", "-s --secure", "--stacktrace"))
}

// sqlClient returns the common syntax of these clients. Their other options are Free, and the code
// runs on the server.
func sqlClient(execute, file string, options ...[]spec.Option) spec.Syntax {
	return spec.Syntax{
		Style: spec.Permute | spec.Bundle | spec.Free | spec.Service,
		Options: slices.Concat(append(options, []spec.Option{
			{Names: execute, Arg: spec.Required, Role: spec.Code, Lang: "sql"},
			{Names: file, Arg: spec.Required, Role: spec.Script, Lang: "sql"},
			{Names: "--version"},
			{Names: "--help"},
		})...),
		Cases:     []spec.Case{{With: execute + " " + file + " --version --help", NoStdin: true}},
		Lang:      "sql",
		Stdin:     true,
		StdinWith: "*",
	}
}
