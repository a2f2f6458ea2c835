package egress_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/egress"
	"github.com/agent-loop/shimgen/egress/terminator"
)

// These tests' programs have the stand-ins; each stands for a value.
const (
	standIn = "ghp_Zk3fT9qLx7VbN2mR8sWd"
	real    = "ghp_Aa1Bb2Cc3Dd4Ee5Ff6Gg"

	standInID, realID  = "AKIAQ7XW2MNB5RTZ9KLP", "AKIAIOSFODNN7EXAMPLE"
	standInKey, itsKey = "kQv8ZsT2/n4XbLm+W0pRfYcJhGdUeA1i9oKtN3Ew", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
)

func held() []egress.Credential {
	api := []egress.Origin{{Host: "allowed.example", Port: 443}, {Host: "*.wild.example", Port: 443}, {Host: "allowed.example", Port: 8080, Clear: true}}
	return []egress.Credential{
		{Name: "api", StandIn: standIn, Value: real, Origins: api, Fields: []string{"X-Own"}, Query: []string{"key"}},
		{Name: "cloud", StandIn: standInID, Value: realID, Secret: itsKey, Origins: api[:1]},
		{Name: "cloud", StandIn: standInKey, Value: itsKey},
	}
}

// A vault is a world whose server has credentials, and a web server that echoes what it
// received.
type vault struct {
	*world
	origin *httptest.Server
	clear  *httptest.Server
	trust  *x509.CertPool // of the programs inside

	mu   sync.Mutex
	sent []*http.Request
}

func newVault(t *testing.T) *vault { return newVaultWith(t, func(*egress.Rules) {}) }

// newVaultWith is newVault for other rules.
func newVaultWith(t *testing.T, change func(*egress.Rules)) *vault {
	t.Helper()
	v := &vault{trust: x509.NewCertPool()}
	v.origin = httptest.NewUnstartedServer(http.HandlerFunc(v.answer))
	theirs, err := terminator.NewAuthority([]string{"allowed.example", "other.example", "*.wild.example"})
	require.NoError(t, err)
	v.origin.TLS = &tls.Config{GetCertificate: func(h *tls.ClientHelloInfo) (*tls.Certificate, error) { return theirs.Issue(h.ServerName) }}
	v.origin.EnableHTTP2 = true
	v.origin.StartTLS()
	t.Cleanup(v.origin.Close)
	v.clear = httptest.NewServer(http.HandlerFunc(v.answer))
	t.Cleanup(v.clear.Close)

	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(theirs.PEM())
	v.trust.AppendCertsFromPEM(theirs.PEM()) // together with a machine's own bundle
	within := serveTLS(t, roots)
	v.trust.AppendCertsFromPEM(within.Certificate)

	w := &world{to: func(to netip.AddrPort) string {
		if to.Port() == 443 {
			return v.origin.Listener.Addr().String()
		}
		return v.clear.Listener.Addr().String()
	}}
	rules := egress.Rules{
		Ports: func(host string) []uint16 {
			if strings.HasSuffix(host, ".wild.example") {
				return []uint16{443}
			}
			return listed()[host]
		},
		Lookup: func(context.Context, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("8.8.4.4")}, nil
		},
		Dial: w.Dial, Refused: w.Refused, Credentials: held(), TLS: within,
	}
	change(&rules)
	w.Server = egress.New(rules)
	t.Cleanup(func() { _ = w.Close() })
	l := listen(t)
	w.Serve(l)
	w.proxy = l.Addr().String()
	v.world = w
	return v
}

// serveTLS makes a server of package terminator speak TLS in this process.
func serveTLS(t *testing.T, roots *x509.CertPool) *egress.Terminator {
	t.Helper()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_SEQPACKET, 0)
	require.NoError(t, err)
	var ends [2]*net.UnixConn
	for i, fd := range fds {
		f := os.NewFile(uintptr(fd), "pair")
		c, err := net.FileConn(f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		ends[i] = c.(*net.UnixConn)
	}
	authority, err := terminator.NewAuthority([]string{"allowed.example", "*.wild.example"})
	require.NoError(t, err)
	server := terminator.Server{Authority: authority, Roots: roots}
	go func() { _ = server.Serve(ends[0]) }()
	within, err := egress.NewTerminator(t.Context(), ends[1])
	require.NoError(t, err)
	t.Cleanup(func() { _ = within.Close() })
	return within
}

