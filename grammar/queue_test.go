package grammar

import "testing"

// TestQueues holds message brokers and requests.
func TestQueues(t *testing.T) {
	check(t, []sample{
		{`kafka`, `kafka-topics.sh --bootstrap-server h:1 --delete --topic t; kafka-configs --alter --delete-config a=b`, "kafka-topics --bootstrap-server=h:1 --delete --topic=t | manages\nkafka-configs --alter --delete-config=a=b | manages"},
		{`rabbit`, `rabbitmqctl -n n delete_user x; rabbitmqadmin -u u -p p delete queue name=x`, "rabbitmqctl delete_user --node=n plain:x | manages\nrabbitmqadmin delete queue --username=u --password=p plain:name=x | manages"},
		{`nats`, `nats -s h stream rm X -f; nats pub a delete`, "nats stream rm --server=h --force plain:X | manages\nnats pub plain:a plain:delete | manages"},
		{`requests`, `http DELETE :9200/x a=b; http -o /etc/x example.com`, "http plain:DELETE url::9200/x form:a=b | manages, connects :9200/x, uploads b\nhttp --output=/etc/x url:example.com | manages, writes /etc/x, connects example.com"},
	})
}
