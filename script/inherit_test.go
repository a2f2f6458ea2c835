package script

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Variables that code hands to the programs it starts are acts, however it sets them.
func TestInheritedVariables(t *testing.T) {
	for _, c := range []struct{ lang, name, code string }{
		{"python", "an element of the environment", `import os; os.environ["HOME"]="/x"; os.system("a")`},
		{"python", "its bytes", `import os; os.environb[b"HOME"]=b"/x"; os.system("a")`},
		{"python", "putenv", `import os; os.putenv("HOME","/x"); os.system("a")`},
		{"python", "a name and a value that are held", `import os; k="HOME"; v="/x"; os.environ[k]=v; os.system("a")`},
		{"python", "update", `import os; os.environ.update(HOME="/x"); os.system("a")`},
		{"python", "setdefault", `import os; os.environ.setdefault("HOME","/x"); os.system("a")`},
		{"python", "another name of the environment", `from os import environ as e, system; e["HOME"]="/x"; system("a")`},
		{"python", "an environment for the program", `import os, subprocess; subprocess.run("a", shell=True, env={**os.environ, "HOME": "/x"})`},
		{"python", "made by a call", `import os, subprocess; subprocess.run("a", shell=True, env=dict(os.environ, HOME="/x"))`},
		{"python", "made before", `import os, subprocess; e = os.environ.copy(); e["HOME"] = "/x"; subprocess.run("a", shell=True, env=e)`},
		{"python", "in code that is evaluated", `exec("import os; os.environ['HOME']='/x'; os.system('a')")`},
		{"javascript", "a member of the environment", `process.env.HOME="/x"; require("child_process").execSync("a")`},
		{"javascript", "by a key", `process.env["HO"+"ME"]="/x"; require("child_process").execSync("a")`},
		{"javascript", "an option", `require("child_process").execSync("a", {env: {...process.env, HOME: "/x"}})`},
		{"javascript", "an option by the name of a variable", `const HOME="/x"; require("child_process").execSync("a", {env: {...process.env, HOME}})`},
		{"javascript", "a member of a copy", `const e={...process.env}; e.HOME="/x"; require("child_process").execSync("a", {env: e})`},
		{"javascript", "assign", `Object.assign(process.env, {HOME: "/x"}); require("child_process").execSync("a")`},
		{"javascript", "Reflect", `Reflect.set(process.env, "HOME", "/x"); require("child_process").execSync("a")`},
		{"perl", "an element", `$ENV{HOME}="/x"; system("a")`},
		{"perl", "local", `local $ENV{"HOME"}="/x"; system("a")`},
		{"perl", "a slice", `@ENV{qw(HOME)}=("/x"); system("a")`},
		{"perl", "the whole", `%ENV=(%ENV, HOME=>"/x"); system("a")`},
		{"perl", "POSIX", `POSIX::setenv("HOME","/x",1); system("a")`},
		{"ruby", "an element", `ENV["HOME"]="/x"; system("a")`},
		{"ruby", "store", `ENV.store("HOME","/x"); system("a")`},
		{"ruby", "an environment for the program", `system({"HOME"=>"/x"}, "a")`},
		{"php", "putenv", `$h="/x"; putenv("HOME=$h"); system("a");`},
		{"awk", "ENVIRON", `BEGIN { k="HOME"; ENVIRON[k]="/x"; system("a") }`},
		{"tcl", "env", `set ::env(HOME) /x; exec a`},
	} {
		acts, err := Read(c.lang, c.code)
		require.NoError(t, err, c.name)
		assert.Contains(t, strings.Split(show(acts), "\n"), `sets environment "HOME" "/x"`, c.lang+": "+c.name)
	}
}

// Code that starts nothing hands nothing on, and names alone set nothing.
func TestNothingIsInherited(t *testing.T) {
	for _, c := range []struct{ lang, code string }{
		{"python", `import os; os.environ["HOME"]="/x"; print(1)`},
		{"python", `import os; HOME="/x"; os.system("a")`},
		{"python", `import os; os.system("a"); print(os.environ["HOME"], {"a": 1}, HOME)`},
		{"javascript", `const HOME="/x", {PATH}=process.env; require("child_process").execSync("a", {cwd: HOME})`},
		{"perl", `system("a"); print $ENV{HOME}`},
		{"ruby", `HOME="/x"; puts ENV["HOME"]; system("a")`},
		{"php", `define("HOME", "/x"); system("a");`},
	} {
		acts, err := Read(c.lang, c.code)
		require.NoError(t, err, c.code)
		assert.NotContains(t, show(acts), `sets environment "HOME" "/x"`, c.lang+": "+c.code)
		assert.NotContains(t, show(acts), `"PATH" "`, c.lang+": "+c.code)
	}
}

// Mappings inside one another are read again within bounds.
func TestInheritedVariablesTakeLinearTime(t *testing.T) {
	bounded(t, "python", map[string]string{
		"dictionaries in dictionaries": "import os; os.system('a')\nx=" + strings.Repeat(`{"HOME":`, 150) + "1" + strings.Repeat("}", 150),
		"many entries":                 "import os; os.system('a')\nx={" + strings.Repeat(`"HOME":"/x"+"/y",`, 10_000) + "}",
	})
	bounded(t, "javascript", map[string]string{
		"objects in objects": "require('child_process').execSync('a'); x=" + strings.Repeat("{HOME:", 150) + "1" + strings.Repeat("}", 150),
	})
}
