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
		{"a blank before the colon", "kubectl apply -f - <<'E'\n{\"spec\":{\"hostPID\" : true}}\nE", rules.Ask, "k8s.privileged"},
		{"an escape in a key", "kubectl apply -f - <<'E'\n{\"spec\":{\"hostPI\\u0044\": true}}\nE", rules.Ask, "k8s.privileged"},
		{"another spelling of true", "kubectl apply -f - <<'E'\nspec:\n  hostPID: Yes\nE", rules.Ask, "k8s.privileged"},
		{"a name before the value", "kubectl apply -f - <<'E'\nspec:\n  hostPID: &x true\nE", rules.Ask, "k8s.privileged"},
		{"an alias", "kubectl apply -f - <<'E'\nx: &x [sh, -c, \"rm -rf /*\"]\nspec:\n  containers:\n  - command: *x\nE", rules.Block, "fs.rm-root"},
		{"the second document", "kubectl apply -f - <<'E'\nkind: Service\n---\nspec:\n  hostNetwork: true\nE", rules.Ask, "k8s.privileged"},
		{"an operation that adds a right", `kubectl patch deploy web --type=json -p '[{"op":"add","path":"/spec/template/spec/hostPID","value":true}]'`, rules.Ask, "k8s.privileged"},
		{"operations that add the root of the node", `kubectl patch deploy web --type=json -p '[{"op":"add","path":"/spec/volumes/0/hostPath","value":{"path":"/"}}]'; kubectl patch deploy web --type=json -p '[{"op":"replace","path":"/spec/volumes/0/hostPath/path","value":"/etc/"}]'`, rules.Ask, "k8s.privileged"},
		{"a command and its arguments in two operations", `kubectl patch cronjob b --type=json -p='[{"op":"replace","path":"/spec/x/command","value":["sh","-c"]},{"op":"replace","path":"/spec/x/args","value":["rm -rf /*"]}]'`, rules.Block, "fs.rm-root"},
		{"a command after many", "kubectl apply -f - <<'E'\nspec:\n  containers:\n" + numbered("  - command: [echo, \"%d\"]\n", 40) + "  - command: [sh, -c, \"rm -rf /*\"]\nE", rules.Block, "fs.rm-root"},
		{"more commands than are read", "kubectl apply -f - <<'E'\nspec:\n  containers:\n" + numbered("  - command: [echo, \"%d\"]\n", 200) + "E", rules.Block, ""},
		{"one that cannot be read", "kubectl apply -f - <<'E'\nspec:\n  ? hostPID\n  : true\nE", rules.Ask, ""},
		{"words in a text", "kubectl apply -f - <<'E'\nkind: ConfigMap\ndata:\n  x: |\n    hostPID: true\n    command: [rm, -rf, /]\nE", rules.Allow, ""},
		{"only tried", `kubectl patch deploy web --dry-run=client -p '{"spec":{"template":{"spec":{"hostPID":true}}}}'`, rules.Allow, ""},
	})
}
