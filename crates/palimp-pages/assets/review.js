// Keys of the review: j and k lead from proposal to proposal, a, r and e decide about the one that has
// the focus. Without them the buttons do the same.
const proposals = [...document.querySelectorAll("article.proposal")];

function go(step) {
  const here = proposals.findIndex((it) => it.contains(document.activeElement));
  const to = here < 0 ? 0 : Math.min(Math.max(here + step, 0), proposals.length - 1);
  proposals[to]?.focus();
}

function press(verb) {
  const proposal = document.activeElement.closest("article.proposal");
  proposal?.querySelector(`button[value="${verb}"]`)?.click();
}

function edit() {
  const details = document.activeElement.closest("article.proposal")?.querySelector("details");
  if (!details) return;
  details.open = true;
  details.querySelector("textarea").focus();
}

const KEYS = {
  j: () => go(1),
  k: () => go(-1),
  a: () => press("accept"),
  r: () => press("reject"),
  e: edit,
};

document.addEventListener("keydown", (event) => {
  const isTyped = event.target.matches("input, select, textarea");
  if (isTyped || event.ctrlKey || event.altKey || event.metaKey) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
