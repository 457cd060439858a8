// Looks at the recordings of a terminal, which move: recording.mjs CHROMIUM PICTURES FILE... At any time one screen is shown.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [executablePath, to, ...files] = process.argv.slice(2);
const wrong = [];
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 738, height: 298 } });

// The screens that are shown so many seconds after the picture was loaded.
const shown = (seconds) =>
  page.evaluate((seconds) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = seconds * 1000;
    }
    const screens = [...document.querySelectorAll(".s")];
    return screens.filter((it) => getComputedStyle(it).visibility === "visible").map((it) => it.classList[1]);
  }, seconds);

fs.mkdirSync(to, { recursive: true });
for (const file of files) {
  for (const [motion, times] of [["no-preference", [0, 0.5, 4.5, 8.5, 12.5, 16.5, 20.5, 24.5]], ["reduce", [0]]]) {
    await page.emulateMedia({ reducedMotion: motion });
    await page.goto(pathToFileURL(path.resolve(file)).href);
    for (const seconds of times) {
      const screens = await shown(seconds);
      const expected = motion === "reduce" ? "s4" : `s${Math.floor(seconds / 4) % 5}`;
      if (screens.join() !== expected) wrong.push(`${file} ${motion} ${seconds} s: ${screens}, not ${expected}`);
      await page.screenshot({ path: `${to}/${path.basename(file, ".svg")}-${motion}-${seconds}.png` });
    }
  }
}
await browser.close();
if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
