package doctor

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/shimdir"
)

func TestL5_DoctorNamesTheWaysAround(t *testing.T) {
	ways := bypassPatterns([]string{"rm", "git"})
	for text, want := range map[string]string{
		"hash -p /bin/rm rm":                  "1 hash -p remembers a program by its path",
		"x=1; hash -p /bin/rm rm":             "1 hash -p remembers a program by its path",
		"command -p rm x":                     "1 command -p looks on a PATH of its own",
		"env -i bash":                         "1 env -i drops PATH",
		"/usr/bin/env -i bash":                "1 env -i drops PATH",
		"\n\nalias rm='/bin/rm -i'":           "3 a program with a shim is named by its path, /bin/rm",
		"alias g=/usr/bin/git":                "1 a program with a shim is named by its path, /usr/bin/git",
		"v=$(/usr/bin/git --version)":         "1 a program with a shim is named by its path, /usr/bin/git",
		"if true; then /bin/rm x; fi":         "1 a program with a shim is named by its path, /bin/rm",
		"":                                    "",
		"# hash -p /bin/rm rm":                "",
		"command -v rm >/dev/null":            "",
		"hash -r":                             "",
		"alias rm='rm -i'":                    "",
		"export GIT=/usr/bin/git":             "",
		"[ -x /usr/bin/git ] && echo yes":     "",
		"/usr/bin/rmdir x; /usr/bin/gitk":     "",
		"/the/shims/bin/rm x":                 "",
		"env PATH=/x ls; printenv -i":         "",
		`echo "no hash -p here, nor env -i "`: "",
	} {
		t.Run(text, func(t *testing.T) {
			var seen []string
			for _, s := range findBypasses(text, ways, "/the/shims/bin") {
				seen = append(seen, strconv.Itoa(s.line)+" "+s.what)
			}
			assert.Equal(t, want, strings.Join(seen, "; "))
		})
	}
}

func TestL5_AFunctionInTheEnvironment(t *testing.T) {
	x := Examination{status: shimdir.Status{Generated: []string{"git", "rm"}}, env: []string{
		"BASH_FUNC_rm%%=() {  :\n}", "BASH_FUNC_rmdir%%=() {  :\n}", "git=1",
	}}
	assert.Equal(t, []string{"rm"}, x.functions())
}
