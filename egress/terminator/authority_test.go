package terminator_test

import (
	"crypto/x509"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/egress/terminator"
)

// Clients believe certificates for what an authority is for, and for nothing else.
func TestNames(t *testing.T) {
	a, err := terminator.NewAuthority([]string{"a.example", "*.b.example", "192.0.2.10", "2001:db8::1"})
	require.NoError(t, err)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(a.PEM())
	for name, want := range map[string]bool{
		"a.example": true, "x.b.example": true, "192.0.2.10": true, "2001:db8::1": true,
		"c.example": false, "192.0.2.11": false, "2001:db8::2": false,
	} {
		issued, err := a.Issue(name)
		require.NoError(t, err, name)
		leaf, err := x509.ParseCertificate(issued.Certificate[0])
		require.NoError(t, err, name)
		_, err = leaf.Verify(x509.VerifyOptions{DNSName: name, Roots: roots})
		assert.Equal(t, want, err == nil, "%s: %v", name, err)
	}
}
