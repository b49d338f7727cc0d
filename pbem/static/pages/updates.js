// Pages update themselves: the script asks whether something is new for the player, and swaps the parts that changed.
"use strict";

(() => {
  const page = document.body;
  const place = page.dataset.updates;
  if (!place || !window.fetch) return;
  const EARLY = [2000, 4000, 8000]; // a server that has just got an answer often asks the next question at once
  const EVERY = 15000;
  const LONGEST = 300000;
  let tag = "";
  let asked = 0;
  let failures = 0;
  let timer = 0;
  let busy = false;
  let over = false;

  const plan = () => {
    clearTimeout(timer);
    if (over || document.hidden) return;
    const usual = asked < EARLY.length ? EARLY[asked] : EVERY;
    timer = setTimeout(look, failures ? Math.min(EVERY * 2 ** failures, LONGEST) : usual);
  };

  const count = ({ open, unread }) => {
    const title = document.title.replace(/^\(\d+\) /, "");
    document.title = open ? `(${open}) ${title}` : title;
    const mark = document.getElementById("unread-mark");
    if (!mark) return;
    mark.hidden = !unread;
    mark.querySelector("b").textContent = unread;
  };

  // A part in which somebody has begun to fill in a field stays as it is until the next page.
  const isBeingFilledIn = (part) => [...part.querySelectorAll("input, textarea, select")].some((field) => {
    if (field.type === "hidden") return false;
    if (field === document.activeElement) return true;
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.options) return [...field.options].some((one) => one.selected !== one.defaultSelected && one.index);
    return field.value !== field.defaultValue;
  });

  const swap = (part, newer) => {
    if (isBeingFilledIn(part)) return;
    const unfolded = [...part.querySelectorAll("details")].map((one) => one.open);
    const held = part.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    part.replaceChildren(...document.adoptNode(newer).childNodes); // a status stays in place, so that it is read out
    [...part.querySelectorAll("details")].forEach((one, at) => { one.open ||= unfolded[at] || false; });
    if (held) [...part.querySelectorAll("a[href]")].find((one) => one.getAttribute("href") === held)?.focus();
  };

  const refresh = async () => {
    const answer = await fetch(location.href, { credentials: "same-origin", cache: "no-store" });
    if (!answer.ok || answer.redirected) throw new Error("the page is not there");
    const made = new DOMParser().parseFromString(await answer.text(), "text/html");
    const status = (one) => one.querySelector("#calls .title-line .badge")?.className;
    // What was said about the game before it began is no longer true.
    if (status(document) !== status(made)) document.querySelectorAll(".flash.passing").forEach((one) => one.remove());
    for (const part of document.querySelectorAll("[data-live]")) {
      const newer = made.getElementById(part.id);
      if (newer && plain(newer) !== plain(part)) swap(part, newer);
    }
    page.dataset.state = made.body.dataset.state || "";
  };

  // A token differs in each copy of a page; what is unfolded is the reader's own.
  const plain = (part) => {
    const copy = part.cloneNode(true);
    copy.querySelectorAll("[name=csrfmiddlewaretoken]").forEach((one) => one.remove());
    copy.querySelectorAll("details").forEach((one) => one.removeAttribute("open"));
    return copy.innerHTML;
  };

  const look = async () => {
    if (busy || over || document.hidden) return;
    busy = true;
    try {
      const answer = await fetch(place, { credentials: "same-origin", cache: "no-store", headers: tag ? { "If-None-Match": tag } : {} });
      if (answer.status === 401 || answer.status === 404) over = true;
      else if (answer.ok) {
        const found = await answer.json();
        count(found);
        if (page.dataset.state && found.state !== page.dataset.state) await refresh();
        tag = answer.headers.get("ETag") || "";
      } else if (answer.status !== 304) throw new Error(`status ${answer.status}`);
      failures = 0;
    } catch {
      failures += 1;
    }
    asked += 1;
    busy = false;
    plan();
  };

  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (!document.hidden) look();
  });
  plan();
})();
