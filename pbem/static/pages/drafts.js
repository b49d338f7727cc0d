// Saves the decision page in the background. Until the server has confirmed a change, this window keeps a copy of it.
"use strict";

(() => {
  const form = document.querySelector("form[data-save]");
  if (!form || !window.fetch) return;
  const PAUSE = 700; // milliseconds without a change before the page is saved
  const LONGEST = 60000; // bytes of a request that a browser still sends while it leaves the page
  const key = "orders:" + form.dataset.decision;
  const at = (id) => document.getElementById(id);
  const body = () => new URLSearchParams(new FormData(form));
  const state = (pairs) =>
    [...pairs]
      .filter(([name]) => /^(choice|text|share\.|row\.)/.test(name))
      .map(([name, value]) => name + "=" + value.replaceAll("\r\n", "\n").trim())
      .join("\n");
  let confirmed = state(body());
  let timer = 0;
  const isDirty = () => state(body()) !== confirmed;

  const store = {
    write: () => {
      try {
        sessionStorage.setItem(key, JSON.stringify({ player: form.dataset.player, body: body().toString() }));
      } catch {
        // This browser keeps nothing: the server does, a moment later.
      }
    },
    read: () => {
      try {
        return JSON.parse(sessionStorage.getItem(key) || "null");
      } catch {
        return null;
      }
    },
    clear: () => {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
  };

  const say = (words) => {
    const said = document.querySelector("#kept .kept-said");
    if (!said) return;
    said.setAttribute("role", "alert");
    said.textContent = words;
  };
  const confirm = (what) => {
    confirmed = what;
    if (!isDirty()) store.clear();
  };
  const show = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!page.getElementById("kept")) throw new Error("this is not what was asked for");
    const focused = document.activeElement?.closest("#kept") && document.activeElement.value;
    for (const id of ["kept", "elsewhere"]) at(id).replaceWith(document.adoptNode(page.getElementById(id)));
    if (focused) document.querySelector(`#kept button[value="${focused}"]`)?.focus({ preventScroll: true });
  };

  // Save now; true when the server has what the page holds.
  const save = async () => {
    clearTimeout(timer);
    if (form.hasAttribute("aria-busy")) return false; // the request under way saves, and "saved" follows it
    if (!isDirty()) return true;
    const sent = body();
    const what = state(sent);
    try {
      const answer = await fetch(form.dataset.save, { method: "POST", body: sent, credentials: "same-origin" }).finally(
        () => form.lifted, // nothing moves under a finger or the mouse while a button is pressed
      );
      if (answer.redirected) {
        say(form.dataset.loggedOut);
        return false;
      }
      if (!answer.ok) throw new Error(answer.statusText);
      show(await answer.text());
      confirm(what);
      return !isDirty();
    } catch {
      say(form.dataset.unsaved);
      return false;
    }
  };
  const saveOnce = () => {
    form.saving = Promise.resolve(form.saving).then(save);
    return form.saving;
  };
  const idle = async () => {
    while (form.hasAttribute("aria-busy")) await new Promise((done) => form.addEventListener("idle", done, { once: true }));
  };
  const changed = () => {
    clearTimeout(timer);
    if (!isDirty()) return store.clear();
    const said = document.querySelector("#kept .kept-said:not([role=alert])");
    if (said) said.textContent = ""; // "saved" is not true any more
    store.write();
    timer = setTimeout(saveOnce, PAUSE);
  };
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => {
      if (target.form === form) changed();
    });
  }
  form.addEventListener("input", ({ target }) => target === form && changed());
  form.addEventListener("saved", () => confirm(state(body())));

  window.addEventListener("pagehide", () => {
    if (!isDirty()) return;
    const sent = body();
    const keepalive = sent.toString().length < LONGEST;
    fetch(form.dataset.save, { method: "POST", body: sent, credentials: "same-origin", keepalive }).catch(() => {});
  });

  window.addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

  // What is not saved yet is saved before the orders are sent; afterwards this window keeps nothing.
  let goes = false;
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.defaultPrevented || goes) return;
    if (!isDirty() || !button) return store.clear();
    event.preventDefault();
    saveOnce().then((done) => {
      if (done) store.clear(); // else the copy stays, and the orders go along with what is sent
      goes = true;
      form.requestSubmit(button.isConnected ? button : undefined);
    });
  });

  // The same before somebody logs out. If it fails, that is said, and the second press logs out.
  const leave = document.querySelector("form[action$='/logout/']");
  let warned = false;
  leave?.addEventListener("submit", (event) => {
    if (!isDirty() || warned) return store.clear();
    event.preventDefault();
    idle().then(saveOnce).then((done) => {
      warned = true;
      if (done) leave.requestSubmit();
    });
  });

  // --- Ctrl+Z and Ctrl+Y, but not while somebody types

  const TYPING = "textarea, input[type=text], input[type=number], input[type=search], [contenteditable]";
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest(TYPING)) return;
    const pressed = event.key.toLowerCase();
    const wanted = pressed === "y" || (pressed === "z" && event.shiftKey) ? "redo" : pressed === "z" ? "undo" : "";
    if (!wanted) return;
    event.preventDefault();
    const button = document.querySelector(`#kept button[value="${wanted}"]:enabled`);
    if (button) form.requestSubmit(button);
  });

  // --- what this window still holds from before: a reload, the way back, a log-in in between

  const left = store.read();
  if (!left) return;
  const held = new URLSearchParams(left.body);
  if (left.player !== form.dataset.player || state(held) === confirmed) store.clear();
  else {
    held.set("csrfmiddlewaretoken", body().get("csrfmiddlewaretoken"));
    form.restore(held);
  }
})();
