package terminator

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"slices"
	"strings"
	"sync"
	"time"
)

// How long certificates are valid: from a little before now, for clocks that are late, to longer
// than any run.
const (
	validBefore = time.Hour
	validAfter  = 30 * 24 * time.Hour
)

// mostIssued is how many certificates are kept, to be used again.
const mostIssued = 1000

// An Authority issues certificates for some names.
type Authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey // of the authority, and of all that it issues

	mu     sync.Mutex
	issued map[string]*tls.Certificate
}

var errNames = errors.New("an authority is for names: there is none, or an empty one")

// NewAuthority makes an authority with a new key. Its certificate says which names it is for
// (RFC 5280, section 4.2.1.10), or addresses; *.NAME is for all below it.
func NewAuthority(names []string) (*Authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := certificate("shimgen, for one run")
	template.IsCA, template.BasicConstraintsValid, template.MaxPathLenZero = true, true, true
	template.KeyUsage = x509.KeyUsageCertSign
	template.PermittedDNSDomainsCritical = true
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			template.PermittedIPRanges = append(template.PermittedIPRanges, only(ip))
			continue
		}
		template.PermittedDNSDomains = append(template.PermittedDNSDomains, strings.TrimPrefix(name, "*."))
	}
	if len(template.PermittedIPRanges) == 0 { // names are no limit for addresses
		template.ExcludedIPRanges = []*net.IPNet{{IP: net.IPv4zero.To4(), Mask: net.CIDRMask(0, 32)}, {IP: net.IPv6zero, Mask: net.CIDRMask(0, 128)}}
	}
	if len(names) == 0 || slices.Contains(template.PermittedDNSDomains, "") {
		return nil, errNames // without a limit it would be for all names
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	own, err := x509.ParseCertificate(der)
	return &Authority{certificate: own, key: key, issued: map[string]*tls.Certificate{}}, err
}

// PEM is the authority's certificate.
func (a *Authority) PEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.certificate.Raw})
}

// Issue returns a certificate for a name, with the authority's.
func (a *Authority) Issue(name string) (*tls.Certificate, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if c, is := a.issued[name]; is {
		return c, nil
	}
	template := certificate(name)
	if ip := net.ParseIP(name); ip != nil {
		template.IPAddresses = []net.IP{ip}
	} else {
		template.DNSNames = []string{name}
	}
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, a.key.Public(), a.key)
	if err != nil {
		return nil, err
	}
	c := &tls.Certificate{Certificate: [][]byte{der, a.certificate.Raw}, PrivateKey: a.key}
	if len(a.issued) == mostIssued { // of a pattern there are any number of names
		clear(a.issued)
	}
	a.issued[name] = c
	return c, nil
}

// only is the network that an address is alone in.
func only(ip net.IP) *net.IPNet {
	if four := ip.To4(); four != nil {
		ip = four
	}
	return &net.IPNet{IP: ip, Mask: net.CIDRMask(8*len(ip), 8*len(ip))}
}

// certificate is what all have in common.
func certificate(name string) *x509.Certificate {
	serial, _ := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120)) // crypto/rand does not fail
	now := time.Now()
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name},
		NotBefore: now.Add(-validBefore), NotAfter: now.Add(validAfter),
	}
}
