// Package e2e holds the tests that need several packages, or the built programs, and belong
// to none: that what the gate clears the judge would allow (soundness), that both entries of
// the shim do the same (fast), that ordinary environments are let through and credentials
// left out of every record, and that docs/bypasses.md says what the checker does. Scenarios
// as a user types them stand in testdata/script instead, and cmd/shimgen runs those.
package e2e
