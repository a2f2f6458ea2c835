# The recipe for termux-packages, packages/shimgen/build.sh there. make package-termux makes
# the same files without that repository's toolchain.
TERMUX_PKG_HOMEPAGE=https://github.com/agent-loop/shimgen
TERMUX_PKG_DESCRIPTION="Keeps the shell commands of AI agents inside what their user allowed"
TERMUX_PKG_LICENSE="MIT"
TERMUX_PKG_MAINTAINER="@agent-loop"
TERMUX_PKG_VERSION="0.0.0"
TERMUX_PKG_SRCURL=https://github.com/agent-loop/shimgen/archive/refs/tags/v${TERMUX_PKG_VERSION}.tar.gz
TERMUX_PKG_SHA256=SKIP_CHECKSUM # of the archive of that tag, once there is one
TERMUX_PKG_AUTO_UPDATE=true
TERMUX_PKG_BUILD_IN_SRC=true
TERMUX_PKG_SUGGESTS="proot, termux-api"
TERMUX_PKG_EXCLUDED_ARCHES="arm, i686, x86_64" # only arm64 links without C, and so has the fast entry

termux_step_pre_configure() {
	termux_setup_golang
	export CGO_ENABLED=0
}

termux_step_make() {
	local gate=github.com/agent-loop/shimgen/gate flags="-s -w -X main.version=$TERMUX_PKG_VERSION"
	go build -trimpath -ldflags "$flags -E $gate.entry" -o shim ./cmd/shim
	go build -trimpath -ldflags "$flags -E $gate.judgeEntry" -o shimgen ./cmd/shimgen
	go build -trimpath -ldflags "$flags" -o shimgen-mcp ./cmd/shimgen-mcp
	go build -trimpath -ldflags "$flags" -o shimgen-tls ./cmd/shimgen-tls
	( # programs of the machine that builds
		unset GOOS GOARCH CC CXX CFLAGS CXXFLAGS LDFLAGS CGO_LDFLAGS
		for shell in bash zsh fish; do
			go run ./cmd/shimgen completion "$shell" >"shimgen.$shell"
		done
		for page in shimgen.1 shim.1 agent-loop-policy.5; do
			go run ./cmd/shimgen manual "${page%.*}" >"$page"
		done
	)
}

termux_step_make_install() {
	install -Dm700 -t "$TERMUX_PREFIX/libexec/shimgen" shim shimgen shimgen-mcp shimgen-tls
	mkdir -p "$TERMUX_PREFIX/bin"
	ln -sf ../libexec/shimgen/shimgen "$TERMUX_PREFIX/bin/shimgen"
	install -Dm600 shimgen.bash "$TERMUX_PREFIX/share/bash-completion/completions/shimgen"
	install -Dm600 shimgen.zsh "$TERMUX_PREFIX/share/zsh/site-functions/_shimgen"
	install -Dm600 shimgen.fish "$TERMUX_PREFIX/share/fish/vendor_completions.d/shimgen.fish"
	install -Dm600 -t "$TERMUX_PREFIX/share/man/man1" shimgen.1 shim.1
	install -Dm600 -t "$TERMUX_PREFIX/share/man/man5" agent-loop-policy.5
	install -Dm600 docs/termux.md "$TERMUX_PREFIX/share/doc/shimgen/termux.md"
}
