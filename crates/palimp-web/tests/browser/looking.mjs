// Looks at pages in a browser: what is wrong with them is complained of, and what they look like is kept.
import fs from "node:fs";
import { chromium } from "playwright-core";

const axe = fs.readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

// A browser for the pages below `base`: its page, `look` at one of them, `here` for what is looked at, `complain`, and `end`.
export async function looking(base, executablePath, pictures) {
  const wrong = [];
  let here = "";
  const complain = (what) => wrong.push(`${here}: ${what}`);

  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
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

  // Every page in both languages, light and dark, narrow and wide.
  async function lookAll(pages) {
    let looked = 0;
    for (const scheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        for (const lang of ["ko", "en"]) {
          for (const path of pages) await look(path, lang, scheme, width);
          looked += pages.length;
        }
      }
    }
    return looked;
  }

  async function end() {
    await browser.close();
    if (wrong.length > 0) {
      console.error(wrong.join("\n"));
      process.exit(1);
    }
  }

  fs.rmSync(pictures, { recursive: true, force: true });
  return { page, complain, lookAll, end, at: (what) => (here = what) };
}
