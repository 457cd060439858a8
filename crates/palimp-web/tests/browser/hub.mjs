// Drives a browser through the pages of an organisation's hub: hub.mjs SAID CHROMIUM PICTURES, where SAID is the file with
// what `palimp-hub demo` said: its address, and the tokens of an owner, a reviewer and a member.
import fs from "node:fs";
import { looking } from "./looking.mjs";

const [said, executablePath, pictures] = process.argv.slice(2);
const text = fs.readFileSync(said, "utf8");
const base = `${text.match(/http:\/\/\S+/)[0]}/`;
const token = (name) => text.match(new RegExp(`^${name} +(\\S+)$`, "m"))[1];
const { page, complain, lookAll, end, at } = await looking(base, executablePath, pictures);

const press = (name) => page.getByRole("button", { name, exact: true }).click();

async function signIn(name) {
  await page.goto(`${base}sign-in?lang=en`);
  await page.getByLabel("Token").fill(token(name));
  await press("Sign in");
  await page.getByText(`viewed as ${name}`).waitFor();
}

async function propose(statement) {
  await page.goto(`${base}proposals/new`);
  await page.getByLabel("Statement").fill(statement);
  await page.getByLabel("Reason").fill("Nobody is on call on Fridays.");
  await page.getByLabel("Scope").selectOption("project:app");
  await press("Propose");
  await page.getByText("Proposed for review.").waitFor();
}

const article = (statement) => page.getByRole("article").filter({ hasText: statement });

async function way() {
  await signIn("member");
  await propose("배포는 목요일에 한다");
  await propose("Deploys run on Fridays, too <b>bold</b>");
  if (await page.getByRole("button", { name: "Approve" }).count()) complain("a member may approve");
  await press("Sign out");
  await signIn("reviewer");
  await article("배포는 목요일에 한다").getByRole("button", { name: "Approve" }).click();
  await page.getByText("homes receive it with their next pull").waitFor();
  await article("Fridays, too").getByText("Reject").first().click();
  await article("Fridays, too").getByLabel("Reason").fill("Until there is somebody on call.");
  await article("Fridays, too").getByRole("button", { name: "Reject" }).click();
  await page.getByText("Rejected.").waitFor();
  await page.goto(`${base}memories`);
  await page.getByLabel("Words or a question").fill("언제 배포해?");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("배포는 목요일에 한다").waitFor();
  await press("Sign out");
  await signIn("owner");
  await propose("Secrets live in the vault of the operations team");
  await page.goto(`${base}members`);
  await page.getByLabel("Name").last().fill("member");
  await press("Create an invitation link");
  await page.getByText("/join?link=").waitFor();
  await page.goto(`${base}policy`);
  await page.getByLabel("requestsPerMinute").fill("1200");
  await press("Save");
  await page.getByText("It applies from the next request.").waitFor();
}

at("the way");
await way().catch((error) => complain(error.message));
const id = await page.goto(`${base}memories`).then(() => page.getByRole("link", { name: "Show" }).first().getAttribute("href"));
const pages = ["proposals", "proposals/new", "memories", "memories?q=deploy", id.slice(1), `${id.slice(1)}/erase`, "members", "policy", "audit",
  "activity", "usage", "sign-in", "join?link=none"];
const looked = await lookAll(pages);
await end();
console.log(`ok: ${looked} pages of a hub in a browser; proposed, approved, rejected and found there; pictures in ${pictures}`);
