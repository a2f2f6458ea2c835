package pull

import (
	"crypto/ed25519"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/host"
)

var (
	now  = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	soon = now.AddDate(0, 1, 0)
)

// office is a machine and the person who signs for it.
type office struct {
	Machine
	key, stranger ed25519.PrivateKey
}

func newOffice(t *testing.T) office {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	o := office{Machine: Machine{Etc: dir, Need: host.Policy(host.UID()), Group: "laptops"}}
	for _, key := range []*ed25519.PrivateKey{&o.stranger, &o.key} {
		private, public, err := envelope.NewKey("")
		require.NoError(t, err)
		*key, err = envelope.PrivateKey(private)
		require.NoError(t, err)
		require.NoError(t, host.Replace(filepath.Join(dir, KeysName), []byte(public), 0o644))
	}
	return o
}

func sealed(t *testing.T, key ed25519.PrivateKey, p envelope.Policy) []byte {
	t.Helper()
	data, err := envelope.Seal(p, key)
	require.NoError(t, err)
	return data
}

func (o office) inForce(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(o.Etc, PolicyName))
	require.NoError(t, err)
	return string(text)
}

const (
	guarded  = "profile = \"guarded\"\n"
	cautious = "profile = \"cautious\"\n"
)

func TestOnlyWhatIsSignedAndNewerComesIntoForce(t *testing.T) {
	o := newOffice(t)
	first := sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 7, Expires: soon, Text: guarded})
	c, err := o.Judge(first, now)
	require.NoError(t, err)
	assert.True(t, c.IsNew)
	require.NoError(t, o.Apply(c))
	assert.Equal(t, guarded, o.inForce(t))
	for _, tt := range []struct {
		why  string
		data []byte
		want error
	}{
		{"forged: a stranger signed it", sealed(t, o.stranger, envelope.Policy{Group: "laptops", Version: 9, Expires: soon, Text: cautious}), envelope.ErrSignature},
		{"unsigned", []byte(cautious), envelope.ErrNoEnvelope},
		{"older", sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 6, Expires: soon, Text: cautious}), ErrOlder},
		{"another text of the same version", sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 7, Expires: soon, Text: cautious}), ErrOlder},
		{"expired", sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 8, Expires: now, Text: cautious}), ErrExpired},
		{"without a time", sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 8, Text: cautious}), ErrExpired},
		{"of another group", sealed(t, o.key, envelope.Policy{Group: "servers", Version: 8, Expires: soon, Text: cautious}), ErrGroup},
		{"no policy", sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 8, Expires: soon, Text: "profle = \"guarded\"\n"}), ErrBroken},
	} {
		_, err := o.Judge(tt.data, now)
		assert.ErrorIs(t, err, tt.want, tt.why)
		assert.Equal(t, guarded, o.inForce(t), tt.why)
	}
	again, err := o.Judge(first, soon.AddDate(1, 0, 0))
	require.NoError(t, err, "what is in force stays, though it has expired since")
	assert.False(t, again.IsNew)
}

func TestBackAndForth(t *testing.T) {
	o := newOffice(t)
	one := sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 1, Expires: soon, Text: guarded})
	for i, step := range []struct {
		data []byte
		text string
	}{
		{one, guarded},
		{sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 2, Expires: soon, Text: cautious}), cautious},
		{sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 3, Expires: soon, Text: guarded}), guarded},
	} {
		c, err := o.Judge(step.data, now)
		require.NoError(t, err, i)
		require.NoError(t, o.Apply(c), i)
		assert.Equal(t, step.text, o.inForce(t), i)
	}
	_, err := o.Judge(one, now)
	assert.ErrorIs(t, err, ErrOlder, "a replay of the first")
	current, err := o.Current()
	require.NoError(t, err)
	assert.Equal(t, uint64(3), current.Version)
}

func TestAChangeOnTheMachineIsUndone(t *testing.T) {
	o := newOffice(t)
	data := sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 1, Expires: soon, Text: guarded})
	c, err := o.Judge(data, now)
	require.NoError(t, err)
	require.NoError(t, o.Apply(c))
	require.NoError(t, os.WriteFile(filepath.Join(o.Etc, PolicyName), []byte(cautious), 0o644))
	c, err = o.Judge(data, now)
	require.NoError(t, err)
	assert.True(t, c.IsNew)
	diff, changes := o.Difference(c)
	assert.Contains(t, diff, "+profile = \"guarded\"")
	assert.NotEmpty(t, changes)
}

// A crash between the two files leaves the new envelope, so no older policy comes back, and
// the next start writes the policy in the envelope.
func TestACrashWhileAPolicyComesIntoForce(t *testing.T) {
	o := newOffice(t)
	one := sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 1, Expires: soon, Text: cautious})
	c, err := o.Judge(one, now)
	require.NoError(t, err)
	require.NoError(t, o.Apply(c))
	mended, err := o.Mend()
	require.NoError(t, err)
	assert.False(t, mended, "nothing is to be mended")

	c, err = o.Judge(sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 2, Expires: soon, Text: guarded}), now)
	require.NoError(t, err)
	policy := filepath.Join(o.Etc, PolicyName)
	require.NoError(t, os.Remove(policy))
	require.NoError(t, os.MkdirAll(filepath.Join(policy, "x"), 0o700)) // makes it impossible to write the policy
	require.Error(t, o.Apply(c))
	require.NoError(t, os.RemoveAll(policy))
	require.NoError(t, os.WriteFile(policy, []byte(cautious), 0o644))

	_, err = o.Judge(one, now)
	require.ErrorIs(t, err, ErrOlder, "the old envelope does not come back")
	mended, err = o.Mend()
	require.NoError(t, err)
	assert.True(t, mended)
	assert.Equal(t, guarded, o.inForce(t))

	require.NoError(t, os.Remove(policy))
	_, err = o.Mend()
	require.NoError(t, err)
	assert.Equal(t, guarded, o.inForce(t), "a policy that is not there at all")

	mended, err = newOffice(t).Mend()
	require.NoError(t, err)
	assert.False(t, mended, "no envelope was pulled")
}

func TestFilesThatOthersCanWrite(t *testing.T) {
	for _, name := range []string{KeysName, EnvelopeName, PolicyName} {
		o := newOffice(t)
		data := sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 1, Expires: soon, Text: guarded})
		c, err := o.Judge(data, now)
		require.NoError(t, err)
		require.NoError(t, o.Apply(c))
		require.NoError(t, os.Chmod(filepath.Join(o.Etc, name), 0o666))
		_, err = o.Judge(data, now)
		assert.ErrorContains(t, err, "is writable by group or others", name)
	}
}

func TestWithoutKeysNothingIsTaken(t *testing.T) {
	o := newOffice(t)
	data := sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 1, Expires: soon, Text: guarded})
	require.NoError(t, os.Remove(filepath.Join(o.Etc, KeysName)))
	_, err := o.Judge(data, now)
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// A machine whose version record is damaged, or whose key was changed, accepts no policy,
// since it could accept an older one.
func TestADamagedEnvelope(t *testing.T) {
	o := newOffice(t)
	require.NoError(t, os.WriteFile(filepath.Join(o.Etc, EnvelopeName), []byte("{}"), 0o644))
	_, err := o.Judge(sealed(t, o.key, envelope.Policy{Group: "laptops", Version: 1, Expires: soon, Text: guarded}), now)
	assert.ErrorIs(t, err, envelope.ErrNoEnvelope)
}
