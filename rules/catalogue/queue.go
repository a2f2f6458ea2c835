package catalogue

import "github.com/agent-loop/shimgen/rules"

// deletions are the URLs at which databases and search engines delete what a request selects:
// Elasticsearch and OpenSearch, InfluxDB, Loki, etcd, Qdrant, Meilisearch, Milvus, ArangoDB, Couchbase, CouchDB, Dgraph and Prometheus.
const deletions = "*/_delete_by_query* */api/v2/delete* */loki/api/v1/delete* */kv/deleterange* */points/delete* */documents/delete */documents/delete-batch* */collections/drop */entities/delete " +
	"*/_api/collection/*/truncate* */controller/doFlush */_purge */delete_series*"

// queries are URLs that contain a deleting query: of Solr, ClickHouse, InfluxDB and QuestDB. The
// rules that use them require further conditions, so that a plain fetch by curl stays clear.
const queries = "*stream.body=*delete* *action=UNLOAD&* *action=UNLOAD *action=DELETE&* *action=DELETE *action=DELETEREPLICA* *action=DELETESHARD* */FLUSHALL* */flushall* */FLUSHDB* */flushdb* " +
	"*query=DROP%20* *query=DROP+* *query=drop%20* *query=drop+* *query=TRUNCATE%20* *query=TRUNCATE+* *query=truncate%20* *query=truncate+* *query=DELETE%20* *query=DELETE+* *query=delete%20* " +
	"*q=DROP%20* *q=DROP+* *q=drop%20* *q=DELETE%20* *q=DELETE+*"

