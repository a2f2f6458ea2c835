package place

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// What clients keep their own credentials in are places of credentials, and none is of
// those that stay hidden from everything.
func TestClientsAreSecrets(t *testing.T) {
	for _, p := range clients.places() {
		name := strings.ReplaceAll(p.Path, "*", "x")
		if p.Tree {
			name += "/x"
		}
		if p.Path == "~/.config/containers/auth.json" || strings.HasPrefix(p.Path, "/root/") {
			continue // as it is written
		}
		assert.True(t, IsSecret(name, []string{"~"}), p.Path)
	}
	for _, name := range []string{"/etc/shadow", "~/.mozilla/x", "~/.password-store/x", "~/.local/share/keyrings/x", "~/.bitcoin/wallet.dat", "~/.bash_history"} {
		assert.True(t, IsSecret(name, []string{"~"}), name)
		assert.False(t, IsClients(name, []string{"~"}), name)
	}
}
