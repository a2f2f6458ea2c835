package sink

import "github.com/agent-loop/shimgen/script/internal/lex"

// The libraries of each language, sorted by name. They are arrays of constants, which cost nothing when the
// program starts.

// Methods of several libraries.
const (
	// transfers move money with Stripe.
	transfers lex.Words = "transfer.create transfers.create transfers.createreversal refund.create refunds.create payout.create payouts.create payouts.reverse charge.create charges.create charge.capture charges.capture paymentintent.create paymentintents.create paymentintent.confirm paymentintents.confirm paymentintent.capture paymentintents.capture topup.create topups.create invoice.pay invoices.pay"
	// cancels end what customers pay for.
	cancels lex.Words = "del cancel subscription.cancel subscriptions.cancel"
	// sesSends send mail or messages with AWS.
	sesSends lex.Words = "sendemail sendrawemail sendtemplatedemail sendbulkemail sendbulktemplatedemail sendtextmessage startoutboundvoicecontact startoutboundchatcontact"
	// queueWork take a message that was read from a queue: deleting it is how it is received.
	queueWork lex.Words = "deletemessage deletemessagebatch"
	// slackSends post with Slack.
	slackSends lex.Words = "chatpostmessage chat.postmessage chatpostephemeral chat.postephemeral chatschedulemessage chat.schedulemessage chatupdate chat.update filesupload filesuploadv2 files.upload files.uploadv2"
	// slackDestroys remove with Slack.
	slackDestroys lex.Words = "conversationsarchive conversations.archive conversationskick conversations.kick adminusersremove users.remove"
	// calls send a message or call somebody with Twilio.
	calls lex.Words = "messages.create calls.create faxes.create"
	// dockerDestroys remove with Docker.
	dockerDestroys lex.Words = "remove kill prune containers.prune images.prune volumes.prune networks.prune systemprune prunevolumes prunecontainers pruneimages"
	// chatSends write in a chat.
	chatSends lex.Words = "sendmessage sendphoto senddocument sendmediagroup sendpoll reply replytext send"
	// tablesDestroy drop tables without a statement of SQL.
	tablesDestroy lex.Words = "dropall dropdatabase dropschema dropallschemas droptable droptables droptableifexists dropcollection"
	// mongoDestroys drop collections.
	mongoDestroys lex.Words = "dropdatabase dropcollection drop"
	// coins move money of a wallet.
	coins lex.Words = "sendtransaction sendrawtransaction eth.sendtransaction transfer"
	// payments move money of payment services.
	payments lex.Words = "payment.refund payment.capture payment.transfer refund.create refunds.create refunds.refundpayment refund refundpayment createpayment payments.create payment.create transfer.create transfers.create transfercreate payout.create payouts.create createpayout payouts.submit capturepayment completepayment chargecustomer"
	// orders trade at exchanges and brokers, and take money out of them.
	orders lex.Words = "createorder createmarketorder createlimitorder createmarketbuyorder createmarketsellorder createlimitbuyorder createlimitsellorder createorders submitorder placeorder marketorder marketbuy marketsell limitbuy limitsell " +
		"ordermarketbuy ordermarketsell orderlimitbuy orderlimitsell futurescreateorder futuresorder cancelallorders closeallpositions closeposition withdraw sendmoney buy sell order " +
		"orders.order orders.orderbuymarket orders.ordersellmarket orders.orderbuylimit orders.orderselllimit orderbuymarket ordersellmarket"
	// tweets write what everybody reads.
	tweets lex.Words = "tweet tweetthread retweet reply senddm createtweet updatestatus updatestatuswithmedia updatewithmedia senddirectmessage createdirectmessage"
	// pushSends reach the devices of an app's users.
	pushSends lex.Words = "messaging.send messaging.sendall messaging.sendeach messaging.sendmulticast messaging.sendeachformulticast messaging.sendtotopic messaging.sendtodevice messaging.sendtocondition"
	// nodesDestroy remove a part of a tree that a service keeps.
	nodesDestroy lex.Words = "ref.remove child.remove"
	// indexDestroys empty or replace an index that is searched.
	indexDestroys lex.Words = "clearobjects clearindex clearrules clearsynonyms deleteby replaceallobjects"
	// machinesDestroy stop or remove machines of a host of machines.
	machinesDestroy lex.Words = "destroytask poweroffvmtask poweroff poweroffvm resetvmtask shutdownguest rebootguest unregistervm unregistervmtask removeallsnapshotstask removesnapshottask reboothosttask shutdownhosttask"
	// modbusWrites change what a controller holds.
	modbusWrites lex.Words = "writecoil writecoils writeregister writeregisters maskwriteregister readwritemultipleregisters readwriteregisters"
	// nodeWrites change a node of a controller, or call it.
	nodeWrites lex.Words = "writevalue setvalue setattribute writeattribute writeattributevalue writevalues setvalues callmethod deletenodes"
)

