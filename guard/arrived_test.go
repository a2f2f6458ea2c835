package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// A copy to another machine is judged by where it arrives, as a write there is.
func TestArrivals(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a key from the home", `scp k.pub h:.ssh/authorized_keys`, rules.Ask, "persistence.write"},
		{"a key below ~", `scp k.pub u@h:~/.ssh/authorized_keys`, rules.Ask, "persistence.write"},
		{"a key of root", `rsync -a k.pub h:/root/.ssh/authorized_keys`, rules.Ask, "persistence.write"},
		{"a file that keeps its name", `scp dots/.bashrc h:`, rules.Ask, "persistence.write"},
		{"a tree into the system", `scp -r build/ root@h:/etc/`, rules.Ask, "remote.system-write"},
		{"unknown names among the programs", `scp -r build/* root@h:/usr/bin/`, rules.Ask, "remote.system-write"},
		{"by a batch", `sftp h <<< 'put k .ssh/authorized_keys'`, rules.Ask, "persistence.write"},
		{"by a batch in a directory", `printf 'cd .ssh\nput k authorized_keys\n' | sftp -b - h`, rules.Ask, "persistence.write"},
		{"by a client's options", `lftp -e 'put -O /etc/cron.d x; bye' sftp://h`, rules.Ask, "remote.system-write"},
		{"by a remote of rclone", `rclone copyto k.pub r:.ssh/authorized_keys`, rules.Ask, "persistence.write"},
		{"by a URL", `curl -T k.pub sftp://h/~/.ssh/authorized_keys`, rules.Ask, "persistence.write"},
		{"into a cluster", `kubectl cp x prod/api-0:/usr/local/bin/entrypoint.sh`, rules.Ask, "remote.system-write"},
		{"what would be done", `rsync -n k h:.ssh/authorized_keys`, rules.Allow, ""},
		{"a site", `rsync -a dist/ h:/var/www/`, rules.Allow, ""},
		{"a site, with unknown names", `scp -r dist/* h:/srv/`, rules.Allow, ""},
		{"an application", `scp app.jar h:/opt/app/app.jar`, rules.Allow, ""},
		{"a home", `scp x.tgz h:`, rules.Allow, ""},
		{"temporary files of a pod", `kubectl cp x p:/tmp/`, rules.Allow, ""},
		{"a copy from there", `scp h:.bashrc .`, rules.Allow, ""},
		{"a tree of a server", `lftp -c 'open ftp://h; mirror -R dist /public_html'`, rules.Allow, ""},
		{"a file of a server", `curl -T x.tgz ftp://h/pub/`, rules.Allow, ""},
		{"made elsewhere, deleted here", `scp -r x h:/srv/x; rm -rf /srv/x`, rules.Ask, "fs.rm-outside"},
	})
}

// A script that the text wrote is followed to where it runs.
func TestScriptsThatArrive(t *testing.T) {
	const made = `printf 'rm -rf /srv/data\n' > w.sh; `
	runRows(t, builtin(t, policy.Cautious), []row{
		{"as the input of a shell there", made + `ssh h sh < w.sh`, rules.Ask, "remote.delete"},
		{"as the input of the login", made + `ssh h < w.sh`, rules.Ask, "remote.delete"},
		{"in the directory there", `echo 'rm -rf data' > w.sh; ssh h < w.sh`, rules.Ask, "remote.delete"},
		{"as the input of a shell in a pod", made + `kubectl exec -i p -- sh < w.sh`, rules.Ask, "remote.delete"},
		{"as the input of a shell in a container", made + `docker exec -i c sh < w.sh`, rules.Ask, "remote.delete"},
		{"as the input of a phone's shell", made + `adb shell < w.sh`, rules.Ask, "remote.delete"},
		{"as a text for a phone's shell", `adb shell <<< 'rm -rf /sdcard/DCIM'`, rules.Ask, "remote.delete"},
		{"as a copy", made + `scp w.sh h:/tmp/ && ssh h sh /tmp/w.sh`, rules.Ask, "remote.delete"},
		{"as a copy in the home", made + `scp w.sh h: && ssh h ./w.sh`, rules.Ask, "remote.delete"},
		{"as a copy in a container", made + `docker cp w.sh c:/tmp/ && docker exec c sh /tmp/w.sh`, rules.Ask, "remote.delete"},
		{"statements", `echo 'DROP TABLE a' > w.sql; ssh h psql app < w.sql`, rules.Ask, "db.drop"},
		{"a file there of the same name", made + `ssh h 'sh < w.sh'`, rules.Allow, ""},
		{"a harmless one", `echo 'ls /srv' > w.sh; ssh h sh < w.sh`, rules.Allow, ""},
		{"a harmless copy", `echo ls > w.sh; scp w.sh h:/tmp/ && ssh h sh /tmp/w.sh`, rules.Allow, ""},
		{"no script", made + `adb shell ls < w.sh`, rules.Allow, ""},
	})
}

