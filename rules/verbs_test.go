package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestKnownVerb(t *testing.T) {
	const list = "ps container/ls container/rm */describe-* s3/ls"
	for path, known := range map[string]bool{
		"": true, "ps": true, "ps/x": true, "container": true, "container/ls": true, "container/rm/x": true, "ec2/describe-x": true, "ec2/describe-x/y": true,
		"p": false, "pss": false, "contain": false, "container/frobnicate": false, "ec2/frobnicate": false, "ls": false, "x/ps": false, "/": false, "/ps": false, "//x/": false,
	} {
		assert.Equal(t, known, KnownVerb(list, path), path)
	}
}
