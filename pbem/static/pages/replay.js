// The replay on the page of a game: plays the steps that the seat saw, and lights up on the board what a line names.
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const STEP_MS = 1500; // a step at normal speed; long lines get more
  const LETTER_MS = 12;
  const LONGEST_MS = 4500;
  const KEPT = 60; // boards kept in memory
  const KEPT_SHEETS = 200;
  const seen = document.getElementById("seen");
  if (!seen || !window.fetch) return;

  const panel = () => document.getElementById("replay");
  const boards = new Map(); // by stop: the promise of a board
  const sheets = new Map(); // by digest: an image
  const known = { key: "", steps: [], turn: 1, next: 1 };
  let open = null; // the replay in progress
  let unfolded = null; // the chapter of the log that was opened for the line of a step
  let spare = ""; // the state of the page when the replay began

  // --- data

  const query = (values) => {
    const { seat, language } = panel().dataset;
    return `?${new URLSearchParams({ seat, language, ...values })}`;
  };

  const load = async (path, values = {}) => {
    const answer = await fetch(`${panel().dataset.steps}${path}${query(values)}`, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.json();
  };

  const board = (stop) => {
    if (!boards.has(stop)) {
      if (boards.size >= KEPT) boards.delete(boards.keys().next().value);
      boards.set(stop, load(`${stop}/`));
      boards.get(stop).catch(() => boards.delete(stop));
    }
    return boards.get(stop);
  };

  const steps = async (first) => {
    const found = [];
    let turn = first;
    for (let next = first; next;) {
      const part = await load("", { first: next });
      found.push(...part.steps);
      turn = part.turn;
      next = part.next_stop;
    }
    return { steps: found, turn };
  };

  // --- drawing

  const overlay = (width, height, marks) => {
    const text = `<svg xmlns="${SVG}" class="over" viewBox="0 0 ${width} ${height}" aria-hidden="true">${marks}</svg>`;
    return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  };

  const ready = (image) => image.decode().catch(() => {});

  // Sheets that are on the screen already stay; the others are put there together, when all of them are loaded.
  const lay = async (stage, shown, isWanted) => {
    const images = shown.sheets.map(({ sheet, digest }) => {
      const kept = sheets.get(digest);
      if (kept) return kept;
      if (sheets.size >= KEPT_SHEETS) sheets.delete(sheets.keys().next().value);
      const image = new Image();
      sheets.set(digest, image);
      image.alt = "";
      image.onerror = () => sheets.delete(digest);
      image.src = `${panel().dataset.steps}${shown.stop}/sheet.svg${query({ sheet, digest })}`;
      return image;
    });
    await Promise.all(images.filter((one) => !one.isConnected).map(ready));
    if (!isWanted()) return false;
    stage.style.aspectRatio = `${shown.width} / ${shown.height}`;
    stage.replaceChildren(...images);
    return true;
  };

  const mark = (stage, shown, marks) => {
    stage.querySelector("svg.over")?.remove();
    stage.append(overlay(shown.width, shown.height, marks));
  };

  // A board may be higher than the window: what a step draws is brought between its upper edge and the player.
  const reveal = (stage) => {
    const drawn = stage.querySelector(".now")?.getBoundingClientRect();
    const bottom = panel().querySelector(".replay-player").getBoundingClientRect().top;
    if (!drawn || !drawn.height || (drawn.top >= 0 && drawn.bottom <= bottom)) return;
    const room = bottom - drawn.height;
    window.scrollBy({ top: drawn.top - (room > 0 ? room / 2 : 0) });
  };

  // --- the log

  const light = (event) => {
    for (const line of seen.querySelectorAll(".log li")) {
      const link = line.querySelector("a.to-step");
      const lit = Boolean(event && link && event >= Number(link.dataset.event) && event <= Number(link.dataset.last));
      line.classList.toggle("lit", lit);
      if (lit) line.setAttribute("aria-current", "step"); else line.removeAttribute("aria-current");
    }
    const chapter = seen.querySelector(".log li.lit")?.closest("details") || null;
    if (unfolded && unfolded !== chapter) { unfolded.open = false; unfolded = null; }
    if (chapter && !chapter.open) { chapter.open = true; unfolded = chapter; }
  };

  const rings = (places) => places.map(([x, y, width, height]) => (width && height
    ? `<rect x="${x - width / 2 - 2}" y="${y - height / 2 - 2}" width="${width + 4}" height="${height + 4}" rx="4"/>`
    : `<circle cx="${x}" cy="${y}" r="12"/>`)).join("");

  // What a line names is ringed on the board that is shown.
  let pointed = null;
  const point = async (link) => {
    pointed = link;
    const whole = seen.querySelector("figure.board .whole");
    if (!link || !whole || open) {
      seen.querySelector(".whole svg.over")?.remove();
      return;
    }
    try {
      const [shown, told] = await Promise.all([board(Number(panel().dataset.shown)), board(Number(link.dataset.stop))]);
      if (pointed !== link || open) return;
      const places = (told.names[link.dataset.event] || []).flatMap((name) => shown.spots[name] || []);
      mark(whole, shown, places.length > 24 ? "" : `<g class="ring edge">${rings(places)}</g><g class="ring">${rings(places)}</g>`);
    } catch { /* the line can be read without rings */ }
  };

  // --- the player

  const part = (name) => panel().querySelector(`[data-do=${name}]`);

  // A button that would do nothing is off; the slider takes the focus from it.
  const able = ({ at, steps: all }) => {
    const off = { previous: !at, next: at === all.length - 1, play: all.length < 2 };
    const held = document.activeElement;
    for (const [name, isOff] of Object.entries(off)) part(name).disabled = isOff;
    if (held.disabled) panel().querySelector("input[type=range]").focus({ preventScroll: true });
  };

  const show = async (at) => {
    const replay = open;
    replay.at = Math.max(0, Math.min(at, replay.steps.length - 1));
    const step = replay.steps[replay.at];
    const isWanted = () => open === replay && replay.steps[replay.at] === step;
    const slider = panel().querySelector("input[type=range]");
    slider.value = String(replay.at);
    slider.setAttribute("aria-valuetext", step.text || step.stop);
    panel().querySelector(".replay-count").textContent = `${replay.at + 1} / ${replay.steps.length}`;
    const line = panel().querySelector(".replay-player .replay-line");
    line.textContent = step.text || line.dataset.position.replace("0", step.stop);
    line.classList.toggle("undone", step.undone);
    able(replay);
    light(step.event);
    try {
      const [shown, told] = await Promise.all([board(step.board), board(step.stop)]);
      if (!isWanted() || !await lay(replay.stage, shown, isWanted)) return;
      mark(replay.stage, shown, told.marks[step.event] || "");
      reveal(replay.stage);
      const next = replay.steps[replay.at + 1];
      if (next) { board(next.board).catch(() => {}); board(next.stop).catch(() => {}); }
    } catch {
      if (isWanted()) pause();
    }
  };

  const wait = () => {
    const text = open.steps[open.at].text || "";
    const usual = Math.min(STEP_MS + LETTER_MS * text.length, LONGEST_MS);
    return usual / Number(part("speed").value);
  };

  const name = (isPlaying) => {
    const button = part("play");
    const [sign, word] = button.children;
    sign.textContent = isPlaying ? "❚❚" : "▶";
    word.textContent = isPlaying ? button.dataset.pause : button.dataset.play;
  };

  const pause = () => {
    if (!open) return;
    clearTimeout(open.timer);
    open.playing = false;
    open.isTouched = true;
    name(false);
  };

  const play = () => {
    if (open.at >= open.steps.length - 1) show(0);
    open.playing = true;
    name(true);
    const go = async () => {
      if (!open || !open.playing) return;
      if (open.at >= open.steps.length - 1) { pause(); return; }
      await show(open.at + 1);
      if (open && open.playing) open.timer = setTimeout(go, wait());
    };
    open.timer = setTimeout(go, wait());
  };

  const close = () => {
    if (!open) return;
    pause();
    if (panel().dataset.event || document.body.dataset.state !== spare) {
      location.assign(`?seat=${panel().dataset.seat}`);
      return;
    }
    open.stage.remove();
    seen.querySelector("figure.board .whole").hidden = false;
    open = null;
    light(0);
    panel().querySelector(".replay-player").hidden = true;
    panel().querySelector(".replay-links").hidden = false;
    if (seen.dataset.wasLive) seen.setAttribute("data-live", "");
  };

  const begin = async (range, wanted) => {
    const first = range === "game" ? 1 : known.turn;
    if (known.key !== range || document.body.dataset.state !== spare) {
      const found = await steps(range === "game" ? 1 : first);
      Object.assign(known, { key: range, ...found });
      if (range === "turn" && found.turn !== first) return begin(range, wanted); // the first list says where it began
    }
    const at = wanted ? known.steps.findIndex((one) => one.stop === wanted.stop && one.event === wanted.event) : 0;
    if (at < 0 || !known.steps.length) return false;
    const place = panel();
    const whole = seen.querySelector("figure.board .whole");
    if (!open) {
      spare = document.body.dataset.state;
      if (seen.hasAttribute("data-live")) seen.dataset.wasLive = "1";
      seen.removeAttribute("data-live"); // the page must not change under a reader
      const stage = document.createElement("div");
      stage.className = "replay-stage";
      whole.before(stage);
      whole.hidden = true;
      open = { stage };
    }
    clearTimeout(open.timer);
    open = { stage: open.stage, steps: known.steps, at: 0, playing: false, timer: 0 };
    for (const one of place.querySelectorAll(":scope > .replay-links, :scope > nav, :scope > .replay-line")) one.hidden = true;
    place.querySelector(".replay-player").hidden = false;
    part("range").value = range;
    place.querySelector("input[type=range]").max = String(known.steps.length - 1);
    name(false);
    await show(at);
    return true;
  };

  // A reader who has pressed something before the first board was there does not want it to play.
  const start = async (range) => {
    await begin(range);
    if (!open || open.isTouched) return;
    part("play").focus({ preventScroll: true });
    play();
  };

  // A step before the last turn is a step of the whole game.
  const jump = async (stop, event) => {
    const wanted = { stop, event };
    const range = open ? part("range").value : "turn";
    if (!await begin(range, wanted)) await begin("game", wanted);
    seen.querySelector("figure.board").scrollIntoView({ block: "nearest" });
    panel().querySelector("input[type=range]").focus({ preventScroll: true });
  };

  const deeds = {
    previous: () => { pause(); show(open.at - 1); },
    next: () => { pause(); show(open.at + 1); },
    play: () => (open.playing ? pause() : play()),
    close,
  };

  const safely = (promise, otherwise) => promise.catch(() => { if (otherwise) location.assign(otherwise); });

  seen.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = event.target.closest("a.to-step");
    if (link && panel()) {
      event.preventDefault();
      pause();
      point(null);
      safely(jump(Number(link.dataset.stop), Number(link.dataset.event)), link.href);
      return;
    }
    const range = event.target.closest("a[data-range]");
    if (range) {
      event.preventDefault();
      safely(start(range.dataset.range), range.href);
      return;
    }
    const deed = event.target.closest("button[data-do]");
    if (deed && open && deeds[deed.dataset.do]) deeds[deed.dataset.do]();
  });

  seen.addEventListener("input", (event) => {
    if (open && event.target.type === "range") { pause(); show(Number(event.target.value)); }
  });

  seen.addEventListener("change", (event) => {
    if (open && event.target.dataset.do === "range") {
      const { stop, event: line } = open.steps[open.at];
      pause();
      safely(begin(event.target.value, { stop, event: line }).then((found) => found || begin(event.target.value)));
    }
  });

  seen.addEventListener("keydown", (event) => {
    if (!open || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!event.target.closest(".replay-player") || event.target.closest("select")) return;
    const keys = { ArrowLeft: deeds.previous, ArrowRight: deeds.next, Escape: close, Home: () => { pause(); show(0); }, End: () => { pause(); show(open.steps.length - 1); } };
    if (event.key === " " && !event.target.closest("button")) keys[" "] = deeds.play;
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  for (const [kind, on] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]]) {
    seen.addEventListener(kind, (event) => {
      const link = event.target.closest("a.to-step");
      if (link && panel()) point(on ? link : null);
    });
  }

  const here = panel();
  if (here && here.dataset.event) safely(jump(Number(here.dataset.stop), Number(here.dataset.event)));
})();
