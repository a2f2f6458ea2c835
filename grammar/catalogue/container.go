package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// daemon is how these programs spell options: the first ones are the
// program's own, those of a subcommand stand behind its name.
const daemon = spec.Permute | spec.Bundle | spec.Free | spec.Service

// containers are the programs that run containers on this machine.
var containers = []spec.Row{
	{
		Names:  "docker podman nerdctl podman-remote",
		Source: "docker(1), docker-run(1), podman(1), podman-run(1), nerdctl command reference",
		Env:    "DOCKER_* CONTAINER_* CONTAINERS_* BUILDKIT_* BUILDX_*",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: daemon, Levels: 2,
				Options: slices.Concat(
					bools("-D --debug", "--tls", "--tlsverify", "-v --version", "-r --remote"),
					values("--config", "$DOCKER_CONTEXT -c --context", "$DOCKER_HOST -H --host", "-l --log-level", "--tlscacert", "--tlscert", "--tlskey",
						"$CONTAINER_CONNECTION --connection", "$CONTAINER_HOST --url", "--identity", "--root", "--runroot", "--storage-driver", "--storage-opt", "--runtime",
						"-n --namespace", "-a --address", "--cgroup-manager", "--events-backend", "--log-opt", "--module"),
				),
				Subs: slices.Concat(containerSubs(), imageSubs(), []spec.Sub{
					{Names: "container", Syntax: spec.Syntax{Levels: 1, Subs: slices.Concat(containerSubs(), []spec.Sub{{Names: "list ps ls", Syntax: listing()}})}},
					{Names: "image", Syntax: spec.Syntax{Levels: 1, Subs: slices.Concat(imageSubs(), []spec.Sub{{Names: "remove rm", Syntax: removal()}, {Names: "list ls", Syntax: listing()}, prunes()})}},
					{Names: "volume", Syntax: spec.Syntax{Levels: 1, Subs: removals()}},
					{Names: "network", Syntax: spec.Syntax{Levels: 1, Subs: removals()}},
					{Names: "machine", Syntax: spec.Syntax{Levels: 1, Subs: []spec.Sub{{Names: "ssh", Syntax: spec.Syntax{
						// The first word is the machine's name, or begins the command.
						Options: values("--username"), Operands: spec.Operands{First: []spec.Role{spec.Shell}, Rest: spec.Words}, Away: true, Start: spec.AwayHome,
					}}}}},
					{Names: "pod", Syntax: spec.Syntax{Levels: 1, Subs: removals()}},
					{Names: "system", Syntax: spec.Syntax{Levels: 1, Subs: []spec.Sub{prunes()}}},
					{Names: "builder", Syntax: spec.Syntax{Levels: 1, Subs: slices.Concat(imageSubs(), []spec.Sub{prunes()})}},
					{Names: "buildx", Syntax: spec.Syntax{Levels: 1, Subs: slices.Concat(imageSubs(), []spec.Sub{prunes()})}},
					{Names: "rmi", Syntax: removal()},
					{Names: "compose", Syntax: compose()},
					{Names: "login", Syntax: spec.Syntax{Options: slices.Concat(values("-u --username"), []spec.Option{
						{Names: "-p --password", Arg: spec.Required, Role: spec.Credential}, {Names: "--password-stdin"},
					})}},
					{Names: "ps", Syntax: listing()},
					{Names: "images", Syntax: listing()},
				}, leaves("inspect start restart logs pull push tag attach port rename search stats top update wait "+
					"pause unpause history info version diff commit logout events")),
			}
		},
	},
	{Names: "crictl", Source: "crictl manual", Syntax: func() spec.Syntax {
		return with([]spec.Sub{{Names: "exec", Syntax: spec.Syntax{
			Style: spec.POSIX | spec.Service, Options: slices.Concat(bools("-i --interactive", "-t --tty", "-s --sync", "-q --quiet", "-x --ignore-errors"), values("--timeout", "-r --transport")),
			Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}, Away: true,
		}}}, verbs(1, bools("-a --all", "-f --force", "-q --prune"), values("-r --runtime-endpoint", "-c --config")))
	}},
	{Names: "ctr", Source: "ctr manual", Syntax: func() spec.Syntax { return verbs(2, values("-n --namespace", "-a --address")) }},
	{Names: "buildah", Source: "buildah(1)", Syntax: func() spec.Syntax {
		return verbs(1, bools("-a --all", "-f --force", "-p --prune"), values("--root", "--storage-driver"))
	}},
	{Names: "lxc incus", Source: "lxc and incus manuals", Syntax: func() spec.Syntax {
		return with(slices.Concat([]spec.Sub{{Names: "exec", Syntax: spec.Syntax{
			Options: slices.Concat(values("--env", "--user", "--group", "--mode"), valued(spec.RemoteDir, "--cwd")), Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}, Away: true,
		}}},
			append(leaves("list launch init start stop restart info copy move rename restore"), spec.Sub{Names: "rm delete"})),
			verbs(2, bools("-f --force", "--all"), values("--project")))
	}},
	{Names: "multipass", Source: "multipass manual", Syntax: func() spec.Syntax {
		x := verbsRunning("exec", spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}, bools("-p --purge", "--all"), valued(spec.RemoteDir, "-d --working-directory"))
		x.Subs[0].Away = true
		x.Subs[0].Style |= spec.Permute
		return x
	}},
	{Names: "virsh", Source: "virsh(1)", Syntax: func() spec.Syntax {
		return verbs(1, bools("--remove-all-storage", "--wipe-storage", "-q --quiet", "--nvram"), values("-c --connect"))
	}},
	{Names: "VBoxManage vboxmanage", Source: "VBoxManage manual", Syntax: func() spec.Syntax { return verbs(1, bools("--delete", "--delete-all", "-q --nologo")) }},
	{
		Names: "docker-compose podman-compose", Source: "docker compose command reference", Env: "DOCKER_* COMPOSE_*",
		Syntax: compose,
	},
}

