// Drives a browser through the dashboard: drive.mjs ADDRESS CHROMIUM PICTURES. Every page in both
// languages, light and dark, narrow and wide, and what a person does by keyboard alone.
import fs from "node:fs";
import { chromium } from "playwright-core";
import * as ways from "./ways.mjs";

const [address, executablePath, pictures] = process.argv.slice(2);
const base = address.trim().split("?")[0];
const axe = fs.readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

const PAGES = [
  "", "search?q=zebrafish", "search?q=heron&why=pool.md", "search?q=heron&home=*", "sessions", "sessions/s1", "told", "notes", "notes/pool.md",
  "notes/hostile.md", "notes/shared/table.md", "notes/pool.md?edit", "review", "team", "team?part=facts", "team?part=log",
  "time", "tokens",
  "tokens?by=session", "health", "settings", "homes", "homes?q=heron",
  "homes/read?home=work&agent=main&path=pond.md", "nowhere",
];

const wrong = [];
let here = "";
const complain = (what) => wrong.push(`${here}: ${what}`);

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const context = await browser.newContext();
const page = await context.newPage();
page.on("console", (message) => {
  // A page that is not there says so.
  const isMissing = here.includes("nowhere") && message.text().includes("404");
  if (["error", "warning"].includes(message.type()) && !isMissing) complain(message.text());
});
page.on("pageerror", (error) => complain(`error: ${error}`));
page.on("dialog", (dialog) => {
  complain(`a dialog: ${dialog.message()}`);
  dialog.dismiss();
});
page.on("request", (request) => {
  const url = request.url();
  if (!url.startsWith(new URL(base).origin) && !url.startsWith("data:")) complain(`asks ${url}`);
});

// What the page's policy forbids a page's own scripts, the browser's debugger may do.
async function violations() {
  const session = await context.newCDPSession(page);
  const report = `axe.run().then((it) => JSON.stringify(it.violations.map((one) =>
    [one.id, one.nodes.map((node) => node.html.slice(0, 160))])))`;
  const expression = `${axe};${report}`;
  const asked = { expression, awaitPromise: true, returnByValue: true };
  const { result } = await session.send("Runtime.evaluate", asked);
  await session.detach();
  return JSON.parse(result.value);
}

async function look(path, lang, scheme, width) {
  here = `/${path} ${lang} ${scheme} ${width}`;
  await page.goto(`${base}${path}${path.includes("?") ? "&" : "?"}lang=${lang}`);
  await page.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));
  if ((await page.locator("html").getAttribute("lang")) !== lang) complain("another language");
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) complain(`${over} px too wide`);
  for (const [id, nodes] of await violations()) complain(`axe ${id}: ${nodes.join(" | ")}`);
  const name = `${path.replace(/[^a-z0-9]+/g, "-") || "now"}-${lang}-${scheme}-${width}.png`;
  await page.screenshot({ path: `${pictures}/${name}` });
}

fs.rmSync(pictures, { recursive: true, force: true });
await page.goto(address.trim());
let looked = 0;
for (const scheme of ["light", "dark"]) {
  await page.emulateMedia({ colorScheme: scheme });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const lang of ["ko", "en"]) {
      for (const path of PAGES) await look(path, lang, scheme, width);
      looked += PAGES.length;
    }
  }
}
for (const [name, way] of Object.entries(ways)) {
  here = name;
  await way(page, base).catch((error) => complain(error.message));
}
await browser.close();

if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
console.log(`ok: ${looked} pages in a browser, ${Object.keys(ways).length} ways by keyboard; pictures in ${pictures}`);
