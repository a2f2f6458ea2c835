package artifact

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/opencontainers/go-digest"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/errcode"

	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/fleet/registrytest"
)

// place returns a reference on a server, whose tag is the group's.
func place(t *testing.T, server *httptest.Server, o Options) *Reference {
	t.Helper()
	p, err := Open(Scheme+strings.TrimPrefix(server.URL, "http://")+"/fleet/policy", "laptops", o)
	require.NoError(t, err)
	return p
}

func TestWhatWasPushedIsFetchedOnce(t *testing.T) {
	s, server := registrytest.Start(t)
	p := place(t, server, Options{})
	require.NoError(t, p.Push(t.Context(), []byte("one")))
	s.Requests()
	for range 2 {
		data, err := p.Fetch(t.Context())
		require.NoError(t, err)
		assert.Equal(t, "one", string(data))
	}
	assert.Equal(t, []string{"HEAD manifests", "GET manifests", "GET blobs", "HEAD manifests"}, s.Requests(), "the same digest is not fetched again")
	require.NoError(t, p.Push(t.Context(), []byte("two")))
	data, err := p.Fetch(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "two", string(data))
	first := digest.FromBytes(s.Manifests["laptops"]).String()
	pinned, err := Open(p.at+"@"+first, "laptops", Options{})
	require.NoError(t, err)
	require.NoError(t, p.Push(t.Context(), []byte("three")))
	data, err = pinned.Fetch(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "two", string(data), "a digest stays what it is")
	assert.ErrorContains(t, pinned.Push(t.Context(), []byte("four")), "name a tag")
}

func TestWhatIsNoPolicy(t *testing.T) {
	layer := []byte("x")
	good := func() ocispec.Manifest {
		m := ocispec.Manifest{MediaType: ocispec.MediaTypeImageManifest, ArtifactType: Type, Config: ocispec.DescriptorEmptyJSON}
		m.SchemaVersion = 2
		m.Layers = []ocispec.Descriptor{{MediaType: Layer, Digest: digest.FromBytes(layer), Size: 1}}
		return m
	}
	for _, tt := range []struct {
		why    string
		change func(*ocispec.Manifest)
		want   string
	}{
		{"nothing wrong", func(*ocispec.Manifest) {}, ""},
		{"an image", func(m *ocispec.Manifest) { m.ArtifactType = "" }, ErrType.Error()},
		{"two layers", func(m *ocispec.Manifest) { m.Layers = append(m.Layers, m.Layers[0]) }, ErrType.Error()},
		{"none", func(m *ocispec.Manifest) { m.Layers = nil }, ErrType.Error()},
		{"a layer of another type", func(m *ocispec.Manifest) { m.Layers[0].MediaType = ocispec.MediaTypeImageLayerGzip }, ErrType.Error()},
		{"a large layer", func(m *ocispec.Manifest) { m.Layers[0].Size = envelope.Most + 1 }, ErrLarge.Error()},
		{"a size below nothing", func(m *ocispec.Manifest) { m.Layers[0].Size = -1 }, ErrType.Error()},
		{"a layer that is larger than it says", func(m *ocispec.Manifest) { m.Layers[0].Size = 0 }, "mismatch Content-Length"},
		{"another layer than the manifest says", func(m *ocispec.Manifest) { m.Layers[0].Digest = digest.FromString("y") }, "not found"},
		{"a digest that is none", func(m *ocispec.Manifest) { m.Layers[0].Digest = "../../x" }, ErrType.Error()},
		{"a large manifest", func(m *ocispec.Manifest) { m.Annotations = map[string]string{"x": strings.Repeat("x", mostOfManifest)} }, ErrLarge.Error()},
	} {
		s, server := registrytest.Start(t)
		m := good()
		tt.change(&m)
		text, err := json.Marshal(m)
		require.NoError(t, err)
		s.Put("blobs", "", layer)
		s.Put("manifests", "laptops", text)
		_, err = place(t, server, Options{}).Fetch(t.Context())
		if tt.want == "" {
			assert.NoError(t, err, tt.why)
			continue
		}
		assert.ErrorContains(t, err, tt.want, tt.why)
	}
	_, server := registrytest.Start(t)
	assert.ErrorIs(t, place(t, server, Options{}).Push(t.Context(), make([]byte, envelope.Most+1)), ErrLarge)
}

// Credentials go only to the registry, and come from a file that nobody else can change.
func TestCredentials(t *testing.T) {
	s, server := registrytest.Start(t)
	require.NoError(t, place(t, server, Options{}).Push(t.Context(), []byte("one")))
	var saw []http.Header
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		saw = append(saw, r.Header)
		_, _ = io.WriteString(w, "one")
	}))
	defer other.Close()
	s.Token, s.Elsewhere = "t0ken", other.URL
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	docker := filepath.Join(dir, "config.json")
	login := base64.StdEncoding.EncodeToString([]byte("ann:secret"))
	text := `{"auths":{"` + strings.TrimPrefix(server.URL, "http://") + `":{"auth":"` + login + `"}},"credsStore":"x/../../evil"}`
	require.NoError(t, os.WriteFile(docker, []byte(text), 0o600))
	data, err := place(t, server, Options{Docker: docker}).Fetch(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "one", string(data))
	assert.Equal(t, "Basic "+login, s.Login)
	require.Len(t, saw, 1)
	assert.Empty(t, saw[0].Get("Authorization"), "a redirect takes no credentials along")

	require.NoError(t, os.Chmod(docker, 0o666))
	_, err = Open(Scheme+"registry.example.com/x", "all", Options{Docker: docker})
	assert.ErrorContains(t, err, "is writable by group or others")
	_, err = Open(Scheme+"registry.example.com/x", "all", Options{Docker: filepath.Join(dir, "none")})
	assert.NoError(t, err, "it need not be there")
}

