package grammar

import "testing"

// TestContainers holds docker, podman and compose: what runs inside is away, what is lent is the host's.
func TestContainers(t *testing.T) {
	check(t, []sample{
		{`run`, `docker run --rm -it -v "$PWD":/src:ro --name x img:1 rm -rf /a -v /b:/c`, `docker run --rm --interactive --tty --volume=?:/src:ro --name=x plain:img:1 argv:rm argv:-rf argv:/a argv:-v argv:/b:/c | manages, reads mount:ro ? {rm away --recursive --force --verbose delete:/a delete:/b:/c | deletes tree /a, deletes tree /b:/c}`},
		{`global options come first`, `docker --context c -H tcp://h:1 ps -aq`, `docker ps --context=c --host=tcp://h:1 --all --quiet | manages`},
		{`host and inside`, `docker run -v /:/host:rw -v data:/d -v /cache img; docker run -v "$x":/y:ro img`, "docker run --volume=/:/host:rw --volume=data:/d --volume=/cache plain:img | manages, reads mount /\ndocker run --volume=?:/y:ro plain:img | manages, reads mount:ro ?"},
		{`a list of mounts`, `docker run --mount type=bind,source=/etc,target=/e,readonly --mount type=volume,src=db,dst=/d --mount type=bind,src=$x/y,dst=/z img`, `docker run open --mount=type=bind,source=/etc,target=/e,readonly --mount=type=volume,src=db,dst=/d --mount=type=bind,src=?/y,dst=/z plain:img | manages, reads mount:ro /etc, reads mount ?/y`},
		{`devices`, `docker run --device /dev/sda --device=/dev/fuse:/dev/fuse img`, `docker run --device=/dev/sda --device=/dev/fuse:/dev/fuse plain:img | manages, reads mount /dev/sda, reads mount /dev/fuse`},
		{`an entry point takes the words`, `docker run --entrypoint sh img -c "rm -rf /a"`, `docker run --entrypoint=sh plain:img argv:-c argv:rm -rf /a | manages {sh away -c shell:rm -rf /a {rm away --recursive --force delete:/a | deletes tree /a}}`},
		{`exec`, `docker exec -u root -it c sh -c "rm -rf /a"; docker container exec c ls`, "docker exec --user=root --interactive --tty plain:c argv:sh argv:-c argv:rm -rf /a | manages {sh away -c shell:rm -rf /a {rm away --recursive --force delete:/a | deletes tree /a}}\ndocker container exec plain:c argv:ls | manages {ls away}"},
		{`bundled options`, `docker rm -fv a b; docker rmi -f $(docker images -q)`, "docker rm --force --volumes plain:a plain:b | manages\ndocker images --quiet | manages\ndocker rmi open --force plain:? | manages"},
		{`nouns and verbs`, `docker volume rm a; docker system prune -af --volumes; docker swarm leave --force; docker stack rm s`, "docker volume rm plain:a | manages\ndocker system prune --all --force --volumes | manages\ndocker swarm leave --force | manages\ndocker stack rm plain:s | manages"},
		{`the old verbs take no nouns`, `docker stop prune; docker logs rm`, "docker stop plain:prune | manages\ndocker logs plain:rm | manages"},
		{`files`, `docker build -f D . -t x; docker save -o /etc/x img; docker cp ~/.ssh/id_rsa c:/x; docker load -i a.tar`, "docker build --file=D --tag=x repo:. | manages, reads D, reads .\ndocker save --output=/etc/x plain:img | manages, writes /etc/x\ndocker cp open container path:?/.ssh/id_rsa container path:c:/x | manages, reads ?/.ssh/id_rsa\ndocker load --input=a.tar | manages, reads a.tar"},
		{`compose`, `docker compose -f a.yml -p x down -v --rmi all; docker-compose run -v .:/x --rm web rm -rf /a; podman-compose exec web ls`, "docker compose down --file=a.yml --project-name=x --volumes --rmi=all | manages, reads a.yml\ndocker-compose run --volume=.:/x --rm plain:web argv:rm argv:-rf argv:/a | manages, reads mount . {rm away --recursive --force delete:/a | deletes tree /a}\ndocker-compose exec plain:web argv:ls | manages {ls away}"},
		{`an unknown option hides nothing`, `docker rm --strange x -f y`, `docker rm --strange=x --force plain:y | manages`},
		{`an unknown word may`, `docker rm $x y`, `docker rm open plain:? plain:y | manages`},
		{`a value behind an equals sign`, `docker run -itv=/:/h img; docker run -v=a:/b img`, "docker run --interactive --tty --volume=/:/h plain:img | manages, reads mount /\ndocker run --volume=a:/b plain:img | manages"},
		{`a list of mounts is a line of CSV`, `docker run --mount 'type=bind,"source=/",target=/h' img`, `docker run --mount=type=bind,"source=/",target=/h plain:img | manages, reads mount /`},
		{`machines`, `lxc delete c --force; lxc exec c -- rm -rf /a; virsh undefine vm --remove-all-storage; ctr images rm x`, "lxc delete --force plain:c | manages\nlxc exec plain:c argv:rm argv:-rf argv:/a | manages {rm away --recursive --force delete:/a | deletes tree /a}\nvirsh undefine --remove-all-storage plain:vm | manages\nctr images rm plain:x | manages"},
		{`podman has more`, `podman pod rm -a; nerdctl run --privileged img`, "docker pod rm --all | manages\ndocker run --privileged plain:img | manages"},
	})
}
