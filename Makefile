# Every target is what it says; CONTRIBUTING.md tells when to run which.
export CGO_ENABLED = 0

ARGS     =
FUZZTIME = 5s
BENCH    = -rounds 200
SHORT    = -short
SEEDS    = 774411 2 3 5 8 13 21 34 55 89
VERSION ?=
GO_BUILD = go build -trimpath -ldflags '-s -w $(if $(VERSION),-X main.version=$(VERSION)) $(1)' -o bin/

# Where the gate has an entry before the Go runtime, the shim starts there
# (docs/performance.md); make build ENTRY= builds the same shim without. Elsewhere,
# on macOS too, it is an ordinary Go program that asks the judge about everything.
FAST  = linux/amd64 linux/arm64 android/arm64
GATE  = github.com/agent-loop/shimgen/gate
ENTRY = $(if $(filter $(FAST),$(shell go env GOOS)/$(shell go env GOARCH)),-E $(GATE).$(1))
TOOL     = go tool -modfile=lint/go.mod

.PHONY: build test lint fuzz soak hosts work bench demo install release sign package-termux clean

build:
	$(call GO_BUILD) ./cmd/shimgen-mcp
	$(call GO_BUILD) ./cmd/shimgen-tls
	$(call GO_BUILD) ./cmd/shimgen-fleet
	$(call GO_BUILD,$(call ENTRY,entry)) ./cmd/shim
	$(call GO_BUILD,$(call ENTRY,judgeEntry)) ./cmd/shimgen

# What is published, built twice: dist/OS-ARCH, packages of them, and dist/SHA256SUMS.
release:
	.ci/release -twice dist

# Signs dist/SHA256SUMS with the key in MINISIGN_KEY or MINISIGN_KEY_FILE.
sign:
	go -C packaging run . sign $(CURDIR)/dist

# A package for Termux' own package manager, of android/arm64: dist/shimgen_VERSION_aarch64.deb.
package-termux:
	TARGETS=android/arm64 .ci/release dist

# Without the long tests; SHORT= has them too. The last line tests
# what builds the shim, which Go's cache of results does not see.
test:
	@echo 'Takes about $(if $(SHORT),25,40) minutes on two slow cores, and 2 more where nothing was compiled before. Downloads Go modules once: 70 MB.'
	@go run ./.ci/report \
		'go test -json -timeout 40m $(SHORT) $(ARGS) ./... ./.ci/report' \
		'go -C .ci/earlycheck test -json -count=1 $(SHORT) $(ARGS) ./...'

# gofumpt prints what it would change; anything printed is a failure. What a package does
# at every start is found here too: it is one line to write, and quick to see.
lint:
	go vet ./... ./.ci/machine ./.ci/report
	$(TOOL) staticcheck ./... ./.ci/machine ./.ci/report
	go -C .ci/earlycheck vet ./...
	cd .ci/earlycheck && go tool -modfile=../../lint/go.mod staticcheck ./...
	out=$$($(TOOL) gofumpt -l .); echo "$$out"; test -z "$$out"
	go test -run TestStartIsFree ./cmd/shimgen

fuzz:
	.ci/fuzz $(FUZZTIME)

soak:
	$(MAKE) test SHORT=
	.ci/fuzz 10m
	go test ./parser -timeout 60m -run TestOracle -oracle.n 50000
	for seed in $(SEEDS); do go test ./parser -timeout 60m -run TestOracle/.*/generated -oracle.n 12000 -oracle.seed $$seed || exit 1; done
	go test ./guard -timeout 60m -run TestX4Respelled -spelling.all
	go test ./e2e -timeout 60m -run TestFast -differential.n 100000 -counters.instructions
	go test ./e2e/phone -timeout 60m -run TestARM64 -phones.all
	go test ./egress -timeout 30m -run TestMuchGoesThrough -egress.mib 10240
	go test ./cmd/shimgen -timeout 30m -run TestExecsLeaveNothing -execs 1000
	go test ./cmd/shimgen -timeout 30m -run TestA12_AnIndexOfOtherRowsRefuses -index.all
	go test ./audit/query -timeout 30m -run TestScale -trail.mib 100
	go test ./stash -timeout 30m -run TestRandomChanges -cases 300
	go test ./cmd/shimgen-fleet -timeout 30m -run TestKilledAtRandom -trouble 2m
	go test ./fleet/forward -timeout 30m -v -run 'TestLoad$$|TestBacklog$$' -load 200 -load.for 1m
	.ci/systems
	.ci/newest
	go -C packaging test -count=1 -timeout 60m -run TestGoInstall -goinstall
	$(MAKE) work
	$(MAKE) work ARGS='-profile open'

# Real agents against a scripted model, in namespaces of their own: as root, on
# Linux, with npm. 1.5 GB, fetched once, in a folder that SHIMGEN_CLIENTS may name.
hosts:
	go run ./clients/install
	go test -json -timeout 30m ./clients -hosts $(ARGS) | go run ./.ci/report

# Real work without shims, behind those of a plain install and with everything
# shimmed: as root, on Linux. Suites of others are fetched from Debian's sources once,
# into a folder that SHIMGEN_WORK may name.
work: build
	go run ./work $(ARGS)

bench: build
	go run ./bench $(BENCH)

demo: build
	demo/run.sh

install: build
	bin/shimgen install

clean:
	rm -rf bin
