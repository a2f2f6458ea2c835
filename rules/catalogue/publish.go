package catalogue

import "github.com/agent-loop/shimgen/rules"

// publishers are the rules about publishing packages.
var publishers = []rules.Rule{
	{
		ID: "pkg.publish", Class: rules.Exposure, NotLocal: true, Program: "npm yarn twine gem vsce cargo poetry uv deno bun", None: "--dry-run",
		Sub:    "publish npm/publish upload push",
		Reason: "puts a package before everyone, which cannot be taken back",
		Hint:   "`npm publish --dry-run` shows what it would hold",
		Hits:   []string{"npm publish", "pnpm publish --access public", "yarn npm publish", "twine upload dist/*", "gem push x.gem", "cargo publish", "poetry publish --build", "uv publish", "deno publish", "bun publish"},
		Misses: []string{"npm publish --dry-run", "npm install", "npm run publish", "yarn build", "gem install x", "git push", "cargo publish -n", "cargo package"},
	},
	{
		ID: "pkg.unpublish", Class: rules.Destructive, Program: "npm yarn gem vsce cargo", None: "--dry-run -l --list",
		ExceptSub: "owner/ls owner/list access/list access/list/* access/ls-packages access/ls-collaborators access/get access/get/*",
		Sub:       "unpublish deprecate npm/unpublish npm/tag/remove npm/tag npm/owner yank dist-tag/rm owner/* access/* team/destroy team/rm org/rm token/revoke tag/remove owner",
		Reason:    "takes a package from those who use it, or changes who may",
		Hint:      "`npm view` shows what there is",
		Hits:      []string{"npm unpublish x@1.0.0", "pnpm unpublish x", "yarn npm unpublish x --force", "npm deprecate x m", "gem yank x -v 1", "npm owner add me x", "cargo yank --vers 1.0.0", "cargo +nightly yank --vers 1.0.0", "cargo owner --add me"},
		Misses:    []string{"npm view x", "npm uninstall x", "npm test", "yarn remove x", "npm dist-tag ls", "npm owner ls x", "npm access list packages", "cargo owner --list"},
	},
	{
		ID: "pkg.unpublish-pod", Class: rules.Destructive, Program: "pod", Operand: "delete deprecate add-owner remove-owner", Count: 2,
		Reason: "takes a package from those who use it, or changes who may",
		Hint:   "`pod trunk info NAME` shows its versions and owners",
		Hits:   []string{"pod trunk delete AcmeKit 3.1.0", "pod trunk remove-owner AcmeKit me@example.com"},
		Misses: []string{"pod trunk info AcmeKit", "pod install", "pod deintegrate"},
	},
	{
		ID: "pkg.release", Class: rules.Exposure, Program: "semantic-release np release-it auto", None: "--dry-run -d --dry --preview --no-publish --help -h --version -v",
		Reason: "puts a release before everyone, which cannot be taken back",
		Hint:   "with --dry-run it only shows what it would do",
		Hits:   []string{"npx semantic-release --no-ci", "npx release-it --ci", "npx np --yolo", "auto shipit"},
		Misses: []string{"npx semantic-release --dry-run", "npx release-it --dry-run", "npx np --preview"},
	},
	{
		ID: "pkg.release-cargo", Class: rules.Exposure, Program: "cargo", Sub: "release", Any: "--execute -x",
		Reason: "puts a release before everyone, which cannot be taken back",
		Hint:   "without --execute it only shows what it would do",
		Hits:   []string{"cargo release patch --execute", "cargo +nightly release patch -x"},
		Misses: []string{"cargo release patch", "cargo build --release"},
	},
	{
		ID: "pkg.release-rake", Class: rules.Exposure, Program: "rake", Operand: "release release:rubygem_push", None: "-n --dry-run -T --tasks -P",
		Reason: "pushes a gem and its tag, which cannot be taken back",
		Hint:   "`rake build` only builds the gem",
		Hits:   []string{"rake release", "bundle exec rake release"},
		Misses: []string{"rake build", "rake -T release"},
	},
	{
		ID: "pkg.token", Class: rules.Secrets, Program: "npm", Sub: "token/create",
		Reason: "makes a token of the package registry",
		Hint:   "ask the user to make it",
		Hits:   []string{"npm token create"},
		Misses: []string{"npm token list", "npm whoami"},
	},
	{
		ID: "pkg.tag", Class: rules.Exposure, Program: "npm yarn", Sub: "dist-tag/add dist-tags/add npm/tag/add",
		Reason: "changes what everyone gets who installs the package",
		Hint:   "`npm dist-tag ls` shows the tags",
		Hits:   []string{"npm dist-tag add x@1.0.0 latest", "pnpm dist-tag add x@1.0.0 next"},
		Misses: []string{"npm dist-tag ls x"},
	},
	{
		ID: "pkg.publish-more", Class: rules.Exposure, Program: "hatch flit pdm rye maturin wasm-pack jsr lerna mix dart pub conan helm-push cargo-release semantic-release", None: "--dry-run -n",
		Sub:    "publish publish/* upload upload/* hex.publish hex.publish/* pub/publish pub/publish/*",
		Reason: "puts a package before everyone, which cannot be taken back",
		Hint:   "build it, and look at what it would hold",
		Hits:   []string{"hatch publish -r main", "flit publish", "pdm publish", "maturin publish", "mix hex.publish", "dart pub publish -f"},
		Misses: []string{"hatch build", "pdm install", "dart pub publish --dry-run", "mix test"},
	},
}
