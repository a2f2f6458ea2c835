package catalogue

import "github.com/agent-loop/shimgen/rules"

// grants are the rules about rights, memberships and firewalls of services with smaller clients. Each
// row is one client: its own words for who may do what.
var grants = []rules.Rule{
	{
		ID: "sharing.openstack", Class: rules.Exposure, Program: "openstack", Sub: "role/add/* user/set/* user/create/* application/credential/create access/rule/create", None: "--help -h",
		Reason: "gives somebody rights in the cloud",
		Hint:   "`openstack role assignment list` shows who has them",
		Hits:   []string{"openstack role add --user bob --project acme admin", "openstack --os-cloud prod role add --user bob admin"},
		Misses: []string{"openstack role list", "openstack role show admin", "openstack server list", "openstack user list"},
	},
	{
		ID: "sharing.any-remote", Class: rules.Exposure, Program: "openstack yc aliyun vultr-cli upctl scw", None: "--help -h",
		Operand: "0.0.0.0/0 ::/0 action=accept inbound-default-policy=accept outbound-default-policy=accept ip-range=0.0.0.0/0 *rules.*.ip-range=0.0.0.0/0 --SourceCidrIp=0.0.0.0/0 *v4-cidrs=[0.0.0.0/0]*",
		Reason:  "lets everyone at what the service holds",
		Hint:    "name the addresses that need it",
		Hits:    []string{"openstack security group rule create --remote-ip 0.0.0.0/0 --protocol any default", "scw instance security-group edit sg1 action=accept", "aliyun ecs AuthorizeSecurityGroup --SourceCidrIp 0.0.0.0/0 --PortRange 22/22"},
		Misses:  []string{"openstack security group rule create --remote-ip 192.0.2.1/32 default", "scw instance security-group list", "openstack security group rule list"},
	},
	{
		ID: "sharing.any-remote-option", Class: rules.Exposure, Program: "openstack yc vultr-cli linode-cli", Any: "--remote-ip=0.0.0.0/0 --remote-ip=::/0 --src-ip=0.0.0.0/0 --inbound_policy=ACCEPT --outbound_policy=ACCEPT --rules.inbound_policy=ACCEPT --inbound=*0.0.0.0/0* --rules.inbound=*0.0.0.0/0*",
		None:   "--help -h",
		Reason: "lets everyone at what the service holds",
		Hint:   "name the addresses that need it",
		Hits:   []string{"linode-cli firewalls rules-update 1 --inbound_policy ACCEPT", "openstack security group rule create --remote-ip=0.0.0.0/0 default"},
		Misses: []string{"linode-cli firewalls rules-list 1", "linode-cli firewalls rules-update 1 --inbound_policy DROP", "openstack security group list"},
	},
	{
		ID: "sharing.cloudfoundry", Class: rules.Exposure, Program: "cf", Sub: "set-org-role set-space-role unset-org-role unset-space-role set-org-role/* set-space-role/* create-user create-user/* bind-security-group* bind-running-security-group* enable-service-access*", None: "--help -h",
		Reason: "changes who may use the platform",
		Hint:   "`cf org-users ORG` shows who may",
		Hits:   []string{"cf set-org-role bob acme OrgManager", "cf unset-org-role bob acme OrgManager", "cf set-space-role bob acme prod SpaceDeveloper"},
		Misses: []string{"cf org-users acme", "cf apps", "cf space-users acme prod"},
	},
	{
		ID: "sharing.slack", Class: rules.Exposure, Program: "slack", Sub: "collaborator/add* collaborators/add* collaborator/add/* collaborators/add/* collaborator/update/* function/access/* trigger/access/*", None: "--help -h",
		Reason: "lets somebody in to the app",
		Hint:   "`slack collaborator list` shows who may",
		Hits:   []string{"slack collaborator add bob@example.com", "slack collaborator add bob@example.com --app A0123"},
		Misses: []string{"slack collaborator list", "slack app list"},
	},
	{
		ID: "sharing.gam", Class: rules.Exposure, Program: "gam gamadv-xtd3 gam7", None: "--help",
		Sub:    "create/admin create/admin/* add/admin/* user/*/add user/*/forward user/*/delegate user/*/create users/*/add update/group/* create/user/* update/user/* create/delegate/*",
		Reason: "gives somebody rights, lets somebody in, or sends mail on",
		Hint:   "gam print and gam info show how it is",
		Hits:   []string{"gam create admin bob@example.com _SEED_ADMIN_ROLE customer", "gam user bob@example.com add forwardingaddress a@example.com", "gam update group all@example.com add owner bob@example.com"},
		Misses: []string{"gam print admins", "gam info user bob@example.com", "gam user bob@example.com show forwardingaddresses"},
	},
	{
		ID: "sharing.keycloak", Class: rules.Exposure, Program: "kcadm.sh kcadm", Sub: "add-roles add-roles/* set-password set-password/* create/users create/users/* create/clients*", None: "--help -h",
		Reason: "gives somebody rights, or lets somebody in",
		Hint:   "`kcadm.sh get-roles` shows who has them",
		Hits:   []string{"kcadm.sh add-roles -r shop --uusername bob --rolename admin", "kcadm.sh set-password -r shop --username bob --new-password x"},
		Misses: []string{"kcadm.sh get users -r shop", "kcadm.sh get-roles -r shop", "kcadm.sh config credentials --server h"},
	},
	{
		ID: "sharing.directory", Class: rules.Exposure, Program: "ipa samba-tool realm adcli ldapadd", None: "--help -h -n --dry-run",
		Sub:    "group-add-member group-add-member/* role-add-member* sudorule-add-* hbacrule-add-* permission-add* privilege-add-* user-add user-add/* passwd/* selfservice-add* group/addmembers/* user/setpassword/* user/create/* user/add/* delegation/add-* dsacl/set add-member/*",
		Reason: "gives somebody rights in the directory, or lets somebody in",
		Hint:   "`ipa group-show GROUP` shows who has them",
		Hits:   []string{"ipa group-add-member admins --users=bob", "samba-tool group addmembers 'Domain Admins' bob", "samba-tool user setpassword bob"},
		Misses: []string{"ipa group-show admins", "ipa user-find bob", "samba-tool group listmembers 'Domain Admins'", "samba-tool user list"},
	},
	{
		ID: "sharing.directory-active", Class: rules.Exposure, Program: "dsadd dsadd.exe dsmod dsmod.exe dsacls dsacls.exe", Count: 2, None: "-? --help",
		Reason: "changes who there is in the directory, and what they may do",
		Hint:   "dsget and dsquery show how it is",
		Hits:   []string{"dsmod.exe user 'CN=bob,DC=example' -disabled yes", "dsadd.exe user 'CN=bob,DC=example' -memberof 'CN=Domain Admins,DC=example'", "dsmod group 'CN=Domain Admins,DC=example' -addmbr 'CN=bob,DC=example'"},
		Misses: []string{"dsget user 'CN=bob,DC=example'", "dsquery user", "which dsmod"},
	},
	{
		ID: "directory.delete", Class: rules.Destructive, Program: "dsrm dsrm.exe", Count: 1, None: "-? --help",
		Reason: "deletes objects of the directory, with -subtree all below them",
		Hint:   "dsquery shows what there is",
		Hits:   []string{"dsrm.exe -subtree -noprompt 'OU=Sales,DC=example,DC=com'", "dsrm 'CN=bob,DC=example'"},
		Misses: []string{"dsquery ou", "which dsrm"},
	},
	{
		ID: "sharing.minio-policy", Class: rules.Exposure, Program: "mc", Sub: "admin/policy/attach* admin/policy/set* admin/policy/create* admin/user/add* admin/user/svcacct* admin/accesskey/create* admin/group/add*", None: "--help -h",
		Reason: "gives somebody rights to what the store holds",
		Hint:   "`mc admin policy entities` shows who has them",
		Hits:   []string{"mc admin policy attach prod consoleAdmin --user bob", "mc admin user add prod bob secret"},
		Misses: []string{"mc admin policy list prod", "mc admin info prod", "mc admin user list prod"},
	},
	{
		ID: "sharing.influx", Class: rules.Exposure, Program: "influx", Sub: "auth/create auth/create/* auth", Any: "--all-access --operator", None: "--help -h",
		Reason: "makes a key to everything in the database, and prints it",
		Hint:   "--read-bucket ID makes one for what is needed",
		Hits:   []string{"influx auth create --all-access --org acme", "influx auth create --operator"},
		Misses: []string{"influx auth list", "influx auth create --read-bucket 1 --org acme"},
	},
	{
		ID: "sharing.cloud-binding", Class: rules.Exposure, Program: "yc", Operand: "add-access-binding add-access-bindings set-access-bindings", None: "--help -h",
		Reason: "gives somebody rights in the cloud",
		Hint:   "its list-access-bindings shows who has them",
		Hits:   []string{"yc resource-manager folder add-access-binding f1 --role admin --subject system:allUsers"},
		Misses: []string{"yc resource-manager folder list-access-bindings f1", "yc compute instance list"},
	},
	{
		ID: "sharing.cloud-policy", Class: rules.Exposure, Program: "ibmcloud oci aliyun scw tccli upctl exo civo", None: "--help -h --dry-run",
		Sub: "iam/*-policy-create* iam/*-policy-update* iam/access-group-user-add* iam/service-api-key-create* iam/api-key-create* account/user-invite* iam/policy/create* iam/policy/update* iam/rule/create* iam/rule/update* iam/api-key/create* iam/dynamic-group/* iam/group/add-* iam/access-key/create* " +
			"ram/Attach* ram/CreateAccessKey* ram/CreateLoginProfile* ram/AddUserToGroup* ram/SetDefaultPolicyVersion* ram/UpdateLoginProfile* ram/CreatePolicyVersion* cam/Attach* cam/AddUserToGroup* cam/CreateAccessKey*",
		Reason: "gives somebody rights in the cloud, or makes a key to it",
		Hint:   "the same program's list commands show who has them",
		Hits: []string{
			"ibmcloud iam user-policy-create bob@example.com --roles Administrator", "aliyun ram AttachPolicyToUser --PolicyType System --PolicyName AdministratorAccess --UserName bob", "oci iam policy create --name x --statements '[]' --compartment-id c",
			"scw iam policy create name=all permission-sets=AllProductsFullAccess",
		},
		Misses: []string{"ibmcloud iam user-policies bob@example.com", "aliyun ram ListPoliciesForUser --UserName bob", "oci iam policy list --compartment-id c", "scw iam policy list"},
	},
	{
		ID: "sharing.role-verb", Class: rules.Exposure, Program: "tsuru auth0 tctl headscale okta fga authentik goauthentik teleport boundary", None: "--help -h",
		Sub: "role-assign role-assign/* role-default-add* token-create* users/roles/assign users/roles/add roles/permissions/add users/add users/add/* users/update/* users/reset/* tokens/add* auth/sign* create create/* lock/* " +
			"preauthkeys/create preauthkeys/create/* apikeys/create apikeys/create/* nodes/register* routes/enable* groups/add-* roles/add-grants* users/set-accounts*",
		Reason: "gives somebody rights, or lets somebody in",
		Hint:   "the same program's list commands show who has them",
		Hits: []string{
			"tsuru role-assign admin bob", "auth0 users roles assign auth0_x --roles rol_1", "tctl users add bob --roles=access,editor", "tctl create -f admin-role.yaml", "headscale preauthkeys create --reusable --expiration 9999h -u bob",
		},
		Misses: []string{"auth0 users list", "tctl get roles", "tctl users ls", "headscale nodes list", "tsuru role-list", "headscale preauthkeys list -u bob"},
	},
	{
		ID: "sharing.forge", Class: rules.Exposure, Program: "gitea forgejo gogs", Sub: "admin/user/create admin/user/create/*", Any: "--admin", None: "--help -h",
		Reason: "makes somebody an administrator of the site",
		Hint:   "`gitea admin user list` shows who is one",
		Hits:   []string{"gitea admin user create --admin --username bob --password x --email b@example.com"},
		Misses: []string{"gitea admin user list", "gitea admin user create --username bob --password x --email b@example.com"},
	},
	{
		ID: "sharing.forge-login", Class: rules.Exposure, Program: "gitea forgejo gogs", Sub: "admin/user/change-password admin/user/change-password/* admin/user/generate-access-token* admin/user/must-change-password*", None: "--help -h",
		Reason: "replaces a password, or makes a key to an account",
		Hint:   "`gitea admin user list` shows what there is",
		Hits:   []string{"gitea admin user change-password --username bob --password x", "forgejo admin user generate-access-token --username bob"},
		Misses: []string{"gitea admin user list", "gitea dump"},
	},
	{
		ID: "sharing.directory-rule", Class: rules.Exposure, Program: "ipa", Operand: "hbacrule-enable hbacrule-disable sudorule-enable sudorule-disable", First: true, None: "--help -h",
		Reason: "changes who may log in, or act as others, on the machines of the directory",
		Hint:   "`ipa hbacrule-show NAME` shows what it says",
		Hits:   []string{"ipa hbacrule-enable allow_all", "ipa hbacrule-disable deny_contractors"},
		Misses: []string{"ipa hbacrule-show allow_all", "ipa hbacrule-find", "ipa hbactest --user=bob --host=h --service=sshd"},
	},
	{
		ID: "sharing.directory-change", Class: rules.Destructive, Undone: rules.Tool, Program: "ipa", Operand: "user-disable host-disable service-disable dnsrecord-mod dnszone-disable", First: true, None: "--help -h",
		Reason: "locks somebody out, or leads a name elsewhere, in the directory that others use",
		Hint:   "`ipa user-show NAME` and `ipa dnsrecord-show ZONE NAME` show how it is",
		Hits:   []string{"ipa user-disable anna", "ipa dnsrecord-mod example.com www --a-rec=203.0.113.9"},
		Misses: []string{"ipa user-show anna", "ipa dnsrecord-find example.com", "ipa user-enable anna", "ipa dnsrecord-mod --help"},
	},
	{
		ID: "sharing.authentik", Class: rules.Exposure, Program: "ak", Operand: "create_admin_group create_recovery_key", First: true, None: "--help -h",
		Reason: "makes somebody an administrator of the login service, or a link that logs in",
		Hint:   "ask the user",
		Hits:   []string{"ak create_admin_group bob", "ak create_recovery_key 10 bob"},
		Misses: []string{"ak worker", "ak healthcheck", "ak create_admin_group --help"},
	},
	{
		ID: "sharing.vault-policy", Class: rules.Exposure, Program: "vault", Sub: "policy/write policy/write/*", Operand: "*admin* *root* *super* *all*", None: "--help -h -help",
		PossibleIn: "policy/write*",
		Reason:     "changes what those may do who have the widest rights",
		Hint:       "`vault policy read` shows how it is",
		Hits:       []string{"vault policy write admin -", "bao policy write superuser p.hcl"},
		Misses:     []string{"vault policy write app app.hcl", "vault policy read admin", "vault policy list"},
	},
}
