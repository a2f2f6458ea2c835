package main

import (
	"strings"

	"github.com/agent-loop/shimgen/fleet/ask"
	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/fleet/pull"
	"github.com/agent-loop/shimgen/fleet/setting"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/exit"
)

// notRoot is the error for a verb that writes the system's files.
func notRoot(verb string) error {
	return exit.New(exit.Blocked, verb+": only root can change what this machine trusts", "sudo shimgen-fleet "+verb)
}

// otherFleet is the error for a file that differs from the one of the fleet to join.
func otherFleet(file string) error {
	return exit.New(exit.Blocked, file+" is there, and says something else", "a machine has one fleet: root removes the file, or changes it by hand")
}

// ownText reads a file that only its user or root can write.
func ownText(path string) (string, error) {
	f, err := host.Open(path, host.Policy(host.UID()))
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := host.Read(f, host.PolicyLimit)
	return string(text), err
}

// meaningOf says in words what a file of a fleet's directory lets others do. A file that is
// invalid is an error.
func meaningOf(name, text string) (string, error) {
	switch name {
	case pull.KeysName:
		keys, err := envelope.NamedKeys(text)
		return "policies come from who has " + namesOf(keys), err
	case ask.KeysName:
		keys, err := envelope.NamedKeys(text)
		return "asks are answered by " + namesOf(keys), err
	}
	s, err := setting.Parse(name, text)
	return "to " + s.To + " goes: " + s.Send, err
}

// namesOf returns the names of keys.
func namesOf(keys []envelope.Key) string {
	var names []string
	for _, k := range keys {
		names = append(names, k.Name)
	}
	return strings.Join(names, ", ")
}
