package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

// yes lists the values that switch an argument of Ansible on.
const yes = "yes|true|on|1|True|y"

// ansibleModules are the modules of Ansible that change or fetch something. Source: the
// documentation of ansible.builtin, ansible.posix and the community collections.
var ansibleModules = [...]spec.ModuleRow{
	{Names: "command shell raw win_shell win_command", Code: "cmd|*"},
	{Names: "script", Code: "cmd|*"},
	{Names: "expect", Code: "command"},
	{Names: "file", With: "state=absent", Command: "rm -rf -- {path|dest|name}"},
	{Names: "file", With: "state=link", Command: "ln -s -f -- {src} {path|dest|name}"},
	{Names: "file", With: "state=hard", Command: "ln -f -- {src} {path|dest|name}"},
	{Names: "file", With: "state=touch", Command: "touch -- {path|dest|name}"},
	{Names: "file", With: "state=directory", Command: "mkdir -p -- {path|dest|name}"},
	{Names: "file", With: "mode recurse=" + yes, Command: "chmod -R {mode} {path|dest|name}"},
	{Names: "file", With: "owner recurse=" + yes, Command: "chown -R {owner} {path|dest|name}"},
	{Names: "file copy template lineinfile blockinfile get_url assemble ini_file replace unarchive", With: "mode !recurse=" + yes, Command: "chmod {mode} {path|dest|name}"},
	{Names: "file copy template lineinfile blockinfile get_url assemble ini_file replace unarchive", With: "owner !recurse=" + yes, Command: "chown {owner} {path|dest|name}"},
	{Names: "copy template assemble lineinfile blockinfile replace ini_file xml htpasswd", Command: "tee {path|dest|destfile|name}"},
	{Names: "copy template unarchive", With: "src !remote_src=" + yes, Command: "scp -r {src} host:{dest}", Here: true},
	{Names: "fetch slurp", Command: "cat {src|path}"},
	{Names: "fetch", Command: "tee {dest}", Here: true},
	{Names: "synchronize", With: "delete=" + yes, Command: "rsync -a --delete {src} {dest}"},
	{Names: "synchronize", With: "!delete=" + yes, Command: "rsync -a {src} {dest}"},
	{Names: "unarchive", Command: "tar -x -f {src} -C {dest}"},
	{Names: "get_url uri", With: "url", Command: "curl --request={method} --data={body} --output={dest} {url}"},
	{Names: "git", Command: "git clone {repo|name} {dest}"},
	{Names: "git", With: "force=" + yes, Command: "git -C {dest} reset --hard"},

	{Names: "user", With: "state=absent remove=" + yes, Command: "userdel -r {name|user}"},
	{Names: "user", With: "state=absent", Command: "userdel {name|user}"},
	{Names: "user", With: "!state=absent", Command: "useradd --uid={uid} --groups={groups|group} --password={password} --shell={shell} {name|user}"},
	{Names: "group", With: "state=absent", Command: "groupdel {name}"},
	{Names: "group", With: "!state=absent", Command: "groupadd --gid={gid} {name}"},
	{Names: "authorized_key", With: "path !state=absent", Command: "tee -a {path}"},
	{Names: "authorized_key", With: "!path !state=absent", Command: "tee -a ~{user}/.ssh/authorized_keys"},
	{Names: "sudoers", Command: "tee /etc/sudoers.d/{name}"},
	{Names: "cron", With: "!state=absent", Code: "job", Command: "crontab -e"},
	{Names: "cron", With: "cron_file", Command: "tee /etc/cron.d/{cron_file}"},
	{Names: "at", Code: "command", Command: "at now"},

	{Names: "service systemd systemd_service sysvinit", With: "state=stopped", Command: "systemctl stop {name|service|unit}"},
	{Names: "service systemd systemd_service sysvinit", With: "state=restarted", Command: "systemctl restart {name|service|unit}"},
	{Names: "service systemd systemd_service sysvinit", With: "state=reloaded", Command: "systemctl reload {name|service|unit}"},
	{Names: "service systemd systemd_service sysvinit", With: "state=started", Command: "systemctl start {name|service|unit}"},
	{Names: "service systemd systemd_service sysvinit", With: "enabled=no|false|off|0|False", Command: "systemctl disable {name|service|unit}"},
	{Names: "service systemd systemd_service sysvinit", With: "enabled=" + yes, Command: "systemctl enable {name|service|unit}"},
	{Names: "systemd systemd_service", With: "masked=" + yes, Command: "systemctl mask {name|service|unit}"},
	{Names: "reboot", Command: "reboot"},
	{Names: "shutdown", Command: "shutdown now"},
	{Names: "mount", With: "state=absent|unmounted|absent_from_fstab", Command: "umount {path|name}"},
	{Names: "mount", With: "state=mounted|present|remounted|ephemeral", Command: "mount {src} {path|name}"},
	{Names: "filesystem", With: "state=absent", Command: "wipefs -a {dev|device}"},
	{Names: "filesystem", With: "!state=absent", Command: "mkfs {dev|device}"},
	{Names: "parted", With: "state=present|absent", Command: "sfdisk {device}"},
	{Names: "lvol", With: "state=absent", Command: "lvremove {vg}/{lv}"},
	{Names: "lvg", With: "state=absent", Command: "vgremove {vg}"},
	{Names: "sysctl", Command: "sysctl -w {name}={value}"},
	{Names: "hostname", Command: "hostnamectl set-hostname {name}"},
	{Names: "modprobe", Command: "modprobe {name}"},
	{Names: "selinux", With: "state=disabled|permissive", Command: "setenforce 0"},
	{Names: "iptables", With: "flush=" + yes, Command: "iptables -F {chain}"},
	{Names: "iptables", With: "!flush=" + yes, Command: "iptables -A {chain} -j {jump}"},
	{Names: "ufw", With: "state=disabled", Command: "ufw disable"},
	{Names: "ufw", With: "state=reset", Command: "ufw reset"},

	{Names: "apt package", With: "state=absent", Command: "apt-get remove -y {name|pkg|package}"},
	{Names: "apt package", With: "!state=absent", Command: "apt-get install -y {name|pkg|package|deb}"},
	{Names: "yum dnf dnf5", With: "state=absent|removed", Command: "dnf remove -y {name|pkg}"},
	{Names: "yum dnf dnf5", With: "!state=absent|removed", Command: "dnf install -y {name|pkg}"},
	{Names: "pip", With: "!state=absent", Command: "pip install {name}"},
	{Names: "npm", With: "!state=absent", Command: "npm install {name}"},
	{Names: "gem", With: "!state=absent", Command: "gem install {name}"},
	{Names: "apt_repository", Command: "tee /etc/apt/sources.list.d/{filename}.list"},
	{Names: "yum_repository", Command: "tee /etc/yum.repos.d/{name}.repo"},

	{Names: "mysql_db", With: "state=absent", Command: "mysqladmin drop {name|db}"},
	{Names: "mysql_query", Command: "mysql -e {query}"},
	{Names: "postgresql_db", With: "state=absent", Command: "dropdb {name|db}"},
	{Names: "postgresql_query", Command: "psql -c {query}"},
	{Names: "postgresql_user", With: "state=absent", Command: "dropuser {name|user}"},
	{Names: "docker_container", With: "state=absent", Command: "docker rm -f {name}"},
	{Names: "docker_container", With: "privileged=" + yes, Command: "docker run --privileged {image}"},
	{Names: "docker_container", With: "volumes", Command: "docker run -v {volumes} {image}"},
	{Names: "docker_volume", With: "state=absent", Command: "docker volume rm {name|volume_name}"},
	{Names: "docker_compose docker_compose_v2", With: "state=absent", Command: "docker compose down -v"},
	{Names: "k8s", With: "state=absent", Command: "kubectl delete {kind} {name}"},
	{Names: "terraform", With: "state=absent", Command: "terraform destroy -auto-approve"},
}

