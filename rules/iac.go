package rules

// infrastructure are the rules about terraform, pulumi, ansible and their like.
var infrastructure = []Rule{
	{
		ID: "tf.destroy", Class: Destructive, Program: "terraform",
		Sub:    "destroy destroy-all run-all/destroy run/destroy stack/run/destroy run/*/destroy",
		Reason: "deletes everything that the configuration made",
		Hint:   "`terraform plan -destroy` shows what would go",
		Hits:   []string{"terraform destroy", "tofu -chdir=prod destroy -auto-approve", "terragrunt run-all destroy", "terraform destroy -target=x.y", "terragrunt run --all destroy"},
		Misses: []string{"terraform plan -destroy", "terraform plan", "echo terraform destroy", "terraform state show destroy"},
	},
	{
		ID: "tf.apply-destroy", Class: Destructive, Program: "terraform", Sub: "apply run-all/apply run/apply", Any: "--destroy -destroy",
		Reason: "deletes everything that the configuration made",
		Hint:   "`terraform plan -destroy` shows what would go",
		Hits:   []string{"terraform apply -destroy", "tofu apply --destroy -auto-approve"},
		Misses: []string{"terraform apply plan.out", "terraform plan -destroy"},
	},
	{
		ID: "tf.apply-unseen", Class: Destructive, Program: "terraform", Sub: "apply apply-all run-all/apply run/apply refresh",
		Any:    "-auto-approve --auto-approve --non-interactive --terragrunt-non-interactive",
		Reason: "changes or deletes resources without showing what first",
		Hint:   "`terraform plan -out=plan` shows it; then terraform apply plan",
		Hits:   []string{"terraform apply -auto-approve", "tofu apply --auto-approve -var a=b", "terragrunt run-all apply --terragrunt-non-interactive"},
		Misses: []string{"terraform apply", "terraform apply plan.out", "terraform plan", "terraform init -input=false"},
	},
	{
		ID: "tf.state", Class: Destructive, Program: "terraform", Sub: "state/rm state/mv state/push state/replace-provider taint force-unlock workspace/delete run-all/taint",
		Reason: "changes what terraform knows of the resources, so that it loses or remakes them",
		Hint:   "`terraform state list` and terraform state pull look first",
		Hits: []string{
			"terraform state rm module.x", "terraform state mv a.b c.d", "terraform force-unlock -force 1", "terraform workspace delete -force x", "tofu taint a.b",
		},
		Misses: []string{"terraform state list", "terraform state show a.b", "terraform workspace list", "terraform untaint a.b"},
	},
	{
		ID: "pulumi.destroy", Class: Destructive, Program: "pulumi", Sub: "destroy stack/rm state/delete state/* cancel", None: "--preview-only",
		Reason: "deletes a stack, its resources or what pulumi knows of them",
		Hint:   "`pulumi destroy --preview-only` shows what would go",
		Hits:   []string{"pulumi destroy --yes", "pulumi down -y", "pulumi stack rm dev", "pulumi state delete urn:x"},
		Misses: []string{"pulumi preview", "pulumi stack ls", "pulumi destroy --preview-only", "pulumi up"},
	},
	{
		ID: "pulumi.up-unseen", Class: Destructive, Program: "pulumi", Sub: "up refresh", Any: "-y --yes -f --skip-preview",
		Reason: "changes or deletes resources without showing what first",
		Hint:   "`pulumi preview` shows it",
		Hits:   []string{"pulumi up --yes", "pulumi update -y", "pulumi up -f"},
		Misses: []string{"pulumi up", "pulumi preview", "pulumi config set x y"},
	},
	{
		ID: "ansible.all-hosts", Class: Destructive, Program: "ansible", Operand: "all", None: "-C --check --list-hosts",
		Any:    "--module-name=*shell --module-name=*command --module-name=*raw --module-name=*script --module-name=*reboot --module-name=*file",
		Reason: "runs on every machine of the inventory",
		Hint:   "`ansible --list-hosts` shows which; --check tries without changing",
		Hits:   []string{"ansible all -m shell -a 'systemctl restart x'", "ansible all -b -m ansible.builtin.reboot"},
		Misses: []string{"ansible all --list-hosts", "ansible all -m file -a 'path=x' --check"},
	},
	{
		ID: "iac.destroy", Class: Destructive, Program: "vagrant cdk serverless sam copilot",
		Sub:    "destroy destroy/* remove delete */delete box/remove snapshot/delete",
		Reason: "deletes the machines or the stack",
		Hint:   "ask the user to delete it",
		Hits:   []string{"vagrant destroy -f", "cdk destroy --all --force", "sls remove --stage prod", "sam delete --no-prompts", "copilot app delete"},
		Misses: []string{"vagrant status", "cdk diff", "serverless deploy", "sam build"},
	},
}
