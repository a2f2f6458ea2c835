// Package artifact keeps a signed policy in a registry of containers, as an OCI artifact.
//
//	ref, err := artifact.Open("oci://registry.example.com/fleet/policy:laptops", "all", artifact.Options{})
//	data, err := ref.Fetch(ctx) // an envelope: package envelope says whether it is signed
//	err = ref.Push(ctx, data)
//
// The artifact is an image manifest of type [Type] with one layer of type [Layer], which is the
// envelope, byte for byte. Where a reference has neither tag nor digest, its tag is the group.
//
// # Limits
//
// Nothing that a registry says is trusted but what somebody has signed: it can withhold a
// policy, and serve an old one, which the machine refuses. It is spoken to over TLS, and on
// loopback alone without. Redirects are followed, to TLS alone and without credentials.
// Credentials are those that a file of docker's has in it; programs that would hand
// some out are not run, and nobody is asked.
package artifact

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/opencontainers/go-digest"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"oras.land/oras-go/v2"
	"oras.land/oras-go/v2/content"
	"oras.land/oras-go/v2/registry"
	"oras.land/oras-go/v2/registry/remote"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/credentials"
	"oras.land/oras-go/v2/registry/remote/errcode"

	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/host"
)

// What the artifact and its one layer say that they are.
const (
	Type  = "application/vnd.agent-loop.policy.v1"
	Layer = "application/vnd.agent-loop.policy.v1+json"
)

// Scheme is what a reference begins with.
const Scheme = "oci://"

// mostOfManifest is how large a manifest may be: one with one layer has some 600 bytes.
const mostOfManifest = 64 << 10

// What is wrong with an artifact, or with what names one.
var (
	ErrReference = errors.New("is not of the form oci://HOST[:PORT]/REPOSITORY[:TAG|@DIGEST]")
	ErrType      = errors.New("is no artifact of type " + Type + " with one layer of type " + Layer)
	ErrLarge     = errors.New("is too large")
)

// Options say how to reach a registry.
type Options struct {
	CA     string // a file with certificates to trust, in the place of the system's
	Docker string // a file of docker's with credentials; it need not be there; "" for none
}

// Reference is where an artifact is. It is not for use by several at once.
type Reference struct {
	at   string
	repo *remote.Repository

	digest digest.Digest // of the manifest whose envelope is kept
	kept   []byte
}

// Open returns a reference. It asks nothing of the registry yet.
func Open(at, group string, o Options) (*Reference, error) {
	name, is := strings.CutPrefix(at, Scheme)
	ref, err := registry.ParseReference(name)
	if !is || err != nil || strings.ContainsAny(name, "?#") {
		return nil, fmt.Errorf("%q %w", at, ErrReference)
	}
	if ref.Reference == "" {
		ref.Reference = group
		if err := ref.ValidateReferenceAsTag(); err != nil {
			return nil, fmt.Errorf("%q: the group %q is no tag", at, group)
		}
	}
	near := isLoopback(ref.Registry)
	client := &auth.Client{Cache: auth.NewCache(), ClientID: "shimgen-fleet"}
	if client.Client, err = web(near, o.CA); err != nil {
		return nil, err
	}
	if client.Credential, err = stored(o.Docker); err != nil {
		return nil, err
	}
	if near {
		client.BlockedRealmPrefixes = []netip.Prefix{} // who hands out its tokens is on loopback, too
	}
	return &Reference{at: at, repo: &remote.Repository{
		Reference: ref, Client: client, PlainHTTP: near, MaxMetadataBytes: mostOfManifest,
		ManifestMediaTypes: []string{ocispec.MediaTypeImageManifest},
	}}, nil
}

// isLoopback reports whether a registry is on this machine.
func isLoopback(registry string) bool {
	name := registry
	if h, _, err := net.SplitHostPort(registry); err == nil {
		name = h
	}
	ip := net.ParseIP(strings.Trim(name, "[]"))
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// web is a client that leaves TLS on loopback alone.
func web(near bool, ca string) (*http.Client, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	if ca != "" {
		text, err := os.ReadFile(ca)
		if err != nil {
			return nil, err
		}
		transport.TLSClientConfig.RootCAs = x509.NewCertPool()
		if !transport.TLSClientConfig.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s has no certificate", ca)
		}
	}
	return &http.Client{Transport: transport, CheckRedirect: func(to *http.Request, via []*http.Request) error {
		switch {
		case len(via) >= 5:
			return errors.New("it redirects too often")
		case to.URL.Scheme != "https" && !(near && isLoopback(to.URL.Host)):
			return fmt.Errorf("it redirects to %s, without TLS", to.URL.Host)
		}
		return nil
	}}, nil
}

