package runner

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUserTemp(t *testing.T) {
	const own = "/private/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T"
	for name, c := range map[string]struct{ path, want string }{
		"the directory itself":       {own, own},
		"a session's below it":       {own + "/session-1", own},
		"the caches beside it":       {"/private/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/C", ""},
		"all of a user's":            {"/private/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000", ""},
		"all of everybody's":         {"/private/var/folders", ""},
		"not yet resolved":           {"/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T", ""},
		"something that ends so":     {"/Users/me/private/var/folders/zz/x/T", ""},
		"a name that only starts so": {own + "emp", ""},
		"no temporary directory":     {"/private/etc", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := userTemp(c.path)
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.want != "", ok)
		})
	}
}
