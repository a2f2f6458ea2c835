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
		ID: "key.token-delete", Class: rules.Destructive, Program: "pkcs11-tool pkcs15-init piv-tool yubico-piv-tool", Any: "--delete-object --erase-card --erase-application --init-token --init-pin --delete-objects -E -aset-mgm-key -areset --action=reset -b",
		None:   "--help -h",
		Reason: "deletes keys from a card or a token",
		Hint:   "`pkcs11-tool --list-objects` shows them",
		Hits:   []string{"pkcs11-tool --delete-object --type privkey --id 01", "pkcs15-init --erase-card"},
		Misses: []string{"pkcs11-tool --list-objects", "pkcs15-tool --dump"},
	},
	{
		ID: "key.token-reset", Class: rules.Destructive, Program: "ykman solo2 nitropy fido2-token", Operand: "reset change-management-key delete", None: "--help -h",
		Reason: "deletes all keys of a token",
		Hint:   "`ykman list` and `ykman info` look only",
		Hits:   []string{"ykman oath reset -f", "solo2 app admin reset", "nitropy fido2 reset"},
		Misses: []string{"ykman info", "ykman oath accounts list"},
	},
	{
		ID: "key.token-reset-option", Class: rules.Destructive, Program: "fido2-token", Any: "-R -D",
		Reason: "deletes keys of a token",
		Hint:   "`fido2-token -L` lists the tokens",
		Hits:   []string{"fido2-token -R /dev/hidraw0"},
		Misses: []string{"fido2-token -L", "fido2-token -I /dev/hidraw0"},
	},
	{
		ID: "key.agent-delete", Class: rules.Destructive, Program: "gpg-connect-agent", Operand: "DELETE_KEY* delete_key* CLEAR_PASSPHRASE* PRESET_PASSPHRASE*",
		Reason: "deletes a secret key",
		Hint:   "`gpg --list-secret-keys` shows them",
		Hits:   []string{"gpg-connect-agent 'DELETE_KEY X' /bye"},
		Misses: []string{"gpg-connect-agent 'KEYINFO --list' /bye", "gpg-connect-agent reloadagent /bye"},
	},
	{
		ID: "key.revoke", Class: rules.Destructive, Program: "easyrsa step step-ca cfssl lego acme.sh", Operand: "revoke remove", None: "--help -h --dry-run",
		Reason: "makes a certificate invalid for good",
		Hint:   "`openssl x509 -noout -text -in FILE` shows what it is",
		Hits:   []string{"easyrsa revoke client1", "step ca revoke 123", "lego --domains example.com revoke"},
		Misses: []string{"easyrsa show-cert client1", "step ca health"},
	},
	{
		ID: "key.revoke-option", Class: rules.Destructive, Program: "openssl acme.sh", Any: "-revoke --revoke --remove -crl_compromise",
		PossibleIn: "ca",
		Reason:     "makes a certificate invalid for good",
		Hint:       "`openssl x509 -noout -text -in FILE` shows what it is",
		Hits:       []string{"openssl ca -revoke x.pem", "acme.sh --revoke -d example.com"},
		Misses:     []string{"openssl x509 -noout -text -in x.pem", "acme.sh --list"},
	},
	{
		ID: "key.keystore-delete", Class: rules.Destructive, Program: "keytool", Any: "-delete",
		Reason: "deletes a key from a key store",
		Hint:   "`keytool -list` shows them",
		Hits:   []string{"keytool -delete -alias a -keystore k.jks"},
		Misses: []string{"keytool -list -keystore k.jks"},
	},
}
