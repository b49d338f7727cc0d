// Taps, keys, zoom. Every change is made by the server: this file posts the same form as its buttons and swaps what came back.
"use strict";

(() => {
  const form = document.querySelector("form[data-enhance=rows]");
  if (!form || !window.fetch) return;
  document.documentElement.classList.add("js");
  const press = document.getElementById("press"); // folded on a telephone, and without this script
  if (press && (location.hash === "#press" || ("open" in press.dataset && matchMedia("(min-width: 1000px)").matches))) press.open = true;
  const PARTS = ["guide", "first-time", "hint", "elsewhere", "flaws", "proposals", "sheet", "places", "over", "card", "kept", "bar", "typed"];
  const at = (id) => document.getElementById(id);
  let busy = false;
  let looking = false; // busy with no more than a look: a button that is pressed meanwhile is pressed after it
  let waiting = null; // the newest tap of who is quicker than the server
  let sealing = null; // a button that ends the work here, pressed before all that was asked for has come back
  let lifted = null; // while a finger or a button of the mouse is down: when it is up again, and its click is through
  document.addEventListener("pointerdown", () => {
    lifted = new Promise((done) => {
      for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => setTimeout(done), { once: true });
    });
    form.lifted = lifted;
  });

  // What is unfolded on the sheet, by whose row it is and what it is called.
  const folds = () => [...at("sheet").querySelectorAll("details")];
  const called = (fold) => [fold.closest("[id^=row-]")?.id, fold.querySelector("summary").textContent.trim()].join(" ");
  // The rows whose fields are seen: what is being written stays so, also when the server would fold what is complete.
  const seenRows = () => [...at("sheet").querySelectorAll(".one-order")].filter((row) => !row.querySelector(".row-fields:not([open])")).map((row) => row.id);
  const entered = () => new URLSearchParams(new FormData(form));
  const TEXTS = "textarea, input[type=text], input[type=number]";
  const plain = (text) => (text || "").replaceAll("\r\n", "\n");
  // The list of own pieces stays as it is: its ticks follow the selected ones.
  const ticks = () => [...form.querySelectorAll("input[name=tick]")];
  const showTicks = () => {
    const acting = new Set([...at("card").querySelectorAll("input[name=acting]")].map((one) => one.value));
    for (const one of ticks()) one.checked = acting.has(one.value);
    const ticked = form.elements.namedItem("ticked");
    if (ticked) ticked.value = ticks().filter((one) => one.checked).map((one) => one.value).join(" ");
  };
  const post = async (extra, then, { looks = false, stored = null } = {}) => {
    if (busy) return;
    busy = true;
    looking = looks;
    form.setAttribute("aria-busy", "true");
    await form.saving; // drafts.js: one request after the other, each built on the one before
    const body = stored || entered();
    const sent = entered().toString();
    const texts = entered();
    for (const [name, value] of Object.entries(extra)) body.set(name, value);
    try {
      const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin", headers: { "X-Page-Parts": "1" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!answer.ok || !page.getElementById("sheet")) throw new Error("no form in the answer");
      await lifted; // a button that is being pressed stays until it has been
      if (looks && entered().toString() !== sent) {
        const kept = page.getElementById("kept"); // it was saved all the same
        for (const name of kept ? ["draft", "base"] : []) at("kept").querySelector(`[name=${name}]`).value = kept.querySelector(`[name=${name}]`).value;
        waiting = waiting || (() => lookFor(extra.do)); // somebody went on choosing: what came back is old
        return;
      }
      const held = document.activeElement;
      const changed = [...form.elements].filter((one) => one.matches(TEXTS) && plain(one.value) !== plain(texts.get(one.name)));
      const unfolded = new Set(looks ? folds().filter((one) => one.open).map(called) : []);
      const seen = looks ? seenRows() : [];
      for (const id of PARTS) {
        const part = page.getElementById(id);
        if (part && at(id)) at(id).replaceWith(document.adoptNode(part));
      }
      for (const one of folds()) one.open ||= unfolded.has(called(one));
      for (const id of seen) for (const one of document.querySelectorAll(`#${id} > .row-fields`)) one.open = true;
      showTicks();
      form.dispatchEvent(new Event("saved"));
      for (const { name, value } of changed) {
        const field = form.elements.namedItem(name); // somebody went on typing
        if (field && "value" in field) field.value = value;
      }
      if (changed.length) form.dispatchEvent(new Event("input"));
      const told = document.querySelector("#elsewhere > *");
      if (told) told.scrollIntoView({ block: "start" });
      then(held);
    } catch {
      if (waiting || !looks) sealing = null; // what it was to seal is not there
      waiting = null;
      if (looks) return; // a look that fails costs nothing
      for (const [name, value] of Object.entries(extra)) {
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
      }
      form.submit();
    } finally {
      busy = looking = false;
      const [next, last] = [waiting, sealing];
      waiting = null;
      if (next) next();
      else {
        form.removeAttribute("aria-busy");
        form.dispatchEvent(new Event("idle"));
        sealing = null;
        if (last) last();
      }
    }
  };

  // What is chosen in an order's fields is looked at at once: what it comes to, and what is still missing.
  const lookFor = (verb) => {
    const asked = document.activeElement;
    // The same field or button on the new sheet.
    const again = ({ id, name, value, type }) => {
      const named = [...form.querySelectorAll("select, input, textarea, button")].filter((one) => name && one.name === name);
      return (id && at(id)) || named.find((one) => one.value === value) || (type !== "submit" && named[0]);
    };
    post(
      { do: verb },
      (held) => {
        const field = again(held) || again(asked); // whoever has gone on by keys meanwhile stays where he went
        if (field) field.focus({ preventScroll: true });
      },
      { looks: true },
    );
  };
  const look = () => lookFor("look");
  const read = () => lookFor("type"); // typed orders fill the form
  document.addEventListener("change", ({ target }) => {
    if (target.form !== form || target.name !== "text") return;
    if (busy) waiting = waiting || read;
    else read();
  });
  let ticking = 0;
  form.addEventListener("change", (event) => {
    const field = event.target;
    if (field.name === "tick") {
      clearTimeout(ticking);
      ticking = setTimeout(() => {
        if (busy) waiting = waiting || look;
        else look();
      }, 400); // whoever ticks one after the other asks once
    }
    if (!field.matches("#sheet select, #sheet input") || field.closest(".adding")) return;
    if (busy) waiting = waiting || look;
    else look();
  });

  const showGuide = () => {
    at("guide").focus({ preventScroll: true });
    at("guide").scrollIntoView({ block: "nearest" });
  };
  // A card that was opened from a list: its thing is scrolled into the chart.
  const showCard = () => {
    at("card").querySelector("button")?.focus({ preventScroll: true });
    const { lit } = at("over").dataset;
    if (!chart || !lit) return;
    const unit = units().width / drawn.width;
    centre(lit.split(",").map((one) => Number(one) / unit));
    if (matchMedia("(max-width: 999px)").matches) sea.scrollIntoView({ block: "nearest" });
  };
  const focusOn = (value) => {
    const sheet = at("sheet");
    const again = [...form.querySelectorAll("button[name=do]")].find((button) => button.value === value && button.tabIndex >= 0);
    const row = sheet.dataset.touched === undefined ? null : at("row-" + sheet.dataset.touched);
    const field = row && row.querySelector(".order-fields select, .order-fields input:not([type=hidden])");
    const target = (/^(add|remove|up|down):/.test(value) ? null : again) || field || (row && row.querySelector("button")) || sheet;
    if (row) row.scrollIntoView({ block: "nearest" });
    target.focus({ preventScroll: true });
  };

  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button || button.type === "image") return;
    const value = button.value;
    if (!button.formNoValidate || "go" in button.dataset) {
      if (!busy) return;
      event.preventDefault();
      sealing = () => {
        const again = [...form.querySelectorAll("button")].find((one) => one.name === button.name && one.value === value);
        if (again) form.requestSubmit(again);
      };
      return;
    }
    event.preventDefault();
    const press = () =>
      post({ do: value }, () => {
        const first = document.querySelector("#card .offer:not(.refused)");
        if (/^(place|who:)/.test(value) && first) first.focus();
        else if (/^(take|close)/.test(value) && chart) chart.focus({ preventScroll: true });
        else if (/^(open:|tick:|many$)/.test(value)) showCard();
        else if (/^guide:/.test(value)) showGuide();
        else focusOn(value);
      });
    if (looking) waiting = press;
    else press();
  });

  form.restore = (stored) => post({ do: "look" }, () => {}, { stored });

  // --- the first field that is wrong, after the server refused the answer

  const refused = document.querySelector("#flaws [data-first]");
  const flaw = refused && at(refused.dataset.first);
  if (flaw) {
    const field = flaw.matches("select, input") ? flaw : flaw.querySelector("select, input:not([type=hidden]), button") || flaw;
    flaw.scrollIntoView({ block: "center" });
    field.focus({ preventScroll: true });
  }

  // --- the chart

  const sea = at("sea");
  const chart = sea && sea.querySelector("input[type=image]");
  if (!chart) return;
  const TAP = 8;
  const drawn = { width: Number(chart.getAttribute("width")), height: Number(chart.getAttribute("height")) };
  const units = () => at("over").firstElementChild.viewBox.baseVal;
  const names = () => JSON.parse(at("over").dataset.names || "[]");
  const said = document.body.appendChild(Object.assign(document.createElement("p"), { className: "vh" }));
  said.setAttribute("aria-live", "polite");
  let scale = 1;
  let cursor = null;

  const zoomTo = (wanted, x, y) => {
    const box = chart.getBoundingClientRect();
    const [fx, fy] = [(x - box.left) / box.width, (y - box.top) / box.height];
    scale = Math.min(Math.max(wanted, 0.25), 5);
    chart.style.width = drawn.width * scale + "px";
    chart.style.height = drawn.height * scale + "px";
    const now = chart.getBoundingClientRect();
    sea.scrollLeft += now.left + fx * now.width - x;
    sea.scrollTop += now.top + fy * now.height - y;
  };
  const middle = () => {
    const box = sea.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const show = (left, top, width, height) => {
    const unit = drawn.width / units().width;
    zoomTo(Math.min(sea.clientWidth / (width * unit), sea.clientHeight / (height * unit), 2.5), ...middle());
    const now = (drawn.width * scale) / units().width;
    sea.scrollLeft = (left + width / 2) * now - sea.clientWidth / 2;
    sea.scrollTop = (top + height / 2) * now - sea.clientHeight / 2;
  };
  // What is shown stays the same on the next page of the game: the zoom, and the place in the middle of the window.
  const KEPT_VIEW = () => {
    const address = new URL(chart.src);
    return `board:${address.pathname}?${address.searchParams.get("seat")}`;
  };
  const keepView = () => {
    if ("leaving" in document.documentElement.dataset) return;
    const middle = [(sea.scrollLeft + sea.clientWidth / 2) / scale, (sea.scrollTop + sea.clientHeight / 2) / scale];
    const size = [drawn.width, drawn.height];
    try {
      sessionStorage.setItem(KEPT_VIEW(), JSON.stringify({ scale, middle, size, home: at("over").dataset.home }));
    } catch {
      // This browser keeps nothing.
    }
  };
  const keptView = () => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEPT_VIEW()));
      return kept && String(kept.size) === String([drawn.width, drawn.height]) ? kept : null;
    } catch {
      return null;
    }
  };
  const centre = ([x, y]) => {
    sea.scrollLeft = x * scale - sea.clientWidth / 2;
    sea.scrollTop = y * scale - sea.clientHeight / 2;
  };
  const reopen = (kept) => {
    zoomTo(kept.scale, ...middle());
    centre(kept.middle);
    const { home } = at("over").dataset;
    if (!home || home === kept.home) return;
    const unit = units().width / drawn.width;
    const [x, y] = home.split(",").map((one) => Number(one) / unit);
    const [left, top] = [x * scale - sea.scrollLeft, y * scale - sea.scrollTop];
    if (left < 0 || top < 0 || left > sea.clientWidth || top > sea.clientHeight) centre([x, y]); // this question is elsewhere
  };
  const open = () => {
    const kept = keptView();
    if (kept) {
      reopen(kept);
      return;
    }
    const unit = units().width / drawn.width;
    const whole = Math.min(sea.clientWidth / drawn.width, sea.clientHeight / drawn.height);
    const wide = sea.clientWidth / drawn.width;
    // The smallest letters of a picture are 9 units high: so they are 10 pixels high on a desk, 9 on a phone.
    const readable = whole * unit >= 1.12 ? whole : wide * unit >= 1 ? wide : Math.max(1 / unit, 0.8 * unit);
    zoomTo(readable, ...middle());
    const [nearX, nearY, middleX, middleY, width, height] = (at("over").dataset.home || "0,0").split(",").map(Number);
    const EDGE = 60; // of the names beside things
    const fits = (width * scale) / unit + EDGE <= sea.clientWidth && (height * scale) / unit + EDGE <= sea.clientHeight;
    const [x, y] = fits ? [middleX, middleY] : [nearX, nearY];
    sea.scrollLeft = (x * scale) / unit - sea.clientWidth / 2;
    sea.scrollTop = (y * scale) / unit - sea.clientHeight / 2;
  };

  const tapAt = (x, y, byKey, also) => {
    if (busy) {
      waiting = () => tapAt(x, y, byKey, also);
      return;
    }
    const unit = drawn.width / units().width;
    const added = also ? { also: "1" } : {}; // one more of those that get an order
    post({ "at.x": (x * unit).toFixed(1), "at.y": (y * unit).toFixed(1), ...added }, () => {
      mark();
      const first = document.querySelector("#card .offer:not(.refused)");
      if (byKey && first) first.focus();
    });
  };
  const tapOn = (clientX, clientY, also) => {
    const box = chart.getBoundingClientRect();
    const [x, y] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    if (x >= 0 && x <= 1 && y >= 0 && y <= 1) tapAt(x * units().width, y * units().height, false, also);
  };

  // Without a keyboard: while the switch is on, a tap adds a piece to the selected ones, as a click with Shift does.
  const several = document.querySelector("[data-several]");
  const switched = () => several?.getAttribute("aria-pressed") === "true";
  several?.addEventListener("click", () => several.setAttribute("aria-pressed", String(!switched())));

  const held = new Map();
  let travel = 0;
  let apart = 0;
  const spread = () => {
    const [a, b] = [...held.values()];
    return [Math.hypot(a.x - b.x, a.y - b.y), (a.x + b.x) / 2, (a.y + b.y) / 2];
  };
  sea.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    if (!held.size) travel = 0;
    held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (held.size === 2) [apart, travel] = [spread()[0], TAP];
  });
  window.addEventListener("pointermove", (event) => {
    const was = held.get(event.pointerId);
    if (!was) return;
    const [dx, dy] = [event.clientX - was.x, event.clientY - was.y];
    held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    travel += Math.hypot(dx, dy);
    if (held.size === 2) {
      const [now, x, y] = spread();
      zoomTo((scale * now) / (apart || now), x, y);
      apart = now;
    } else if (travel >= TAP) {
      sea.classList.add("held");
      sea.scrollLeft -= dx;
      sea.scrollTop -= dy;
    }
  });
  const release = (event) => {
    if (!held.delete(event.pointerId) || held.size) return;
    sea.classList.remove("held");
    if (event.type === "pointerup" && travel < TAP) tapOn(event.clientX, event.clientY, event.shiftKey || event.ctrlKey || event.metaKey || switched());
  };
  window.addEventListener("pointerup", release);
  window.addEventListener("pointercancel", release);
  sea.addEventListener("dragstart", (event) => event.preventDefault());
  sea.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // the wheel alone scrolls the page
      event.preventDefault();
      zoomTo(scale * Math.exp(-event.deltaY / 500), event.clientX, event.clientY);
    },
    { passive: false },
  );
  document.querySelectorAll(".pane").forEach((button) =>
    button.addEventListener("click", () => show(...button.dataset.pane.split(",").map(Number))),
  );
  document.querySelectorAll("[data-zoom]").forEach((button) =>
    button.addEventListener("click", () => zoomTo(scale * (button.dataset.zoom === "in" ? 1.3 : 1 / 1.3), ...middle())),
  );

  // --- keys: arrows from thing to thing, Enter is a tap, Escape closes the card

  const mark = () => {
    if (!cursor) return;
    const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    const looks = { cx: cursor[1], cy: cursor[2], r: 16, fill: "none", stroke: "#d98200", "stroke-width": 4, id: "cursor" };
    for (const [name, value] of Object.entries(looks)) ring.setAttribute(name, value);
    if (at("cursor")) at("cursor").remove();
    at("over").firstElementChild.append(ring);
  };
  const go = (dx, dy) => {
    const [x, y] = cursor ? cursor.slice(1) : [units().width / 2, units().height / 2];
    const cost = ([, sx, sy]) => {
      const [ahead, aside] = [(sx - x) * dx + (sy - y) * dy, Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx)];
      return ahead > 1 ? ahead + 2 * aside : Infinity;
    };
    const next = names().reduce((best, one) => (cost(one) < (best ? cost(best) : Infinity) ? one : best), null);
    if (!next) return;
    cursor = next;
    said.textContent = next[3];
    mark();
    const unit = (drawn.width * scale) / units().width;
    const [px, py] = [next[1] * unit, next[2] * unit];
    if (px < sea.scrollLeft + 40 || px > sea.scrollLeft + sea.clientWidth - 40) sea.scrollLeft = px - sea.clientWidth / 2;
    if (py < sea.scrollTop + 40 || py > sea.scrollTop + sea.clientHeight - 40) sea.scrollTop = py - sea.clientHeight / 2;
  };
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  chart.addEventListener("keydown", (event) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      go(...arrow);
    }
  });
  chart.addEventListener("click", (event) => {
    event.preventDefault();
    if (event.detail === 0 && cursor) tapAt(cursor[1], cursor[2], true, event.shiftKey);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !document.querySelector("#card .offers")) return;
    event.preventDefault();
    post({ do: "close" }, () => chart.focus({ preventScroll: true }));
  });
  open();
  window.addEventListener("pagehide", keepView);
})();
