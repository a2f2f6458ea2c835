// Packaging makes what people install of the programs that .ci/release built. It reads
// DIR/OS-ARCH and writes into DIR:
//
//	shimgen-VERSION-OS-ARCH.tar.gz           of every target
//	shimgen_VERSION_ARCH.deb, .rpm, .apk     of Linux on amd64 and arm64
//	shimgen_VERSION_aarch64.deb              of Android on arm64, for Termux
//	shimgen-agents-VERSION.tar.gz            plug-ins for agents, as shimgen hook bundle writes them
//	npm-shimgen-VERSION.tgz, npm-shimgen-OS-CPU-VERSION.tgz: packages for npm
//	shimgen.rb                               the formula for Homebrew
//	shimgen.cdx.json                         the bill of materials: CycloneDX, read from the programs
//	shimgen.intoto.json                      the provenance: an in-toto statement with SLSA's predicate
//
// packaging sign DIR signs DIR/SHA256SUMS as minisign does.
//
// The same programs and flags give the same bytes. Packages have no scripts: nothing of
// them runs at installation, and shimgen install is what each user does next.
//
// It is a module of its own, so that nothing else depends on what writes packages.
package main
