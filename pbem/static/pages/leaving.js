// Logging out removes the orders that are kept in this window: the next person at this computer must not find them.
"use strict";

document.querySelector("form[action$='/logout/']")?.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return; // drafts.js saves them first
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith("orders:")) sessionStorage.removeItem(key);
  } catch {
    // This browser keeps nothing.
  }
});
