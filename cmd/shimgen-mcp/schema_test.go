package main

import (
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/require"
)

// resolved checks a schema: the meta-schema of draft 2020-12 accepts it, and its
// references resolve.
func resolved(t *testing.T, schema any) *jsonschema.Resolved {
	t.Helper()
	require.NoError(t, metaSchema(t).Validate(roundTrip(t, schema)), "by the schema of schemas")
	data, err := json.Marshal(schema)
	require.NoError(t, err)
	var s jsonschema.Schema
	require.NoError(t, json.Unmarshal(data, &s))
	r, err := s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
	require.NoError(t, err)
	return r
}

// metaSchema is the schema of schemas, from the validator's sources.
func metaSchema(t *testing.T) *jsonschema.Resolved {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/google/jsonschema-go").Output()
	require.NoError(t, err)
	dir := filepath.Join(strings.TrimSpace(string(out)), "jsonschema", "meta-schemas", "draft2020-12")
	read := func(name string) (*jsonschema.Schema, error) {
		data, err := os.ReadFile(filepath.Join(dir, name+".json"))
		if err != nil {
			return nil, err
		}
		var s jsonschema.Schema
		return &s, json.Unmarshal(data, &s)
	}
	root, err := read("schema")
	require.NoError(t, err)
	r, err := root.Resolve(&jsonschema.ResolveOptions{
		BaseURI: "https://json-schema.org/draft/2020-12/schema",
		Loader: func(u *url.URL) (*jsonschema.Schema, error) {
			return read(strings.TrimPrefix(u.Path, "/draft/2020-12/"))
		},
	})
	require.NoError(t, err)
	return r
}
