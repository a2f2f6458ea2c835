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
)

// rubyLibraries are the modules and classes of Ruby's gems.
var rubyLibraries = [...]Client{
	{Name: "AWS", Service: Remote, Sends: sesSends, Ordinary: queueWork},
	{Name: "ActionMailer", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "ActiveRecord", Service: Tables, Destroys: tablesDestroy},
	{Name: "Algolia", Service: Remote},
	{Name: "Aws", Service: Remote, Sends: sesSends, Ordinary: queueWork},
	{Name: "Azure", Service: Remote},
	{Name: "Cassandra", Service: Tables, Destroys: tablesDestroy},
	{Name: "ClickHouse", Service: Tables, Destroys: tablesDestroy},
	{Name: "Cloudflare", Service: Remote},
	{Name: "ConnectionPool", Service: Keys},
	{Name: "Consul", Service: Remote},
	{Name: "Curl", Service: Web},
	{Name: "DBI", Service: Tables, Destroys: tablesDestroy},
	{Name: "Dalli", Service: Keys},
	{Name: "Docker", Service: Remote, Destroys: dockerDestroys},
	{Name: "DropletKit", Service: Remote},
	{Name: "DuckDB", Service: File},
	{Name: "Elasticsearch", Service: Remote},
	{Name: "Excon", Service: Web},
	{Name: "Faraday", Service: Web},
	{Name: "Fog", Service: Remote},
	{Name: "Github", Service: Remote},
	{Name: "Gitlab", Service: Remote},
	{Name: "Google", Service: Remote},
	{Name: "HTTP", Service: Web},
	{Name: "HTTPClient", Service: Web},
	{Name: "HTTParty", Service: Web},
	{Name: "JIRA", Service: Remote},
	{Name: "Jenkins", Service: Remote},
	{Name: "Jira", Service: Remote},
	{Name: "K8s", Service: Remote},
	{Name: "Kubeclient", Service: Remote},
	{Name: "Mail", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "Mailgun", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "Mechanize", Service: Web},
	{Name: "Meilisearch", Service: Remote},
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
	{Name: "PlatformAPI", Service: Remote},
	{Name: "Pony", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "Postmark", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "Qdrant", Service: Remote},
	{Name: "ROM", Service: Tables, Destroys: tablesDestroy},
	{Name: "Redis", Service: Keys},
	{Name: "RedisClient", Service: Keys},
	{Name: "Resend", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "RestClient", Service: Web},
	{Name: "SQLite3", Service: File},
	{Name: "SendGrid", Service: Remote, Sends: "deliver delivernow deliver! mail sendmail sendmessage send deliverlater sendemail"},
	{Name: "Sequel", Service: Tables, Destroys: tablesDestroy},
	{Name: "ShopifyAPI", Service: Remote},
	{Name: "Slack", Service: Remote, Sends: slackSends, Destroys: slackDestroys},
	{Name: "Stripe", Service: Remote, Pays: transfers, Destroys: cancels},
	{Name: "TinyTds", Service: Tables, Destroys: tablesDestroy},
	{Name: "Trilogy", Service: Tables, Destroys: tablesDestroy},
	{Name: "Twilio", Service: Remote, Sends: calls},
	{Name: "Typhoeus", Service: Web},
	{Name: "Vault", Service: Remote, Destroys: "seal sys.seal"},
	{Name: "Zendesk", Service: Remote},
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
	{Name: "Net::GitHub", Service: Remote, Sends: sesSends},
	{Name: "Net::LDAP", Service: Remote, Sends: sesSends},
	{Name: "Net::OpenStack", Service: Remote, Sends: sesSends},
	{Name: "Net::SMTP", Service: Remote, Sends: "send sendorconfess sendmail data"},
	{Name: "Paws", Service: Remote, Sends: sesSends},
	{Name: "Pithub", Service: Remote, Sends: sesSends},
	{Name: "REST::Client", Service: Web},
	{Name: "Redis", Service: Keys},
	{Name: "RedisDB", Service: Keys},
	{Name: "Search::Elasticsearch", Service: Remote, Sends: sesSends},
	{Name: "VMware", Service: Remote, Sends: sesSends},
	{Name: "WWW::Mechanize", Service: Web},
	{Name: "WWW::Twilio", Service: Remote, Sends: sesSends},
}

// phpLibraries are the classes of PHP, and its functions, in lower case; of a namespace, its beginning.
var phpLibraries = [...]Client{
	{Name: "aws", Service: Remote, Sends: sesSends, Ordinary: queueWork},
	{Name: "capsule", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "curl_exec", Service: Web},
	{Name: "curl_init", Service: Web},
	{Name: "curl_setopt", Service: Web},
	{Name: "curl_setopt_array", Service: Web},
	{Name: "db", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "doctrine", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "elastic", Service: Remote},
	{Name: "elasticsearch", Service: Remote},
	{Name: "file_get_contents", Service: Web},
	{Name: "fopen", Service: Web},
	{Name: "github", Service: Remote},
	{Name: "gitlab", Service: Remote},
	{Name: "google", Service: Remote},
	{Name: "guzzlehttp", Service: Web},
	{Name: "http", Service: Web},
	{Name: "illuminate", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "imap_mail", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "kreait", Service: Remote},
	{Name: "mail", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "mailgun", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "mb_send_mail", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "memcache", Service: Keys},
	{Name: "memcached", Service: Keys},
	{Name: "microsoft", Service: Remote},
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
	{Name: "redis", Service: Keys},
	{Name: "rediscluster", Service: Keys},
	{Name: "relay", Service: Keys},
	{Name: "resend", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "sendgrid", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "sqlite3", Service: File},
	{Name: "sqlsrv_connect", Service: Tables, Destroys: tablesDestroy + " dropifexists drop"},
	{Name: "stripe", Service: Remote, Pays: transfers, Destroys: cancels},
	{Name: "swift_mailer", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: `symfony\component\httpclient`, Service: Web},
	{Name: `symfony\component\ldap`, Service: Remote},
	{Name: `symfony\component\mailer`, Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
	{Name: "twilio", Service: Remote, Sends: calls},
	{Name: "wp_mail", Service: Remote, Sends: "send mail wpmail mbsendmail imapmail"},
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
