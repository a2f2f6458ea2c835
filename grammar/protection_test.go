package grammar

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestProtections(t *testing.T) {
	for _, c := range []struct {
		what, command string
		off           bool
	}{
		{"an option", "aws ec2 modify-instance-metadata-options --instance-id i --http-tokens optional", true},
		{"the same by =", "aws ec2 modify-instance-metadata-options --instance-id i --http-tokens=optional", true},
		{"turned on", "aws ec2 modify-instance-metadata-options --instance-id i --http-tokens required", false},
		{"a negation", "gcloud container clusters update c --no-enable-network-policy", true},
		{"a reversed name", "aws rds modify-db-instance --db-instance-identifier d --no-skip-final-snapshot", false},
		{"a number", "aws iam update-account-password-policy --minimum-password-length 6", true},
		{"a number that is large enough", "aws iam update-account-password-policy --minimum-password-length 14", false},
		{"what the subcommand is about", "aws dlm update-lifecycle-policy --policy-id p --state DISABLED", true},
		{"a list of settings", "gcloud compute project-info add-metadata --metadata=a=b,enable-oslogin=FALSE", true},
		{"JSON", `oci network security-list update --ingress-security-rules [{"source":"0.0.0.0/0"}]`, true},
		{"JSON with one address", `oci network security-list update --ingress-security-rules [{"source":"192.0.2.1/32"}]`, false},
		{"two words", "cilium config set enable-policy never", true},
		{"what goes out", `oci network security-list update --egress-security-rules [{"destination":"0.0.0.0/0"}]`, false},
		{"a new object", "aws rds create-db-instance --db-instance-identifier d --no-storage-encrypted", false},
		{"variables of a program", "gcloud run services update web --set-env-vars AUTH=none", false},
		{"further variables", "az webapp config appsettings set -g g -n web --settings A=b AUTH=none", false},
		{"a text", "gh issue edit 1 --title auth=none", false},
		{"tags", "az vm update -g g -n vm --set tags.backup=none", false},
		{"which pages may ask", "aws apigatewayv2 update-api --api-id a --cors-configuration AllowOrigins=*", false},
		{"the client itself", "aws configure set audit none", false},
		{"a name and its value", "az postgres flexible-server parameter set -s s --name require_secure_transport --value off", true},
		{"a list in a setting", `kcadm.sh update clients/abc -s redirectUris=["*"]`, true},
		{"a realm", "kcadm.sh update realms/shop -s enabled=false", true},
		{"a short time", "influx bucket update -i x --retention 60m", true},
		{"a long time", "influx bucket update -i x --retention 720h", false},
		{"a new rule for everyone", "ipa hbacrule-add x --usercat=all --hostcat=all", true},
		{"a new rule for a group", "ipa hbacrule-add x --desc=all", false},
		{"everyone", "ipa permission-mod p --bindtype=anonymous", true},
		{"those who log in", "ipa permission-mod p --bindtype=permission", false},
		{"a short password", "samba-tool domain passwordsettings set --min-pwd-length=4", true},
		{"a mode", "cilium config set PolicyAuditMode=Enabled", true},
		{"no client of a service", "frobnicate set auth none", false},
	} {
		t.Run(c.what, func(t *testing.T) {
			assert.Equal(t, c.off, strings.Contains(fieldsSaid(strings.Fields(c.command)...), protectionOff))
		})
	}
}

// What has no grammar is a client if its words name an object that services keep.
func TestProtectionsByWordsAlone(t *testing.T) {
	for command, want := range map[string]bool{
		"frobnicate org update acme --require-mfa=false": true, "frobnicate set realms/prod ssl=none": true, "frobnicate set auth none": false, "frobnicate org list --require-mfa=false": false, "frobnicate config set ssl false": false,
	} {
		assert.Equal(t, want, strings.Contains(fieldsSaid(strings.Fields(command)...), mayBeProtectionOff), command)
	}
}

func TestGrantsAll(t *testing.T) {
	for command, want := range map[string]bool{
		"argocd proj add-destination default * *": true, "frobnicate policy add bob *": true, "frobnicate grant bob *": true, "frobnicate allow-origin *": true,
		"frobnicate add *": false, "argocd proj deny-cluster-resource default * *": false, "frobnicate policy remove bob *": false, "argocd account can-i sync apps *": false, "git add *": false,
	} {
		assert.Equal(t, want, strings.Contains(fieldsSaid(strings.Fields(command)...), grantAll), command)
	}
}

func TestShorterTimes(t *testing.T) {
	for value, want := range map[string]bool{"0ms": true, "1m": true, "24h": true, "1d": true, "3600s": true, "25h": false, "2d": false, "720h": false, "d": false, "": false, "-1d": false, "1y": false, "1_d": true} {
		assert.Equal(t, want, isShorter(value, 25), value)
	}
}

func TestSettingNames(t *testing.T) {
	for name, want := range map[string]string{
		"portSecurity": "-port-security-", "PortSecurity": "-port-security-", "port_security": "-port-security-", "IPFilter": "-ip-filter-", "/a/b.c": "--a-b-c-", "http2Enabled": "-http2-enabled-", "": "--",
	} {
		assert.Equal(t, want, settingName(name), name)
	}
}

func TestChartValues(t *testing.T) {
	for _, c := range []struct{ what, command, want string }{
		{"a path", "helm upgrade a b --set web.service.type=NodePort", "cluster-open"},
		{"several", "helm upgrade a b --set image.tag=v2,replicaCount=0", "cluster-stop"},
		{"a place in a list", "helm upgrade a b --set web[0].replicas=0", "cluster-stop"},
		{"JSON below a path", `helm upgrade a b --set-json web={"replicas":0}`, "cluster-stop"},
		{"JSON of all", `helm upgrade a b --set-json {"service":{"type":"LoadBalancer"}}`, "cluster-open"},
		{"a new release", "helm install a b --set persistence.enabled=false", ""},
		{"only shown", "helm template a b --set replicaCount=0", ""},
		{"more", "helm upgrade a b --set replicaCount=3", ""},
	} {
		t.Run(c.what, func(t *testing.T) { assert.Equal(t, c.want, fieldsSaid(strings.Fields(c.command)...)) })
	}
}
