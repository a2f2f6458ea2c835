package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// kube are the programs that manage Kubernetes.
var kube = []spec.Row{
	{
		Names: "kubectl oc kubecolor", Source: "kubectl reference, kubectl options", Env: "KUBECONFIG KUBECTL_* KUBE_EDITOR EDITOR",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Bundle, Levels: 3,
				Options: slices.Concat(
					bools("--insecure-skip-tls-verify", "--match-server-version", "--warnings-as-errors", "--disable-compression"),
					credentials("--password", "--token"), values("--as", "--as-group", "--as-uid", "--cache-dir", "--certificate-authority", "--client-certificate", "--client-key",
						"--cluster", "--context", "--kubeconfig", "--kuberc", "-n --namespace", "--profile", "--profile-output",
						"--request-timeout", "-s --server", "--tls-server-name", "--user", "--username", "-v --v", "--vmodule", "--log-flush-frequency"),
				),
				Subs: slices.Concat([]spec.Sub{
					{Names: "exec", Syntax: spec.Syntax{
						Options:  slices.Concat(bools("-i --stdin", "-t --tty", "-q --quiet"), values("-c --container", "--pod-running-timeout"), manifests),
						Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}, Away: true,
					}},
					{Names: "rsh", Syntax: spec.Syntax{ // OpenShift
						Style: spec.Bundle | spec.Inherit | spec.Free, Options: slices.Concat(bools("-t --tty", "-T --no-tty"), values("-c --container", "--shell", "--timeout")),
						Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}, Away: true,
					}},
					{Names: "delete", Syntax: spec.Syntax{Options: slices.Concat(
						bools("--all", "-A --all-namespaces", "--force", "--ignore-not-found", "-i --interactive", "--now", "-R --recursive", "--wait"),
						values("--field-selector", "--grace-period", "-o --output", "--raw", "-l --selector", "--timeout"), dryRun, manifests,
					)}},
					{Names: "apply", Syntax: spec.Syntax{Levels: 1, Options: slices.Concat(
						bools("--all", "--force", "--force-conflicts", "--prune", "-R --recursive", "--server-side", "--wait", "--overwrite", "--openapi-patch"),
						values("--field-manager", "--grace-period", "-o --output", "--prune-allowlist", "-l --selector", "--timeout"), dryRun, appliedManifests,
					)}},
					{Names: "replace", Syntax: spec.Syntax{Options: slices.Concat(
						bools("--force", "-R --recursive", "--save-config", "--wait"), values("--grace-period", "-o --output", "--timeout"), dryRun, appliedManifests,
					)}},
					{Names: "create", Syntax: spec.Syntax{Levels: 2, Options: slices.Concat(
						bools("-R --recursive", "--save-config", "--edit"), values("-o --output", "--from-literal"), dryRun, appliedManifests,
						[]spec.Option{{Names: "--from-file --from-env-file", Arg: spec.Required, Role: spec.File}},
					)}},
					{Names: "get", Syntax: spec.Syntax{Options: slices.Concat(
						bools("-A --all-namespaces", "-w --watch", "-R --recursive", "--show-labels", "--no-headers", "--ignore-not-found", "--watch-only"),
						values("-o --output", "-l --selector", "--field-selector", "-L --label-columns", "--sort-by", "--template", "--raw", "--chunk-size"), manifests,
					)}},
					{Names: "drain", Syntax: spec.Syntax{Options: slices.Concat(
						bools("--delete-emptydir-data", "--disable-eviction", "--force", "--ignore-daemonsets"),
						values("--grace-period", "--pod-selector", "-l --selector", "--timeout", "--chunk-size"), dryRun,
					)}},
					{Names: "scale", Syntax: spec.Syntax{Options: slices.Concat(
						bools("--all"), values("--replicas", "--current-replicas", "-l --selector", "--timeout", "-o --output"), dryRun, manifests,
					)}},
					{Names: "run", Syntax: spec.Syntax{
						Options: slices.Concat(
							bools("--attach", "--command", "--expose", "--privileged", "--rm", "-i --stdin", "-t --tty", "-q --quiet", "--leave-stdin-open"),
							values("--annotations", "--env", "--image", "--image-pull-policy", "-l --labels", "-o --output", "--override-type",
								"--pod-running-timeout", "--port", "--restart"), valued(spec.Manifest, "--overrides"), dryRun,
						),
						Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}, Away: true,
					}},
					{Names: "cp", Syntax: spec.Syntax{Options: slices.Concat(bools("--no-preserve"), values("-c --container", "--retries")), Operands: containerPaths, Away: true}},
					{Names: "port-forward", Syntax: spec.Syntax{Options: values("--address", "--pod-running-timeout")}},
					{Names: "proxy", Syntax: spec.Syntax{Options: values("--address", "-p --port", "--accept-hosts", "--accept-paths", "--reject-paths", "-w --www", "--api-prefix", "-u --unix-socket")}},
					{Names: "rollout", Syntax: spec.Syntax{Levels: 1, Options: slices.Concat(values("--to-revision", "-l --selector", "--timeout"), dryRun, manifests)}},
					{Names: "debug", Syntax: spec.Syntax{
						Options: slices.Concat(bools("-i --stdin", "-t --tty", "-q --quiet", "--replace", "--share-processes", "--attach"),
							values("--image", "-c --container", "--copy-to", "--profile", "--target", "--env", "--set-image", "--custom")),
						Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}, Away: true,
					}},
					{Names: "auth", Syntax: spec.Syntax{Levels: 1, Subs: []spec.Sub{
						{Names: "reconcile", Syntax: spec.Syntax{Options: slices.Concat(bools("-R --recursive", "--remove-extra-permissions", "--remove-extra-subjects"), values("-o --output"), dryRun, appliedManifests)}},
					}}},
					{Names: "config", Syntax: spec.Syntax{Levels: 1, Options: bools("--raw", "--minify", "--flatten")}},
					{Names: "kustomize", Syntax: spec.Syntax{Options: values("-o --output"), Operands: spec.Operands{Rest: spec.Repo}}},
					{Names: "patch", Syntax: spec.Syntax{Options: slices.Concat(
						bools("-R --recursive", "--record", "--local"), values("--type", "--subresource", "--field-manager", "-o --output", "--template"),
						valued(spec.Manifest, "-p --patch"), valued(spec.ManifestFile, "--patch-file"), dryRun, appliedManifests,
					)}},
					{Names: "label", Syntax: labels()},
					{Names: "annotate", Syntax: labels()},
					{Names: "cordon", Syntax: spec.Syntax{Options: append(values("-l --selector"), dryRun...)}},
				}, leaves("describe logs explain edit uncordon taint expose autoscale wait top diff version attach "+
					"api-resources api-versions cluster-info completion certificate options events")),
			}
		},
	},
	{
		Names: "helm", Source: "helm command reference", Env: "HELM_* KUBECONFIG",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: service | spec.Bundle, Levels: 2,
				Options: slices.Concat(
					bools("--debug", "--kube-insecure-skip-tls-verify"),
					credentials("--kube-token"), values("--burst-limit", "--kube-apiserver", "--kube-as-group", "--kube-as-user", "--kube-ca-file", "--kube-context", "--kube-tls-server-name",
						"--kubeconfig", "-n --namespace", "--qps", "--registry-config", "--repository-cache", "--repository-config"),
				),
				Subs: slices.Concat([]spec.Sub{
					{Names: "del delete un uninstall", Syntax: spec.Syntax{Options: slices.Concat(
						bools("--dry-run", "--keep-history", "--no-hooks", "--wait", "--ignore-not-found"), values("--cascade", "--description", "--timeout"),
					)}},
					{Names: "rollback", Syntax: spec.Syntax{Options: slices.Concat(
						bools("--dry-run", "--force", "--no-hooks", "--wait", "--wait-for-jobs", "--cleanup-on-fail", "--recreate-pods"), values("--timeout", "--history-max"),
					)}},
					{Names: "upgrade", Syntax: spec.Syntax{Options: slices.Concat(helmOptions(), bools("-i --install", "--reset-values", "--reuse-values", "--reset-then-reuse-values", "--cleanup-on-fail"))}},
					{Names: "install", Syntax: spec.Syntax{Options: slices.Concat(helmOptions(), bools("-g --generate-name", "--replace"))}},
					{Names: "template", Syntax: spec.Syntax{Options: slices.Concat(helmOptions(), bools("-g --generate-name", "--validate", "--include-crds", "--is-upgrade"))}},
				}, leaves("ls list status history lint package pull push create env version verify completion")),
			}
		},
	},
	{
		Names: "kustomize", Source: "kustomize command reference",
		Syntax: func() spec.Syntax {
			return spec.Syntax{Style: service | spec.Bundle, Levels: 1, Subs: []spec.Sub{{Names: "build", Syntax: spec.Syntax{
				Options:  slices.Concat([]spec.Option{{Names: "-o --output", Arg: spec.Required, Role: spec.Write}}, bools("--enable-helm", "--enable-alpha-plugins", "--enable-exec")),
				Operands: spec.Operands{Rest: spec.Repo},
			}}}}
		},
	},
	{Names: "argocd", Source: "argocd command reference", Syntax: func() spec.Syntax {
		return verbs(2, bools("--cascade", "-y --yes", "--grpc-web", "--insecure"), credentials("--auth-token"), values("--server", "-N --app-namespace"))
	}},
	{Names: "flux", Source: "flux command reference", Syntax: func() spec.Syntax {
		return verbs(3, bools("-s --silent"), values("-n --namespace", "--context", "--kubeconfig"))
	}},
	{Names: "nomad", Source: "nomad command reference", Syntax: func() spec.Syntax {
		return with(leaves("stop run plan status logs inspect monitor ui version validate init"), verbs(2, switches("purge", "global", "yes", "detach", "force"), settings("address", "region", "namespace", "type", "policy", "name"), credentials("--token -token")))
	}},
	{Names: "consul", Source: "consul command reference", Syntax: func() spec.Syntax {
		return with(append(leaves("leave force-leave members info monitor reload version join event exec validate keygen maint rtt"),
			spec.Sub{Names: "watch", Syntax: spec.Syntax{Style: spec.POSIX | spec.Inherit | spec.Single, Options: values("-type", "-key", "-prefix", "-service", "-name", "-state", "-tag"), Operands: spec.Operands{Rest: spec.Words}}},
			spec.Sub{Names: "lock", Syntax: spec.Syntax{Style: spec.POSIX | spec.Inherit | spec.Single, Options: append(values("-n", "-name", "-timeout", "-monitor-retry"), bools("-child-exit-code", "-pass-stdin", "-try", "-verbose", "-shell")...), Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Words}}},
		), verbs(2, switches("recurse", "cas"), settings("http-addr", "datacenter", "id", "policy-name", "policy-id", "description"), credentials("--token -token")))
	}},
	{Names: "etcdctl etcdutl", Source: "etcdctl(1)", Syntax: func() spec.Syntax {
		return with(append(leaves("get put del txn watch compaction defrag version move-leader rm rmdir set ls mk mkdir"), spec.Sub{Names: "lock", Syntax: spec.Syntax{Style: spec.POSIX | spec.Inherit, Options: values("--ttl"), Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}}}), verbs(2, bools("--prefix", "--from-key", "--insecure-skip-tls-verify"), values("--endpoints", "--cacert", "--cert", "--key", "--user")))
	}},
	{Names: "istioctl", Source: "istioctl reference", Syntax: func() spec.Syntax {
		return verbs(1, bools("--purge", "-y --skip-confirmation"), values("-n --namespace", "-c --kubeconfig", "--context", "-i --istioNamespace"))
	}},
	{Names: "minikube", Source: "minikube command reference", Syntax: func() spec.Syntax {
		ssh := spec.Sub{Names: "ssh", Syntax: spec.Syntax{Options: slices.Concat(bools("--native-ssh"), values("-n --node")), Operands: spec.Operands{Rest: spec.Words}, Away: true, Start: spec.AwayHome}}
		return with([]spec.Sub{ssh}, verbs(2, bools("--all", "--purge", "--force"), values("-p --profile")))
	}},
	{Names: "kind", Source: "kind command reference", Syntax: func() spec.Syntax { return verbs(2, values("-n --name", "--kubeconfig")) }},
	{Names: "k3d", Source: "k3d command reference", Syntax: func() spec.Syntax { return verbs(2, bools("-a --all"), values("-c --config")) }},
	{Names: "eksctl", Source: "eksctl command reference", Syntax: func() spec.Syntax {
		return verbs(2, bools("--wait", "--approve", "--force"), values("--name -n", "-r --region", "-f --config-file", "--cluster"))
	}},
}

