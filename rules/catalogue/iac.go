package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// infrastructure are the rules about terraform, pulumi, ansible and similar tools.
var infrastructure = []rules.Rule{
	{
		ID: "terraform.destroy", Former: "tf.destroy", Class: rules.Destructive, Program: "terraform",
		Sub:    "destroy destroy-all run-all/destroy run/destroy stack/run/destroy run/*/destroy",
		Reason: "deletes everything that the configuration made",
		Hint:   "`terraform plan -destroy` shows what would go",
		Hits:   []string{"terraform destroy", "tofu -chdir=prod destroy -auto-approve", "terragrunt run-all destroy", "terraform destroy -target=x.y", "terragrunt run --all destroy"},
		Misses: []string{"terraform plan -destroy", "terraform plan", "echo terraform destroy", "terraform state show destroy"},
	},
	{
		ID: "terraform.apply-destroy", Former: "tf.apply-destroy", Class: rules.Destructive, Program: "terraform", Sub: "apply run-all/apply run/apply", Any: "--destroy -destroy",
		Reason: "deletes everything that the configuration made",
		Hint:   "`terraform plan -destroy` shows what would go",
		Hits:   []string{"terraform apply -destroy", "tofu apply --destroy -auto-approve"},
		Misses: []string{"terraform apply plan.out", "terraform plan -destroy"},
	},
	{
		ID: "terraform.auto-approve", Former: "tf.apply-unseen", Class: rules.Destructive, Program: "terraform", Sub: "apply apply-all run-all/apply run/apply refresh",
		Any:    "-auto-approve --auto-approve --non-interactive --terragrunt-non-interactive",
		Reason: "changes or deletes resources without showing what first",
		Hint:   "`terraform plan -out=plan` shows it; then terraform apply plan",
		Hits:   []string{"terraform apply -auto-approve", "tofu apply --auto-approve -var a=b", "terragrunt run-all apply --terragrunt-non-interactive"},
		Misses: []string{"terraform apply", "terraform apply plan.out", "terraform plan", "terraform init -input=false"},
	},
	{
		ID: "terraform.auto-approve-all", Former: "tf.apply-all", Class: rules.Destructive, Program: "terraform", Sub: "run-all/apply apply-all run/apply stack/run/apply run/--all", None: "--help",
		Any:    "--all --terragrunt-non-interactive -all --non-interactive",
		Reason: "changes or deletes resources of every module without showing what first",
		Hint:   "`terragrunt run-all plan` shows it",
		Hits:   []string{"terragrunt run --all apply"},
		Misses: []string{"terragrunt run-all plan", "terragrunt apply", "terragrunt run --all plan"},
	},
	{
		ID: "terraform.run-all", Former: "tf.apply-every", Class: rules.Destructive, Program: "terraform", Sub: "run-all/apply apply-all",
		Reason: "changes or deletes resources of every module without showing what first",
		Hint:   "`terragrunt run-all plan` shows it",
		Hits:   []string{"terragrunt run-all apply", "terragrunt apply-all"},
		Misses: []string{"terragrunt run-all plan", "terragrunt apply"},
	},
	{
		ID: "terraform.state", Former: "tf.state", Class: rules.Destructive, Program: "terraform", Sub: "state/rm state/mv state/push state/replace-provider taint force-unlock workspace/delete run-all/taint",
		Reason: "changes what terraform knows of the resources, so that it loses or remakes them",
		Hint:   "`terraform state list` looks first",
		Hits: []string{
			"terraform state rm module.x", "terraform state mv a.b c.d", "terraform force-unlock -force 1", "terraform workspace delete -force x", "tofu taint a.b",
		},
		Misses: []string{"terraform state list", "terraform state show a.b", "terraform workspace list", "terraform untaint a.b"},
	},
	{
		ID: "pulumi.destroy", Class: rules.Destructive, Program: "pulumi", Sub: "destroy stack/rm state/delete state/* cancel", None: "--preview-only",
		Reason: "deletes a stack, its resources or what pulumi knows of them",
		Hint:   "`pulumi destroy --preview-only` shows what would go",
		Hits:   []string{"pulumi destroy --yes", "pulumi down -y", "pulumi stack rm dev", "pulumi state delete urn:x"},
		Misses: []string{"pulumi preview", "pulumi stack ls", "pulumi destroy --preview-only", "pulumi up"},
	},
	{
		ID: "pulumi.auto-approve", Former: "pulumi.up-unseen", Class: rules.Destructive, Program: "pulumi", Sub: "up refresh", Any: "-y --yes -f --skip-preview",
		Reason: "changes or deletes resources without showing what first",
		Hint:   "`pulumi preview` shows it",
		Hits:   []string{"pulumi up --yes", "pulumi update -y", "pulumi up -f"},
		Misses: []string{"pulumi up", "pulumi preview", "pulumi config set x y"},
	},
	{
		ID: "ansible.all-hosts", Class: rules.Destructive, Program: "ansible", Operand: "all", None: "-C --check --list-hosts",
		Any:    "--module-name=*shell --module-name=*command --module-name=*raw --module-name=*script --module-name=*reboot --module-name=*file --module-name=*cron --module-name=*authorized_key",
		Reason: "runs on every machine of the inventory",
		Hint:   "`ansible --list-hosts` shows which; --check tries without changing",
		Hits:   []string{"ansible all -m shell -a 'systemctl restart x'", "ansible all -b -m ansible.builtin.reboot", "ansible all -m cron -a 'name=x job=y'"},
		Misses: []string{"ansible all --list-hosts", "ansible all -m file -a 'path=x' --check"},
	},
	{
		ID: "ansible.absent", Class: rules.Destructive, Program: "ansible", Any: "--args=*state=absent* --args=*state:*absent*", None: "-C --check --list-hosts",
		Reason: "deletes something on the machines of the inventory",
		Hint:   "--check tries without changing",
		Hits:   []string{"ansible db -b -m file -a 'path=/data state=absent'", "ansible web -m user -a 'name=x state=absent remove=yes'"},
		Misses: []string{"ansible db -m file -a 'path=/data state=directory'", "ansible db -C -m file -a 'path=/d state=absent'"},
	},
	{
		ID: "ansible.ends", Class: rules.Destructive, Program: "ansible", Any: "--module-name=*reboot --module-name=*win_shutdown --module-name=*parted --module-name=*filesystem --module-name=*lvol --module-name=*shutdown", None: "-C --check --list-hosts",
		Reason: "restarts machines of the inventory, or changes their disks",
		Hint:   "--check tries without changing",
		Hits:   []string{"ansible db -b -m reboot", "ansible web -m community.general.shutdown"},
		Misses: []string{"ansible db -m ping", "ansible db -m setup"},
	},
	{
		ID: "fleet.forget", Class: rules.Destructive, Program: "salt-key salt-run puppetserver puppet chef-server-ctl", Any: "-D -d -R --delete --delete-all --reject-all --all",
		None:   "-l -L --list --list-all --help --noop",
		Reason: "makes the machines of the fleet strangers",
		Hint:   "`salt-key -L` shows them",
		Hits:   []string{"salt-key -D -y", "salt-key -d web1", "salt-key --delete-all"},
		Misses: []string{"salt-key -L", "salt-key -a web1"},
	},
	{
		ID: "fleet.knife", Class: rules.Destructive, Program: "knife", Operand: "delete bulk destroy purge wipe", None: "--dry-run --help -h",
		Reason: "deletes machines, or what the fleet is made from",
		Hint:   "`knife node list` shows what there is",
		Hits:   []string{"knife ec2 server delete i-1 -P", "knife cookbook bulk delete '.*'"},
		Misses: []string{"knife node list", "knife status"},
	},
	{
		ID: "fleet.knife-object", Class: rules.Destructive, Program: "knife", Sub: "*/delete */bulk */*/delete */destroy delete */delete/*",
		Reason: "deletes machines, or what the fleet is made from",
		Hint:   "`knife node list` shows what there is",
		Hits:   []string{"knife node delete web1 -y", "knife client delete x"},
		Misses: []string{"knife node list", "knife node show delete"},
	},
	{
		ID: "packer.force", Class: rules.Destructive, Program: "packer", Sub: "build", Any: "-force --force",
		Reason: "deletes the images of the last build first",
		Hint:   "`packer validate` looks first",
		Hits:   []string{"packer build -force x.pkr.hcl"},
		Misses: []string{"packer build x.pkr.hcl", "packer validate x.pkr.hcl"},
	},
	{
		ID: "iac.remove", Class: rules.Destructive, Program: "ecs-cli azd sst chalice zappa apex architect arc up claudia dagger encore nitric wing alchemy seed shuttle defang begin flightcontrol humctl ampt kubeless fission",
		Operand: "remove rm undeploy destroy delete down", None: "--dry-run --help -h",
		Reason: "deletes what was deployed",
		Hint:   "ask the user to delete it",
		Hits:   []string{"npx sst remove --stage production", "chalice delete --stage prod", "zappa undeploy production"},
		Misses: []string{"sst dev", "sst deploy --stage x", "zappa status"},
	},
	{
		ID: "iac.destroy", Class: rules.Destructive, Program: "vagrant cdk serverless sam copilot",
		Sub:    "destroy destroy/* remove delete */delete box/remove snapshot/delete",
		Reason: "deletes the machines or the stack",
		Hint:   "ask the user to delete it",
		Hits:   []string{"vagrant destroy -f", "cdk destroy --all --force", "sls remove --stage prod", "sam delete --no-prompts", "copilot app delete"},
		Misses: []string{"vagrant status", "cdk diff", "serverless deploy", "sam build"},
	},
	{
		ID: "terraform.destroy-plan", Class: rules.Destructive, Undone: rules.Snapshot, Program: "terraform", Sub: "plan", Any: "-destroy", Effect: grammar.Writes,
		Reason: "writes a plan that destroys all of the infrastructure once it is applied",
		Hint:   "`terraform plan -destroy` without -out only shows it",
		Hits:   []string{"terraform plan -destroy -out=p", "tofu plan -destroy -out p"},
		Misses: []string{"terraform plan -destroy", "terraform plan -out=p", "terraform apply p"},
	},
	{
		ID: "terraform.output-secret", Class: rules.Exposure, Program: "terraform", Sub: "output", Any: "-raw -json", Operand: "*password* *secret* *token* *private_key* *api_key*",
		Reason: "prints a credential of the infrastructure",
		Hint:   "`terraform output` shows the names, and hides such values",
		Hits:   []string{"terraform output -raw db_password", "tofu output -json api_token"},
		Misses: []string{"terraform output", "terraform output -raw vpc_id"},
	},
}
