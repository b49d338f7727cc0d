// How well each text of a board stands out from what lies below its middle: [contrast, text, its colour, that below].
() => {
  const number = value => { const part = value / 255; return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; };
  const light = colour => {
    const [red, green, blue] = colour.match(/[\d.]+/g).map(Number);
    return 0.2126 * number(red) + 0.7152 * number(green) + 0.0722 * number(blue);
  };
  const area = one => {
    if (one.tagName === "use") {
      const frame = document.querySelector(one.getAttribute("href"))?.querySelector("rect");
      return frame ? getComputedStyle(frame).fill : one.hasAttribute("fill") ? getComputedStyle(one).fill : "";
    }
    const paints = ["rect", "circle", "path"].includes(one.tagName) && !one.closest("defs");
    return paints ? getComputedStyle(one).fill : "";
  };
  const found = [];
  for (const text of document.querySelectorAll("text:not([stroke])")) {
    if (text.closest("defs")) continue;
    const box = text.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    const stack = document.elementsFromPoint(x, y);
    const own = getComputedStyle(text).fill;
    const below = stack.slice(stack.indexOf(text) + 1).map(one => area(one)).find(fill => fill.startsWith("rgb"));
    if (stack.indexOf(text) < 0 || !below) continue;
    const [one, other] = [light(own), light(below)].sort((a, b) => b - a);
    found.push([(one + 0.05) / (other + 0.05), text.textContent, own, below]);
  }
  return found;
}
