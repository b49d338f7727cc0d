// A search that filters while somebody types. Without this script its button asks the server.
"use strict";

(() => {
  const LOOKED = "[data-look], article";
  const plain = (text) => text.normalize("NFKC").toLowerCase();
  for (const field of document.querySelectorAll("input[data-filter]")) {
    const list = document.getElementById(field.dataset.filter);
    if (!list) continue;
    field.addEventListener("input", () => {
      const words = plain(field.value).split(/\s+/).filter(Boolean);
      for (const one of list.querySelectorAll(LOOKED)) {
        const said = plain(one.textContent);
        one.hidden = !words.every((word) => said.includes(word));
      }
      for (const part of list.querySelectorAll("section")) part.hidden = ![...part.querySelectorAll(LOOKED)].some((one) => !one.hidden);
    });
  }
})();
