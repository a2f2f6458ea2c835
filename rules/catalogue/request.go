package catalogue

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// here are the beginnings of requests to this machine.
const here = "localhost/* localhost:* 127.* [::1]* 0.0.0.0/* 0.0.0.0:* host.docker.internal*"

// deletingCalls are what requests call in order to delete something: see grammar's Requests.
const deletingCalls = "delete delete_* *_delete destroy destroy_* *_destroy terminate terminate_* *_terminate remove remove_* *_remove purge purge_* *_purge wipe wipe_* *_wipe erase erase_* *_erase " +
	"drop drop_* truncate truncate_* sql_drop_table sql_drop_database sql_drop_schema sql_drop_keyspace sql_drop_series sql_drop_measurement sql_drop_user sql_drop_view sql_truncate_table sql_delete_from sql_detach_delete " +
	"unload deletereplica deleteshard eviction flushall flushdb flush_all factory_reset"

// Each line of the following lists is a service: hosts with the paths at which it does that.
const (
	// messageRequests are requests that send messages, or change where people talk: the references of Mailgun,
	// SendGrid, Postmark, Resend, Mailchimp, Brevo, Amazon SES, Microsoft Graph, Gmail, Slack, Discord, Teams,
	// Telegram, WhatsApp, Twilio, Vonage, MessageBird, Pushover, PagerDuty, Opsgenie, X and Mastodon.
	messageRequests = "api*.mailgun.net/*/messages#* api*.mailgun.net/*/messages.mime#* " +
		"api.sendgrid.com/v3/mail/send#* api.postmarkapp.com/email* api.resend.com/emails* api.brevo.com/*/smtp/email#* mandrillapp.com/api/*/messages/send* *api.mailchimp.com/*/actions/send#* api.mailjet.com/*/send#* " +
		"email.*.amazonaws.com/*outbound-emails#* graph.microsoft.com/*/sendMail#* gmail.googleapis.com/*/messages/send* " +
		"slack.com/api/chat.post* slack.com/api/chat.meMessage* slack.com/api/chat.update* slack.com/api/chat.scheduleMessage* slack.com/api/conversations.invite* slack.com/api/files.*upload* slack.com/api/conversations.open* " +
		"hooks.slack.com/* discord.com/api/*webhooks/* discordapp.com/api/*webhooks/* discord.com/api/*/channels/*/messages* *.webhook.office.com/* chat.googleapis.com/*/messages* " +
		"api.telegram.org/bot*/send* api.telegram.org/bot*/forward* api.telegram.org/bot*/edit* graph.facebook.com/*/messages#* " +
		"api.twilio.com/*/Messages* api.twilio.com/*/Calls* rest.nexmo.com/sms/* api.nexmo.com/*/messages#* api.nexmo.com/*/calls#* rest.messagebird.com/messages* " +
		"api.pushover.net/*/messages* events.pagerduty.com/* api.pagerduty.com/incidents#* api.opsgenie.com/*/alerts#* api.x.com/2/tweets#* api.twitter.com/2/tweets#* */api/v1/statuses#* ntfy.sh/*"

	// chatRemovals are requests that take away a channel, a message or a member: the Slack Web API, the
	// Telegram Bot API.
	chatRemovals = "slack.com/api/*.delete* slack.com/api/*.archive* slack.com/api/*.kick* slack.com/api/*.remove* slack.com/api/*.revoke* slack.com/api/admin.* slack.com/api/conversations.rename* " +
		"api.telegram.org/bot*/delete* api.telegram.org/bot*/ban* api.telegram.org/bot*/kick* api.telegram.org/bot*/leave*"

	// paymentRequests are requests that move money: the references of Stripe, PayPal, Wise, Adyen, Square, Braintree,
	// Plaid, Coinbase, Kraken, Binance and GoCardless.
	paymentRequests = "api.stripe.com/v1/refunds* api.stripe.com/v1/transfers* api.stripe.com/v1/payouts* api.stripe.com/v1/charges#* api.stripe.com/v1/charges/*/* api.stripe.com/v1/payment_intents* api.stripe.com/v1/topups* api.stripe.com/v1/invoices/*/pay#* " +
		"api-m.paypal.com/*payouts* api-m.paypal.com/*/refund* api-m.paypal.com/*/capture* api.paypal.com/*payouts* api.paypal.com/*/refund* api.wise.com/*transfers* api.transferwise.com/*transfers* " +
		"*.adyen.com/*/payouts* *.adyen.com/*/transfers* *.adyen.com/*/refunds* *.adyen.com/*/payments* connect.squareup.com/v2/payments* connect.squareup.com/v2/refunds* production.plaid.com/transfer/* " +
		"api.coinbase.com/*transactions* api.coinbase.com/*orders* api.exchange.coinbase.com/*withdrawals* api.exchange.coinbase.com/orders* api.kraken.com/*Withdraw* api.kraken.com/*AddOrder* api.binance.com/*withdraw* api.binance.com/*/order* api.gocardless.com/payments* api.gocardless.com/refunds*"

	// purchaseRequests are requests that buy something, or bind the account to pay for it: the references of GoDaddy,
	// Gandi, Porkbun, name.com, DNSimple, Cloudflare's registrar, OVH, Hetzner's Robot, Amazon, Azure's reservations
	// and Google Cloud.
	purchaseRequests = "api.godaddy.com/*/domains/purchase* api.godaddy.com/*/domains/*/renew* api.godaddy.com/*/domains/*/transfer* api.gandi.net/*/domain/domains#* api.gandi.net/*/domain/domains/*/renew* porkbun.com/api/*/domain/create/* api.porkbun.com/api/*/domain/create/* " +
		"api.name.com/*/domains#* api.name.com/*/domains/*:renew* api.name.com/*/transfers#* api.dnsimple.com/*/registrar/domains/*/* api.cloudflare.com/*/registrar/domains/* *.api.ovh.com/*/order/* api.ovh.com/*/order/* robot-ws.your-server.de/order/*/transaction* " +
		"management.azure.com/*/Microsoft.Capacity/*/purchase* management.azure.com/*/calculatePrice/purchase* management.azure.com/*/Microsoft.BillingBenefits/* compute.googleapis.com/*/commitments#* domains.googleapis.com/*/registrations:register* */domains/purchase#* */domains/buy#* */domains/register#* */reservations/purchase#* */marketplace/*/purchase#* */marketplace/*/subscribe#*"

	// silencingRequests are requests that keep alarms from anybody who would act on them: the references of Datadog,
	// PagerDuty, Alertmanager, Grafana, Opsgenie, Icinga, Checkmk, Pingdom, UptimeRobot and Healthchecks.
	silencingRequests = "*/api/v1/downtime#* */api/v2/downtime#* */api/v1/monitor/mute_all* */api/v1/monitor/*/mute* */api/v1/host/*/mute* */monitor/*#*\"silenced\":{\"* */maintenance_windows#* */maintenance-windows#* */maintenance_windows.json#* */maintenancewindows#* " +
		"*/silences#* */silence#* */pause-all* */alerts/*/pause#* */alert-rules/*/pause#* api*.opsgenie.com/*/maintenance#* api*.opsgenie.com/*/disable* */actions/schedule-downtime* */domain-types/downtime/* */checks/*/pause#* */monitors/*/pause#* */snooze#* */alerts/*/mute#* " +
		"api.pagerduty.com/services/*#*\"status\":\"disabled\"* api.pagerduty.com/*/snooze* *alert*#*\"paused\":true* *alert*#*\"isPaused\":true* *check*#*\"paused\":true* *checks*#*paused=true* *monitor*#*\"paused\":true* *monitor*#*\"muted\":true* *alert*#*\"muted\":true* *uptimerobot.com/*editMonitor#*status=0* *alert*#*\"mute_timings\"* *alert*#*\"enabled\":false* *monitors/*#*\"enabled\":false* *check*#*\"muted\":true* */uptime/*#*paused=true* */uptime/*#*\"paused\":true*"

	// accessRequests are requests that let somebody in, publish something, or give a right: the REST APIs of
	// GitHub, Gitea, GitLab, OpenAI and Anthropic, and what many APIs call an administrator.
	accessRequests = "*/repos/*/collaborators/* */repos/*/transfer#* */repos/*/hooks#* */repos/*/keys#* */repos/*/branches/*/protection#* */repos/*/branch_protections#* */repos/*#*\"private\":false* */repos/*#*\"visibility\":\"public\"* " +
		"api.github.com/user/keys#* api.github.com/user/gpg_keys#* api.github.com/orgs/*/memberships/* api.github.com/orgs/*/teams/*/memberships/* api.github.com/orgs/*/invitations#* api.github.com/orgs/*/hooks#* " +
		"*/api/v4/projects/*/members#* */api/v4/groups/*/members#* */api/v4/projects/*/deploy_keys#* */api/v4/projects/*/hooks#* */api/v4/projects/*/transfer#* */api/v4/projects/*#*visibility*public* */api/v4/user/keys#* */api/v4/users#*\"admin\":true* " +
		"*/admin_api_keys#* */organizations/api_keys* *:setIamPolicy#* *#*\"role\":\"admin\"* *#*\"role\":\"owner\"* *#*\"role\":\"administrator\"* *#*\"is_admin\":true* *#*\"isAdmin\":true* *#*\"is_superuser\":true* *#*\"permission\":\"admin\"* " +
		"*/orgs/*/memberships/* */orgs/*/teams/*/memberships/* */api/v1/teams/*/members/*#* */teams/*/repos/*#*admin* */teams/*/repos/*#*maintain* api.github.com/orgs/*/members/*#* */api/v4/projects/*/protected_branches#*\"allow_force_push\":true* */api/v4/users/*#*admin=true* */users/*#*\"admin\":true* */users/*#*is_admin=true* " +
		"*#role=admin *#*&role=admin *#role=admin&* *#*&role=admin&* *#*\"type\":\"SUPER_ADMIN\"* *#*\"type\":\"ORG_ADMIN\"* *#*\"role\":\"Admin\"* *#*\"role\":\"OWNER\"* *#*\"role\":\"ADMIN\"* */permissions*#*\"type\":\"anyone\"* *#*\"audience\":\"public\"* slack.com/api/files.sharedPublicURL* api.cloudflare.com/client/v4/zones/*#*\"paused\":true* *#*\"scope\":\"anonymous\"* */api/v4/users/*?admin=true* */v1/auth/*#*policies*\"root\"* */v1/auth/*#*policies*:\"root\"* */v1/auth/*#*policies*,root*"

	// operationRequests are requests that stop, rebuild or redirect what others use: the references of
	// DigitalOcean, Hetzner Cloud, Cloudflare, Google Compute Engine, Azure Resource Manager, Linode, Vultr,
	// Heroku, Fly, Fastly and Kubernetes.
	operationRequests = "api.digitalocean.com/v2/droplets/*/actions#*\"type\":\"rebuild\"* api.digitalocean.com/v2/droplets/*/actions#*\"type\":\"power_*\"* api.digitalocean.com/v2/droplets/*/actions#*\"type\":\"shutdown\"* " +
		"api.digitalocean.com/v2/droplets/*/actions#*\"type\":\"restore\"* api.digitalocean.com/v2/droplets/*/actions#*\"type\":\"password_reset\"* api.digitalocean.com/v2/droplets/*/actions#*\"type\":\"reboot\"* " +
		"api.hetzner.cloud/v1/*/actions/rebuild#* api.hetzner.cloud/v1/*/actions/poweroff#* api.hetzner.cloud/v1/*/actions/shutdown#* api.hetzner.cloud/v1/*/actions/reset* api.hetzner.cloud/v1/*/actions/reboot#* api.hetzner.cloud/v1/*/actions/enable_rescue#* " +
		"api.cloudflare.com/*/purge_cache#* compute.googleapis.com/*/stop#* compute.googleapis.com/*/reset#* compute.googleapis.com/*/suspend#* management.azure.com/*/deallocate* management.azure.com/*/powerOff* management.azure.com/*/restart* management.azure.com/*/reimage* " +
		"api.linode.com/*/instances/*/rebuild#* api.linode.com/*/instances/*/shutdown#* api.linode.com/*/instances/*/reboot#* api.vultr.com/v2/instances/*/reinstall#* api.vultr.com/v2/instances/*/halt#* " +
		"api.heroku.com/apps/*/dynos#* api.machines.dev/*/stop#* api.fastly.com/*/purge* */api/v1/namespaces/*/pods/*/eviction#* */api/v4/projects/*/archive#*"

	// dnsRequests are requests that replace records of the domain name system, with PUT or PATCH: the
	// references of Cloudflare, DigitalOcean, Hetzner DNS, GoDaddy and Gandi.
	dnsRequests = "api.cloudflare.com/*/dns_records* api.digitalocean.com/v2/domains/*/records/* dns.hetzner.com/*records/* api.godaddy.com/*/records* api.gandi.net/*/records* api.name.com/*/records/*"

	// buildingRequests are requests to the machines of a building: the REST APIs of Home Assistant, Philips Hue and
	// Shelly.
	buildingRequests = "*:8123/api/services/* ha.*/api/services/* hass*/api/services/* homeassistant*/api/services/* *.ui.nabu.casa/api/services/* */api/*/lights/*/state#* */api/*/groups/*/action#* *.shelly.cloud/device/*"
)

