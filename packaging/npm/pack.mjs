// Makes the npm packages from release archives, each as a tarball:
//   node packaging/npm/pack.mjs OUT palimp-v0.1.0-x86_64-unknown-linux-musl.tar.gz …
// The package `palimp` holds no program, it names one package for each platform as an optional dependency,
// and npm installs the one that fits. Nothing is downloaded by a script.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const [out, ...archives] = process.argv.slice(2);
const version = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^version = "(.*)"$/m)[1];
const repository = process.env.GITHUB_REPOSITORY && `github:${process.env.GITHUB_REPOSITORY}`;
const owner = process.env.GITHUB_REPOSITORY?.split("/")[0];
const about = {
  version,
  description: "One memory for every coding agent",
  license: "MIT OR Apache-2.0",
  ...(repository && { repository }),
};

/** The platforms, by the targets that they are built for. Static programs run on every C library. */
const PLATFORMS = {
  "x86_64-unknown-linux-musl": ["linux", "x64"],
  "aarch64-unknown-linux-musl": ["linux", "arm64"],
  "x86_64-apple-darwin": ["darwin", "x64"],
  "aarch64-apple-darwin": ["darwin", "arm64"],
};

function pack(dir, manifest) {
  writeFileSync(join(dir, "package.json"), JSON.stringify(manifest, null, 2) + "\n");
  execFileSync("npm", ["pack", "--silent", "--pack-destination", resolve(out)], { cwd: dir });
}

mkdirSync(out, { recursive: true });
const work = mkdtempSync(join(tmpdir(), "palimp-npm-"));
const optional = {};
for (const archive of archives) {
  const target = Object.keys(PLATFORMS).find((it) => basename(archive).endsWith(`-${it}.tar.gz`));
  if (!target) throw new Error(`${archive} is for no platform of npm's: ${Object.keys(PLATFORMS)}`);
  const [os, cpu] = PLATFORMS[target];
  const name = `@palimp/${os}-${cpu}`;
  const dir = join(work, `${os}-${cpu}`);
  mkdirSync(join(dir, "bin"), { recursive: true });
  execFileSync("tar", ["-xzf", archive, "-C", dir, "--strip-components=1"]);
  copyFileSync(join(dir, "palimp"), join(dir, "bin/palimp"));
  chmodSync(join(dir, "bin/palimp"), 0o755);
  const files = ["bin/palimp", "LICENSE-APACHE", "LICENSE-MIT"];
  writeFileSync(join(dir, "README.md"), `The program of the package \`palimp\` for ${os} on ${cpu}.\n`);
  pack(dir, { name, ...about, os: [os], cpu: [cpu], files, preferUnplugged: true });
  optional[name] = version;
}

const dir = join(work, "palimp");
mkdirSync(join(dir, "bin"), { recursive: true });
copyFileSync(join(here, "palimp.js"), join(dir, "bin/palimp.js"));
chmodSync(join(dir, "bin/palimp.js"), 0o755);
for (const file of ["README.md", "LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(join(root, file), join(dir, file));
pack(dir, {
  name: "palimp",
  ...about,
  // The MCP registry compares it with the name in server.json.
  ...(owner && { mcpName: `io.github.${owner}/palimp` }),
  keywords: ["memory", "agent", "mcp", "claude", "codex", "gemini"],
  bin: { palimp: "bin/palimp.js" },
  files: ["bin/palimp.js", "LICENSE-APACHE", "LICENSE-MIT"],
  engines: { node: ">=16" },
  optionalDependencies: optional,
});
rmSync(work, { recursive: true });
