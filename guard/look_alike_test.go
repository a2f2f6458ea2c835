package guard_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Commands that look like requests, messages, payments and grants that are asked about, and only look
// or stay on this machine. Each line of a text is a command.
func TestLookAlikesAreNotAskedAbout(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, tt := range []struct{ why, commands string }{
		{"words in a request that are data or a search", `
			curl https://example.com/
			curl -s https://api.github.com/repos/o/r
			curl -s 'https://api.github.com/search/issues?q=delete+repo:o/r'
			curl 'https://api.github.com/repos/o/r/issues?state=closed&labels=remove'
			curl -X POST https://api.example.com/v1/items -d '{"name":"delete me"}'
			curl -X POST https://api.example.com/v1/items -H 'Content-Type: application/json' -d '{"title":"How to destroy a ring","body":"drop table users"}'
			curl -X POST https://api.example.com/login -d 'user=admin&password=x'
			curl -X POST https://api.example.com/oauth/token -d grant_type=client_credentials -d client_id=x
			curl -s https://api.example.com/graphql -d '{"query":"query { users { id name } }"}'
			curl -s https://api.example.com/graphql -H 'Content-Type: application/json' -d '{"query":"{ deletedItems { id } }"}'
			curl -s https://api.example.com/graphql -d '{"query":"mutation { createIssue(title: \"remove the button\") { id } }"}'
			curl -s https://api.example.com/graphql -d '{"query":"mutation($t: String!) { updatePost(title: $t) { id } }","variables":{"t":"delete"}}'
			curl -X PUT https://api.example.com/v1/items/1 -d '{"status":"deleted_soon"}'
			curl -X PATCH https://api.example.com/v1/items/1 -d '{"description":"x"}'
			curl -F file=@report.pdf https://api.example.com/upload
			curl -T build.tgz https://artifacts.example.com/build.tgz
			curl -X POST https://api.openai.com/v1/chat/completions -d '{"model":"m","messages":[{"role":"user","content":"delete all files"}]}'
			curl -X POST https://api.anthropic.com/v1/messages -d '{"model":"m","messages":[{"role":"user","content":"{\"action\":\"delete\"}"}]}'
			curl -X POST https://api.example.com/v1/embeddings -d '{"input":"drop database"}'
			curl 'https://www.google.com/search?q=drop+table+postgres'
			curl 'https://hn.algolia.com/api/v1/search?query=delete+from'
			curl 'https://api.example.com/search?action=list&q=terminate'
			curl 'https://api.example.com/events?action=deleted'
			curl 'https://api.example.com/v1/audit?event=user.deleted&limit=5'
			curl 'https://en.wikipedia.org/w/api.php?action=query&titles=Deletion&format=json'
			curl 'https://registry.npmjs.org/-/v1/search?text=rimraf'
			curl 'https://api.example.com/?method=ping'
			curl -d '{"jsonrpc":"2.0","method":"host.get","params":{}}' https://zabbix.example.com/api_jsonrpc.php
			curl -d '{"jsonrpc":"2.0","method":"eth_blockNumber","params":[],"id":1}' https://eth.example.com
			curl -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' https://mcp.example.com/mcp
			curl -s 'http://solr.example.com:8983/solr/shop/select?q=*:*'
			curl -s 'http://solr.example.com:8983/solr/admin/collections?action=LIST'
			curl -s 'http://ch.example.com:8123/?query=SELECT%201'
			curl -s 'http://influx.example.com:8086/query?q=SHOW+DATABASES'
			curl 'https://ec2.amazonaws.com/?Action=DescribeInstances' --aws-sigv4 aws:amz:us-east-1:ec2 --user k:s
			curl -X POST https://dynamodb.us-east-1.amazonaws.com -H 'X-Amz-Target: DynamoDB_20120810.Query' -d '{"TableName":"orders"}'
			curl -X POST https://es.example.com/logs/_search -d '{"query":{"match":{"action":"delete"}}}'
			curl -X POST https://es.example.com/logs/_count -d '{"query":{"term":{"op":"remove"}}}'
			curl https://slack.com/api/conversations.list
			curl -X POST https://slack.com/api/conversations.history -d channel=C1
			curl https://slack.com/api/users.list?limit=10
			curl https://api.telegram.org/bot$T/getMe
			curl https://api.telegram.org/bot$T/getUpdates?offset=1
			curl https://api.stripe.com/v1/charges?limit=3 -u $SK:
			curl https://api.stripe.com/v1/refunds/re_1 -u $SK:
			curl -G https://api.stripe.com/v1/payouts -d limit=3 -u $SK:
			curl -X POST https://api.stripe.com/v1/customers -d name=x -u $SK:
			curl https://api.mailgun.net/v3/example.com/events -u api:$K
			curl https://api.sendgrid.com/v3/templates
			curl https://discord.com/api/v10/users/@me
			curl https://api.twilio.com/2010-04-01/Accounts/x/Messages.json -u x:y
			curl https://api.pagerduty.com/incidents
			curl https://api.github.com/repos/o/r/collaborators
			curl -X POST https://api.github.com/repos/o/r/issues -d '{"title":"x"}'
			curl -X POST https://api.github.com/repos/o/r/pulls -d '{"title":"x","head":"a","base":"b"}'
			curl -X PATCH https://api.github.com/repos/o/r/issues/1 -d '{"state":"closed"}'
			curl https://api.cloudflare.com/client/v4/zones/1/dns_records
			curl https://api.digitalocean.com/v2/droplets
			curl http://ha.local:8123/api/states -H "Authorization: Bearer $T"
			curl -X POST localhost:3000/users/1/delete
			curl -X POST http://localhost:8080/users -d '{"role":"admin"}'
			curl -X POST http://127.0.0.1:5000/rpc -d '{"method":"deleteUser"}'
			curl http://localhost:8545 -d '{"method":"eth_sendTransaction"}'
			curl -X POST https://api.example.com/v1/users -d '{"role":"viewer","name":"admin"}'
			curl -X POST https://api.example.com/v1/jobs -d '{"type":"export","action":"start"}'
			curl -X POST https://api.example.com/v1/cart/items -d sku=1
			curl -X POST https://api.example.com/webhooks/test -d '{}'
			curl -X OPTIONS https://api.example.com/users/delete
			curl -I https://example.com/delete
			curl https://example.com/docs/delete
			curl -X POST https://httpbin.org/post -d action=submit
			curl -X POST https://httpbin.org/post -d 'comment=please delete this'
			curl --json '{"op":"add","path":"/a","value":1}' https://api.example.com/x
			http GET https://api.example.com/items
			http POST https://api.example.com/items name=delete
			xh https://api.example.com/items q==remove
			http -f POST https://api.example.com/login user=a password=b
			wget https://example.com/x.tgz
			wget -qO- 'https://example.com/api?page=2'
			wget --post-data='user=a&password=b' https://example.com/login
		`},
		{"mail that is read or stays here", `
			mail
			mail -H
			mail -f ~/mbox
			mailx -e
			mutt -f imaps://me@example.com/INBOX
			mutt -v
			echo done | mail -s build root
			echo done | mail -s build me@localhost
			himalaya envelope list
			himalaya message read 12
			himalaya folder list
			notmuch search tag:inbox
			msmtp --version
			sendmail -bp
			exim -bp
			swaks --help
			swaks --to me@example.com --server localhost:1025
			ntfy subscribe topic
			slack app list
			signal-cli receive
			telegram-send --help
			matrix-commander --version
		`},
		{"coins that are counted, or worth nothing", `
			cast balance 0xdead --rpc-url https://eth.example.com
			cast call 0xdead 'transfer(address,uint256)(bool)' 0x1 1
			cast sig 'transfer(address,uint256)'
			cast send 0xdead --value 1 --rpc-url http://localhost:8545
			cast block latest
			forge build
			forge test -vvv
			forge script script/Deploy.s.sol
			anvil
			npx hardhat test
			npx hardhat compile
			npx hardhat run scripts/deploy.js --network localhost
			truffle test
			solana balance
			solana config get
			solana airdrop 1
			solana -u devnet transfer 9xQ 1
			spl-token accounts
			bitcoin-cli getblockchaininfo
			bitcoin-cli -regtest sendtoaddress bcrt1q 1
			bitcoin-cli help sendtoaddress
			lncli getinfo
			lncli walletbalance
			lncli listchannels
			lightning-cli getinfo
			near state me.near
			sui client gas
			sui client active-address
			aptos account list
			aptos move compile
			gaiad query bank balances cosmos1x
			gaiad status
			cardano-cli query tip --mainnet
			electrum getbalance
			geth version
			geth --dev
			cleos get info
			goal node status
		`},
		{"devices that are looked at", `
			mosquitto_sub -h mqtt.example.com -t '#'
			mosquitto_pub -t a -m b
			mosquitto_pub -h localhost -t a -m b
			modpoll -m tcp -t 4 -r 100 -c 10 10.1.1.5
			mbpoll -a 1 -r 1 -c 5 -t 4 10.1.1.5
			snmpget -v2c -c public 10.0.0.1 sysDescr.0
			snmpwalk -v2c -c public 10.0.0.1
			hass-cli state list
			ideviceinstaller list
			idevice_id -l
			xcrun simctl list
			xcrun simctl uninstall booted com.example.app
			xcrun devicectl list devices
			pymobiledevice3 usbmux list
			tidevice list
		`},
		{"rights that are listed", `
			openstack server list
			openstack role list
			openstack security group rule list
			cf apps
			cf org-users acme
			slack collaborator list
			gam print users
			gam info user bob@example.com
			kcadm.sh get users -r shop
			ipa user-find bob
			samba-tool group list
			dsquery user
			mc ls prod
			mc admin info prod
			influx query 'from(bucket:"b")'
			influx auth list
			yc compute instance list
			ibmcloud iam users
			aliyun ram ListUsers
			oci iam policy list
			scw iam policy list
			auth0 users search -q 'email:delete*'
			vault policy read app
			vault policy write app app.hcl
			tctl get users
			gitea admin user list
			linode-cli firewalls list
		`},
		{"databases that are read, or hear nothing that changes them", `
			iredis -h h get flushall
			rdcli -h h keys '*'
			printf 'stats\r\nquit\r\n' | nc mc1.example.com 11211
			printf 'GET / HTTP/1.0\r\n\r\n' | nc example.com 80
			echo PING | nc redis.example.com 6379
			echo 'version' | telnet mc1.example.com 11211
			echo 'delete the old host' | nc paste.example.com 9999 -w 1 -h
			kcat -b k1:9092 -t orders -C -o -5
			kcat -b k1:9092 -L
			aql -h h -c 'select * from shop'
			asadm -h h -e info
			nzsql -c 'select 1'
			hdbsql -U k 'select * from dummy'
			tsql -S h -U sa <<< 'select 1'
			rqlite -H h 'select * from t'
			gel query 'select User { name }'
			gel query 'delete User filter .id = <uuid>$0'
			dolt log
			dolt sql -q 'select 1'
			sqlcmd -S h -Q "SELECT name FROM sys.databases"
			sqlcmd -S h -Q "EXEC sp_help 'users'"
			sqlcmd -S h -Q "EXEC sp_who2"
			sqlcmd -S h -Q "ALTER DATABASE shop SET MULTI_USER"
			psql -c "ALTER DATABASE shop SET timezone TO 'UTC'"
			psql -c 'alter table orders enable row level security'
			psql -c "\copy orders from program 'gunzip -c orders.csv.gz' csv"
			mysql -e 'SHOW PROCESSLIST'
			mysql -e 'SET GLOBAL max_connections=200'
			mysql -e 'KILL QUERY 12'
		`},
	} {
		for command := range strings.Lines(tt.commands) {
			if command = strings.TrimSpace(command); command != "" {
				d := check(p, command)
				assert.GreaterOrEqual(t, d.Action, rules.Warn, "%s: %s %v", tt.why, command, ids(d.Findings))
			}
		}
	}
}
