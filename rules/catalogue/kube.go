package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// dry are the values of kubectl --dry-run under which nothing is changed; "-"
// is the option alone.
const dry = "--dry-run=- --dry-run=client --dry-run=server --dry-run=true"

// clusters are the rules about Kubernetes.
var clusters = []rules.Rule{
	{
		ID: "k8s.delete-namespace", Class: rules.Destructive, Program: "kubectl", Sub: "delete", None: dry,
		Operand: "ns namespace namespaces ns/* namespace/* namespaces/* project projects project/*",
		Reason:  "deletes a namespace and everything in it",
		Hint:    "`kubectl get all -n NAMESPACE` shows what it holds",
		Hits:    []string{"kubectl delete namespace production", "kubectl -n default delete ns staging", "kubectl delete ns/x", "oc delete project x"},
		Misses:  []string{"kubectl get ns", "kubectl delete ns x --dry-run=client", "kubectl create namespace x", "kubectl describe ns delete"},
	},
	{
		ID: "k8s.delete", Class: rules.Destructive, Program: "kubectl", Sub: "delete", None: dry,
		Reason: "deletes objects of the cluster",
		Hint:   "`kubectl delete --dry-run=client` shows what would go",
		Hits: []string{
			"kubectl delete -f app.yaml", "kubectl delete pvc data", "kubectl -n x delete deploy web", "kubectl delete all --all -n x", "kubectl delete pods -A",
			"kubectl delete pod x --force --grace-period=0", "kubectl delete -n test", "kubectl delete --dry-run=none pod x",
		},
		Misses: []string{
			"kubectl get pods", "kubectl logs delete", "kubectl delete pod x --dry-run=server", "kubectl config view", "kubectl apply -f delete.yaml",
		},
	},
	{
		ID: "k8s.drain", Class: rules.Destructive, Program: "kubectl", Sub: "drain adm/drain", None: dry,
		Reason: "evicts everything that runs on a node",
		Hint:   "`kubectl drain --dry-run=client` shows what would go",
		Hits:   []string{"kubectl drain node01", "kubectl drain n --ignore-daemonsets --delete-emptydir-data", "oc adm drain n"},
		Misses: []string{"kubectl cordon node01", "kubectl drain n --dry-run=client"},
	},
	{
		ID: "k8s.scale-zero", Class: rules.Destructive, Program: "kubectl", Sub: "scale", Any: "--replicas=0", None: dry,
		Reason: "stops a workload",
		Hint:   "keep at least one replica",
		Hits:   []string{"kubectl scale deploy web --replicas=0", "kubectl -n x scale --replicas 0 sts/db"},
		Misses: []string{"kubectl scale deploy web --replicas=3", "kubectl scale deploy web --replicas=10"},
	},
	{
		ID: "k8s.replace-force", Class: rules.Destructive, Program: "kubectl", Sub: "replace apply", Any: "--force --prune", None: dry,
		Reason: "deletes objects to make them anew, or those that are not in the files",
		Hint:   "`kubectl apply` without --force and --prune changes them in place; `kubectl diff` shows how",
		Hits:   []string{"kubectl replace --force -f x.yaml", "kubectl apply -f . --prune --all", "kubectl apply --force -f x"},
		Misses: []string{"kubectl apply -f x.yaml", "kubectl replace -f x.yaml", "kubectl apply --force-conflicts --server-side -f x"},
	},
	{
		ID: "k8s.taint", Class: rules.Destructive, Program: "kubectl", Sub: "taint", Operand: "*:NoExecute",
		Reason: "evicts what runs on a node",
		Hint:   "NoSchedule keeps what already runs",
		Hits:   []string{"kubectl taint nodes n1 k=v:NoExecute"},
		Misses: []string{"kubectl taint nodes n1 k=v:NoSchedule", "kubectl taint nodes n1 k=v:NoExecute-"},
	},
	{
		ID: "k8s.rollout-undo", Former: "k8s.undo", Class: rules.Destructive, Program: "kubectl", Sub: "rollout/undo", None: dry,
		Reason: "puts an older version in the place of the running one",
		Hint:   "`kubectl rollout history` shows the versions",
		Hits:   []string{"kubectl rollout undo deploy/web", "kubectl rollout undo deploy/web --to-revision=2"},
		Misses: []string{"kubectl rollout status deploy/web", "kubectl rollout restart deploy/web"},
	},
	{
		ID: "k8s.token", Class: rules.Secrets, Program: "kubectl", Sub: "create/token create/token/*",
		Reason: "prints a token of the cluster",
		Hint:   "`kubectl get serviceaccounts` shows whose there are",
		Hits:   []string{"kubectl create token x", "kubectl -n y create token x --duration=1h"},
		Misses: []string{"kubectl create -f token.yaml", "kubectl get serviceaccounts"},
	},
	{
		ID: "k8s.config-secret", Class: rules.Secrets, Program: "kubectl", Sub: "config/view config/view/*", Any: "--raw",
		Reason: "prints the keys of the clusters",
		Hint:   "`kubectl config view` leaves them out",
		Hits:   []string{"kubectl config view --raw", "kubectl config view --raw --minify"},
		Misses: []string{"kubectl config view", "kubectl config get-contexts"},
	},
	{
		ID: "k8s.raw-secret", Class: rules.Secrets, Program: "kubectl", Sub: "get get/*", Any: "--raw=*/secrets*",
		Reason: "prints secrets of the cluster",
		Hint:   "`kubectl describe secret` shows all but the values",
		Hits:   []string{"kubectl get --raw /api/v1/namespaces/x/secrets/y"},
		Misses: []string{"kubectl get --raw /healthz"},
	},
	{
		ID: "k8s.raw-delete", Class: rules.Destructive, Program: "kubectl", Sub: "delete create replace", Any: "--raw=*", None: dry,
		Reason: "changes what the cluster holds, by a path that no rule reads",
		Hint:   "name the object, as in `kubectl get pods`",
		Hits:   []string{"kubectl delete --raw /api/v1/namespaces/x"},
		Misses: []string{"kubectl get --raw /metrics"},
	},
	{
		ID: "k8s.secret", Class: rules.Secrets, Program: "kubectl", Sub: "get", Operand: "secret secrets secret/* secrets/* *,secret *,secrets secret,* secrets,*",
		Any:    "--output=*yaml* --output=*json* --output=*template* --template --output=custom-columns*data*",
		Reason: "prints the secrets of the cluster",
		Hint:   "`kubectl describe secret` shows the keys without the values",
		Hits:   []string{"kubectl get secret db -o yaml", "kubectl get secrets -A -ojson", "kubectl get secret/x -o jsonpath={.data.p}"},
		Misses: []string{"kubectl get secrets", "kubectl get secret -o name", "kubectl get pods -o yaml", "kubectl describe secret x"},
	},
	{
		ID: "k8s.expose", Class: rules.Exposure, Program: "kubectl", Sub: "port-forward proxy", Any: "--address=0.0.0.0* --address=::*",
		Reason: "opens the cluster to every machine around",
		Hint:   "`kubectl port-forward` without --address listens here alone",
		Hits:   []string{"kubectl port-forward --address 0.0.0.0 svc/x 80", "kubectl proxy --address=0.0.0.0"},
		Misses: []string{"kubectl port-forward svc/x 8080:80", "kubectl proxy", "kubectl proxy --address=127.0.0.1"},
	},
	{
		ID: "k8s.node-shell", Class: rules.Escape, Program: "kubectl", Sub: "debug", Operand: "node/* nodes/* no/*",
		Reason: "opens a shell on a node of the cluster",
		Hint:   "`kubectl debug POD` stays inside the pod",
		Hits:   []string{"kubectl debug node/n1 -it --image=busybox"},
		Misses: []string{"kubectl debug mypod -it --image=busybox"},
	},
	{
		ID: "k8s.privileged", Class: rules.Escape, Program: "kubectl", Sub: "run", Any: "--privileged --overrides=*privileged* --overrides=*hostPID* --overrides=*hostPath* --overrides=*hostNetwork*",
		Reason: "gives a pod the rights of the node",
		Hint:   "`kubectl run` without that option",
		Hits:   []string{"kubectl run x --image=a --privileged", `kubectl run x --image=a --overrides='{"spec":{"hostPID":true}}'`},
		Misses: []string{"kubectl run x --image=a", "kubectl run privileged --image=a"},
	},
	{
		ID: "helm.uninstall", Class: rules.Destructive, Program: "helm", Sub: "uninstall", None: "--dry-run",
		Reason: "deletes a release and everything it made",
		Hint:   "`helm uninstall --dry-run` shows what would go",
		Hits:   []string{"helm uninstall web", "helm delete web -n x", "helm -n x del web"},
		Misses: []string{"helm list", "helm uninstall web --dry-run", "helm status delete"},
	},
	{
		ID: "helm.rollback", Class: rules.Destructive, Program: "helm", Sub: "rollback", None: "--dry-run",
		Reason: "puts an older release in the place of the running one",
		Hint:   "`helm history` shows the releases",
		Hits:   []string{"helm rollback web 1", "helm rollback web"},
		Misses: []string{"helm history web", "helm rollback web 1 --dry-run"},
	},
	{
		ID: "helm.upgrade-force", Class: rules.Destructive, Program: "helm", Sub: "upgrade install", Any: "--force --reset-values --replace",
		None:   "--dry-run=- --dry-run=client --dry-run=server --dry-run=true",
		Reason: "deletes objects to make them anew, or drops the values of the release",
		Hint:   "`helm upgrade` without that option",
		Hits:   []string{"helm upgrade web ./c --force", "helm upgrade web ./c --reset-values"},
		Misses: []string{"helm upgrade --install web ./c", "helm upgrade web ./c --force --dry-run", "helm upgrade web ./c -f values.yaml"},
	},
	{
		ID: "helm.post-renderer", Class: rules.Escape, Program: "helm", Effect: grammar.Runs,
		Reason: "makes helm run a program named on its command line",
		Hint:   "`helm` without --post-renderer",
		Hits:   []string{"helm template x ./c --post-renderer ./evil"},
		Misses: []string{"helm template x ./c", "helm install x ./c"},
	},
	{
		ID: "k8s.cluster-delete", Class: rules.Destructive, Program: "minikube kind k3d eksctl", Sub: "delete delete/* cluster/delete */delete drain drain/*",
		Reason: "deletes a whole cluster, or a part of it",
		Hint:   "ask the user to delete it",
		Hits:   []string{"minikube delete --all", "kind delete cluster", "k3d cluster delete x", "eksctl delete cluster --name prod"},
		Misses: []string{"minikube status", "kind get clusters", "k3d cluster list", "eksctl get cluster"},
	},
	{
		ID: "k8s.deployment-delete", Class: rules.Destructive, Program: "argocd flux nomad consul etcdctl istioctl",
		Sub: "app/delete */rm delete/* delete */delete uninstall job/stop stop node/drain system/gc kv/delete del rm rmdir snapshot/restore leave force-leave " +
			"cluster/rm app/rollback user/remove role/remove member/remove user/delete role/delete auth/disable intention/delete operator/raft compaction exec maint */delete-* */uninstall */force-leave deployment/fail kv/import deployment/pause",
		Reason: "deletes or stops what runs in the cluster",
		Hint:   "list it first",
		Hits:   []string{"argocd app delete x -y", "nomad stop api", "consul leave", "consul force-leave n1", "etcdctl snapshot restore x.db", "etcdctl user delete u", "flux delete kustomization x", "nomad job stop -purge x", "consul kv delete -recurse a", "etcdctl del --prefix /", "istioctl uninstall --purge"},
		Misses: []string{"argocd app list", "flux get all", "nomad status", "consul members", "etcdctl get --prefix /", "istioctl version"},
	},
	{
		ID: "cluster.delete-object", Former: "k8s.deeper", Class: rules.Destructive, Program: "consul nomad lxc flux", Operand: "delete purge rm destroy remove", None: "--help",
		Reason: "deletes what services keep their state in",
		Hint:   "list it first",
		Hits:   []string{"consul acl token delete -id x", "lxc storage volume delete pool vol", "nomad acl token delete x"},
		Misses: []string{"consul acl token list", "lxc storage volume list pool", "nomad status"},
	},
	{
		ID: "k8s.sync-prune", Class: rules.Destructive, Program: "argocd", Sub: "app/sync app/set", Any: "--prune --force --replace --auto-prune", None: "--dry-run",
		Reason: "deletes objects of the cluster that are not in the repository",
		Hint:   "`argocd app diff` shows what would change",
		Hits:   []string{"argocd app sync x --prune", "argocd app sync x --force --replace"},
		Misses: []string{"argocd app sync x", "argocd app sync x --prune --dry-run", "argocd app diff x"},
	},
	{
		ID: "k8s.finalizers", Class: rules.Destructive, Program: "kubectl", Sub: "patch", None: dry,
		Any:    "--patch=*finalizers* -p=*finalizers* --patch=*deletionTimestamp* --patch=*replicas?:0* --patch=*\"replicas\":0* -p=*\"replicas\":0* --patch=*/replicas\",\"value\":0* --patch=*/finalizers*",
		Reason: "lets objects go before what belongs to them is cleaned up, or stops a workload",
		Hint:   "`kubectl get -o yaml` shows what waits",
		Hits:   []string{`kubectl patch pv x -p '{"metadata":{"finalizers":null}}'`, `kubectl patch deploy x --type merge --patch '{"spec":{"replicas":0}}'`},
		Misses: []string{`kubectl patch deploy x -p '{"spec":{"replicas":2}}'`, "kubectl get pv x -o yaml"},
	},
	{
		ID: "k8s.admin-prune", Class: rules.Destructive, Program: "kubectl", Sub: "adm/prune adm/prune/* adm/*", Any: "--confirm",
		Reason: "deletes what the cluster keeps of images and builds",
		Hint:   "the same command without --confirm shows what would go",
		Hits:   []string{"oc adm prune images --confirm"},
		Misses: []string{"oc adm prune images", "oc adm top nodes"},
	},
	{
		ID: "k8s.helmfile", Class: rules.Destructive, Program: "helmfile", Operand: "destroy delete", None: "--help -h",
		Reason: "deletes releases and everything they made",
		Hint:   "`helmfile list` shows what there is",
		Hits:   []string{"helmfile -e prod destroy", "helmfile delete --purge"},
		Misses: []string{"helmfile diff", "helmfile list"},
	},
	{
		ID: "k8s.apply-remote", Class: rules.Hygiene, Program: "kubectl", Sub: "apply create replace", Any: "-f=http://* -f=https://* --filename=http://* --filename=https://* -k=http*",
		Reason: "runs in the cluster whatever a web page says",
		Hint:   "`curl -O URL` brings the file, to be read first",
		Hits:   []string{"kubectl apply -f https://h/x.yaml", "kubectl create --filename=https://h/x.yaml"},
		Misses: []string{"kubectl apply -f x.yaml", "kubectl get -f x.yaml"},
	},
	{
		ID: "k8s.admin", Class: rules.Exposure, Program: "kubectl", Any: "--clusterrole=cluster-admin --clusterrole=admin",
		Reason: "gives the rights to do anything in the cluster away",
		Hint:   "name the narrowest role that does",
		Hits:   []string{"kubectl create clusterrolebinding x --clusterrole=cluster-admin --user=me"},
		Misses: []string{"kubectl create rolebinding x --clusterrole=view --user=me", "kubectl get clusterrolebindings"},
	},
	{
		ID: "k8s.context-delete", Class: rules.Destructive, Program: "kubectl", Sub: "config/delete-* config/unset",
		Reason: "forgets how a cluster is reached",
		Hint:   "`kubectl config get-contexts` shows what there is",
		Hits:   []string{"kubectl config delete-context x", "kubectl config unset users.x"},
		Misses: []string{"kubectl config get-contexts", "kubectl config use-context x"},
	},
	{
		ID: "k8s.change", Class: rules.Hygiene, Program: "kubectl", Sub: "edit patch set set/* annotate label", None: "--dry-run",
		Reason: "changes what runs in the cluster",
		Hint:   "`kubectl diff -f FILE` shows what a file would change",
		Hits:   []string{"kubectl patch deploy x -p '{}'", "kubectl edit deploy x", "kubectl set image deploy/x a=b"},
		Misses: []string{"kubectl get deploy x", "kubectl diff -f x.yaml"},
	},
	{
		ID: "k8s.taint-all", Class: rules.Destructive, Program: "kubectl", Sub: "taint", Any: "--all",
		Reason: "keeps work off every node of the cluster",
		Hint:   "name the node",
		Hits:   []string{"kubectl taint nodes --all k=v:NoSchedule"},
		Misses: []string{"kubectl taint nodes n1 k=v:NoSchedule"},
	},
	{
		ID: "k8s.expose-service", Class: rules.Exposure, Program: "kubectl", Sub: "expose", Any: "--type=LoadBalancer --type=NodePort --external-ip",
		Reason: "opens a service of the cluster to other networks",
		Hint:   "`kubectl port-forward` opens it to you alone",
		Hits:   []string{"kubectl expose deploy db --type=LoadBalancer --port=5432"},
		Misses: []string{"kubectl expose deploy web --port=80"},
	},
}
