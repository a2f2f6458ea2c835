package envelope

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func pair(t *testing.T) (ed25519.PrivateKey, []ed25519.PublicKey) {
	t.Helper()
	private, public, err := NewKey("")
	require.NoError(t, err)
	key, err := PrivateKey(private)
	require.NoError(t, err)
	keys, err := PublicKeys("# ours\n\n" + public)
	require.NoError(t, err)
	return key, keys
}

func TestOpen(t *testing.T) {
	key, keys := pair(t)
	other, others := pair(t)
	p := Policy{Group: "laptops", Version: 7, Expires: time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC), Text: "profile = \"guarded\"\n"}
	data, err := Seal(p, key)
	require.NoError(t, err)
	opened, err := Open(data, append(others, keys...))
	require.NoError(t, err, "one of the keys is enough")
	assert.Equal(t, p, opened)

	var s sealed
	require.NoError(t, json.Unmarshal(data, &s))
	changed := func(change func(*sealed)) []byte {
		c := sealed{bytes.Clone(s.Signed), bytes.Clone(s.Signature)}
		change(&c)
		data, err := json.Marshal(c)
		require.NoError(t, err)
		return data
	}
	forged, err := Seal(p, other)
	require.NoError(t, err)
	elsewhere, err := json.Marshal(sealed{s.Signed, ed25519.Sign(key, s.Signed)})
	require.NoError(t, err)
	answer, err := Sign(Answers, p, key)
	require.NoError(t, err)
	for _, tt := range []struct {
		why  string
		data []byte
		want error
	}{
		{"another key", forged, ErrSignature},
		{"a higher version", changed(func(s *sealed) { s.Signed = bytes.Replace(s.Signed, []byte("7"), []byte("8"), 1) }), ErrSignature},
		{"another policy", changed(func(s *sealed) { s.Signed = bytes.Replace(s.Signed, []byte("guarded"), []byte("open"), 1) }), ErrSignature},
		{"another signature", changed(func(s *sealed) { s.Signature[0] ^= 1 }), ErrSignature},
		{"no signature", changed(func(s *sealed) { s.Signature = nil }), ErrSignature},
		{"a signature for another purpose", elsewhere, ErrSignature},
		{"signed as an answer", answer, ErrSignature},
		{"a policy as it is", []byte(p.Text), ErrNoEnvelope},
		{"nothing", nil, ErrNoEnvelope},
		{"an empty object", []byte("{}"), ErrNoEnvelope},
		{"too much", append(bytes.Repeat([]byte(" "), Most), data...), ErrNoEnvelope},
	} {
		_, err := Open(tt.data, keys)
		assert.ErrorIs(t, err, tt.want, tt.why)
	}
	_, err = Open(data, nil)
	assert.ErrorIs(t, err, ErrSignature, "without a key nothing is signed")
	_, err = Seal(Policy{Text: strings.Repeat("#", Most)}, key)
	assert.ErrorContains(t, err, "too large")
}

func TestNamedKeys(t *testing.T) {
	_, named, err := NewKey("bob")
	require.NoError(t, err)
	_, bare, err := NewKey("")
	require.NoError(t, err)
	keys, err := NamedKeys(named + bare)
	require.NoError(t, err)
	require.Len(t, keys, 2)
	assert.Equal(t, "bob", keys[0].Name)
	assert.Regexp(t, "^[0-9a-f]{12}$", keys[1].Name)
	public, err := PublicKeys(named)
	require.NoError(t, err)
	assert.Equal(t, keys[0].Public, public[0])
	_, other, err := NewKey("bob")
	require.NoError(t, err)
	_, err = NamedKeys(named + other)
	require.EqualError(t, err, `has two keys of "bob"`)
	_, err = NamedKeys(strings.TrimSpace(named) + " builder\n")
	assert.ErrorIs(t, err, ErrKey)
}

func TestKeys(t *testing.T) {
	for _, text := range []string{"", "# none\n", "ed25519-public x\n", "ed25519-private AAAA\n", "ssh-ed25519 AAAA\n"} {
		_, err := PublicKeys(text)
		assert.ErrorIs(t, err, ErrKey, text)
		_, err = PrivateKey(text)
		assert.ErrorIs(t, err, ErrKey, text)
	}
}