// requested returns patterns of URLs as patterns of requests to them, whatever the body.
func requested(urls string) string {
	all := strings.Fields(urls)
	for i, p := range all {
		if !strings.HasSuffix(p, "*") {
			all[i] += "#*"
		}
	}
	return strings.Join(all, " ")
}

// ofBody returns patterns of bodies as patterns of requests to any URL.
func ofBody(bodies string) string {
	return "*#" + strings.Join(strings.Fields(bodies), " *#")
}

// requests are the rules about what web requests ask a server for. A possible match never counts: the
// host or the body may be known only at run time, and then every request would be a possible one.
var requests = []rules.Rule{
	{
		ID: "http.call-delete", Class: rules.Destructive, Certain: true, Effect: grammar.Requests, Name: deletingCalls, Not: here,
		Reason: "asks a server to delete something, though its method is not DELETE",
		Hint:   "get it first, and ask the user",
		Hits: []string{
			"curl -X POST -H 'X-HTTP-Method-Override: DELETE' https://api.example.com/users/1", "curl 'https://api.example.com/users?_method=DELETE' -d id=1", "http POST https://api.example.com/users/1 X-HTTP-Method-Override:DELETE",
			"curl 'https://ec2.example.com/?Action=TerminateInstances&InstanceId.1=i-1'", "curl -X POST https://dynamodb.example.com -H 'X-Amz-Target: DynamoDB_20120810.DeleteTable' -d '{}'",
			`curl -d '{"jsonrpc":"2.0","method":"host.delete","params":["1"]}' https://zabbix.example.com/api_jsonrpc.php`, "curl -s 'http://solr.example.com:8983/solr/admin/collections?action=DELETE&name=shop'",
			"curl 'http://ch.example.com:8123/?query=DROP%20TABLE%20orders'", `curl https://api.example.com/v2 -d '{"query":"mutation{delete_board(board_id:1){id}}"}'`, `curl -d '{"query":"mutation($id: ID!) { a: issueDelete(id: $id) { success } }"}' https://api.example.com/graphql`,
			"curl -X POST https://api.example.com/users/1/delete", "curl -X POST https://api.example.com/instances/1:terminate", "curl -X POST https://api.example.com/users.delete -d id=1", `curl https://api.example.com/bulk -d '{"action":"delete","ids":[1]}'`,
			"wget --post-data='_method=delete' https://example.com/posts/1", "xh post https://api.example.com/users/1/purge a=b",
		},
		Misses: []string{
			"curl https://example.com/users/1/delete", `curl -X POST https://api.example.com/v1/items -d '{"name":"delete me"}'`, `curl https://api.example.com/audit/_search -d '{"query":{"match":{"action":"delete"}}}'`,
			`curl https://api.example.com/graphql -d '{"query":"{ deletedItems { id } }"}'`, `curl https://api.example.com/graphql -d '{"query":"mutation{createUser(name:\"delete\"){id}}"}'`, "curl -X POST localhost:4567/users/1/delete",
			"curl 'https://hn.example.com/api/v1/search?query=drop+table'", "curl -X POST https://api.example.com/projects/p:undelete", `curl -d '{"content":"{\"action\":\"delete\"}"}' https://api.example.com/v1/messages`, `curl -X POST "$URL"`,
			"curl 'https://api.example.com/events?status=deleted'", `curl -X PATCH https://api.example.com/x -d '[{"op":"remove","path":"/a"}]'`, "curl 'https://example.com/?query=please+drop+by'",
		},
	},
	{
		ID: "http.client-delete", Class: rules.Destructive, Certain: true, Program: "heroku vercel oci databricks auth0 pscale bk sentry sanity", Effect: grammar.Requests, Name: "DELETE",
		Reason: "asks a service to delete something",
		Hint:   "the same request with GET shows what it is",
		Hits: []string{
			"heroku api DELETE /apps/a", "vercel api /v9/projects/p -X DELETE", "vercel api -XDELETE /v9/projects/p", "oci raw-request --http-method DELETE --target-uri https://iaas.example.com/20160918/instances/1", "auth0 api delete clients/x",
			"databricks api delete /api/2.0/x", "pscale api organizations/o/databases/d --method=DELETE", "bk api --method DELETE /pipelines/p", "sentry api projects/o/p/ -X DELETE", "sanity api projects/p -X DELETE",
		},
		Misses: []string{"heroku api GET /apps", "vercel api /v9/projects/p", "oci raw-request --http-method GET --target-uri https://iaas.example.com/20160918/instances/1", "auth0 api get clients", "bk api /pipelines", "sentry api projects/", "vercel ls"},
	},
	{
		ID: "http.message", Class: rules.Device, Certain: true, Effect: grammar.Requests, Name: "POST PUT PATCH", Value: messageRequests, Not: "graph.facebook.com/*/me/*",
		Reason: "sends something to people in the user's name",
		Hint:   "ask the user to send it",
		Hits: []string{
			"curl https://api.mailgun.net/v3/example.com/messages -u api:$K -F to=a@example.com -F text=Hi", "curl -X POST https://slack.com/api/chat.postMessage -d channel=C1 -d text=hi", `curl -X POST https://hooks.slack.com/services/T1/B1/x -d '{"text":"hi"}'`,
			"curl -s https://api.telegram.org/bot$T/sendMessage -d chat_id=1 -d text=hi", "xh post https://slack.com/api/chat.postMessage channel=C1 text=hi", "wget --post-data='to=a@example.com' https://api.mailgun.net/v3/example.com/messages",
			`curl -d '{"to":"a@example.com"}' https://api.resend.com/emails`, `python3 -c "import requests; requests.post('https://slack.com/api/chat.postMessage', data={'channel': 'C1', 'text': 'hi'})"`, "az rest -m post -u https://graph.microsoft.com/v1.0/me/sendMail -b '{}'",
		},
		Misses: []string{"curl https://slack.com/api/conversations.history?channel=C1", "curl -X POST https://slack.com/api/auth.test", "curl https://api.telegram.org/bot$T/getUpdates?offset=1", "curl https://api.mailgun.net/v3/example.com/events", "curl https://api.twilio.com/2010-04-01/Accounts/a/Messages.json?PageSize=5", "curl 'https://discord.com/api/v10/channels/1/messages?limit=5'"},
	},
	{
		ID: "http.message-get", Class: rules.Device, Certain: true, Effect: grammar.Requests, Name: "GET", Value: "api.telegram.org/bot*/send* api.telegram.org/bot*/forward* slack.com/api/chat.post* slack.com/api/chat.update* slack.com/api/chat.meMessage*",
		Reason: "sends something to people in the user's name",
		Hint:   "ask the user to send it",
		Hits:   []string{"curl 'https://api.telegram.org/bot1:a/sendMessage?chat_id=1&text=hi'", "curl 'https://slack.com/api/chat.postMessage?channel=C1&text=hi'"},
		Misses: []string{"curl 'https://api.telegram.org/bot1:a/getUpdates?offset=1'", "curl 'https://slack.com/api/conversations.list?limit=5'"},
	},
	{
		ID: "http.mail", Class: rules.Device, Certain: true, Program: "curl", Any: "--mail-rcpt", Effect: grammar.Connects, Not: "smtp://localhost* smtp://127.* smtps://localhost*",
		Reason: "sends mail in the user's name",
		Hint:   "ask the user to send it",
		Hits:   []string{"curl --url smtp://smtp.example.com --mail-from a@example.com --mail-rcpt b@example.com -T mail.txt"},
		Misses: []string{"curl smtp://localhost:1025 --mail-rcpt b@example.com -T mail.txt", "curl imaps://mail.example.com/INBOX", "curl smtp://smtp.example.com"},
	},
	{
		ID: "http.chat-remove", Class: rules.Destructive, Certain: true, Effect: grammar.Requests, Name: "POST GET", Value: chatRemovals, Not: "slack.com/api/admin.*.list* slack.com/api/admin.*.search* slack.com/api/admin.*.get*",
		Reason: "takes a channel, a message or a member away from where people talk",
		Hint:   "ask the user to do it",
		Hits:   []string{"curl -XPOST https://slack.com/api/conversations.archive -d channel=C0123", `curl 'https://slack.com/api/chat.delete?channel=C1&ts=1'`, "curl -X POST https://slack.com/api/admin.users.remove -d team_id=T1"},
		Misses: []string{"curl -XPOST https://slack.com/api/conversations.list", "curl https://slack.com/api/admin.users.list?team_id=T1"},
	},
	{
		ID: "http.money", Class: rules.Destructive, Certain: true, Effect: grammar.Requests, Name: "POST PUT", Value: paymentRequests,
		Reason: "moves money",
		Hint:   "ask the user to do it",
		Hits:   []string{"curl https://api.stripe.com/v1/refunds -u $K: -d charge=ch_1", "http POST https://api.stripe.com/v1/refunds charge=ch_1", "curl -X POST https://api-m.paypal.com/v1/payments/payouts -d @p.json", "stripe post /v1/payouts -d amount=5000 --live", "stripe post payouts -d amount=5000 --live", `python3 -c "import requests; requests.post('https://api.stripe.com/v1/payouts', data={'amount': 5000})"`},
		Misses: []string{"curl https://api.stripe.com/v1/refunds -u $K:", "curl -G https://api.stripe.com/v1/charges -d limit=3", "curl https://api.stripe.com/v1/customers -d name=x", "curl -X POST https://api-m.sandbox.paypal.com/v1/payments/payouts -d @p.json", "stripe post /v1/payouts -d amount=5000", "stripe get /v1/payouts --live", "stripe listen --live", `python3 -c "import requests; print(requests.get('https://api.stripe.com/v1/payouts').json())"`},
	},
	{
		ID: "http.purchase", Class: rules.Destructive, Certain: true, Effect: grammar.Requests, Name: "POST PUT PATCH", Value: purchaseRequests, Not: here,
		Reason: "spends the user's money",
		Hint:   "ask the user to buy it",
		Hits: []string{
			`curl -X POST https://api.godaddy.com/v1/domains/purchase -d '{"domain":"example.com"}'`, "curl -X POST https://api.dnsimple.com/v2/1/registrar/domains/example.com/registrations -d '{}'", "curl -X POST https://eu.api.ovh.com/1.0/order/cart/c/checkout -d '{}'",
			"curl -X POST https://robot-ws.your-server.de/order/server/transaction -d product_id=EX44",
		},
		Misses: []string{"curl https://api.godaddy.com/v1/domains/available?domain=example.com", "curl https://api.dnsimple.com/v2/1/registrar/domains/example.com/check", "curl -X POST http://localhost:3000/domains/purchase -d '{}'", "curl https://robot-ws.your-server.de/order/server/product"},
	},
	{
		ID: "http.purchase-get", Class: rules.Destructive, Certain: true, Effect: grammar.Requests, Name: "GET POST", Not: here,
		Value:  "*Command=namecheap.domains.create* *Command=namecheap.domains.renew* *Command=namecheap.domains.transfer.create* *Command=namecheap.domains.reactivate* *Command=namecheap.ssl.create* *Action=PurchaseReserved* *Action=CreateSavingsPlan* *Action=RegisterDomain*",
		Reason: "spends the user's money",
		Hint:   "ask the user to buy it",
		Hits:   []string{"curl 'https://api.namecheap.com/xml.response?ApiUser=u&Command=namecheap.domains.create&DomainName=example.com&Years=10'"},
		Misses: []string{"curl 'https://api.namecheap.com/xml.response?ApiUser=u&Command=namecheap.domains.check&DomainList=example.com'", "curl 'https://api.namecheap.com/xml.response?Command=namecheap.domains.getList'"},
	},
	{
		ID: "http.silence", Class: rules.Destructive, Undone: rules.Tool, Certain: true, Effect: grammar.Requests, Name: "POST PUT PATCH", Value: silencingRequests, Not: here,
		Reason: "silences alarms, so that nobody acts on them",
		Hint:   "ask the user to do it",
		Hits: []string{
			`curl -X POST https://api.datadoghq.eu/api/v1/downtime -d '{"scope":"*"}'`, `curl -X POST https://api.pagerduty.com/maintenance_windows -d '{}'`, `curl -X PUT https://api.pagerduty.com/services/P1 -d '{"service":{"status":"disabled"}}'`, "curl -X POST https://am.example.com/api/v2/silences -d @s.json",
			`curl -X POST https://grafana.example.com/api/alert-rules/pause-all -d '{"paused":true}'`, "curl -X POST https://api.opsgenie.com/v2/maintenance -d @m.json", `curl -X PUT https://uptime.example.com/api/monitors/1 -d '{"paused": true}'`, "curl -X POST https://icinga.example.com:5665/v1/actions/schedule-downtime -d '{}'",
		},
		Misses: []string{
			"curl https://api.datadoghq.eu/api/v1/downtime", "curl https://am.example.com/api/v2/silences", "curl -X POST http://localhost:9093/api/v2/silences -d @s.json", `curl -X PUT https://api.pagerduty.com/services/P1 -d '{"service":{"name":"x"}}'`, `curl -X PATCH https://airflow.example.com/api/v1/dags/x -d '{"is_paused":true}'`,
			`curl -X PUT https://uptime.example.com/api/monitors/1 -d '{"paused": false}'`,
		},
	},
	{
		ID: "http.silence-call", Class: rules.Destructive, Undone: rules.Tool, Certain: true, Effect: grammar.Requests, Not: here,
		Name:   "*muting_rule_create *muting_rules_create maintenance_create maintenance_update",
		Reason: "silences alarms, so that nobody acts on them",
		Hint:   "ask the user to do it",
		Hits:   []string{`curl -d '{"jsonrpc":"2.0","method":"maintenance.create","params":{}}' https://zabbix.example.com/api_jsonrpc.php`, `curl https://api.example.com/graphql -d '{"query":"mutation{alertsMutingRuleCreate(accountId:1,rule:{}){id}}"}'`},
		Misses: []string{`curl -d '{"jsonrpc":"2.0","method":"maintenance.get","params":{}}' https://zabbix.example.com/api_jsonrpc.php`},
	},
	{
		ID: "http.coins", Class: rules.Destructive, Certain: true, Effect: grammar.Requests, Not: here,
		Name:   "eth_send_transaction eth_send_raw_transaction send_transaction sendtoaddress sendmany sendrawtransaction sweep_all sweep_single broadcast_tx_sync broadcast_tx_commit author_submit_extrinsic",
		Reason: "sends coins, which nobody can take back",
		Hint:   "ask the user to do it",
		Hits:   []string{`curl https://eth.example.com -d '{"jsonrpc":"2.0","method":"eth_sendRawTransaction","params":["0x1"],"id":1}'`, `curl https://api.mainnet-beta.example.com -d '{"method":"sendTransaction","params":["x"]}'`},
		Misses: []string{`curl https://eth.example.com -d '{"method":"eth_getBalance","params":["0x1"]}'`, `curl http://localhost:8545 -d '{"method":"eth_sendTransaction","params":[]}'`},
	},
	{
		ID: "http.access", Class: rules.Exposure, Certain: true, Effect: grammar.Requests, Name: "POST PUT PATCH", Value: accessRequests, Not: here,
		Reason: "lets somebody in, gives a right, or publishes something",
		Hint:   "get how it is first, and ask the user",
		Hits: []string{
			"curl -X PUT https://api.github.com/repos/o/r/collaborators/bob -d '{}'", `curl -X PATCH https://api.github.com/repos/o/r -d '{"private": false}'`, `curl -X POST https://api.github.com/repos/o/r/transfer -d '{"new_owner":"bob"}'`,
			`curl -X PUT https://api.example.com/users/1 -d '{"role":"admin"}'`, `http PATCH https://api.github.com/repos/o/r private:=false`, `curl -X POST https://api.example.com/v1/organization/admin_api_keys -d '{"name":"x"}'`,
			"curl -X PUT https://gitlab.example.com/api/v4/users/7 -d admin=true", `curl -X POST https://id.example.com/api/v1/users/u/roles -d '{"type":"SUPER_ADMIN"}'`, `curl -X POST https://api.example.com/drive/v3/files/1/permissions -d '{"role":"writer","type":"anyone"}'`,
			"gh api -X PUT orgs/o/memberships/bob -f role=admin", "gh api -X PUT orgs/o/teams/all/repos/o/r -f permission=admin", "curl -X POST https://slack.com/api/files.sharedPublicURL -d file=F1", `curl -X PUT https://vault.example.com/v1/auth/userpass/users/bob -d '{"policies":["root"]}'`,
			`python3 -c "import requests; requests.patch('https://api.github.com/repos/o/r', json={'private': False})"`, `node -e "require('axios').post('https://api.github.com/repos/o/r/transfer', {new_owner: 'bob'})"`, `auth0 api post users/u/roles --data '{"role":"admin"}'`, "vercel api /v9/projects/p/members -X POST -f role=ADMIN",
		},
		Misses: []string{
			"curl https://api.github.com/repos/o/r/collaborators", `curl -X PATCH https://api.github.com/repos/o/r -d '{"description":"x"}'`, `curl -X POST https://api.github.com/repos/o/r/issues -d '{"title":"x"}'`, `curl -X POST http://localhost:3000/users -d '{"role":"admin"}'`,
			`curl https://api.example.com/v1/chat/completions -d '{"messages":[{"role":"user","content":"hi"}]}'`, `curl https://api.example.com/login -d '{"user":"admin","password":"x"}'`,
			"gh api -X POST repos/o/r/issues -f title='admin role' -f body='role=admin'", "gh api orgs/o/memberships/bob", "curl -X POST https://api.example.com/v1/teams/7/members/list -d '{}'", "curl -X POST http://localhost:3000/api/users -d admin=true",
			`python3 -c "import requests; requests.patch('https://api.github.com/repos/o/r', json={'description': 'x'})"`, `node -e "fetch('http://localhost:3000/users', {method: 'POST', body: JSON.stringify({role: 'admin'})})"`, "auth0 api get users/u/roles",
		},
	},
	{
		ID: "http.protection-off", Class: rules.Exposure, Certain: true, Effect: grammar.Requests, Name: "protection-off", Not: here,
		Reason: "sets what protects a service to a value that no longer does",
		Hint:   "get how it is first, and ask the user",
		Hits: []string{
			`curl -X PATCH https://api.cloudflare.com/client/v4/zones/1/settings/ssl -d '{"value":"off"}'`, "curl -X PUT https://gitlab.example.com/api/v4/application/settings -d require_two_factor_authentication=false",
			"gh api -X PATCH orgs/o -F two_factor_requirement_enabled=false", "glab api -X PATCH projects/1/protected_branches/main -f allow_force_push=true", `curl -X PUT https://id.example.com/admin/realms/prod -d '{"bruteForceProtected":false}'`, `curl -X PUT https://api.example.com/2.0/repositories/o/r -d '{"is_private":false}'`, `curl -X PUT https://es.example.com/_ilm/policy/p -d '{"policy":{"phases":{"delete":{"min_age":"1m","actions":{"delete":{}}}}}}'`, `curl -X PATCH https://api.github.com/orgs/o -d '{"default_repository_permission":"admin"}'`, `curl -X PUT https://api.github.com/repos/o/r/actions/permissions -d '{"allowed_actions":"all"}'`,
			`python3 -c "import requests; requests.put('https://id.example.com/admin/realms/prod', json={'bruteForceProtected': False})"`, `auth0 api patch tenants/settings --data '{"mfa_required":false}'`,
		},
		Misses: []string{
			`curl -X PATCH https://api.cloudflare.com/client/v4/zones/1/settings/ssl -d '{"value":"strict"}'`, `curl -X PATCH https://api.example.com/orgs/o -d '{"mfaRequired":true}'`, `curl -X PATCH http://localhost:3000/orgs/o -d '{"mfaRequired":false}'`,
			"gh api -X PATCH repos/o/r -F has_issues=false", `curl -X PUT https://es.example.com/_ilm/policy/p -d '{"policy":{"phases":{"delete":{"min_age":"90d","actions":{"delete":{}}}}}}'`, `curl -X PATCH https://api.github.com/orgs/o -d '{"default_repository_permission":"read"}'`, "gh api -X PATCH orgs/o -F two_factor_requirement_enabled=true", `curl https://api.example.com/search -d '{"encrypted":false}'`,
			`python3 -c "import requests; requests.put('https://id.example.com/admin/realms/prod', json={'bruteForceProtected': True})"`,
		},
	},
	{
		ID: "http.operate", Class: rules.Destructive, Certain: true, Effect: grammar.Requests, Name: "POST PUT", Value: operationRequests,
		Reason: "stops, rebuilds or empties what others use",
		Hint:   "get how it is first, and ask the user",
		Hits:   []string{`curl -X POST https://api.digitalocean.com/v2/droplets/1/actions -d '{"type": "rebuild"}'`, "curl -X POST https://api.hetzner.cloud/v1/servers/1/actions/rebuild -d '{}'", `curl -X POST https://api.cloudflare.com/client/v4/zones/1/purge_cache -d '{}'`, "curl -X POST https://compute.googleapis.com/compute/v1/projects/p/zones/z/instances/web/stop", `node -e "require('axios').post('https://api.digitalocean.com/v2/droplets/1/actions', {type: 'rebuild'})"`, "heroku api POST /apps/a/dynos"},
		Misses: []string{"curl https://api.digitalocean.com/v2/droplets/1/actions", `curl -X POST https://api.digitalocean.com/v2/droplets/1/actions -d '{"type":"snapshot"}'`, "curl -X POST https://api.hetzner.cloud/v1/servers -d '{}'"},
	},
	{
		ID: "http.dns", Class: rules.Destructive, Certain: true, Effect: grammar.Requests, Name: "PUT PATCH", Value: dnsRequests,
		Reason: "replaces where a name leads",
		Hint:   "get how it is first, and ask the user",
		Hits:   []string{`curl -X PUT https://api.cloudflare.com/client/v4/zones/1/dns_records/2 -d '{"content":"192.0.2.1"}'`},
		Misses: []string{"curl https://api.cloudflare.com/client/v4/zones/1/dns_records", `curl -X PUT https://api.cloudflare.com/client/v4/zones/1/settings/ssl -d '{}'`},
	},
	{
		ID: "http.building", Class: rules.Device, Certain: true, Effect: grammar.Requests, Name: "POST PUT", Value: buildingRequests, Not: here,
		Reason: "moves a machine, a light or a lock",
		Hint:   "ask the user to do it",
		Hits:   []string{`curl -X POST http://ha.local:8123/api/services/lock/unlock -d '{"entity_id":"lock.front"}'`, `curl -X PUT http://hue.local/api/key/lights/1/state -d '{"on":true}'`},
		Misses: []string{"curl http://ha.local:8123/api/states", "curl http://ha.local:8123/api/services", "curl -X POST https://api.example.com/api/services/1/deploys -d '{}'"},
	},
	{
		ID: "http.jenkins-code", Class: rules.Escape, Certain: true, Effect: grammar.Requests, Name: "POST", Value: "*/scriptText#* */scriptText?* */script#*script=* */script?*script=*", Not: here,
		Reason: "runs code on the build server, which may do anything there",
		Hint:   "ask the user to run it there",
		Hits:   []string{"curl -u a:$T https://jenkins.example.com/scriptText --data-urlencode 'script=println 1'", "curl -X POST https://ci.example.com/script -d 'script=println 1'", "curl -u a:$T -X POST --data-urlencode script@x.groovy https://jenkins.example.com/computer/n1/scriptText"},
		Misses: []string{"curl https://jenkins.example.com/script", "curl -X POST http://localhost:8080/scriptText -d 'script=println 1'", "curl -X POST https://api.example.com/scripts -d 'name=x'"},
	},
	{
		ID: "http.jenkins", Class: rules.Destructive, Certain: true, Effect: grammar.Requests, Name: "POST", Not: here,
		Value:  "*/quietDown#* */safeRestart#* */safeExit#* */doDelete#* */doDisconnect#* */toggleOffline#* *jenkins*/restart#* *jenkins*/exit#* *jenkins*/disable#* *jenkins*/doWipeOutWorkspace#* *jenkins*/createItem* *jenkins*/config.xml#*",
		Reason: "deletes, stops or replaces what the build server holds",
		Hint:   "ask the user to do it",
		Hits:   []string{"curl -u a:$T -X POST https://jenkins.example.com/quietDown", "curl -X POST https://ci.example.com/job/x/doDelete", "curl -X POST -u a:$T https://jenkins.example.com/safeRestart", "curl -X POST https://jenkins.example.com/job/x/config.xml --data-binary @c.xml"},
		Misses: []string{"curl -X POST https://jenkins.example.com/job/x/build", "curl -X POST 'https://jenkins.example.com/job/x/buildWithParameters?A=b'", "curl https://jenkins.example.com/job/x/api/json", "curl -X POST https://jenkins.example.com/cancelQuietDown"},
	},
}
