package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// queues are the programs that manage message brokers, and the HTTP clients that manage other
// services.
var queues = []spec.Row{
	{Names: "kafka-topics kafka-topics.sh", Source: "Kafka operations documentation", Syntax: kafka},
	{Names: "kafka-consumer-groups kafka-consumer-groups.sh", Source: "Kafka operations documentation", Syntax: kafka},
	{Names: "kafka-configs kafka-configs.sh", Source: "Kafka operations documentation", Syntax: kafka},
	{Names: "kafka-acls kafka-acls.sh", Source: "Kafka operations documentation", Syntax: kafka},
	{Names: "kafka-delete-records kafka-delete-records.sh", Source: "Kafka operations documentation", Syntax: kafka},
	{Names: "kafka-streams-application-reset kafka-streams-application-reset.sh", Source: "Kafka operations documentation", Syntax: kafka},
	{Names: "kafka-reassign-partitions kafka-reassign-partitions.sh", Source: "Kafka operations documentation", Syntax: kafka},
	{Names: "kafka-leader-election kafka-leader-election.sh", Source: "Kafka operations documentation", Syntax: kafka},
	{Names: "kafka-storage kafka-storage.sh", Source: "Kafka operations documentation", Syntax: kafka},
	{Names: "rabbitmqctl", Source: "rabbitmqctl(8)", Syntax: func() spec.Syntax {
		return verbs(1, bools("-q --quiet", "-s --silent", "-l --longnames", "--dry-run"), values("-n --node", "-t --timeout", "-p --vhost"))
	}},
	{
		Names: "rabbitmqadmin", Source: "RabbitMQ management command line tool", Env: "RABBITMQ_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Bundle, Levels: 2,
				Options: slices.Concat(bools("-s --ssl", "-q --quiet", "-k --ssl-insecure"), values("-c --config", "-N --node", "-H --host", "-P --port", "-V --vhost", "-u --username",
					"-f --format", "-d --depth"), []spec.Option{{Names: "-p --password", Arg: spec.Required, Role: spec.Credential}}),
			}
		},
	},
	{Names: "nats", Source: "nats CLI manual", Syntax: func() spec.Syntax {
		return with(leaves("pub publish sub subscribe request req reply bench rtt latency"), verbs(2, bools("-f --force", "--purge", "-j --json", "--trace"),
			credentials("--password", "--nkey"), values("-s --server", "--user", "--creds", "--context", "--timeout", "--js-domain", "--tlscert", "--tlskey", "--tlsca")))
	}},
	{Names: "pulsar-admin", Source: "pulsar-admin reference", Syntax: func() spec.Syntax {
		return verbs(2, bools("-f --force"), credentials("--auth-params"), values("--admin-url", "--auth-plugin"))
	}},
	{Names: "rpk", Source: "rpk reference", Syntax: func() spec.Syntax { return verbs(2, bools("-r --regex"), values("--brokers", "--config", "-X")) }},
	{
		Names: "http https xh xhs", Source: "HTTPie documentation, xh --help", Env: "HTTPIE_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Permute | spec.Bundle | spec.Free | spec.Service,
				Options: slices.Concat(
					bools("-j --json", "-f --form", "--multipart", "-v --verbose", "-h --headers", "-b --body", "-m --meta", "-d --download", "-F --follow",
						"-S --stream", "-c --continue", "--offline", "-q --quiet", "--check-status", "-I --ignore-stdin"),
					values("-p --print", "-P --history-print", "--pretty", "-s --style", "--session", "--session-read-only", "-A --auth-type", "--proxy", "--verify",
						"--timeout", "--max-redirects", "--raw", "--cert", "--cert-key"),
					[]spec.Option{{Names: "-o --output", Arg: spec.Required, Role: spec.Write}, {Names: "-a --auth", Arg: spec.Required, Role: spec.Credential}},
				),
				Operands: spec.Operands{First: []spec.Role{spec.URL}, Rest: spec.Form, Method: true},
			}
		},
	},
}

// kafka returns the syntax of the scripts of a Kafka installation, some of which end in .sh.
func kafka() spec.Syntax {
	return spec.Syntax{
		Style: spec.Permute | spec.Free | spec.Service,
		Options: slices.Concat(
			bools("--list", "--describe", "--create", "--alter", "--delete", "--delete-offsets", "--reset-offsets", "--execute", "--dry-run", "--export",
				"--add", "--remove", "--force", "--all-topics", "--all-groups", "--if-exists", "--if-not-exists", "--all", "--members", "--state", "--verify"),
			values("--bootstrap-server", "--zookeeper", "--topic", "--group", "--entity-type", "--entity-name", "--add-config", "--delete-config",
				"--partitions", "--replication-factor", "--config", "--command-config", "--to-offset", "--to-datetime"),
		),
	}
}
