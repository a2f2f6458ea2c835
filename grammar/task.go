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
	if own == "" {
		return
	}
	name, _, _ := strings.Cut(r.inv.Sub, " ")
	if name == "" && len(r.operands) > 0 {
		name, _ = r.operands[0].Text()
	}
	if name == "" {
		return
	}
	running := among(name, "run run-script rum urn")
	if !running && name != "workspace" && among(name, own) {
		return
	}
	words := r.cmd.Args[1:]
	for len(words) > 0 && words[0].Is(name) != parser.Yes {
		words = words[1:]
	}
	if name == "workspace" && len(words) > 2 { // workspace NAME SCRIPT WORD...
		words = words[2:]
		if first, _ := words[0].Text(); among(first, own) {
			return
		}
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

// entries are the images of containers that begin with a program of another
// name, and those of programs without a grammar, as "IMAGE PROGRAM".
const entries = "aws-cli=aws flyway=flyway liquibase=liquibase migrate=migrate goose=goose dbmate=dbmate k8s=kubectl terraform-light=terraform"

// image reads what a container is started with, where its image is named after
// the program that takes it: hashicorp/terraform.
func (r *reader) image() {
	sub := r.inv.Sub[strings.LastIndexByte(r.inv.Sub, ' ')+1:]
	if r.inv.Name != "docker" || sub != "run" && sub != "create" || len(r.operands) < 2 || r.has("--entrypoint") != parser.No {
		return
	}
	name, known := r.operands[0].Text()
	name, _, _ = strings.Cut(base(name), ":")
	name, _, _ = strings.Cut(name, "@")
	begun := ""
	for e := range Listed(entries) {
		if image, program, _ := strings.Cut(e, "="); image == name {
			begun = program
		}
	}
	if p := Lookup(name); begun == "" && p != nil && p.Style&Service != 0 {
		begun = name
	}
	if known && begun != "" && r.operands[1].Is(begun) == parser.No {
		r.inner(append([]parser.Word{parser.Text(begun)}, r.operands[1:]...), parser.Yes)
	}
}

// alias reads the command of git that an alias given on the line itself stands for:
// git -c alias.x='push --force' x. One that begins with "!" is a shell's, and read with the setting.
func (r *reader) alias() {
	if r.inv.Name != "git" || r.inv.Sub == "" {
		return
	}
	name, _, _ := strings.Cut(r.inv.Sub, " ")
	for i := range r.inv.Options {
		g := &r.inv.Options[i]
		if g.Option == nil || g.Option.Role != Setting {
			continue
		}
		key, text, found := strings.Cut(g.Value.Prefix(), "=")
		if !found || !strings.EqualFold(key, "alias."+name) || !g.Value.Known() || strings.HasPrefix(text, "!") {
			continue
		}
		words := append([]parser.Word{r.cmd.Args[0]}, fields(text)...)
		r.inner(append(words, r.operands...), g.Truth)
	}
}
