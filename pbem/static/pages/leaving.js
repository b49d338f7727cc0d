// Logging out removes the orders and the places on boards that are kept in this window: the next person at this computer must not find them.
"use strict";

document.querySelector("form[action$='/logout/']")?.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return; // drafts.js saves them first
  document.documentElement.dataset.leaving = ""; // the board keeps no place any more
  try {
    for (const key of Object.keys(sessionStorage)) if (/^(orders|board):/.test(key)) sessionStorage.removeItem(key);
  } catch {
    // This browser keeps nothing.
  }
});