// rubyLibraries are the modules and classes of Ruby's gems.
var rubyLibraries = [...]Client{
	{Name: "AWS", Service: Remote, Sends: sesSends, Ordinary: queueWork},
	{Name: "ActionMailer", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "ActiveRecord", Service: Tables, Destroys: tablesDestroy},
	{Name: "Airrecord", Service: Remote},
	{Name: "Airtable", Service: Remote},
	{Name: "Algolia", Service: Remote, Destroys: indexDestroys},
	{Name: "Asana", Service: Remote},
	{Name: "Aws", Service: Remote, Sends: sesSends, Ordinary: queueWork},
	{Name: "Azure", Service: Remote},
	{Name: "Cassandra", Service: Tables, Destroys: tablesDestroy},
	{Name: "ClickHouse", Service: Tables, Destroys: tablesDestroy},
	{Name: "Cloudflare", Service: Remote},
	{Name: "ConnectionPool", Service: Keys},
	{Name: "Consul", Service: Remote},
	{Name: "Contentful", Service: Remote},
	{Name: "Curl", Service: Web},
	{Name: "DBI", Service: Tables, Destroys: tablesDestroy},
	{Name: "Dalli", Service: Keys},
	{Name: "Docker", Service: Remote, Destroys: dockerDestroys},
	{Name: "Dropbox", Service: Remote},
	{Name: "DropboxApi", Service: Remote},
	{Name: "DropletKit", Service: Remote},
	{Name: "DuckDB", Service: File},
	{Name: "Elasticsearch", Service: Remote},
	{Name: "Excon", Service: Web},
	{Name: "Faraday", Service: Web},
	{Name: "Fastly", Service: Remote},
	{Name: "Fog", Service: Remote},
	{Name: "Github", Service: Remote},
	{Name: "Gitlab", Service: Remote},
	{Name: "GoCardlessPro", Service: Remote, Pays: payments},
	{Name: "Google", Service: Remote},
	{Name: "HTTP", Service: Web},
	{Name: "HTTPClient", Service: Web},
	{Name: "HTTParty", Service: Web},
	{Name: "Heroics", Service: Remote},
	{Name: "Hubspot", Service: Remote},
	{Name: "Intercom", Service: Remote},
	{Name: "JIRA", Service: Remote},
	{Name: "Jenkins", Service: Remote},
	{Name: "Jira", Service: Remote},
	{Name: "K8s", Service: Remote},
	{Name: "Kubeclient", Service: Remote},
	{Name: "Mail", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "Mailchimp", Service: Remote},
	{Name: "MailchimpMarketing", Service: Remote},
	{Name: "Mailgun", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "Mastodon", Service: Remote, Sends: "createstatus"},
	{Name: "Mechanize", Service: Web},
	{Name: "Meilisearch", Service: Remote},
	{Name: "ModBus", Service: Remote, Operates: modbusWrites},
	{Name: "Mollie", Service: Remote, Pays: payments},
	{Name: "Mongo", Service: Tables, Destroys: mongoDestroys},
	{Name: "Mongoid", Service: Tables, Destroys: mongoDestroys},
	{Name: "Mysql2", Service: Tables, Destroys: tablesDestroy},
	{Name: "Net::HTTP", Service: Web},
	{Name: "Net::LDAP", Service: Remote},
	{Name: "Net::SMTP", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "OCI8", Service: Tables, Destroys: tablesDestroy},
	{Name: "Octokit", Service: Remote},
	{Name: "OpenAI", Service: Remote},
	{Name: "OpenSearch", Service: Remote},
	{Name: "PG", Service: Tables, Destroys: tablesDestroy},
	{Name: "Pinecone", Service: Remote},
	{Name: "Plaid", Service: Remote, Pays: payments},
	{Name: "PlatformAPI", Service: Remote},
	{Name: "Pony", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "Postmark", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "Qdrant", Service: Remote},
	{Name: "ROM", Service: Tables, Destroys: tablesDestroy},
	{Name: "Razorpay", Service: Remote, Pays: payments},
	{Name: "Redis", Service: Keys},
	{Name: "RedisClient", Service: Keys},
	{Name: "Resend", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "RestClient", Service: Web},
	{Name: "Restforce", Service: Remote, Destroys: "destroy! destroy"},
	{Name: "SQLite3", Service: File},
	{Name: "SendGrid", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "Sequel", Service: Tables, Destroys: tablesDestroy},
	{Name: "ShopifyAPI", Service: Remote},
	{Name: "Slack", Service: Remote, Sends: slackSends, Destroys: slackDestroys},
	{Name: "Square", Service: Remote, Pays: payments},
	{Name: "Stripe", Service: Remote, Pays: transfers, Destroys: cancels},
	{Name: "TinyTds", Service: Tables, Destroys: tablesDestroy},
	{Name: "Trello", Service: Remote},
	{Name: "Trilogy", Service: Tables, Destroys: tablesDestroy},
	{Name: "Twilio", Service: Remote, Sends: calls},
	{Name: "Twitter", Service: Remote, Sends: "update updatewithmedia retweet createdirectmessage"},
	{Name: "Typhoeus", Service: Web},
	{Name: "Vault", Service: Remote, Destroys: "seal sys.seal"},
	{Name: "Zendesk", Service: Remote},
	{Name: "ZendeskAPI", Service: Remote},
}

