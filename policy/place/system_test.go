package place

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIsShared(t *testing.T) {
	for name, want := range map[string]bool{
		"/opt/app":                      true,
		"/opt/app/bin/x":                true,
		"/usr/local/bin/x":              true,
		"/usr/local/lib/node_modules/x": true,
		"/var/log/app.log":              true,
		"/var/log/nginx/access.log":     true,
		"/var/www/html/index.html":      true,
		"/srv/site":                     true,
		"/var/lib/mysql":                true,
		"/var/lib/postgresql/16/main":   true,
		"/opt":                          false, // as a whole each of them is the system's
		"/usr/local":                    false,
		"/usr/local/bin":                false,
		"/var/log":                      false,
		"/var/lib":                      false,
		"/srv":                          false,
		"/usr/bin/x":                    false,
		"/etc/hosts":                    false,
		"/var/lib/dpkg/status":          false, // the system keeps these
		"/var/lib/systemd/x":            false,
		"/var/log/wtmp":                 false,
		"/var/log/audit/audit.log":      false,
		"/var/log/auth.log.1":           false,
		"/var/lib/apt/lists/x":          false, // a cache
		"/home/me/opt/app":              false,
		"/var/lib/apt/keyrings/x":       false,
		"/usr/lib/x":                    false,
		"/usr/local.d/x":                false,
		"/var/spool/cron/crontabs/root": false,
	} {
		assert.Equal(t, want, IsShared(name), name)
	}
}
