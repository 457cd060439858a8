// What a person does by keyboard alone. Each way fails with an error where it does not lead there.

/** Goes on from control to control until one of this selector has the focus. */
async function tabTo(page, selector) {
  const isThere = (it) => document.activeElement.matches(it);
  for (let step = 0; step < 400; step++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(isThere, selector)) return;
  }
  throw new Error(`no key leads to ${selector}`);
}

async function enter(page, selector) {
  await tabTo(page, selector);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
}

/** Waits until the focus is at one of this selector: a browser follows `autofocus` and `#change` only after the page has loaded. */
async function waitForFocus(page, selector) {
  const focused = page.waitForFunction((it) => document.activeElement.matches(it), selector);
  await focused.catch(() => {
    throw new Error(`the focus is not at ${selector}`);
  });
}

async function says(page, words) {
  const text = await page.locator("main").innerText();
  if (!text.includes(words)) throw new Error(`does not say "${words}": ${text.slice(0, 400)}`);
}

export async function findANoteAndEditIt(page, base) {
  await page.goto(`${base}search?lang=en`);
  await waitForFocus(page, "input[type='search']");
  await page.keyboard.type("zebrafish pool");
  await page.waitForURL(/q=zebrafish\+pool/);
  await page.keyboard.press("ArrowDown");
  await waitForFocus(page, ".hit a");
  if (!(await page.evaluate(() => document.activeElement.matches("[href*='notes/pool.md']")))) {
    await tabTo(page, ".hit a[href*='notes/pool.md']");
  }
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await enter(page, "a[href$='?edit']");
  await tabTo(page, "textarea");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("A line by keyboard.");
  await enter(page, "button[value='save']");
  await says(page, "Saved. The previous text is in the history");
  await says(page, "A line by keyboard.");
}

export async function restoreAnOldVersion(page, base) {
  await page.goto(`${base}notes/pool.md?lang=en`);
  await enter(page, "a[href*='?version=']");
  await enter(page, "button[value='restore']");
  await says(page, "Saved. The previous text is in the history");
  const note = await page.locator("article.note").innerText();
  if (note.includes("A line by keyboard.")) throw new Error("the note is not restored");
}

export async function acceptAProposal(page, base) {
  await page.goto(`${base}review?lang=en`);
  await page.keyboard.press("j");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("a")]);
  await says(page, "Accepted 0badcafe.");
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await waitForFocus(page, "textarea");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("In other words.");
  await enter(page, "button[value='edit']");
  await says(page, "Accepted 1badcafe.");
}

export async function seeWhyAPromptWasToldSomething(page, base) {
  await page.goto(`${base}?lang=en`);
  await enter(page, "nav a[href$='/told']");
  await says(page, "where is the zebrafish pool set?");
  await says(page, "src/pool.rs");
  await tabTo(page, ".told summary");
  const isOpen = () => document.activeElement.parentElement.open;
  const before = await page.evaluate(isOpen);
  await page.keyboard.press("Enter");
  if ((await page.evaluate(isOpen)) === before) throw new Error("it does not open and close");
}

export async function changeASetting(page, base) {
  await page.goto(`${base}settings?lang=en`);
  await tabTo(page, "summary[data-section='capture']");
  await page.keyboard.press("Enter");
  await tabTo(page, "[id='key-capture.maxChars']");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("3000");
  await enter(page, "details[open] button.primary");
  await says(page, "Saved capture.maxChars.");
  const value = await page.locator("[id='key-capture.maxChars']").inputValue();
  if (value !== "3000") throw new Error(`the setting is ${value}`);
}

async function ends(page) {
  await page.waitForFunction(() => document.querySelector("#work .well, #work .wrong"));
  await says(page, "Done.");
}

export async function reindexAndWatchTheProgress(page, base) {
  await page.goto(`${base}settings?lang=en`);
  await enter(page, "button[value='embed']");
  await ends(page);
  await says(page, "Embedder: builtin/");
  await enter(page, "button[value='try']");
  await says(page, "Answered in");
}

export async function indexAnotherHomeAndReadANoteOfIt(page, base) {
  await page.goto(`${base}homes?lang=en`);
  await says(page, "not indexed");
  await enter(page, "button[value='reindex']");
  await ends(page);
  await page.goto(`${base}homes?lang=en`);
  await says(page, "indexed here");
  await tabTo(page, "input[type='search']");
  await page.keyboard.type("heron");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await enter(page, ".hit a[href*='homes/read']");
  await says(page, "A heron eats fish.");
}

export async function neverTellAPassageAgain(page, base) {
  await page.goto(`${base}told?lang=en`);
  await enter(page, "button[value='never']");
  await says(page, "Never injected");
  await enter(page, "button[value='undo']");
  const text = await page.locator("main").innerText();
  if (text.includes("Never injected")) throw new Error("it is not taken back");
}

export async function seeWhatWouldBeForgotten(page, base) {
  await page.goto(`${base}review?lang=en`);
  await enter(page, "button[value='look']");
  await says(page, "This cannot be undone");
}

export async function wireAClientAndTakeItOut(page, base) {
  await page.goto(`${base}settings?lang=en`);
  await enter(page, "button[value='install']");
  await says(page, "Changes made");
  await tabTo(page, "article summary");
  await page.keyboard.press("Enter");
  await enter(page, "button[value='uninstall']");
  await says(page, "Changes made");
}

export async function lookForSecrets(page, base) {
  await page.goto(`${base}health?lang=en`);
  await enter(page, "button[value='scan']");
  await page.waitForFunction(() => document.querySelector("#work .well, #work .wrong"));
  await says(page, "No secrets found.");
}

export async function confirmAFactWhoseCodeHasChanged(page, base) {
  await page.goto(`${base}review?lang=en`);
  await says(page, "Facts whose code has changed");
  await enter(page, "button[value='confirm']");
  await says(page, "Still true: the anchors were updated.");
}

export async function reviewAndApproveWhatIsProposedToATeam(page, base) {
  await page.goto(`${base}team?lang=en`);
  await says(page, "contradicts team:acme/app/fact/packages-are");
  await says(page, "+ The payment gateway is retried twice at most.");
  const gateway = page.locator("article", { hasText: "payment gateway" });
  const id = await gateway.locator("input[name='id']").first().inputValue();
  await tabTo(page, `article:has(input[value='${id}']) button[value='accept']`);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await says(page, `Approved and landed ${id}.`);
  await tabTo(page, "article summary");
  await page.keyboard.press("Enter");
  await tabTo(page, "textarea[name='why']");
  await page.keyboard.type("We use pnpm.");
  await enter(page, "button[value='reject']");
  await says(page, "its proposer sees the reason");
  await says(page, "No proposals.");
}

export async function changeALineOfAProject(page, base) {
  await page.goto(`${base}project?lang=en`);
  await enter(page, "a[aria-label^='Edit: The zebrafish pool']");
  await waitForFocus(page, "textarea");
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" by keyboard");
  await enter(page, "button[value='edit']");
  await says(page, "Saved as your own line");
  await says(page, "because the proxy in front of it allows 50 by keyboard");
  await enter(page, "a[aria-label^='Edit: The zebrafish pool']");
  await enter(page, "button[value='always']");
  await says(page, "always injected");
  await enter(page, "a[aria-label^='Edit: The zebrafish pool']");
  await enter(page, "button[value='unalways']");
  await says(page, "Undone.");
  await enter(page, "a[aria-label^='Edit: The zebrafish pool']");
  await enter(page, "button[value='strike']");
  await says(page, "Struck through.");
}
