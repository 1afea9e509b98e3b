// Elements of the page and of drawings, and numbers as text.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An element of the page. */
export function make(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An element of a drawing. */
export function draw(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** A number from an answer, where NaN and infinities are texts. */
export function numeric(x) {
  if (typeof x === "number") return x;
  return { inf: Infinity, "-inf": -Infinity }[x] ?? NaN;
}

/** A number with so many digits at most. */
export function show(x, digits = 10) {
  const value = numeric(x);
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const rounded = Number(value.toPrecision(digits));
  return Object.is(rounded, -0) ? "0" : String(rounded);
}

/** A cell with a number, all digits of which are seen by hovering. */
export function cell(x, digits) {
  return make("td", { class: "number", title: String(x) }, show(x, digits));
}

/** A list to choose from. */
export function choice(label, options, chosen, changed) {
  const select = make(
    "select",
    { onchange: () => changed(select.value) },
    options.map(([value, text]) => make("option", { value, selected: String(value) === String(chosen) }, text)),
  );
  return make("label", { class: "choice" }, label, select);
}

/** Buttons of which one is pressed. */
export function switches(label, options, chosen, changed) {
  const button = ([value, text]) =>
    make("button", { type: "button", "aria-pressed": String(value === chosen), onclick: () => changed(value) }, text);
  return make("div", { class: "switches", role: "group", "aria-label": label }, options.map(button));
}

/** What is wrong, and what to do about it. */
export function complaint({ message, advice }) {
  return make("p", { class: "complaint" }, make("strong", {}, message), advice ? make("span", {}, advice) : null);
}
