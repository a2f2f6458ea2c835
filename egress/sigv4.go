package egress

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// The names of AWS Signature Version 4 (SigV4), from the AWS General Reference ("Signing AWS API
// requests").
const (
	sigAlgorithm = "AWS4-HMAC-SHA256"
	sigEnd       = "aws4_request"
	sigHash      = "X-Amz-Content-Sha256"
	sigChunked   = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
	sigQuery     = "X-Amz-Signature"
	sigUnsigned  = "UNSIGNED-PAYLOAD"

	longestSigned = 16 << 20 // of a body whose hash is in no field
)

// The reasons why the server cannot sign a request again.
var (
	errSignature = errors.New("a signature that is not of AWS Signature Version 4")
	errChunks    = errors.New("each chunk of the body is signed: have the client sign the request alone")
	errLong      = errors.New("the body is too long to sign without " + sigHash)
)

// A signature is a request's information about its signature.
type signature struct {
	date    string // day and time
	scope   []string
	names   []string // the signed header fields
	payload string
}

// sign replaces the signature of a request. The program signed it for the credential's
// access key ID, with a stand-in for the secret.
func (q *request) sign(c *Credential, client side) error {
	signed := func(f field) bool {
		return strings.EqualFold(f.name, "Authorization") && strings.Contains(f.value, c.Value+"/")
	}
	if !slices.ContainsFunc(q.fields, signed) {
		return q.signTarget(c)
	}
	payload, err := q.payload(client)
	if err != nil {
		return err
	}
	f := &q.fields[slices.IndexFunc(q.fields, signed)] // reading the body may have moved the field
	sig, err := q.readSignature(f.value)
	if err != nil {
		return err
	}
	sig.payload = payload
	path, query, _ := strings.Cut(q.line[1], "?")
	f.value = fmt.Sprintf("%s Credential=%s/%s, SignedHeaders=%s, Signature=%s", sigAlgorithm,
		c.Value, strings.Join(sig.scope, "/"), strings.Join(sig.names, ";"), q.signed(sig, c.Secret, path, query))
	return nil
}

// readSignature parses the field Authorization.
func (q *request) readSignature(text string) (sig signature, err error) {
	rest, found := strings.CutPrefix(text, sigAlgorithm)
	if !found {
		return sig, errSignature
	}
	said := map[string]string{}
	for part := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		said[name] = value
	}
	sig.names = q.present(said["SignedHeaders"])
	if sig.date = q.first("X-Amz-Date"); sig.date == "" {
		return sig, errSignature
	}
	sig.scope, err = scopeOf(said["Credential"])
	return sig, err
}

// scopeOf parses day, region and service after an access key ID.
func scopeOf(credential string) ([]string, error) {
	parts := strings.Split(credential, "/")
	if len(parts) != 5 || parts[4] != sigEnd {
		return nil, errSignature
	}
	return parts[1:], nil
}

// present returns the signed header fields that a request has: some are only for a proxy.
func (q *request) present(names string) (there []string) {
	for name := range strings.SplitSeq(names, ";") {
		if len(q.values(name)) > 0 {
			there = append(there, name)
		}
	}
	return there
}

func (q *request) first(name string) string {
	if values := q.values(name); len(values) > 0 {
		return values[0]
	}
	return ""
}

// signTarget replaces a signature in a request's query.
func (q *request) signTarget(c *Credential) error {
	path, query, _ := strings.Cut(q.line[1], "?")
	pairs := strings.Split(query, "&")
	at := slices.IndexFunc(pairs, func(p string) bool {
		name, value, _ := strings.Cut(p, "=")
		text, err := url.QueryUnescape(value)
		return name == "X-Amz-Credential" && err == nil && strings.HasPrefix(text, c.StandIn+"/")
	})
	if at < 0 {
		return nil
	}
	said := func(name string) string {
		for _, p := range pairs {
			if n, value, _ := strings.Cut(p, "="); n == name {
				text, _ := url.QueryUnescape(value)
				return text
			}
		}
		return ""
	}
	scope, err := scopeOf(said("X-Amz-Credential"))
	if err != nil || said("X-Amz-Algorithm") != sigAlgorithm {
		return errSignature
	}
	pairs[at] = "X-Amz-Credential=" + escape(c.Value+"/"+strings.Join(scope, "/"))
	pairs = slices.DeleteFunc(pairs, func(p string) bool { return strings.HasPrefix(p, sigQuery+"=") })
	sig := signature{said("X-Amz-Date"), scope, q.present(said("X-Amz-SignedHeaders")), sigUnsigned}
	if scope[2] != "s3" {
		sig.payload = hashOf(nil)
	}
	query = strings.Join(pairs, "&")
	q.line[1] = path + "?" + query + "&" + sigQuery + "=" + q.signed(sig, c.Secret, path, query)
	return nil
}

// payload returns the hash of a request's body. It reads the body if no field contains the
// hash.
func (q *request) payload(client side) (string, error) {
	switch said := q.first(sigHash); {
	case strings.HasPrefix(said, sigChunked):
		return "", errChunks
	case said != "":
		return said, nil
	case q.isEmpty():
		return hashOf(nil), nil
	}
	text, err := q.read(client, longestSigned, errLong)
	return hashOf(text), err
}

// signed returns a request's signature.
func (q *request) signed(sig signature, secret, path, query string) string {
	var canonical strings.Builder
	canonical.WriteString(q.line[0] + "\n" + canonicalPath(path, sig.scope[2]) + "\n" + canonicalQuery(query) + "\n")
	for _, name := range sig.names {
		values := q.values(name)
		for i, v := range values {
			values[i] = strings.Join(strings.Fields(v), " ")
		}
		canonical.WriteString(name + ":" + strings.Join(values, ",") + "\n")
	}
	canonical.WriteString("\n" + strings.Join(sig.names, ";") + "\n" + sig.payload)
	text := strings.Join([]string{sigAlgorithm, sig.date, strings.Join(sig.scope, "/"), hashOf([]byte(canonical.String()))}, "\n")
	key := []byte("AWS4" + secret)
	for _, part := range sig.scope {
		key = keyed(key, part)
	}
	return hex.EncodeToString(keyed(key, text))
}

func keyed(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// canonicalPath returns a path as AWS signs it: escaped once more, except for S3.
func canonicalPath(path, service string) string {
	if service == "s3" {
		return path
	}
	parts := strings.Split(path, "/")
	for i, part := range parts {
		parts[i] = escape(part)
	}
	return strings.Join(parts, "/")
}

// canonicalQuery returns a query as AWS signs it: escaped in one way, and sorted by names,
// then values.
func canonicalQuery(query string) string {
	var pairs [][2]string
	for pair := range strings.SplitSeq(query, "&") {
		if name, value, _ := strings.Cut(pair, "="); pair != "" {
			pairs = append(pairs, [2]string{escape(plain(name)), escape(plain(value))})
		}
	}
	slices.SortFunc(pairs, func(a, b [2]string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	var texts []string
	for _, p := range pairs {
		texts = append(texts, p[0]+"="+p[1])
	}
	return strings.Join(texts, "&")
}

func plain(text string) string {
	if out, err := url.PathUnescape(text); err == nil {
		return out
	}
	return text
}

// escape escapes everything except what RFC 3986 calls unreserved.
func escape(text string) string {
	var out strings.Builder
	for i := range len(text) {
		c := text[i]
		switch {
		case c >= '0' && c <= '9', c|0x20 >= 'a' && c|0x20 <= 'z', strings.IndexByte("-_.~", c) >= 0:
			out.WriteByte(c)
		default:
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}
