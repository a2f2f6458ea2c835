package grammar

import "testing"

// TestPlatforms holds code hosts and what apps run on.
func TestPlatforms(t *testing.T) {
	check(t, []row{
		{`gh`, `gh -R o/r repo delete --yes; gh api -XDELETE /x -F a=@f; gh pr create -t "rm -rf /" -b "gh repo delete"; gh gist create a.txt`, "gh repo delete --repo=o/r --yes | manages\ngh api --method=DELETE --field=a=@f plain:/x | manages, reads+uploads f\ngh pr create --title=rm -rf / --body=gh repo delete | manages\ngh gist create upload:a.txt | manages, reads+uploads a.txt"},
		{`one word with a colon`, `heroku apps:destroy -a x --confirm x; heroku run -a x rm -rf /a; netlify sites:delete -f`, "heroku apps:destroy --app=x --confirm=x | manages\nheroku run --app=x argv:rm argv:-rf argv:/a | manages {rm away --recursive --force delete:/a | deletes tree /a}\nnetlify sites:delete --force | manages"},
		{`fly and others`, `flyctl secrets unset A --app x; fly ssh console -C "rm -rf /a"; vercel rm --yes x; wrangler r2 bucket delete b; railway down`, "fly secrets unset --app=x plain:A | manages\nfly ssh console --command=rm -rf /a | manages {rm away --recursive --force delete:/a | deletes tree /a}\nvercel rm --yes plain:x | manages\nwrangler r2 bucket delete plain:b | manages\nrailway down | manages"},
	})
}
