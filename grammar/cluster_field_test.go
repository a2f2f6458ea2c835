package grammar

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// fieldsSaid returns the names of what the fields in a command's words mean.
func fieldsSaid(argv ...string) string {
	var names []string
	for _, e := range one(argv...).Effects {
		if e.Kind == Alters {
			names = append(names, e.Name)
		}
	}
	return strings.Join(names, " ")
}

func TestClusterFields(t *testing.T) {
	for _, c := range []struct{ what, patch, want string }{
		{"a merge", `{"spec":{"type":"NodePort"}}`, "cluster-open"},
		{"YAML", "spec:\n  type: LoadBalancer\n", "cluster-open"},
		{"an operation", `[{"op":"replace","path":"/spec/type","value":"NodePort"}]`, "cluster-open"},
		{"an operation that only tests", `[{"op":"test","path":"/spec/type","value":"NodePort"}]`, ""},
		{"an index in a path", `[{"op":"remove","path":"/spec/ingress/0/from"}]`, "cluster-open"},
		{"a slash in a key", `[{"op":"remove","path":"/metadata/annotations/nginx.ingress.kubernetes.io~1auth-type"}]`, "cluster-open"},
		{"a key that is taken away", `{"metadata":{"annotations":{"nginx.ingress.kubernetes.io/auth-type":null}}}`, "cluster-open"},
		{"an empty rule", `{"spec":{"ingress":[{}]}}`, "cluster-open"},
		{"no rule", `{"spec":{"ingress":[]}}`, ""},
		{"every verb", `{"rules":[{"verbs":["*"]}]}`, "cluster-grant"},
		{"a pattern is no value", `{"rules":[{"verbs":["get"]}]}`, ""},
		{"several meanings, each once", `{"spec":{"suspend":true,"type":"NodePort","externalIPs":["192.0.2.1"]}}`, "cluster-stop cluster-open"},
		{"the same key elsewhere", `{"spec":{"strategy":{"type":"NodePort"}},"data":{"suspend":"true"}}`, ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			assert.Equal(t, c.want, fieldsSaid("kubectl", "patch", "x", "y", "-p", c.patch))
		})
	}
	assert.Equal(t, "cluster-unguard", fieldsSaid("kubectl", "label", "ns", "x", "pod-security.kubernetes.io/enforce-", "a=b"))
	assert.Empty(t, fieldsSaid("kubectl", "label", "ns", "x", "pod-security.kubernetes.io/enforce-", "--dry-run=client"))
}

func TestAccessPolicies(t *testing.T) {
	for _, c := range []struct{ what, policy, want string }{
		{"everyone", `{"Statement":[{"Effect":"Allow","Principal":"*"}]}`, openPolicy},
		{"everyone in a list", `{"Statement":{"Effect":"Allow","Principal":{"AWS":["1","*"]}}}`, openPolicy},
		{"everyone but one", `{"Statement":{"Effect":"Allow","NotPrincipal":{"AWS":"1"}}}`, openPolicy},
		{"a denial", `{"Statement":[{"Effect":"Deny","Principal":"*"}]}`, ""},
		{"who asks", `{"Statement":[{"Effect":"Allow","Principal":"*","Condition":{"StringEquals":{"aws:SourceAccount":"1"}}}]}`, ""},
		{"whoever asks", `{"Statement":[{"Effect":"Allow","Principal":"*","Condition":{"StringLike":{"aws:SourceArn":"*"}}}]}`, openPolicy},
		{"how one asks", `{"Statement":[{"Effect":"Allow","Principal":"*","Condition":{"Bool":{"aws:SecureTransport":"true"}}}]}`, openPolicy},
		{"in a string", `{"Policy":"{\"Statement\":[{\"Effect\":\"Allow\",\"Principal\":\"*\"}]}"}`, openPolicy},
		{"shorthand", `Policy={"Statement":[{"Effect":"Allow","Principal":"*"}]}`, openPolicy},
		{"shorthand with quotes", `Policy="{\"Statement\":[{\"Effect\":\"Allow\",\"Principal\":\"*\"}]}",X=y`, openPolicy},
		{"one account", `{"Statement":[{"Effect":"Allow","Principal":{"AWS":"1"},"Action":"*","Resource":"*"}]}`, ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			assert.Equal(t, c.want, fieldsSaid("aws", "x", "put-x-policy", "--policy", c.policy))
		})
	}
	assert.Equal(t, openPolicy, fieldsSaid("aws", "events", "put-permission", "--principal", "*"))
	assert.Empty(t, fieldsSaid("aws", "x", "list", "--query", "*"))
}
