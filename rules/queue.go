package rules

// queues are the rules about message brokers, and about web requests that
// delete.
var queues = []Rule{
	{
		ID: "http.delete", Class: Destructive, Program: "curl wget", Any: "--request=DELETE --request=delete --request=Delete --method=DELETE --method=delete --method=Delete",
		Reason: "asks a server to delete something",
		Hint:   "curl without -X shows what it is",
		Hits: []string{
			"curl -X DELETE localhost:9200/logs", "curl -XDELETE u", "curl --request DELETE u", "curl -s u -X DELETE", "wget --method=DELETE u", "curl -sSXDELETE u",
			"curl --request=DELETE u",
		},
		Misses: []string{"curl u", "curl -X POST u -d DELETE", "curl -X GET u/DELETE", "echo curl -X DELETE u", "curl -H 'X: DELETE' u"},
	},
	{
		ID: "http.delete-item", Class: Destructive, Program: "http", Operand: "DELETE delete",
		Reason: "asks a server to delete something",
		Hint:   "http GET shows what it is",
		Hits:   []string{"http DELETE :9200/x", "https delete example.com/x", "xh DELETE u"},
		Misses: []string{"http :9200/x", "http POST u a=DELETE"},
	},
	{
		ID: "http.delete-by-query", Class: Destructive, Program: "curl wget",
		Operand: "*/_delete_by_query* */_close */_close?* */documents/delete-batch* */doDelete* */delete_series* */_cluster/settings*",
		Any:     "--request=POST --data --data-ascii --data-binary --data-raw --data-urlencode --json --post-data --method=POST --request=PUT --method=PUT",
		Reason:  "asks a server to delete or close what it holds",
		Hint:    "the same request with _search or _count shows what it is about",
		Hits:    []string{"curl -X POST 'localhost:9200/i/_delete_by_query' -d '{}'", "curl -X POST localhost:9200/i/_close"},
		Misses:  []string{"curl localhost:9200/i/_search", "curl localhost:9200/_cat/indices"},
	},
	{
		ID: "kafka.delete", Class: Destructive,
		Program: "kafka-topics kafka-consumer-groups kafka-configs kafka-acls kafka-delete-records kafka-streams-application-reset",
		Any:     "--delete --delete-offsets --delete-config --remove --reset-offsets --offset-json-file --application-id", None: "--dry-run",
		Reason: "deletes messages, or loses the place where readers are",
		Hint:   "--describe shows what it is",
		Hits: []string{
			"kafka-topics --bootstrap-server h:1 --delete --topic t", "kafka-consumer-groups.sh --reset-offsets --group g --to-earliest --execute --topic t",
			"kafka-configs --alter --delete-config retention.ms --entity-type topics", "kafka-delete-records --offset-json-file f", "kafka-acls --remove --topic t",
		},
		Misses: []string{"kafka-topics --list", "kafka-topics --describe --topic delete", "kafka-consumer-groups --reset-offsets --dry-run --group g"},
	},
	{
		ID: "rabbitmq.delete", Class: Destructive, Program: "rabbitmqctl", Sub: "delete_* purge_* reset force_reset stop_app stop shutdown clear_* forget_cluster_node close_*",
		Reason: "deletes queues, users or messages, or stops the broker",
		Hint:   "`rabbitmqctl list_queues` shows what there is",
		Hits:   []string{"rabbitmqctl delete_user x", "rabbitmqctl -n n purge_queue q", "rabbitmqctl force_reset", "rabbitmqctl delete_vhost /x"},
		Misses: []string{"rabbitmqctl list_queues", "rabbitmqctl status", "rabbitmqctl add_user delete_x p"},
	},
	{
		ID: "rabbitmq.admin-delete", Class: Destructive, Program: "rabbitmqadmin", Sub: "delete purge close delete/* purge/* close/*",
		Reason: "deletes queues or messages",
		Hint:   "rabbitmqadmin list queues shows what there is",
		Hits:   []string{"rabbitmqadmin delete queue name=x", "rabbitmqadmin -u u -p p purge queue name=x"},
		Misses: []string{"rabbitmqadmin list queues", "rabbitmqadmin declare queue name=delete"},
	},
	{
		ID: "queue.delete", Class: Destructive, Program: "nats pulsar-admin rpk",
		Sub:    "*/delete */rm */del */purge */remove */delete-* */clear-backlog */unload */terminate",
		Reason: "deletes messages, or loses the place where readers are",
		Hint:   "`nats stream info` shows what it holds",
		Hits:   []string{"nats stream delete X", "nats consumer rm S C", "nats kv del B k --purge", "nats stream purge X -f", "rpk topic delete t", "pulsar-admin topics delete t"},
		Misses: []string{"nats stream ls", "nats pub delete x", "nats stream info delete", "rpk topic list"},
	},
}
