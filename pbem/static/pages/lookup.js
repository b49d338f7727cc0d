// A search that filters while somebody types. Without this script its button asks the server.
"use strict";

(() => {
  const LOOKED = "[data-look], article";
  const FOLDS = ".menu-group, .rare";
  const plain = (text) => text.normalize("NFKC").toLowerCase();
  const shows = (part) => [...part.querySelectorAll(LOOKED)].some((one) => !one.hidden);
  // The menu of orders comes anew with each answer of the server, so the document listens.
  document.addEventListener("input", ({ target: field }) => {
    const list = field.matches("input[data-filter]") && document.getElementById(field.dataset.filter);
    if (!list) return;
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    for (const one of list.querySelectorAll(LOOKED)) {
      const said = plain(one.textContent);
      one.hidden = !words.every((word) => said.includes(word));
    }
    for (const part of list.querySelectorAll("section")) part.hidden = !shows(part);
    for (const fold of list.querySelectorAll(FOLDS)) {
      fold.hidden = !shows(fold);
      fold.open = words.length > 0;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("#menu input[data-filter]")) event.preventDefault();
  });
})();
