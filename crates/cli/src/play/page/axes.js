// Axes of plots.

import { draw, show } from "./element.js";

/** Round numbers between two ends, about so many. */
export function ticks([from, to], about) {
  const rough = (to - from) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((nice) => nice >= 0.7 * rough) ?? 10 * power;
  if (!(step > 0) || !Number.isFinite(to - from)) return [];
  const first = Math.ceil(from / step - 1e-9);
  // Counted, as numbers may be too large for one more to make a difference.
  const all = Array.from({ length: Math.floor((to - from) / step) + 2 }, (_, k) => (first + k) * step);
  const rounded = all.filter((x) => x <= to + 1e-9 * step).map((x) => Number(x.toPrecision(12)));
  return [...new Set(rounded)];
}

/** The ends that most of the numbers lie between, with some room: poles do not flatten the rest. */
export function span(numbers) {
  // Larger ones have no difference that is a number.
  const sorted = numbers.filter((x) => Math.abs(x) < 1e300).sort((a, b) => a - b);
  if (!sorted.length) return [-1, 1];
  const at = (share) => sorted[Math.round(share * (sorted.length - 1))];
  let [low, high] = [sorted[0], sorted.at(-1)];
  const [inner_low, inner_high] = [at(0.05), at(0.95)];
  const inner = inner_high - inner_low;
  if (high - low > 6 * inner && inner > 0) [low, high] = [Math.max(low, inner_low - inner), Math.min(high, inner_high + inner)];
  // What is equal but for the last bits is drawn as equal.
  const differs = high - low > 1e-13 * Math.max(Math.abs(low), Math.abs(high)) && high - low > 1e-300;
  const room = differs ? 0.06 * (high - low) : Math.max(1e-3, Math.abs(low) * 0.1);
  return [low - room, high + room];
}

/** How wide a plot is where there is so much room: its letters keep their size. */
export function wide(room) {
  return Math.max(300, Math.min(760, room));
}

/** A place for a plot: how its numbers become points. */
export class Panel {
  constructor({ left, top, width, height }, x, y) {
    Object.assign(this, { left, top, width, height, x, y });
  }

  across(x) {
    return this.left + ((x - this.x[0]) / (this.x[1] - this.x[0])) * this.width;
  }

  down(y) {
    return this.top + ((this.y[1] - y) / (this.y[1] - this.y[0])) * this.height;
  }

  /** The numbers at a point of the drawing, kept inside. */
  numbers(across, down) {
    const share = (value) => Math.max(0, Math.min(1, value));
    const [a, b] = [share((across - this.left) / this.width), share((this.top + this.height - down) / this.height)];
    return [this.x[0] + a * (this.x[1] - this.x[0]), this.y[0] + b * (this.y[1] - this.y[0])];
  }

  /** Frame, lines and numbers; `names` are those of the axes, none for one without. */
  frame([x_name, y_name], { grid = true, numbers = true } = {}) {
    const { left, top, width, height } = this;
    const [right, bottom] = [left + width, top + height];
    const parts = [];
    for (const x of ticks(this.x, Math.max(3, width / 90))) {
      const at = this.across(x);
      if (grid) parts.push(draw("line", { class: x === 0 ? "zero" : "grid", x1: at, y1: top, x2: at, y2: bottom }));
      if (numbers) parts.push(draw("text", { class: "tick", x: at, y: bottom + 17, "text-anchor": "middle" }, show(x, 6)));
    }
    for (const y of ticks(this.y, Math.max(2, height / 45))) {
      const at = this.down(y);
      if (grid) parts.push(draw("line", { class: y === 0 ? "zero" : "grid", x1: left, y1: at, x2: right, y2: at }));
      parts.push(draw("text", { class: "tick", x: left - 8, y: at + 4, "text-anchor": "end" }, show(y, 6)));
    }
    if (x_name) parts.push(draw("text", { class: "name", x: left + width / 2, y: bottom + 36, "text-anchor": "middle" }, x_name));
    if (y_name) parts.push(draw("text", { class: "name", x: left, y: top - 9 }, y_name));
    return parts;
  }

  border() {
    return draw("rect", { class: "frame", x: this.left, y: this.top, width: this.width, height: this.height });
  }
}

/** Lets a point be dragged in a drawing: `moved` is told the numbers there. */
export function draggable(svg, panel, moved) {
  const box = svg.viewBox.baseVal;
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    // The drawing is made anew while it goes on; where it stands stays the same.
    const place = svg.getBoundingClientRect();
    const scale = box.width / place.width;
    const tell = ({ clientX, clientY }) => moved(...panel.numbers((clientX - place.left) * scale, (clientY - place.top) * scale));
    const end = () => {
      document.removeEventListener("pointermove", tell);
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", end);
    };
    document.addEventListener("pointermove", tell);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
    tell(event);
  });
}
