package grammar

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/parser"
)

// TestWrappers holds the commands that commands run (C2).
func TestWrappers(t *testing.T) {
	check(t, []sample{
		{`env`, `env -i A=b -u X rm -rf /`, `env --ignore-environment assign:A=b argv:-u argv:X argv:rm argv:-rf argv:/ | sets A b {-u -rf plain:X plain:rm plain:/ | reads /? {rm? --recursive --force delete:/ | deletes tree /?}}`},
		{`env with options`, `env -i -u X -C /etc A=b rm -rf x`, `env --ignore-environment --unset=X --chdir=/etc assign:A=b argv:rm argv:-rf argv:x | sets A b {rm --recursive --force delete:x | deletes tree x}`},
		{`env -`, `env - PATH=/x rm -rf /`, `env --ignore-environment assign:PATH=/x argv:rm argv:-rf argv:/ | sets PATH /x {rm --recursive --force delete:/ | deletes tree /}`},
		{`env -S`, `env -S'-i A=1 rm -rf' /`, `env --split-string=-i A=1 rm -rf {env --ignore-environment assign:A=1 argv:rm argv:-rf argv:/ | sets A 1 {rm --recursive --force delete:/ | deletes tree /}}`},
		{`env -S with quotes`, `env --split-string="rm -rf '/a b'"`, `env --split-string=rm -rf '/a b' {env argv:rm argv:-rf argv:/a b {rm --recursive --force delete:/a b | deletes tree /a b}}`},
		{`env -S with escapes and variables`, `env -S 'rm \"a\ b ${X} '"'c d'"''`, `env --split-string=rm \"a\ b ${X} 'c d' {env argv:rm argv:"a b argv:? argv:c d {rm open delete:"a b delete:? delete:c d | deletes tree? "a b, deletes tree? ?, deletes tree? c d}}`},
		{`env -S not known`, `env -S "rm $x" y`, `env --split-string=rm ? {env open argv:rm argv:? argv:? argv:y {rm open delete:? delete:? delete:y | deletes tree? ?, deletes tree? ?, deletes tree? y}}`},
		{`sudo`, `sudo -nu root -- rm -rf /`, `sudo --non-interactive --user=root argv:rm argv:-rf argv:/ | elevates {rm --recursive --force delete:/ | deletes tree /}`},
		{`sudo edits`, `sudo -e /etc/passwd`, `sudo --edit write:/etc/passwd | elevates, writes /etc/passwd`},
		{`sudo shell from a pipe`, `echo x | sudo -s`, "echo plain:x\nsudo --shell | elevates {x}"},
		{`su`, `su - root -c 'rm -rf /'`, `su --login --command=rm -rf / plain:root | elevates {rm --recursive --force delete:/ | deletes tree /}`},
		{`doas`, `doas -u x rm -rf /`, `doas -u=x argv:rm argv:-rf argv:/ | elevates {rm --recursive --force delete:/ | deletes tree /}`},
		{`nice`, `nice -n 5 rm -rf /; nice -5 rm -rf /; ionice -c3 rm -rf /`, "nice --adjustment=5 argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}\nnice -NUM argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}\nionice --class=3 argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}"},
		{`nohup and setsid`, `nohup setsid -f rm -rf / &`, `nohup argv:setsid argv:-f argv:rm argv:-rf argv:/ {setsid --fork argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}}`},
		{`time and timeout`, `time -p rm -rf /; /usr/bin/time -o /etc/x rm x; timeout -k 1 --signal KILL 5 rm -rf /`, "rm --recursive --force delete:/ | deletes tree /\ntime --output=/etc/x argv:rm argv:x | runs /usr/bin/time, writes /etc/x {rm delete:x | deletes x}\ntimeout --kill-after=1 --signal=KILL plain:5 argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}"},
		{`stdbuf`, `stdbuf -oL rm -rf /`, `stdbuf --output=L argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}`},
		{`builtins`, `command -p rm -rf /; builtin eval 'rm -rf /'; exec -a x rm -rf /`, "command -p argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}\nbuiltin argv:eval argv:rm -rf / {eval words:rm -rf / {rm --recursive --force delete:/ | deletes tree /}}\nexec -a=x argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}"},
		{`command -v asks`, `command -v rm`, `command -v plain:rm`},
		{`busybox`, `busybox rm -rf /; busybox sh -c 'rm -rf /'`, "busybox argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}\nbusybox argv:sh argv:-c argv:rm -rf / {sh -c shell:rm -rf / {rm --recursive --force delete:/ | deletes tree /}}"},
		{`chroot is elsewhere`, `chroot --userspec=a /mnt rm -rf /`, `chroot --userspec=a plain:/mnt argv:rm argv:-rf argv:/ {rm away --recursive --force delete:/ | deletes tree /}`},
		{`watch joins its words`, `watch -n 1 rm -rf '$x'; watch -x rm -rf /`, "watch --interval=1 words:rm words:-rf words:$x {rm open --recursive --force delete:? | deletes tree ?}\nwatch --exec argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}"},
		{`strace`, `strace -f -o /etc/x rm -rf /`, `strace --follow-forks --output=/etc/x argv:rm argv:-rf argv:/ | writes /etc/x {rm --recursive --force delete:/ | deletes tree /}`},
		{`strace into a command`, `strace -o '|sh -c "rm -rf /"' ls; strace --output='!rm -rf /' ls; strace -o "|$x" ls`, "strace --output=|sh -c \"rm -rf /\" argv:ls {sh -c shell:rm -rf / {rm --recursive --force delete:/ | deletes tree /}} {ls}\nstrace --output=!rm -rf / argv:ls {rm --recursive --force delete:/ | deletes tree /} {ls}\nstrace --output=|? argv:ls | evaluates sh ? {ls}"},
		{`a compiler's wrapper`, `gcc -wrapper rm,-rf,/ -c x.c; cc -wrapper gdb,--args x.c`, "cc -wrapper=rm,-rf,/ file:-c file:x.c | reads -c, reads x.c {rm --recursive --force delete:/ | deletes tree /}\ncc -wrapper=gdb,--args file:x.c | reads x.c {gdb --args | evaluates gdb ??}"},
		{`a runner's own command`, `bazel run --run_under='rm -rf /' //x; bazel run --run_under gdb //x; bazel run //x -- rm -rf /`, "bazel --run_under=rm -rf / plain:run plain://x {rm --recursive --force delete:/ | deletes tree /}\nbazel --run_under=gdb plain:run plain://x {gdb | evaluates gdb ??}\nbazel plain:run plain://x plain:rm plain:-rf plain:/"},
		{`an environment first`, `direnv exec . rm -rf /; dbus-launch --exit-with-session rm -rf /; ip vrf exec a rm -rf /; bun x rm -rf /`, "direnv exec plain:. argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}\ndbus-run-session --exit-with-session argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}\nip vrf exec plain:a argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}\nbun x argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}"},
		{`source as a word`, `sops exec-env s.yaml 'rm -rf /'; scl enable a 'rm -rf /'; sbatch --wrap='rm -rf /'; cross-env-shell A=1 'rm -rf /'`, "sops exec-env file:s.yaml shell:rm -rf / | reads s.yaml {rm --recursive --force delete:/ | deletes tree /}\nscl enable plain:a shell:rm -rf / {rm --recursive --force delete:/ | deletes tree /}\nsbatch --wrap=rm -rf / {rm --recursive --force delete:/ | deletes tree /}\ncross-env-shell shell:A=1 shell:rm -rf / {- | sets A 1} {rm --recursive --force delete:/ | deletes tree /}"},
		{`xargs with known text`, `xargs rm -rf <<< '/ "/a b"'`, `xargs argv:rm argv:-rf {rm --recursive --force delete:/ delete:/a b | deletes tree /, deletes tree /a b}`},
		{`xargs with a pipe`, `find . | xargs -0 -n1 rm -f`, "find file:. | reads .\nxargs --null --max-args=1 argv:rm argv:-f {rm --force delete:./? | deletes ./?}"},
		{`xargs replaces`, `xargs -I{} sh -c 'rm {}' <<< /`, `xargs -I={} argv:sh argv:-c argv:rm {} {sh -c shell:rm / {rm delete:/ | deletes /}}`},
		{`xargs replaces in part`, `ls | xargs -i cp {} /x/{}.bak`, "ls\nxargs --replace argv:cp argv:{} argv:/x/{}.bak {cp file:./? write:/x/./?.bak | reads ./?, writes /x/./?.bak}"},
		{`xargs without command`, `ls | xargs`, "ls\nxargs"},
		{`parallel with arguments`, `parallel -j4 rm -rf ::: / /x`, "parallel --jobs=4 words:rm words:-rf words:::: words:/ words:/x {rm --recursive --force delete:/ delete:/x | deletes tree /, deletes tree /x}"},
		{`parallel with a marker`, `parallel -q 'rm {}' ::: /; parallel 'rm -rf {.}' ::: /`, "parallel --quote words:rm {} words:::: words:/ {- | runs rm /}\nparallel words:rm -rf {.} words:::: words:/ {rm --recursive --force delete:/ | deletes tree /}"},
		{`parallel runs lines`, `echo 'rm -rf /' | parallel; parallel -k <<< 'rm -rf /'`, "echo plain:rm -rf /\nparallel {rm --recursive --force delete:/ | deletes tree /}\nparallel --keep-order {rm --recursive --force delete:/ | deletes tree /}"},
		{`parallel runs arguments`, `parallel ::: 'rm -rf /' ls`, "parallel words:::: words:rm -rf / words:ls {rm --recursive --force delete:/ | deletes tree /} {ls}"},
		{`parallel runs a file`, `parallel -j4 < cmds.txt`, "parallel --jobs=4 | reads+runs sh cmds.txt, reads cmds.txt"},
		{`parallel adds lines`, `echo / | parallel rm -rf`, "echo plain:/\nparallel words:rm words:-rf {rm --recursive --force delete:/ | deletes tree /}"},
		{`parallel adds lines that are not known`, `ls | parallel --bar gzip -9 {}`, "ls\nparallel --bar words:gzip words:-9 words:{} {gzip -NUM write:./? | writes ./?}"},
		{`parallel with pieces`, `cat x | parallel --pipe wc -l`, "cat file:x | reads x\nparallel --spreadstdin words:wc words:-l {wc --lines}"},
		{`a nested chain`, `sudo env A=1 nice xargs sh -c 'rm -rf /'`, `sudo argv:env argv:A=1 argv:nice argv:xargs argv:sh argv:-c argv:rm -rf / | elevates {env assign:A=1 argv:nice argv:xargs argv:sh argv:-c argv:rm -rf / | sets A 1 {nice argv:xargs argv:sh argv:-c argv:rm -rf / {xargs argv:sh argv:-c argv:rm -rf / {sh open -c shell:rm -rf / plain:? {rm --recursive --force delete:/ | deletes tree /}}}}}`},
		{`a program without a grammar`, `frobnicate exec pod -- rm -rf /`, `frobnicate plain:exec plain:pod plain:rm plain:-rf plain:/ | reads /? {exec? argv:pod argv:-- argv:rm argv:-rf argv:/ {pod? plain:rm plain:-rf plain:/ | reads /? {rm? --recursive --force delete:/ | deletes tree /?}}} {rm --recursive --force delete:/ | deletes tree /}`},
		{`a name in a message is not run`, `foo --message 'rm -rf /' rm.txt`, `foo --message plain:rm -rf / plain:rm.txt`},
	})
}

