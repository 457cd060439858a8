// Search as you type. Without it the form works as it is.
const form = document.getElementById("search");
const found = document.getElementById("found");
const PAUSE = 120;
let timer = 0;
let asking = null;

async function ask() {
  asking?.abort();
  asking = new AbortController();
  const asked = new URLSearchParams(new FormData(form));
  const address = `${form.action}?${asked}`;
  try {
    const answer = await fetch(`${address}&part=hits`, { signal: asking.signal });
    if (!answer.ok) return form.submit();
    found.innerHTML = await answer.text();
    history.replaceState(null, "", address);
  } catch (error) {
    if (error.name !== "AbortError") form.submit();
  }
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  ask();
});

// "/" leads to the question, arrows from hit to hit.
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, select, textarea");
  if (event.key === "/" && !typing) {
    event.preventDefault();
    form.elements.q.select();
  }
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  if (typing && event.target !== form.elements.q) return;
  const links = [...found.querySelectorAll(".hit .about a")];
  const at = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
  if (at < -1 || links.length === 0) return;
  event.preventDefault();
  (at < 0 ? form.elements.q : links[Math.min(at, links.length - 1)]).focus();
});
