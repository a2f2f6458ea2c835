package terminator_test

import (
	"crypto/x509"
	"encoding/pem"
	"testing"
	"time"

	"github.com/agent-loop/shimgen/egress/terminator"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rootOf reads what PEM says, and holds that it is one certificate and nothing else.
func rootOf(t *testing.T, authority *terminator.Authority) *x509.Certificate {
	t.Helper()
	block, rest := pem.Decode(authority.PEM())
	require.NotNil(t, block)
	assert.Equal(t, "CERTIFICATE", block.Type)
	assert.Empty(t, rest)
	root, err := x509.ParseCertificate(block.Bytes)
	require.NoError(t, err)
	return root
}

// verify asks what a client asks: whether the certificate issued for one name is good for a host.
func verify(t *testing.T, authority *terminator.Authority, issuedFor, host string) error {
	t.Helper()
	issued, err := authority.Issue(issuedFor)
	require.NoError(t, err)
	require.Len(t, issued.Certificate, 2, "the certificate, and the authority's")
	leaf, err := x509.ParseCertificate(issued.Certificate[0])
	require.NoError(t, err)
	roots := x509.NewCertPool()
	roots.AddCert(rootOf(t, authority))
	_, err = leaf.Verify(x509.VerifyOptions{DNSName: host, Roots: roots})
	return err
}

func TestCertificatesAreForTheirNamesOnly(t *testing.T) {
	authority, err := terminator.NewAuthority([]string{"api.example", "*.wild.example"})
	require.NoError(t, err)
	for _, c := range []struct {
		reason, issuedFor, host string
		good                    bool
	}{
		{"the name itself", "api.example", "api.example", true},
		{"case does not matter in a name", "api.example", "API.example", true},
		{"a name below a wildcard", "a.wild.example", "a.wild.example", true},
		{"one that is two levels below", "a.b.wild.example", "a.b.wild.example", true},
		{"a certificate for one name is not for another of the authority", "api.example", "a.wild.example", false},
		{"nor for a sister below the same wildcard", "a.wild.example", "b.wild.example", false},
		{"nor for what is below its name", "api.example", "v1.api.example", false},
		{"the authority is not for a foreign name", "bank.example", "bank.example", false},
		{"nor for a name that only ends like one of its own", "notapi.example", "notapi.example", false},
		{"nor for a name that only ends like the wildcard's", "bewild.example", "bewild.example", false},
		{"nor for one that begins like one of its own", "api.example.org", "api.example.org", false},
		{"nor for all of the domain above", "*.example", "bank.example", false},
		{"nor for an address", "192.0.2.1", "192.0.2.1", false},
		{"nor for one of version 6", "2001:db8::1", "2001:db8::1", false},
		{"nor for the domain above itself", "example", "example", false},
	} {
		err := verify(t, authority, c.issuedFor, c.host)
		if c.good {
			assert.NoError(t, err, c.reason)
			continue
		}
		assert.Error(t, err, c.reason)
	}
}

func TestAuthorityCertificate(t *testing.T) {
	authority, err := terminator.NewAuthority([]string{"api.example", "*.wild.example"})
	require.NoError(t, err)
	root := rootOf(t, authority)
	assert.True(t, root.IsCA)
	assert.True(t, root.BasicConstraintsValid)
	assert.True(t, root.MaxPathLenZero, "it makes no further authorities")
	assert.Equal(t, x509.KeyUsageCertSign, root.KeyUsage, "it signs certificates and nothing else")
	assert.True(t, root.PermittedDNSDomainsCritical, "who does not understand the limit must not believe it")
	assert.Equal(t, []string{"api.example", "wild.example"}, root.PermittedDNSDomains)
	assert.True(t, root.NotBefore.Before(time.Now()), "clocks that are late read it as valid")
	assert.True(t, root.NotAfter.After(time.Now()))
	assert.NoError(t, root.CheckSignatureFrom(root), "it is signed by itself")
}

func TestIssuedCertificate(t *testing.T) {
	authority, err := terminator.NewAuthority([]string{"api.example"})
	require.NoError(t, err)
	issued, err := authority.Issue("api.example")
	require.NoError(t, err)
	leaf, err := x509.ParseCertificate(issued.Certificate[0])
	require.NoError(t, err)
	assert.Equal(t, []string{"api.example"}, leaf.DNSNames)
	assert.False(t, leaf.IsCA, "it issues nothing itself")
	assert.Equal(t, []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, leaf.ExtKeyUsage, "it proves a server and no client")
	assert.Equal(t, rootOf(t, authority).Raw, issued.Certificate[1])
	assert.NotEqual(t, rootOf(t, authority).SerialNumber, leaf.SerialNumber)
}

func TestIssueIsCached(t *testing.T) {
	authority, err := terminator.NewAuthority([]string{"api.example", "*.wild.example"})
	require.NoError(t, err)
	first, err := authority.Issue("api.example")
	require.NoError(t, err)
	again, err := authority.Issue("api.example")
	require.NoError(t, err)
	assert.Same(t, first, again, "the same name")
	other, err := authority.Issue("a.wild.example")
	require.NoError(t, err)
	assert.NotSame(t, first, other, "another name")
}

func TestAuthoritiesShareNothing(t *testing.T) {
	names := []string{"api.example"}
	one, err := terminator.NewAuthority(names)
	require.NoError(t, err)
	two, err := terminator.NewAuthority(names)
	require.NoError(t, err)
	issued, err := one.Issue("api.example")
	require.NoError(t, err)
	leaf, err := x509.ParseCertificate(issued.Certificate[0])
	require.NoError(t, err)
	roots := x509.NewCertPool()
	roots.AddCert(rootOf(t, two))
	_, err = leaf.Verify(x509.VerifyOptions{DNSName: "api.example", Roots: roots})
	assert.Error(t, err, "the authority of another run does not vouch for it")
}

// Without a constraint an authority would be for all names.
func TestNoNamesNoAuthority(t *testing.T) {
	for _, c := range []struct {
		reason string
		names  []string
	}{
		{"no list", nil},
		{"an empty list", []string{}},
		{"an empty name", []string{""}},
		{"an empty name among others", []string{"api.example", ""}},
		{"a wildcard for everything", []string{"*."}},
	} {
		_, err := terminator.NewAuthority(c.names)
		assert.Error(t, err, c.reason)
	}
}

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
