package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// industrial are the clients of brokers and controllers, which move machines. Their operands or options
// say with which host they talk.
var industrial = []spec.Row{
	{Names: "mosquitto_pub", Source: "mosquitto_pub(1)", Syntax: broker},
	{Names: "mosquitto_sub", Source: "mosquitto_sub(1)", Syntax: broker},
	{Names: "mqtt", Source: "MQTT CLI documentation", Syntax: func() spec.Syntax {
		x := broker()
		x.Style, x.Levels = service, 1
		return x
	}},
	{Names: "modpoll mbpoll", Source: "modpoll and mbpoll usage", Syntax: func() spec.Syntax {
		return spec.Syntax{
			Style:    spec.Permute | spec.Service,
			Options:  slices.Concat(values("-m", "-a", "-r", "-c", "-t", "-l", "-o", "-p", "-b", "-d", "-s", "-P", "-4"), bools("-0", "-1", "-u", "-v", "-w", "-i", "-f", "-e", "-h", "-V", "-B", "-W", "-R", "-q")),
			Operands: spec.Operands{First: []spec.Role{spec.Host}},
		}
	}},
}

// broker returns the syntax of the clients of MQTT brokers.
func broker() spec.Syntax {
	return spec.Syntax{
		Style: spec.Permute | spec.Free | spec.Service,
		Options: slices.Concat(values("-p --port", "-t --topic", "-m --message", "-q --qos", "-i --id --identifier", "-u --username --user", "-V --protocol-version"), credentials("-P --pw --password"),
			bools("-r --retain", "-n --null-message", "-l --stdin-line", "-s --stdin-file", "-d --debug", "--quiet", "--tls-use-os-certs", "--help", "--version"),
			[]spec.Option{{Names: "-h --host", Arg: spec.Required, Role: spec.Host}, {Names: "-L --url", Arg: spec.Required, Role: spec.URL}, {Names: "-f --file", Arg: spec.Required, Role: spec.Upload}, {Names: "--cafile", Arg: spec.Required, Role: spec.File}}),
	}
}
