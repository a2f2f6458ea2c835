package catalogue

// Protection says which values of a setting of a service leave something less protected.
type Protection struct {
	// Names are words of the setting's name, joined by hyphens: "port-security" is in enable-port-security,
	// PortSecurity and port_security.
	Names string

	// Reversed are words that turn the meaning of a switch around: with skip-validation, off protects.
	Reversed string

	// Values are patterns for the value in lower case. "empty" stands for no text, "everything" for "*",
	// and "given" for an option without a value.
	Values string

	// Reverse are the values that do so for a name with a reversed word, or "".
	Reverse string

	// Below is the smallest number that protects enough, or 0.
	Below int

	// Added says that an object which is made with such a value counts, too.
	Added bool

	// Shortest is the shortest time that keeps enough, in hours, or 0.
	Shortest int
}

// The values of switches.
const (
	isOff = "off none no false disabled disable never 0 optional suspended suspend inactive paused unset null nil empty essentially_off log-only donotenforce"
	isOn  = "on yes true enabled enable 1 given"
)

// Protections are the settings of services whose value takes a protection away. They hold for all clients of
// services, since those use the same words. Sources: the references of the AWS, Google Cloud, Azure, OCI, OpenStack,
// Cilium, Ceph, Gluster and GitLab clients and interfaces, of FreeIPA, Samba, 389 Directory Server and Microsoft 365.
var Protections = [...]Protection{
	{
		Names: "auth authn authz authentication authorization authorizer mfa 2fa two-factor multi-factor oslogin os-login http-tokens port-security security-group security-groups security-level " +
			"tls mtls ssl https https-only hsts encrypt encrypted encryption sse enable-policy network-policy network-policies password-policy password-authentication lockout captcha " +
			"require requires required protection protections protected audit auditing audit-log audit-logs audit-config logging access-log access-logs flow-log flow-logs query-log monitor monitoring " +
			"defender guardduty firewall firewall-group waf backup backups snapshots snapshot-schedule snapshot-policy retention retention-days soft-delete versioning pitr point-in-time-recovery " +
			"lifecycle-policy auto-provision auto-provisioning scanning scan-on-push secret-scanning vulnerability-alerts shielded-secure-boot shielded-vtpm integrity-monitoring verification " +
			"block-public-acls block-public-policy ignore-public-acls restrict-public-buckets restrictions opt-in-preference tde logs object-lock object-lock-enabled container-insights loglevel secure-boot secure-boot-enabled otp totp factors security-defaults enforcement restricted-services enforced enforce sso-required saml-required ip-access-lists ip-allow-list only-allow-merge-if-pipeline-succeeds brute-force attack-protection rate-limit rate-limiting leaked-password",
		Reversed: "skip disable disabled ignore bypass without exclude unauthenticated anonymous guest policy-audit-mode",
		Values:   isOff, Reverse: isOn,
	},
	{
		Names:    "public-access public-network-access public-read public-ip map-public-ip publicly-accessible publicly anonymous anonymous-access anonymous-pull guest-access serial-port-enable unauthenticated allow-insecure allow-force-push allow-force-pushes allow-deletions signup-enabled",
		Reversed: "block prevention restrict deny disable disabled no ignore",
		Values:   isOn + " objectread* blob container public* allow allowed inherited", Reverse: "off no false",
	},
	{
		Names:  "cidr cidrs cidr-block source sources source-ranges source-ip source-ips ingress inbound allow allowed authorized-networks authorized-ip-ranges security-ips acl allowlist whitelist ip-range ip-ranges ip-filter ip-access-list trusted-ips whitelisted allowlisted whitelisted-ips allow-list ip ips rules",
		Values: "0.0.0.0/0* *,0.0.0.0/0* ::/0 everything", Reversed: "destination egress outbound remove deny",
	},
	{Names: "policy policies rule rules", Values: "disabled inactive suspended paused", Reversed: "policy-audit-mode rotation scaling autoscaling"},
	{Names: "default-action-allow", Values: "empty"},
	{Names: "max-msgs max-messages max-length max-length-bytes", Below: 1000},
	{Names: "max-age", Values: "*s *m", Reversed: "cookie cache hsts cors"},
	{Names: "retention-ms", Below: 60_000},
	{Names: "default-action default-policy inbound-policy", Values: "allow accept permit"},
	{Names: "min-tls-version minimum-tls-version minimal-tls-version tls-min ssl-min-version", Values: "1.0 1.1 tls1_0 tls1_1 tls10 tls11 tlsv1 tlsv1.0 tlsv1.1 tls_1_0 tls_1_1"},
	{Names: "minimum-password-length min-password-length password-min-length password-length", Values: "empty", Below: 8},
	{Names: "message-retention-period message-ttl", Values: "empty", Below: 1000},
	{Names: "https-address bind-address listen-address", Values: "0.0.0.0* [::]* :* everything"},
	{Names: "visibility default-project-visibility default-group-visibility", Values: "public"},
	{Names: "retention retention-days retention-period retention-in-days log-retention data-retention", Reversed: "min minimum", Below: 2, Shortest: 25},
	{Names: "delete-min-age", Shortest: 25},
	{
		Names:  "repository-permission workflow-permissions base-permission base-permissions default-permission default-permissions default-role default-access default-branch-protection-role org-permission member-permission member-permissions members-permission member-role",
		Values: "admin write owner maintain maintainer all public everyone everything editor",
	},
	{Names: "everyone anyone all-users guest guests", Values: "write admin owner readwrite read-write editor maintainer full"},
	{Names: "policy-enabled policies-enabled alert-enabled alerts-enabled alerting-enabled monitor-enabled monitors-enabled rule-enabled rules-enabled check-enabled checks-enabled policy-active rule-active", Values: isOff, Reversed: "scaling autoscaling rotation"},
	{Names: "allowed-actions permission permissions access access-level allowed-merge-users", Values: "all public everyone everything anyone owner superuser"},
	{Names: "can-approve-pull-request-reviews can-create-public-repositories insecure-ssl insecure-skip-verify skip-verify allow-anonymous allow-unauthenticated allow-bypass bypass-mfa public-client direct-access-grants-enabled implicit-flow-enabled registration-allowed enable-signup allow-signup public-signup open-registration allow-registration", Values: isOn},
	{Names: "is-private verify-email email-verification email-verified-required", Values: isOff},
	{Names: "realm realms", Values: isOff},
	{Names: "usercat hostcat servicecat cmdcat runasusercat runasgroupcat", Values: "all", Added: true},
	{Names: "bindtype", Values: "anonymous all", Added: true},
	{Names: "minlength min-pwd-length", Below: 8},
	{Names: "maxfail account-lockout-threshold", Values: "0"},
	{Names: "complexity password-complexity nsslapd-security", Values: isOff},
	{Names: "sharing-capability sharing-capabilities default-sharing-link-type", Values: "externaluserandguestsharing anyone anonymousaccess"},
	{Names: "redirect-uris redirect-uri callback-urls callbacks allowed-callback-urls", Values: "everything"},
}

