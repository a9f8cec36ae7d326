/* Placing tables on a pit's plan: touch a table and then its place, or press arrow keys. The fields below say the same,
   and are what is sent: without this script they are filled by hand. */
"use strict";

(() => {
  const plan = document.querySelector("[data-plan]");
  const SIDE = Number(plan?.dataset.plan ?? 0);
  const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function field(table, part) { return document.querySelector(`[name="${part}-${table}"]`); }
  function place(table) { return ["x", "y"].map((part) => Number(field(table, part).value)); }
  function tables() { return [...plan.querySelectorAll("[data-table]")]; }
  function taken(x, y) { return tables().some((key) => { const [a, b] = place(key.dataset.table); return a === x && b === y; }); }

  function draw(key) {
    const [x, y] = place(key.dataset.table);
    key.className = `key plain on-plan x${x} y${y}`;
    key.hidden = !(x >= 1 && x <= SIDE && y >= 1 && y <= SIDE);
  }

  function move(key, x, y) {
    if (x < 1 || y < 1 || x > SIDE || y > SIDE || taken(x, y)) return;
    field(key.dataset.table, "x").value = x;
    field(key.dataset.table, "y").value = y;
    draw(key);
    const said = document.querySelector("[data-plan-said]");
    said.textContent = said.dataset.words.replace("{table}", key.dataset.table).replace("{x}", x).replace("{y}", y);
  }

  function choose(key) {
    for (const other of tables()) other.setAttribute("aria-pressed", String(other === key && other.getAttribute("aria-pressed") !== "true"));
  }

  plan?.addEventListener("click", (event) => {
    const key = event.target.closest("[data-table]");
    if (key) { choose(key); return; }
    const chosen = plan.querySelector("[aria-pressed=true]");
    if (!chosen) return;
    const box = plan.getBoundingClientRect();
    const [x, y] = [[event.clientX - box.left, box.width], [event.clientY - box.top, box.height]].map(([at, all]) => Math.floor(at / all * SIDE) + 1);
    move(chosen, x, y);
    chosen.focus({ preventScroll: true });
  });
  plan?.addEventListener("keydown", (event) => {
    const key = event.target.closest("[data-table]");
    const step = MOVES[event.key];
    if (!key || !step) return;
    event.preventDefault();
    const [x, y] = place(key.dataset.table);
    move(key, x + step[0], y + step[1]);
  });
  document.addEventListener("input", (event) => {
    const found = /^[xy]-(.+)$/.exec(event.target.name ?? "");
    const key = found && tables().find((one) => one.dataset.table === found[1]);
    if (key) draw(key);
  });
})();
