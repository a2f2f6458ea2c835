package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// A command line that a library sends to another machine is judged like one for ssh.
func TestLinesThatASessionRuns(t *testing.T) {
	const literal = "run.inline-literal"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"paramiko", `python3 -c "import paramiko; c=paramiko.SSHClient(); c.connect('prod'); c.exec_command('rm -rf /srv/data')"`, rules.Ask, literal},
		{"a restart", `python3 -c "import paramiko; c=paramiko.SSHClient(); c.connect('prod'); c.exec_command(command='reboot')"`, rules.Ask, literal},
		{"asyncssh", `python3 -c "import asyncssh, asyncio; asyncio.run(asyncssh.connect('prod').run('reboot'))"`, rules.Ask, literal},
		{"ssh2", `node -e "const {Client} = require('ssh2'); const c = new Client(); c.on('ready', () => c.exec('rm -rf /srv/app', () => {})).connect({host: 'prod'})"`, rules.Ask, literal},
		{"node-ssh", `node -e "const {NodeSSH} = require('node-ssh'); const s = new NodeSSH(); s.connect({host:'prod'}).then(() => s.execCommand('rm -rf /srv/app'))"`, rules.Ask, literal},
		{"Net::SSH", `ruby -rnet/ssh -e 'Net::SSH.start("prod", "deploy") { |s| s.exec!("rm -rf /srv/app") }'`, rules.Ask, literal},
		{"without brackets", `ruby -rnet/ssh -e 'Net::SSH.start("prod", "deploy") { |s| s.exec! "rm -rf /srv/app" }'`, rules.Ask, literal},
		{"phpseclib", `php -r '$s = new phpseclib3\Net\SSH2("prod"); $s->exec("rm -rf /srv/app");'`, rules.Ask, literal},
		{"a library that nobody knows", `python3 -c "import foo; foo.Client().run('rm -rf /srv/app')"`, rules.Ask, literal},

		{"in a login's home", `python3 -c "import paramiko; c=paramiko.SSHClient(); c.exec_command('rm -rf app')"`, rules.Ask, literal},

		{"on this machine", `python3 -c "import subprocess as sp; sp.run('rm -rf build', shell=True)"`, rules.Allow, ""},
		{"on this machine, by Node", `node -e "const cp = require('child_process'); cp.exec('rm -rf dist')"; node -e "require('child_process').exec('rm -rf dist')"`, rules.Allow, ""},
		{"on this machine, by Ruby", `ruby -e "Kernel.exec('rm -rf build')"`, rules.Allow, ""},
		{"on this machine, by invoke", `python3 -c "from invoke import Context; Context().run('rm -rf build')"`, rules.Allow, ""},
		{"here, beside a session", `python3 -c "import paramiko, subprocess; subprocess.run('rm -rf build', shell=True)"`, rules.Allow, ""},
		{"a line that reads", `python3 -c "import paramiko; c=paramiko.SSHClient(); c.exec_command('uptime')"`, rules.Allow, ""},
		{"a line for something else", `node -e "console.log(/a(b)/.exec('remove all').index)"`, rules.Allow, ""},
		{"a query", `python3 -c "import sqlite3; sqlite3.connect(':memory:').execute('select 1')"`, rules.Allow, ""},
		{"a name of a file", `python3 -c "import foo; foo.App().run('config.toml')"`, rules.Allow, ""},
	})
}
