/* What a page does before the server answers: pads that type, chips that add up, keys that show they were pressed.
   Without it every form still works by itself. Nothing here decides anything: amounts shown are checked by the house. */
"use strict";

const SHOW_RUNNING_MS = 400;
const SHOW_SLOW_MS = 3000;

function screenOf(element) { return element.closest("#screen") || document.body; }

/* Pads: the field that was touched last is the one that is typed into. */
let field = null;
function padField(pad) {
  const form = pad.closest("form");
  if (field && field.isConnected && field.form === form) return field;
  return form.querySelector("[data-pad]:not([disabled])");
}
function showPads(input) {
  const form = input.form;
  for (const other of form.querySelectorAll("[data-pad]")) other.toggleAttribute("data-here", other === input);
  for (const pad of form.querySelectorAll(".pad")) pad.hidden = pad.dataset.for !== input.dataset.pad;
}
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("[data-pad]")) { field = event.target; showPads(field); }
});
function typeInto(input, sign) {
  if (sign === "back") input.value = input.value.slice(0, -1);
  else if (sign === "clear") input.value = "";
  else if (input.maxLength < 0 || input.value.length < input.maxLength) input.value += sign;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  if (input.dataset.next && input.value.length === input.maxLength) focusNext(input);
}
function focusNext(input) {
  const fields = [...input.form.querySelectorAll("[data-pad]:not([disabled])")];
  const next = fields[fields.indexOf(input) + 1];
  if (next) next.focus({ preventScroll: true });
}
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.(".pad .key")) event.preventDefault(); /* the field keeps the focus */
});
document.addEventListener("click", (event) => {
  const key = event.target.closest?.(".pad .key[data-sign]");
  if (!key) return;
  const input = padField(key);
  if (!input) return;
  if (document.activeElement !== input) input.focus({ preventScroll: true });
  if (key.dataset.sign === "next") focusNext(input); else typeInto(input, key.dataset.sign);
});

/* Chips: each touch lays one more of its kind; the sum is only shown, the house reckons it again. */
function spelt(minor, exponent) {
  const digits = String(minor).padStart(exponent + 1, "0");
  const whole = exponent ? digits.slice(0, -exponent) : digits;
  const cents = exponent ? digits.slice(-exponent) : "";
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return cents && !/^0+$/.test(cents) ? `${grouped}.${cents}` : grouped;
}
function addUp(form) {
  const groups = form.querySelectorAll("[data-sums]");
  for (const group of groups.length ? groups : [form]) addUpGroup(form, group);
}
function addUpGroup(form, group) {
  const total = group.querySelector("[data-total]");
  if (!total) return;
  const exponent = Number(total.dataset.total);
  let sum = 0n;
  for (const input of group.querySelectorAll("[data-worth]")) {
    const worth = BigInt(input.dataset.worth) * BigInt(/^\d+$/.test(input.value) ? input.value : "0");
    sum += worth;
    const line = input.closest("tr")?.querySelector("[data-line]");
    if (line) line.textContent = input.value === "" ? "" : spelt(worth, exponent);
    const count = form.querySelector(`[data-count="${input.name}"]`);
    if (count) count.textContent = input.value && input.value !== "0" ? `× ${input.value}` : "";
  }
  total.textContent = spelt(sum, exponent);
}
document.addEventListener("input", (event) => { if (event.target.form) addUp(event.target.form); });
for (const form of document.forms) if (form.querySelector("[data-sums]")) addUp(form);
document.addEventListener("click", (event) => {
  const add = event.target.closest?.("button[name=add], button[name=clear]");
  if (!add) return;
  event.preventDefault();
  event.stopPropagation();
  for (const input of add.form.querySelectorAll("input[type=hidden][data-worth]")) {
    if (add.name === "clear") input.value = "0";
    else if (input.name === add.value) input.value = String(Number(input.value || 0) + 1);
  }
  if (add.name === "clear") for (const typed of add.form.querySelectorAll("[data-typed]")) typed.value = "";
  add.form.dataset.busy = "yes";
  addUp(add.form);
}, true);

