// A team of two: the user, who founded it, and ben, whose proposals wait for her.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { run } from "./client.mjs";

const HOSTILE = `<script>alert(4)</script>`;

/** A home of its own beside the user's, with a key, in which palimp is run. */
function person(name, home) {
  fs.mkdirSync(path.join(home, ".ssh"), { recursive: true });
  fs.writeFileSync(path.join(home, ".gitconfig"), `[user]\n\tname = ${name}\n`);
  const key = path.join(home, ".ssh/id_ed25519");
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", key]);
  return (args) => {
    const before = process.env.HOME;
    process.env.HOME = home;
    try {
      return JSON.parse(run(["--json", ...args]));
    } finally {
      process.env.HOME = before;
    }
  };
}

export function team() {
  const url = path.join(process.env.HOME, "acme.git");
  const ana = person("ana", process.env.HOME);
  const ben = person("ben", path.join(process.env.HOME, "ben"));
  ana(["team", "init", url, "--project", "app"]);
  const joined = ben(["team", "join", url, "--yes"]);
  ana(["team", "approve", joined.request.id, "--yes"]);
  ben(["team", "sync"]);
  const propose = (name, text) => {
    const vault = path.join(process.env.HOME, "ben/.palimp/vault");
    fs.mkdirSync(vault, { recursive: true });
    fs.writeFileSync(path.join(vault, name), text);
    return ben(["team", "propose", name, "--yes"]).sent.id;
  };
  const first = propose("pnpm.md", "- Packages are installed with pnpm, not npm.\n");
  ana(["team", "approve", first, "--yes"]);
  ben(["team", "sync"]);
  propose("npm.md", "- Packages are installed with npm.\n");
  propose("gateway.md", `- The payment gateway is retried twice at most. ${HOSTILE}\n`);
  ana(["team", "sync"]);
}
