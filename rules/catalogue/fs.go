package catalogue

import (
	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/rules"
)

// touches are the effects that alter what is already there.
const touches = grammar.Writes | grammar.Deletes | grammar.Changes

// fs are the rules about files, directories and disks.
var fs = []rules.Rule{
	{
		ID: "fs.rm-root", Class: rules.Catastrophic, Effect: grammar.Deletes, Tree: true, Zone: rules.Root,
		Reason: "deletes everything you can write",
		Hint:   "name the directory you mean",
		Hits: []string{
			"rm -rf /", "rm -rvf //", "rm -r -f -- /.", "rm --recursive --force /*", "rm / -rf", `rm -rf "/"`,
			"rm -rf /tmp/../", "sudo rm -rf /", "cd / && rm -rf *", "bash -c 'rm -rf /'", "/bin/rm --recur /",
		},
		Misses: []string{"rm -rf /tmp/build", `echo "rm -rf /"`, "rm -rf ./build", "git rm -r x", "rm -- '-x /etc'"},
	},
	{
		ID: "fs.rm-home", Class: rules.Catastrophic, Effect: grammar.Deletes, Tree: true, Zone: rules.Home,
		Reason: "deletes a whole home directory",
		Hint:   "name a directory inside it",
		Hits:   []string{"rm -rf ~", "rm -rf ~/", `rm -rf "$HOME"`, "rm -rf $HOME/*", "rm -r /home", "env rm -rf ~/../"},
		Misses: []string{"rm -rf ~/project/build", "rm ~/notes.txt", "ls ~"},
	},
	{
		ID: "fs.rm-parent", Former: "fs.rm-above", Class: rules.Catastrophic, Effect: grammar.Deletes, Tree: true, Zone: rules.Above,
		Reason: "deletes the directory above the one you work in",
		Hint:   "name a directory inside the work directory",
		Hits:   []string{"rm -rf ..", "rm -rf ../", "rm -rf ../*", "rm -rf $PWD/.."},
		Misses: []string{"rm -rf sub/..x", "rm -rf build"},
	},
	{
		ID: "fs.rm-system", Class: rules.Catastrophic, Effect: grammar.Deletes, Tree: true, Zone: rules.SystemDir,
		Reason: "deletes a directory the system needs",
		Hint:   "remove packages with the package manager",
		Hits:   []string{"rm -rf /etc", "rm -rf /usr/", "rm -r /var", "cd / && rm -rf bin etc usr", "rm -rf /usr/*", "coreutils --coreutils-prog=rm -rf /etc", "/system/bin/linker64 /system/bin/toybox rm -rf /etc", "termux-chroot rm -rf /etc"},
		Misses: []string{"rm -rf ./etc", "rm -rf etc", "ls /etc", "coreutils --coreutils-prog=ls /etc", "linker64 /bin/ls /etc"},
	},
	{
		ID: "fs.rm-empty", Class: rules.Opaque, Floored: true, Least: rules.Ask, Effect: grammar.Deletes, Tree: true, Zone: rules.IfEmpty,
		Reason: "deletes the root, a home or the directory above if the variable in it is empty",
		Hint:   `write "${VAR:?}" so that an empty value stops the command`,
		Hits:   []string{`rm -rf "$D"/*`, "rm -rf /$X", `rm -rf "$HOME/$SUB"`, "rm -rf $D/"},
		Misses: []string{`rm -rf "${D:?}"/*`, `rm -rf "build/$X"`, `rm -rf "$D"`},
	},
	{
		ID: "fs.change-empty", Class: rules.Opaque, Floored: true, Least: rules.Ask, Effect: grammar.Changes, Tree: true, Zone: rules.IfEmpty,
		Reason: "changes modes or owners in the root, a home or the directory above if the variable in it is empty",
		Hint:   `write "${VAR:?}" so that an empty value stops the command`,
		Hits:   []string{`chmod -R 700 "/$D"`, `chown -R me "$D"/*`, `ls / | while read -r n; do chmod -R 000 "/$n"; done`},
		Misses: []string{`chmod -R u+w "${D:?}"/x`, `chown -R me "build/$X"`, `chmod -R go-w "$D"`, `chmod 700 "/srv/$D"`},
	},
	{
		ID: "fs.dotdot", Former: "fs.climb", Class: rules.Opaque, Floored: true, Least: rules.Ask, Effect: grammar.Reads | touches, Zone: rules.Climbs,
		Reason: "may lead out to the root, a home, the system or a secret, as .. stands behind a part that is not known",
		Hint:   "write where it leads",
		Hits:   []string{`echo x > "$(date)/../../etc/passwd"`, `rm -rf "$D/../../usr"`, `cat "$D/a/../../../etc/shadow"`},
		Misses: []string{`. "$(dirname "$0")/../lib/a.sh"`, `rm -rf "$D/../build"`, `cp a "$D/../../b"`, `cat "$D/../../etc/hosts"`},
	},
	{
		ID: "fs.delete-found", Former: "fs.sweep", Class: rules.Destructive, Undone: rules.Snapshot, Effect: grammar.Deletes, Zone: rules.Swept, Except: "mv gzip bzip2 xz zstd lz4 compress",
		Reason: "deletes every file that a search finds below the root, a home or the work directory",
		Hint:   "say with -name which files are meant, or begin further down",
		Hits: []string{
			"find . -exec rm {} +", "find ~ -type f | xargs rm", "find / -type f -print0 | xargs -0 rm -f", "find /home -type f | sort | xargs rm -f",
			"find ~ -size +1G -delete", "ls | xargs rm -rf", "find / -name core -delete", "find / -name '*.log' -exec rm {} +",
		},
		Misses: []string{`find . -name '*.pyc' -exec rm {} +`, "find build -type f | xargs rm", "find . -type f | grep tmp | xargs rm", "find . -type f | xargs wc -l", "find . -mtime +30 -delete", "ls | grep x | xargs rm -rf", "ls *.log | xargs rm", "find . -type f | xargs gzip", "find ~ -name .DS_Store -delete", "find . -empty -delete"},
	},
	{
		ID: "fs.change-found", Former: "fs.sweep-change", Class: rules.Destructive, Undone: rules.Snapshot, Program: "chmod chown truncate", Effect: grammar.Changes | grammar.Writes, Zone: rules.Swept,
		Reason: "empties every file, or changes who may use it, that a search finds below the root, a home or the system",
		Hint:   "say with -name which files are meant, or begin further down",
		Hits:   []string{"find ~ -type f -exec truncate -s0 {} +", "find / -type f -exec chmod 000 {} +"},
		Misses: []string{"find . -type f -exec chmod 644 {} +", "find ~/x -type f | xargs sed -i s/a/b/", "find ~ -name '*.sh' -exec chmod +x {} +", "find ~ -type f | xargs wc -l"},
	},
	{
		ID: "fs.delete-found-outside", Class: rules.Destructive, Local: true, Effect: grammar.Deletes, Zone: rules.SweptOutside, NotMadeHere: true, Exempt: rules.InCaches, Except: "mv gzip bzip2 xz zstd lz4 compress",
		Reason: "deletes every file that a search or a pattern finds below a directory outside the work directory",
		Hint:   "name the files, or say with -name or a pattern which ones are meant, or ask the user",
		Hits: []string{
			"find ~/old -type f -exec rm {} +", "find /data -type f -print0 | xargs -0 rm -f", "find ~/old -type f | sort | xargs rm", "rm ~/old/*", "cd ~/old && rm -f ./*",
			`for f in ~/old/*; do rm "$f"; done`, `python3 -c 'import os; [os.remove("/data/" + f) for f in os.listdir("/data")]'`, `perl -e 'unlink glob("/data/*")'`,
		},
		Misses: []string{
			"rm ~/old/*.log", "rm ~/.cache/pip/*", "mkdir ~/w && touch ~/w/a && rm ~/w/*", "mv ~/old/* x/", "rm /tmp/x/*",
			"find ~/old -name '*.pyc' -exec rm {} +", "find ~/old -mtime +30 -type f | xargs rm", "find build -type f | xargs rm", "find ~/old -type f | xargs wc -l",
			"find ~/.cache/pip -type f -exec rm {} +", "mkdir -p ~/w/a; find ~/w/a -type f -exec rm {} +",
		},
	},
	{
		ID: "fs.empty-found", Class: rules.Destructive, Local: true, Program: "truncate dd shred tee : true cat echo printf", Effect: grammar.Writes, Zone: rules.SweptOutside, NotMadeHere: true, Exempt: rules.InCaches,
		Reason: "empties or overwrites every file that a search or a pattern finds below a directory outside the work directory",
		Hint:   "say with -name which files are meant, or ask the user",
		Hits:   []string{"find ~/old -type f -exec truncate -s 0 {} +", "find ~/old -type f | xargs truncate -s 0", "find /data -type f -exec dd if=/dev/zero of={} count=1 \\;", `find ~/old -type f | while read -r f; do cat /dev/null > "$f"; done`},
		Misses: []string{`find ~/old -type f | while read -r f; do cat "$f" >> all; done`, "find ~/old -name '*.log' -exec truncate -s 0 {} +", "find logs -type f | xargs truncate -s 0", "find ~/old -type f | xargs sed -i s/a/b/"},
	},
	{
		ID: "fs.sed-found", Class: rules.Destructive, Local: true, Program: "sed", Role: spec.Code, Operand: "d 1,$d /./d /.*/d /^/d /$/d $!d;$d", Effect: grammar.Writes, Zone: rules.SweptOutside, NotMadeHere: true, Exempt: rules.InCaches,
		Reason: "deletes every line of every file that a search or a pattern finds outside the work directory",
		Hint:   "say with -name or a pattern which files are meant, or ask the user",
		Hits:   []string{"find ~/old -type f -exec sed -i d {} +", `sed -i '1,$d' ~/old/*`, "find /data -type f | xargs sed -i '/./d'"},
		Misses: []string{"find ~/old -type f | xargs sed -i /x/d", "sed -i d ~/old/*.log", "sed -i d *", "sed d ~/old/*"},
	},
	{
		ID: "fs.nothing-over-found", Class: rules.Destructive, Local: true, Program: "cp install", Operand: "/dev/null /dev/zero /dev/random /dev/urandom", Effect: grammar.Writes, Zone: rules.SweptOutside | rules.Swept, NotMadeHere: true, Exempt: rules.InCaches,
		Reason: "empties every file that a search finds outside the work directory",
		Hint:   "say with -name which files are meant, or ask the user",
		Hits:   []string{"find ~/old -type f | xargs -n1 cp -f /dev/null", "find ~/old -type f -exec cp /dev/null {} \\;"},
		Misses: []string{"find logs -type f | xargs -n1 cp /dev/null", "find ~/old -name '*.log' -exec cp /dev/null {} \\;", "find ~/old -type f -exec cp {} x \\;", "cp /dev/null x"},
	},
	{
		ID: "fs.shred", Class: rules.Destructive, Undone: rules.Snapshot, Local: true, Program: "shred", Count: 1, None: "--help --version",
		Reason: "overwrites a file so that nothing can bring it back",
		Hint:   "rm deletes it",
		Hits:   []string{"shred a", "shred -vfz a", "shred -u a b"},
		Misses: []string{"shred --help", "rm a", "man shred"},
	},
	{
		ID: "fs.chown-workdir", Former: "fs.chown-here", Class: rules.Destructive, Program: "chown", Effect: grammar.Changes, Tree: true, Zone: rules.Here,
		Reason: "changes the owner of the whole work directory, and nothing says who owned what",
		Hint:   "name the files that need it",
		Hits:   []string{"chown -R me .", "chown -R me:us *", "chown --recursive me ./"},
		Misses: []string{"chown -R me build", "chown me .", "chmod -R u+w .", "chown me *"},
	},
	{
		ID: "fs.rm-workdir", Former: "fs.rm-here", Class: rules.Destructive, Undone: rules.Trash | rules.Snapshot, Effect: grammar.Deletes, Tree: true, Zone: rules.Here | rules.Git, Exempt: rules.Renamed,
		Reason: "deletes the whole work directory or its history",
		Hint:   "name what is to go",
		Hits: []string{
			"rm -rf .", "rm -rf *", "rm -rf ./*", "rm -rf .git", "rm -r ./.git/", "mv * /tmp/x", "mv ./* ../x", `for f in *; do mv "$f" /dev/null; done`, "mv .git x",
			`for f in *; do mv "$f" "/tmp/$f"; done`, `for f in *; do mv "$f" "$x/../../y"; done`, `for f in .* *; do mv "$f" x; done`,
		},
		Misses: []string{
			"mv * old/", `for f in *; do mv "$f" "${f/a/b}"; done`, `for f in *; do mv "$f" "x-$f"; done`, `for f in *; do mv "$f" "$(echo "$f" | tr a b)"; done`,
			"rm -rf build", "rm -rf ./dist/*", "rm *.o",
		},
	},
	{
		ID: "fs.change-root", Class: rules.Catastrophic, Effect: grammar.Changes, Tree: true, Zone: rules.Root | rules.Home | rules.SystemDir,
		Reason: "changes the mode or owner of a whole system or home directory",
		Hint:   "name the files that need it",
		Hits:   []string{"chmod -R 777 /", "chmod -R u+w /etc", "chown -R me /usr", "chgrp --recursive x ~"},
		Misses: []string{"chmod -R u+w ./build", "chmod +x run.sh", "chown me file"},
	},
	{
		ID: "fs.change-top", Class: rules.SystemWrite, Local: true, Effect: grammar.Changes, Zone: rules.Root,
		Reason: "changes the mode or owner of the root directory",
		Hint:   "name the file that needs it",
		Hits:   []string{"chown 1:1 /", "chmod o-x /", `python3 -c 'import os; os.chown("/", 1, 1)'`},
		Misses: []string{"chmod 700 ~", "chown me build", "stat /"},
	},
	{
		ID: "fs.fork-bomb", Class: rules.Catastrophic, ForkBomb: true,
		Reason: "starts processes until the machine stops",
		Hint:   "do not call a function from its own body in the background; a loop that starts something there has to `wait`",
		Hits:   []string{"b(){ b|b& };b", ":(){ :|:& };:", "function f { f | f & }; f", "while true; do sleep 9 & done", "until false; do { a; b; } & done", "for ((;;)); do yes > /dev/null & done"},
		Misses: []string{"f(){ g & }; f", "f(){ f; }", "a | a &", "while true; do a & wait; done", "while :; do a & sleep 5; done", "while read -r x; do a & done < x", "for i in 1 2 3; do a & done", "while true; do a; done &"},
	},
	{
		ID: "process.fork-loop", Class: rules.Destructive, Local: true, Effect: grammar.Evaluates, Lang: "python perl ruby", StripStrings: true,
		Value: "*while*1:*fork()* *while*True:*fork()* fork*while*1* *while*1*fork* *loop*{*fork*}* fork*while*fork*", Not: "*wait* *sleep* *exit* *accept* *read* *recv* *detach* *system* *exec*",
		Reason: "starts copies of itself until the machine stops",
		Hint:   "start a number of them, and wait for each",
		Hits:   []string{"perl -e 'fork while 1'", "python3 -c 'import os\nwhile 1: os.fork()'", "perl -e 'while(1){fork}'", "ruby -e 'loop { fork }'"},
		Misses: []string{"perl -e 'fork and exit'", "python3 -c 'import os; os.fork()'", "perl -e 'while(1){fork; wait}'", "ruby -e 'loop { sleep 1 }'"},
	},
	{
		ID: "disk.fill-yes", Class: rules.Destructive, Local: true, Program: "yes", Effect: grammar.Writes, Not: "/dev/*",
		Reason: "writes until the disk is full",
		Hint:   "`yes | head -n 100` ends",
		Hits:   []string{"yes > f", "yes x >> ~/fill.txt"},
		Misses: []string{"yes > /dev/null", "yes | head -100 > f", "yes | apt-get install x"},
	},
	{
		ID: "disk.fill-dd", Class: rules.Destructive, Local: true, Program: "dd", Any: "if==/dev/zero if==/dev/urandom if==/dev/random if==/dev/full", None: "count=", Effect: grammar.Writes, Not: "/dev/*",
		Reason: "writes until the disk is full",
		Hint:   "say how much: count=100 bs=1M",
		Hits:   []string{"dd if=/dev/zero of=fill bs=1M", "dd if=/dev/urandom > ~/x"},
		Misses: []string{"dd if=/dev/zero of=disk.img bs=1M count=100", "dd if=/dev/zero bs=1k count=1 > x", "dd if=a.img of=b.img", "dd if=/dev/zero of=/dev/null"},
	},
	{
		ID: "disk.fill-device", Class: rules.Destructive, Local: true, Program: "cat cp pv tac gzip base64 xxd od hexdump", Role: spec.File, Operand: "/dev/zero /dev/urandom /dev/random /dev/full", Effect: grammar.Writes, Not: "/dev/*",
		Reason: "writes until the disk is full",
		Hint:   "`head -c 1M /dev/urandom` ends",
		Hits:   []string{"cat /dev/zero > f", "cat /dev/urandom >> /tmp/junk", "cp /dev/zero f"},
		Misses: []string{"head -c 1M /dev/urandom > f", "cat /dev/null > f", "cp a f", "cat /dev/zero > /dev/null", "cat /dev/urandom | head -c 9 > f"},
	},
	{
		ID: "process.endless-read", Class: rules.Destructive, Local: true, Program: "tail tac sort", Role: spec.File, Operand: "/dev/zero /dev/urandom /dev/random /dev/full",
		Reason: "keeps what never ends in memory, until there is none left",
		Hint:   "`head -c 1M /dev/urandom` ends",
		Hits:   []string{"tail /dev/zero", "sort /dev/urandom"},
		Misses: []string{"tail -f app.log", "tail /dev/null", "head -c 9 /dev/zero", "sort x"},
	},
	{
		ID: "disk.wipe-unknown", Class: rules.Destructive, Program: "wipefs blkdiscard", Effect: grammar.Writes, From: flow.Unknown,
		Reason: "wipes devices that are not known before it runs",
		Hint:   "name the device, so that it can be judged",
		Hits:   []string{"lsblk | awk '{print $1}' | xargs wipefs -a", `wipefs -a "$d"`, `blkdiscard "$d"`},
		Misses: []string{`wipefs "$d"`, `wipefs -n -a "$d"`, "wipefs -a disk.img"},
	},
	{
		ID: "disk.write", Class: rules.Catastrophic, Effect: touches, Zone: rules.Disk,
		Reason: "overwrites a disk",
		Hint:   "write to a file",
		Hits: []string{
			"dd if=/dev/zero of=/dev/sda", "echo x > /dev/sda", "cat img >/dev/nvme0n1", "cp img /dev/sdb1",
			"tee /dev/mmcblk0", "shred /dev/vda",
		},
		Misses: []string{"dd if=/dev/zero of=./disk.img", "echo x > /dev/null", "cat /dev/urandom | head -c 9", "ls /dev/sda"},
	},
	{
		ID: "disk.mkfs", Class: rules.Catastrophic, Program: "mkfs mke2fs", None: "-V --version --help", Exempt: rules.AtWork,
		Reason: "makes a new file system over what is there",
		Hint:   "ask the user to format it",
		Hits:   []string{"mkfs /dev/sda1", `mkfs.ext4 "$DEV"`, "mkfs.ext4 ../disk.img", "mkfs.ext4 -L df /dev/sdb1", "sudo mkfs -t xfs /dev/vda"},
		Misses: []string{"mkfs.ext4 -F disk.img", "mke2fs -q -t ext4 /tmp/fs.img", "mkfs.vfat -C floppy.img 1440", "man mkfs", "grep mkfs README", "mkfs --version"},
	},
	{
		ID: "fs.system-write", Class: rules.SystemWrite, Local: true, Effect: touches, Zone: rules.System,
		Reason: "writes to or deletes from a system directory",
		Hint:   "write below the work directory",
		Hits: []string{
			"echo x > /etc/hosts", "echo x >>/etc/hosts", "echo x >| /etc/hosts", "ls &> /etc/x", "cat a | tee /etc/x",
			"cp a /etc/b", "dd if=a of=/etc/b", "curl -so /etc/hosts u", "curl -o/etc/hosts u", "curl --output=/etc/x u",
			"wget -O /etc/x u", "wget --output-document /etc/x u", "wget -P /etc u", "cd /etc && curl -O http://h/x",
			"curl -o ../../../../../../../etc/x u", "rm /etc/hosts", "rm -rf /usr/share/doc", "mv a /usr/bin/b", "chmod 600 /etc/x", `find /etc -name x -exec rm {} \;`,
		},
		Misses: []string{
			"cat /etc/hosts", "cp /etc/hosts .", "echo x > /dev/null", "echo x > /dev/stdout", "echo x 2>&1",
			"curl -so out.html u", "echo /etc/hosts", "ls 2>/dev/stderr", "zcat /usr/share/x.gz",
		},
	},
	{
		ID: "fs.unpack-root", Class: rules.SystemWrite, Local: true, Program: "tar rsync unzip 7z cpio tarfile zipfile cmake-E dpkg dpkg-deb cabextract unar pax rar ar patch git svn hg meson protoc csplit split", Effect: grammar.Writes, Zone: rules.Root,
		Reason: "unpacks over the whole system",
		Hint:   "unpack below the work directory",
		Hits:   []string{"tar -C / -xf a", "tar xf a.tgz -C /", "rsync -a x/ /", "cd / && unzip a.zip", "python3 -m zipfile -e a.zip /", "dpkg-deb -x a.deb /", "patch -d / -p1 -i a.diff", "git -C / apply a.diff", "cd / && unrar x a.rar", "meson install --destdir /"},
		Misses: []string{"patch -p1 -i a.diff", "git apply a.diff", "tar -C x -xf a", "tar xf a", "cp a /"},
	},
	{
		ID: "fs.unpack-root-code", Class: rules.SystemWrite, Local: true, Program: "python", Effect: grammar.Writes, Tree: true, Zone: rules.Root,
		Reason: "unpacks over the whole system",
		Hint:   "unpack below the work directory",
		Hits:   []string{`python3 -c "import tarfile; tarfile.open('x.tar').extractall('/')"`},
		Misses: []string{`python3 -c "import tarfile; tarfile.open('x.tar').extractall('out')"`, `python3 -c "open('/x', 'w')"`},
	},
	{
		ID: "fs.mirror-home", Class: rules.Catastrophic, Program: "rsync", Effect: grammar.Writes, Zone: rules.Root | rules.Home | rules.Above | rules.SystemDir,
		Any:    "--delete --del --delete-before --delete-during --delete-delay --delete-after --delete-excluded",
		Reason: "deletes whatever the source does not have, from a whole home or system directory",
		Hint:   "leave --delete away, or name a directory inside",
		Hits:   []string{"rsync -a --delete empty/ ~/", "rsync -a x/ / --delete-after", "rsync -a --del x/ .."},
		Misses: []string{"rsync -a --delete build/ out/", "rsync -a x/ y/", "rsync --delete --dry-run x/ ~/"},
	},
	{
		ID: "fs.world-writable", Class: rules.Exposure, Local: true, Program: "chmod install mkdir", Role: spec.Mode, Mode: rules.WorldSet,
		Reason: "lets every user of the machine write",
		Hint:   "use 755, 644, or u+w",
		Hits:   []string{"chmod 777 x", "chmod 0777 x", "chmod -R 0777 .", "chmod a+rwx x", "chmod o+w x", "mkdir -m 777 x", "chmod u=rwx,o=w x"},
		Misses: []string{"chmod 755 x", "chmod u+w x", "chmod o-w x", "chmod +x x", "echo chmod 777 x"},
	},
	{
		ID: "fs.setid", Class: rules.Escape, Program: "chmod install mkdir", Role: spec.Mode, Mode: rules.SetID,
		Reason: "makes a program run with its owner's rights",
		Hint:   "leave the set-user-id and set-group-id bits off",
		Hits:   []string{"chmod 4755 x", "install -m 4755 a b", "chmod u+s x", "chmod g+s x", "chmod 02755 x"},
		Misses: []string{"chmod 755 x", "chmod u-s x", "chmod +x x"},
	},
	{
		ID: "fs.chown-root", Class: rules.Exposure, Local: true, Program: "chown", Role: spec.Owner,
		Operand: "root root:* root.* 0 0:* 0.* +0 +0:*",
		Reason:  "gives files to root",
		Hint:    "keep your own user as the owner",
		Hits:    []string{"chown root x", "chown 0 x", "chown -R root:root x", "chown 0:0 x"},
		Misses:  []string{"chown me x", "chown me root", "ls root"},
	},
	{
		ID: "fs.rm-outside", Class: rules.Destructive, Undone: rules.Trash, Local: true, Effect: grammar.Deletes, Tree: true, Zone: rules.Outside | rules.Shared, NotMadeHere: true, Exempt: rules.InCaches, Except: "mv",
		Reason: "deletes a directory outside the work directory with all that is in it",
		Hint:   "move it to the trash, or ask the user",
		Hits:   []string{"rm -rf ~/other/build", "rm -rf /data", "rm -r /mnt/backup/2024", "find ~/old -delete", "mkdir -p ~/b; rm -rf ~/a", `python3 -c 'import shutil; shutil.rmtree("/data")'`},
		Misses: []string{"rm -rf build", "rm -rf /tmp/x", "rm ~/other/a.txt", "mkdir -p ~/w/a && rm -rf ~/w/a", "git clone u ~/r && rm -rf ~/r/.github", "rm -rf ~/.cache/pip"},
	},
	{
		ID: "fs.tmpfiles", Class: rules.Destructive, Local: true, Program: "systemd-tmpfiles", Any: "--create --remove --clean --purge", Count: 1, None: "-h --help --version --dry-run --cat-config --tldr",
		Reason: "creates, empties or removes what lines say that no package of the system has",
		Hint:   "`systemd-tmpfiles --dry-run` shows what it would do",
		Hits:   []string{"systemd-tmpfiles --remove - <<< 'R /srv/x'", "sudo systemd-tmpfiles --create ./x.conf", "systemd-tmpfiles --inline --create 'f /x'"},
		Misses: []string{"systemd-tmpfiles --create", "systemd-tmpfiles --cat-config", "systemd-tmpfiles --dry-run --create x.conf"},
	},
	{
		ID: "fs.shared-write", Class: rules.SharedWrite, Local: true, Effect: touches, Zone: rules.Shared,
		Reason: "writes to or deletes from what the services and users of the machine share",
		Hint:   "install below your home, and keep data in the work directory",
		Hits: []string{
			"cp x /opt/app/x", "echo x > /var/log/app.log", "rm -rf /opt/app", "rm /usr/local/bin/x", "sudo install -m 755 x /usr/local/bin/x", "tee /var/www/html/index.html < x",
			"rm -rf /var/lib/mysql/db", "chown -R www-data /srv/site", "mv x /usr/local/lib/x",
		},
		Misses: []string{"cat /var/log/app.log", "cp /opt/app/x .", "ls /usr/local/bin", "cp x /etc/x", "rm -rf /var/lib/dpkg/info", "rm -rf /usr/local", "cp x opt/app/x"},
	},
	{
		ID: "fs.outside-write", Class: rules.OutsideWrite, Local: true, Effect: touches, Zone: rules.Outside,
		Reason: "writes outside the work directory",
		Hint:   "write below the work directory or $TMPDIR",
		Hits:   []string{"echo x > ~/notes.txt", "rm -rf ~/other/build", "touch /mnt/x", "cp a ../b"},
		Misses: []string{"echo x > notes.txt", "touch /tmp/x", "cat ~/notes.txt", "rm -rf build"},
	},
	{
		ID: "fs.change-above", Class: rules.OutsideWrite, Local: true, Effect: grammar.Changes, Zone: rules.Above,
		Reason: "changes a directory above the work directory",
		Hint:   "name what is to change, in the work directory",
		Hits:   []string{"chown -R nobody ..", "chmod 700 ..", "setfacl -R -m u:x:rwx ..", "chattr -R +i ..", "cd .. && chown -R nobody ."},
		Misses: []string{"chown nobody .", "chmod -R u+w sub", "cd .. && chmod u+x sub/x", "ls .."},
	},
}
