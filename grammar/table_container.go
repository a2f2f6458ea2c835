package grammar

import "slices"

// daemon is how these programs spell options: the first ones are the
// program's own, those of a subcommand stand behind its name.
const daemon = Permute | Bundle | Free | Service

// containers are the programs that run containers here.
var containers = []row{
	{
		Names:  "docker podman nerdctl podman-remote",
		Source: "docker(1), docker-run(1), podman(1), podman-run(1), nerdctl command reference",
		Env:    "DOCKER_* CONTAINER_* CONTAINERS_* BUILDKIT_* BUILDX_*",
		Syntax: func() Syntax {
			return Syntax{
				Style: daemon, Levels: 2,
				Options: slices.Concat(
					bools("-D --debug", "--tls", "--tlsverify", "-v --version", "-r --remote"),
					values("--config", "-c --context", "-H --host", "-l --log-level", "--tlscacert", "--tlscert", "--tlskey",
						"--connection", "--url", "--identity", "--root", "--runroot", "--storage-driver", "--storage-opt", "--runtime",
						"-n --namespace", "-a --address", "--cgroup-manager", "--events-backend", "--log-opt", "--module"),
				),
				Subs: slices.Concat(containerSubs(), imageSubs(), []Sub{
					{Names: "container", Syntax: Syntax{Levels: 1, Subs: containerSubs()}},
					{Names: "image", Syntax: Syntax{Levels: 1, Subs: slices.Concat(imageSubs(), []Sub{{Names: "remove rm", Syntax: removal()}, prunes()})}},
					{Names: "volume", Syntax: Syntax{Levels: 1, Subs: removals()}},
					{Names: "network", Syntax: Syntax{Levels: 1, Subs: removals()}},
					{Names: "pod", Syntax: Syntax{Levels: 1, Subs: removals()}},
					{Names: "system", Syntax: Syntax{Levels: 1, Subs: []Sub{prunes()}}},
					{Names: "builder", Syntax: Syntax{Levels: 1, Subs: slices.Concat(imageSubs(), []Sub{prunes()})}},
					{Names: "buildx", Syntax: Syntax{Levels: 1, Subs: slices.Concat(imageSubs(), []Sub{prunes()})}},
					{Names: "rmi", Syntax: removal()},
					{Names: "compose", Syntax: compose()},
					{Names: "login", Syntax: Syntax{Options: slices.Concat(values("-u --username"), []Option{
						{Names: "-p --password", Arg: Required, Role: Credential}, {Names: "--password-stdin"},
					})}},
				}, leaves("ps images inspect start restart logs pull push tag attach port rename search stats top update wait "+
					"pause unpause history info version diff commit logout events")),
			}
		},
	},
	{Names: "crictl", Source: "crictl manual", Syntax: func() Syntax {
		return with([]Sub{{Names: "exec", Syntax: Syntax{
			Style: POSIX | Service, Options: slices.Concat(bools("-i --interactive", "-t --tty", "-s --sync", "-q --quiet", "-x --ignore-errors"), values("--timeout", "-r --transport")),
			Operands: Operands{First: []Role{Plain}, Rest: Argv}, Away: true,
		}}}, verbs(1, bools("-a --all", "-f --force", "-q --prune"), values("-r --runtime-endpoint", "-c --config")))
	}},
	{Names: "ctr", Source: "ctr manual", Syntax: func() Syntax { return verbs(2, values("-n --namespace", "-a --address")) }},
	{Names: "buildah", Source: "buildah(1)", Syntax: func() Syntax {
		return verbs(1, bools("-a --all", "-f --force", "-p --prune"), values("--root", "--storage-driver"))
	}},
	{Names: "lxc incus", Source: "lxc and incus manuals", Syntax: func() Syntax {
		return with(slices.Concat([]Sub{{Names: "exec", Syntax: Syntax{
			Options: values("--cwd", "--env", "--user", "--group", "--mode"), Operands: Operands{First: []Role{Plain}, Rest: Argv}, Away: true,
		}}},
			leaves("delete list launch init start stop restart info copy move rename")),
			verbs(2, bools("-f --force", "--all"), values("--project")))
	}},
	{Names: "multipass", Source: "multipass manual", Syntax: func() Syntax {
		x := verbsRunning("exec", Operands{First: []Role{Plain}, Rest: Argv}, bools("-p --purge", "--all"))
		x.Subs[0].Away = true
		return x
	}},
	{Names: "virsh", Source: "virsh(1)", Syntax: func() Syntax {
		return verbs(1, bools("--remove-all-storage", "--wipe-storage", "-q --quiet", "--nvram"), values("-c --connect"))
	}},
	{Names: "VBoxManage vboxmanage", Source: "VBoxManage manual", Syntax: func() Syntax { return verbs(1, bools("--delete", "--delete-all", "-q --nologo")) }},
	{
		Names: "docker-compose podman-compose", Source: "docker compose command reference", Env: "DOCKER_* COMPOSE_*",
		Syntax: compose,
	},
}

