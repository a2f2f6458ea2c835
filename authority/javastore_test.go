package authority

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCertificatesOfAText(t *testing.T) {
	one := "# a comment\n-----BEGIN CERTIFICATE-----\nAQID\r\nBAUG\n-----END CERTIFICATE-----\n"
	for _, c := range []struct {
		why, text string
		want      [][]byte
	}{
		{"none", "", nil},
		{"one in lines", one, [][]byte{{1, 2, 3, 4, 5, 6}}},
		{"two", one + one, [][]byte{{1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6}}},
		{"a damaged one is passed over", "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n" + one, [][]byte{{1, 2, 3, 4, 5, 6}}},
		{"one without an end", "-----BEGIN CERTIFICATE-----\nAQID\n", nil},
	} {
		assert.Equal(t, c.want, certificatesIn(c.text), c.why)
	}
}

// Java's own program reads the store, with all that is in it.
func TestJavaReadsTheStore(t *testing.T) {
	keytool, err := exec.LookPath("keytool")
	if err != nil {
		t.Skip("no keytool(1)")
	}
	found := SystemBundles()
	if len(found) == 0 {
		t.Skip("this machine has no bundle of authorities")
	}
	pem, err := os.ReadFile(found[0])
	require.NoError(t, err)
	at := filepath.Join(t.TempDir(), "store")
	require.NoError(t, os.WriteFile(at, JavaStore(string(pem)), 0o600))
	c := exec.Command(keytool, "-J-Duser.language=en", "-list", "-keystore", at)
	said, err := c.CombinedOutput() // with no password, as Java reads this file
	require.NoError(t, err, string(said))
	assert.Regexp(t, `contains \d\d+ entries`, string(said))
}
