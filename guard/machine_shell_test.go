package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What a shell in a virtual machine is given is judged by what is inside, as ssh's is.
func TestShellsInVirtualMachines(t *testing.T) {
	const root = "fs.rm-root"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"podman's machine", "podman machine ssh 'rm -rf /'", rules.Block, root},
		{"a named machine", "podman machine ssh vm sudo rm -rf /", rules.Block, root},
		{"as a user", "podman machine ssh --username root vm rm -rf /", rules.Block, root},
		{"minikube's node", "minikube ssh -- sudo rm -rf /", rules.Block, root},
		{"in one word", "minikube ssh -n m02 'sudo rm -rf /'", rules.Block, root},
		{"multipass", "multipass exec vm -- sudo rm -rf /", rules.Block, root},
		{"lima", "limactl shell default rm -rf /", rules.Ask, root},
		{"colima", "colima ssh -- rm -rf /", rules.Block, root},
		{"vagrant", "vagrant ssh -c 'rm -rf /'", rules.Block, root},

		{"a listing in podman's machine", "podman machine ssh vm ls /", rules.Allow, ""},
		{"the machines", "podman machine ls", rules.Allow, ""},
		{"a listing in minikube's node", "minikube ssh -- ls /var/lib", rules.Allow, ""},
		{"a session", "minikube ssh", rules.Allow, ""},
	})
}

// A cd in text for another machine counts there, and nowhere else.
func TestCdElsewhere(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"all of the root", "ssh h 'cd / && rm -rf *'", rules.Block, "fs.rm-root"},
		{"all of a home", "ssh h 'cd ~ && rm -rf *'", rules.Block, "fs.rm-home"},
		{"a directory of the system", "ssh h 'cd /usr; rm -rf .'", rules.Block, "fs.rm-system"},
		{"one by its name", "ssh h 'cd / && rm -rf etc'", rules.Block, "fs.rm-system"},
		{"back to the root", "ssh h 'cd /home/u && rm -rf ../../*'", rules.Block, "fs.rm-root"},
		{"in a container", "docker exec c sh -c 'cd / && rm -rf *'", rules.Block, "fs.rm-root"},
		{"in a pod", "kubectl exec p -- sh -c 'cd / && rm -rf ./*'", rules.Block, "fs.rm-root"},
		{"in a virtual machine", "vagrant ssh -c 'cd / && sudo rm -rf *'", rules.Block, "fs.rm-root"},

		{"a place of an application", "ssh h 'cd /srv/app && rm -rf releases'", rules.Ask, "remote.delete"},
		{"all of it", "ssh h 'cd /srv/app && rm -rf *'", rules.Ask, "remote.delete"},
		{"what a search finds there", "ssh h 'cd /srv/app && find . -type f -delete'", rules.Ask, "remote.delete"},
		{"by pushd", "ssh h 'pushd /srv/app && rm -rf releases'", rules.Ask, "remote.delete"},
		{"by a variable", "ssh h 'D=/srv/app; cd $D && rm -rf releases'", rules.Ask, "remote.delete"},
		{"in text that is fed", "ssh h <<'E'\ncd /srv\nrm -rf app\nE\n", rules.Ask, "remote.delete"},
		{"in another shell there", "echo 'cd /srv && rm -rf app' | ssh h sh", rules.Ask, "remote.delete"},
		{"as another user there", `ssh h "sudo -u app sh -c 'cd /srv/app && rm -rf releases'"`, rules.Ask, "remote.delete"},
		{"a module's chdir", "ansible web -m shell -a 'chdir=/srv rm -rf app'", rules.Ask, "remote.delete"},
		{"from inline code", `python3 -c "import subprocess; subprocess.run(['ssh', 'h', 'cd /srv && rm -rf app'])"`, rules.Ask, "remote.delete"},
		{"on a phone", "adb shell 'cd /sdcard && rm -rf DCIM'", rules.Ask, "remote.delete"},
		{"a setting of the system's", "ssh h 'cd /etc/nginx && sed -i s/80/8080/ nginx.conf'", rules.Ask, "remote.system-write"},
		{"a store of data that moves", "ssh h 'cd /var/lib/postgresql && mv 16 /tmp/'", rules.Ask, "remote.delete"},
		{"a directory in a home", "ssh h 'cd ~ && rm -rf build'", rules.Ask, "remote.delete"},
		{"a cd here, which leads nowhere there", "cd / && ssh h 'rm -rf etc'", rules.Ask, "remote.delete"},
		{"temporary files", "ssh h 'cd /tmp/build && rm -rf out'", rules.Allow, ""},
		{"a directory of which nothing is known", `ssh h 'cd "$(mktemp -d)" && tar xzf - && rm -rf out'`, rules.Allow, ""},
		{"work in a checkout", "ssh h 'cd app && npm ci && npm run build && rm -f tmp/x.pid'", rules.Allow, ""},
		{"a cd there, a command here", "ssh h 'cd / && ls *'; rm -rf build", rules.Allow, ""},
		{"a listing", "ssh h 'cd /etc && cat passwd'", rules.Allow, ""},
	})
}