// stored are the credentials of docker's file. It must be ours or root's, and nobody else's to
// change: its passwords would go where somebody else says.
func stored(path string) (auth.CredentialFunc, error) {
	if path == "" {
		return nil, nil
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if path, err = host.Canonical(path); err != nil {
		return nil, err
	}
	f, err := host.Open(path, host.Policy(host.UID()))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := host.Read(f, host.ProjectLimit)
	if err != nil {
		return nil, err
	}
	store, err := credentials.NewMemoryStoreFromDockerConfig(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return credentials.Credential(store), nil
}

// Fetch returns the envelope that is there. It asks for the manifest's digest each time, and for
// the rest only where that is new.
func (p *Reference) Fetch(ctx context.Context) ([]byte, error) {
	d, err := p.repo.Resolve(ctx, p.repo.Reference.Reference)
	if err != nil {
		return nil, p.plain(err)
	}
	if p.kept != nil && d.Digest == p.digest {
		return p.kept, nil
	}
	data, err := p.envelope(ctx, d)
	if err != nil {
		return nil, p.plain(err)
	}
	p.digest, p.kept = d.Digest, data
	return data, nil
}

// envelope fetches a manifest, and the layer that it names. Both are what their digests say.
func (p *Reference) envelope(ctx context.Context, d ocispec.Descriptor) ([]byte, error) {
	if d.MediaType != ocispec.MediaTypeImageManifest {
		return nil, ErrType
	}
	if d.Size > mostOfManifest {
		return nil, fmt.Errorf("%w: its manifest has %d bytes", ErrLarge, d.Size)
	}
	text, err := content.FetchAll(ctx, p.repo.Manifests(), d)
	if err != nil {
		return nil, err
	}
	var m ocispec.Manifest
	if json.Unmarshal(text, &m) != nil || m.ArtifactType != Type || len(m.Layers) != 1 || m.Layers[0].MediaType != Layer {
		return nil, ErrType
	}
	layer := m.Layers[0]
	if err := layer.Digest.Validate(); err != nil || layer.Size < 0 {
		return nil, ErrType
	}
	if layer.Size > envelope.Most {
		return nil, fmt.Errorf("%w: its layer has %d bytes, and %d are the most", ErrLarge, layer.Size, envelope.Most)
	}
	return content.FetchAll(ctx, p.repo.Blobs(), ocispec.Descriptor{MediaType: Layer, Digest: layer.Digest, Size: layer.Size})
}

// Push puts an envelope there, under the tag.
func (p *Reference) Push(ctx context.Context, data []byte) error {
	if len(data) > envelope.Most {
		return fmt.Errorf("it %w: %d bytes, and %d are the most", ErrLarge, len(data), envelope.Most)
	}
	if p.repo.Reference.ValidateReferenceAsTag() != nil {
		return fmt.Errorf("%s: a digest cannot be chosen: name a tag", p.at)
	}
	layer := content.NewDescriptorFromBytes(Layer, data)
	if err := p.repo.Push(ctx, layer, bytes.NewReader(data)); err != nil {
		return p.plain(err)
	}
	d, err := oras.PackManifest(ctx, p.repo, oras.PackManifestVersion1_1, Type, oras.PackManifestOptions{Layers: []ocispec.Descriptor{layer}})
	if err == nil {
		err = p.repo.Tag(ctx, d, p.repo.Reference.Reference)
	}
	return p.plain(err)
}

// plain says what failed in words that stay the same for as long as the failure does: neither
// this side's port nor what a registry makes up for one request is in them.
func (p *Reference) plain(err error) error {
	var answer *errcode.ErrorResponse
	var op *net.OpError
	var name *net.DNSError
	var request *url.Error
	if errors.As(err, &request) {
		err = request.Err // the address may be one that somebody signed for this request
	}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &answer):
		err = fmt.Errorf("the registry answers %d %s", answer.StatusCode, http.StatusText(answer.StatusCode))
	case errors.As(err, &name):
		err = fmt.Errorf("the name %s has no address, or nobody answers", name.Name)
	case errors.As(err, &op) && op.Source != nil:
		err = &net.OpError{Op: op.Op, Net: op.Net, Addr: op.Addr, Err: op.Err}
	}
	return fmt.Errorf("%s: %w", p.at, err)
}
