package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// remotefs are the rules about files on another machine or in another root, whose content is
// unknown here. What is catastrophic on any machine is so there too.
var remotefs = []rules.Rule{
	{
		ID: "remote.delete", Former: "away.delete", Class: rules.Destructive, Effect: grammar.Deletes, Tree: true, Zone: rules.Remote | rules.RemoteSystem,
		Reason: "deletes a whole directory on another machine or in a container",
		Hint:   "list it there first, and ask the user",
		Hits: []string{
			"ssh h rm -rf /data", "ssh h 'cd /; rm -r /srv/www'", "kubectl exec p -- rm -rf /app/data", "docker exec c rm -rf /var/lib/x", "cat s | ssh h rm -rf /data",
			"ssh h rm -rf app", "ssh h 'cd /srv && rm -rf www'", "docker exec -w /data c rm -rf uploads", "docker exec c sh -c 'rm -rf *'",
		},
		Misses: []string{"ssh h rm -rf /tmp/build", "ssh h 'cd /tmp && rm -rf build'", "docker exec c rm -rf tmp/cache", "ssh h 'mv app app.old'", "docker run -v .:/w -w /w img rm -rf build", "ssh h rm /data/x", "ssh h ls /data", "rm -rf build"},
	},
	{
		ID: "remote.system-write", Former: "away.system-write", Class: rules.Destructive, Effect: touches, Zone: rules.RemoteSystem,
		Reason: "changes a system directory on another machine or in a container",
		Hint:   "ask the user to make that change",
		Hits:   []string{"ssh h 'echo x > /etc/hosts'", "docker exec c rm /etc/nginx/x.conf", "ssh h chmod 600 /etc/x", "ssh h 'cd /etc && rm x'"},
		Misses: []string{"ssh h cat /etc/hosts", "ssh h 'echo x > /srv/x'", "ssh h 'echo x >/dev/null'"},
	},
}
