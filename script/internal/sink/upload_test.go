package sink

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// UploadsBy looks only at methods whose names contain one of two words.
func TestUploads(t *testing.T) {
	for _, u := range uploads {
		for name := range strings.FieldsSeq(string(u.names)) {
			assert.True(t, strings.Contains(name, "put") || strings.Contains(name, "upload"), name)
		}
	}
	assert.Len(t, UploadsBy("upload_file"), 3)
	assert.Len(t, UploadsBy("fPutObject"), 1)
	assert.Empty(t, UploadsBy("output"))
	assert.Empty(t, UploadsBy("read"))
}

func TestVerbs(t *testing.T) {
	for _, c := range []struct {
		reason, method, first, last string
		several                     bool
	}{
		{"one word", "delete", "delete", "delete", false},
		{"none", "", "", "", false},
		{"words with capitals", "deleteUserPolicy", "delete", "policy", true},
		{"words with underscores", "delete_user", "delete", "user", true},
		{"words written as one", "deleteuser", "delete", "user", true},
		{"a word that begins with a verb", "deleted", "deleted", "deleted", false},
		{"a sign behind it", "destroyall!", "destroy", "all", true},
		{"a word before the verb", "batch_delete_images", "delete", "images", true},
	} {
		t.Run(c.reason, func(t *testing.T) {
			first, last, several := verbs(c.method)
			assert.Equal(t, c.first, first)
			assert.Equal(t, c.last, last)
			assert.Equal(t, c.several, several)
		})
	}
}
