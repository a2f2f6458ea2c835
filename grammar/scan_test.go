package grammar

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/parser"
)

// TestOptionSpelling holds every way in which an option and its value are spelt.
func TestOptionSpelling(t *testing.T) {
	check(t, []sample{
		{`bundled`, `rm -rvf /`, `rm --recursive --verbose --force delete:/ | deletes tree /`},
		{`long, after the operand`, `rm / --recursive --force`, `rm --recursive --force delete:/ | deletes tree /`},
		{`abbreviated`, `rm --rec --fo /`, `rm --recursive --force delete:/ | deletes tree /`},
		{`an abbreviation of two options is unknown`, `curl --da x u`, `curl open --da url:x url:u | connects x, connects u`},
		{`value in the same word`, `curl -o/etc/hosts u`, `curl --output=/etc/hosts url:u | writes /etc/hosts, connects u`},
		{`value at the end of a bundle`, `curl -so /etc/hosts u`, `curl --silent --output=/etc/hosts url:u | writes /etc/hosts, connects u`},
		{`value after the equals sign, abbreviated`, `wget --output-doc=/etc/hosts u`, `wget --output-document=/etc/hosts url:u | writes /etc/hosts, connects u`},
		{`a value that looks like an option`, `curl -o -rf u`, `curl --output=-rf url:u | writes -rf, connects u`},
		{`an equals sign after a short option is part of the value`, `tail -n=5 f`, `tail --lines==5 file:f | reads f`},
		{`optional values stand in the same word only`, `rm --interactive never f`, `rm --interactive delete:never delete:f | deletes never, deletes f`},
		{`a value at the end of the words is empty`, `curl u -o`, `curl --output url:u | writes, connects u`},
		{`two letters after one dash`, `wget -nc -nH u`, `wget --no-clobber --no-host-directories url:u | connects u, writes index.html`},
		{`a dash and digits`, `head -20 f`, `head -NUM file:f | reads f`},
		{`plus switches a flag of a shell off`, `sh +x -c 'ls'`, `sh -x -c shell:ls {ls}`},
		{`a bundle goes on past a value in the next word`, `bash -oc pipefail 'rm -rf /'`, `bash -o=pipefail -c shell:rm -rf / {rm --recursive --force delete:/ | deletes tree /}`},
		{`an option that is not in the grammar opens`, `rm --nope f`, `rm open --nope delete:f | deletes tree? f`},
		{`an unknown letter in a bundle opens`, `rm -rQf /x`, `rm open --recursive -Qf delete:/x | deletes tree /x`},
		{`a negation is no option of its own`, `curl --no-silent u`, `curl --no-silent url:u | connects u`},
		{`help disarms nothing`, `rm -rf / --help -h`, `rm open --recursive --force --help -h delete:/ | deletes tree /`},
	})
}

// TestOperands holds where options end and what operands mean by position.
func TestOperands(t *testing.T) {
	check(t, []sample{
		{`after -- all are operands`, `rm -- -rf '-x /etc'`, `rm delete:-rf delete:-x /etc | deletes -rf, deletes -x /etc`},
		{`a single dash is an operand`, `cat - f`, `cat file:- file:f | reads f`},
		{`posix stops at the first operand`, `nice rm -n /x`, `nice argv:rm argv:-n argv:/x {rm open -n delete:/x | deletes tree? /x}`},
		{`permuting ends at a nested command`, `sudo -u root A=1 rm -rf /x`, `sudo --user=root assign:A=1 argv:rm argv:-rf argv:/x | elevates, sets A 1 {rm --recursive --force delete:/x | deletes tree /x}`},
		{`the last operand is written`, `cp -r a b c`, `cp --recursive file:a file:b write:c | reads a, reads b, writes c`},
		{`operands between options`, `rm a -r b c -f d e`, `rm --recursive --force delete:a delete:b delete:c delete:d delete:e | deletes tree a, deletes tree b, deletes tree c, deletes tree d, deletes tree e`},
		{`side by side, and then not`, `cp a b -r c`, `cp --recursive file:a file:b write:c | reads a, reads b, writes c`},
		{`with -t all operands are sources`, `cp -t d a b`, `cp --target-directory=d file:a file:b | writes d, reads a, reads b`},
		{`a mode that begins with a dash is no operand`, `chmod -x f`, `chmod -w change:f | changes f`},
		{`-c takes what follows as it is`, `python3.11 -Sc 'import os' a -x`, `python -S -c=import os plain:a plain:-x | evaluates python import os`},
		{`options after the host are ssh's, after the command not`, `ssh h -p 2 rm -rf / -p`, `ssh -p=2 host:h words:rm words:-rf words:/ words:-p | connects h {rm open away --recursive --force -p delete:/ | deletes tree /}`},
		{`operand-like options`, `dd if=/dev/zero of=/dev/sda bs=1M`, `dd if==/dev/zero of==/dev/sda bs==1M | reads /dev/zero, writes /dev/sda`},
	})
}

