// Arrow keys for the replay console: the same as its buttons. Home and End lead to the first and the last stop.
"use strict";

(() => {
  const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, pre")) return;
    const link = keys[event.key] && document.getElementById(keys[event.key]);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
