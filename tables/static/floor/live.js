/* Keeps a page fresh: the house says that something went on, the page asks for what it may see.
   Where no line can be held the page looks every two seconds; it always says how fresh it is. */
"use strict";

const LOOK_MS = 2000;
const LOOK_ANYWAY_MS = 20000; /* times on the page grow older although nothing happens */
const STALE_MS = 6000;
const REFUSED_MS = 30000;

const COLOURS = { live: "", looking: "warn", stale: "bad" };

let line = null;
let open = false;
let houseStale = false;
let freshAt = Date.now();
let asking = 0; /* requests under way whose answer draws the live part */
let missed = null; /* news that came meanwhile: the answer may be older than they are */
let refusedAt = -REFUSED_MS;

function livePart() { return document.querySelector("[data-watch]"); }

function refresh() {
  const part = livePart();
  if (part && window.htmx) htmx.trigger(part, "refresh");
}

function tellState() {
  const late = Date.now() - freshAt > STALE_MS + (open ? LOOK_ANYWAY_MS : LOOK_MS);
  const state = late || houseStale || !navigator.onLine ? "stale" : open ? "live" : "looking";
  document.body.dataset.line = state;
  for (const sign of document.querySelectorAll("[data-line-sign]")) {
    const words = sign.dataset[state] || "";
    const at = state === "stale" ? houseTime(freshAt) : "";
    const told = at ? `${words} ${at}` : words;
    if (sign.textContent !== told) sign.textContent = told;
    sign.className = `line-sign word ${COLOURS[state]}`;
  }
}

function known(seqs) {
  const seq = livePart()?.dataset.seq;
  const told = Object.values(seqs);
  return seq !== undefined && told.length > 0 && told.every((each) => each <= Number(seq));
}

function hear(seqs) {
  if (known(seqs)) freshAt = Date.now();
  else if (asking) missed = { ...missed, ...seqs };
  else refresh();
}

function catchUp() {
  if (asking || !missed) return;
  const seqs = missed;
  missed = null;
  hear(seqs);
}

function listen() {
  const part = livePart();
  if (!part || line || document.hidden || !window.EventSource || performance.now() < refusedAt + REFUSED_MS) return;
  line = new EventSource(part.dataset.watch);
  line.addEventListener("open", () => { open = true; tellState(); });
  line.addEventListener("news", (event) => {
    open = true;
    houseStale = false;
    hear(JSON.parse(event.data));
    tellState();
  });
  line.addEventListener("stale", () => { houseStale = true; tellState(); });
  line.addEventListener("error", () => {
    open = false;
    if (line?.readyState === EventSource.CLOSED) { /* refused: the page itself learns why when it looks */
      refusedAt = performance.now();
      hangUp();
    }
    tellState();
  });
}

function hangUp() {
  line?.close();
  line = null;
  open = false;
}

/* A hidden page holds no line: browsers allow six to a house. */
document.addEventListener("visibilitychange", () => {
  if (document.hidden) { hangUp(); return; }
  refresh();
  listen();
});
window.addEventListener("pagehide", hangUp);
window.addEventListener("online", () => { refresh(); listen(); });
window.addEventListener("offline", tellState);

function drawsLivePart(event) {
  return event.detail.target?.matches?.("[data-watch]") || event.target.matches?.("[data-watch]");
}

document.addEventListener("htmx:beforeSend", (event) => { if (drawsLivePart(event)) asking += 1; });
document.addEventListener("htmx:afterRequest", (event) => {
  if (!drawsLivePart(event)) return;
  asking = Math.max(0, asking - 1);
  queueMicrotask(catchUp); /* htmx drops what is asked before it has ended this request */
  if (!event.detail.successful) return;
  freshAt = Date.now();
  houseStale = false;
  tellState();
});

let looked = 0;
setInterval(() => {
  if (document.hidden || !livePart()) return;
  looked += LOOK_MS;
  if (!open || looked >= LOOK_ANYWAY_MS) { looked = 0; refresh(); }
  if (!line) listen();
  tellState();
}, LOOK_MS);
document.addEventListener("DOMContentLoaded", () => { listen(); tellState(); });
document.addEventListener("htmx:load", tellState);
