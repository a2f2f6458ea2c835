package catalogue

import "github.com/agent-loop/shimgen/rules"

// sharing are the rules about services that are made to publish their content, or to admit
// somebody else.
var sharing = []rules.Rule{
	{
		ID: "sharing.repository", Former: "open.repository", Class: rules.Exposure, Program: "gh glab", Sub: "api", Any: "-X=PUT --method=PUT -X=POST --method=POST -X=PATCH --method=PATCH",
		Operand: "*/collaborators/* */members */members/* */keys */keys/* */hooks */hooks/* */protection* */rulesets* */actions/permissions* */actions/runners* */deploy_keys* */invitations*",
		Reason:  "lets somebody in, or changes what protects the repository",
		Hint:    "`gh api` without -X shows how it is",
		Hits:    []string{"gh api -X PUT repos/o/r/collaborators/x", "gh api --method POST repos/o/r/hooks -f a=b", "gh api -X PATCH repos/o/r/branches/main/protection", "glab api --method POST projects/1/deploy_keys"},
		Misses:  []string{"gh api repos/o/r/collaborators", "gh api -X POST repos/o/r/issues -f title=x", "gh api repos/o/r/hooks"},
	},
	{
		ID: "sharing.repository-public", Former: "open.repository-public", Class: rules.Exposure, Program: "gh glab", Any: "--raw-field=private=false --field=private=false --raw-field=visibility=public --field=visibility=public -f=visibility=public",
		PossibleIn: "api repo repo/*",
		Reason:     "makes a repository public",
		Hint:       "`gh repo view` shows who can see it",
		Hits:       []string{"gh api -X PATCH repos/o/r -f private=false", "gh api -X PATCH repos/o/r -F visibility=public"},
		Misses:     []string{"gh api -X PATCH repos/o/r -f private=true", "gh api repos/o/r"},
	},
	{
		ID: "sharing.gitlab-public", Former: "open.project-public", Class: rules.Exposure, Program: "glab", Sub: "repo/update repo/create repo/edit project/update project/create", Any: "--visibility=public --public -P",
		Reason: "makes a repository public",
		Hint:   "`glab repo view` shows who can see it",
		Hits:   []string{"glab repo update --visibility public", "glab repo create x --public"},
		Misses: []string{"glab repo view", "glab repo create x --private"},
	},
	{
		ID: "sharing.codespace-port", Former: "open.port", Class: rules.Exposure, Program: "gh", Sub: "codespace/ports cs/ports codespace/ports/visibility", Operand: "*:public",
		Reason: "lets everyone at a port of the codespace",
		Hint:   "`gh codespace ports` shows how it is",
		Hits:   []string{"gh codespace ports visibility 80:public"},
		Misses: []string{"gh codespace ports", "gh codespace ports visibility 80:private"},
	},
	{
		ID: "sharing.aws", Former: "open.aws", Class: rules.Exposure, Program: "aws",
		Any:        "--public-access-block-configuration=*false* --launch-permission=*all* --group-names=all --access-control-policy --grant-read=*AllUsers* --grant-full-control --no-block-public-acls --auth-type=NONE",
		PossibleIn: "*modify* *update* *create* *put* *add* *restore* *copy* s3/cp s3/mv s3/sync",
		Reason:     "lets everyone at what the cloud holds",
		Hint:       "ask the user to open it",
		Hits:       []string{"aws s3api put-public-access-block --bucket b --public-access-block-configuration BlockPublicAcls=false"},
		Misses:     []string{"aws s3api get-public-access-block --bucket b", "aws s3api put-public-access-block --bucket b --public-access-block-configuration BlockPublicAcls=true", "aws s3 ls"},
	},
	{
		ID: "sharing.gcp", Former: "open.gcp", Class: rules.Exposure, Program: "gsutil gcloud", Operand: "allUsers:* allAuthenticatedUsers:* AllUsers:* public-read public-read-write",
		Reason: "lets everyone at what the cloud holds",
		Hint:   "`gsutil iam get` shows who may",
		Hits:   []string{"gsutil iam ch allUsers:objectViewer gs://b", "gsutil acl set public-read gs://b"},
		Misses: []string{"gsutil iam get gs://b", "gsutil ls gs://b"},
	},
	{
		ID: "sharing.gcp-acl", Former: "open.gcp-list", Class: rules.Exposure, Program: "gsutil", Any: "-u=AllUsers* -u=allUsers* -u=AllAuth* -g=AllUsers* -a=public-*",
		Reason: "lets everyone at what the cloud holds",
		Hint:   "`gsutil acl get` shows who may",
		Hits:   []string{"gsutil acl ch -u AllUsers:R gs://b/o"},
		Misses: []string{"gsutil acl get gs://b/o", "gsutil acl ch -u me@example.com:R gs://b/o"},
	},
	{
		ID: "sharing.azure", Former: "open.azure", Class: rules.Exposure, Program: "az",
		Any:    "--public-access=blob --public-access=container --allow-blob-public-access=true --source-address-prefixes=0.0.0.0/0 --source-address-prefixes=Internet --start-ip-address=0.0.0.0 --public-network-access=Enabled",
		Reason: "lets everyone at what the cloud holds",
		Hint:   "ask the user to open it",
		Hits:   []string{"az storage container set-permission -n c --public-access blob", "az network nsg rule create --source-address-prefixes 0.0.0.0/0 --access Allow -n x", "az sql server firewall-rule create --start-ip-address 0.0.0.0 --end-ip-address 255.255.255.255"},
		Misses: []string{"az storage container list", "az storage container set-permission -n c --public-access off", "az network nsg rule create --source-address-prefixes 10.0.0.0/8 -n x"},
	},
	{
		ID: "sharing.azure-port", Former: "open.machine", Class: rules.Exposure, Program: "az", Sub: "vm/open-port",
		Reason: "lets everyone at a port of the machine",
		Hint:   "ask the user to open it",
		Hits:   []string{"az vm open-port -n x -g y --port 22"},
		Misses: []string{"az vm list", "az vm show -n x -g y"},
	},
	{
		ID: "sharing.minio", Former: "open.bucket", Class: rules.Exposure, Program: "mc", Sub: "anonymous policy", Operand: "public download upload",
		Reason: "lets everyone at what a bucket holds",
		Hint:   "`mc anonymous get ALIAS/BUCKET` shows how it is",
		Hits:   []string{"mc anonymous set public m/b", "mc policy set download m/b"},
		Misses: []string{"mc anonymous get m/b", "mc anonymous set none m/b", "mc ls m"},
	},
	{
		ID: "sharing.kubernetes", Former: "open.cluster", Class: rules.Exposure, Program: "kubectl", Sub: "certificate auth auth/reconcile auth/reconcile/*", Operand: "approve",
		Reason: "gives somebody rights in the cluster",
		Hint:   "`kubectl get csr` shows who asks",
		Hits:   []string{"kubectl certificate approve x"},
		Misses: []string{"kubectl get csr", "kubectl auth can-i get pods"},
	},
	{
		ID: "escape.podman-unshare", Former: "open.users-namespace", Class: rules.Escape, Program: "docker", Sub: "unshare unshare/*", None: "-h --help",
		Reason: "runs as the root of a user namespace, where files are not whose they are here",
		Hint:   "run the command itself",
		Hits:   []string{"podman unshare chroot /", "podman unshare rm -rf x"},
		Misses: []string{"podman ps", "podman unshare --help"},
	},
	{
		ID: "sharing.aws-instance", Former: "open.instance", Class: rules.Exposure, Program: "aws", Sub: "ec2-instance-connect/send-ssh-public-key ec2-instance-connect/send-serial-console-ssh-public-key ec2/import-key-pair ssm/send-command ssm/start-session ecs/execute-command",
		Reason: "lets a key in on a machine, or runs commands there",
		Hint:   "ask the user to do it",
		Hits:   []string{"aws ec2-instance-connect send-ssh-public-key --instance-id i --ssh-public-key file://k", "aws ssm send-command --instance-ids i --document-name d"},
		Misses: []string{"aws ec2 describe-instances", "aws ssm list-commands"},
	},
}