// removal are the options of what removes containers, images, volumes.
func removal() Syntax {
	return Syntax{Options: slices.Concat(
		bools("-f --force", "-v --volumes", "-l --link --latest", "-a --all", "-i --ignore", "--depend", "--no-prune"),
		values("-t --time", "--filter", "--cidfile"),
	)}
}

// prunes is a subcommand that removes whatever is not in use.
func prunes() Sub {
	return Sub{Names: "prune", Syntax: Syntax{Options: slices.Concat(
		bools("-a --all", "-f --force", "--volumes", "--external", "--build"), values("--filter", "--keep-storage"),
	)}}
}

// removals are the subcommands of a kind of object that can be removed.
func removals() []Sub {
	return []Sub{{Names: "remove rm", Syntax: removal()}, prunes()}
}

// inside runs a command in another root. What the options before it lend is
// the host's.
func inside(options ...[]Option) Syntax {
	return Syntax{
		Style: Bundle | Free, Options: slices.Concat(options...),
		Operands: Operands{First: []Role{Plain}, Rest: Argv}, Away: true,
	}
}

func containerSubs() []Sub {
	return slices.Concat([]Sub{
		{Names: "run", Syntax: inside(runOptions())},
		{Names: "create", Syntax: inside(runOptions())},
		{Names: "exec", Syntax: inside(execOptions())},
		{Names: "rm", Syntax: removal()},
		{Names: "stop", Syntax: Syntax{Options: slices.Concat(bools("-a --all", "-l --latest"), values("-t --time --timeout", "-s --signal"))}},
		{Names: "kill", Syntax: Syntax{Options: slices.Concat(bools("-a --all", "-l --latest"), values("-s --signal"))}},
		{Names: "cp", Syntax: Syntax{Options: bools("-a --archive", "-L --follow-link", "-q --quiet"), Operands: lent}},
		{Names: "export", Syntax: Syntax{Options: []Option{{Names: "-o --output", Arg: Required, Role: Write}}}},
		prunes(),
	})
}

func imageSubs() []Sub {
	return []Sub{
		{Names: "build", Syntax: Syntax{
			Options: slices.Concat(buildOptions(), []Option{
				{Names: "-f --file", Arg: Required, Role: File},
				{Names: "--iidfile", Arg: Required, Role: Write},
				{Names: "-v --volume", Arg: Required, Role: Bind}, // podman
			}),
			Operands: Operands{Rest: Repo},
		}},
		{Names: "save", Syntax: Syntax{Options: []Option{{Names: "-o --output", Arg: Required, Role: Write}}}},
		{Names: "load", Syntax: Syntax{Options: []Option{{Names: "-i --input", Arg: Required, Role: File}, {Names: "-q --quiet"}}}},
	}
}

func buildOptions() []Option {
	return slices.Concat(
		bools("--no-cache", "--pull", "-q --quiet", "--rm", "--force-rm", "--squash", "--load", "--push", "--check", "-D --debug"),
		values("-t --tag", "--build-arg", "--target", "--platform", "--progress", "--secret", "--ssh", "--label", "--network", "--add-host",
			"--cache-from", "--cache-to", "-m --memory", "-o --output", "--build-context", "--builder", "--isolation", "--shm-size", "--ulimit"),
	)
}

func execOptions() []Option {
	return slices.Concat(
		bools("-d --detach", "-i --interactive", "--privileged", "-t --tty", "-T --no-TTY", "-l --latest"),
		values("--detach-keys", "-e --env", "--env-file", "-u --user", "-w --workdir", "--index"),
	)
}