// perlLibraries are the classes of Perl.
var perlLibraries = [...]Client{
	{Name: "Cache::Memcached", Service: Keys},
	{Name: "DBD::Pg", Service: Tables, Destroys: tablesDestroy},
	{Name: "DBD::SQLite", Service: File},
	{Name: "DBD::mysql", Service: Tables, Destroys: tablesDestroy},
	{Name: "DBI", Service: Tables, Destroys: tablesDestroy},
	{Name: "DBIx", Service: Tables, Destroys: tablesDestroy},
	{Name: "Email::Sender", Service: Remote, Sends: "send sendorconfess sendmail data"},
	{Name: "Email::Stuffer", Service: Remote, Sends: "send sendorconfess sendmail data"},
	{Name: "Furl", Service: Web},
	{Name: "HTTP::Request", Service: Web},
	{Name: "HTTP::Tiny", Service: Web},
	{Name: "LWP", Service: Web},
	{Name: "MIME::Lite", Service: Remote, Sends: "send sendorconfess sendmail data"},
	{Name: "Mail::Mailer", Service: Remote, Sends: "send sendorconfess sendmail data"},
	{Name: "Mail::Send", Service: Remote, Sends: "send sendorconfess sendmail data"},
	{Name: "Mail::Sendmail", Service: Remote, Sends: "send sendorconfess sendmail data"},
	{Name: "Mojo::Pg", Service: Tables, Destroys: tablesDestroy},
	{Name: "Mojo::Redis", Service: Keys},
	{Name: "Mojo::SQLite", Service: File},
	{Name: "Mojo::UserAgent", Service: Web},
	{Name: "Mojo::mysql", Service: Tables, Destroys: tablesDestroy},
	{Name: "MongoDB", Service: Tables, Destroys: mongoDestroys},
	{Name: "Net::Amazon", Service: Remote, Sends: sesSends},
	{Name: "Net::Appliance::Session", Service: Remote, Commands: "cmd"},
	{Name: "Net::Asana", Service: Remote},
	{Name: "Net::GitHub", Service: Remote, Sends: sesSends},
	{Name: "Net::LDAP", Service: Remote, Sends: sesSends},
	{Name: "Net::OpenStack", Service: Remote, Sends: sesSends},
	{Name: "Net::SMTP", Service: Remote, Sends: "send sendorconfess sendmail data"},
	{Name: "Net::Twitter", Service: Remote, Sends: "update newdirectmessage retweet"},
	{Name: "Paws", Service: Remote, Sends: sesSends},
	{Name: "Pithub", Service: Remote, Sends: sesSends},
	{Name: "REST::Client", Service: Web},
	{Name: "Redis", Service: Keys},
	{Name: "RedisDB", Service: Keys},
	{Name: "Search::Elasticsearch", Service: Remote, Sends: sesSends},
	{Name: "VMware", Service: Remote, Sends: sesSends},
	{Name: "WWW::Dropbox", Service: Remote},
	{Name: "WWW::Mechanize", Service: Web},
	{Name: "WWW::Salesforce", Service: Remote},
	{Name: "WWW::Twilio", Service: Remote, Sends: sesSends},
}

