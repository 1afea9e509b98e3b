// Files that the page hands out.

import { draw, make } from "./element.js";

function hand_out(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A field of CSV: quoted where it holds what separates fields. */
function field(value) {
  const text = String(value ?? "");
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Text as it is, rows as CSV. */
export function save(name, content) {
  const text = Array.isArray(content) ? content.map((row) => row.map(field).join(",")).join("\n") + "\n" : content;
  hand_out(name, new Blob([text], { type: "text/plain;charset=utf-8" }));
}

/** What a drawing looks like depends on the page; in a file of its own it has to be said. Parts are as the whole in these. */
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "font-family", "font-size", "font-weight", "text-anchor", "paint-order"];

function alone(svg) {
  const copy = svg.cloneNode(true);
  const [from, to] = [svg, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  const looks = new Map();
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    looks.set(element, LOOKS.map((look) => style.getPropertyValue(look)));
    const around = looks.get(element.parentElement) ?? [];
    LOOKS.forEach((look, k) => {
      const own = looks.get(element)[k];
      if (own === around[k]) to[i].removeAttribute(look);
      else to[i].setAttribute(look, own);
    });
    if (style.opacity !== "1") to[i].setAttribute("opacity", style.opacity);
    for (const name of ["tabindex", "role", "class", "aria-label"]) to[i].removeAttribute(name);
    for (const name of Object.keys(to[i].dataset)) delete to[i].dataset[name];
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const ground = getComputedStyle(svg.closest(".card")).backgroundColor;
  copy.prepend(draw("rect", { width: "100%", height: "100%", fill: ground }));
  return new XMLSerializer().serializeToString(copy);
}

/** A drawing as SVG. */
export function save_svg(name, svg) {
  hand_out(`${name}.svg`, new Blob([alone(svg)], { type: "image/svg+xml" }));
}

/** A drawing as PNG, twice as large as on the page. */
export async function save_png(name, svg) {
  const { width, height } = svg.viewBox.baseVal;
  // Larger pictures are refused by browsers.
  const scale = Math.min(2, 8000 / Math.max(width, height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(alone(svg))}`;
  await image.decode();
  const canvas = make("canvas", { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  hand_out(`${name}.png`, blob);
}
