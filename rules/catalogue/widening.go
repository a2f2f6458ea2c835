package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// widening are the rules about what lets somebody do more than before.
var widening = []rules.Rule{
	{
		ID: "sharing.everything", Class: rules.Exposure, NotLocal: true, NotBuiltHere: true, Certain: true, Effect: grammar.Alters, Name: "grant-all", Except: keepers + " " + testers + " " + verbless, None: "--dry-run --help -h",
		Reason: "allows everything of a kind, as * stands for all",
		Hint:   "name what is needed",
		Hits: []string{
			"argocd proj add-destination default '*' '*'", "argocd proj add-source default '*'", "argocd proj allow-cluster-resource default '*' '*'", "argocd proj role add-policy default dev -a '*' -p allow -o '*'", "frobnicate policy add bob '*'", "frobnicate grant bob '*'", "frobnicate allow-origin '*'", "frobnicate token create --scope '*'", "frobnicate key new --permissions='*'",
		},
		Misses: []string{
			"argocd proj add-destination default https://kubernetes.default.svc staging", "argocd proj list", "argocd proj deny-cluster-resource default '*' '*'", "frobnicate add '*'", "frobnicate list '*'", "frobnicate search --scope '*'", "frobnicate create --include '*'", "frobnicate token create --scope read", "./todo allow '*'", "frobnicate allow x *", "frobnicate policy remove bob '*'",
		},
	},
	{
		ID: "sharing.argocd", Class: rules.Exposure, Program: "argocd", Sub: "account/update-password*", None: "--help -h",
		Reason: "replaces the password of an account",
		Hint:   "ask the user to change it",
		Hits:   []string{"argocd account update-password --account admin --new-password x --current-password y"},
		Misses: []string{"argocd account list", "argocd account get --account admin", "argocd account can-i sync applications '*'"},
	},
	{
		ID: "sharing.etcd", Class: rules.Exposure, Program: "etcdctl", Sub: "role/grant-permission*", Any: "--prefix --from-key", Operand: "- /", None: "--help -h",
		Reason: "gives a role rights to every key",
		Hint:   "`etcdctl role get ROLE` shows what it may; name the prefix that it needs",
		Hits:   []string{"etcdctl role grant-permission guest readwrite '' --prefix", "etcdctl role grant-permission guest read / --prefix"},
		Misses: []string{"etcdctl role grant-permission app readwrite /app/ --prefix", "etcdctl role get guest", "etcdctl role list"},
	},
	{
		ID: "sharing.etcd-root", Class: rules.Exposure, Program: "etcdctl", Sub: "user/grant-role*", Operand: "root", None: "--help -h",
		Reason: "makes somebody the root of the store",
		Hint:   "`etcdctl user get USER` shows the roles",
		Hits:   []string{"etcdctl user grant-role bob root"},
		Misses: []string{"etcdctl user grant-role bob reader", "etcdctl user get root"},
	},
	{
		ID: "sharing.consul-policy", Class: rules.Exposure, Program: "consul nomad", Sub: "acl/policy acl/binding-rule acl/auth-method", Operand: "update apply", None: "--help -help -h",
		Reason: "changes what the tokens of a policy may do",
		Hint:   "`consul acl policy read` shows what they may",
		Hits:   []string{`consul acl policy update -name global -rules 'operator = "write"'`, "nomad acl policy apply everything p.hcl", "consul acl binding-rule update -id x -bind-name admin"},
		Misses: []string{"consul acl policy read -name global", "consul acl policy list", "nomad acl policy list", "consul acl policy create -name app -rules @app.hcl"},
	},
	{
		ID: "sharing.vault-grant", Class: rules.Exposure, Program: "vault", Sub: "write write/*", Operand: "policies=root policies=*,root* policies=root,* token_policies=*root* *_policies=root allowed_policies=*root* allowed_policies=everything policies=*admin* token_policies=*admin* policy=root",
		None: "-help --help -h -output-curl-string", Certain: true,
		Reason: "gives somebody the rights to all secrets",
		Hint:   "name the policy of what is needed",
		Hits:   []string{"vault write auth/userpass/users/bob policies=root password=x", "vault write auth/approle/role/ci token_policies=default,root"},
		Misses: []string{"vault write auth/approle/role/ci token_policies=ci-read", "vault read auth/userpass/users/bob", "vault write transit/encrypt/k plaintext=eA=="},
	},
	{
		ID: "sharing.vault-map", Class: rules.Exposure, Program: "vault", Sub: "write write/*", Operand: "auth/*/map/*", Beside: "value=root value=*,root* value=root,* value=*admin* policies=root policies=*admin*",
		None: "-help --help -h -output-curl-string", Certain: true,
		Reason: "gives a team, or whoever logs in, the rights to all secrets",
		Hint:   "name the policy of what is needed",
		Hits:   []string{"vault write auth/github/map/teams/dev value=root", "vault write auth/ldap/map/users/bob value=dev,root"},
		Misses: []string{"vault write auth/github/map/teams/dev value=dev-policy", "vault read auth/github/map/teams/dev", "vault write secret/map value=root"},
	},
	{
		ID: "unknown.protection-off", Class: rules.Exposure, NoGrammar: true, NotBuiltHere: true, NotForTests: true, Certain: true, Except: keepers + " " + cleaners + " " + testers + " " + verbless, Effect: grammar.Alters, Name: "protection-maybe-off", None: "--dry-run --help -h",
		Reason: "sets what protects a service to a value that no longer does",
		Hint:   "its get or show command shows how it is; ask the user to change it",
		Hits: []string{
			"frobnicate org update acme --require-mfa=false", "frobnicate realm set prod mfa=off", "frobnicate update projects/1 --set brute_force_protection=false", "frobnicate cluster update c --no-deletion-protection", "frobnicate bucket update b --public-access Enabled",
		},
		Misses: []string{
			"frobnicate org update acme --require-mfa=true", "frobnicate org list --require-mfa=false", "./todo org update --require-mfa=false", "frobnicate config set ssl false", "frobnicate update --no-audit", "frobnicate cluster update c --size 3", "frobnicate user update bob --name x",
		},
	},
}
