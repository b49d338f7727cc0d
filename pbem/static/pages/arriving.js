// A newcomer's form: the browser knows the time zone, and the login name is shown while the name is typed.
"use strict";

for (const select of document.querySelectorAll("select[data-browser-zone]")) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const option = select.querySelector(`option[value="${CSS.escape(zone)}"]`);
  if (option) option.selected = true;
}

for (const input of document.querySelectorAll("input[data-login-name]")) {
  const shown = document.getElementById(input.dataset.loginName);
  const show = () => {
    const name = input.value.normalize("NFKC").trim().replace(/\s+/gu, ".").replace(/[^\p{L}\p{N}_.+-]/gu, "");
    shown.textContent = name;
    shown.parentElement.hidden = !name || input.value.includes("@");
  };
  input.addEventListener("input", show);
  show();
}
