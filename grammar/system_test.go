package grammar

import "testing"

// TestSystem holds the programs that change the machine: disks and volumes,
// services, accounts, packets and packages.
func TestSystem(t *testing.T) {
	check(t, []sample{
		{`fdisk lists or edits`, `fdisk -l /dev/sda; fdisk /dev/sda; fdisk -b 512 -lx /dev/sda`, "fdisk --list file:/dev/sda | reads /dev/sda\nfdisk write:/dev/sda | writes /dev/sda\nfdisk --sector-size=512 --list --list-details file:/dev/sda | reads /dev/sda"},
		{`sfdisk`, `sfdisk --dump /dev/sda; sfdisk -n /dev/sda; sfdisk --delete /dev/sda 1; sfdisk --relocate gpt-bak-std /dev/sda`, "sfdisk --dump file:/dev/sda | reads /dev/sda\nsfdisk --no-act write:/dev/sda\nsfdisk --delete write:/dev/sda plain:1 | writes /dev/sda\nsfdisk --relocate plain:gpt-bak-std write:/dev/sda | writes /dev/sda"},
		{`parted with and without a command`, `parted /dev/sda print; parted -s /dev/sda mklabel gpt; parted /dev/sda`, "parted print file:/dev/sda | reads /dev/sda\nparted --script mklabel write:/dev/sda plain:gpt | writes /dev/sda\nparted write:/dev/sda | writes /dev/sda"},
		{`sgdisk`, `sgdisk -p /dev/sda; sgdisk -Z /dev/sda; sgdisk -P -d 1 /dev/sda; sgdisk -b t.bak /dev/sda`, "sgdisk --print file:/dev/sda | reads /dev/sda\nsgdisk --zap-all write:/dev/sda | writes /dev/sda\nsgdisk --pretend --delete=1 write:/dev/sda\nsgdisk --backup=t.bak file:/dev/sda | writes t.bak, reads /dev/sda"},
		{`mount`, `mount; mount --bind /etc ./etc; mount -o ro /dev/sdb1 /mnt`, "mount\nmount --bind file:/etc change:./etc | reads /etc, changes ./etc\nmount --options=ro file:/dev/sdb1 change:/mnt | reads /dev/sdb1, changes /mnt"},
		{`cryptsetup`, `cryptsetup -q luksFormat /dev/sdb1; cryptsetup luksDump /dev/sdb1`, "cryptsetup luksFormat --batch-mode write:/dev/sdb1 | writes /dev/sdb1\ncryptsetup luksDump file:/dev/sdb1 | reads /dev/sdb1"},
		{`lvm through its own program`, `lvm lvremove -f vg/lv`, `lvm argv:lvremove argv:-f argv:vg/lv {lvremove --force plain:vg/lv}`},
		{`a subvolume is a tree`, `btrfs sub del a b`, `btrfs subvolume delete delete:a delete:b | deletes tree a, deletes tree b`},
		{`pools`, `zpool create -n tank sdb; zpool create tank /dev/sdb; zfs destroy -nr tank/a`, "zpool create -n plain:tank write:sdb\nzpool create plain:tank write:/dev/sdb | writes /dev/sdb\nzfs destroy -n -r plain:tank/a"},
		{`systemctl with options anywhere`, `systemctl --user -q stop a b; systemctl stop --now a`, "systemctl stop --user --quiet plain:a plain:b\nsystemctl stop --now plain:a"},
		{`service`, `service nginx stop`, `service stop plain:nginx`},
		{`signals and processes`, `kill -9 -1; kill -s TERM -- -1; kill -1 12; kill -l; kill %1`, "kill -NUM plain:-1\nkill --signal=TERM plain:-- plain:-1\nkill -NUM plain:12\nkill --list\nkill plain:%1"},
		{`crontab`, `crontab x; crontab - <<< '@reboot id'; crontab -l < x; crontab -u me -r`, "crontab script:x | reads+runs crontab x\ncrontab script:- | evaluates crontab @reboot id\ncrontab -l | reads x\ncrontab -u=me -r"},
		{`at runs its input`, `at now + 1 hour <<< 'rm -rf x'; at -f job.sh noon; at -l`, "at plain:now plain:+ plain:1 plain:hour {rm --recursive --force delete:x | deletes tree x}\nat -f=job.sh plain:noon | reads+runs sh job.sh\nat -l"},
		{`systemd-run`, `systemd-run --user --on-active=5 -- rm -rf x`, `systemd-run --user --on-active=5 argv:rm argv:-rf argv:x {rm --recursive --force delete:x | deletes tree x}`},
		{`accounts`, `usermod -aG docker -p x me; setfacl -R -m u:me:rwx /etc; chattr -R +i -a d`, "usermod --append --groups=docker --password=x plain:me\nsetfacl --recursive --modify=u:me:rwx change:/etc | changes tree /etc\nchattr -R +i -a change:d | changes tree d"},
		{`iptables`, `iptables -t nat -F; iptables -L -n; iptables -A INPUT -p tcp --dport 22 -j DROP`, "iptables --table=nat --flush\niptables --list --numeric\niptables --append=INPUT --protocol=tcp --destination-port=22 --jump=DROP"},
		{`ip in short`, `ip l set eth0 down; ip -br a; ip netns exec x rm -rf /`, "ip link set plain:eth0 plain:down\nip address -brief\nip netns exec plain:x argv:rm argv:-rf argv:/ {rm --recursive --force delete:/ | deletes tree /}"},
		{`nft in one word`, `nft 'flush ruleset'; nft list ruleset`, "nft plain:flush ruleset\nnft list plain:ruleset"},
		{`apt`, `apt-get -y -o A::B=c remove x; apt install --purge y`, "apt remove --assume-yes --option=A::B=c plain:x | sets a::b c\napt install --purge plain:y"},
		{`dpkg`, `dpkg -x a.deb d; dpkg -i a.deb; dpkg -L a`, "dpkg --extract file:a.deb write:d | reads a.deb, writes d\ndpkg --install file:a.deb | reads a.deb\ndpkg --listfiles plain:a"},
		{`pip`, `pip3.12 install -q -r r.txt -t d x; python -m pip install x; uv pip uninstall -y x`, "pip install --quiet --requirement=r.txt --target=d plain:x | reads r.txt, writes d\npython -m=pip plain:install plain:x {pip install plain:x}\nuv pip uninstall --yes plain:x"},
		{`programs in packages`, `npx -y rm -rf x; uv run --with a rm -rf x; poetry run rm -rf x; conda run -n e rm -rf x; bundle exec rm -rf x`, "npx --yes argv:rm argv:-rf argv:x {rm --recursive --force delete:x | deletes tree x}\nuv run --with=a argv:rm argv:-rf argv:x {rm --recursive --force delete:x | deletes tree x}\npoetry run argv:rm argv:-rf argv:x {rm --recursive --force delete:x | deletes tree x}\nconda run --name=e argv:rm argv:-rf argv:x {rm --recursive --force delete:x | deletes tree x}\nbundle exec argv:rm argv:-rf argv:x {rm --recursive --force delete:x | deletes tree x}"},
		{`rimraf`, `npx rimraf dist /`, `npx argv:rimraf argv:dist argv:/ {rimraf delete:dist delete:/ | deletes tree dist, deletes tree /}`},
		{`go`, `go run ./x rm; go test -exec 'rm -rf' -run X ./...; go build -o /etc/x`, "go run script:./x plain:rm | reads+runs go ./x\ngo test -exec=rm -rf -run=X plain:./... {rm --recursive --force}\ngo build -o=/etc/x | writes /etc/x"},
	})
}