// removal returns the options of subcommands that remove containers, images or volumes.
func removal() spec.Syntax {
	return spec.Syntax{Options: slices.Concat(
		bools("-f --force", "-v --volumes", "-l --link --latest", "-a --all", "-i --ignore", "--depend", "--no-prune"),
		values("-t --time", "--filter", "--cidfile"),
	)}
}

// listing returns the options of subcommands that list containers, images, volumes or networks.
func listing() spec.Syntax {
	return spec.Syntax{Options: slices.Concat(
		bools("-a --all", "-q --quiet", "-s --size", "-l --latest", "--no-trunc", "--digests", "--tree"), values("-f --filter", "-n --last", "--format"),
	)}
}

// prunes returns a subcommand that removes all unused objects.
func prunes() spec.Sub {
	return spec.Sub{Names: "prune", Syntax: spec.Syntax{Options: slices.Concat(
		bools("-a --all", "-f --force", "--volumes", "--external", "--build"), values("--filter", "--keep-storage"),
	)}}
}

// removals are the subcommands of a kind of object that can be removed.
func removals() []spec.Sub {
	return []spec.Sub{{Names: "remove rm", Syntax: removal()}, {Names: "list ls", Syntax: listing()}, prunes()}
}

// inside returns the syntax of a command that runs in another root. Paths that its options share
// belong to the host.
func inside(options ...[]spec.Option) spec.Syntax {
	return spec.Syntax{
		Style: spec.Bundle | spec.Free, Options: slices.Concat(options...),
		Operands: spec.Operands{First: []spec.Role{spec.Plain}, Rest: spec.Argv}, Away: true, Passes: "-e --env",
	}
}