// phpLibraries are the classes of PHP, and its functions, in lower case; of a namespace, its beginning.
var phpLibraries = [...]Client{
	{Name: `abraham\twitteroauth`, Service: Remote, Sends: "post"},
	{Name: "airtable", Service: Remote},
	{Name: "algolia", Service: Remote, Destroys: indexDestroys},
	{Name: "asana", Service: Remote},
	{Name: "automattic", Service: Remote},
	{Name: "aws", Service: Remote, Sends: sesSends, Ordinary: queueWork},
	{Name: "capsule", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "ccxt", Service: Remote, Pays: orders},
	{Name: "cloudflare", Service: Remote},
	{Name: "contentful", Service: Remote},
	{Name: "curl_exec", Service: Web},
	{Name: "curl_init", Service: Web},
	{Name: "curl_setopt", Service: Web},
	{Name: "curl_setopt_array", Service: Web},
	{Name: "db", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "digitaloceanv2", Service: Remote},
	{Name: "doctrine", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "dropbox", Service: Remote},
	{Name: "elastic", Service: Remote},
	{Name: "elasticsearch", Service: Remote},
	{Name: "file_get_contents", Service: Web},
	{Name: "fopen", Service: Web},
	{Name: "github", Service: Remote},
	{Name: "gitlab", Service: Remote},
	{Name: "google", Service: Remote},
	{Name: "guzzlehttp", Service: Web},
	{Name: "http", Service: Web},
	{Name: "hubspot", Service: Remote},
	{Name: "illuminate", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "imap_mail", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "intercom", Service: Remote},
	{Name: "kreait", Service: Remote},
	{Name: "kunnu", Service: Remote},
	{Name: "mail", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "mailchimp", Service: Remote},
	{Name: "mailchimpmarketing", Service: Remote},
	{Name: "mailgun", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "mb_send_mail", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "memcache", Service: Keys},
	{Name: "memcached", Service: Keys},
	{Name: "microsoft", Service: Remote},
	{Name: "mollie", Service: Remote, Pays: payments},
	{Name: "mongodb", Service: Tables, Destroys: mongoDestroys},
	{Name: "mysqli", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "mysqli_connect", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "oci_connect", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "odbc_connect", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "openai", Service: Remote},
	{Name: "pdo", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "pg_connect", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "pg_pconnect", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "phpmailer", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "postmark", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "predis", Service: Keys},
	{Name: "razorpay", Service: Remote, Pays: payments},
	{Name: "redis", Service: Keys},
	{Name: "rediscluster", Service: Keys},
	{Name: "relay", Service: Keys},
	{Name: "resend", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "sendgrid", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "sqlite3", Service: File},
	{Name: "sqlsrv_connect", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "square", Service: Remote, Pays: payments},
	{Name: "stripe", Service: Remote, Pays: transfers, Destroys: cancels},
	{Name: "swift_mailer", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: `symfony\component\httpclient`, Service: Web},
	{Name: `symfony\component\ldap`, Service: Remote},
	{Name: `symfony\component\mailer`, Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "twilio", Service: Remote, Sends: calls},
	{Name: "wp_mail", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "zendesk", Service: Remote},
}

// Libraries returns the libraries of a language.
func Libraries(lang string) []Client {
	switch lang {
	case "python":
		return pythonLibraries[:]
	case "javascript":
		return javascriptLibraries[:]
	case "ruby":
		return rubyLibraries[:]
	case "perl":
		return perlLibraries[:]
	case "php":
		return phpLibraries[:]
	}
	return nil
}