// labels is how kubectl label and annotate read their words.
func labels() spec.Syntax {
	return spec.Syntax{Options: slices.Concat(
		bools("--all", "-A --all-namespaces", "--overwrite", "--list", "--local", "-R --recursive", "--show-managed-fields", "--allow-missing-template-keys"),
		values("-l --selector", "--field-selector", "--field-manager", "-o --output", "--resource-version", "--template"), dryRun, manifests,
	)}
}

// dryRun of kubectl takes a strategy, and "none" is one.
var dryRun = []spec.Option{{Names: "--dry-run", Arg: spec.Optional}}

// appliedManifests are the options for files of objects that are applied to the cluster.
var appliedManifests = []spec.Option{
	{Names: "-f --filename", Arg: spec.Required, Role: spec.ManifestFile},
	{Names: "-k --kustomize", Arg: spec.Required, Role: spec.Repo},
}

// manifests are the options for files that name objects.
var manifests = []spec.Option{
	{Names: "-f --filename", Arg: spec.Required, Role: spec.Repo},
	{Names: "-k --kustomize", Arg: spec.Required, Role: spec.Repo},
}

func helmOptions() []spec.Option {
	return slices.Concat(
		bools("--atomic", "--create-namespace", "--dependency-update", "--devel", "--force", "--no-hooks", "--wait", "--wait-for-jobs", "--skip-crds", "--verify"),
		values("--description", "--set", "--set-file", "--set-json", "--set-string", "--set-literal", "--timeout", "--version", "--repo", "-o --output",
			"--username", "--history-max", "-l --labels"),
		[]spec.Option{
			{Names: "-f --values", Arg: spec.Required, Role: spec.Repo},
			{Names: "--password", Arg: spec.Required, Role: spec.Credential},
			{Names: "--post-renderer", Arg: spec.Required, Role: spec.Helper},
			{Names: "--dry-run", Arg: spec.Optional},
		},
	)
}