// queues are the rules about message brokers, and about web requests that delete.
var queues = []rules.Rule{
	{
		ID: "http.delete", Class: rules.Destructive, Program: "curl wget", Exempt: rules.OwnPorts, Any: "--request=DELETE --request=delete --request=Delete --request=PURGE --method=DELETE --method=delete --method=Delete",
		Reason: "asks a server to delete something",
		Hint:   "curl without -X shows what it is",
		Hits: []string{
			"curl -X DELETE localhost:9200/logs", "curl -XDELETE u", "curl --request DELETE u", "curl -s u -X DELETE", "wget --method=DELETE u", "curl -sSXDELETE u",
			"curl --request=DELETE u", "curl -X DELETE localhost:3000/api/dashboards/uid/x", "curl -X DELETE http://localhost:8000/x http://h/x", `curl -X DELETE "$URL"`, "curl -X PURGE https://cdn.example.com/x",
		},
		Misses: []string{"curl -sX DELETE http://localhost:8000/api/items/1", "curl u", "curl -X POST u -d DELETE", "curl -X GET u/DELETE", "echo curl -X DELETE u", "curl -H 'X: DELETE' u"},
	},
	{
		ID: "http.delete-item", Class: rules.Destructive, Program: "http", Exempt: rules.OwnPorts, Operand: "DELETE delete",
		Reason: "asks a server to delete something",
		Hint:   "http GET shows what it is",
		Hits:   []string{"http DELETE :9200/x", "https delete example.com/x", "xh DELETE u"},
		Misses: []string{"http :9200/x", "http POST u a=DELETE"},
	},
	{
		ID: "http.delete-by-query", Class: rules.Destructive, Program: "curl wget",
		Operand: deletions + " " + queries + " */_close */_close?* */doDelete* */_cluster/settings*",
		Any:     "--request=POST --data --data-ascii --data-binary --data-raw --data-urlencode --json --post-data --method=POST --request=PUT --method=PUT --request=post",
		Reason:  "asks a server to delete or close what it holds",
		Hint:    "the same request with _search or _count shows what it is about",
		Hits: []string{
			"curl -X POST 'localhost:9200/i/_delete_by_query' -d '{}'", "curl -X POST localhost:9200/i/_close", "curl -s h:9200/i-*/_delete_by_query -d '{}'", `curl "$ES/i/_delete_by_query" --json '{}'`,
			"curl -X POST h:2379/v3/kv/deleterange -d '{}'", "curl h:6333/collections/c/points/delete -d '{}'", "curl -X POST 'h:8086/api/v2/delete?bucket=b' -d '{}'", "curl -X PUT h:8529/_api/collection/c/truncate", "curl -X POST 'h:8123/?query=drop%20table%20t'", "curl -X POST 'h:8086/query?q=DROP+DATABASE+x'",
		},
		Misses: []string{"curl localhost:9200/i/_search", "curl localhost:9200/_cat/indices", "curl -s h:9200/i-*/_search -d '{}'", `curl "$ES/i/_count" --json '{}'`, "curl h:6333/collections/c/points/search -d '{}'"},
	},
	{
		ID: "http.delete-by-query-item", Class: rules.Destructive, Program: "http", Certain: true, Operand: deletions,
		Reason: "asks a server to delete what it holds",
		Hint:   "the same request with _search or _count shows what it is about",
		Hits:   []string{"http POST :9200/logs/_delete_by_query", "xh :6333/collections/c/points/delete filter:={}"},
		Misses: []string{"http :9200/logs/_search", "http POST :6333/collections/c/points/search"},
	},
	{
		ID: "http.delete-by-get", Class: rules.Destructive, Program: "wget http", Certain: true,
		Operand: queries,
		Reason:  "asks a database to delete what it holds, in an address",
		Hint:    "ask for it before you delete it",
		Hits: []string{
			"wget -qO- 'http://h:8983/solr/c/update?stream.body=<delete><query>*:*</query></delete>&commit=true'", "wget 'http://h:8983/solr/admin/cores?action=UNLOAD&core=c'",
			"wget -qO- 'h:8983/solr/admin/collections?action=DELETE&name=c'", "http 'h:8123/?query=TRUNCATE%20TABLE%20t'", `wget "$H/?query=DROP%20TABLE%20t"`,
		},
		Misses: []string{"wget 'h:8086/query?q=SHOW+DATABASES'", "http 'h:8123/?query=SELECT%201'", "wget 'h:8983/solr/admin/collections?action=LIST'", "wget 'https://example.com/search?q=dropbox'", "wget 'http://h/x?action=DELETED'", `wget "$URL"`},
	},
	{
		ID: "kafka.delete", Class: rules.Destructive, NotLocal: true,
		Program: "kafka-topics kafka-consumer-groups kafka-configs kafka-acls kafka-delete-records kafka-streams-application-reset",
		Any:     "--delete --delete-offsets --delete-config --remove --reset-offsets --offset-json-file --application-id --add-config=*retention.*=* --add-config=*cleanup.policy=delete* --config=*retention.*=*", None: "--dry-run --create",
		Reason: "deletes messages, or loses the place where readers are",
		Hint:   "--describe shows what it is",
		Hits: []string{
			"kafka-topics --bootstrap-server h:1 --delete --topic t", "kafka-consumer-groups.sh --reset-offsets --group g --to-earliest --execute --topic t",
			"kafka-configs --alter --delete-config retention.ms --entity-type topics", "kafka-delete-records --offset-json-file f", "kafka-acls --remove --topic t",
			"kafka-configs --alter --entity-type topics --entity-name t --add-config retention.ms=1", "kafka-topics --bootstrap-server h:1 --alter --topic t --config retention.ms=1",
		},
		Misses: []string{"kafka-topics --list", "kafka-topics --bootstrap-server h:1 --create --topic t --config retention.ms=86400000", "kafka-topics --describe --topic delete", "kafka-consumer-groups --reset-offsets --dry-run --group g"},
	},
	{
		ID: "kafka.tombstones", Class: rules.Destructive, Program: "kcat kafkacat", Any: "-Z -PZ", None: "-C -L -Q -h",
		Reason: "writes messages without a value, which delete the key of a compacted topic",
		Hint:   "leave -Z away",
		Hits:   []string{"kcat -b h:9092 -t orders -P -Z -K: < x"},
		Misses: []string{"kcat -b h:9092 -t orders -P -K: < x", "kcat -C -b h -t orders -Z", "kcat -L -b h"},
	},
	{
		ID: "kafka.format", Class: rules.Destructive, Program: "kafka-storage", Operand: "format",
		Reason: "formats the directories that the broker keeps its messages in",
		Hint:   "`kafka-storage info` shows what is there",
		Hits:   []string{"kafka-storage.sh format -t id -c server.properties --ignore-formatted"},
		Misses: []string{"kafka-storage info -c server.properties", "kafka-storage random-uuid"},
	},
	{
		ID: "kafka.tombstone", Class: rules.Destructive, Program: "kaf kafkactl kcctl", Operand: "delete rm purge reset delete-records", None: "--dry-run --help",
		Reason: "deletes messages, or loses the place where readers are",
		Hint:   "its describe command shows what it is",
		Hits:   []string{"kaf topic delete t", "kafkactl reset consumer-group-offset g", "kafkactl delete topic t"},
		Misses: []string{"kaf topics", "kafkactl get topics", "kaf topic describe t"},
	},
	{
		ID: "kafka.reassign", Class: rules.Destructive, Program: "kafka-reassign-partitions kafka-leader-election", Any: "--execute --cancel --election-type",
		Reason: "moves what the brokers hold",
		Hint:   "--verify and --generate look only",
		Hits:   []string{"kafka-reassign-partitions.sh --execute --reassignment-json-file x"},
		Misses: []string{"kafka-reassign-partitions.sh --verify --reassignment-json-file x"},
	},
	{
		ID: "rabbitmq.member", Class: rules.Destructive, Program: "rabbitmq-queues rabbitmq-plugins rabbitmq-upgrade rabbitmq-streams", Operand: "delete_member shrink disable drain delete_replica set rebalance",
		Reason: "takes a queue or a part of the broker away",
		Hint:   "`rabbitmq-plugins list` shows what there is",
		Hits:   []string{"rabbitmq-queues delete_member / q n", "rabbitmq-plugins disable --all"},
		Misses: []string{"rabbitmq-plugins list", "rabbitmq-queues quorum_status q"},
	},
	{
		ID: "mail.delete", Class: rules.Destructive, Program: "postsuper exim exim4 sendmail doveadm mailq cyradm qshape imapsync mmdelrecord",
		Operand: "expunge delete deletemailbox purge altmove kick", None: "-h --help",
		Reason: "deletes mail, of others too",
		Hint:   "`postqueue -p` and doveadm search show what there is",
		Hits:   []string{"doveadm expunge -u me mailbox INBOX all", "doveadm mailbox delete -u me INBOX"},
		Misses: []string{"postqueue -p", "doveadm search -u me ALL", "mailq"},
	},
	{
		ID: "mail.queue", Class: rules.Destructive, Program: "postsuper exim exim4 postcat imapsync", Any: "-d -r -h -H -Mrm -Mg -Mf -bpd --delete1 --delete2 --expunge1 --delete2folders",
		Reason: "deletes or holds mail that waits to be sent",
		Hint:   "`postqueue -p` shows it",
		Hits:   []string{"postsuper -d ABC", "exim -Mrm 1abc", "imapsync --host1 a --host2 b --delete2", "mailq | awk '{print $1}' | xargs postsuper -d"},
		Misses: []string{"exim -bp", "postsuper -s", "imapsync --host1 a --host2 b"},
	},
	{
		ID: "jobs.delete", Class: rules.Destructive, Program: "rq celery dramatiq huey sidekiq sidekiqctl resque airflow prefect dagster temporal tctl faktory beanstool gearadmin delayed_job whenever flower",
		Operand: "empty purge delete clear shutdown terminate quit stop discard_all revoke delete-all reset wipe resetdb clean",
		None:    "--dry-run --help --list",
		Reason:  "throws away work that waits, or stops those who do it",
		Hint:    "its inspect or list command shows what there is",
		Hits:    []string{"rq empty --all", "celery -A a purge -f", "celery -A a control shutdown", "airflow dags delete x", "airflow db reset -y", "temporal workflow terminate -w x"},
		Misses:  []string{"rq info", "celery -A a inspect active", "airflow dags list", "temporal workflow list"},
	},
	{
		ID: "jobs.end-all", Class: rules.Destructive, Program: "qdel bkill", Operand: "all 0", None: "--help -h",
		Reason: "ends all jobs on the cluster",
		Hint:   "`qstat` or `bjobs` shows them; name the one to end",
		Hits:   []string{"qdel all", "bkill 0"},
		Misses: []string{"qdel 123", "bkill 123"},
	},
	{
		ID: "jobs.collect", Class: rules.Destructive, Program: "mlflow dvc", Sub: "gc gc/*", None: "--help -h --dry",
		Reason: "deletes for good what runs and versions of data have left",
		Hint:   "ask the user which runs and versions are still needed",
		Hits:   []string{"mlflow gc", "mlflow gc --backend-store-uri x", "dvc gc -w"},
		Misses: []string{"mlflow runs list", "dvc status", "dvc gc -w --dry"},
	},
	{
		ID: "rabbitmq.delete", Class: rules.Destructive, Program: "rabbitmqctl", Sub: "delete_* purge_* reset force_reset stop_app stop shutdown clear_* forget_cluster_node close_* change_password set_user_tags set_permissions",
		Reason: "deletes queues, users or messages, changes who may, or stops the broker",
		Hint:   "`rabbitmqctl list_queues` shows what there is",
		Hits:   []string{"rabbitmqctl delete_user x", "rabbitmqctl -n n purge_queue q", "rabbitmqctl force_reset", "rabbitmqctl delete_vhost /x", "rabbitmqctl set_user_tags bob administrator"},
		Misses: []string{"rabbitmqctl list_queues", "rabbitmqctl status", "rabbitmqctl add_user delete_x p"},
	},
	{
		ID: "queue.broker-stop", Class: rules.Destructive, Undone: rules.Tool, Program: "kafka-server-stop kafka-server-stop.sh zookeeper-server-stop zookeeper-server-stop.sh", None: "--help",
		Reason: "stops the broker that others are using",
		Hint:   "ask the user to do it",
		Hits:   []string{"kafka-server-stop", "kafka-server-stop.sh"},
		Misses: []string{"kafka-topics --list --bootstrap-server h"},
	},
	{
		ID: "queue.change", Class: rules.Destructive, Program: "rpk nats pulsar-admin", Sub: "group/seek group/seek/* redpanda/stop server/raft server/raft/* server/cluster/* namespaces/set-retention topics/skip-all topics/reset-cursor topics/clear-backlog namespaces/clear-backlog cluster/maintenance/*",
		None:   "--dry-run --help",
		Reason: "loses messages, or takes a part of the cluster out of it",
		Hint:   "its list command looks only",
		Hits:   []string{"rpk group seek g --to start", "pulsar-admin namespaces set-retention n --time 0", "nats server raft peer-remove n -f"},
		Misses: []string{"rpk group list", "pulsar-admin namespaces list t", "nats server list"},
	},
	{
		ID: "rabbitmq.admin-delete", Class: rules.Destructive, Program: "rabbitmqadmin", Sub: "delete purge close delete/* purge/* close/*",
		Reason: "deletes queues or messages",
		Hint:   "rabbitmqadmin list queues shows what there is",
		Hits:   []string{"rabbitmqadmin delete queue name=x", "rabbitmqadmin -u u -p p purge queue name=x"},
		Misses: []string{"rabbitmqadmin list queues", "rabbitmqadmin declare queue name=delete"},
	},
	{
		ID: "queue.delete", Class: rules.Destructive, NotMade: true, NotLocal: true, Program: "nats pulsar-admin rpk",
		Sub:    "*/delete */rm */del */purge */remove */delete-* */clear-backlog */unload */terminate */reset */clear */*/reset config/reset cluster/config cluster/config/* */trim-prefix */truncate */skip-all */expire-messages */reset-cursor",
		Reason: "deletes messages, or loses the place where readers are",
		Hint:   "`nats stream info` shows what it holds",
		Hits:   []string{"nats stream delete X", "nats consumer rm S C", "nats kv del B k --purge", "nats stream purge X -f", "rpk topic delete t", "pulsar-admin topics delete t"},
		Misses: []string{"nats stream ls", "nats pub delete x", "nats stream info delete", "rpk topic list"},
	},
}
