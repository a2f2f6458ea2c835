package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// packages are packages whose program has another name than the package, as "PACKAGE=PROGRAM".
// Sources: the field bin of each npm package; the attribute meta.mainProgram of nixpkgs.
const packages = "netlify-cli=netlify eas-cli=eas @railway/cli=railway firebase-tools=firebase heroku-cli=heroku now=vercel @vercel/cli=vercel @aws-amplify/cli=amplify " +
	"@angular/cli=ng @vue/cli=vue @nestjs/cli=nest @ionic/cli=ionic @expo/cli=expo expo-cli=expo sequelize-cli=sequelize knex-cli=knex typeorm-ts-node-commonjs=typeorm " +
	"@sentry/cli=sentry-cli @shopify/cli=shopify @stripe/cli=stripe @planetscale/cli=pscale @pulumi/cli=pulumi aws-cdk=cdk aws-cdk-local=cdklocal serverless=serverless " +
	"@cloudflare/wrangler=wrangler wrangler2=wrangler cdktf-cli=cdktf @microsoft/m365=m365 @pnp/cli-microsoft365=m365 contentful-cli=contentful @sanity/cli=sanity surge-cli=surge " +
	"@anthropic-ai/claude-code=claude @openai/codex=codex @google/gemini-cli=gemini @salesforce/cli=sf sfdx-cli=sfdx @github/copilot=copilot @mongodb-js/mongosh=mongosh " +
	"awscli2=aws awscli=aws kubernetes-helm=helm google-cloud-sdk=gcloud azure-cli=az opentofu=tofu minio-client=mc redis=redis-cli postgresql=psql httpie=http ansible-core=ansible"

// packageProgram returns the program that a package in the words of a runner starts: npx wrangler@3,
// nix run nixpkgs#awscli2. It drops the version, and the scope of a package without an entry.
func packageProgram(name string) string {
	if at := strings.LastIndexByte(name, '@'); at > 0 {
		name = name[:at]
	}
	for entry := range wordlist.Each(packages) {
		if of, program, _ := strings.Cut(entry, "="); of == name {
			return program
		}
	}
	return base(name)
}

// ofPackage returns the grammar and the canonical name of a program that is named as a package is. A
// program's own name has no "@".
func ofPackage(name string) (*Program, string) {
	if program := Lookup(name); program != nil {
		return program, program.Name()
	}
	if strings.Contains(name, "@") || strings.HasSuffix(name, "-cli") {
		name = packageProgram(name)
		if program := Lookup(name); program != nil {
			return program, program.Name()
		}
	}
	return nil, base(name)
}

// runners are programs without a grammar that run a program from a package, what stands before its
// name in a word, and the options that take a value.
var runners = [...]struct{ program, sub, before, values string }{
	{"nix", "run", "#", ""},
	{"pipx", "run", "", "--spec --python --index-url -i --pip-args --with"},
}

// packaged reads the program of a package that a program without a grammar runs, with the words
// after it.
func (r *reader) packaged(words []parser.Word) {
	for _, runner := range runners {
		if r.inv.Name != runner.program || len(words) == 0 || words[0].Is(runner.sub) != parser.Yes {
			continue
		}
		for i, w := range words[1:] {
			text, known := w.Text()
			_, attribute, found := strings.Cut(text, runner.before)
			before, _ := words[i].Text()
			if !known || !found || strings.HasPrefix(text, "-") || wordlist.Among(before, runner.values) {
				continue
			}
			args := words[i+2:]
			if len(args) > 0 && args[0].Is("--") == parser.Yes {
				args = args[1:]
			}
			r.inner(append([]parser.Word{parser.Text(packageProgram(attribute))}, args...), parser.Yes)
			return
		}
	}
}

// fetchedModule reads the program of a module that go run fetches: go run example.com/x/cmd/y@v1 WORD…
func (r *reader) fetchedModule() {
	if r.inv.Name != "go" || r.inv.Sub != "run" || len(r.operands) < 2 {
		return
	}
	text, known := r.operands[0].Text()
	host, _, isPath := strings.Cut(text, "/")
	if !known || !isPath || !strings.Contains(strings.Trim(host, "."), ".") {
		return // of the project, or of the standard library
	}
	name, _, _ := strings.Cut(text, "@")
	for major := base(name); len(major) > 1 && major[0] == 'v' && strings.Trim(major[1:], "0123456789") == ""; major = base(name) {
		name = strings.TrimSuffix(name, "/"+major)
	}
	r.inner(append([]parser.Word{parser.Text(packageProgram(name))}, r.operands[1:]...), parser.Yes)
}
