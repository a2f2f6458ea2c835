package egress

import (
	"bufio"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The examples of Amazon's own documents: the IAM User Guide ("Create a signed AWS API request")
// and the S3 API Reference ("Signature calculations: examples", GET Object and query parameters).
func TestSignatures(t *testing.T) {
	const stand, scope = "AKIASTANDINSTANDINXY", "/20130524/us-east-1/s3/aws4_request"
	for name, c := range map[string]struct {
		id, secret, target string
		fields             []field
		want               string // in the head
	}{
		"a query of IAM": {
			"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "/?Version=2010-05-08&Action=ListUsers",
			[]field{
				{"Host", "iam.amazonaws.com"},
				{"Content-Type", "application/x-www-form-urlencoded;  charset=utf-8"},
				{"X-Amz-Date", "20150830T123600Z"},
				{"Authorization", "AWS4-HMAC-SHA256 Credential=" + stand + "/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=0"},
			},
			"Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7",
		},
		"a part of an object of S3": {
			"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "/test.txt",
			[]field{
				{"Host", "examplebucket.s3.amazonaws.com"},
				{"Range", "bytes=0-9"},
				{"x-amz-date", "20130524T000000Z"},
				{"x-amz-content-sha256", hashOf(nil)},
				{"authorization", "AWS4-HMAC-SHA256 Credential=" + stand + scope + ",SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=0"},
			},
			"Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
		},
		"a presigned URL": {
			"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
			"/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=" + stand + strings.ReplaceAll(scope, "/", "%2F") +
				"&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=0",
			[]field{{"Host", "examplebucket.s3.amazonaws.com"}},
			"X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
		},
	} {
		t.Run(name, func(t *testing.T) {
			q := request{head: head{line: [3]string{"GET", c.target, "HTTP/1.1"}, fields: c.fields}}
			credential := Credential{StandIn: stand, Value: c.id, Secret: c.secret}
			q.fill(&credential)
			require.NoError(t, q.sign(&credential, side{}))
			var text strings.Builder
			require.NoError(t, q.write(&text))
			assert.Contains(t, text.String(), c.want)
			assert.NotContains(t, text.String(), stand)
		})
	}
}

func TestNotSigned(t *testing.T) {
	for name, c := range map[string]struct {
		fields []field
		want   error
	}{
		"another algorithm": {[]field{{"Authorization", "AWS4-ECDSA-P256-SHA256 Credential=ID/20130524/s3/aws4_request, SignedHeaders=host, Signature=0"}}, errSignature},
		"no date":           {[]field{{"Authorization", "AWS4-HMAC-SHA256 Credential=ID/20130524/r/s3/aws4_request, SignedHeaders=host, Signature=0"}}, errSignature},
		"another scope":     {[]field{{"X-Amz-Date", "20130524T000000Z"}, {"Authorization", "AWS4-HMAC-SHA256 Credential=ID/r/s3/aws4_request, SignedHeaders=host, Signature=0"}}, errSignature},
		"signed chunks": {[]field{
			{"X-Amz-Date", "20130524T000000Z"},
			{"X-Amz-Content-Sha256", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"},
			{"Authorization", "AWS4-HMAC-SHA256 Credential=ID/20130524/r/s3/aws4_request, SignedHeaders=host, Signature=0"},
		}, errChunks},
	} {
		t.Run(name, func(t *testing.T) {
			q := request{head: head{line: [3]string{"GET", "/", "HTTP/1.1"}, fields: append([]field{{"Host", "x.example"}}, c.fields...)}}
			assert.ErrorIs(t, q.sign(&Credential{Value: "ID", Secret: "s"}, side{}), c.want)
		})
	}
}

// The server gets a request whose signature covers it as sent, with all values in place.
func TestSignedAsSent(t *testing.T) {
	const stand, scope = "AKIASTANDINSTANDINXY", "/20130524/us-east-1/s3/aws4_request"
	api := []Origin{{Host: "s3.example", Port: 443}}
	for why, fields := range map[string][]field{
		"a token that comes later in the list":       {{"X-Amz-Security-Token", "standin-of-a-token"}, {"X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD"}},
		"what the proxy does not send on":            {{"Accept-Encoding", "gzip"}, {"X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD"}},
		"a body in chunks, whose hash no field says": {{"Transfer-Encoding", "chunked"}},
	} {
		s := New(Rules{Credentials: []Credential{
			{Name: "id", StandIn: stand, Value: "AKIAIOSFODNN7EXAMPLE", Secret: "secret", Origins: api},
			{Name: "token", StandIn: "standin-of-a-token", Value: "the-value-of-tokens", Origins: api},
		}})
		q := request{target: Target{"s3.example", 443}, head: head{line: [3]string{"PUT", "/x", "HTTP/1.1"}, fields: slices.Concat(
			[]field{{"Host", "s3.example"}}, fields, []field{{"Authorization", "AWS4-HMAC-SHA256 Credential=" + stand + scope +
				", SignedHeaders=accept-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=0"}, {"X-Amz-Date", "20130524T000000Z"}})}}
		q.chunked = len(q.values("Transfer-Encoding")) > 0
		require.NoError(t, s.putIn(&q, side{r: bufio.NewReader(strings.NewReader("4\r\nbody\r\n0\r\n\r\n"))}, true), why)
		said := q.first("Authorization")
		sig, err := q.readSignature(said)
		require.NoError(t, err, why)
		sig.payload = "UNSIGNED-PAYLOAD"
		if q.text != nil {
			sig.payload = hashOf([]byte("body"))
		}
		assert.True(t, strings.HasSuffix(said, "Signature="+q.signed(sig, "secret", "/x", "")), why)
		assert.NotContains(t, q.first("X-Amz-Security-Token"), "standin", why)
	}
}
