package guard_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// ordinary is a day's work, one command a line: what other guards hold up by
// the words in it, and what none should.
const ordinary = `
git push && tail -f log/app.log
git push origin main && rm -f /tmp/deploy.lock
git fetch origin && npm run restore-cache
git add restore clean.md
git pull --ff-only && make clean -f build/Makefile.ci
git log --oneline --grep 'reset --hard' -- src
git restore --source=HEAD~2 --staged lib/a.go
git branch --list && grep -F -f names.txt x
git commit -m 'drop the table; never rm -rf / again'
git reset HEAD lib/a.go
git reset --mixed HEAD~1
git clean -n -d
git stash && git checkout -b try/this
git log -p -- docs | head -50
cd /tmp/scratch && rm -rf build
rm -rf "/tmp/one two"
rm -rf -- '/tmp/x'
rm -rf /tmp/build-$$
rm -rf ${TMPDIR:-/tmp}/out
rm -rf node_modules dist
rm -rf "${work:?}"
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT; make -C "$tmp"
find . -name '*.pyc' -delete
find build -mindepth 1 -delete
find . -type f -name '*.go' -exec grep -l TODO {} +
find . -type f | grep generated | xargs rm -f
find src -name '*.js' -print0 | xargs -0 wc -l
xargs -I{} sh -c 'echo {}' < names.txt
echo shutdown is not a command here
man mkfs
fdisk -l /dev/sda
blockdev --getsize64 /dev/sda
mount | grep sda1
sed -n '1,5p' shutdown.txt
sed -i 's/rm -rf/echo/' script.txt
awk -F: '{print $1}' /etc/passwd
chmod -R u+w ./build
chown -R me ./build
psql -c 'select 1' && echo 'DROP TABLE done'
echo 'SELECT count(*) FROM t' | psql
eval "$(ssh-agent -s)"
eval "$(direnv hook bash)"
bash -c "$CMD"
$EDITOR notes.md
cat <<< 'rm -rf /'
wc -c <<< 'text'
curl -s https://api.example.com/v1/x | python3 -m json.tool
curl -s https://api.example.com/v1/x | jq -r .name
curl -k https://localhost:8443/health
curl -fsSL -o tool.tgz https://example.com/tool.tgz
curl -H "Authorization: Bearer $TOKEN" https://api.example.com/me
curl -d '{"a":1}' -H 'Content-Type: application/json' http://localhost:8080/x
curl --cacert ca.pem https://example.com/
wget -q https://example.com/data.csv
openssl x509 -in cert.pem -noout -text
tar xzf a.tgz -C /tmp/x
tar -I zstd -xf a.tar.zst
tar --use-compress-program=pigz -cf out.tgz src
unzip -o a.zip -d vendor
zip -r out.zip src -x '*.log'
rsync -a -e ssh build/ host:/srv/app/
scp a.txt host:
ssh host 'systemctl status nginx; tail -n 50 /var/log/nginx/error.log'
ssh host ls -la /etc
docker exec web cat /etc/hosts
docker exec -it web ls /app
kubectl exec pod -- env
docker compose up -d
tmux new-session -d -s build 'make -j4'
tmux send-keys -t build 'go test ./...' Enter
screen -dmS server ./serve
gdb -batch -ex run -ex bt ./a.out
less +G app.log
man -P cat ls
rg -n 'TODO' src
rg --files | wc -l
fd -e go -x gofmt -l
tree -L 2 -a
dig +short example.com
ping -c 1 example.com
sftp -P 2222 host
python3 -m pytest -k 'not slow' tests
python3 -m pip list
python3 -m venv .venv
python3 -m timeit 'sum(range(100))'
python3 -m http.server --bind 127.0.0.1 8000
PYTHONPATH=src python3 -m app
CGO_ENABLED=0 GOOS=linux go build ./...
GOFLAGS=-mod=mod go vet ./...
NODE_OPTIONS=--max-old-space-size=4096 npm run build
NODE_ENV=test npm test
GIT_PAGER=cat git log -3
GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com git commit -m x
MAKEFLAGS=-j8 make
LANG=C sort a.txt
DEBIAN_FRONTEND=noninteractive make deps
npm ci && npm run lint -- --fix
go test ./... > out.txt 2>&1
cargo build --release
make -j4 && ./bin/app --help
timeout 60 npm test
pip install -r requirements.txt
go install example.com/tool@latest
history | grep rm
printf '%s\n' a b | sort -u
env | grep PATH
`

// At least 99 in 100 ordinary commands pass, and of these all do (C16).
func TestC16OrdinaryWork(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for command := range strings.Lines(strings.TrimSpace(ordinary)) {
		d := check(p, strings.TrimSuffix(command, "\n"))
		assert.GreaterOrEqual(t, d.Action, rules.Warn, "%s %v", command, ids(d.Findings))
	}
	for _, text := range []string{
		"cat > notes.md <<'E'\nrm -rf /\nE", "cat <<E\ngit reset --hard\nE", "git commit -F - <<E\ngit push --force\nE",
		"gh pr comment 1 --body \"$(cat <<'E'\nrm -rf /\nE\n)\"",
	} {
		assert.Equal(t, rules.Allow, check(p, text).Action, text)
	}
}
