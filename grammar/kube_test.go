package grammar

import "testing"

// TestClusters holds kubectl, helm and their like.
func TestClusters(t *testing.T) {
	check(t, []sample{
		{`exec`, `kubectl exec -n x pod -c web -- rm -rf /a; kubectl exec pod rm -rf /a`, "kubectl exec --namespace=x --container=web plain:pod argv:rm argv:-rf argv:/a | manages {rm away --recursive --force delete:/a | deletes tree /a}\nkubectl exec plain:pod argv:rm argv:-rf argv:/a | manages {rm away --recursive --force delete:/a | deletes tree /a}"},
		{`options anywhere`, `kubectl -n x delete --all pods -l a=b --force; kubectl delete ns/x --dry-run=client`, "kubectl delete --namespace=x --all --selector=a=b --force plain:pods | manages\nkubectl delete --dry-run=client plain:ns/x | manages"},
		{`files`, `kubectl apply -f https://example.com/x.yaml -f a.yaml -k ./dir`, `kubectl apply --filename=https://example.com/x.yaml --filename=a.yaml --kustomize=./dir | manages, connects https://example.com/x.yaml, reads a.yaml, reads ./dir`},
		{`levels`, `kubectl rollout undo deploy/web; kubectl config delete-context x; kubectl create secret generic x`, "kubectl rollout undo plain:deploy/web | manages\nkubectl config delete-context plain:x | manages\nkubectl create secret generic plain:x | manages"},
		{`helm`, `helm -n x del web; helm upgrade web ./c --install -f v.yaml --post-renderer ./p --dry-run`, "helm uninstall --namespace=x plain:web | manages\nhelm upgrade --install --values=v.yaml --post-renderer=./p --dry-run plain:web plain:./c | manages, runs ./p"},
		{`what runs in clusters`, `argocd app delete x -y; nomad job stop -purge x; consul kv delete -recurse a`, "argocd app delete --yes plain:x | manages\nnomad job stop -purge plain:x | manages\nconsul kv delete -recurse plain:a | manages"},
		{`tokens`, `nomad acl token create -type management -global; consul acl token create -policy-name global-management`, "nomad acl token -type=management -global plain:create | manages\nconsul acl token -policy-name=global-management plain:create | manages"},
		{`clusters`, `kind delete cluster --name x; minikube -p x delete; kustomize build ./k -o /etc/x`, "kind delete cluster --name=x | manages\nminikube delete --profile=x | manages\nkustomize build --output=/etc/x repo:./k | manages, writes /etc/x, reads ./k"},
	})
}
