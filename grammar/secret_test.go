package grammar

import "testing"

// TestVaults holds the programs that keep secrets; what they run gets them.
func TestVaults(t *testing.T) {
	check(t, []sample{
		{`vault`, `vault kv destroy -versions=1 secret/x; vault -address=https://h kv metadata delete x; vault secrets disable kv/`, "vault kv destroy -versions=1 plain:secret/x | manages\nvault kv metadata delete -address=https://h plain:x | manages\nvault secrets disable plain:kv/ | manages"},
		{`what runs with secrets`, `op run --env-file e -- rm -rf /a; doppler run -p x -- rm -rf /a; doppler run --command "rm -rf /a"`, "op run --env-file=e argv:rm argv:-rf argv:/a | manages {rm --recursive --force delete:/a | deletes tree /a}\ndoppler run --project=x argv:rm argv:-rf argv:/a | manages {rm --recursive --force delete:/a | deletes tree /a}\ndoppler run --command=rm -rf /a | manages {rm --recursive --force delete:/a | deletes tree /a}"},
		{`read and delete`, `op item delete X --archive; op read -o f op://a/b; doppler secrets delete A -y; pass rm -rf x; pass -c x`, "op item delete --archive plain:X | manages\nop read --out-file=f plain:op://a/b | manages, writes f\ndoppler secrets delete A --yes | manages\npass rm --recursive --force plain:x | manages\npass x --clip | manages"},
	})
}