// answer returns the parts of a request that could be a credential.
func (v *vault) answer(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	v.mu.Lock()
	v.sent = append(v.sent, r)
	v.mu.Unlock()
	switch r.URL.Path {
	case "/echo":
		w.Header().Set("X-Said", r.Header.Get("Authorization"))
		_, _ = fmt.Fprintf(w, "you are %s, and key is %s.", r.Header.Get("Authorization"), r.URL.Query().Get("key"))
	case "/drip": // in pieces that cut the value
		for _, c := range r.Header.Get("Authorization") {
			_, _ = fmt.Fprintf(w, "%c", c)
			w.(http.Flusher).Flush()
		}
	}
}

// all returns the requests that servers got since the last call.
func (v *vault) all() []*http.Request {
	v.mu.Lock()
	defer v.mu.Unlock()
	sent := v.sent
	v.sent = nil
	return sent
}

// last returns the last of them.
func (v *vault) last(t *testing.T) *http.Request {
	t.Helper()
	sent := v.all()
	require.NotEmpty(t, sent, "no server was asked")
	return sent[len(sent)-1]
}

// client returns a program inside that uses the proxy.
func (v *vault) client() *http.Client {
	return &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{
		Proxy:           http.ProxyURL(&url.URL{Scheme: "http", Host: v.proxy}),
		TLSClientConfig: &tls.Config{RootCAs: v.trust}, ForceAttemptHTTP2: true,
	}}
}

func (v *vault) get(t *testing.T, method, at string, fields map[string]string, body string) (status int, text string, head http.Header) {
	t.Helper()
	r, err := http.NewRequest(method, at, strings.NewReader(body))
	require.NoError(t, err)
	for name, value := range fields {
		r.Header.Set(name, value)
	}
	a, err := v.client().Do(r)
	if err != nil {
		return 0, err.Error(), nil
	}
	defer a.Body.Close()
	all, _ := io.ReadAll(a.Body)
	return a.StatusCode, string(all), a.Header
}

func basic(pair string) string { return "Basic " + base64.StdEncoding.EncodeToString([]byte(pair)) }

func TestValuesArePutIn(t *testing.T) {
	v := newVault(t)
	for name, c := range map[string]struct {
		at, field, said string
		want            string // in that field, at the server
	}{
		"a bearer":                         {"https://allowed.example/", "Authorization", "Bearer " + standIn, "Bearer " + real},
		"a scheme of the provider's own":   {"https://allowed.example/", "Authorization", "token " + standIn, "token " + real},
		"basic authentication":             {"https://allowed.example/", "Authorization", basic("user:" + standIn), basic("user:" + real)},
		"as the name of a user":            {"https://allowed.example/", "Authorization", basic(standIn + ":"), basic(real + ":")},
		"a field of an API":                {"https://allowed.example/", "x-api-key", standIn, real},
		"a field that the policy names":    {"https://allowed.example/", "X-Own", standIn, real},
		"a field that servers may keep":    {"https://allowed.example/", "X-Comment", standIn, standIn},
		"a host below a name":              {"https://a.wild.example/", "Authorization", "Bearer " + standIn, "Bearer " + real},
		"a host that is listed as clear":   {"http://allowed.example:8080/", "Authorization", "Bearer " + standIn, "Bearer " + real},
		"something that is no stand-in":    {"https://allowed.example/", "Authorization", "Bearer " + standIn[:20], "Bearer " + standIn[:20]},
		"no credential at all":             {"https://allowed.example/", "X-Other", "1", "1"},
		"basic authentication of its own":  {"https://allowed.example/", "Authorization", basic("user:own"), basic("user:own")},
		"basic authentication, not base64": {"https://allowed.example/", "Authorization", "Basic " + standIn, "Basic " + real},
	} {
		t.Run(name, func(t *testing.T) {
			status, text, _ := v.get(t, "GET", c.at, map[string]string{c.field: c.said}, "")
			require.Equal(t, 200, status, text)
			assert.Equal(t, c.want, v.last(t).Header.Get(c.field))
			_, refused := v.seen()
			assert.Empty(t, refused)
		})
	}
}

