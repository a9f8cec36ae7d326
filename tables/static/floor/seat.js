/* A seat link carries its code behind the #, which no server and no log sees: put it where it can be sent from. */
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const code = document.querySelector("[data-from-link]");
  if (!code || location.hash.length < 2) return;
  code.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
});