// TestShells holds what the shells run: source, scripts and standard input (C2, C5).
func TestShells(t *testing.T) {
	check(t, []sample{
		{`-c`, `sh -c 'ls; rm -rf /' x`, `sh -c shell:ls; rm -rf / plain:x {ls} {rm --recursive --force delete:/ | deletes tree /}`},
		{`-lc`, `bash -lc 'rm -rf /'`, `bash --login -c shell:rm -rf / {rm --recursive --force delete:/ | deletes tree /}`},
		{`-c after other options`, `bash --norc -eo pipefail -c 'rm -rf /'`, `bash --norc -e -o=pipefail -c shell:rm -rf / {rm --recursive --force delete:/ | deletes tree /}`},
		{`-c with source not known`, `bash -c "rm -rf $x"`, `bash -c shell:rm -rf ? | evaluates sh rm -rf ? {rm open --recursive --force delete:? | deletes tree ?}`},
		{`-c without source`, `bash -c`, `bash -c`},
		{`empty source`, `bash -c ''`, `bash -c shell:`},
		{`source with an error`, `bash -c 'if'`, `bash error -c shell:if | evaluates sh if`},
		{`script`, `bash -x ./a.sh b; /bin/dash a.sh`, "bash -x script:./a.sh plain:b | reads+runs sh ./a.sh\ndash script:a.sh | runs /bin/dash, reads+runs sh a.sh"},
		{`from a pipe`, `curl u | /bin/dash`, "curl url:u | connects u\ndash | runs /bin/dash, evaluates sh ?"},
		{`-s with arguments`, `curl u | bash -s -- x`, "curl url:u | connects u\nbash -s plain:x | evaluates sh ?"},
		{`a dash`, `curl u | sh -`, "curl url:u | connects u\nsh - | evaluates sh ?"},
		{`a dash ends the options`, `sh - x`, "sh - script:x | reads+runs sh x"},
		{`+c is -c`, `bash +c 'a b'`, "bash -c shell:a b {a plain:b}"},
		{`/dev/stdin`, `curl u | bash /dev/stdin`, "curl url:u | connects u\nbash script:/dev/stdin | evaluates sh ?"},
		{`process substitution`, `bash <(curl u)`, "curl url:u | connects u\nbash script:? | evaluates sh ?"},
		{`substitution`, `bash -c "$(curl u)"`, "curl url:u | connects u\nbash open -c shell:? | evaluates sh ?"},
		{`tee between`, `curl u | tee x | sudo sh`, "curl url:u | connects u\ntee write:x | writes x\nsudo argv:sh | elevates {sh | evaluates sh ?}"},
		{`here-document`, "sh <<'E'\nrm -rf /\nE", `sh {rm --recursive --force delete:/ | deletes tree /}`},
		{`here-document in a wrapper`, "sudo bash <<'E'\nrm -rf /\nE", `sudo argv:bash | elevates {bash {rm --recursive --force delete:/ | deletes tree /}}`},
		{`here-string`, `zsh <<< 'rm -rf /'`, `zsh {rm --recursive --force delete:/ | deletes tree /}`},
		{`from a file`, `sh < a.sh`, `sh | reads+runs sh a.sh, reads a.sh`},
		{`from a socket`, `sh < /dev/tcp/h/80`, `sh | connects h:80, evaluates sh ?, connects h:80`},
		{`eval`, `eval rm -rf /; eval "rm -rf $x"; eval -- 'rm -rf /'`, "eval words:rm words:-rf words:/ {rm --recursive --force delete:/ | deletes tree /}\neval words:rm -rf ? | evaluates sh rm -rf ? {rm open --recursive --force delete:? | deletes tree ?}\neval words:rm -rf / {rm --recursive --force delete:/ | deletes tree /}"},
		{`eval of a download`, `eval "$(wget -qO- u)"`, "wget --quiet --output-document=- url:u | connects u\neval open words:? | evaluates sh ?"},
		{`source a file`, `. ./x; source <(curl u); . /dev/stdin <<< 'rm -rf /'`, "source script:./x | reads+runs sh ./x\ncurl url:u | connects u\nsource script:? | evaluates sh ?\nsource script:/dev/stdin {rm --recursive --force delete:/ | deletes tree /}"},
		{`fish`, `fish -c 'rm -rf /'; curl u | fish`, "fish --command=rm -rf / {rm --recursive --force delete:/ | deletes tree /}\ncurl url:u | connects u\nfish | evaluates sh ?"},
		{`bashisms in sh`, `sh -c '[[ a ]] && rm -rf /'`, `sh -c shell:[[ a ]] && rm -rf / {test plain:a plain:]]} {rm --recursive --force delete:/ | deletes tree /}`},
		{`bash's own syntax in what is called sh`, `sh -c 'cat <(rm -rf /x)'; ksh -c 'diff <(rm x) y'`, "sh -c shell:cat <(rm -rf /x) {rm --recursive --force delete:/x | deletes tree /x} {cat file:?}\nksh -c shell:diff <(rm x) y {rm delete:x | deletes x} {diff file:? file:y | reads y}"},
		{`an error in any dialect`, `sh -c 'a && && b'; curl u | mksh -c 'fi'`, "sh error -c shell:a && && b | evaluates sh a && && b\ncurl url:u | connects u\nmksh error -c shell:fi | evaluates sh fi"},
		{`cd is followed`, `sh -c 'cd /x && rm -rf y'`, `sh -c shell:cd /x && rm -rf y {cd plain:/x} {rm --recursive --force delete:y | deletes tree y}`},
		{`behind a launcher that nobody knows`, `curl u | frobnicate run bash`, "curl url:u | connects u\nfrobnicate plain:run plain:bash {bash | evaluates sh ?}"},
		{`behind a launcher, and no shell`, `curl u | frobnicate -l bash`, "curl url:u | connects u\nfrobnicate -l plain:bash {bash? | evaluates sh ??}"},
		{`not a shell`, `curl u | shasum`, "curl url:u | connects u\nshasum"},
	})
}

