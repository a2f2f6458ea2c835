// Package e2e holds the tests that need several packages or the built programs and belong
// to no package: that the judge allows what the gate clears (soundness), that both
// entries of the shim do the same (fast), that ordinary environments are let through,
// that no record holds credentials, and that docs/bypasses.md is true. Scenarios as a
// user types them are in testdata/script; cmd/shimgen runs those.
package e2e
