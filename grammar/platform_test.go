package grammar

import "testing"

// TestPlatforms holds code hosts and what apps run on.
func TestPlatforms(t *testing.T) {
	check(t, []sample{
		{`gh`, `gh -R o/r repo delete --yes; gh api -XDELETE /x -F a=@f; gh pr create -t "rm -rf /" -b "gh repo delete"; gh gist create a.txt`, "gh repo delete --repo=o/r --yes | manages\ngh api --method=DELETE --field=a=@f plain:/x | manages, reads+uploads f\ngh pr create --title=rm -rf / --body=gh repo delete | manages\ngh gist create upload:a.txt | manages, reads+uploads a.txt"},
		{`one word with a colon`, `heroku apps:destroy -a x --confirm x; heroku run -a x rm -rf /a; netlify sites:delete -f`, "heroku apps:destroy --app=x --confirm=x | manages\nheroku run --app=x words:rm words:-rf words:/a | manages {rm away --recursive --force delete:/a | deletes tree /a}\nnetlify sites:delete --force | manages"},
		{`a noun below a noun`, `gh repo deploy-key delete 1; gh repo view o/r`, "gh repo deploy-key delete plain:1 | manages\ngh repo view plain:o/r | manages"},
		{`servers`, `nginx -s stop; haproxy -f h.cfg -sf 12`, "nginx -s=stop | manages\nnginx -f=h.cfg -sf plain:12 | manages, reads h.cfg"},
		{`others`, `stripe customers delete c; pd service delete -i X; splunk clean eventdata -index x; algolia indices clear x -y; sentry-cli releases delete 1`, "stripe customers delete plain:c | manages\npd service delete --ids=X | manages\nsplunk clean eventdata -index=x | manages\nalgolia indices clear --confirm plain:x | manages\nsentry-cli releases delete plain:1 | manages"},
		{`fly and others`, `flyctl secrets unset A --app x; fly ssh console -C "rm -rf /a"; vercel rm --yes x; wrangler r2 bucket delete b; railway down`, "fly secrets unset --app=x plain:A | manages\nfly ssh console --command=rm -rf /a | manages {rm away --recursive --force delete:/a | deletes tree /a}\nvercel rm --yes plain:x | manages\nwrangler r2 bucket delete plain:b | manages\nrailway down | manages"},
	})
}