func TestOnlyLoopbackDoesWithoutTLS(t *testing.T) {
	_, server := registrytest.Start(t)
	far, err := Open(Scheme+"registry.example.com/fleet/policy", "laptops", Options{})
	require.NoError(t, err)
	far.repo.Client = &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
	}}}
	_, err = far.Fetch(t.Context())
	assert.ErrorContains(t, err, "server gave HTTP response to HTTPS client")
	for name, near := range map[string]bool{
		"localhost": true, "localhost:5000": true, "127.0.0.1:1": true, "[::1]:1": true, "127.9.9.9": true,
		"registry.example.com": false, "localhost.example.com": false, "10.0.0.1:5000": false, "0.0.0.0": false, "127.0.0.1.example.com": false,
	} {
		p, err := Open(Scheme+name+"/x:y", "all", Options{})
		require.NoError(t, err, name)
		assert.Equal(t, near, p.repo.PlainHTTP, name)
	}
	for _, tt := range []struct {
		near bool
		to   string
		ok   bool
	}{
		{false, "https://blobs.example.com/x", true},
		{false, "http://blobs.example.com/x", false},
		{false, "http://127.0.0.1/x", false},
		{true, "http://127.0.0.1:1/x", true},
		{true, "http://blobs.example.com/x", false},
	} {
		client, err := web(tt.near, "")
		require.NoError(t, err)
		to, err := http.NewRequest(http.MethodGet, tt.to, nil)
		require.NoError(t, err)
		assert.Equal(t, tt.ok, client.CheckRedirect(to, nil) == nil, "%v %s", tt.near, tt.to)
	}
}

func TestTLSWithACertificateOfOnesOwn(t *testing.T) {
	s, _ := registrytest.Start(t)
	server := httptest.NewUnstartedServer(s)
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // it would log the handshakes that fail
	server.StartTLS()
	defer server.Close()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	require.NoError(t, os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o644))
	for _, tt := range []struct{ why, at, ca, want string }{
		{"the flag's certificate", "oci://example.com/fleet/policy", ca, ""},
		{"the system's", "oci://example.com/fleet/policy", "", "certificate signed by unknown authority"},
		{"another name than the certificate's", "oci://registry.example.org/fleet/policy", ca, "certificate is valid for"},
	} {
		p, err := Open(tt.at, "laptops", Options{CA: tt.ca})
		require.NoError(t, err, tt.why)
		p.repo.Client.(*auth.Client).Client.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
		}
		err = p.Push(t.Context(), []byte("one"))
		if tt.want == "" {
			assert.NoError(t, err, tt.why)
			continue
		}
		assert.ErrorContains(t, err, tt.want, tt.why)
	}
	_, err := Open("oci://example.com/x", "all", Options{CA: filepath.Join(t.TempDir(), "none")})
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestPlaces(t *testing.T) {
	for _, at := range []string{"", "oci://", "oci://host", "oci://host/", "https://host/x", "host/x", "oci://ho st/x", "oci://host/X", "oci://user:secret@host/x", "oci://host/x@sha256:1", "oci://host/x?y"} {
		_, err := Open(at, "all", Options{})
		assert.ErrorIs(t, err, ErrReference, at)
	}
	p, err := Open("oci://host/x:y", "all", Options{})
	require.NoError(t, err)
	assert.Equal(t, "y", p.repo.Reference.Reference)
	_, err = Open("oci://host/x", "-", Options{})
	assert.ErrorContains(t, err, "is no tag")
}

// A watch reports an unchanged error once, so its text may contain nothing of one request.
func TestErrorsSayTheSameEachTime(t *testing.T) {
	p := &Reference{at: "oci://registry.example.com/x"}
	near, far := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 40123}, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 443}
	for _, tt := range []struct {
		why  string
		err  error
		want string
	}{
		{"this side's port", &net.OpError{Op: "read", Net: "tcp", Source: near, Addr: far, Err: syscall.ECONNRESET}, "read tcp 127.0.0.1:443: connection reset by peer"},
		{"of a resolver, too", &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Name: "registry.example.com", Err: "read udp 127.0.0.1:40123->127.0.0.1:53: i/o timeout"}}, "the name registry.example.com has no address, or nobody answers"},
		{"a signed address", &url.Error{Op: "Get", URL: "https://blobs.example.com/x?signature=1", Err: context.DeadlineExceeded}, "context deadline exceeded"},
		{"the number of a request", &errcode.ErrorResponse{StatusCode: 503, Errors: errcode.Errors{{Code: "UNKNOWN", Message: "request 17"}}}, "the registry answers 503 Service Unavailable"},
	} {
		assert.EqualError(t, p.plain(tt.err), p.at+": "+tt.want, tt.why)
	}
	assert.NoError(t, p.plain(nil))
}