// TestUnknownWords holds what words that only execution knows may stand for.
func TestUnknownWords(t *testing.T) {
	check(t, []sample{
		{`unknown word may be an option`, `rm $x /a`, `rm open delete:? delete:/a | deletes tree? ?, deletes tree? /a`},
		{`unknown word in quotes may be an option`, `rm "$x"`, `rm open delete:? | deletes tree? ?`},
		{`literal prefix rules that out`, `rm "./$x" /y$z`, `rm open delete:./? delete:/y? | deletes tree? ./?, deletes tree? /y?`},
		{`part of the value of an option`, `curl --output="/etc/$x" -o/etc/"$y" u`, `curl --output=/etc/? --output=/etc/? url:u | writes /etc/?, writes /etc/?, connects u`},
		{`part of a bundle`, `rm -r"$x" f`, `rm open --recursive -r=-r?? delete:f | deletes tree f`},
		{`a dash and the rest unknown`, `rm -"$x" f`, `rm open -=-?? delete:f | deletes tree? f`},
		{`a long name known in part`, `rm --"$x" f`, `rm open --=--?? delete:f | deletes tree? f`},
		{`unknown after -- is an operand`, `rm -- "$x"`, `rm delete:? | deletes ?`},
		{`posix: what follows may still be options`, `sh $x -c 'rm -rf /'`, `sh open -c? shell:? plain:rm -rf / | evaluates sh ??, reads+runs sh ??, reads+runs sh rm -rf /?, evaluates sh ?? {rm? --recursive --force delete:/ | deletes tree /?}`},
		{`the last may vanish, so the one before may be last`, `cp a b $x`, `cp open file:a file:b write:? | reads a, reads b, writes ?, writes b?`},
		{`an unknown program`, `$X rm -rf /`, `- open -rf plain:rm plain:/ | runs ??, reads /? {rm? --recursive --force delete:/ | deletes tree /?}`},
		{`a program known in part`, `"/usr/bin/$x" -rf /`, `- open -rf plain:/ | runs /usr/bin/??, reads /? {rm? --recursive --force delete:/ | deletes tree /?}`},
		{`a pattern in the place of the program`, `/bin/r[m] -rf /`, `- open -rf plain:/ | runs /bin/r[m]?, reads /? {rm? --recursive --force delete:/ | deletes tree /?}`},
		{`a pattern that many programs match is not guessed`, `/bin/* x`, `- open plain:x | runs /bin/*?`},
		{`a pattern among the operands`, `rm -rf *`, `rm --recursive --force delete:* | deletes tree *`},
	})
}

// TestSubcommandAfterAnUnlistedOption holds that the word after an option which the grammar of a service's
// client does not have is read both as its value and as the subcommand.
func TestSubcommandAfterAnUnlistedOption(t *testing.T) {
	check(t, []sample{
		{`a flag before the subcommand`, `hcloud --brisk server delete x`, `hcloud delete x --brisk=server | manages {hcloud server delete --brisk plain:x | manages}`},
		{`an option with a value`, `hcloud --tint green server delete x`, `hcloud server delete --tint=green plain:x | manages {hcloud green server --tint plain:delete plain:x | manages}`},
		{`one letter`, `heroku -q apps:destroy x`, `heroku x -q=apps:destroy | manages {heroku apps:destroy -q plain:x | manages}`},
		{`a subcommand that the grammar has`, `gh --brisk --terse repo delete o/r`, `gh repo delete --brisk --terse plain:o/r | manages`},
		{`two of them`, `hcloud --brisk server --terse delete x`, `hcloud x --brisk=server --terse=delete | manages {hcloud server delete --brisk --terse plain:x | manages}`},
		{`a word that no subcommand looks like`, `hcloud --tint ./green server list`, `hcloud server list --tint=./green | manages, reads ./green?`},
		{`a listed option`, `hcloud --context prod server list`, `hcloud server list --context=prod | manages`},
		{`after the subcommand`, `vercel remove --brisk site`, `vercel remove --brisk=site | manages`},
		{`before a nested command`, `railway --brisk run -- rm -rf /x`, `railway run --brisk argv:rm argv:-rf argv:/x | manages {rm --recursive --force delete:/x | deletes tree /x}`},
		{`after an equals sign`, `hcloud --tint=green server list`, `hcloud server list --tint=green | manages`},
	})
}

