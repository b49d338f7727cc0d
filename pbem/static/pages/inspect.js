// Cards of things on the board, distances and rings: this file asks the server and shows its answer. No rule is here.
"use strict";

(() => {
  const form = document.getElementById("measure-form");
  if (!form || !window.fetch) return;
  const root = document.documentElement;
  root.classList.add("js");
  const place = form.dataset.inspect;
  const picture = () => document.querySelector("#sea input[type=image], #seen .picture img");
  const DRAG = 12;
  let newest = 0;

  const show = async (query) => {
    const turn = ++newest;
    const answer = await fetch(`${place}&${query}`, { credentials: "same-origin", headers: { "X-Page-Parts": "1" } });
    if (!answer.ok || turn !== newest) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const id of ["inspected", "lit"]) {
      const [part, old] = [page.getElementById(id), document.getElementById(id)];
      if (part && old) old.replaceWith(document.adoptNode(part));
    }
    reveal();
  };

  // The marked thing is scrolled into the window of a page; the desk of a decision scrolls its own chart.
  const reveal = () => {
    const { point } = document.getElementById("lit")?.dataset || {};
    const image = picture();
    if (!point || !image || image.matches("input")) return;
    const box = image.getBoundingClientRect();
    const { width } = document.querySelector("#lit svg").viewBox.baseVal;
    const y = box.top + (Number(point.split(",")[1]) * box.width) / width;
    const foot = document.getElementById("inspected").offsetHeight;
    if (y < 20 || y > innerHeight - foot - 20) scrollBy({ top: y - (innerHeight - foot) / 2 });
  };

  const close = () => {
    newest += 1;
    document.getElementById("inspected").replaceChildren();
    document.getElementById("lit")?.replaceChildren();
  };

  const pointOf = ({ clientX, clientY }) => {
    const box = picture().getBoundingClientRect();
    const [x, y] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? `${x.toFixed(4)},${y.toFixed(4)}` : "";
  };

  // --- measuring: two taps, or a line drawn from one thing to another

  let start = "";
  let drawn = null;
  const buttons = () => document.querySelectorAll("[data-measure]");
  const isMeasuring = () => root.classList.contains("measuring");
  const measuring = (on) => {
    root.classList.toggle("measuring", on);
    for (const one of buttons()) one.setAttribute("aria-pressed", String(on));
    start = "";
  };
  const onPicture = ({ target }) => picture()?.parentElement.contains(target);
  const line = (from, to) => {
    const [[x1, y1], [x2, y2]] = [from.split(","), to.split(",")];
    const lit = document.getElementById("lit");
    const shape = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    for (const [name, value] of Object.entries({ class: "over", viewBox: "0 0 1 1", preserveAspectRatio: "none" })) shape.setAttribute(name, value);
    const stroke = document.createElementNS("http://www.w3.org/2000/svg", "line");
    const looks = { x1, y1, x2, y2, stroke: "#7a1f8a", "stroke-width": 2, "vector-effect": "non-scaling-stroke" };
    for (const [name, value] of Object.entries(looks)) stroke.setAttribute(name, value);
    shape.append(stroke);
    lit.replaceChildren(shape);
  };
  document.addEventListener("pointerdown", (event) => {
    if (!isMeasuring() || event.button || !onPicture(event)) return;
    event.preventDefault();
    event.stopPropagation();
    drawn = { x: event.clientX, y: event.clientY, from: pointOf(event) };
  }, true);
  document.addEventListener("pointermove", (event) => {
    const to = drawn && pointOf(event);
    if (drawn?.from && to) line(drawn.from, to);
  });
  document.addEventListener("pointerup", (event) => {
    if (!drawn) return;
    const [{ x, y, from }, to] = [drawn, pointOf(event)];
    drawn = null;
    if (!from || !to) return;
    if (Math.hypot(event.clientX - x, event.clientY - y) >= DRAG) {
      start = "";
      show(`from_at=${from}&to_at=${to}`);
    } else if (start) {
      show(`from_at=${start}&to_at=${to}`);
      start = "";
    } else {
      start = to;
      show(`thing_at=${to}`);
    }
  });
  document.addEventListener("dragstart", (event) => {
    if (isMeasuring() && onPicture(event)) event.preventDefault();
  });
  document.addEventListener("pointercancel", () => {
    drawn = null;
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && isMeasuring()) measuring(false);
  });

  // --- taps, links, the search of the list

  document.addEventListener("click", (event) => {
    const { target } = event;
    if (target.closest("[data-measure]")) return measuring(!isMeasuring());
    if (target.closest("[data-close-card]")) return close();
    const link = target.closest("a");
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    if (link?.matches(".picture a") && picture()?.matches("img")) {
      const at = pointOf(event);
      if (!at || !event.detail) return; // by a key: the picture alone
      event.preventDefault();
      if (!isMeasuring()) show(`thing_at=${at}`);
    } else if (link?.matches("a.unit, #inspected a.chip")) {
      event.preventDefault();
      show(new URL(link.href).searchParams.toString());
    }
  }, true);
  document.getElementById("answer")?.addEventListener("saved", close); // another card is open now
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = new URLSearchParams(new FormData(form));
    if (event.submitter?.name) asked.set(event.submitter.name, event.submitter.value);
    show(asked.toString());
  });
  document.addEventListener("input", ({ target }) => {
    const list = target.dataset?.filter === "unit-lines" && document.getElementById("unit-lines");
    if (!list) return; // other filters: lookup.js
    const said = target.value.trim().toLowerCase();
    for (const one of list.children) one.hidden = !one.textContent.toLowerCase().includes(said);
  });
})();