// A unit of systemd's starts elsewhere, and its settings write files and run commands.
func TestTransientUnits(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"one of the user's starts in the home", `systemd-run --user rm -rf Documents`, rules.Ask, "fs.rm-outside"},
		{"one of the system in the root", `systemd-run rm -rf etc/nginx`, rules.Block, "fs.system-write"},
		{"in a directory", `systemd-run --user -p WorkingDirectory=~ rm -rf Documents`, rules.Ask, "fs.rm-outside"},
		{"a command before it", `systemd-run --user -p ExecStartPre='-/bin/rm -rf %h/Documents' true`, rules.Ask, "fs.rm-outside"},
		{"output to a file", `systemd-run --user --property=StandardOutput=append:%h/.bashrc echo x`, rules.Ask, "persistence.write"},
		{"a variable", `systemd-run --user -p Environment=LD_PRELOAD=/tmp/x.so true`, rules.Ask, "run.environment"},
		{"variables in a file", `echo LD_PRELOAD=/tmp/x.so > e; systemd-run --user -p EnvironmentFile=$PWD/e true`, rules.Ask, "run.environment"},
		{"a scope stays here", `systemd-run --user --scope rm -rf build`, rules.Allow, ""},
		{"the same directory", `systemd-run --user -d rm -rf build`, rules.Allow, ""},
		{"the work directory", `systemd-run --user -p WorkingDirectory=$PWD rm -rf build`, rules.Allow, ""},
		{"a limit", `systemd-run --user -p MemoryMax=1G make test`, rules.Allow, ""},
		{"output to the journal", `systemd-run --user -p StandardOutput=journal true`, rules.Allow, ""},
	})
}

// Members of an archive that are named are written where it is unpacked.
func TestNamedMembers(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"of a tape archive", `tar -xf d.tar -C ~ .bashrc`, rules.Ask, "persistence.write"},
		{"without their first part", `tar -xf d.tar -C ~ --strip-components=1 d/.bashrc`, rules.Ask, "persistence.write"},
		{"of a zip", `unzip -o d.zip .bashrc -d ~`, rules.Ask, "persistence.write"},
		{"of 7z", `7z x d.7z -o$HOME .bashrc`, rules.Ask, "persistence.write"},
		{"names for cpio", `echo .ssh/authorized_keys | cpio -pdu ~`, rules.Ask, "persistence.write"},
		{"what another packs", `tar -C d -cf - .bashrc | tar -C ~ -xf -`, rules.Ask, "persistence.write"},
		{"printed only", `tar -xf d.tar -O .bashrc`, rules.Allow, ""},
		{"in the project", `tar -xf d.tar .eslintrc`, rules.Allow, ""},
		{"a copy of the project", `tar -cf - src | tar -C /tmp/y -xf -`, rules.Allow, ""},
	})
}
