package zone

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

func TestMetadataHosts(t *testing.T) {
	for text, reason := range map[string]string{
		"http://169.254.169.254/":            "as manuals write it",
		"169.254.169.254/latest":             "without a scheme",
		"http://169.254.169.254:80/":         "with a port",
		"http://u:p@169.254.169.254/":        "behind a user",
		"http://2852039166/":                 "as one number",
		"http://0xA9FEA9FE":                  "in base sixteen",
		"http://0251.0376.0251.0376/":        "in base eight",
		"http://169.254.43518/":              "in three numbers",
		"http://169.0xfea9fe/":               "in two, of two bases",
		"http://[::ffff:169.254.169.254]/":   "inside an address of IPv6",
		"http://[::ffff:a9fe:a9fe]:80/":      "the same in base sixteen",
		"http://[FD00:EC2::254]/":            "of IPv6, in capitals",
		"http://[fd00:ec2:0:0:0:0:0:254]/":   "of IPv6, written out",
		"http://169%2e254%2E169.254/":        "with dots in percent signs",
		"HTTP://Metadata.Google.Internal./x": "a name with a dot at its end",
		"http://100.100.100.200/":            "another cloud's",
		`http:\\169.254.169.254\x`:           "as browsers forgive",
	} {
		assert.Equal(t, rules.Metadata, metadataHost(parser.Text(text)), "%s: %s", reason, text)
	}
	for text, reason := range map[string]string{
		"http://169.254.1.1/":                         "another address of the link",
		"http://example.com/169.254.169.254":          "in the path",
		"http://x.example/?u=http://169.254.169.254/": "in the query",
		"http://169.254.169.254.example.com/":         "a name that begins so",
		"http://2852039167/":                          "another number",
		"http://1.2.3.4.5/":                           "too many numbers",
		"http://metadata.example.com/":                "a service of another's",
		"":                                            "nothing",
		"[":                                           "half of an address",
		"http://localhost/":                           "this machine",
	} {
		assert.Zero(t, metadataHost(parser.Text(text)), "%s: %s", reason, text)
	}
}
