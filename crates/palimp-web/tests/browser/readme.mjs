// Takes the pictures that the README shows: readme.mjs ADDRESS CHROMIUM TO.
import fs from "node:fs";
import { chromium } from "playwright-core";

const [address, executablePath, to] = process.argv.slice(2);
const base = address.trim().split("?")[0];
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 960, height: 600 } });

async function picture(name, path, scheme) {
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto(`${base}${path}`);
  await page.evaluate(() => document.querySelector(".hit details")?.setAttribute("open", ""));
  await page.screenshot({ path: `${to}/${name}.png` });
}

fs.mkdirSync(to, { recursive: true });
await page.goto(address.trim());
await picture("told", "told?lang=en", "light");
await picture("search", "search?q=connection+pool&lang=en", "dark");
await browser.close();
