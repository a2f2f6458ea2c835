package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// mailbox is what an operand looks like that is the address of a mailbox elsewhere. root and bob are
// mailboxes of this machine.
const mailbox = "*@*.*"

// ownMailbox is what an address looks like that says it is the user's own, as people write in their scripts.
const ownMailbox = "me@*.* my@*.* my.*@*.* my_*@*.* my-*@*.* myself@*.* self@*.* you@*.* your@*.* your.*@*.* your_*@*.* your-*@*.* youremail@*.* myemail@*.*"

// mailClients are the programs that send what they read as mail.
const mailClients = "mail mailx s-nail nail heirloom-mailx bsd-mailx mutt neomutt alpine"

// messages are the rules about mail and chat. What reads them is no concern of theirs.
var messages = []rules.Rule{
	{
		ID: "message.mail", Class: rules.Device, Certain: true, Program: mailClients, Operand: mailbox, NotOperand: ownMailbox,
		None:   "-f -R --help --version",
		Reason: "sends mail in the user's name",
		Hint:   "ask the user to send it",
		Hits:   []string{"echo hi | mail -s x a@example.com", "mailx -s x a@example.com < body.txt", "mutt -s x -- a@example.com < /dev/null", "s-nail -s x a@example.com < b.txt", "echo hi | neomutt -s x a@example.com", "mail -s x me@example.com a@example.com < b.txt"},
		Misses: []string{"mail", "mail -H", "mail -f mbox", "echo done | mail -s x root", "echo done | mail -s x me@localhost", "echo done | mail -s x me@example.com", "mutt -f imaps://me@example.com/INBOX", "mutt -R -f mbox", `mail -s x "$TO"`},
	},
	{
		ID: "message.mail-copy", Class: rules.Device, Certain: true, Mild: true, Program: mailClients, Any: "-b=*@*.* -c=*@*.* --bcc=*@*.* --cc=*@*.*", None: "-f -R --help --version",
		Reason: "sends a copy of a mail in the user's name",
		Hint:   "ask the user to send it",
		Hits:   []string{"mail -s x -c a@example.com root < b.txt", `mailx -s x -b a@example.com "$TO" < b.txt`},
		Misses: []string{"mail -s x root", "mail -f mbox", "mail -s a@example.com root"},
	},
	{
		ID: "message.mail-own", Class: rules.Device, Certain: true, Mild: true, Program: mailClients + " sendmail msmtp ssmtp esmtp", Operand: ownMailbox, None: "-f -R --help --version -bv -bp -bt -P --pretend",
		Reason: "sends mail to the user",
		Hint:   "print it, the user sees it here",
		Hits:   []string{"echo done | mail -s x me@example.com", "echo done | sendmail my.name@example.com"},
		Misses: []string{"mail -s x root", "mail -s x bob@example.com", "mail"},
	},
	{
		ID: "message.git-patches", Class: rules.Device, Program: "git", Sub: "send-email", None: "--dry-run -h --help --dump-aliases --translate-aliases",
		Reason: "sends patches by mail in the user's name",
		Hint:   "`git format-patch` writes them into files; --dry-run shows who would get them",
		Hits:   []string{"git send-email --to=list@example.com *.patch", "git send-email HEAD^", "git send-email -1 --cc a@example.com"},
		Misses: []string{"git send-email --dry-run --to=list@example.com *.patch", "git format-patch -1", "git send-email --help", "git imap-send", "git send-email --dump-aliases"},
	},
	{
		ID: "message.mail-attachment", Class: rules.Exposure, Certain: true, Program: "mail mailx s-nail nail heirloom-mailx mutt neomutt", Any: "-a -A --attach", Operand: mailbox, None: "-f -R --help",
		Reason: "sends a file of this machine to somebody",
		Hint:   "ask the user to send it",
		Hits:   []string{"mutt -s Invoice -a users.csv -- a@example.com", "mail -A users.csv -s x a@example.com < /dev/null"},
		Misses: []string{"mutt -a x -- me", "mail -s x a@example.com < body.txt", "mutt -f mbox"},
	},
	{
		ID: "message.mail-agent", Class: rules.Device, Certain: true, Program: "sendmail msmtp ssmtp esmtp exim exim4 qmail-inject nullmailer-inject postmail", Operand: mailbox, NotOperand: ownMailbox,
		None:   "-bv -bp -bt -bh -bP -bd -bi -q -Q --help --version -P --pretend -S --serverinfo -V",
		Reason: "sends mail in the user's name",
		Hint:   "ask the user to send it",
		Hits:   []string{"echo mail | sendmail a@example.com", "echo hi | msmtp a@example.com", "msmtp -a work a@example.com < m.eml"},
		Misses: []string{"sendmail -bp", "exim -bt a@example.com", "msmtp --pretend a@example.com < m.eml", "echo x | sendmail root", "msmtp --version"},
	},
	{
		ID: "message.mail-agent-text", Class: rules.Device, Program: "sendmail msmtp ssmtp esmtp exim exim4", Any: "-t --read-recipients -ti -oi", None: "-bv -bp -bt -bh --help --version -P --pretend",
		Reason: "sends mail to whom the text names, in the user's name",
		Hint:   "ask the user to send it",
		Hits:   []string{"msmtp -t < m.eml", "sendmail -t < m.eml", "sendmail -ti < m.eml"},
		Misses: []string{"sendmail -bp", "msmtp -P -t < m.eml"},
	},
	{
		ID: "message.swaks", Class: rules.Device, Program: "swaks", Any: "--to", None: "--server=localhost* --server=127.* --help --version --support --dump --quit-after",
		Reason: "sends mail in the user's name",
		Hint:   "--server localhost tries it with a server of this machine",
		Hits:   []string{"swaks --to a@example.com --server smtp.example.com", "swaks -t a@example.com -f b@example.com -s smtp.example.com --attach @x.csv"},
		Misses: []string{"swaks --version", "swaks --to a@example.com --server localhost:1025", "swaks --to a@example.com --server smtp.example.com --quit-after RCPT"},
	},
	{
		ID: "message.mail-tool", Class: rules.Device, Program: "sendemail sendEmail smtp-cli mailsend mailsend-go blat cmail smtp-source", Any: "-t -to --to -m", None: "--help -h",
		Reason: "sends mail in the user's name",
		Hint:   "ask the user to send it",
		Hits:   []string{"sendemail -t a@example.com -u x -m hi -s smtp.example.com", "smtp-cli --to a@example.com --host smtp.example.com"},
		Misses: []string{"sendemail --help", "which sendemail"},
	},
	{
		ID: "message.mail-client", Class: rules.Device, Program: "himalaya neverest gam gamadv-xtd3 mgc m365 doveadm", None: "--help -h --version",
		Sub:    "message/send message/send/* message/reply/* message/forward/* template/send template/send/* send send/* reply/* forward/* user/*/sendemail users/send-mail/* users/send-mail outlook/mail/send teams/message/send chats/messages/create",
		Reason: "sends mail in the user's name",
		Hint:   "ask the user to send it",
		Hits:   []string{"himalaya message send < m.eml", "himalaya template send < t", "m365 outlook mail send --to a@example.com --subject x"},
		Misses: []string{"himalaya envelope list", "himalaya message read 12", "himalaya account list", "m365 outlook message list"},
	},
	{
		ID: "message.chat", Class: rules.Device, Program: "telegram-send sendxmpp go-sendxmpp zulip-send pushover discord.sh slack.sh noti-slack webex-send", Count: 1, None: "--help -h --version --configure --list",
		Reason: "sends something to people in the user's name",
		Hint:   "ask the user to send it",
		Hits:   []string{"telegram-send hi", "echo hi | sendxmpp a@example.com"},
		Misses: []string{"telegram-send --version", "telegram-send --configure", "which telegram-send"},
	},
	{
		ID: "message.chat-option", Class: rules.Device, None: "--help -h --version",
		Program: "slackcat matrix-commander matrix-commander-rs apprise telegram-send discord.sh kdeconnect-cli mmcli gnokii notify",
		Any:     "-c --channel -m --message -b --body -f --file --stdin --image -i --send-sms --sendsms --messaging-create-sms -data -bulk --text --share",
		Reason:  "sends something to people in the user's name",
		Hint:    "ask the user to send it",
		Hits:    []string{"slackcat -c general x.txt", "matrix-commander -m hi", "apprise -b hi slack://x", "echo hi | telegram-send --stdin", "notify -data x -bulk", "kdeconnect-cli --send-sms hi"},
		Misses:  []string{"matrix-commander --listen once", "apprise --version", "mmcli -L", "kdeconnect-cli -l"},
	},
	{
		ID: "message.chat-verb", Class: rules.Device, None: "--help -h --version",
		Program: "slack slack-cli ntfy keybase mmctl gammu bsky zulip wa whatsapp-cli vonage messagebird pb",
		Sub:     "chat/send chat/send/* chat/update/* chat/delete/* file/upload/* pub pub/* publish publish/* send send/* trigger/* chat/api/* post post/* post/create/* sendsms/* sms sms/* reply/* repost/* push/* dm/*",
		Reason:  "sends something to people in the user's name",
		Hint:    "ask the user to send it",
		Hits:    []string{"slack chat send hi '#general'", "ntfy pub topic hi", "ntfy publish topic hi", "keybase chat send bob hi", "bsky post hi"},
		Misses:  []string{"ntfy subscribe topic", "slack app list", "keybase chat list", "mmctl channel list t", "gammu identify"},
	},
	{
		ID: "message.raw", Class: rules.Device, Certain: true, Effect: grammar.Requests, Name: "MAIL", Not: here,
		Reason: "sends mail in the user's name",
		Hint:   "ask the user to send it",
		Hits:   []string{"printf 'HELO x\\r\\nMAIL FROM:<a@example.com>\\r\\nRCPT TO:<b@example.com>\\r\\nDATA\\r\\nhi\\r\\n.\\r\\n' | nc smtp.example.com 25"},
		Misses: []string{"printf 'EHLO x\\r\\nQUIT\\r\\n' | nc smtp.example.com 25", "printf 'MAIL FROM:<a@b.c>\\r\\nRCPT TO:<b@b.c>\\r\\n' | nc localhost 1025", "echo 'RCPT TO:<x>' > notes"},
	},
}
