// Allows notifications in this browser, says why it cannot, and marks this browser in the list.
"use strict";

(() => {
  const form = document.getElementById("this-browser");
  if (!form) return;
  const { key, worker, scope } = form.dataset;

  const show = (state) => {
    for (const part of form.querySelectorAll("[data-state]")) part.hidden = part.dataset.state !== state;
  };

  const written = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  const isOurs = (subscription) => written(subscription.options.applicationServerKey) === key;

  const allow = async () => {
    const registration = await navigator.serviceWorker.register(worker, { scope });
    let found = await registration.pushManager.getSubscription();
    if (found && !isOurs(found)) {
      await found.unsubscribe();
      found = null;
    }
    found ||= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = found.toJSON();
    Object.assign(form.elements.endpoint, { value: endpoint });
    Object.assign(form.elements.p256dh, { value: keys.p256dh });
    Object.assign(form.elements.auth, { value: keys.auth });
    form.submit();
  };

  const look = async () => {
    if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return "unable";
    if (Notification.permission === "denied") return "denied";
    const registration = await navigator.serviceWorker.getRegistration(scope);
    const found = await registration?.pushManager.getSubscription();
    const row = found && isOurs(found) && [...document.querySelectorAll("[data-endpoint]")]
      .find((one) => one.dataset.endpoint === found.endpoint);
    if (!row) return "able";
    row.querySelector(".here").hidden = false;
    return "known";
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    form.querySelector("button").disabled = true;
    allow().catch(() => {
      form.querySelector("button").disabled = false;
      show(Notification.permission === "denied" ? "denied" : "failed");
    });
  });
  look().then(show, () => show("failed"));
})();
