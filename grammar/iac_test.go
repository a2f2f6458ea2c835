package grammar

import "testing"

// TestInfrastructure holds terraform, pulumi and ansible.
func TestInfrastructure(t *testing.T) {
	check(t, []sample{
		{`one dash or two`, `terraform -chdir=prod destroy -auto-approve; tofu apply --auto-approve -var a=b plan`, "terraform destroy --chdir=prod -auto-approve | manages\nterraform apply -auto-approve -var=a=b plain:plan | manages"},
		{`levels`, `terraform state rm a.b; terragrunt run --all -- destroy; terragrunt run-all apply`, "terraform state rm plain:a.b | manages\nterraform run destroy -all | manages\nterraform run-all apply | manages"},
		{`pulumi`, `pulumi -C d down -y; pulumi stack rm dev`, "pulumi destroy --cwd=d --yes | manages\npulumi stack rm plain:dev | manages"},
		{`ansible runs its arguments`, `ansible all -i inv -m shell -a "rm -rf /a" -b; ansible-playbook -i inv site.yml -e a=b`, "ansible --inventory-file=inv --module-name=shell --args=rm -rf /a --become plain:all | manages {rm away --recursive --force delete:/a | deletes tree /a}\nansible-playbook --inventory-file=inv --extra-vars=a=b file:site.yml | manages, reads site.yml"},
	})
}
