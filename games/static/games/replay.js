// Arrow keys for the replay console: the same as its buttons. Home and End lead to the first and the last stop.
"use strict";

(() => {
  const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  let leaving = false;
  window.addEventListener("pageshow", () => { leaving = false; });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, pre")) return;
    const link = keys[event.key] && document.getElementById(keys[event.key]);
    if (!link) return;
    event.preventDefault();
    if (leaving) return; // a key held down must not start the same way again and again
    leaving = true;
    link.click();
  });
})();