func TestQueryParameters(t *testing.T) {
	v := newVault(t)
	for name, c := range map[string]struct{ said, want string }{
		"one that is named":        {"/?a=1&key=" + standIn + "&b=%20", "/?a=1&key=" + real + "&b=%20"},
		"one that is not":          {"/?title=" + standIn, "/?title=" + standIn},
		"a path, which is kept":    {"/" + standIn, "/" + standIn},
		"a body, which is kept":    {"/", "/"},
		"part of a value":          {"/?key=x" + standIn, "/?key=x" + standIn},
		"a parameter with no sign": {"/?key", "/?key"},
	} {
		t.Run(name, func(t *testing.T) {
			status, text, _ := v.get(t, "POST", "https://allowed.example"+c.said, nil, standIn)
			require.Equal(t, 200, status, text)
			r := v.last(t)
			body, _ := io.ReadAll(r.Body)
			assert.Equal(t, []string{c.want, standIn}, []string{r.RequestURI, string(body)})
		})
	}
}

// If a server's answer contains a value, the program gets the stand-in.
func TestAnswersAreMasked(t *testing.T) {
	v := newVault(t)
	for name, c := range map[string]struct{ at, field, want string }{
		"body and head":          {"https://allowed.example/echo?key=" + standIn, "Bearer " + standIn, "you are Bearer " + standIn + ", and key is " + standIn + "."},
		"as it was encoded":      {"https://allowed.example/echo", basic("u:" + standIn), "you are " + basic("u:"+standIn) + ", and key is ."},
		"in pieces":              {"https://allowed.example/drip", "Bearer " + standIn, "Bearer " + standIn},
		"in pieces, encoded":     {"https://allowed.example/drip", basic("u:" + standIn), basic("u:" + standIn)},
		"in the clear":           {"http://allowed.example:8080/echo", "Bearer " + standIn, "you are Bearer " + standIn + ", and key is ."},
		"a beginning of a value": {"https://allowed.example/drip", "Bearer " + real[:9], "Bearer " + real[:9]},
	} {
		t.Run(name, func(t *testing.T) {
			status, text, head := v.get(t, "GET", c.at, map[string]string{"Authorization": c.field, "Accept-Encoding": "gzip"}, "")
			require.Equal(t, 200, status, text)
			assert.Equal(t, c.want, text)
			assert.NotContains(t, fmt.Sprint(head), real)
			assert.Equal(t, "identity", v.last(t).Header.Get("Accept-Encoding"), "what is packed cannot be masked")
		})
	}
}

