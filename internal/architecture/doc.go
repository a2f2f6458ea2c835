// Package architecture holds, as data, which package may import which, and which module may
// be used where. The table is the one of docs/design.md; a package that is not in it, or an
// import that it does not have, fails the test. The same test holds what cmd/shim and
// cmd/shimgen may link, that importing a package starts nothing, and that none keeps state.
package architecture
