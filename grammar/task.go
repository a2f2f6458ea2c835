package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// task reads a script or a program of the project as if it were the program with that name: most
// scripts that take arguments are named after their program.
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
	running := wordlist.Among(name, "run run-script rum urn")
	if !running && name != "workspace" && wordlist.Among(name, own) {
		return
	}
	words := r.cmd.Args[1:]
	for len(words) > 0 && words[0].Is(name) != parser.Yes {
		words = words[1:]
	}
	if name == "workspace" && len(words) > 2 { // workspace NAME SCRIPT WORD...
		words = words[2:]
		if first, _ := words[0].Text(); wordlist.Among(first, own) {
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

// entries are the container images that start a program with another name or without a grammar,
// as "IMAGE=PROGRAM". An image may have the last parts of its repository alone.
const entries = "aws-cli=aws flyway=flyway liquibase=liquibase migrate=migrate goose=goose dbmate=dbmate k8s=kubectl terraform-light=terraform " +
	"curlimages/curl=curl alpine/curl=curl alpine/httpie=http alpine/psql=psql alpine/mysql=mysql alpine/git=git bitnami/git=git cli/cli=gh bitwarden/cli=bw " +
	"google-cloud-cli=gcloud cloud-sdk=gcloud azure-cli=az doctl=doctl flyctl=flyctl opentofu=tofu s3cmd=s3cmd httpie=http"

// image reads the words of a container whose image is named after the program that reads them:
// docker run hashicorp/terraform WORD…, kubectl run x --image=curlimages/curl -- WORD…
func (r *reader) image() {
	sub := r.inv.Sub[strings.LastIndexByte(r.inv.Sub, ' ')+1:]
	if sub != "run" && sub != "create" || len(r.operands) < 2 {
		return
	}
	image := r.operands[0]
	switch r.inv.Name {
	case "docker":
		if r.has("--entrypoint") != parser.No {
			return
		}
	case "kubectl":
		if image, _ = r.inv.Value("--image"); r.has("--command") != parser.No {
			return
		}
	default:
		return
	}
	if program := entryOf(image); program != "" && r.operands[1].Is(program) == parser.No {
		r.inner(append([]parser.Word{parser.Text(program)}, r.operands[1:]...), parser.Yes)
	}
}

// entryOf returns the program that a container's image starts, or "".
func entryOf(image parser.Word) string {
	text, known := image.Text()
	if !known {
		return ""
	}
	text, _, _ = strings.Cut(text, "@")
	name, _, _ := strings.Cut(base(text), ":")
	repository := text[:len(text)-len(base(text))] + name
	for e := range wordlist.Each(entries) {
		if image, program, _ := strings.Cut(e, "="); repository == image || strings.HasSuffix(repository, "/"+image) {
			return program
		}
	}
	if p := Lookup(name); p != nil && p.Style&spec.Service != 0 {
		return name
	}
	return ""
}

// alias reads the git command behind an alias defined on the same command line: git -c alias.x='push
// --force' x. An alias that begins with "!" is shell source, and read with the setting.
func (r *reader) alias() {
	if r.inv.Name != "git" || r.inv.Sub == "" {
		return
	}
	name, _, _ := strings.Cut(r.inv.Sub, " ")
	for i := range r.inv.Options {
		g := &r.inv.Options[i]
		if g.Option == nil || g.Option.Role != spec.Setting {
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
