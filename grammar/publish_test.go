package grammar

import "testing"

// TestPublishers holds what puts packages before everyone.
func TestPublishers(t *testing.T) {
	check(t, []sample{
		{`a script that takes words`, `npm run rimraf -- dist; yarn -s rimraf dist; pnpm build; yarn add rimraf dist; npm run -s rimraf`, "npm run plain:rimraf plain:dist | manages {rimraf delete:dist | deletes tree dist}\nyarn rimraf --silent plain:dist | manages {rimraf delete:dist | deletes tree dist}\nnpm build | manages\nyarn add plain:rimraf plain:dist | manages\nnpm run --silent plain:rimraf | manages"},
		{`npm`, `npm publish --dry-run; pnpm unpublish x; npm run build -- --x; npm exec -c "rm -rf /a"; npm x -- rm -rf /a; npm owner add me x`, "npm publish --dry-run | manages\nnpm unpublish plain:x | manages\nnpm run plain:build plain:--x | manages {build --x}\nnpm exec --call=rm -rf /a | manages {rm --recursive --force delete:/a | deletes tree /a}\nnpm exec argv:rm argv:-rf argv:/a | manages {rm --recursive --force delete:/a | deletes tree /a}\nnpm owner add plain:me plain:x | manages"},
		{`yarn`, `yarn npm unpublish x --force; yarn exec rm -rf /a; yarn build`, "yarn npm unpublish --force plain:x | manages\nyarn exec argv:rm argv:-rf argv:/a | manages {rm --recursive --force delete:/a | deletes tree /a}\nyarn build | manages"},
		{`others`, `twine upload dist/a; gem yank x -v 1; vsce publish`, "twine upload plain:dist/a | manages\ngem yank --version=1 plain:x | manages\nvsce publish | manages"},
	})
}
