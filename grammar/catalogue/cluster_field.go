package catalogue

// ClusterField says what a field of an object in a cluster means if it has a certain value.
type ClusterField struct {
	// Paths are patterns for the field: the keys above it and its own, each behind a slash, "-" for a
	// place in a list, as in JSON Pointer but with slashes in keys as they are.
	Paths string

	// Values are patterns for the value. "everything" stands for the text "*", "{}" and "[]" for an empty
	// mapping or list, "gone" for a field that is taken away, and "brief" for a time below a day: a number is one of
	// milliseconds.
	Values string

	// Means is the name of the effect.
	Means string
}

// The names of the effects of fields.
const (
	ClusterOpen    = "cluster-open"    // others can reach it
	ClusterGrant   = "cluster-grant"   // somebody may do everything
	ClusterAnyone  = "cluster-anyone"  // whoever has not logged in gets the rights of a role
	ClusterSubject = "cluster-subject" // somebody gets the rights of a role
	ClusterUnguard = "cluster-unguard" // what checks objects no longer does
	ClusterStop    = "cluster-stop"    // something stops, or its data is no longer kept
)

// ClusterFields are the fields of objects that expose something, give rights, switch checks off or lose
// something. Sources: the Kubernetes API reference and its list of well-known labels and annotations; the
// references of ingress-nginx, HAProxy, Traefik, Kong, the load balancer controllers of AWS, Google Cloud
// and Azure, OpenShift, Istio, Linkerd, Gatekeeper, Kyverno and Deckhouse.
var ClusterFields = [...]ClusterField{
	{Paths: "*/spec/type", Values: "LoadBalancer NodePort", Means: ClusterOpen},
	{Paths: "*/loadBalancerSourceRanges/-", Values: everyAddress, Means: ClusterOpen},
	{Paths: "*/loadBalancerSourceRanges", Values: "gone []", Means: ClusterOpen},
	{Paths: "*/externalIPs/-", Values: "*.* *:*", Means: ClusterOpen},
	{Paths: "*/spec/ingress/- */spec/egress/-", Values: "{}", Means: ClusterOpen},
	{Paths: "*/spec/ingress/-/from */spec/egress/-/to", Values: "gone []", Means: ClusterOpen},
	{Paths: "/spec/rules/-", Values: "{}", Means: ClusterOpen},
	{Paths: "*/ipBlock/cidr", Values: everyAddress, Means: ClusterOpen},
	{Paths: "*/annotations/*/auth-* */annotations/*/router.middlewares */annotations/konghq.com/plugins", Values: "gone", Means: ClusterOpen},
	{Paths: "*/annotations/*/enable-global-auth", Values: "false", Means: ClusterOpen},
	{Paths: "*/annotations/*list-source-range */annotations/*ip_whitelist */annotations/*ip_allowlist */annotations/*inbound-cidrs", Values: "gone *0.0.0.0/0* *::/0*", Means: ClusterOpen},
	{Paths: "*/annotations/*load-balancer-internal", Values: "false gone", Means: ClusterOpen},
	{Paths: "*/annotations/*load-balancer-scheme */annotations/alb.ingress.kubernetes.io/scheme", Values: "internet-facing", Means: ClusterOpen},
	{Paths: "*/annotations/*gke.io/load-balancer-type */annotations/cloud.google.com/load-balancer-type", Values: "External external gone", Means: ClusterOpen},

	{Paths: "/rules/-/verbs/- /items/-/rules/-/verbs/- */rules/-/nonResourceURLs/-", Values: "everything", Means: ClusterGrant},
	{Paths: "/rules/-/resources/- /items/-/rules/-/resources/-", Values: "everything", Means: ClusterGrant},
	{Paths: "/roleRef/name /items/-/roleRef/name", Values: "cluster-admin admin", Means: ClusterGrant},
	{Paths: "*/serviceAccountName */serviceAccount", Values: "*admin*", Means: ClusterSubject},
	{Paths: "/subjects/-/name /items/-/subjects/-/name", Values: "system:unauthenticated system:anonymous system:authenticated", Means: ClusterAnyone},
	{Paths: "/subjects/-/name", Values: "*", Means: ClusterSubject},

	{Paths: "*/failurePolicy", Values: "Ignore", Means: ClusterUnguard},
	{Paths: "*/spec/enforcementAction", Values: "dryrun warn", Means: ClusterUnguard},
	{Paths: "*/spec/validationFailureAction", Values: "Audit audit", Means: ClusterUnguard},
	{Paths: "/webhooks /webhooks/-", Values: "gone []", Means: ClusterUnguard},
	{Paths: "*/labels/pod-security.kubernetes.io/enforce */labels/security.deckhouse.io/pod-policy", Values: "privileged gone", Means: ClusterUnguard},
	{Paths: "*/labels/*gatekeeper*ignore* */labels/*kyverno*ignore* */labels/*policy*ignore* */labels/*policy*exclude*", Values: "*", Means: ClusterUnguard},
	{Paths: "*/labels/istio-injection */labels/config.linkerd.io/admission-webhooks */annotations/linkerd.io/inject", Values: "disabled gone", Means: ClusterUnguard},
	{Paths: "*/mtls/mode", Values: "DISABLE PERMISSIVE", Means: ClusterUnguard},

	{Paths: "*/spec/suspend", Values: "true", Means: ClusterStop},
	{Paths: "*/spec/replicas */spec/instances", Values: "0", Means: ClusterStop},
	{Paths: "*/spec/paused */spec/hibernated", Values: "true", Means: ClusterStop},
	{Paths: "*/annotations/cnpg.io/hibernation", Values: "on", Means: ClusterStop},
	{Paths: "*/config/retention.ms */config/delete.retention.ms */spec/ttl */spec/template/ttl */spec/retentionPeriod */spec/retention", Values: "brief", Means: ClusterStop},
	{Paths: "*/spec/persistentVolumeReclaimPolicy", Values: "Delete Recycle", Means: ClusterStop},
	{Paths: "/spec/selector/*", Values: "*", Means: ClusterStop},
}

// everyAddress are the ranges of all addresses.
const everyAddress = "0.0.0.0/0 ::/0"

// ChartValues are the values of charts that mean the same. There is no standard for their names; these are those of
// "helm create", of the charts of Bitnami, and of Prometheus, Grafana and Argo CD.
var ChartValues = [...]ClusterField{
	{Paths: "*/service/type */serviceType */services/type */services/*/type", Values: "LoadBalancer NodePort", Means: ClusterOpen},
	{Paths: "*/loadBalancerSourceRanges/- */loadBalancerSourceRanges", Values: everyAddress, Means: ClusterOpen},
	{Paths: "*/auth/enabled */authentication/enabled */usePassword */auth/usePassword", Values: "false", Means: ClusterOpen},
	{Paths: "*/networkPolicy/enabled", Values: "false", Means: ClusterUnguard},
	{Paths: "*/podSecurityContext/enabled */containerSecurityContext/enabled", Values: "false", Means: ClusterUnguard},
	{Paths: "*/securityContext/privileged", Values: "true", Means: ClusterUnguard},
}

// ReleaseValues are the values that take something from a release that there is.
var ReleaseValues = [...]ClusterField{
	{Paths: "*/replicaCount */replicas */minReplicas", Values: "0", Means: ClusterStop},
	{Paths: "*/persistence/enabled */persistentVolume/enabled", Values: "false", Means: ClusterStop},
	{Paths: "*/backup/enabled */backups/enabled", Values: "false", Means: ClusterStop},
}
