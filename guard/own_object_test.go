package guard_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/gitrepo"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What a text certainly made, it may destroy.
func TestDestroysOwnObjects(t *testing.T) {
	const force, object, branch, worktree, db, cluster = "docker.rm-force", "docker.rm-object", "git.branch-delete", "git.worktree-force", "db.dropdb", "k8s.cluster-delete"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a container by its name", "docker run -d --name t x; docker rm -f t", rules.Allow, ""},
		{"after other steps", "cd x && docker run -d --name t x && make; docker rm -f t", rules.Allow, ""},
		{"by what docker prints", "id=$(docker run -d x); docker rm -f \"$id\"", rules.Allow, ""},
		{"two of them", "docker create --name a x; docker create --name b x; docker rm -f a b", rules.Allow, ""},
		{"for root", "sudo docker run --name t x; sudo docker rm -f t", rules.Warn, "privilege.elevate"},
		{"in another shell", "bash -c 'docker run --name t x; docker rm -f t'", rules.Allow, ""},
		{"a network", "docker network create n; docker network rm n", rules.Allow, ""},
		{"a volume without a name", "v=$(docker volume create); docker volume rm $v", rules.Allow, ""},
		{"a worktree and its branch", "git worktree add wt/x -b x && git -C wt/x commit -m a && git worktree remove --force wt/x", rules.Allow, ""},
		{"a branch", "git switch -c t && git switch - && git branch -D t", rules.Allow, ""},
		{"a database", "createdb t && psql t -f a.sql && dropdb t", rules.Allow, ""},
		{"a cluster, after other steps", "kind create cluster --name ci && kubectl --context kind-ci apply -f a.yaml; make; kind delete cluster --name ci", rules.Allow, ""},
		{"a profile of minikube", "minikube start -p t && make; minikube delete -p t", rules.Allow, ""},
		{"a cluster of k3d", "k3d cluster create t1 --agents 1; k3d cluster delete t1", rules.Allow, ""},
		{"a volume for trials", "docker volume create test_v; make; docker volume rm test_v", rules.Allow, ""},
		{"a project of Compose for trials", "docker compose -f compose.test.yml up -d --wait && make; docker compose -f compose.test.yml down -v", rules.Allow, ""},
		{"the same by its name", "docker compose -p test_x up -d; docker compose -p test_x down --volumes", rules.Allow, ""},
		{"a topic", "rpk topic create t --brokers localhost:19092 && rpk topic produce t --brokers localhost:19092 && rpk topic delete t --brokers localhost:19092", rules.Allow, ""},
		{"a cluster", "kind create cluster --name t && kind delete cluster --name t", rules.Allow, ""},

		{"another container", "docker run --name t x; docker rm -f prod", rules.Ask, force},
		{"another one too", "docker run --name t x; docker rm -f t prod", rules.Ask, force},
		{"one that is made later", "docker rm -f t; docker run --name t x", rules.Ask, force},
		{"one of another daemon", "docker run --name t x; docker -H tcp://h rm -f t", rules.Ask, force},
		{"the same by a variable", "docker run --name t x; export DOCKER_HOST=tcp://h; docker rm -f t", rules.Ask, force},
		{"on another machine", "docker run --name t x; ssh h docker rm -f t", rules.Ask, force},
		{"after a change of the daemon", "docker run --name t x; docker context use c; docker rm -f t", rules.Ask, force},
		{"one that got its name", "docker run --name t x; docker rename t y; docker rename prod t; docker rm -f t", rules.Ask, force},
		{"one whose name was given before", "docker rename prod t; docker run --name t x; docker rm -f t", rules.Ask, force},
		{"one that may be there", "docker run --name t x || true; docker rm -f t", rules.Ask, force},
		{"one that is made if there is none", "docker start t || docker run --name t x; docker rm -f t", rules.Ask, force},
		{"one in a branch", "if test -f a; then docker run --name t x; fi; docker rm -f t", rules.Ask, force},
		{"one of two names", "n=t; test -f a && n=prod; docker run --name $n x; docker rm -f prod", rules.Ask, force},
		{"one that was replaced", "podman run --replace --name t x; podman rm -f t", rules.Ask, force},
		{"a name that nobody knows", "docker run --name t x; docker rm -f \"$N\"", rules.Ask, force},
		{"what another command prints", "id=$(docker run -d x); id=$(cat ids); docker rm -f $id", rules.Ask, force},
		{"what a container prints", "docker rm -f $(docker run x cat ids)", rules.Ask, force},
		{"one more that nobody knows", "id=$(docker run -d x); docker rm -f $N \"$id\"", rules.Ask, force},
		{"a volume that may be there", "docker volume create v && docker volume rm v", rules.Ask, object},
		{"a volume of a container's name", "docker run --name t x; docker volume rm t", rules.Ask, object},
		{"another worktree", "git worktree add wt/x && git worktree remove --force wt/y", rules.Ask, worktree},
		{"one that was moved there", "git worktree add wt/x; git worktree move wt/y wt/x; git worktree remove --force wt/x", rules.Ask, worktree},
		{"another branch", "git checkout -b x && git branch -D main", rules.Ask, branch},
		{"one that holds what was not committed", "git checkout -b x && git commit -am a && git checkout - && git branch -D x", rules.Ask, branch},
		{"a renamed branch", "git branch -m main x && git branch -D x", rules.Ask, branch},
		{"a listed one", "git branch --list x && git branch -D x", rules.Ask, branch},
		{"one elsewhere", "git checkout -b x && cd ../r && git branch -D x", rules.Ask, branch},
		{"a stash has what was not committed", "git stash && git stash drop", rules.Ask, "git.stash-drop"},
		{"a database that may be there", "createdb t; dropdb t", rules.Ask, db},
		{"the same, tolerated", "createdb t || true && dropdb t", rules.Ask, db},
		{"the same, turned round", "! createdb t && dropdb t", rules.Ask, db},
		{"behind a filter", "createdb t | cat && dropdb t", rules.Ask, db},
		{"in a group", "{ createdb t; true; } && dropdb t", rules.Ask, db},
		{"one of another server", "createdb t && PGHOST=h dropdb t", rules.Ask, db},
		{"a user of the name", "createuser t && dropdb t", rules.Ask, db},
		{"by a function of the name", "createdb() { true; }; createdb t && dropdb t", rules.Ask, db},
		{"another cluster", "kind create cluster --name t; kind delete cluster --name u", rules.Ask, cluster},
		{"the profile that minikube has anyway", "minikube start; minikube delete", rules.Ask, cluster},
		{"all profiles", "minikube start -p t; minikube delete -p t --all", rules.Ask, cluster},
		{"a cluster in the cloud", "eksctl create cluster --name t; eksctl delete cluster --name t", rules.Ask, cluster},
		{"a project that is not for trials", "docker compose -p shop up -d; docker compose -p shop down -v", rules.Ask, "docker.compose-down-volumes"},
		{"another file of it", "docker compose -f compose.test.yml up -d; docker compose -f compose.yml down -v", rules.Ask, "docker.compose-down-volumes"},
		{"a second file of it", "docker compose -f compose.test.yml up -d; docker compose -f compose.test.yml -f compose.yml down -v", rules.Ask, "docker.compose-down-volumes"},
		{"a project that was there", "docker compose -f compose.web.yml down -v", rules.Ask, "docker.compose-down-volumes"},
		{"a topic that may be there", "rpk topic create t; rpk topic delete t", rules.Ask, "queue.delete"},
		{"a topic of other brokers", "rpk topic create t --brokers localhost:1 && rpk topic delete t --brokers k:1", rules.Ask, "queue.delete"},
		{"a push to a remote", "git init --bare /tmp/d/x && git push --force origin main", rules.Ask, "git.push-force"},
		{"a push to another repository", "git init --bare /tmp/d/x && git push --force /tmp/d/y main", rules.Ask, "git.push-force"},
	})
}

