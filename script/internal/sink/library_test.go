package sink

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Libraries are looked up by a search that needs them sorted, and in each language by other names.
func TestLibraries(t *testing.T) {
	for _, lang := range []string{"python", "javascript", "ruby", "perl", "php"} {
		all := Libraries(lang)
		assert.True(t, slices.IsSortedFunc(all, func(a, b Client) int { return strings.Compare(a.Name, b.Name) }), lang)
		for i := range all {
			if lib := LibraryOf(all, all[i].Name); assert.NotNil(t, lib, all[i].Name) {
				assert.Equal(t, all[i].Name, lib.Name)
			}
		}
	}
	assert.Nil(t, Libraries("lua"))
}

func TestLibraryOf(t *testing.T) {
	for _, c := range []struct{ reason, lang, full, want string }{
		{"a module", "python", "boto3.client().delete_user", "boto3"},
		{"a module of several parts", "python", "google.cloud.storage.Client", "google.cloud"},
		{"another module of the same company", "python", "google.protobuf.json_format", ""},
		{"a longer name", "python", "boto3x.client", ""},
		{"a shorter name", "python", "boto", ""},
		{"the name of a result", "python", "x().boto3.client", ""},
		{"a package of a scope", "javascript", "@aws-sdk/client-s3.S3Client", "@aws-sdk"},
		{"an object of a module", "javascript", "Bun.s3.delete", "Bun.s3"},
		{"another object of it", "javascript", "Bun.file", ""},
		{"a module of Ruby's", "ruby", "Aws::S3::Client.new", "Aws"},
		{"a class below a known one", "perl", "LWP::UserAgent.new().delete", "LWP"},
		{"a class below an unknown one", "perl", "Net::LDAP.new", "Net::LDAP"},
		{"a class beside a known one", "perl", "Net::Ping.new", ""},
		{"a namespace", "php", `aws\s3\s3client().deletebucket`, "aws"},
		{"nothing", "python", "", ""},
	} {
		got := ""
		if lib := LibraryOf(Libraries(c.lang), c.full); lib != nil {
			got = lib.Name
		}
		assert.Equal(t, c.want, got, c.reason)
	}
}

func TestHarmOf(t *testing.T) {
	remote := &Client{Service: Remote}
	for _, c := range []struct {
		reason, full string
		want         Harm
	}{
		{"a verb and its object", "x().delete_user", Destroys},
		{"in the spelling of Java", "x().deleteUser", Destroys},
		{"in the spelling of a command", "x.DeleteUserCommand", Destroys},
		{"in the spelling of PHP", "x().deleteuser", Destroys},
		{"with an exclamation mark", "x().delete!", Destroys},
		{"behind a word that only says how", "x().begin_delete", Destroys},
		{"the verb last", "x().schedule_key_deletion", Destroys},
		{"an object of that name", "x().user_delete", Destroys},
		{"a weak verb with its object", "x().stop_instances", Destroys},
		{"a weak verb alone may be the client's own", "x().stop", ""},
		{"a client is closed", "x().close", ""},
		{"a connection is closed", "x().close_connection", ""},
		{"a participle", "x().deleted", ""},
		{"reading", "x().list_users", ""},
		{"a right", "x().attach_user_policy", Grants},
		{"a credential", "x().createAccessKey", Issues},
	} {
		assert.Equal(t, c.want, HarmOf(remote, c.full, func(string) bool { return false }), c.reason)
	}
}

func TestIsStatement(t *testing.T) {
	for _, c := range []struct {
		reason, text string
		want         bool
	}{
		{"dropping", "drop table t", true},
		{"in mixed case, after blanks", "\n  Truncate t", true},
		{"after another one", "select 1; delete from t", true},
		{"after a comment", "-- x\ndrop table t", true},
		{"an account", "create user bob", true},
		{"reading", "select * from t", false},
		{"a new table", "create table t (a int)", false},
		{"prose", "delete files from the disk", false},
		{"more prose", "drop me a line", false},
		{"a word", "truncate", false},
		{"nothing", "", false},
	} {
		assert.Equal(t, c.want, IsStatement(c.text), c.reason)
	}
}
