package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadRequest(t *testing.T) {
	for text, want := range map[string]Request{
		"GET api.example.com/repos/**":          {Methods: []string{"GET"}, Host: "api.example.com", Path: "/repos/**"},
		"GET,POST api.example.com/":             {Methods: []string{"GET", "POST"}, Host: "api.example.com", Path: "/"},
		"READ *.example.com/**":                 {Methods: []string{"GET", "HEAD", "OPTIONS"}, Host: "*.example.com", Path: "/**"},
		"* api.example.com:8443/v1/*":           {Host: "api.example.com", Port: 8443, Path: "/v1/*"},
		"WEBSOCKET api.example.com/socket":      {Host: "api.example.com", Path: "/socket", WebSocket: true},
		"POST api.example.com/graphql query":    {Methods: []string{"POST"}, Host: "api.example.com", Path: "/graphql", Queries: true},
		"VERSION-CONTROL api.EXAMPLE.com./**":   {Methods: []string{"VERSION-CONTROL"}, Host: "api.example.com", Path: "/**"},
		"READ,POST api.example.com/x":           {Methods: []string{"GET", "HEAD", "OPTIONS", "POST"}, Host: "api.example.com", Path: "/x"},
		"GET   api.example.com/a/**/b.*  query": {Methods: []string{"GET"}, Host: "api.example.com", Path: "/a/**/b.*", Queries: true},
	} {
		got, ok := readRequest(text)
		want.Text = text
		require.True(t, ok, text)
		assert.Equal(t, want, got, text)
	}
	for text, why := range map[string]string{
		"api.example.com/":                 "no method",
		"get api.example.com/":             "a method in small letters",
		"GET api.example.com":              "no path",
		"GET https://api.example.com/":     "a scheme",
		"GET api.example.com/a?x=1":        "a query",
		"GET api.example.com/a/../b":       "a path that leads up",
		"GET api.example.com/a**":          "** in a segment",
		"GET api.example.com/%2e":          "an escape",
		"GET,* api.example.com/":           "all methods among others",
		"WEBSOCKET api.example.com/ query": "a WebSocket of queries",
		"GET api.example.com/ mutation":    "another word",
		"GET, api.example.com/":            "a method that is missing",
		"GET */":                           "all hosts",
	} {
		_, ok := readRequest(text)
		assert.False(t, ok, "%s: %s", why, text)
	}
}

func TestRequestLayers(t *testing.T) {
	load := func(system, user, project string) *Policy {
		t.Helper()
		p, err := Load([]Layer{
			{Name: "system", Kind: System, Data: []byte("profile = \"open\"\n" + system)},
			{Name: "user", Kind: User, Data: []byte("profile = \"open\"\n" + user)},
			{Name: "project", Kind: Project, Data: []byte(project)},
		}, Flags{})
		require.NoError(t, err)
		return p
	}
	of := func(host, upload string) string {
		return "[network]\nallowed_requests = [\"READ " + host + ".example/**\"]\nmax_upload_kib = " + upload + "\n"
	}
	p := load(of("a", "10"), "", "")
	assert.Len(t, p.Requests, 1)
	assert.Equal(t, []string{"a.example"}, p.RequestHosts())
	p = load(of("a", "10"), of("b", "20"), "")
	assert.Equal(t, []string{"b.example"}, p.RequestHosts(), "the user's own list takes the system's place")
	assert.Equal(t, int64(20), p.MaxUpload)
	p = load("lock = [\"network.allowed_requests\", \"network.max_upload_kib\"]\n"+of("a", "10"), of("b", "20"), "")
	assert.Equal(t, []string{"a.example"}, p.RequestHosts(), "unless it is locked")
	assert.Equal(t, int64(10), p.MaxUpload)
	p = load("", of("b", "20"), of("c", "5"))
	assert.Len(t, p.Requests, 2, "a project's list holds as well")
	assert.Equal(t, int64(5), p.MaxUpload)
	p = load("", of("b", "20"), of("c", "30"))
	assert.Equal(t, int64(20), p.MaxUpload, "a project cannot have more uploaded")
	assert.Len(t, p.Notices, 1)
	p = load("", "", of("c", "30"))
	assert.Equal(t, int64(30), p.MaxUpload)
	p = load("", of("b", "20"), "[network]\nmax_upload_kib = 0\n")
	assert.Equal(t, int64(20), p.MaxUpload, "0 is any number")
}
