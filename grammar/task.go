package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// managing are the subcommands of npm, pnpm and yarn. Any other name is one of a
// script or a program of the project.
const managing = "access add add-self adduser approve-builds audit author autoclean bin bugs c cache cat-file cat-index check ci cit clean-install clean-install-test completion config " +
	"constraints create ddp dedupe deploy deprecate diff dist-tag dist-tags dlx docs doctor edit env exec explain explore fetch find find-dupes find-hash fund generate-lock-entry get global " +
	"help help-search home hook i ic ignored-builds import in info init innit ins inst insta instal install install-ci-test install-clean install-test isnt isntall it la licenses link list ll ln " +
	"login logout ls m multi node npm ogr org outdated owner pack patch patch-commit patch-remove ping pkg plugin policies prefix profile prune publish query r rb rebuild recursive remove repo " +
	"restart rm root s sbom se search self-update server set set-script setup show shrinkwrap stage star stars start stop store t tag team test token tree tst un undeprecate uninstall unlink " +
	"unplug unpublish unstar up update upgrade upgrade-interactive v verify version versions view whoami why with workspace workspaces x"

// task reads what a script or a program of the project is started with, as if it
// were the program of that name: most scripts that take words have its name.
func (r *reader) task() {
	own := r.inv.Program.Own
	if own == "" || r.inv.Sub == "" {
		return
	}
	name, _, _ := strings.Cut(r.inv.Sub, " ")
	running := among(name, "run run-script rum urn")
	if !running && among(name, own) {
		return
	}
	words := r.cmd.Args[1:]
	for len(words) > 0 && words[0].Is(name) != parser.Yes {
		words = words[1:]
	}
	for running && len(words) > 0 && (words[0].Is(name) == parser.Yes || strings.HasPrefix(words[0].Prefix(), "-")) {
		words = words[1:]
	}
	if len(words) < 2 {
		return // alone, the name says nothing
	}
	if words[1].Is("--") == parser.Yes {
		words = append(words[:1:1], words[2:]...)
	}
	r.inner(words, parser.Yes)
}
