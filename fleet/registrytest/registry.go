// Package registrytest provides a container registry, for tests only.
package registrytest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/opencontainers/go-digest"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
)

// Registry is a registry in this process with one repository: fleet/policy.
type Registry struct {
	mu        sync.Mutex
	Manifests map[string][]byte // by digest and by tag
	blobs     map[string][]byte
	requests  []string // METHOD and the rest of the path
	Token     string   // required by requests; "" for none
	Login     string   // the credentials that the token server received
	Elsewhere string   // where blobs are; "" for here
}

// Start starts a registry that ends with the test.
func Start(t testing.TB) (*Registry, *httptest.Server) {
	t.Helper()
	s := &Registry{Manifests: map[string][]byte{}, blobs: map[string][]byte{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, server
}

// ServeHTTP implements the part of the distribution specification that the tests need.
func (s *Registry) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.URL.Path == "/token" {
		s.Login = r.Header.Get("Authorization")
		_ = json.NewEncoder(w).Encode(map[string]string{"token": s.Token})
		return
	}
	if s.Token != "" && r.Header.Get("Authorization") != "Bearer "+s.Token {
		w.Header().Set("WWW-Authenticate", `Bearer realm="http://`+r.Host+`/token",service="registry"`)
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	what := strings.TrimPrefix(r.URL.Path, "/v2/fleet/policy/")
	kind, name, _ := strings.Cut(what, "/")
	s.requests = append(s.requests, r.Method+" "+kind)
	switch {
	case r.Method == http.MethodPost:
		w.Header().Set("Location", "/v2/fleet/policy/uploads/1")
		w.WriteHeader(http.StatusAccepted)
	case r.Method == http.MethodPut:
		body, _ := io.ReadAll(r.Body)
		s.Put(kind, name, body)
		w.WriteHeader(http.StatusCreated)
	case kind == "blobs" && s.Elsewhere != "" && r.Method == http.MethodGet:
		http.Redirect(w, r, s.Elsewhere+r.URL.Path, http.StatusTemporaryRedirect)
	case kind == "manifests":
		give(w, s.Manifests[name], ocispec.MediaTypeImageManifest)
	default:
		give(w, s.blobs[name], "application/octet-stream")
	}
}

// Put stores a manifest or a blob.
func (s *Registry) Put(kind, name string, body []byte) {
	if kind == "manifests" {
		s.Manifests[name] = body
		s.Manifests[digest.FromBytes(body).String()] = body
		return
	}
	s.blobs[digest.FromBytes(body).String()] = body
}

// give answers with a body, if there is one.
func give(w http.ResponseWriter, body []byte, kind string) {
	if body == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Header().Set("Docker-Content-Digest", digest.FromBytes(body).String())
	_, _ = w.Write(body)
}

// Requests returns the requests since the last call.
func (s *Registry) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.requests
	s.requests = nil
	return all
}
