// What is wrong with the layout of the page, one line each: parts outside the window, texts and controls on each other,
// controls too small for a finger, tables whose headings do not stand above their columns.
() => {
  const LEAST = 24;  // pixels, WCAG 2.2, 2.5.8
  const wide = document.documentElement.clientWidth, found = [];
  const name = one => {
    const words = (one.innerText || one.value || one.getAttribute("aria-label") || one.id || "").trim().replace(/\s+/g, " ");
    return `${one.tagName.toLowerCase()}${one.id ? "#" + one.id : ""}.${[...one.classList].join(".")} “${words.slice(0, 40)}”`;
  };
  for (const one of document.querySelectorAll("*")) {
    if (getComputedStyle(one).position === "sticky") { one.style.position = "relative"; one.style.inset = "auto"; }
  }
  const shown = one => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true, contentVisibilityAuto: true });
  const hiddenFromEyes = one => {
    for (let at = one; at instanceof HTMLElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (at.matches(".skip") || style.clipPath !== "none" || (style.clip !== "auto" && style.position === "absolute")) return true;
    }
    return false;
  };
  // The part of a box that can be seen, or reached by scrolling within its frame: null if there is none.
  const clipped = (box, one) => {
    let { left, right, top, bottom } = box, framed = false;
    for (let at = one; at && at !== document.body && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at), frame = at.getBoundingClientRect();
      if (style.overflowX !== "visible") { left = Math.max(left, frame.left); right = Math.min(right, frame.right); framed = true; }
      if (style.overflowY !== "visible") { top = Math.max(top, frame.top); bottom = Math.min(bottom, frame.bottom); framed = true; }
      if (style.position === "fixed") break;
    }
    return right - left > 1 && bottom - top > 1 ? { left, right, top, bottom, framed } : null;
  };
  const apart = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) <= 2
    || Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) <= 2;

  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);

  const boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const one = text.parentElement;
    if (!text.data.trim() || one.closest("script, style, option, noscript, svg, textarea") || !shown(one) || hiddenFromEyes(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      const slack = rect.height * .22;  // ascenders and descenders of neighbouring lines may share their gap
      // spaces at the end of a wrapped line hang over its edge, where nobody sees them
      const end = getComputedStyle(one).whiteSpace === "pre-wrap" ? one.getBoundingClientRect().right : Infinity;
      const box = clipped({ left: rect.left, right: Math.min(rect.right, end), top: rect.top + slack, bottom: rect.bottom - slack }, one);
      if (box) boxes.push({ ...box, one, text, says: text.data.trim().slice(0, 40) });
    }
  }
  const CONTROLS = "button, input:not([type=hidden]), select, textarea, summary, a.button, a[role=button]";
  const controls = [...document.querySelectorAll(CONTROLS)].filter(one => shown(one) && !hiddenFromEyes(one));
  for (const one of controls) {
    let rect = one.getBoundingClientRect();
    if (one.matches("input[type=checkbox], input[type=radio]") && one.labels?.length) {
      const label = one.labels[0].getBoundingClientRect();
      rect = { width: Math.max(rect.width, label.width), height: Math.max(rect.height, label.height) };
    }
    if (rect.width < LEAST || rect.height < LEAST) found.push(`${Math.round(rect.width)}×${Math.round(rect.height)} is too small: ${name(one)}`);
    const box = clipped(one.getBoundingClientRect(), one);
    if (box && !one.matches("[type=image]")) boxes.push({ ...box, one, says: name(one), control: true });
  }
  for (const box of boxes) {
    if (box.left < -1 || box.right > wide + 1) found.push(`outside the window: ${box.says} in ${name(box.one)}`);
  }
  boxes.sort((one, other) => one.top - other.top);
  boxes.forEach((box, place) => {
    for (const other of boxes.slice(place + 1)) {
      if (other.top >= box.bottom) break;
      if (box.text && box.text === other.text) continue;
      if (box.one.contains(other.one) && box.control || other.one.contains(box.one) && other.control) continue;
      if (!apart(box, other)) found.push(`on each other: ${box.says} | ${other.says}`);
    }
  });
  for (const one of document.querySelectorAll("img, svg, iframe, table, input, select, textarea, button, .card, section, form, p, h1, h2")) {
    if (!shown(one) || hiddenFromEyes(one) || one.closest("svg") !== null && one.tagName !== "svg") continue;
    const box = clipped(one.getBoundingClientRect(), one);
    if (box && (box.left < -1 || box.right > wide + 1)) found.push(`outside the window: ${name(one)}`);
  }
  for (const table of document.querySelectorAll("table")) {
    if (!shown(table) || !table.tHead || hiddenFromEyes(table.tHead) || !table.tBodies[0]?.rows.length) continue;
    const heads = [...table.tHead.rows[0].cells], cells = [...table.tBodies[0].rows[0].cells];
    if (heads.length !== cells.length || [...heads, ...cells].some(one => one.colSpan > 1)) continue;
    const off = heads.some((one, place) => Math.abs(one.getBoundingClientRect().left - cells[place].getBoundingClientRect().left) > 1);
    if (off) found.push(`headings do not stand above their columns: ${name(table)}`);
    if (getComputedStyle(table).display !== "table") found.push(`a table is laid out as ${getComputedStyle(table).display}: ${name(table)}`);
  }
  return [...new Set(found)];
}
