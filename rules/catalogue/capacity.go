package catalogue

import "github.com/agent-loop/shimgen/rules"

// nothing lists the ways to request a capacity of zero.
const nothing = "--desired-count=0 --desired-capacity=0 --max-size=0 --num-nodes=0 --node-count=0 --max-instances=0 --count=0 --nodes=0 --nodes-max=0 --size=0 --new-capacity=0 --replicas=0 --scale=*=0"

// capacity are the rules about how many instances run: zero is equivalent to a stop.
var capacity = []rules.Rule{
	{
		ID: "scale.to-zero", Former: "scale.nothing", Class: rules.Destructive, Undone: rules.Tool, Program: "aws gcloud az doctl eksctl ibmcloud oci scw civo linode-cli copilot fly", Any: nothing, None: "--dry-run",
		Sub: "ecs/update-service autoscaling/* eks/update-nodegroup-config application-autoscaling/* lambda/put-function-concurrency */resize */resize/* */scale */scale/* */scale-* " +
			"*/node-pool/update* */nodepool/update* nodegroup/* scale/nodegroup scale/count scale/* */update/* */update",
		Reason: "leaves none of what runs there",
		Hint:   "keep at least one",
		Hits: []string{
			"aws ecs update-service --cluster c --service s --desired-count 0", "aws autoscaling set-desired-capacity --auto-scaling-group-name g --desired-capacity 0",
			"gcloud container clusters resize c --num-nodes=0", "az aks scale --node-count 0 -g g -n c", "eksctl scale nodegroup --cluster c --name n --nodes 0",
		},
		Misses: []string{
			"aws ecs update-service --cluster c --service s --desired-count 2", "gcloud container clusters resize c --num-nodes=3", "az aks scale --node-count 10 -g g -n c",
			"aws ec2 describe-instances --max-items 0",
		},
	},
	{
		ID: "scale.to-zero-named", Former: "scale.nothing-named", Class: rules.Destructive, Undone: rules.Tool, Program: "fly heroku dokku docker docker-compose flux nomad", Sub: "scale/count scale/count/* ps:scale ps:resize scale service/scale compose/scale job/scale job/scale/*",
		Operand: "0 *=0", None: "--dry-run",
		Reason: "leaves none of what runs there",
		Hint:   "keep at least one",
		Hits:   []string{"fly scale count 0", "fly scale count web=0 -a x", "heroku ps:scale web=0 -a x", "docker service scale api=0", "docker compose scale web=0"},
		Misses: []string{"fly scale count 2", "heroku ps:scale web=1", "docker service scale api=10", "fly scale show"},
	},
	{
		ID: "scale.to-zero-service", Former: "scale.nothing-service", Class: rules.Destructive, Undone: rules.Tool, Program: "docker", Sub: "service/update", Any: "--replicas=0 --rollback",
		Reason: "leaves none of what runs there, or puts what was before in its place",
		Hint:   "`docker service ps` shows what runs",
		Hits:   []string{"docker service update --replicas 0 api"},
		Misses: []string{"docker service update --replicas 3 api", "docker service update --image x api"},
	},
	{
		ID: "scale.to-zero-dokku", Former: "scale.nothing-dokku", Class: rules.Destructive, Undone: rules.Tool, Program: "dokku", Operand: "*=0",
		Reason: "leaves none of what runs there",
		Hint:   "keep at least one",
		Hits:   []string{"dokku ps:scale app web=0"},
		Misses: []string{"dokku ps:scale app web=2", "dokku ps:report app"},
	},
}
