package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What words certainly name on this machine, for development, is nobody else's.
func TestLocalServices(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"an endpoint", "aws --endpoint-url=http://localhost:4566 s3 rm s3://b --recursive", rules.Allow, ""},
		{"an endpoint behind", "aws dynamodb delete-table --table-name t --endpoint-url http://127.0.0.1:8000", rules.Allow, ""},
		{"by a variable", "AWS_ENDPOINT_URL=http://localhost:4566 aws s3 rb s3://b --force", rules.Allow, ""},
		{"by one that is exported", "export AWS_ENDPOINT_URL=http://localhost:4566; aws sqs delete-queue --queue-url q", rules.Allow, ""},
		{"awslocal", "awslocal s3api delete-bucket --bucket b", rules.Allow, ""},
		{"a context of kind", "kubectl --context kind-dev delete -f k8s/test", rules.Allow, ""},
		{"a context of minikube", "kubectl --context minikube delete pod -l app=test -n dev", rules.Allow, ""},
		{"helm", "helm --kube-context k3d-t uninstall web", rules.Allow, ""},
		{"kafka", "kafka-topics --bootstrap-server localhost:9092 --delete --topic test-orders", rules.Allow, ""},
		{"kafka in a container", "docker compose exec -T kafka kafka-topics --bootstrap-server localhost:9092 --delete --topic test-orders", rules.Allow, ""},
		{"wrangler", "npx wrangler kv key delete foo --binding CACHE --local", rules.Allow, ""},
		{"wrangler's SQL", "wrangler d1 execute db --local --command 'DELETE FROM t'", rules.Allow, ""},
		{"the alias of minio", "mc rb --force local/test", rules.Allow, ""},
		{"the same, set", "mc alias set local http://localhost:9000 a b && mc rb --force local/test", rules.Allow, ""},
		{"a local registry of packages", "twine upload --repository-url http://localhost:8081/ dist/*", rules.Allow, ""},

		{"a server under development", "curl -s -X DELETE localhost:3000/items/$ID", rules.Allow, ""},
		{"the same by httpie", "http DELETE :8000/api/items/$ID", rules.Allow, ""},
		{"an index for tests", "curl -fsS -XDELETE http://localhost:9200/test-index", rules.Allow, ""},
		{"a database for tests", "curl -s -X DELETE http://127.0.0.1:5984/testdb -u a:b", rules.Allow, ""},

		{"a server that nobody knows", "curl -s -X DELETE localhost:$PORT/items/$ID", rules.Ask, "http.delete"},
		{"a second one that nobody knows", "curl -s -X DELETE localhost:3000/items/1 $U", rules.Ask, "http.delete"},
		{"an index in use", "curl -XDELETE http://localhost:9200/orders", rules.Ask, "http.delete"},
		{"what is only called test", "curl -X DELETE 127.0.0.1:8001/services/test", rules.Ask, "http.delete"},
		{"all indices like it", "curl -XDELETE 'http://localhost:9200/*-test'", rules.Ask, "http.delete"},
		{"its documents", "curl -XDELETE http://localhost:9200/orders-prod-test", rules.Ask, "http.delete"},
		{"an app of an emulator", "adb -s emulator-5554 shell pm clear com.example.app", rules.Allow, ""},
		{"an app that an emulator starts", "adb -e shell am start -W com.example.app/.Main", rules.Allow, ""},

		{"an app of a phone", "adb shell pm clear com.example.app", rules.Ask, "device.apps"},
		{"an app of another phone", "adb -s 192.168.1.5:5555 shell pm clear com.example.app", rules.Ask, "device.apps"},
		{"an option of the command", "adb shell am start -e emulator-1 x", rules.Ask, "device.activity"},
		{"another endpoint", "aws --endpoint-url=http://localhost.example.com:4566 s3 rm s3://b --recursive", rules.Ask, "aws.s3-rm"},
		{"an endpoint behind a login", "aws --endpoint-url=http://localhost@example.com s3 rm s3://b --recursive", rules.Ask, "aws.s3-rm"},
		{"two endpoints", "aws --endpoint-url http://localhost:1 --endpoint-url https://s3.example.com s3 rb s3://b", rules.Ask, "aws.s3-rb"},
		{"one that nobody knows", "aws --endpoint-url $U s3 rb s3://b", rules.Ask, "aws.s3-rb"},
		{"one of another service", "AWS_ENDPOINT_URL=http://localhost:1 AWS_ENDPOINT_URL_S3=https://s3.example.com aws s3 rb s3://b", rules.Ask, "aws.s3-rb"},
		{"a variable for another command", "AWS_ENDPOINT_URL=http://localhost:1 aws s3 ls; aws s3 rb s3://b", rules.Ask, "aws.s3-rb"},
		{"one that is ignored", "AWS_ENDPOINT_URL=http://localhost:1 AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=true aws s3 rb s3://b", rules.Ask, "aws.s3-rb"},
		{"awslocal, sent elsewhere", "LOCALSTACK_HOST=h awslocal s3 rb s3://b", rules.Ask, "aws.s3-rb"},
		{"a port that is forwarded", "ssh -fNL 4566:s3:443 h; aws --endpoint-url http://localhost:4566 s3 rb s3://b", rules.Ask, "aws.s3-rb"},
		{"one forwarded by a tunnel", "cloudflared access tcp --hostname db.example.com --url localhost:4566 & aws --endpoint-url http://localhost:4566 s3 rb s3://b", rules.Ask, "aws.s3-rb"},
		{"one forwarded by a provider's ssh", "gcloud compute ssh vm -- -N -L 4566:prod:443 & aws --endpoint-url http://localhost:4566 s3 rb s3://b", rules.Ask, "aws.s3-rb"},
		{"on another machine", "ssh h aws --endpoint-url http://localhost:4566 s3 rb s3://b", rules.Ask, "aws.s3-rb"},
		{"another context", "kubectl --context prod-kind delete -f a.yaml", rules.Ask, "k8s.delete"},
		{"no context", "kubectl delete -f a.yaml -n kind-dev", rules.Ask, "k8s.delete"},
		{"another server", "kubectl --context kind-dev --server https://h delete -f a.yaml", rules.Ask, "k8s.delete"},
		{"another configuration", "kubectl --context kind-dev --kubeconfig prod.yaml delete -f a.yaml", rules.Ask, "k8s.delete"},
		{"a context that nobody knows", "kubectl --context kind-$C delete pod x", rules.Ask, "k8s.delete"},
		{"a context that may be any", "kubectl --context $C delete pod x", rules.Ask, "k8s.delete"},
		{"several brokers", "kafka-topics --bootstrap-server localhost:9092,k1:9092 --delete --topic test-orders", rules.Ask, "kafka.delete"},
		{"a container on another machine", "docker -H tcp://h compose exec -T kafka kafka-topics --bootstrap-server localhost:9092 --delete --topic test-orders", rules.Ask, "kafka.delete"},
		{"a pod", "kubectl exec kafka-0 -- kafka-topics --bootstrap-server localhost:9092 --delete --topic test-orders", rules.Ask, "kafka.delete"},
		{"a topic in use", "kafka-topics --bootstrap-server localhost:9092 --delete --topic orders", rules.Ask, "kafka.delete"},
		{"all topics", "kafka-topics --bootstrap-server localhost:9092 --delete --topic 'test-.*|orders'", rules.Ask, "kafka.delete"},
		{"wrangler at the service", "wrangler d1 execute db --local --remote --command 'DELETE FROM t'", rules.Ask, "db.delete-all"},
		{"another alias", "mc rb --force prod/test", rules.Ask, "cloud.delete"},
		{"an alias beside it", "mc rb --force local/test prod/test", rules.Ask, "cloud.delete"},
		{"the alias with another meaning", "mc alias set local https://s3.example.com a b && mc rb --force local/test", rules.Ask, "cloud.delete"},
		{"another registry", "twine upload --repository-url https://upload.example.com/ dist/*", rules.Ask, "pkg.publish"},
	})
}
