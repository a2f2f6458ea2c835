package filter

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDecoders(t *testing.T) {
	for _, r := range []struct {
		reason string
		words  []string
		in     string
		want   string
		known  bool
	}{
		{"hexadecimal", []string{"basenc", "--base16", "-d"}, "6C73", "ls", true},
		{"hexadecimal written", []string{"basenc", "--base16"}, "ls", "6C73\n", true},
		{"base32", []string{"basenc", "-d", "--base32"}, "NRZQ====", "ls", true},
		{"base32 in the other alphabet", []string{"basenc", "-d", "--base32hex"}, "DHPG====", "ls", true},
		{"base64", []string{"basenc", "--base64", "--decode"}, "bHM=\n", "ls", true},
		{"base64 for URLs", []string{"basenc", "--base64url", "-d"}, "bHM_", "ls?", true},
		{"a base that is not followed", []string{"basenc", "--z85", "-d"}, "bHM=", "", false},
		{"openssl's base64", []string{"openssl", "base64", "-d", "-A"}, "bHM=", "ls", true},
		{"openssl's enc", []string{"openssl", "enc", "-base64", "-d"}, "bHM=\n", "ls", true},
		{"openssl with a cipher", []string{"openssl", "enc", "-aes-256-cbc", "-d", "-a"}, "bHM=", "", false},
		{"openssl of a file", []string{"openssl", "base64", "-d", "-in", "f"}, "bHM=", "", false},
		{"Python's module", []string{"python3", "-m", "base64", "-d"}, "bHM=", "ls", true},
		{"Python's module for a file", []string{"python3", "-m", "base64", "-d", "f"}, "bHM=", "", false},
		{"another module", []string{"python3", "-m", "json", "-d"}, "bHM=", "", false},
		{"jq's literal", []string{"jq", "-rn", `"bHM="|@base64d`}, "", "ls\n", true},
		{"jq's literal with blanks", []string{"jq", "-n", "-r", ` "bHM=" | @base64d `}, "", "ls\n", true},
		{"jq's JSON", []string{"jq", "-n", `"bHM="|@base64d`}, "", "", false},
		{"another program of jq", []string{"jq", "-rn", `.a|@base64d`}, "", "", false},
	} {
		t.Run(r.reason, func(t *testing.T) {
			f, found := Lookup(r.words[0])
			assert.True(t, found)
			got, known := f.Output(Call{Args: r.words[1:], Input: r.in, HasInput: true, Spend: func(int) bool { return true }})
			assert.Equal(t, r.known, known)
			if known {
				assert.Equal(t, r.want, got)
			}
		})
	}
}
