package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// live are the rules about what others use at this moment: where names and traffic lead, which values and
// images services run with, and switches. Nothing is deleted, and all the same it is gone for them.
var live = []rules.Rule{
	{
		ID: "cloud.dns", Class: rules.Destructive, Program: "doctl flarectl gcloud az aws linode-cli scw hcloud lexicon cli53 octodns-sync dnscontrol vultr-cli", None: "--help -h --dry-run",
		Sub: "compute/domain/records/update dns/update dns/update/* dns/create-or-update dns/create-or-update/* dns/record-sets/update dns/record-sets/transaction/execute dns/record-sets/import network/dns/record-set/*/add-record network/dns/record-set/*/set-record network/dns/record-set/*/update " +
			"network/dns/zone/import route53domains/update-domain-nameservers domains/records-update domains/update dns/record/set dns/zone/import zone/set-rrset-records import/* rrcreate/*",
		Reason: "changes where a name leads that others look up",
		Hint:   "list the records first, and ask the user",
		Hits: []string{
			"doctl compute domain records update example.com --record-id 7 --record-data 192.0.2.1", "gcloud dns record-sets update www.example.com. --type=A --zone=z --rrdatas=192.0.2.1", "az network dns record-set a add-record -g g -z example.com -n www -a 192.0.2.1",
			"aws route53domains update-domain-nameservers --domain-name example.com --nameservers Name=ns1.example.org", "linode-cli domains records-update 1 2 --target 192.0.2.1", "flarectl dns update --zone example.com --id 1 --content 192.0.2.1", "scw dns record set example.com name=www type=A values.0=192.0.2.1",
		},
		Misses: []string{"doctl compute domain records list example.com", "gcloud dns record-sets list --zone=z", "az network dns record-set list -g g -z example.com", "linode-cli domains list", "flarectl dns list --zone example.com", "scw dns record list example.com"},
	},
	{
		ID: "cloud.value", Class: rules.Destructive, Program: "aws az vault wrangler fly heroku netlify vercel supabase doppler railway op", None: "--help -h",
		Sub: "secretsmanager/put-secret-value secretsmanager/update-secret keyvault/secret/set keyvault/secret/set-attributes webapp/config/appsettings/set functionapp/config/appsettings/set kv/put kv/patch " +
			"secret/put secret/put/* secret/bulk secret/bulk/* secrets/set secrets/set/* secrets/import secrets/import/* secrets/upload/* config:set config:set/* env:set env:set/* env:import env:import/* item/edit item/edit/*",
		Reason: "replaces a value that a service in use reads",
		Hint:   "ask the user, or set it for a project of your own",
		Hits: []string{
			"aws secretsmanager put-secret-value --secret-id db --secret-string x", "az keyvault secret set --vault-name v -n db --value x", "vault kv put secret/db password=x", "wrangler secret put KEY --env production", "fly secrets set A=b", "heroku config:set A=b", "netlify env:set A b",
			"supabase secrets set A=b", "doppler secrets set A=b", "az webapp config appsettings set -g g -n shop --settings A=b",
		},
		Misses: []string{"aws secretsmanager list-secrets", "az keyvault secret list --vault-name v", "vault kv list secret", "wrangler secret list", "fly secrets list", "supabase secrets list", "netlify env:list", "doppler run -- npm test"},
	},
	{
		ID: "cloud.value-overwrite", Class: rules.Destructive, Program: "aws", Sub: "ssm/put-parameter", Any: "--overwrite",
		Reason: "replaces a value that a service in use reads",
		Hint:   "`aws ssm get-parameter` shows what it is, without --with-decryption",
		Hits:   []string{"aws ssm put-parameter --name /prod/db --value x --overwrite"},
		Misses: []string{"aws ssm put-parameter --name /dev/new --value x", "aws ssm describe-parameters"},
	},
	{
		ID: "cloud.traffic", Class: rules.Destructive, Undone: rules.Tool, Program: "aws az eb gcloud cf vercel heroku", None: "--help -h",
		Sub:    "elbv2/modify-listener elbv2/modify-rule ec2/replace-network-acl-entry ec2/replace-route webapp/deployment/slot/swap functionapp/deployment/slot/swap swap swap/* app/services/set-traffic app/services/set-traffic/* run/services/update-traffic map-route map-route/* unmap-route unmap-route/* alias/set alias/set/* domains/move/* pipelines:promote pipelines:promote/*",
		Reason: "leads the requests of others elsewhere",
		Hint:   "ask the user first",
		Hits:   []string{"az webapp deployment slot swap -g g -n shop --slot staging", "gcloud app services set-traffic default --splits=v0=1", "aws elbv2 modify-listener --listener-arn a --default-actions Type=fixed-response", "vercel alias set a.vercel.app example.com", "eb swap prod --destination-name staging"},
		Misses: []string{"az webapp deployment slot list -g g -n shop", "gcloud app services list", "aws elbv2 describe-listeners", "vercel alias ls", "eb status"},
	},
	{
		ID: "cloud.no-concurrency", Class: rules.Destructive, Undone: rules.Tool, Program: "aws", Sub: "lambda/put-function-concurrency", Any: "--reserved-concurrent-executions=0", Certain: true,
		Reason: "leaves a service without anything that answers",
		Hint:   "ask the user first",
		Hits:   []string{"aws lambda put-function-concurrency --function-name f --reserved-concurrent-executions 0"},
		Misses: []string{"aws lambda put-function-concurrency --function-name f --reserved-concurrent-executions 10"},
	},
	{
		ID: "monitoring.cloud-off", Class: rules.Destructive, Undone: rules.Tool, Program: "gcloud az aws m365", Certain: true, None: "--help -h",
		Any:    "--disabled --no-enabled --enabled=false --enabled=False --enabled=0 --accountEnabled=false --account-enabled=false --account-enabled=False --disable-default-sink --no-shielded-secure-boot --no-shielded-vtpm --no-is-multi-region-trail --no-include-global-service-events",
		Reason: "turns off what watches over the cloud, or an account there",
		Hint:   "ask the user first",
		Hits:   []string{"gcloud logging sinks update _Default --disabled", "az monitor metrics alert update -n cpu -g g --enabled false", "gcloud alpha monitoring policies update p --no-enabled", "az ad user update --id a@example.com --account-enabled false"},
		Misses: []string{"gcloud logging sinks list", "az monitor metrics alert update -n cpu -g g --enabled true", "az monitor metrics alert list -g g"},
	},
	{
		ID: "monitoring.agent-kill", Class: rules.SystemWrite, Program: "pkill killall", Certain: true, None: "-0 -l --list",
		Operand: "datadog-agent *osqueryd* *falcon-sensor* *falcond* auditd rsyslogd syslog-ng *fluent-bit* *filebeat* *auditbeat* *wazuh* *ossec* clamd *clamonacc* sysmon* *crowdstrike* *mdatp* wdavdaemon *newrelic-infra* *node_exporter* fail2ban-server *sentinelone* *cbagentd* esets_daemon",
		Reason:  "ends or stops a program that watches over the machine",
		Hint:    "leave it as the user set it up",
		Hits:    []string{"pkill -9 datadog-agent", "pkill -STOP -f datadog-agent", "killall auditd", "sudo pkill osqueryd"},
		Misses:  []string{"pkill node", "pgrep datadog-agent", "killall -l", "pkill -f vite"},
	},
	{
		ID: "registry.retag", Class: rules.Destructive, Program: "crane gcrane regctl skopeo oras", Sub: "tag/* copy/* cp/* append/* mutate/* rebase/* image/copy/* image/mod/*", None: "--help -h",
		Operand: "*/*:* *docker://* *@sha256:*", NotOperand: "localhost* 127.0.0.1* docker://localhost* docker://127.0.0.1* dir:* oci:* oci-archive:* docker-archive:* docker-daemon:* containers-storage:*",
		Reason: "puts an image under a name that others pull",
		Hint:   "copy it into a registry of your own: localhost:5000/…",
		Hits:   []string{"crane tag registry.example.com/app@sha256:aa prod", "crane copy alpine:3 registry.example.com/app:prod", "skopeo copy dir:x docker://registry.example.com/app:prod", "regctl image copy alpine:3 registry.example.com/app:prod"},
		Misses: []string{"crane ls registry.example.com/app", "crane digest alpine:3", "skopeo inspect docker://alpine:3", "crane copy localhost:5000/a:1 localhost:5000/a:2", "regctl tag ls registry.example.com/app"},
	},
	{
		ID: "http.switch-off", Class: rules.Destructive, Certain: true, Effect: grammar.Requests, Name: "POST PUT PATCH", Not: here,
		Value:  "*/suspend#* */suspend?* */deactivate#* */deactivate?* */disable#* */disable?* */bulk-deactivate#* */bulk-suspend#* */cancel-all#* */mute_all#* */pause-all-alerts#* */shutdown-all#* */shutdown_all#* */repos/*#*\"archived\":true*",
		Reason: "turns off what others use",
		Hint:   "get how it is first, and ask the user",
		Hits:   []string{"curl -X POST https://api.example.com/v1/users/7/suspend", "curl --request POST https://api.example.com/v1/services/s/suspend -d '{}'", "xh POST api.example.com/v1/tenants/7/disable", `curl -X PATCH https://api.github.com/repos/o/r -d '{"archived": true}'`},
		Misses: []string{"curl https://api.example.com/v1/users/7/suspend", "curl -X POST http://localhost:3000/users/7/suspend", "curl -X POST https://api.example.com/v1/disabled -d a=b"},
	},
	{
		ID: "gh.archive-call", Class: rules.Destructive, Undone: rules.Tool, Program: "gh", Sub: "api",
		Any:    "-F=archived=true -f=archived=true --field=archived=true --raw-field=archived=true -f=default_repository_permission=admin -F=default_repository_permission=admin -f=*[status]=disabled -F=*[status]=disabled -f=state=dismissed -F=state=dismissed",
		Reason: "changes how others may use the repositories",
		Hint:   "`gh api` without a field shows how it is",
		Hits:   []string{"gh api -X PATCH repos/o/r -F archived=true", "gh api -X PATCH orgs/o -f default_repository_permission=admin"},
		Misses: []string{"gh api repos/o/r", "gh api -X PATCH repos/o/r -f description=x"},
	},
	{
		ID: "monitoring.user-unit", Class: rules.Destructive, Undone: rules.Tool, Local: true, Program: "systemctl", Any: "--user", Sub: "stop/* disable/* mask/* kill/* freeze/* stop disable mask kill freeze", Certain: true,
		Operand: "*backup* *restic* *borg* *kopia* *snapper* *timeshift* *snapshot* *clamav* *clamon* *clamd* *audit* *opensnitch* *firewall* *fail2ban* *osquery* *wazuh* *falcon*",
		Reason:  "stops what keeps copies of the user's files, or watches over the machine",
		Hint:    "`systemctl --user status` shows what it does; ask the user",
		Hits:    []string{"systemctl --user stop restic-backup.timer", "systemctl --user disable --now backup.timer", "systemctl --user mask --now clamonacc.service"},
		Misses:  []string{"systemctl --user stop app", "systemctl --user status restic-backup.timer", "systemctl --user start backup.service"},
	},
	{
		ID: "trust.unsigned-repositories", Class: rules.Exposure, Program: "dnf zypper", Certain: true,
		Any:    "--no-gpgcheck -G --setopt=*gpgcheck=0 --setopt=*gpgcheck=false --setopt=*gpgcheck=no --setopt=*sslverify=0 --setopt=*sslverify=false --gpgcheck-allow-unsigned --gpgcheck-allow-unsigned-repo --gpgcheck-allow-unsigned-package",
		Reason: "lets packages in that nobody vouches for",
		Hint:   "import the key of the repository instead",
		Hits:   []string{"dnf config-manager --setopt='*.gpgcheck=0' --save", "dnf --setopt=gpgcheck=0 install x", "zypper mr --no-gpgcheck --all", "zypper ar -G https://example.com/r r"},
		Misses: []string{"dnf config-manager --setopt=fastestmirror=1 --save", "zypper mr --gpgcheck --all", "zypper ar https://example.com/r r", "dnf install x"},
	},
	{
		ID: "system.boot-options", Class: rules.SystemWrite, Program: "grubby kernelstub", Any: "--args --args=* --remove-args --remove-args=* --set-default --set-default=* --remove-kernel --remove-kernel=* -a --add-options -d --delete-options -o --options", None: "--help -h --dry-run",
		Reason: "changes how the machine boots",
		Hint:   "`grubby --info=ALL` shows how it boots now",
		Hits:   []string{"grubby --update-kernel ALL --args 'selinux=0 mitigations=off'", "grubby --update-kernel=ALL --remove-args=quiet", "kernelstub -a mitigations=off"},
		Misses: []string{"grubby --info=ALL", "grubby --default-kernel", "kernelstub -p"},
	},
	{
		ID: "traffic.load", Class: rules.Exposure, Program: "ab hey wrk wrk2 siege bombardier oha autocannon slowhttptest rewrk plow cassowary h2load", None: "--help -h --version -V",
		Operand: "http://*.* https://*.* http://*.*/* https://*.*/*", NotOperand: "http://127.* https://127.* http://0.0.0.0* http://localhost* https://localhost* http://*.localhost* https://*.localhost* http://*.test* https://*.test* http://host.docker.internal*",
		Reason: "sends so many requests to another machine that it may not answer others any more",
		Hint:   "measure a server on this machine, or ask the user",
		Hits:   []string{"ab -n 100000 -c 2000 https://shop.example.com/checkout", "hey -z 24h -c 5000 https://api.example.com/", "wrk -t 64 -c 5000 -d 24h https://api.example.com", "oha -z 10h -c 10000 --no-tui https://api.example.com", "slowhttptest -c 65535 -X -u https://api.example.com"},
		Misses: []string{"ab -n 1000 http://localhost:3000/", "wrk -t4 -c100 http://127.0.0.1:8080/", "hey -n 100 http://app:8080/", "oha http://localhost:3000", "wrk --version"},
	},
}
