// Drives a browser through the dashboard: drive.mjs ADDRESS CHROMIUM PICTURES. Every page in both
// languages, light and dark, narrow and wide, and what a person does by keyboard alone.
import { looking } from "./looking.mjs";
import * as ways from "./ways.mjs";

const [address, executablePath, pictures] = process.argv.slice(2);
const base = address.trim().split("?")[0];

const PAGES = [
  "", "now", "project", "notes/projects/app.md", "search?q=zebrafish", "search?q=heron&why=pool.md", "search?q=heron&home=*", "sessions", "sessions/s1", "told", "notes", "notes/pool.md",
  "notes/hostile.md", "notes/shared/table.md", "notes/pool.md?edit", "review", "team", "team?part=facts", "team?part=log",
  "time", "tokens",
  "tokens?by=session", "health", "settings", "homes", "homes?q=heron",
  "homes/read?home=work&agent=main&path=pond.md", "nowhere",
];

const { page, complain, lookAll, end, at } = await looking(base, executablePath, pictures);
await page.goto(address.trim());
await page.goto(`${base}project`);
const change = await page.locator("a[href$='#change']").first().getAttribute("href");
PAGES.push(change.slice(new URL(base).pathname.length).split("#")[0]);
const other = await page.locator("option:not([selected])").first().getAttribute("value");
PAGES.push(`project?id=${other}`);
const looked = await lookAll(PAGES);
for (const [name, way] of Object.entries(ways)) {
  at(name);
  await way(page, base).catch((error) => complain(error.message));
}
await end();
console.log(`ok: ${looked} pages in a browser, ${Object.keys(ways).length} ways by keyboard; pictures in ${pictures}`);