// TestStartsElsewhere holds where commands elsewhere start, and what of this machine is there.
func TestStartsElsewhere(t *testing.T) {
	for _, c := range []struct {
		why, source, dir string
		unknown          bool
		mounts           []Mount
	}{
		{"a login", "ssh h ls", AwayHome, false, nil},
		{"a login behind a cd here", "cd /srv; ssh h ls", AwayHome, false, nil},
		{"a cd there", "ssh h 'cd /srv; ls'", "/srv", false, nil},
		{"a cd from the home", "ssh h 'cd app; ls'", AwayHome + "/app", false, nil},
		{"a container", "docker exec c ls", "?", true, nil},
		{"a cd from a directory that is not known", "docker exec c sh -c 'cd a; ls'", "?/a", false, nil},
		{"an option", "docker exec -w /srv c ls", "/srv", false, nil},
		{"a change of root", "chroot /mnt ls", "/", false, nil},
		{"paths that are lent", "cd d; docker run -v .:/a -v /b:/c:ro --mount type=bind,src=/d,dst=/e/ img ls", "?", true, []Mount{{"d/.", "/a"}, {"/b", "/c"}, {"/d", "/e"}}},
		{"a volume, and a path that is not known", "docker run -v v:/a -v $x:/b img ls", "?", true, []Mount{{"", "/a"}, {"", "/b"}}},
		{"paths of another machine", "docker -H tcp://h:1 run -v /a:/b img ls; ssh h docker run -v /a:/b img ls", "?", true, nil},
	} {
		s, err := parser.Parse(c.source, parser.Options{})
		require.NoError(t, err)
		for v := range All(Read(s, parser.Options{})) {
			if v.Name != "ls" {
				continue
			}
			assert.Equal(t, c.dir, v.Command.Dir.String(), "%s: %s", c.why, c.source)
			assert.Equal(t, c.unknown, IsAtUnknownStart(v.Command), "%s: %s", c.why, c.source)
			assert.Equal(t, c.mounts, v.Mounts, "%s: %s", c.why, c.source)
		}
	}
}
