// The stream of what happens. It is closed while nobody looks, and goes on where it ended.
const list = document.getElementById("moments");
const MOST = 100;
let address = new URL(list.dataset.live, location.href);
let stream = null;

function add(event) {
  address.searchParams.set("after", event.lastEventId);
  const fragment = document.createRange().createContextualFragment(event.data);
  for (const item of fragment.children) item.classList.add("new");
  list.prepend(fragment);
  while (list.children.length > MOST) list.lastElementChild.remove();
}

function follow() {
  if (document.hidden || stream) {
    if (document.hidden && stream) {
      stream.close();
      stream = null;
    }
    return;
  }
  stream = new EventSource(address);
  stream.addEventListener("message", add);
}

document.addEventListener("visibilitychange", follow);
follow();