func containerSubs() []spec.Sub {
	run := inside(runOptions())
	run.Ends = "--rm"
	return slices.Concat([]spec.Sub{
		{Names: "run", Syntax: run},
		{Names: "create", Syntax: inside(runOptions())},
		{Names: "exec", Syntax: inside(execOptions())},
		{Names: "rm", Syntax: removal()},
		{Names: "stop", Syntax: spec.Syntax{Options: slices.Concat(bools("-a --all", "-l --latest"), values("-t --time --timeout", "-s --signal"))}},
		{Names: "kill", Syntax: spec.Syntax{Options: slices.Concat(bools("-a --all", "-l --latest"), values("-s --signal"))}},
		{Names: "cp", Syntax: spec.Syntax{Options: bools("-a --archive", "-L --follow-link", "-q --quiet"), Operands: containerPaths}},
		{Names: "export", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-o --output", Arg: spec.Required, Role: spec.Write}}}},
		prunes(),
	})
}

func imageSubs() []spec.Sub {
	return []spec.Sub{
		{Names: "build", Syntax: spec.Syntax{
			Options: slices.Concat(buildOptions(), []spec.Option{
				{Names: "-f --file", Arg: spec.Required, Role: spec.File},
				{Names: "--iidfile", Arg: spec.Required, Role: spec.Write},
				{Names: "-v --volume", Arg: spec.Required, Role: spec.Bind}, // podman
			}),
			Operands: spec.Operands{Rest: spec.Repo},
		}},
		{Names: "save", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-o --output", Arg: spec.Required, Role: spec.Write}}}},
		{Names: "load", Syntax: spec.Syntax{Options: []spec.Option{{Names: "-i --input", Arg: spec.Required, Role: spec.File}, {Names: "-q --quiet"}}}},
	}
}

func buildOptions() []spec.Option {
	return slices.Concat(
		bools("--no-cache", "--pull", "-q --quiet", "--rm", "--force-rm", "--squash", "--load", "--push", "--check", "-D --debug"),
		values("-t --tag", "--build-arg", "--target", "--platform", "--progress", "--secret", "--ssh", "--label", "--network", "--add-host",
			"--cache-from", "--cache-to", "-m --memory", "-o --output", "--build-context", "--builder", "--isolation", "--shm-size", "--ulimit"),
	)
}

func execOptions() []spec.Option {
	return slices.Concat(
		bools("-d --detach", "-i --interactive", "--privileged", "-t --tty", "-T --no-TTY", "-l --latest"),
		values("--detach-keys", "-e --env", "--env-file", "-u --user", "--index"), valued(spec.RemoteDir, "-w --workdir"),
	)
}

// runOptions returns the options of docker run and podman run. An environment file is intended for
// the container, so it is not treated as a file that is read.
func runOptions() []spec.Option {
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
			"--umask", "-u --user", "--userns", "--uts", "--volume-driver", "--volumes-from", "--arch", "--os", "--variant",
			"--authfile", "--uidmap", "--gidmap", "--subuidname", "--subgidname"),
		[]spec.Option{
			{Names: "-v --volume", Arg: spec.Required, Role: spec.Bind},
			{Names: "-w --workdir", Arg: spec.Required, Role: spec.RemoteDir},
			{Names: "--device", Arg: spec.Required, Role: spec.Bind},
			{Names: "--mount", Arg: spec.Required, Role: spec.Mount},
			{Names: "--entrypoint", Arg: spec.Required, Role: spec.Entry},
		},
	)
}

// compose is docker compose, and docker-compose.
func compose() spec.Syntax {
	return spec.Syntax{
		Style: daemon, Levels: 1,
		Options: slices.Concat(
			bools("--all-resources", "--compatibility", "--dry-run", "--verbose", "--version"),
			values("$DOCKER_CONTEXT -c --context", "$DOCKER_HOST -H --host", "--ansi", "--env-file", "-p --project-name", "--parallel", "--profile", "--progress", "--project-directory"),
			[]spec.Option{{Names: "-f --file", Arg: spec.Required, Role: spec.File}},
		),
		Subs: slices.Concat([]spec.Sub{
			{Names: "down", Syntax: spec.Syntax{Options: slices.Concat(bools("-v --volumes", "--remove-orphans"), values("--rmi", "-t --timeout"))}},
			{Names: "rm", Syntax: spec.Syntax{Options: bools("-f --force", "-s --stop", "-v --volumes", "-a --all")}},
			{Names: "run", Syntax: inside(
				bools("--build", "-d --detach", "-i --interactive", "--no-deps", "-T --no-TTY", "--quiet-pull", "--remove-orphans", "--rm",
					"-P --service-ports", "--use-aliases", "-q --quiet"),
				values("--cap-add", "--cap-drop", "-e --env", "--env-from-file", "-l --label", "--name", "-p --publish", "--pull", "-u --user"), valued(spec.RemoteDir, "-w --workdir"),
				[]spec.Option{{Names: "-v --volume", Arg: spec.Required, Role: spec.Bind}, {Names: "--entrypoint", Arg: spec.Required, Role: spec.Entry}},
			)},
			{Names: "exec", Syntax: inside(execOptions())},
			{Names: "cp", Syntax: spec.Syntax{Operands: containerPaths}},
		}, leaves("up build logs ps start stop restart pull push kill config create images port top events pause unpause watch")),
	}
}
