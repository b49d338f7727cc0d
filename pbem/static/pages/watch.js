// A finished game that a visitor watches: the next step comes without a new page, and "Play" shows step after step.
"use strict";

(() => {
  const STEP_MS = 1500;
  const LETTER_MS = 25;
  const LONGEST_MS = 6000;
  const seen = document.getElementById("seen");
  const button = document.getElementById("play");
  let timer = 0;
  let shows = 0;

  const name = (isPlaying) => { button.textContent = isPlaying ? `❚❚ ${button.dataset.pause}` : `▶ ${button.dataset.play}`; };

  const pause = () => {
    clearTimeout(timer);
    timer = 0;
    name(false);
  };

  const waiting = () => Math.min(STEP_MS + LETTER_MS * seen.querySelector(".replay-line").textContent.length, LONGEST_MS);

  // Only the newest request is shown. If the server refuses one, the browser opens the page and says why.
  const show = async (address) => {
    shows += 1;
    const number = shows;
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(response.statusText);
      const next = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("seen");
      const image = next.querySelector("img.watched");
      await image.decode().catch(() => {});
      if (number !== shows) return;
      for (const part of ["replay-line", "steps", "board"]) {
        seen.querySelector(`.${part}`).replaceWith(next.querySelector(`.${part}`));
      }
      history.replaceState(null, "", address);
    } catch {
      if (number === shows) location.assign(address);
    }
  };

  const go = async () => {
    const link = seen.querySelector("a[rel=next]");
    if (!link) { pause(); return; }
    await show(link.href);
    if (timer) timer = setTimeout(go, waiting());
  };

  button.addEventListener("click", () => {
    if (timer) { pause(); return; }
    name(true);
    timer = setTimeout(go, 0);
  });

  seen.addEventListener("click", (event) => {
    const link = event.target.closest(".steps a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    pause();
    const rel = link.rel;
    show(link.href).then(() => {
      const same = rel && seen.querySelector(`.steps a[rel=${rel}]`);
      (same || button).focus({ preventScroll: true });
    });
  });

  name(false);
  button.hidden = false;
})();