// runOptions are those of docker run and podman run. An environment file is
// what the container is there to get, so it is not read as a path.
func runOptions() []Option {
	return slices.Concat(
		bools("-d --detach", "-i --interactive", "-t --tty", "--rm", "--init", "--privileged", "-P --publish-all", "--read-only",
			"--sig-proxy", "--no-healthcheck", "--oom-kill-disable", "--disable-content-trust", "-q --quiet", "--replace", "--rmi", "--tls-verify",
			"--env-host", "--no-hosts", "--http-proxy", "--passwd", "--read-only-tmpfs", "--use-api-socket"),
		values("--add-host", "--annotation", "-a --attach", "--blkio-weight", "--blkio-weight-device", "--cap-add", "--cap-drop", "--cgroup-parent",
			"--cgroupns", "--cgroups", "--cidfile", "--cpu-count", "--cpu-percent", "--cpu-period", "--cpu-quota", "--cpu-rt-period", "--cpu-rt-runtime",
			"-c --cpu-shares", "--cpus", "--cpuset-cpus", "--cpuset-mems", "--detach-keys", "--device-cgroup-rule", "--device-read-bps",
			"--device-read-iops", "--device-write-bps", "--device-write-iops", "--dns", "--dns-opt --dns-option", "--dns-search", "--domainname",
			"-e --env", "--env-file", "--expose", "--gpus", "--group-add", "--health-cmd", "--health-interval", "--health-retries",
			"--health-start-period", "--health-start-interval", "--health-timeout", "-h --hostname", "--ip", "--ip6", "--ipc", "--isolation",
			"--kernel-memory", "-l --label", "--label-file", "--link", "--link-local-ip", "--log-driver", "--log-opt", "--mac-address", "-m --memory",
			"--memory-reservation", "--memory-swap", "--memory-swappiness", "--name", "--net --network", "--net-alias --network-alias",
			"--oom-score-adj", "--pid", "--pids-limit", "--platform", "--pod", "-p --publish", "--pull", "--restart", "--runtime", "--secret",
			"--security-opt", "--shm-size", "--stop-signal", "--stop-timeout", "--storage-opt", "--sysctl", "--systemd", "--tmpfs", "--tz", "--ulimit",
			"--umask", "-u --user", "--userns", "--uts", "--volume-driver", "--volumes-from", "-w --workdir", "--arch", "--os", "--variant",
			"--authfile", "--uidmap", "--gidmap", "--subuidname", "--subgidname"),
		[]Option{
			{Names: "-v --volume", Arg: Required, Role: Bind},
			{Names: "--device", Arg: Required, Role: Bind},
			{Names: "--mount", Arg: Required, Role: Mount},
			{Names: "--entrypoint", Arg: Required, Role: Entry},
		},
	)
}

// compose is docker compose, and docker-compose.
func compose() Syntax {
	return Syntax{
		Style: daemon, Levels: 1,
		Options: slices.Concat(
			bools("--all-resources", "--compatibility", "--dry-run", "--verbose", "--version"),
			values("--ansi", "--env-file", "-p --project-name", "--parallel", "--profile", "--progress", "--project-directory"),
			[]Option{{Names: "-f --file", Arg: Required, Role: File}},
		),
		Subs: slices.Concat([]Sub{
			{Names: "down", Syntax: Syntax{Options: slices.Concat(bools("-v --volumes", "--remove-orphans"), values("--rmi", "-t --timeout"))}},
			{Names: "rm", Syntax: Syntax{Options: bools("-f --force", "-s --stop", "-v --volumes", "-a --all")}},
			{Names: "run", Syntax: inside(
				bools("--build", "-d --detach", "-i --interactive", "--no-deps", "-T --no-TTY", "--quiet-pull", "--remove-orphans", "--rm",
					"-P --service-ports", "--use-aliases", "-q --quiet"),
				values("--cap-add", "--cap-drop", "-e --env", "--env-from-file", "-l --label", "--name", "-p --publish", "--pull", "-u --user", "-w --workdir"),
				[]Option{{Names: "-v --volume", Arg: Required, Role: Bind}, {Names: "--entrypoint", Arg: Required, Role: Entry}},
			)},
			{Names: "exec", Syntax: inside(execOptions())},
			{Names: "cp", Syntax: Syntax{Operands: lent}},
		}, leaves("up build logs ps start stop restart pull push kill config create images port top events pause unpause watch")),
	}
}