// What a login elsewhere starts in is a home.
func TestStartElsewhere(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a directory in it", "ssh h rm -rf app", rules.Ask, "remote.delete"},
		{"some of one", "ssh h 'rm -rf backups/*.gz'", rules.Ask, "remote.delete"},
		{"all of it", "ssh h 'rm -rf *'", rules.Block, "fs.rm-home"},
		{"the homes", "ssh h 'cd .. && rm -rf *'", rules.Block, "fs.rm-home"},
		{"for the other side of a transfer", "rsync --rsync-path='rm -rf app; rsync' a h:b", rules.Ask, "remote.delete"},
		{"by mosh", "mosh h -- rm -rf app; mosh --ssh='ssh -p 2' me@h rm -rf app", rules.Ask, "remote.delete"},
		{"on all machines of a list", "ansible web -a 'rm -rf app'", rules.Ask, "remote.delete"},
		{"in a phone it is the root", "adb shell rm -rf data", rules.Ask, "remote.delete"},
		{"who may come in", "ssh h 'echo x >> .ssh/authorized_keys'", rules.Ask, "persistence.write"},
		{"a key", "ssh h 'cat .ssh/id_rsa'", rules.Block, "secrets.read"},
		{"files", "ssh h 'echo x > app/a; mkdir -p app/b; chmod 644 app/a; rm app/c'", rules.Allow, ""},
		{"another name", "ssh h 'mv app app.old && mv app.new app'", rules.Allow, ""},
		{"reading", "ssh h 'cat .bashrc; ls; tail app/log/x.log'", rules.Allow, ""},
		{"a word that is not known", `ssh h "rm -rf $X"`, rules.Allow, ""},
	})
}

