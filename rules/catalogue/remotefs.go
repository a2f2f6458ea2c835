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
			"docker exec c rm -rf /app", "docker exec c rm -rf /data/build", "docker exec c rm -rf /app/dist/../data", "ssh h rm -rf /app/dist", "docker -H ssh://h exec c rm -rf /app/dist", "docker run --rm -v data:/data alpine rm -rf /data/x", "docker run --rm --privileged alpine rm -rf /opt/x", "docker run --rm --volumes-from db alpine rm -rf /opt/x", "docker run alpine rm -rf /opt/x",
		},
		Misses: []string{"docker exec c rm -rf /app/node_modules/.vite", "docker compose exec web rm -rf /app/dist /app/.cache", "docker exec -w /app c rm -rf dist", "docker exec c rm -rf /root/.cache/pip /var/cache/nginx/x", "docker run --rm debian rm -rf /var/lib/apt/lists", "docker run --rm -v .:/w debian rm -rf /opt/x", "ssh h rm -rf /tmp/build", "ssh h 'cd /tmp && rm -rf build'", "docker exec c rm -rf tmp/cache", "ssh h 'mv app app.old'", "docker run -v .:/w -w /w img rm -rf build", "ssh h rm /data/x", "ssh h ls /data", "rm -rf build"},
	},
	{
		ID: "remote.system-write", Former: "away.system-write", Class: rules.Destructive, Effect: touches, Zone: rules.RemoteSystem,
		Reason: "changes a system directory on another machine or in a container",
		Hint:   "ask the user to make that change",
		Hits:   []string{"ssh h 'echo x > /etc/hosts'", "docker exec c rm /etc/nginx/x.conf", "ssh h chmod 600 /etc/x", "ssh h 'cd /etc && rm x'", "docker run --rm -v data:/etc ubuntu bash -c 'echo x > /etc/foo.conf'", "docker exec c rm -rf /usr/lib/build"},
		Misses: []string{"docker run --rm ubuntu bash -c 'echo x > /etc/foo.conf'", "docker exec c rm -rf /usr/src/app/build", "ssh h cat /etc/hosts", "ssh h 'echo x > /srv/x'", "ssh h 'echo x >/dev/null'"},
	},
}
