// Adds, moves and removes order rows without leaving the page. Without this file the same buttons reload it.
"use strict";

(() => {
  const form = document.querySelector("form[data-enhance=rows]");
  if (!form || !window.fetch) return;

  const focusOn = (sheet) => {
    const touched = sheet.dataset.touched;
    const row = touched === undefined ? null : document.getElementById("row-" + touched);
    const field = row && row.querySelector(".order-fields select, .order-fields input:not([type=hidden])");
    const target = field || (row && row.querySelector("button:not(:disabled)")) || sheet;
    if (row) row.scrollIntoView({ block: "nearest" });
    target.focus({ preventScroll: true });
  };

  form.addEventListener("submit", async (event) => {
    const button = event.submitter;
    if (!button || !/^(add|remove|up|down):/.test(button.value) || form.dataset.busy) return;
    event.preventDefault();
    form.dataset.busy = "yes";
    const body = new URLSearchParams(new FormData(form));
    body.set("do", button.value);
    try {
      const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const sheet = page.getElementById("sheet");
      if (!answer.ok || !sheet) throw new Error("no form in the answer");
      document.getElementById("sheet").replaceWith(document.adoptNode(sheet));
      focusOn(sheet);
    } catch {
      const hidden = document.createElement("input");
      Object.assign(hidden, { type: "hidden", name: "do", value: button.value });
      form.append(hidden);
      form.submit();
    } finally {
      delete form.dataset.busy;
    }
  });
})();
