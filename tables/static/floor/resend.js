/* The one act that was on its way when the line went: it is kept with its key and sent again until the house answers.
   Nothing else is kept: as long as there is no line every key is locked but "Call floor", so nothing waits unseen, and
   the last confirmed state stays in view. The house answers a key that it knows with what it answered before, so an act
   is never done twice. */
"use strict";

const AGAIN_MS = 2000;

let kept = null;
let timer = null;

function terminal() { return document.getElementById("screen"); }

function lineIsGone() { return !navigator.onLine || Boolean(terminal()?.classList.contains("lost")); }

function lock() {
  const screen = terminal();
  if (!screen) return;
  const locked = Boolean(kept) || lineIsGone();
  screen.classList.toggle("locked", locked);
  for (const bar of document.querySelectorAll("[data-kept]")) bar.hidden = !kept;
  if (!locked) for (const told of document.querySelectorAll("[data-by-hand]")) told.hidden = true;
}

function keep(event) {
  const asked = event.detail.requestConfig;
  const status = event.detail.xhr?.status ?? 0;
  if (kept || asked?.verb !== "post" || !terminal()?.contains(asked.elt) || (status > 0 && status < 500)) return;
  kept = { path: asked.path, values: copied(asked.formData ?? asked.parameters) };
  lock();
  timer = setInterval(again, AGAIN_MS);
}

function copied(given) {
  const values = new FormData();
  const lines = given instanceof FormData ? given.entries() : Object.entries(given);
  for (const [name, value] of lines) values.append(name, value);
  return values;
}

function again() {
  if (!kept || !navigator.onLine || !terminal()) return;
  htmx.ajax("POST", kept.path, { source: document.body, target: "#screen", swap: "outerHTML", values: kept.values });
}

function answered(event) {
  const asked = event.detail.requestConfig;
  const status = event.detail.xhr?.status ?? 0;
  if (!kept || asked?.verb !== "post" || asked.path !== kept.path || status === 0 || status >= 500) return;
  kept = null;
  clearInterval(timer);
  timer = null;
  lock();
}

document.addEventListener("htmx:sendError", keep);
document.addEventListener("htmx:responseError", keep);
document.addEventListener("htmx:timeout", keep);
document.addEventListener("htmx:afterOnLoad", answered);
window.addEventListener("online", again);
/* After ``floor.js`` has marked the screen as lost, or found again. */
for (const news of ["htmx:sendError", "htmx:responseError", "htmx:timeout", "htmx:afterOnLoad", "htmx:load"]) document.addEventListener(news, lock);
for (const news of ["offline", "online"]) window.addEventListener(news, lock);
setInterval(() => { if (!kept && terminal()?.classList.contains("lost")) refresh(); }, AGAIN_MS);

/* While an act is kept the page asks for nothing else, and no key sends; the act itself goes out from the body. */
document.addEventListener("htmx:beforeRequest", (event) => {
  const asked = event.detail.requestConfig;
  if (kept && terminal()?.contains(asked.elt)) event.preventDefault();
});
document.addEventListener("click", (event) => {
  if (!(kept || lineIsGone()) || !event.target.closest?.("#screen")) return;
  if (event.target.closest("[data-call]")) {
    event.preventDefault();
    event.stopImmediatePropagation();
    for (const told of document.querySelectorAll("[data-by-hand]")) told.hidden = false;
  } else if (event.target.closest("button, a, label, input")) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);
/* Leaving the page would forget the act: the browser asks first. */
window.addEventListener("beforeunload", (event) => { if (kept) event.preventDefault(); });
