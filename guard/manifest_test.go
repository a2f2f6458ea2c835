package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What a manifest gives its containers is judged as if it stood on the command line.
func TestManifests(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a command", `kubectl patch deploy web -p '{"spec":{"template":{"spec":{"containers":[{"name":"web","command":["sh","-c","rm -rf /*"]}]}}}}'`, rules.Block, "fs.rm-root"},
		{"a command that serves", `kubectl patch deploy web -p '{"spec":{"template":{"spec":{"containers":[{"name":"web","command":["nginx","-g","daemon off;"]}]}}}}'`, rules.Warn, "k8s.change"},
		{"arguments alone", `kubectl patch cronjob b --type=json -p='[{"op":"replace","path":"/spec/x/args","value":["sh","-c","rm -rf /*"]}]'`, rules.Block, "fs.rm-root"},
		{"a privileged container", `kubectl patch ds agent -p '{"spec":{"template":{"spec":{"hostPID":true}}}}'`, rules.Ask, "k8s.privileged"},
		{"a number", `kubectl patch deploy web -p '{"spec":{"replicas":3}}'`, rules.Warn, "k8s.change"},
		{"overrides", `kubectl run x --image=a --overrides='{"spec":{"containers":[{"command":["sh","-c"],"args":["rm -rf /*"]}]}}'`, rules.Block, "fs.rm-root"},
		{"on standard input", "kubectl apply -f - <<'E'\nkind: Pod\nspec:\n  containers:\n  - name: x\n    command:\n    - sh\n    - -c\n    - |\n      rm -rf /*\n    image: a\nE", rules.Block, "fs.rm-root"},
		{"the root of the node", "kubectl apply -f - <<'E'\nkind: Pod\nspec:\n  volumes:\n  - name: h\n    hostPath:\n      path: /\nE", rules.Ask, "k8s.privileged"},
		{"an ordinary one", "kubectl apply -f - <<'E'\nkind: Pod\nspec:\n  containers:\n  - name: x\n    image: a\n    command: [sh, -c, sleep 3600]\n    livenessProbe:\n      httpGet:\n        path: /\nE", rules.Allow, ""},
		{"only tried", `kubectl patch deploy web --dry-run=client -p '{"spec":{"template":{"spec":{"hostPID":true}}}}'`, rules.Allow, ""},
	})
}
