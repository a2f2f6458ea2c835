package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// What the rules about containers without a password ask: the subcommands that start one, the options that
// publish its ports, those that publish them on this machine alone, and the settings and options that
// switch the question for a password off. Sources: the descriptions of the official images and Bitnami's.
const (
	published       = "run create container/run container/create service/create compose/run"
	publishing      = "-p --publish -P --publish-all --network=host --net=host"
	publishedHere   = "-p=127.* --publish=127.* -p=localhost:* --publish=localhost:* -p=[::1]* --publish=[::1]*"
	withoutPassword = "*POSTGRES_HOST_AUTH_METHOD=trust *ALLOW_EMPTY_PASSWORD=yes *ALLOW_EMPTY_PASSWORD=true *ALLOW_EMPTY_PASSWORD=1 *ALLOW_EMPTY_ROOT_PASSWORD=* *ALLOW_ANONYMOUS_LOGIN=yes *ALLOW_PLAINTEXT_LISTENER=yes --noauth --no-auth --auth=none --disable-auth " +
		"--skip-grant-tables --disable-authentication *xpack.security.enabled=false *DISABLE_SECURITY_PLUGIN=true *plugins.security.disabled=true *NEO4J_AUTH=none *AUTH_ENABLED=false *AUTH_DISABLED=true *DISABLE_AUTH=true *NO_AUTH=true *NO_AUTH=1 " +
		"*.token= *.password= *GF_AUTH_ANONYMOUS_ENABLED=true *HTTP_AUTH_ENABLED=false --insecure"
)