// What a text certainly made is its own repository.
func TestWorksInOwnRepository(t *testing.T) {
	const reset = "git.reset-hard"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a clone", "git clone -q . /tmp/d/c && git -C /tmp/d/c clean -fdx", rules.Allow, ""},
		{"by a change of the directory", "git clone u /tmp/d/c && cd /tmp/d/c && git reset --hard HEAD~1 && git stash drop", rules.Allow, ""},
		{"named after its URL", "cd /tmp/d && git clone h/r.git && cd r && git checkout -- .", rules.Allow, ""},
		{"a new directory", "mkdir -p /tmp/d/r && cd /tmp/d/r && git init && git reset --hard", rules.Allow, ""},
		{"one of mktemp's", "cd \"$(mktemp -d)\" && git init && git reset --hard", rules.Allow, ""},
		{"in one", "d=$(mktemp -d); git clone . \"$d/c\" && git -C \"$d/c\" reset --hard", rules.Allow, ""},

		{"by two options", "git clone . /tmp/d/c && git -C /tmp -C d/c reset --hard", rules.Allow, ""},
		{"in the one in which it starts", "cd \"$(mktemp -d)\" && git init -q . && git reset --hard", rules.Allow, ""},
		{"a clone there", "cd \"$(mktemp -d)\" && git clone -q u . && git reset --hard v1", rules.Allow, ""},
		{"a rewritten clone", "git clone -q . /tmp/d/c && git -C /tmp/d/c filter-repo --path src", rules.Allow, ""},
		{"a worktree", "git worktree add /tmp/d/c HEAD && git -C /tmp/d/c reset --hard origin/main", rules.Allow, ""},
		{"a worktree with a branch of its own", "git worktree add -b x /tmp/d/c && cd /tmp/d/c && git clean -fdx", rules.Allow, ""},
		{"in one, by two options", "d=$(mktemp -d); git clone . \"$d/c\" && git -C \"$d\" -C c reset --hard", rules.Allow, ""},

		{"what was there", "git init && git reset --hard", rules.Ask, reset},
		{"the repository above", "mkdir -p t/u && cd t/u && git reset --hard", rules.Ask, reset},
		{"another one", "git clone . /tmp/d/c && git reset --hard", rules.Ask, reset},
		{"another one by an option", "git clone . /tmp/d/c && git --git-dir=.git -C /tmp/d/c reset --hard", rules.Ask, reset},
		{"another one by a variable", "git clone . /tmp/d/c && GIT_DIR=/r/.git git -C /tmp/d/c reset --hard", rules.Ask, reset},
		{"another index by a variable", "git clone . /tmp/d/c && GIT_INDEX_FILE=/r/.git/index git -C /tmp/d/c reset --hard", rules.Ask, reset},
		{"other objects by a variable", "export GIT_ALTERNATE_OBJECT_DIRECTORIES=/r/.git/objects; git clone . /tmp/d/c && git -C /tmp/d/c reset --hard", rules.Ask, reset},
		{"another namespace by an option", "git clone . /tmp/d/c && git --namespace=x -C /tmp/d/c reset --hard", rules.Ask, reset},
		{"a directory from which another option leads on", "git clone . /tmp/d/c && git -C /tmp/d/c -C .. reset --hard", rules.Ask, reset},
		{"the same, for one of mktemp's", "d=$(mktemp -d); git init \"$d\"; git -C \"$d\" -C .. reset --hard", rules.Ask, reset},
		{"another git directory", "git init --separate-git-dir=.git /tmp/d/c && git -C /tmp/d/c reset --hard", rules.Ask, reset},
		{"one that was moved there", "mv src /tmp/d/c && git -C /tmp/d/c init && git -C /tmp/d/c reset --hard", rules.Ask, reset},
		{"one that was moved into it", "d=$(mktemp -d); mv src \"$d\"; git init \"$d/src\"; git -C \"$d/src\" reset --hard", rules.Ask, reset},
		{"a link to one", "ln -s ~/r /tmp/d/c && git -C /tmp/d/c init && git -C /tmp/d/c reset --hard", rules.Ask, reset},
		{"a worktree shares its repository", "git worktree add /tmp/d/c && git -C /tmp/d/c stash clear", rules.Ask, "git.stash-drop"},
		{"a worktree of a branch that was there", "git worktree add /tmp/d/c topic && git -C /tmp/d/c reset --hard main", rules.Ask, reset},
		{"the directory that a worktree comes from", "git worktree add /tmp/d/c HEAD && git reset --hard", rules.Ask, reset},
		{"a branch in a worktree", "git worktree add /tmp/d/c HEAD && git -C /tmp/d/c branch -D topic", rules.Ask, "git.branch-delete"},
		{"a rewritten repository", "git clone -q . /tmp/d/c && git filter-repo --path src", rules.Ask, "git.rewrite-all"},
		{"one of two directories", "cd \"$(mktemp -d || echo /)\" && git init && git reset --hard", rules.Ask, reset},
		{"the directory above", "d=$(mktemp -d); git init \"$d\"; cd \"$d/..\"; git reset --hard", rules.Ask, reset},
		{"a clone that may have failed", "git clone u /tmp/d/c || true; cd /tmp/d/c; git reset --hard", rules.Ask, reset},
		{"its remote is not its own", "git clone u /tmp/d/c && git -C /tmp/d/c push --force", rules.Ask, "git.push-force"},
	})
}

