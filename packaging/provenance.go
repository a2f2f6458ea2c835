package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// What a release was made of, and how: an in-toto statement with SLSA's predicate. See
// https://slsa.dev/spec/v1.0/provenance
type (
	statement struct {
		Type          string    `json:"_type"`
		Subject       []subject `json:"subject"`
		PredicateType string    `json:"predicateType"`
		Predicate     predicate `json:"predicate"`
	}
	subject struct {
		Name   string            `json:"name"`
		Digest map[string]string `json:"digest"`
	}
	predicate struct {
		Definition definition `json:"buildDefinition"`
		Run        runDetails `json:"runDetails"`
	}
	definition struct {
		Type     string            `json:"buildType"`
		External map[string]string `json:"externalParameters"`
		Internal map[string]string `json:"internalParameters"`
		Sources  []source          `json:"resolvedDependencies"`
	}
	source struct {
		URI    string            `json:"uri"`
		Digest map[string]string `json:"digest"`
	}
	runDetails struct {
		Builder struct {
			ID string `json:"id"`
		} `json:"builder"`
	}
)

const (
	provenanceFile = "shimgen.intoto.json"
	sumsFile       = "SHA256SUMS"
	signatureFile  = "SHA256SUMS.minisig"
)

// writeProvenance names every file that the release has so far, the commit and the
// toolchain. It says neither when nor where that was, which changes from build to build.
func (r release) writeProvenance(programs []built) error {
	s := statement{Type: "https://in-toto.io/Statement/v1", PredicateType: "https://slsa.dev/provenance/v1"}
	err := filepath.WalkDir(r.dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == provenanceFile || strings.HasPrefix(d.Name(), sumsFile) {
			return err
		}
		sum, err := sumOf(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(r.dir, file)
		s.Subject = append(s.Subject, subject{filepath.ToSlash(name), map[string]string{"sha256": sum}})
		return err
	})
	if err != nil {
		return err
	}
	first := programs[0].info
	s.Predicate.Definition = definition{
		Type:     homepage + "/blob/main/.ci/release",
		External: map[string]string{"version": r.version.described, "SOURCE_DATE_EPOCH": fmt.Sprint(r.version.day.Unix())},
		Internal: map[string]string{"go": first.GoVersion},
		Sources:  []source{{"git+" + homepage, map[string]string{"gitCommit": r.commit}}},
	}
	s.Predicate.Run.Builder.ID = r.builder
	return writeJSON(filepath.Join(r.dir, provenanceFile), s)
}

// versionOf is the version that a release's provenance says it has.
func versionOf(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, provenanceFile))
	if err != nil {
		return "", err
	}
	var s statement
	err = json.Unmarshal(text, &s)
	return s.Predicate.Definition.External["version"], err
}

// sumOf is the SHA-256 of a file.
func sumOf(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
