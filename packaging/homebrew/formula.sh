#!/usr/bin/env bash
# Prints the Homebrew formula of a release: formula.sh OWNER/REPOSITORY VERSION DIRECTORY
# The directory holds the archives' checksums, palimp-vVERSION-TARGET.tar.gz.sha256.
set -euo pipefail
repository=$1 version=$2 sums=$3
sum() { cut -d ' ' -f 1 "$sums/palimp-v$version-$1.tar.gz.sha256"; }
source_of() {
  echo "url \"https://github.com/$repository/releases/download/v$version/palimp-v$version-$1.tar.gz\""
  echo "      sha256 \"$(sum "$1")\""
}
cat <<RUBY
class Palimp < Formula
  desc "One memory for every coding agent"
  homepage "https://github.com/$repository"
  version "$version"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      $(source_of aarch64-apple-darwin)
    end
    on_intel do
      $(source_of x86_64-apple-darwin)
    end
  end

  on_linux do
    on_arm do
      $(source_of aarch64-unknown-linux-musl)
    end
    on_intel do
      $(source_of x86_64-unknown-linux-musl)
    end
  end

  def install
    bin.install "palimp"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/palimp.bash" => "palimp"
    zsh_completion.install "completions/_palimp"
    fish_completion.install "completions/palimp.fish"
  end

  def caveats
    <<~EOS
      \`palimp up\` finds your agents and asks before it touches their settings.
      Before you remove palimp, \`palimp uninstall --all\` takes it out of them; ~/.palimp stays.
    EOS
  end

  test do
    ENV["PALIMP_HOME"] = testpath/"home"
    system bin/"palimp", "save", "we use pnpm"
    assert_match "pnpm", shell_output("#{bin}/palimp search pnpm")
  end
end
RUBY
