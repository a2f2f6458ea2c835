// Package artifact stores a signed policy in a container registry, as an OCI artifact.
//
//	ref, err := artifact.Open("oci://registry.example.com/fleet/policy:laptops", "all", artifact.Options{})
//	data, err := ref.Fetch(ctx) // an envelope: package envelope says whether it is signed
//	err = ref.Push(ctx, data)
//
// The artifact is an image manifest of type [Type] with one layer of type [Layer], which is
// the envelope, byte for byte. If a reference has neither tag nor digest, its tag is the
// group.
//
// # Limits
//
// The package trusts nothing from a registry but signed policies. A registry can withhold a
// policy, or serve an old one, which the machine refuses. Connections use TLS, except on
// loopback. Redirects are followed only to TLS and without credentials. Credentials come
// only from the text of Docker's configuration file: the package runs no credential helper,
// and asks nobody.
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

// The media types of the artifact and its one layer.
const (
	Type  = "application/vnd.agent-loop.policy.v1"
	Layer = "application/vnd.agent-loop.policy.v1+json"
)

// Scheme is the prefix of a reference.
const Scheme = "oci://"

// mostOfManifest is the maximum size of a manifest: one with one layer has some 600 bytes.
const mostOfManifest = 64 << 10

// The errors of an artifact, or of a reference to one.
var (
	ErrReference = errors.New("is not of the form oci://HOST[:PORT]/REPOSITORY[:TAG|@DIGEST]")
	ErrType      = errors.New("is no artifact of type " + Type + " with one layer of type " + Layer)
	ErrLarge     = errors.New("is too large")
)

// Options say how to reach a registry.
type Options struct {
	CA     string // a file with certificates to trust, instead of the system's
	Docker string // Docker's file with credentials, which may be missing; "" for none
}

// Reference is the place of an artifact. Only one goroutine may use it at a time.
type Reference struct {
	at   string
	repo *remote.Repository

	digest digest.Digest // of the manifest whose envelope is cached
	kept   []byte
}

// Open returns a reference. It does not contact the registry yet.
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
		client.BlockedRealmPrefixes = []netip.Prefix{} // the token server may be on loopback, too
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

// web returns a client that uses connections without TLS only on loopback.
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

// stored returns the credentials in Docker's file. We or root must own it, and nobody else
// may change it: otherwise somebody else could redirect its passwords.
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

// Fetch returns the artifact's envelope. It requests the manifest's digest each time, and
// the rest only if the digest is new.
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

// envelope fetches a manifest and the layer that it names. Both must match their digests.
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

// Push stores an envelope under the tag.
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

// plain describes a failure in words that stay the same while the failure does. They contain
// neither this side's port nor values that a registry invents for one request.
func (p *Reference) plain(err error) error {
	var answer *errcode.ErrorResponse
	var op *net.OpError
	var name *net.DNSError
	var request *url.Error
	if errors.As(err, &request) {
		err = request.Err // somebody may have signed the address for this request only
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
