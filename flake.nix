{
  description = "Keeps the shell commands of AI agents inside what their user allowed";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }: {
    packages = nixpkgs.lib.genAttrs [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ] (system:
      let pkgs = nixpkgs.legacyPackages.${system}; in {
        default = pkgs.buildGoModule rec {
          pname = "shimgen";
          version = self.shortRev or "dirty";
          src = self;
          vendorHash = "sha256-XYEa3WlEN7PnjXBW4dRKL92JE6y5XBGD/BdR/G9Ki5E="; # TestVendorHash in packaging says what it is
          nativeBuildInputs = [ pkgs.installShellFiles ];
          buildPhase = ''
            runHook preBuild
            make build VERSION=${version}
            runHook postBuild
          '';
          doCheck = false; # the tests want a machine of their own
          installPhase = ''
            runHook preInstall
            install -Dm755 -t $out/lib/shimgen bin/*
            mkdir $out/bin
            ln -s ../lib/shimgen/shimgen{,-fleet} $out/bin
            for shell in bash zsh fish; do $out/bin/shimgen completion $shell >shimgen.$shell; done
            installShellCompletion shimgen.{bash,zsh,fish}
            for page in shimgen.1 shim.1 agent-loop-policy.5; do $out/bin/shimgen manual ''${page%.*} >$page; done
            installManPage shimgen.1 shim.1 agent-loop-policy.5
            runHook postInstall
          '';
          meta = {
            homepage = "https://github.com/agent-loop/shimgen";
            license = pkgs.lib.licenses.mit;
            mainProgram = "shimgen";
          };
        };
      });
  };
}
