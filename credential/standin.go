package credential

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"strings"
)

// leastRandom is how many characters of a stand-in are drawn at the least. A shorter secret has
// none: its stand-in could turn up in a text by chance.
const leastRandom = 8

// The characters that are drawn for one of their kind.
const (
	digits = "0123456789"
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// standIn draws a text that looks like a secret. It reports false for one that is too short, or
// has bytes that no request could carry.
func standIn(secret string) (string, bool) {
	for i := range len(secret) {
		if secret[i] <= ' ' || secret[i] >= 0x7f {
			return "", false
		}
	}
	kept := keptPrefix(secret)
	var out strings.Builder
	out.WriteString(secret[:kept])
	drawn := 0
	for _, c := range []byte(secret[kept:]) {
		for _, kind := range [...]string{digits, lower, upper} {
			if strings.IndexByte(kind, c) >= 0 {
				n, _ := rand.Int(rand.Reader, big.NewInt(int64(len(kind)))) // crypto/rand does not fail
				c = kind[n.Int64()]
				drawn++
				break
			}
		}
		out.WriteByte(c)
	}
	if drawn < leastRandom || out.String() == secret {
		return "", false
	}
	return out.String(), true
}

// awsKinds begin the access key IDs of AWS: the IAM User Guide, "Unique identifiers".
var awsKinds = [...]string{"AKIA", "ASIA"}

// keptPrefix is how much of a secret says what it is, and is no secret: a few words that end in a
// hyphen or an underscore, as in ghp_, github_pat_ and sk-ant-api03-, and all but the signature of a JSON
// Web Token.
func keptPrefix(secret string) int {
	if n := strings.LastIndexByte(secret, '.'); n > 0 && isToken(secret[:n]) {
		return n + 1
	}
	for _, kind := range awsKinds {
		if len(secret) == 20 && strings.HasPrefix(secret, kind) {
			return len(kind)
		}
	}
	kept := 0
	for range mostWords {
		at := strings.IndexAny(secret[kept:], "_-")
		if at < 0 || !isWord(secret[kept:kept+at]) || len(secret)-kept-at-1 < 2*leastRandom {
			break
		}
		kept += at + 1
	}
	return kept
}

// The bounds of a prefix: more could be of the secret itself.
const (
	mostWords   = 3
	longestWord = 6
)

// isWord reports whether a text is a word of a prefix: small letters, perhaps with a version.
func isWord(text string) bool {
	letters := strings.TrimRight(text, digits)
	return letters != "" && len(text) <= longestWord && len(text)-len(letters) <= 2 && strings.Trim(letters, lower) == ""
}

// isToken reports whether a text is the header and the claims of a JSON Web Token.
func isToken(text string) bool {
	header, _, found := strings.Cut(text, ".")
	plain, err := base64.RawURLEncoding.DecodeString(header)
	return found && err == nil && json.Valid(plain)
}