// Nothing is known of the repository of a command that inherits another one.
func TestInheritsRepository(t *testing.T) {
	for _, own := range []string{"git clone . /tmp/d/c && git -C /tmp/d/c reset --hard", "d=$(mktemp -d); git init \"$d\"; git -C \"$d\" reset --hard"} {
		for _, variable := range append(strings.Fields(gitrepo.ElsewhereVariables), "GIT_AUTHOR_NAME") {
			m, req := guard.Model()
			req.Source = own
			req.Vars = func(name string) (string, bool) { return "/r/.git", name == variable }
			want := rules.Ask
			if variable == "GIT_AUTHOR_NAME" {
				want = rules.Allow
			}
			assert.Equal(t, want.String(), guard.Judge(builtin(t, policy.Cautious), m, req).Action.String(), "%s %s", variable, own)
		}
	}
}

// Data in memory, or in a file of the text's own, may be dropped.
func TestScratchDatabases(t *testing.T) {
	const drop = "db.drop"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"in memory", "sqlite3 :memory: 'create table t(a); drop table t'", rules.Allow, ""},
		{"in a temporary file", "sqlite3 /tmp/t.db 'drop table t'", rules.Allow, ""},
		{"in a copy", "cp a.db d/b.db; sqlite3 d/b.db 'drop table t'", rules.Allow, ""},

		{"in a file", "sqlite3 d/a.db 'drop table t'", rules.Ask, drop},
		{"in another one", "sqlite3 :memory: \"attach 'a.db' as a; drop table a.t\"", rules.Ask, drop},
		{"in one opened by a command", "sqlite3 -cmd '.open a.db' /tmp/t.db 'drop table t'", rules.Ask, drop},
		{"in one outside", "sqlite3 /tmp/../srv/a.db 'drop table t'", rules.Ask, drop},
		{"in one that was moved", "mv a.db /tmp/d/b.db; sqlite3 /tmp/d/b.db 'drop table t'", rules.Ask, drop},
		{"in one of two names", "cp -l a.db /tmp/d/b.db; sqlite3 /tmp/d/b.db 'drop table t'", rules.Ask, drop},
		{"in a linked one", "ln -s ~/a.db /tmp/d/b.db; sqlite3 /tmp/d/b.db 'drop table t'", rules.Ask, drop},
		{"a statement that nobody knows", "sqlite3 /tmp/t.db \"drop table $T\"", rules.Ask, drop},
		{"before it is copied", "sqlite3 d/b.db 'drop table t'; cp a.db d/b.db", rules.Ask, drop},
	})
}
