package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// key are the rules about keys and key stores.
var key = []rules.Rule{
	{
		ID: "key.delete", Class: rules.Destructive, Program: "gpg", Any: "--delete-keys --delete-secret-keys --delete-secret-and-public-keys",
		None:   "-n --dry-run",
		Reason: "deletes keys, and with a secret one what was encrypted to it",
		Hint:   "`gpg --list-secret-keys` shows them",
		Hits:   []string{"gpg --delete-secret-keys ABCD", "gpg --batch --yes --delete-key ABCD"},
		Misses: []string{"gpg --list-keys", "gpg -K", "gpg -d a.gpg"},
	},
	{
		ID: "key.export", Class: rules.Secrets, Program: "gpg", Any: "--export-secret-keys --export-secret-subkeys",
		Reason: "writes secret keys out",
		Hint:   "`gpg --export` writes the public ones",
		Hits:   []string{"gpg --export-secret-keys", "gpg -a --export-secret-keys me > key.asc"},
		Misses: []string{"gpg --export me", "gpg --list-secret-keys"},
	},
	{
		ID: "key.agent-clear", Class: rules.Destructive, Undone: rules.Tool, Program: "ssh-add", Any: "-D",
		Reason: "takes every key out of the agent",
		Hint:   "`ssh-add -d FILE` removes one",
		Hits:   []string{"ssh-add -D"},
		Misses: []string{"ssh-add -l", "ssh-add -d key"},
	},
	{
		ID: "key.provider", Class: rules.Escape, Program: "ssh-add ssh-keygen openssl gpg", Effect: grammar.Runs,
		Any:    "-s -S -D -w -engine -provider -provider-path --agent-program --exec-path",
		Reason: "loads a library or runs a program of its argument's choosing",
		Hint:   "leave that option away",
		Hits:   []string{"ssh-add -s ./x.so", "ssh-keygen -D ./x.so", "openssl enc -engine ./x.so -in a", "openssl req -engine ./x.so"},
		Misses: []string{"ssh-keygen -l -f key.pub", "openssl enc -d -in a", "ssh-add -l"},
	},
	{
		ID: "key.keystore-delete", Class: rules.Destructive, Program: "keytool", Any: "-delete",
		Reason: "deletes a key from a key store",
		Hint:   "`keytool -list` shows them",
		Hits:   []string{"keytool -delete -alias a -keystore k.jks"},
		Misses: []string{"keytool -list -keystore k.jks"},
	},
}