// Neutral are the words of subcommands that set something of what there is.
const Neutral = "set update mod modify config configure put patch edit change settings metadata alter switch replace apply reset declare"

// AddingSettings are the words of subcommands that make an object with settings, or let it take effect.
const AddingSettings = "add create new enable"

// WithoutSettings are words of subcommands that are about the variables of a program, the secrets that it gets, the
// names on it, or the client itself.
const WithoutSettings = "env environment secret secrets variable variables var vars appsettings tag tags label labels annotation annotations config-vars kv item items blob"

// Served are kinds of objects that services keep for several people. They tell the client of a service from a tool
// of a project.
const Served = "org orgs organization organizations realm realms tenant tenants account accounts user users team teams group groups project projects workspace workspaces cluster clusters database databases db bucket buckets instance instances " +
	"server servers domain domains zone zones site sites repo repos repository repositories client clients policy policies role roles environment environments service services network networks firewall firewalls vm vms volume volumes node nodes gateway tunnel device devices"

// Admitting are verbs that admit somebody or allow something.
const Admitting = "allow grant permit authorize authorise trust whitelist allowlist entitle"

// Rights are objects that hold who may do what: with add, * among them admits all.
const Rights = "policy policies permission permissions role roles rule rules destination destinations source sources origin origins principal principals member members acl acls scope scopes grant grants host hosts ip ips cidr access privilege privileges capability capabilities"

// Making are verbs that make or change what holds rights.
const Making = "create new issue generate set update add mint"

// Everything are words that stand for all there is, as they stand.
const Everything = "* *:* */* user:* users:* group:* principal:*"

// Withdrawing are verbs of commands that admit nobody.
const Withdrawing = "list ls show get describe remove delete rm revoke deny block disallow can-i check test query search explain help untrust ungrant"

// OwnOptions are options of clients that are about the client's own connection or output, and options whose value
// is a text or belongs to a program of the user.
const OwnOptions = "tls ssl verify-ssl ssl-verify tls-verify sign-request verify auth skip-tls-verify check-certificate query filter filters description message body title user-data " +
	"environment environment-variables env env-vars set-env-vars update-env-vars variables variable tags tag labels label update-labels app-settings build-arg output format name " +
	"profile region project subscription resource-group path file comment notes text template-body parameters set-secrets item key expression-attribute-values document payload data fields property properties"

// UsersWords are words in names of settings that hold what the user writes there, or that say which pages may ask.
const UsersWords = "tag tags label labels annotations properties cors origins allow-origins allowed-origins"

// OwnLetters are short options with a value that says nothing about a setting.
const OwnLetters = "-n -g -a -p -m -t -d -b -e -l -r -R -o -H"

// ClientsWithoutGrammar are more clients of services, whose words are read by their form alone.
const ClientsWithoutGrammar = "kcadm kcadm.sh ceph influx atlas mongocli scw openstack cilium gluster yc aliyun tccli hcloud-cli vultr-cli tea okta auth0 stackit upctl cloudsmith jf gitea snowflake databricks confluent ovhcloud ionosctl exo ipa dsconf dsidm samba-tool m365"

// ClientsOfOwnFiles are programs whose settings are in files of the user, or which have rules of their own about
// the fields of objects.
const ClientsOfOwnFiles = "http kubectl docker helm npm yarn pnpm pip poetry git terraform pulumi ansible ansible-playbook salt packer vagrant minikube kind k3d bconsole"

// ClientsWithConfig are clients whose first word "config" or "configure" is about a file of the client itself.
const ClientsWithConfig = "aws gcloud gsutil az gh glab heroku linode-cli doctl oci ibmcloud hcloud mc supabase fly vercel netlify wrangler argocd consul nomad vault"
