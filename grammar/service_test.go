package grammar

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// A password or token on a command line is marked, so that no record holds it.
func TestCredentials(t *testing.T) {
	for _, source := range []string{
		"docker login -u me -p hunter2 h", "docker login --password=hunter2", "kubectl --token hunter2 get pods", "kubectl get pods --token=hunter2",
		"helm --kube-token hunter2 list", "argocd app list --auth-token hunter2", "nomad job stop -token=hunter2 x", "consul kv get -token hunter2 x",
		"az storage blob list --account-key hunter2", "doctl -t hunter2 account get", "vercel --token hunter2", "netlify --auth hunter2 status",
		"fly -t hunter2 status", "vault login hunter2", "op --session hunter2 item list", "doppler -t hunter2 run -- ls", "rabbitmqadmin -p hunter2 list queues",
		"nats --password hunter2 stream ls", "twine upload -p hunter2 x", "vsce publish -p hunter2", "npm publish --otp hunter2", "gh secret set X -b hunter2",
		"http -a hunter2 example.com",
	} {
		t.Run(source, func(t *testing.T) {
			s, err := parser.Parse(source, parser.Options{})
			require.NoError(t, err)
			v := Read(s, parser.Options{})[0]
			found := false
			for _, g := range v.Options {
				found = found || g.Option != nil && g.Option.Role == spec.Credential && g.Value.Is("hunter2") == parser.Yes
			}
			for _, o := range v.Operands {
				found = found || o.Role == spec.Credential && o.Word.Is("hunter2") == parser.Yes
			}
			assert.True(t, found, show(v))
		})
	}
}
