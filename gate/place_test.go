package gate

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPatternsOfPlaces(t *testing.T) {
	for _, tt := range []struct {
		path, pattern string
		in, holds     bool
	}{
		{"/etc/shadow-", "/etc/shadow*", true, true},
		{"/etc/SHADOW", "/etc/shadow*", true, true},
		{"/etc/sha", "/etc/shadow*", false, false},
		{"/etc/shadow.d/x", "/etc/shadow*", true, false},
		{"/etc", "/etc/shadow*", false, true},
		{"/", "/etc/shadow*", false, false}, // the caller handles a path that holds everything
		{"/etc/ssh/ssh_host_rsa_key", "/etc/ssh/ssh_host_*_key", true, true},
		{"/etc/ssh/ssh_host_rsa_key.pub", "/etc/ssh/ssh_host_*_key", false, false},
		{".var/app/x/.mozilla", ".var/app/*/.mozilla", true, true},
		{".var/app/x/.mozilla/y", ".var/app/*/.mozilla", true, false},
		{".var/app/x", ".var/app/*/.mozilla", false, true},
		{".var/app/x/y", ".var/app/*/.mozilla", false, false},
		{".config/Bitwarden CLI", ".config/Bitwarden?CLI", true, true},
		{".sbt/1.0/plugins", ".sbt/*", true, false},
		{"ab", "a*b*c", false, false},
		{"aXbYbZc", "a*b*c", true, true},
	} {
		assert.Equal(t, tt.in, matchesPattern(tt.path, tt.pattern, false), "%s in %s", tt.path, tt.pattern)
		assert.Equal(t, tt.holds, matchesPattern(tt.path, tt.pattern, true), "%s holds %s", tt.path, tt.pattern)
	}
}

// Both homes are protected, and nothing below one of them counts as work directory or
// temp directory. A home made in the work directory, or in the recorded home, is an
// ordinary directory except for its secrets.
func TestAnotherHome(t *testing.T) {
	w := newWorld(t)
	w.spec.Zones.Paths = append(w.spec.Zones.Paths, Place{Path: "~/.netrc"}, Place{Path: "~/.config/x*/token"}, Place{Path: "~/.profile", Access: Writes})
	link(t, w.work+"/src", w.dir+"/srv/home")
	link(t, w.dir+"/srv/home", w.work+"/again")
	c := w.checker(t)
	for _, tt := range []struct {
		why, home string
		argv      []string
		want      Reason
	}{
		{"the recorded home", w.home, []string{"grep", "x", w.home + "/.netrc"}, Protected},
		{"the recorded home below another", w.work, []string{"grep", "x", w.home + "/.config/xy/token"}, Protected},
		{"the same name in the work directory", w.home, []string{"grep", "x", "sub/.netrc"}, Clear},
		{"another home", w.work + "/sub", []string{"grep", "x", "sub/.netrc"}, Protected},
		{"what holds it", w.work + "/sub", []string{"grep", "-r", "x", "sub"}, Protected},
		{"what holds nothing of it", w.work + "/sub", []string{"grep", "-r", "x", "sub/deep"}, Clear},
		{"what may be read there", w.work + "/sub", []string{"grep", "x", "sub/.profile"}, Clear},
		{"and written, for nobody runs it", w.work + "/sub", []string{"touch", "sub/.profile"}, Clear},
		{"nor the home removed", w.work + "/sub", []string{"rm", "-r", "sub"}, Protected},
		{"nor what is above it", w.work + "/sub/deep", []string{"rm", "-r", "sub"}, Protected},
		{"a home that is the work directory", w.work, []string{"touch", "file"}, Clear},
		{"a home above the work directory", w.dir + "/home", []string{"touch", "file"}, Clear},
		{"a home below temp", w.temp + "/session", []string{"touch", w.temp + "/session/x"}, Outside},
		{"beside it", w.temp + "/session", []string{"touch", w.temp + "/x"}, Clear},
		{"a home that is temp", w.temp, []string{"touch", w.temp + "/x"}, Outside},
		{"a home that is a link, by its own name", w.dir + "/srv/home", []string{"grep", "x", w.dir + "/srv/home/.netrc"}, Protected},
		{"a home that is a link, by what it leads to", w.dir + "/srv/home", []string{"grep", "x", "src/.netrc"}, Protected},
		{"and by a third way", w.dir + "/srv/home", []string{"grep", "x", "again/.netrc"}, Protected},
		{"a home with dots", w.work + "/src/../sub/.", []string{"grep", "x", "sub/.netrc"}, Protected},
		{"the root as home", "/", []string{"grep", "x", "/.netrc"}, Protected},
		{"the root as home, elsewhere", "/", []string{"touch", "file"}, Clear},
	} {
		env := append([]string{"HOME=" + tt.home}, w.env()[2:]...)
		assert.Equal(t, tt.want.String(), c.Check(tt.argv, env, w.work).String(), tt.why)
	}
	w.spec.Zones.Pinned = true
	assert.Equal(t, Environment.String(), w.checker(t).Check([]string{"true"}, w.env("HOME=/x"), w.work).String(), "where places count below the recorded homes alone")
}
