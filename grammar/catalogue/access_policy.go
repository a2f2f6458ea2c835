package catalogue

// PolicyCommand is a command that replaces who may use something, or what a role may do, by a document.
type PolicyCommand struct {
	Programs string // canonical names
	Subs     string // patterns for subcommands, as for spec.MatchSub
	Except   string // patterns for subcommands of which the document is about something else
	Operand  string // patterns of which an operand fits one, or ""
	Options  string // patterns for options of which one is given, or ""
}

// PolicyCommands are such commands. What only adds to a policy has rules of its own. Sources: the references of the
// Google Cloud, gsutil, Vault, Kubernetes, Azure and AWS clients.
var PolicyCommands = [...]PolicyCommand{
	{Programs: "gcloud", Subs: "*/set-iam-policy */set-iam-policy/* */set-iam-policy-*"},
	{Programs: "gsutil", Subs: "iam/set iam/set/*"},
	{Programs: "vault", Subs: "policy/write policy/write/*", Operand: "default"}, // every token has it
	{Programs: "vault", Subs: "write write/*", Operand: "sys/policies/*/default sys/policy/default"},
	{Programs: "kubectl", Subs: "auth/reconcile auth/reconcile/*"},
	{Programs: "az", Subs: "role/definition/update"},
	{
		Programs: "aws", Subs: "*/put-*-policy */set-*-policy */put-resource-policy */set-repository-policy",
		Except:  "*lifecycle* */put-scaling-policy */put-retention-policy */put-account-policy iam/* s3api/*",
		Options: "--policy --policy-text --policy-document --resource-policy",
	},
}

// OpenRules are parts of a policy of Vault or Consul, without blanks and quotes, that give rights to everything: on
// every path, over the rights of others, or to the cluster itself.
var OpenRules = [...]string{"path*{", "path+/*{", "pathsys/*{", "pathauth/*{", "pathsys/policies/*{", "pathsys/policies/acl/*{", "path/*{", "sudo", "acl=write", "operator=write", "key_prefix{policy=write", "service_prefix{policy=write", "node_prefix{policy=write", "agent_prefix{policy=write"}

// RuleCommands are the commands of which a word holds such a policy, or names a file that does.
var RuleCommands = [...]PolicyCommand{
	{Programs: "vault", Subs: "policy/write policy/write/*"},
	{Programs: "vault", Subs: "write write/*", Operand: "sys/policies/* sys/policy/*"},
	{Programs: "consul nomad", Subs: "acl/policy acl/policy/* acl/policy/create acl/policy/update"},
}