// TestCommandsOfServiceClients holds where a service's client takes a command, also in a subcommand and an
// option that the grammar does not have.
func TestCommandsOfServiceClients(t *testing.T) {
	check(t, []sample{
		{`behind two dashes`, `heroku ps:exec -a x -- rm -rf /x`, "heroku ps:exec --app=x plain:rm plain:-rf plain:/x | manages {rm --recursive --force delete:/x | deletes tree /x}"},
		{`an option for a command`, `doctl compute ssh web --ssh-command 'rm -rf /x'`, "doctl compute ssh web --ssh-command=rm -rf /x | manages, evaluates ? rm -rf /x?"},
		{`a plugin`, `kubectl --context c frobnicate x; helm secrets uninstall x; kubectl frobnicate; docker rm x`, "kubectl frobnicate x --context=c | manages {kubectl-frobnicate plain:x}\nhelm secrets uninstall plain:x | manages {helm uninstall plain:x | manages}\nkubectl frobnicate | manages\ndocker rm plain:x | manages"},
		{`no program behind the dashes`, `kubectl frobnicate -- x y`, "kubectl frobnicate x y | manages {kubectl-frobnicate plain:x plain:y}"},
		{`consul`, `consul lock -n 2 p 'rm -rf /x'; consul watch -type key -key k 'rm -rf /x'`, "consul lock -n=2 plain:p words:rm -rf /x | manages {rm --recursive --force delete:/x | deletes tree /x}\nconsul watch -type=key -key=k words:rm -rf /x | manages {rm --recursive --force delete:/x | deletes tree /x}"},
		{`etcdctl`, `etcdctl lock p rm -rf /x`, "etcdctl lock plain:p argv:rm argv:-rf argv:/x | manages {rm --recursive --force delete:/x | deletes tree /x}"},
		{`Cloud Foundry`, `cf ssh app -c 'rm -rf /x'`, "cf ssh --command=rm -rf /x plain:app | manages {rm away --recursive --force delete:/x | deletes tree /x}"},
		{`a machine`, `fly machine exec 12 'rm -rf /x'`, "fly machine exec plain:12 words:rm -rf /x | manages {rm away --recursive --force delete:/x | deletes tree /x}"},
		{`a module that is a program`, `python -m awscli s3 rb s3://b; python3 -m alembic downgrade base`, "python -m=awscli plain:s3 plain:rb plain:s3://b {aws s3 rb plain:s3://b | manages}\npython -m=alembic plain:downgrade plain:base {alembic plain:downgrade plain:base}"},
		{`a module of the project`, `python -m frobnicate delete`, "python -m=frobnicate plain:delete"},
	})
}

// TestPluginHosts holds that each has subcommands, since only then a program's plugins are looked for.
func TestPluginHosts(t *testing.T) {
	for _, host := range catalogue.PluginHosts {
		assert.True(t, Lookup(host.Program).HasSubs(), host.Program)
	}
}

// TestOperandsLeaveTheWords holds that the words of a command, of which the operands may be a part, stay as they are.
func TestOperandsLeaveTheWords(t *testing.T) {
	words := []string{"cp", "a", "b", "-r", "c", "-f", "d"}
	c := parser.Argv(words)
	v := ReadCommand(c, parser.Options{})
	for i, w := range words {
		assert.Equal(t, parser.Yes, c.Args[i].Is(w), w)
	}
	for i, w := range []string{"a", "b", "c", "d"} {
		assert.Equal(t, parser.Yes, v.Operands[i].Word.Is(w), w)
	}
}