// TestStatements holds the clients of databases, editors and the programs
// around keys and phones.
func TestStatements(t *testing.T) {
	check(t, []sample{
		{`psql`, `psql -qtc 'drop table t' -h db -U me shop; psql -f a.sql; psql shop < b.sql; psql <<< 'select 1'; psql -l`, "psql --quiet --tuples-only --command=drop table t --host=db --username=me plain:shop | evaluates psql drop table t, connects db\npsql --file=a.sql | reads+runs psql a.sql\npsql plain:shop | reads+runs psql b.sql, reads b.sql\npsql | evaluates psql select 1\npsql --list"},
		{`mysql`, `mysql -uroot -psecret -e 'drop table t' shop; mysql -p shop`, "mysql --user=root --password=secret --execute=drop table t plain:shop | evaluates mysql drop table t\nmysql --password plain:shop | evaluates mysql ??"},
		{`sqlite3`, `sqlite3 -cmd .shell\ id a.db 'select 1' 'select 2'; sqlite3 -readonly a.db < x`, "sqlite3 --cmd=.shell id uri:a.db code:select 1 code:select 2 | evaluates sqlite .shell id, reads a.db, evaluates sqlite select 1, evaluates sqlite select 2\nsqlite3 -readonly uri:a.db | reads a.db, reads+runs sqlite x, reads x"},
		{`mongosh`, `mongosh --quiet --eval 'db.a.drop()' mongodb://h/x a.js`, `mongosh --quiet --eval=db.a.drop() plain:mongodb://h/x script:a.js | evaluates mongo db.a.drop(), reads+runs mongo a.js`},
		{`redis-cli joins its words`, `redis-cli -h h -n 0 set a 'b "c'; redis-cli -x set a; redis-cli get "$x"`, "redis-cli -h=h -n=0 words:set words:a words:b \"c | connects h, evaluates redis \"set\" \"a\" \"b \\\"c\"\nredis-cli -x words:set words:a | evaluates redis \"set\" \"a\"\nredis-cli words:get words:? | evaluates redis \"get\" \"?\""},
		{`dumps`, `pg_dump -f out.sql shop; pg_restore -cd shop dump; mongorestore --drop dump`, "pg_dump --file=out.sql plain:shop | writes out.sql\npg_restore --clean --dbname=shop file:dump | reads dump\nmongodump --drop file:dump | reads dump"},
		{`vim`, `vim -es -c '!id' +wq a.txt; vim -S x.vim; ex -s a <<< 'w b'`, "vim -es -c=!id +=wq file:a.txt | evaluates ex !id, evaluates ex wq, reads a.txt\nvim -S=x.vim | reads+runs ex x.vim\nex -s file:a | reads a, evaluates ex w b"},
		{`ed and emacs`, `ed a <<< '!id'; emacs --batch --eval '(x)' -l a.el`, "ed input:a | reads a, evaluates ed !id\nemacs --batch --eval=(x) --load=a.el | evaluates elisp (x), reads+runs elisp a.el"},
		{`openssl`, `openssl s_client -connect h:443 -quiet; openssl enc -d -in a -out b; openssl req -keyout k -out c`, "openssl s_client -connect=h:443 -quiet | connects h:443\nopenssl enc -d -in=a -out=b | reads a, writes b\nopenssl req -keyout=k -out=c | writes k, writes c"},
		{`ssh-keygen`, `ssh-keygen -t ed25519 -f k; ssh-keygen -y -f k; ssh-keygen -D ./x.so`, "ssh-keygen -t=ed25519 -f=k | writes k\nssh-keygen -y -f=k | reads k\nssh-keygen -D=./x.so | runs ./x.so"},
		{`gpg`, `gpg -o out -d a.gpg; gpg --delete-secret-keys ABC`, "gpg --output=out --decrypt file:a.gpg | writes out, reads a.gpg\ngpg --delete-secret-key plain:ABC"},
		{`adb runs elsewhere`, `adb -s x shell rm -rf /sdcard; adb push a /sdcard/`, "adb shell -s=x words:rm words:-rf words:/sdcard {rm away --recursive --force delete:/sdcard | deletes tree /sdcard}\nadb push upload:a plain:/sdcard/ | reads+uploads a"},
		{`the phone`, `am start -a x; pm uninstall x; termux-camera-photo -c 0 a.jpg; termux-job-scheduler -s j.sh`, "am start -a=x\npm uninstall plain:x\ntermux-camera-photo -c=0 write:a.jpg | writes a.jpg\ntermux-job-scheduler --script=j.sh | reads+runs sh j.sh"},
	})
}
