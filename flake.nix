{
  description = "One memory for every coding agent";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      cargo = (builtins.fromTOML (builtins.readFile ./Cargo.toml)).workspace.package;
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "palimp";
          inherit (cargo) version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          buildType = "dist";
          cargoBuildFlags = [ "--package" "palimp-cli" "--features" "local" ];
          nativeBuildInputs = [ pkgs.installShellFiles ];
          # The tests start agents' stand-ins, git and a browser; the gate runs them.
          doCheck = false;
          postInstall = ''
            installManPage man/*.1
            installShellCompletion --cmd palimp \
              --bash <($out/bin/palimp completions bash) \
              --zsh <($out/bin/palimp completions zsh) \
              --fish <($out/bin/palimp completions fish)
          '';
          meta = {
            description = "One memory for every coding agent";
            license = [ pkgs.lib.licenses.mit pkgs.lib.licenses.asl20 ];
            mainProgram = "palimp";
            platforms = systems;
          };
        };
      });

      devShells = each (pkgs: {
        default = pkgs.mkShell {
          packages = with pkgs; [ cargo rustc rustfmt clippy git nodejs ];
        };
      });
    };
}
