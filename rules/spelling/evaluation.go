package spelling

import "strings"

// evaluations are the ways to run a text as shell source.
var evaluations = []Family{
	{Name: "bash -c", needs: flat, before: "bash -c ", text: single},
	{Name: "bash -lc", needs: flat, before: "bash -lc ", text: single},
	{Name: "bash with more options", needs: flat, before: "bash --norc -e -o pipefail -c ", text: single},
	{Name: "bash -c, in double quotes", needs: flat, before: "/bin/bash -c ", text: double},
	{Name: "bash -c with a name", needs: flat, before: "bash -c ", after: " zz a b", text: single},
	{Name: "sh -c around bash -c", needs: flat, before: "sh -c ", text: func(t string) string { return single("bash -c " + single(t)) }},
	{Name: "env bash -c", needs: flat, before: "env -u ZZ bash -c ", text: single},
	{Name: "timeout bash -c", needs: flat, before: "timeout 9 bash -c ", text: single},
	{Name: "exec bash -c", needs: flat, before: "exec bash -c ", text: single},
	{Name: "eval", needs: flat, before: "eval ", text: single},
	{Name: "eval of eval", needs: flat, before: "eval eval ", text: func(t string) string { return single(single(t)) }},
	{Name: "eval of what echo prints", needs: flat, before: `eval "$(echo `, after: `)"`, text: single},
	{Name: "eval of a variable", needs: flat, before: "zz=", after: `; eval "$zz"`, text: single},
	{Name: "bash -c of a variable", needs: flat, before: "zz=", after: `; bash -c "$zz"`, text: single},
	{Name: "bash -c of what printf prints", needs: flat, before: `bash -c "$(printf %s `, after: `)"`, text: single},
	{Name: "a trap", needs: flat, before: "trap ", after: " EXIT", text: single},
	{Name: "an alias", needs: flat, before: "alias zz=", after: "\nzz", text: single},
	{Name: "a here-document into bash", needs: flat, before: "bash <<'ZZ'\n", after: "\nZZ"},
	{Name: "a here-document into bash -s", needs: flat, before: "bash -s a <<\\ZZ\n", after: "\nZZ"},
	{Name: "a here-string into bash", needs: flat, before: "bash <<< ", text: single},
	{Name: "a here-string sourced", needs: flat, before: "source /dev/stdin <<< ", text: single},
	{Name: "echo into bash", needs: flat, before: "echo ", after: " | bash", text: single},
	{Name: "printf into bash", needs: flat, before: `printf '%s\n' `, after: " | bash", text: single},
	{Name: "bytes into bash", needs: flat, before: "printf ", after: " | bash", text: func(t string) string {
		return single(strings.Trim(strings.TrimPrefix(hexadecimal(t), "$"), "'"))
	}},
	{Name: "cat into bash", needs: flat, before: "cat <<'ZZ' | bash\n", after: "\nZZ"},
	{Name: "base64 into bash", needs: flat, before: "echo ", after: " | base64 -d | bash", text: encoded},
	{Name: "base64 substituted", needs: flat, before: `bash -c "$(base64 --decode <<< `, after: `)"`, text: encoded},
	{Name: "a dump into bash", needs: flat, before: "echo ", after: " | xxd -r -p | bash", text: dumped},
	{Name: "reversed into bash", needs: flat, before: "echo ", after: " | rev | bash", text: reversed},
	{Name: "a substituted file", needs: flat, before: "bash <(echo ", after: ")", text: single},
	{Name: "find -exec bash -c", needs: flat, before: "find . -maxdepth 0 -exec bash -c ", after: ` \;`, text: func(t string) string {
		if t = unmarked(t); t == "" {
			return ""
		}
		return single(t)
	}},
	{Name: "xargs bash -c", needs: flat, before: `printf '%s\0' `, after: " | xargs -0 bash -c", text: single},
	{Name: "script -c", needs: flat, before: "script -qc ", after: " /dev/null", text: single},
	{Name: "flock -c", needs: flat, before: "flock /tmp/lock -c ", text: single},
	{Name: "su -c", needs: flat, before: "su agent -c ", text: single},
	{Name: "env -S", needs: flat | literal | external, before: "env -S '", after: "'", write: unquoted},
}

// backquoted escapes a text for backquotes. It leaves a text alone that contains some already.
func backquoted(t string) string {
	if strings.ContainsAny(t, "`") {
		return ""
	}
	return strings.NewReplacer(`\`, `\\`).Replace(t)
}