/* A key shows at once that it was pressed, that the answer takes long, and that the line is lost. */
document.addEventListener("submit", (event) => {
  const screen = screenOf(event.target);
  if (screen.dataset.sent) { event.preventDefault(); event.stopImmediatePropagation(); return; }
  screen.dataset.sent = "yes";
  event.submitter?.classList.add("pressed");
  const form = event.target;
  setTimeout(() => screen.classList.add("sending"), SHOW_RUNNING_MS);
  setTimeout(() => { const slow = document.querySelector("[data-slow]"); if (slow && form.isConnected) slow.hidden = false; }, SHOW_SLOW_MS);
}, true);
function released(event) {
  const screen = screenOf(event.target);
  delete screen.dataset.sent;
  screen.classList.remove("sending");
}
document.addEventListener("htmx:afterRequest", released);
function lost(event) {
  if (event.target.closest) released(event);
  const screen = document.getElementById("screen");
  screen?.classList.add("lost");
  tellLost(true);
}
function tellLost(isLost) {
  const bar = document.querySelector("[data-lost]");
  if (!bar) return;
  if (isLost && bar.hidden) bar.querySelector("[data-since]")?.replaceChildren(houseTime(freshAt));
  bar.hidden = !isLost;
}
/* A desk believes the browser that the line is back; a terminal only an answer, because it has to send again. */
if (!document.getElementById("screen")) window.addEventListener("online", () => tellLost(false));
document.addEventListener("htmx:sendError", lost);
document.addEventListener("htmx:responseError", lost);
document.addEventListener("htmx:timeout", lost);
window.addEventListener("offline", lost);
document.addEventListener("htmx:afterOnLoad", (event) => {
  if (event.detail.xhr.status >= 500) return;
  document.getElementById("screen")?.classList.remove("lost");
  tellLost(false);
});
/* A page that refreshes itself must not take a half-filled form away. */
document.addEventListener("htmx:beforeRequest", (event) => {
  if (!event.target.matches?.("[data-poll]")) return;
  const filling = event.target.querySelector("form[data-busy], form[data-keep]");
  if (filling || event.target.dataset.sent) event.preventDefault();
});
document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (form && !form.matches("[data-settled]")) form.dataset.busy = "yes";
});
/* What was scrolled stays where it was when the screen is drawn anew. */
let scrolled = {};
document.addEventListener("htmx:beforeSwap", () => {
  scrolled = {};
  for (const part of document.querySelectorAll("[data-scrolls]")) scrolled[part.id] = part.scrollTop;
});
document.addEventListener("htmx:afterSwap", () => {
  for (const part of document.querySelectorAll("[data-scrolls]")) part.scrollTop = scrolled[part.id] ?? 0;
});
/* Choosing in a list of reasons fills the words in. */
document.addEventListener("click", (event) => {
  const reason = event.target.closest?.("button[data-reason]");
  if (!reason) return;
  const words = reason.form.querySelector("[name=reason], [name=note]");
  words.value = reason.dataset.reason;
  words.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("click", (event) => { if (event.target.closest?.("[data-print]")) window.print(); });
window.addEventListener("pageshow", () => { for (const element of document.querySelectorAll("[data-sent]")) delete element.dataset.sent; });

function begin(root) {
  for (const form of root.querySelectorAll?.("form") ?? []) {
    addUp(form);
    if (!form.querySelector(".pad")) for (const input of form.querySelectorAll("[data-pad]")) input.inputMode = input.dataset.pad === "digits" ? "numeric" : "text"; /* no pad here: the device's own keyboard */
    const first = form.querySelector("[data-pad][autofocus]") || form.querySelector("[data-pad]");
    if (first && form.querySelector(".pad")) { showPads(first); if (first.autofocus) first.focus({ preventScroll: true }); }
  }
}
document.addEventListener("DOMContentLoaded", () => begin(document));
document.addEventListener("htmx:load", (event) => begin(event.target));

/* Keyboard: the letter that a key shows presses it; cards by rank and suit, T for ten. */
const NEXT_STROKE_MS = 1500;
let strokes = "";
let struckAt = 0;
document.addEventListener("keydown", (event) => {
  const screen = document.getElementById("screen");
  if (!screen || event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.key.length !== 1) return;
  if (event.target.matches?.("input:not([type=radio]):not([type=checkbox]), textarea, select")) return;
  const keys = [...screen.querySelectorAll("[data-shortcut]:not(:disabled)")];
  const struck = event.key.toUpperCase();
  strokes = event.timeStamp - struckAt < NEXT_STROKE_MS ? strokes + struck : struck;
  struckAt = event.timeStamp;
  for (const tried of new Set([strokes, struck])) {
    const key = keys.find((each) => each.dataset.shortcut === tried);
    if (key) { strokes = ""; key.click(); return; }
    if (keys.some((each) => each.dataset.shortcut.startsWith(tried))) { strokes = tried; return; }
  }
  strokes = "";
});

/* Undo: how long there still is. The house looks at its own clock. */
const UNDO_STEP_MS = 250;
let undoFrom = performance.now();
function countDown() {
  const key = document.querySelector("[data-undo-left]");
  if (!key || key.disabled) return;
  const left = Number(key.dataset.undoLeft) - (performance.now() - undoFrom);
  const seconds = key.querySelector("[data-undo-seconds]");
  const told = seconds?.textContent.replace(/\d+/, Math.max(0, Math.ceil(left / 1000)));
  if (seconds && seconds.textContent !== told) seconds.textContent = told;
  if (left <= 0) key.disabled = true;
}
setInterval(countDown, UNDO_STEP_MS);

/* A clock runs on between two answers of the house, which sets it anew each time. */
const CLOCK_STEP_MS = 250;
const DAY_SECONDS = 86400;
const setAt = new WeakMap();
function clockTime(clock, agoMs) {
  const { from, at } = setAt.get(clock);
  const seconds = (at + Math.floor((performance.now() - from - agoMs) / 1000) + DAY_SECONDS) % DAY_SECONDS;
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
}
function runClocks() {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    if (!setAt.has(clock)) setAt.set(clock, { from: performance.now(), at: clock.textContent.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) });
    const told = clockTime(clock, 0);
    if (clock.textContent !== told) clock.textContent = told;
  }
}
/* A moment of this device in the time of the house, where the page has its clock. */
function houseTime(moment) {
  const clock = document.querySelector("[data-clock]");
  return clock && setAt.has(clock) ? clockTime(clock, Date.now() - moment) : new Date(moment).toTimeString().slice(0, 8);
}
setInterval(runClocks, CLOCK_STEP_MS);
document.addEventListener("htmx:load", () => { undoFrom = performance.now(); countDown(); });

/* A table that slides in its box can be slid by keys, too. */
function slidable() {
  for (const table of document.querySelectorAll(".sheet-list, .lines")) {
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0; else table.removeAttribute("tabindex");
  }
}
for (const moment of ["load", "resize"]) window.addEventListener(moment, slidable);
document.addEventListener("htmx:afterSwap", slidable);