// A container starts in a directory that nobody here knows, unless an option says so; what it
// is lent is this machine's.
func TestStartInContainer(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"in an application's directory", "docker compose exec -T app rm -rf tmp/cache", rules.Allow, ""},
		{"in a pod", "kubectl exec p -- rm -rf tmp/cache", rules.Allow, ""},
		{"further down", "docker exec c sh -c 'cd tmp && rm -rf *'", rules.Allow, ""},
		{"all that lies there", "docker exec c sh -c 'rm -rf *'", rules.Ask, "remote.delete"},
		{"the directory itself", "kubectl exec p -- rm -rf ./", rules.Ask, "remote.delete"},
		{"by an option", "docker exec -w /data db rm -rf uploads", rules.Ask, "remote.delete"},
		{"by an option of compose", "docker compose exec --workdir=/data db rm -rf uploads", rules.Ask, "remote.delete"},
		{"by an option of another", "lxc exec web --cwd /etc -- touch hosts", rules.Ask, "remote.system-write"},
		{"by an option, a setting", "docker exec -w /etc/nginx web sed -i s/a/b/ nginx.conf", rules.Ask, "remote.system-write"},
		{"by an option, the root", "docker exec -w / db rm -rf etc", rules.Block, "fs.rm-system"},
		{"by cd", "docker exec db sh -c 'cd /data && rm -rf uploads'", rules.Ask, "remote.delete"},
		{"in a virtual machine", "multipass exec vm -d /data -- rm -rf uploads", rules.Ask, "remote.delete"},

		{"the work directory that is lent", `docker run --rm -v "$PWD:/w" -w /w img sh -c 'rm -rf build && make'`, rules.Allow, ""},
		{"the same, by its name there", `docker run --rm -v "$PWD:/w" img rm -rf /w/build`, rules.Allow, ""},
		{"the same, by cd", `docker run --rm -v "$(pwd)":/w img sh -c 'cd /w && rm -rf build'`, rules.Allow, ""},
		{"the same, in a list", `docker run --mount type=bind,source=$PWD,target=/w -w /w img rm -rf build`, rules.Allow, ""},
		{"the same, by compose", "docker compose run -v .:/w -w /w app rm -rf dist", rules.Allow, ""},
		{"all of it", `docker run -v "$PWD":/w -w /w img sh -c 'rm -rf *'`, rules.Ask, "fs.rm-workdir"},
		{"its history", `docker run -v "$PWD":/w -w /w img rm -rf .git`, rules.Ask, "fs.rm-workdir"},
		{"a secret in it", `docker run -v "$PWD":/w -w /w img cat .env`, rules.Block, "secrets.read"},
		{"a directory beside it that is lent below", `docker run -v "$PWD":/w -v /data:/w/d img rm -rf /w/d/x`, rules.Ask, "fs.rm-outside"},
		{"a volume below it", `docker run -v "$PWD":/w -v data:/w/d img rm -rf /w/d/x`, rules.Ask, "remote.delete"},
		{"above it", `docker run -v "$PWD":/w/a img rm -rf /w`, rules.Ask, "remote.delete"},
		{"beside it", `docker run -v "$PWD":/w img rm -rf /w/../data`, rules.Ask, "remote.delete"},
		{"the work directory's path on another machine", `docker -H ssh://h run -v "$PWD:/w" img rm -rf /w/x; DOCKER_CONTEXT=far docker run -v "$PWD:/w" img rm -rf /w/x; CONTAINER_HOST=ssh://h podman run -v "$PWD:/w" img rm -rf /w/x`, rules.Ask, "remote.delete"},
		{"another directory that is lent", "docker run -v /data:/w -w /w img rm -rf x", rules.Ask, "fs.rm-outside"},
		{"one that is not known", `docker run -v "$X":/w -w /w img rm -rf x`, rules.Ask, "remote.delete"},
		{"what another machine lends", `ssh h "docker run -v $PWD:/w -w /w img rm -rf x"`, rules.Ask, "remote.delete"},
		{"what the machine of another daemon lends", `docker -H tcp://h:1 run -v "$PWD":/w -w /w img rm -rf x`, rules.Ask, "remote.delete"},
	})
}

// The directory that a launcher's option names is that of the command it starts.
func TestStartOfLauncher(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"pnpm", "pnpm -C / exec rm -rf home", rules.Block, "fs.rm-home"},
		{"pnpm, another command", "pnpm --dir=/ dlx rimraf home", rules.Block, "fs.rm-home"},
		{"yarn", "yarn --cwd / exec rm -rf home", rules.Block, "fs.rm-home"},
		{"parallel", "parallel --workdir / rm -rf ::: home", rules.Block, "fs.rm-home"},
		{"parallel, the short name", "parallel --wd /data rm -rf ::: old", rules.Ask, "fs.rm-outside"},
		{"one without a grammar", "mise -C / exec -- rm -rf home", rules.Block, "fs.rm-home"},
		{"one without a grammar, attached", "footool run --work-dir=/data -- rm -rf old", rules.Ask, "fs.rm-outside"},
		{"one without a grammar, which may start it here", "footool run --dir /tmp -- rm -rf .git", rules.Ask, "fs.rm-workdir"},
		{"inline Ruby", `ruby -e 'system("rm -rf home", chdir: "/")'`, rules.Block, "fs.rm-home"},
		{"inline PHP", `php -r 'proc_open("rm -rf home", [], $p, "/");'`, rules.Block, "fs.rm-home"},

		{"a package", "pnpm -C packages/a exec rm -rf dist", rules.Allow, ""},
		{"a workspace", "yarn --cwd packages/a exec rm -rf dist", rules.Allow, ""},
		{"a build", "footool run -C sub -- rm -rf build", rules.Allow, ""},
		{"temporary files", "parallel --wd /tmp/x rm -rf ::: a b", rules.Allow, ""},
		{"inline Ruby, in the work directory", `ruby -e 'system("rm -rf dist", chdir: "web")'`, rules.Allow, ""},
	})
}