// saltModules are the functions of Salt's execution modules and of its states that change or
// fetch something. The first argument of a state is its name. Source: Salt's module reference.
var saltModules = [...]spec.ModuleRow{
	{Names: "cmd.run cmd.run_all cmd.run_stdout cmd.run_stderr cmd.shell cmd.retcode cmd.run_bg cmd.wait", Code: "cmd|name|*"},
	{Names: "file.remove file.absent file.rmdir file.tidied", Command: "rm -rf -- {path|name|1}"},
	{Names: "file.write file.append file.prepend file.managed file.replace file.line file.comment file.uncomment file.blockreplace file.serialize file.touch file.sed file.psed file.truncate " +
		"file.search_replace file.keyvalue file.accumulated file.patch", Command: "tee {path|name|1}"},
	{Names: "file.directory file.mkdir file.makedirs", Command: "mkdir -p -- {path|name|dir_path|1}"},
	{Names: "file.copy file.copy_", Command: "cp -r -- {src|source|1} {dst|name|2}"},
	{Names: "file.rename file.move", Command: "mv -- {src|source|1} {dst|name|2}"},
	{Names: "file.symlink", Command: "ln -s -- {src|target|1} {path|name|2}"},
	{Names: "file.set_mode", Command: "chmod {mode|2} {path|1}"},
	{Names: "file.directory file.managed", With: "mode", Command: "chmod {mode} {name|1}"},
	{Names: "file.directory file.managed", With: "user", Command: "chown {user} {name|1}"},
	{Names: "file.chown", Command: "chown {user|2} {path|1}"},
	{Names: "file.recurse", Command: "tee {name|1}/."},
	{Names: "cp.get_url cp.get_file cp.get_dir cp.get_template cp.cache_file", Command: "curl --output={dest|2} {path|1}"},
	{Names: "cp.push cp.push_dir", Command: "scp -r {path|1} host:x"},
	{Names: "http.query http.wait_for_successful_query", Command: "curl --request={method} --data={data} {url|name|1}"},
	{Names: "archive.extracted archive.tar archive.unzip archive.cmd_unzip", Command: "tar -x -f {source} -C {name|dest}"},
	{Names: "git.latest git.clone git.cloned", Command: "git clone {name|url} {target|cwd}"},

	{Names: "user.add user.present", Command: "useradd --uid={uid} --groups={groups} --password={password} --shell={shell} {name|1}"},
	{Names: "user.delete user.absent", Command: "userdel {name|1}"},
	{Names: "shadow.set_password shadow.del_password shadow.lock_password user.chuid user.chgroups user.chshell", Command: "usermod --lock {name|1}"},
	{Names: "group.add group.present", Command: "groupadd {name|1}"},
	{Names: "group.delete group.absent", Command: "groupdel {name|1}"},
	{Names: "ssh.set_auth_key ssh.set_auth_key_from_file", Command: "tee -a ~{user|1}/.ssh/authorized_keys"},
	{Names: "ssh_auth.present ssh_auth.manage", Command: "tee -a ~{user}/.ssh/authorized_keys"},
	{Names: "cron.set_job", Code: "cmd|7", Command: "crontab -e"},
	{Names: "cron.set_special", Code: "cmd|3", Command: "crontab -e"},
	{Names: "cron.present cron.raw_cron cron.file cron.write_cron_file", Code: "name", Command: "crontab -e"},
	{Names: "schedule.add at.at at.present", Command: "at now"},

	{Names: "service.stop service.dead service.kill", Command: "systemctl stop {name|1}"},
	{Names: "service.restart", Command: "systemctl restart {name|1}"},
	{Names: "service.start service.running", Command: "systemctl start {name|1}"},
	{Names: "service.disable service.disabled", Command: "systemctl disable {name|1}"},
	{Names: "service.enable service.enabled", Command: "systemctl enable {name|1}"},
	{Names: "service.mask service.masked", Command: "systemctl mask {name|1}"},
	{Names: "system.reboot system.shutdown system.poweroff system.halt", Command: "reboot"},
	{Names: "mount.umount mount.unmounted", Command: "umount {name|1}"},
	{Names: "mount.mount", Command: "mount {device|2} {name|1}"},
	{Names: "mount.mounted", Command: "mount {device} {name|1}"},
	{Names: "disk.wipe", Command: "wipefs -a {device|1}"},
	{Names: "disk.format extfs.mkfs xfs.mkfs btrfs.mkfs partition.mkfs", Command: "mkfs {device|1}"},
	{Names: "partition.rm partition.mklabel partition.mkpart", Command: "sfdisk {device|1}"},
	{Names: "lvm.lvremove", Command: "lvremove {vgname|2}/{lvname|1}"},
	{Names: "lvm.vgremove", Command: "vgremove {vgname|1}"},
	{Names: "sysctl.assign sysctl.persist sysctl.present", Command: "sysctl -w {name|1}={value|2}"},
	{Names: "kmod.load kmod.present", Command: "modprobe {mod|name|1}"},
	{Names: "kmod.remove kmod.absent", Command: "modprobe -r {mod|name|1}"},
	{Names: "iptables.flush nftables.flush", Command: "iptables -F"},
	{Names: "iptables.set_policy", Command: "iptables -P {chain|2} {policy|3}"},
	{Names: "selinux.setenforce selinux.mode", Command: "setenforce {mode|name|1}"},
	{Names: "hosts.add_host hosts.set_host hosts.rm_host host.present host.absent host.only", Command: "tee -a /etc/hosts"},

	{Names: "pkg.install pkg.installed pkg.latest", Command: "apt-get install -y {name|1}"},
	{Names: "pkg.remove pkg.purge pkg.removed pkg.purged", Command: "apt-get remove -y {name|1}"},
	{Names: "pip.install pip.installed", Command: "pip install {name|pkgs|1}"},
	{Names: "npm.install npm.installed", Command: "npm install {name|pkg|1}"},
	{Names: "gem.install gem.installed", Command: "gem install {name|gems|1}"},
	{Names: "mysql.db_remove mysql_database.absent", Command: "mysqladmin drop {name|1}"},
	{Names: "mysql.query", Command: "mysql -e {query|2}"},
	{Names: "postgres.db_remove postgres_database.absent", Command: "dropdb {name|1}"},
	{Names: "postgres.psql_query", Command: "psql -c {query|1}"},
	{Names: "docker.rm docker_container.absent", Command: "docker rm -f {name|1}"},
	{Names: "docker.remove_volume docker_volume.absent", Command: "docker volume rm {name|1}"},
	{Names: "docker.rmi docker_image.absent", Command: "docker rmi {name|1}"},
}

// Modules returns the rows of a configuration manager's modules.
func Modules(manager string) []spec.ModuleRow {
	switch manager {
	case "ansible":
		return ansibleModules[:]
	case "salt", "salt-call":
		return saltModules[:]
	}
	return nil
}
