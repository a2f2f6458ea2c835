package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// A file that the text's own code writes, or changes, is judged when it is run.
func TestFilesThatCodeWrites(t *testing.T) {
	const outside, guess = "fs.rm-outside", "run.inline-literal"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"Python's open", "python3 -c 'open(\"r.sh\",\"w\").write(\"rm -rf ~/Documents\\n\")'; sh r.sh", rules.Ask, outside},
		{"the home directory", "python3 -c 'open(\"r.sh\",\"w\").write(\"rm -rf ~\\n\")'; sh r.sh", rules.Block, "fs.rm-home"},
		{"a here-document", "python3 - <<'EOF'\nfrom pathlib import Path\nPath('r.sh').write_text('rm -rf ~/Documents\\n')\nEOF\nbash r.sh", rules.Ask, outside},
		{"it reads and adds", "python3 -c 's=open(\"r.sh\").read(); open(\"r.sh\",\"w\").write(s+\"\\nrm -rf ~/Documents\\n\")'; sh r.sh", rules.Ask, outside},
		{"Node", `node -e 'require("fs").writeFileSync("r.sh", "rm -rf ~/Documents\n")'; . ./r.sh`, rules.Ask, outside},
		{"Ruby", `ruby -e 'File.write("r.sh", "rm -rf ~/Documents\n")'; chmod +x r.sh; ./r.sh`, rules.Ask, outside},
		{"Perl", `perl -e 'open F,">r.sh"; print F "rm -rf ~/Documents\n"; close F'; sh r.sh`, rules.Ask, outside},
		{"awk", `awk 'BEGIN{print "rm -rf ~/Documents" > "r.sh"}'; cat r.sh | sh`, rules.Ask, outside},
		{"behind a carrier", `timeout 9 python3 -c 'open("r.sh","w").write("rm -rf ~/Documents")'; sh r.sh`, rules.Ask, outside},
		{"a copy of it", `python3 -c 'open("r.sh","w").write("rm -rf ~/Documents")'; cp r.sh q.sh; sh q.sh`, rules.Ask, outside},
		{"a file of another language", `python3 -c 'open("r.py","w").write("import shutil; shutil.rmtree(\"../other\")")'; python3 r.py`, rules.Ask, outside},
		{"a makefile", `python3 -c 'open("Makefile","w").write("clean:\n\trm -rf ~/Documents\n")'; make clean`, rules.Ask, outside},
		{"code in a file that the text writes", "cat > g.py <<'EOF'\nopen('r.sh','w').write('rm -rf ~/Documents')\nEOF\npython3 g.py; sh r.sh", rules.Ask, outside},
		{"text of a nested shell", `bash -c 'echo "rm -rf ~/Documents" > r.sh'; sh r.sh`, rules.Ask, outside},
		{"a new file of a diff", "printf -- '--- /dev/null\\n+++ b/r.sh\\n@@ -0,0 +1 @@\\n+rm -rf ~/Documents\\n' > p.diff; git apply p.diff && sh r.sh", rules.Ask, outside},
		{"a diff on standard input", "printf -- '--- a/r.sh\\n+++ b/r.sh\\n@@ -1 +1,2 @@\\n x\\n+rm -rf ~/Documents\\n' | patch -p1 && sh r.sh", rules.Ask, outside},
		{"sponge", "printf 'rm -rf ~/Documents\\n' | sponge r.sh; sh r.sh", rules.Ask, outside},

		{"a script that builds JSON", `node -e 'const p=require("./package.json"); p.scripts.clean="rm -rf ~/Documents"; require("fs").writeFileSync("package.json", JSON.stringify(p))'; npm run clean`, rules.Ask, guess},
		{"jq", `jq '.scripts.clean = "rm -rf ~/Documents"' package.json > p.json && mv p.json package.json; npm run clean`, rules.Ask, guess},
		{"sed in a file of JSON", `sed -i 's#"clean": ".*"#"clean": "rm -rf ~/Documents"#' package.json; npm run clean`, rules.Ask, guess},
		{"sed in a makefile", `sed -i 's#^clean:#clean:\n\trm -rf ~/Documents#' Makefile; make clean`, rules.Ask, guess},
		{"a line that sed adds", `sed -i.bak '$a rm -rf ~/Documents' run.sh; sh run.sh`, rules.Ask, guess},
		{"perl -i", `perl -pi -e 's/^main$/rm -rf ~\/Documents/' run.sh; sh run.sh`, rules.Ask, guess},
		{"ed", `printf '$a\nrm -rf ~/Documents\n.\nw\nq\n' | ed -s run.sh; sh run.sh`, rules.Ask, guess},

		{"a harmless script", "python3 -c 'open(\"r.sh\",\"w\").write(\"set -e\\nrm -rf build\\nmake test\\n\")'; sh r.sh", rules.Allow, ""},
		{"words for a person", "python3 -c 'open(\"r.sh\",\"w\").write(\"echo never: rm -rf ~\\n\")'; sh r.sh", rules.Allow, ""},
		{"another file", "python3 - <<'EOF'\nopen('notes.md','w').write('rm -rf /\\n')\nopen('r.sh','w').write('make\\n')\nEOF\nsh r.sh", rules.Allow, ""},
		{"what is replaced", "python3 -c 's=open(\"r.sh\").read(); open(\"r.sh\",\"w\").write(s.replace(\"rm -rf ~\", \"rm -rf build\"))'; sh r.sh", rules.Allow, ""},
		{"what sed replaces", `sed -i 's#rm -rf ~/Documents#rm -rf build#' run.sh; sh run.sh`, rules.Allow, ""},
		{"what sed deletes", `sed -i '/rm -rf ~/d' run.sh; sh run.sh`, rules.Allow, ""},
		{"what perl replaces", `perl -pi -e 's/rm -rf ~/rm -rf build/' run.sh; sh run.sh`, rules.Allow, ""},
		{"what grep leaves out", `grep -v 'rm -rf ~' run.sh > x.sh; sh x.sh`, rules.Allow, ""},
		{"what awk leaves out", `awk '!/rm -rf ~/' run.sh > x.sh; sh x.sh`, rules.Allow, ""},
		{"what ed deletes", "printf '/rm -rf ~/d\\nw\\n' | ed -s run.sh; sh run.sh", rules.Allow, ""},
		{"a line that a diff takes away", "printf -- '--- a/r.sh\\n+++ b/r.sh\\n@@ -1,2 +1 @@\\n x\\n-rm -rf ~/Documents\\n' | patch -p1 && sh r.sh", rules.Allow, ""},
		{"a harmless script of a package", `jq '.scripts.clean = "rm -rf dist"' package.json > p.json && mv p.json package.json; npm run clean`, rules.Allow, ""},
	})
}

