package forward

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/textproto"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/fleet/wire"
)

// Collector is a receiver of logs by OTLP over HTTP: an OpenTelemetry collector, or a
// product's own endpoint.
type Collector struct {
	url     string // for logs
	headers http.Header
	client  *http.Client
}

// The reasons why a collector cannot be used.
var (
	ErrEndpoint = errors.New("is no endpoint of OTLP: https://HOST[:PORT][/PATH] is one, and http:// on this machine")
	ErrUser     = errors.New("has a name or a password, which every user of this machine could read: put them into a file of headers")
	ErrHeaders  = errors.New("is no file of headers: each line is NAME: VALUE")
	ErrCA       = errors.New("has no certificate")
)

// NewCollector returns the collector at an endpoint. It appends /v1/logs, as
// OTEL_EXPORTER_OTLP_ENDPOINT does. headers is a file with headers for each request, which
// others may not read; ca is a file with certificates to trust instead of the system's; ""
// means none. Without TLS the endpoint must be on this machine, since records may contain
// commands.
func NewCollector(endpoint, headers, ca string) (*Collector, error) {
	u, err := url.Parse(endpoint)
	switch {
	case err != nil, u.Host == "", u.RawQuery != "", u.Fragment != "", u.Scheme != "https" && (u.Scheme != "http" || !isHere(u.Hostname())):
		return nil, fmt.Errorf("%q %w", endpoint, ErrEndpoint)
	case u.User != nil:
		return nil, fmt.Errorf("the endpoint %w", ErrUser)
	}
	if !strings.HasSuffix(u.Path, "/v1/logs") {
		u = u.JoinPath("v1", "logs")
	}
	c := &Collector{url: u.String()}
	if headers != "" {
		if c.headers, err = readHeaders(headers); err != nil {
			return nil, err
		}
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	if ca != "" {
		if transport.TLSClientConfig, err = trusting(ca); err != nil {
			return nil, err
		}
	}
	c.client = &http.Client{
		Transport: transport, Timeout: requestWait,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // the headers are for this endpoint
	}
	return c, nil
}

// requestWait is how long a request may take.
const requestWait = 30 * time.Second

// isHere reports whether a host is this machine.
func isHere(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// readHeaders reads a file of headers.
func readHeaders(path string) (http.Header, error) {
	if err := wire.Private(path); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	in := textproto.NewReader(bufio.NewReader(bytes.NewReader(append(bytes.TrimSpace(text), "\n\n"...))))
	h, err := in.ReadMIMEHeader()
	if err != nil || len(h) == 0 {
		return nil, fmt.Errorf("%s %w", path, ErrHeaders)
	}
	return http.Header(h), nil
}

// trusting returns a TLS configuration that trusts only the certificates in a file.
func trusting(ca string) (*tls.Config, error) {
	text, err := os.ReadFile(ca)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s %w", ca, ErrCA)
	}
	return &tls.Config{RootCAs: pool}, nil
}
