package grammar

import "slices"

// queues are the programs that manage message brokers, and the web requests
// that other services are managed with.
var queues = slices.Concat(kafka("kafka-topics", "kafka-consumer-groups", "kafka-configs", "kafka-acls", "kafka-delete-records", "kafka-streams-application-reset",
	"kafka-reassign-partitions", "kafka-leader-election", "kafka-storage"), []Program{
	cli("rabbitmqctl", "rabbitmqctl(8)", 1, bools("-q --quiet", "-s --silent", "-l --longnames", "--dry-run"), values("-n --node", "-t --timeout", "-p --vhost")),
	{
		Names: "rabbitmqadmin", Source: "RabbitMQ management command line tool", Env: "RABBITMQ_*",
		Syntax: Syntax{
			Style: service | Bundle, Levels: 2,
			Options: slices.Concat(bools("-s --ssl", "-q --quiet", "-k --ssl-insecure"), values("-c --config", "-N --node", "-H --host", "-P --port", "-V --vhost", "-u --username",
				"-f --format", "-d --depth"), []Option{{Names: "-p --password", Arg: Required, Role: Credential}}),
		},
	},
	with(leaves("pub publish sub subscribe request req reply bench rtt latency"), cli("nats", "nats CLI manual", 2, bools("-f --force", "--purge", "-j --json", "--trace"),
		values("-s --server", "--user", "--password", "--creds", "--nkey", "--context", "--timeout", "--js-domain", "--tlscert", "--tlskey", "--tlsca"))),
	cli("pulsar-admin", "pulsar-admin reference", 2, bools("-f --force"), values("--admin-url", "--auth-plugin", "--auth-params")),
	cli("rpk", "rpk reference", 2, bools("-r --regex"), values("--brokers", "--config", "-X")),
	{
		Names: "http https xh xhs", Source: "HTTPie documentation, xh --help", Env: "HTTPIE_*",
		Syntax: Syntax{
			Style: Permute | Bundle | Free | Service,
			Options: slices.Concat(
				bools("-j --json", "-f --form", "--multipart", "-v --verbose", "-h --headers", "-b --body", "-m --meta", "-d --download", "-F --follow",
					"-S --stream", "-c --continue", "--offline", "-q --quiet", "--check-status", "-I --ignore-stdin"),
				values("-p --print", "-P --history-print", "--pretty", "-s --style", "--session", "--session-read-only", "-A --auth-type", "--proxy", "--verify",
					"--timeout", "--max-redirects", "--raw", "--cert", "--cert-key"),
				[]Option{{Names: "-o --output", Arg: Required, Role: Write}, {Names: "-a --auth", Arg: Required, Role: Credential}},
			),
			Operands: Operands{First: []Role{URL}, Rest: Form}, // or the method first
		},
	},
})

// kafka are the scripts of a Kafka installation, which ends some in .sh.
func kafka(names ...string) []Program {
	programs := make([]Program, len(names))
	for i, n := range names {
		programs[i] = Program{Names: n + " " + n + ".sh", Source: "Kafka operations documentation", Syntax: Syntax{
			Style: Permute | Free | Service,
			Options: slices.Concat(
				bools("--list", "--describe", "--create", "--alter", "--delete", "--delete-offsets", "--reset-offsets", "--execute", "--dry-run", "--export",
					"--add", "--remove", "--force", "--all-topics", "--all-groups", "--if-exists", "--if-not-exists", "--all", "--members", "--state", "--verify"),
				values("--bootstrap-server", "--zookeeper", "--topic", "--group", "--entity-type", "--entity-name", "--add-config", "--delete-config",
					"--partitions", "--replication-factor", "--config", "--command-config", "--to-offset", "--to-datetime"),
			),
		}}
	}
	return programs
}
