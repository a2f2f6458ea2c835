// Package architecture holds, as data, which package may import which, and which package
// may use another module. The table is that of docs/design.md; a package or import that
// is not in it fails the test. The same test checks what cmd/shim and cmd/shimgen may
// link, that importing a package starts nothing, and that no package keeps state.
package architecture