// Data that the text has written and a program turns into code.
func TestDataThatBecomesCode(t *testing.T) {
	const guess = "run.inline-literal"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a file of JSON", `echo '{"cmd":"rm -rf ~/Documents"}' > c.json; eval "$(jq -r .cmd c.json)"`, rules.Ask, guess},
		{"YAML in a pipe", `echo 'cmd: rm -rf ~/Documents' | yq .cmd | bash`, rules.Ask, guess},
		{"line by line", `printf 'steps:\n- rm -rf ~/Documents\n' > s.yml; yq '.steps[]' s.yml | while read -r c; do $c; done`, rules.Ask, guess},
		{"a part of a text", "printf '```\\nrm -rf ~/Documents\\n```\\n' > r.md; sed -n '/```/,/```/{/```/d;p}' r.md | sh", rules.Ask, guess},
		{"packed", `printf 'rm -rf ~/Documents\n' | gzip > r.gz; gunzip -c r.gz | sh`, rules.Ask, guess},
		{"a path, read", `echo ~/Documents > t; read -r d < t; rm -rf "$d"`, rules.Ask, "fs.rm-outside"},
		{"paths, read in a loop", `printf '%s\n' ~/Documents > t; while read -r d; do rm -rf "$d"; done < t`, rules.Ask, "fs.rm-outside"},

		{"harmless JSON", `echo '{"cmd":"npm test"}' > c.json; eval "$(jq -r .cmd c.json)"`, rules.Allow, ""},
		{"harmless YAML", `printf 'steps:\n- npm test\n- rm -rf dist\n' > s.yml; yq '.steps[]' s.yml | while read -r c; do $c; done`, rules.Allow, ""},
		{"paths of the project", `printf 'build/a\nbuild/b\n' > t; while read -r d; do rm -rf "$d"; done < t`, rules.Allow, ""},
	})
}
