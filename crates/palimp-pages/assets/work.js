// Work that takes long, as it goes on. Without it the page shows how far it had come.
const place = document.getElementById("work");
const stream = new EventSource(place.dataset.work);
stream.addEventListener("message", (event) => {
  place.innerHTML = event.data;
});
stream.addEventListener("ended", () => stream.close());