// The server repeats a value in unusual places and forms: %s is a field as the server got
// it.
func TestOddAnswersAreMasked(t *testing.T) {
	const id, key = "ID/a+b=0123456789x", "KY/c+d=9876543210z" // stand-ins: the values have other letters
	turned := func(text string) string { return strings.NewReplacer("ID", "JE", "KY", "LZ", "0", "5").Replace(text) }
	for why, c := range map[string]struct{ field, answer string }{
		"a reason":                        {"Bearer " + id, "HTTP/1.1 200 %s\r\nContent-Length: 0\r\n\r\n"},
		"the name of a field":             {standIn, "HTTP/1.1 200 OK\r\n%s: x\r\nContent-Length: 0\r\n\r\n"},
		"an answer before the answer":     {"Bearer " + id, "HTTP/1.1 103 Early\r\nLink: <%s>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"},
		"an answer without a body":        {"Bearer " + id, "HTTP/1.1 304 %s\r\nX: %s\r\n\r\n"},
		"chunks, with words of their own": {"Bearer " + id, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;x=%s\r\nx\r\n0;%s\r\nX: %s\r\n\r\n"},
		"up to the end":                   {"Bearer " + id, "HTTP/1.0 200 OK\r\n\r\n%s %s"},
		"a pair without its scheme":       {basic("u:" + id), "HTTP/1.1 200 OK\r\nX: %b\r\n\r\n%b."},
		"a pair with more blanks":         {strings.Replace(basic("u:"+id), " ", "    ", 1), "HTTP/1.1 200 OK\r\n\r\n%s,%b."},
		"a pair of two values":            {basic(id + ":" + key), "HTTP/1.1 200 OK\r\nX: %b\r\n\r\n%b."},
		"escaped as in a URL":             {id, "HTTP/1.1 302 Found\r\nLocation: /?x=%u\r\n\r\n%u %l"},
		"escaped as in JSON":              {id, "HTTP/1.1 200 OK\r\n\r\n{\"x\": \"%j\"}"},
	} {
		t.Run(why, func(t *testing.T) {
			v := newVaultWith(t, func(r *egress.Rules) {
				for _, text := range []string{id, key} {
					r.Credentials = append(r.Credentials, egress.Credential{Name: "odd", StandIn: text, Value: turned(text), Origins: r.Credentials[0].Origins})
				}
			})
			l := listen(t)
			defer l.Close()
			v.to = func(netip.AddrPort) string { return l.Addr().String() }
			got := make(chan string, 1)
			go func() {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				defer conn.Close()
				r, err := http.ReadRequest(bufio.NewReader(conn))
				if err != nil {
					return
				}
				said := r.Header.Get("Authorization")
				got <- said
				_, _ = io.WriteString(conn, forms(said).Replace(c.answer))
			}()
			_, all := v.talk(t, "GET http://allowed.example:8080/ HTTP/1.1\r\nHost: allowed.example:8080\r\nAuthorization: "+c.field+"\r\n\r\n")
			said := <-got
			require.NotEqual(t, c.field, said, "nothing was put in")
			for _, form := range []string{"%s", "%b", "%u", "%l", "%j"} {
				assert.NotContains(t, all, forms(said).Replace(form))
			}
			for _, value := range []string{real, turned(id), turned(key)} {
				assert.NotContains(t, all, value)
			}
			if strings.Contains(c.answer, "%b.") {
				assert.Contains(t, all, forms(c.field).Replace("%b."), "what follows is as it was")
			}
		})
	}
}

// forms writes a field in several forms.
func forms(said string) *strings.Replacer {
	escaped := url.QueryEscape(said)
	return strings.NewReplacer("%s", said, "%b", strings.TrimRight(said[strings.LastIndex(said, " ")+1:], "="), "%u", escaped,
		"%l", strings.NewReplacer("%2F", "%2f", "%2B", "%2b", "%3D", "%3d").Replace(escaped), "%j", strings.ReplaceAll(said, "/", `\/`))
}

// A stand-in to another host is refused and recorded, and the proxy puts in no value there.
func TestStandInsElsewhere(t *testing.T) {
	v := newVault(t)
	long := strings.Repeat("x", 40_000)
	for name, c := range map[string]struct {
		at, field, said, body string
	}{
		"another host, in the clear":          {"http://other.example/", "Authorization", "Bearer " + standIn, ""},
		"its own host, in the clear":          {"http://allowed.example/", "Authorization", "Bearer " + standIn, ""},
		"another host, in basic":              {"http://other.example/", "Authorization", basic("u:" + standIn), ""},
		"another host, in a path":             {"http://other.example/" + standIn, "A", "b", ""},
		"another host, in an escaped query":   {"http://other.example/?x=" + url.QueryEscape(standInKey), "A", "b", ""},
		"another host, in a body":             {"http://other.example/", "A", "b", "x=" + standIn + "&y=1"},
		"another host, in the midst of a one": {"http://other.example/", "A", "b", long + standIn + long},
		"a host of another credential":        {"http://allowed.example:8080/", "Authorization", standInID, ""},
		"a key that signs and is never sent":  {"https://allowed.example/", "X-Api-Key", standInKey, ""},
	} {
		t.Run(name, func(t *testing.T) {
			status, _, _ := v.get(t, "POST", c.at, map[string]string{c.field: c.said}, c.body)
			if c.body == "" {
				assert.Equal(t, 403, status)
			}
			_, refused := v.seen()
			require.Len(t, refused, 1)
			require.ErrorIs(t, refused[0].Why, egress.ErrCredential)
			assert.Contains(t, "api cloud", refused[0].Credential)
			for _, r := range v.all() {
				body, _ := io.ReadAll(r.Body)
				assert.NotContains(t, fmt.Sprint(r.Header, r.RequestURI, string(body)), real)
			}
		})
	}
}

// If a server ends a kept connection, a request that writes still succeeds, and is sent
// once.
func TestKeptConnectionsThatEnd(t *testing.T) {
	v := newVault(t)
	client := v.client()
	for range 3 {
		a, err := client.Post("http://allowed.example:8080/", "text/plain", strings.NewReader("x"))
		require.NoError(t, err)
		_, _ = io.Copy(io.Discard, a.Body)
		require.NoError(t, a.Body.Close())
		assert.Equal(t, 200, a.StatusCode)
		v.clear.CloseClientConnections()
	}
	assert.Len(t, v.all(), 3)
}

// The proxy does not open TLS to a host without a credential, so HTTP/2 works there.
func TestOthersStayClosed(t *testing.T) {
	v := newVault(t)
	for host, protocol := range map[string]string{"other.example": "HTTP/2.0", "allowed.example": "HTTP/1.1"} {
		a, err := v.client().Get("https://" + host + "/")
		require.NoError(t, err)
		a.Body.Close()
		assert.Equal(t, protocol, a.Proto, host)
	}
}

// The proxy refuses a server whose certificate it cannot verify.
func TestUnknownServers(t *testing.T) {
	v := newVault(t)
	own, err := terminator.NewAuthority([]string{"allowed.example"})
	require.NoError(t, err)
	v.origin.TLS.GetCertificate = func(h *tls.ClientHelloInfo) (*tls.Certificate, error) { return own.Issue(h.ServerName) }
	status, text, _ := v.get(t, "GET", "https://allowed.example/", map[string]string{"Authorization": standIn}, "")
	assert.Equal(t, 502, status, text)
	assert.Contains(t, text, "certificate")
	assert.Empty(t, v.all())
}

// The proxy fills in the requests of a program that does not use it, too. A program that
// speaks only HTTP/2, or does not trust the authority, gets nothing.
func TestClientsWithinTLS(t *testing.T) {
	v := newVault(t)
	tunnel := func(t *testing.T, config *tls.Config) (*tls.Conn, error) {
		t.Helper()
		c, err := net.Dial("tcp", v.proxy)
		require.NoError(t, err)
		t.Cleanup(func() { c.Close() })
		_, err = io.WriteString(c, "CONNECT allowed.example:443 HTTP/1.1\r\nHost: allowed.example\r\n\r\n")
		require.NoError(t, err)
		r := bufio.NewReader(c)
		for line := "x"; strings.TrimSpace(line) != ""; {
			line, err = r.ReadString('\n')
			require.NoError(t, err)
		}
		config.ServerName = "allowed.example"
		within := tls.Client(c, config)
		return within, within.Handshake()
	}
	t.Run("two requests on one connection", func(t *testing.T) {
		c, err := tunnel(t, &tls.Config{RootCAs: v.trust})
		require.NoError(t, err)
		r := bufio.NewReader(c)
		for range 2 {
			_, err = io.WriteString(c, "GET /echo HTTP/1.1\r\nHost: allowed.example\r\nAuthorization: "+standIn+"\r\n\r\n")
			require.NoError(t, err)
			a, err := http.ReadResponse(r, nil)
			require.NoError(t, err)
			body, _ := io.ReadAll(a.Body)
			assert.Equal(t, "you are "+standIn+", and key is .", string(body))
			assert.Equal(t, real, v.last(t).Header.Get("Authorization"))
		}
	})
	t.Run("another Host than the server name", func(t *testing.T) {
		c, err := tunnel(t, &tls.Config{RootCAs: v.trust})
		require.NoError(t, err)
		_, err = io.WriteString(c, "GET / HTTP/1.1\r\nHost: other.example\r\nAuthorization: "+standIn+"\r\n\r\n")
		require.NoError(t, err)
		a, err := http.ReadResponse(bufio.NewReader(c), nil)
		require.NoError(t, err)
		assert.Equal(t, 403, a.StatusCode)
	})
	t.Run("HTTP/2 alone", func(t *testing.T) {
		_, err := tunnel(t, &tls.Config{RootCAs: v.trust, NextProtos: []string{"h2"}})
		assert.Error(t, err)
	})
	t.Run("no trust", func(t *testing.T) {
		_, err := tunnel(t, &tls.Config{RootCAs: x509.NewCertPool()})
		assert.Error(t, err)
	})
	assert.Empty(t, v.all())
}