// containers are the rules about docker, podman and compose.
var containers = []rules.Rule{
	{
		ID: "docker.prune", Class: rules.Destructive, Program: "docker", Sub: "system/prune volume/prune system/reset machine/reset",
		Reason: "deletes every container, network or volume that is not in use, with its data",
		Hint:   "`docker system df` shows what there is; remove one by name",
		Hits:   []string{"docker system prune -af --volumes", "docker volume prune", "sudo podman system reset", "docker --context x system prune"},
		Misses: []string{"docker system df", "docker volume ls", "docker ps", "echo docker system prune", "docker run --rm alpine echo system prune"},
	},
	{
		ID: "docker.prune-some", Class: rules.Destructive,
		Program: "docker", Sub: "container/prune network/prune pod/prune",
		Reason: "deletes everything of that kind that is not in use",
		Hint:   "`docker image ls` shows what there is; remove one by name",
		Hits:   []string{"docker container prune -f", "podman pod prune"},
		Misses: []string{"docker container ls -a", "docker images"},
	},
	{
		ID: "docker.prune-images", Class: rules.Destructive,
		Program: "docker", Sub: "image/prune builder/prune buildx/prune", Any: "-a --all",
		Reason: "deletes all images that no container uses, or all that builds have stored",
		Hint:   "`docker image prune` deletes only images without a name",
		Hits:   []string{"docker image prune -a", "docker image prune --all -f", "docker builder prune --all"},
		Misses: []string{"docker image ls", "docker image prune -f", "docker builder prune -f --filter until=24h"},
	},
	{
		ID: "docker.rm-force", Class: rules.Destructive,
		Program: "docker", Sub: "rm container/rm container/remove rmi image/rm image/remove pod/rm pod/remove",
		Any:     "-f --force -v --volumes -s --stop -a --all",
		NotMade: true, NotForTests: true,
		Reason: "deletes containers or images though they run or are used, or with their volumes",
		Hint:   "`docker rm` without options refuses what still runs",
		Hits: []string{
			"docker rm -fv web", "docker rm -f pg-test web", "docker rm -f test", "docker rm -f test-prod", "docker -H ssh://h rm -f pg-test", "docker rm --force $(docker ps -aq)", "docker rmi -f img", "docker container rm -f a b", "podman rmi --all",
			"docker image rm --force x",
		},
		Misses: []string{"docker rm -f pg-test", "docker rm -f pg-test redis_test", "docker rm web", "docker rmi img", "docker run --rm -v ./a:/a img", "docker build -f Dockerfile .", "docker rm old && rm -f x", "docker run -d --name t img; docker rm -f t"},
	},
	{
		ID: "docker.compose-rm", Class: rules.Destructive,
		Program: "docker-compose", Sub: "rm", Any: "-v --volumes -a --all",
		NotMade: true,
		Reason:  "deletes the volumes of containers, too",
		Hint:    "`docker compose ps` shows them",
		Hits:    []string{"docker-compose rm -sfv", "docker-compose rm -fv"},
		Misses:  []string{"docker-compose rm -f", "docker-compose ps", "docker-compose rm -sf worker"},
	},
	{
		ID: "docker.compose-rm-plugin", Class: rules.Destructive,
		Program: "docker", Sub: "compose/rm", Any: "-v --volumes -a --all",
		NotMade: true,
		Reason:  "deletes the volumes of containers, too",
		Hint:    "`docker compose ps` shows them",
		Hits:    []string{"docker compose rm -sfv", "docker compose rm -v"},
		Misses:  []string{"docker compose rm -f", "docker compose ps", "docker compose rm -sf worker"},
	},
	{
		ID: "docker.rm-object", Former: "docker.object-rm", Class: rules.Destructive,
		Program: "docker",
		Sub: "volume/rm volume/remove network/rm network/remove secret/rm config/rm stack/rm service/rm node/rm machine/rm context/rm " +
			"plugin/rm swarm/leave compose/volumes/rm kube/down service/rollback checkpoint/rm",
		NotMade: true, NotForTests: true,
		Reason: "deletes what others may need, and data with it",
		Hint:   "`docker volume inspect` shows what it is",
		Hits:   []string{"docker volume rm db", "docker volume rm pgdata_test pgdata", "docker stack rm app-test", "docker network rm a b", "docker volume create db && docker volume rm db", "docker stack rm prod", "docker swarm leave --force", "nerdctl volume rm x"},
		Misses: []string{"docker volume rm app_pgdata_test", "docker network rm test-net", "docker volume create db", "docker network ls", "docker volume inspect rm", "docker network create a && docker network rm a"},
	},
	{
		ID: "docker.compose-down-volumes", Class: rules.Destructive, NotMade: true, NotForTests: true, Program: "docker docker-compose", Sub: "compose/down down", Any: "-v --volumes --rmi=all",
		Reason: "deletes the volumes or images of the project as well",
		Hint:   "`docker compose down` without -v and --rmi keeps them",
		Hits:   []string{"docker compose down -v", "docker-compose -f a.yml down --volumes", "docker compose down --rmi all", "docker compose -p x down -v", "docker compose -f compose.yml -f compose.test.yml down -v", "docker compose -p app -f compose.test.yml down -v", "docker compose -f compose.prod.yml down -v", "DOCKER_HOST=ssh://h docker compose -p test down -v", "COMPOSE_PROJECT_NAME=shop docker compose -f compose.test.yml down -v"},
		Misses: []string{"docker compose down --rmi local", "docker compose -f docker-compose.test.yml down -v", "docker compose -p test down -v", "docker compose down", "docker compose up -d", "docker compose --verbose down --remove-orphans", "docker-compose ps"},
	},
	{
		ID: "docker.stop-all", Class: rules.Destructive, Undone: rules.Tool, Program: "docker", Sub: "stop kill container/stop container/kill", Any: "-a --all",
		Reason: "stops every container",
		Hint:   "name the containers",
		Hits:   []string{"podman stop --all", "podman kill -a"},
		Misses: []string{"docker stop web", "docker ps -a"},
	},
	{
		ID: "docker.privileged", Class: rules.Escape, Program: "docker docker-compose",
		Sub: "run create exec container/run container/create container/exec compose/run compose/exec",
		Any: "--privileged --pid=host --userns=host --uts=host --ipc=host --cgroupns=host --cap-add=ALL --cap-add=all --cap-add=*SYS_* " +
			"--cap-add=*DAC_READ_SEARCH --cap-add=*NET_ADMIN --security-opt=*unconfined --security-opt=*disable --device-cgroup-rule=*",
		Reason: "gives a container the rights of the machine itself",
		Hint:   "`docker run` without that option",
		Hits: []string{
			"docker run --privileged -it alpine sh", "docker run --pid=host img", "docker run --pid host img", "podman run --cap-add=SYS_ADMIN img",
			"docker run --cap-add ALL img", "docker run --security-opt seccomp=unconfined img", "docker exec --privileged c sh",
			"docker container run --userns=host x",
		},
		Misses: []string{
			"docker run --rm alpine echo --privileged", "docker run --pid=container:x img", "docker run --cap-drop ALL img",
			"docker run --name privileged img", "docker run --cap-add CHOWN img",
		},
	},
	{
		ID: "docker.mount-host", Class: rules.Escape, Program: "docker docker-compose", Effect: grammar.Reads, Name: "mount*",
		Zone:   rules.Root | rules.Home | rules.Above | rules.Own,
		Reason: "lets a container reach all of your files",
		Hint:   "lend it the work directory: -v .:/src",
		Hits: []string{
			"docker run -v /:/host alpine chroot /host", "docker run --rm -v /:/h:ro img", "docker run --volume $HOME:/root img", "docker run -v /home:/h img",
			"docker run --mount type=bind,source=/,target=/host img", `docker run --mount 'type=bind,"source=/",target=/h' img`, "docker run -itv=/:/h img", "docker run --mount type=bind,src=$HOME,dst=/h,readonly img",
			"podman create -v/:/x img", "docker compose run -v /:/x web", "docker run -v ~/.agent-loop:/x img",
		},
		Misses: []string{
			"docker run -v $PWD:/src img", "docker run -v data:/var/lib/db img", "docker run -v .:/src img", "docker run -v /cache img",
			"docker run -v /etc/localtime:/etc/localtime:ro img", "docker run --mount type=volume,source=db,target=/x img", "docker run img -v /:/x",
		},
	},
	{
		ID: "docker.mount-system", Class: rules.Escape, Program: "docker docker-compose", Effect: grammar.Reads, Name: "mount",
		Zone:   rules.SystemDir | rules.Disk | rules.Persist,
		Reason: "lets a container write where the machine starts from",
		Hint:   "add :ro, or lend it a directory of your own",
		Hits:   []string{"docker run -v /etc:/e img", "docker run --device /dev/sda img", "docker run --mount type=bind,source=/usr,target=/u img"},
		Misses: []string{"docker run -v /etc:/e:ro img", "docker run --device /dev/fuse img", "docker run -v $PWD/etc:/etc img"},
	},
	{
		ID: "docker.mount-socket", Class: rules.Escape, Program: "docker docker-compose", Effect: grammar.Reads, Name: "mount*",
		Value:  "*/docker.sock */podman.sock */containerd.sock */crio.sock /var/run /run /var/run/ /run/",
		Reason: "lets a container start others with any rights",
		Hint:   "`docker run` without the socket",
		Hits:   []string{"docker run -v /var/run/docker.sock:/var/run/docker.sock img", "docker run -v /run/docker.sock:/d:ro img", "docker run --mount type=bind,src=/var/run/docker.sock,dst=/s img"},
		Misses: []string{"docker run -e DOCKER_HOST=unix:///var/run/docker.sock img", "docker run -v ./docker.sock.md:/x img"},
	},
	{
		ID: "docker.build-key", Class: rules.Exposure, Program: "docker", Any: "--secret=*/.ssh/* --secret=*/id_rsa* --secret=*/id_ed25519* --secret=*/.gnupg/* --secret=*/.aws/* --secret=*/.kube/* --secret=*/etc/shadow* --ssh=*/.ssh/*",
		PossibleIn: "build buildx buildx/* builder builder/* image image/* compose compose/*",
		Reason:     "hands a key to what an image's recipe runs",
		Hint:       "`docker build --ssh default` lends the agent, and keeps the key",
		Hits:       []string{"docker build --secret id=x,src=$HOME/.ssh/id_rsa .", "docker buildx build --secret id=aws,src=$HOME/.aws/credentials ."},
		Misses:     []string{"docker build --secret id=npm,src=.npmrc .", "docker build --ssh default .", "docker build --secret id=x,env=TOKEN ."},
	},
	{
		ID: "vm.delete-named", Class: rules.Destructive, Program: "lxc-snapshot lxd-p2c vmadm bhyvectl vm ignite footloose krunvm", Operand: "delete destroy rm remove", None: "--help -h --list -L",
		Reason: "deletes a machine, a container or a volume",
		Hint:   "list it first",
		Hits:   []string{"vm destroy x", "ignite rm -f x"},
		Misses: []string{"vm list"},
	},
	{
		ID: "vm.destroy-container", Class: rules.Destructive, Program: "lxc-destroy", None: "--help -h",
		Reason: "deletes a container",
		Hint:   "`lxc-ls -f` lists them",
		Hits:   []string{"lxc-destroy -f -n web"},
		Misses: []string{"lxc-ls -f"},
	},
	{
		ID: "vm.machinectl", Class: rules.Destructive, Program: "machinectl portablectl", Operand: "remove terminate poweroff kill clean disable detach reboot", None: "--help -h",
		Reason: "stops or deletes a machine or an image",
		Hint:   "`machinectl list` shows what there is",
		Hits:   []string{"machinectl remove web", "machinectl terminate x", "machinectl clean --all"},
		Misses: []string{"machinectl list", "machinectl status x", "machinectl list-images"},
	},
	{
		ID: "docker.renew-volumes", Former: "docker.volumes-anew", Class: rules.Destructive, Program: "docker docker-compose", Sub: "compose/up up compose/run run", Any: "--renew-anon-volumes",
		Reason: "makes volumes without a name anew, and leaves what they held",
		Hint:   "`docker compose up` without that option keeps them",
		Hits:   []string{"docker compose up --force-recreate --renew-anon-volumes"},
		Misses: []string{"docker compose up --force-recreate"},
	},
	{
		ID: "docker.drain", Class: rules.Destructive, Undone: rules.Tool, Program: "docker", Sub: "node/update", Any: "--availability=drain --availability=pause",
		Reason: "takes all that runs there from a node",
		Hint:   "`docker node ps` shows what runs there",
		Hits:   []string{"docker node update --availability drain n1"},
		Misses: []string{"docker node update --availability active n1", "docker node ls"},
	},
	{
		ID: "docker.builders", Class: rules.Destructive, Program: "docker", Sub: "buildx/rm manifest/rm trust/revoke trust/rm", None: "--help",
		Reason: "deletes builders with what they keep, or what others trust",
		Hint:   "`docker buildx ls` shows them",
		Hits:   []string{"docker buildx rm --all-inactive --force", "docker trust revoke x"},
		Misses: []string{"docker buildx ls", "docker buildx build ."},
	},
	{
		ID: "vm.wsl", Class: rules.Destructive, Program: "wsl", Any: "--unregister",
		Reason: "deletes a whole system with its files",
		Hint:   "`wsl --list` shows them; wsl --export keeps a copy",
		Hits:   []string{"wsl --unregister Ubuntu", "wsl.exe --unregister x"},
		Misses: []string{"wsl --list", "wsl ls"},
	},
	{
		ID: "vm.image", Class: rules.Destructive, Program: "qemu-img", Sub: "snapshot resize", Any: "-a -d --shrink",
		Reason: "deletes a state of the disk, goes back to one, or cuts off its end",
		Hint:   "`qemu-img snapshot -l` shows what there is",
		Hits:   []string{"qemu-img snapshot -d x disk.qcow2", "qemu-img resize --shrink disk.qcow2 1G"},
		Misses: []string{"qemu-img snapshot -l disk.qcow2", "qemu-img resize disk.qcow2 +1G"},
	},
	{
		ID: "vm.disk", Class: rules.Destructive, Program: "guestfish", None: "--ro -r",
		Operand: "rm rm-f rm-rf rmdir zero zero-free-space zero-device mkfs mkfs-opts mke2fs mkswap part-init part-del part-disk wipefs scrub-* blkdiscard lvremove vgremove pvremove lvm-remove-all luks-format truncate truncate-size dd sh command sh-lines command-lines",
		Reason:  "deletes from a disk of a machine, or runs commands on it",
		Hint:    "--ro leaves the disk as it is",
		Hits:    []string{"guestfish -a d.img -i rm-rf /", "guestfish --add d.img run : mkfs ext4 /dev/sda1", "guestfish -d vm -i sh 'x'"},
		Misses:  []string{"guestfish --ro -a d.img -i cat /etc/hostname", "guestfish -a d.img -i ls /", "guestfish -a d.img -i upload x /x"},
	},
	{
		ID: "vm.disk-text", Class: rules.Destructive, Program: "guestfish", None: "--ro -r", Effect: grammar.Evaluates,
		Value:  "*rm-rf* *rm-f* *zero-* *mkfs* *part-init* *part-del* *wipefs* *scrub-* *blkdiscard* *lvremove* *vgremove* *lvm-remove-all* *luks-format*",
		Reason: "deletes from a disk of a machine",
		Hint:   "--ro leaves the disk as it is",
		Hits:   []string{"guestfish -a d.img -i <<< 'rm-rf /'", "echo 'run\nmkfs ext4 /dev/sda1' | guestfish -a d.img"},
		Misses: []string{"guestfish --ro -a d.img -i <<< 'rm-rf /'", "guestfish -a d.img -i <<< 'ls /'"},
	},
	{
		ID: "vm.reset", Class: rules.Destructive, Program: "limactl colima orb orbctl docker-machine", Operand: "factory-reset reset delete prune",
		Reason: "deletes a virtual machine, or puts it back to how it began",
		Hint:   "`limactl list` shows what there is",
		Hits:   []string{"limactl factory-reset default", "orb reset -y", "orb delete -f x"},
		Misses: []string{"limactl list", "orb list"},
	},
	{
		ID: "vm.delete", Class: rules.Destructive, Program: "crictl ctr buildah lxc multipass virsh VBoxManage",
		Sub: "rm rmi rmp stopp delete purge prune destroy undefine vol-delete pool-delete pool-undefine net-destroy snapshot-delete snapshot-revert restore snapshot/restore snapshot/restore/* rebuild rebuild/* vol-wipe unregistervm closemedium " +
			"*/delete */rm */remove",
		Reason: "deletes a machine, a container or a volume, or cuts its power",
		Hint:   "list it first",
		Hits:   []string{"virsh undefine vm --remove-all-storage", "multipass delete --all --purge", "lxc delete c --force", "VBoxManage unregistervm x --delete", "ctr images rm x", "crictl rmi --prune", "virsh snapshot-revert vm s", "incus restore c s", "incus rm c", "lxc rebuild images:a c --force"},
		Misses: []string{"virsh list --all", "multipass list", "lxc list", "VBoxManage list vms", "crictl ps -a", "buildah images"},
	},
	{
		ID: "docker.no-password", Class: rules.Exposure, Mild: true, Program: "docker", Sub: published, Any: publishing, None: publishedHere, Beside: withoutPassword,
		Reason: "lets every machine around at a service that asks for no password",
		Hint:   "publish it here alone: -p 127.0.0.1:5432:5432",
		Hits: []string{
			"docker run -d -p 5432:5432 -e POSTGRES_HOST_AUTH_METHOD=trust postgres", "docker run -d -p 27017:27017 mongo --noauth", "docker run -d -p 9200:9200 -e xpack.security.enabled=false elasticsearch:8.13.0", "podman run -P -e MYSQL_ALLOW_EMPTY_PASSWORD=yes mysql",
			"docker run -d --network host --env=ALLOW_EMPTY_PASSWORD=yes redis", "docker run -p 8888:8888 jupyter/base-notebook start-notebook.sh --NotebookApp.token=''",
		},
		Misses: []string{
			"docker run -d -p 127.0.0.1:5432:5432 -e POSTGRES_HOST_AUTH_METHOD=trust postgres", "docker run -d -p 5432:5432 -e POSTGRES_PASSWORD=x postgres", "docker run -d -e POSTGRES_HOST_AUTH_METHOD=trust postgres", "docker run -d -p 80:80 nginx",
		},
	},
	{
		ID: "docker.no-password-data", Class: rules.Exposure, Program: "docker", Sub: published, Any: publishing, None: publishedHere, Beside: withoutPassword, Effect: grammar.Reads, Name: "mount*",
		Zone:   rules.Outside | rules.Shared | rules.System | rules.Home | rules.Root | rules.HoldsSecrets,
		Reason: "lets every machine around at data of this one, without a password",
		Hint:   "publish it here alone: -p 127.0.0.1:27017:27017",
		Hits:   []string{"docker run -d -p 27017:27017 -v /srv/mongo:/data/db mongo --noauth", "docker compose run -p 27017:27017 -v /srv/mongo:/data/db mongo --noauth", "podman run -p 8080:80 -v /mnt/data:/srv filebrowser/filebrowser --noauth"},
		Misses: []string{"docker run -d -p 27017:27017 -v ./data:/data/db mongo --noauth", "docker run -d -p 27017:27017 -v data:/data/db mongo --noauth", "docker run -d -p 127.0.0.1:27017:27017 -v /srv/mongo:/data/db mongo --noauth", "docker run -d -p 27017:27017 -v /srv/mongo:/data/db mongo --auth"},
	},
}
