// Sliders for the variables.

import { make, show } from "./element.js";
import { range, state } from "./state.js";

/** A step that reads well and goes through a range in some hundred. */
function step([from, to]) {
  const rough = (to - from) / 200;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [5, 2, 1].map((k) => k * power).find((nice) => nice <= rough * 1.0001) ?? power;
}

/** Without the last bits that sums of steps leave. */
function tidy(x) {
  return Number(x.toPrecision(12));
}

export class Variables {
  constructor(element, changed) {
    this.element = element;
    this.changed = changed;
    this.names = [];
    this.rows = new Map();
  }

  /** Shows these variables with these values. */
  show(names, values) {
    if (names.join(" ") !== this.names.join(" ")) {
      this.names = names;
      this.rows = new Map(names.map((name) => [name, this.row(name)]));
      const rows = [...this.rows.values()].map((row) => row.element);
      const nothing = make("p", { class: "pale" }, "The program has none.");
      this.element.replaceChildren(...(rows.length ? rows : [nothing]));
    }
    names.forEach((name, i) => this.update(name, values[i]));
  }

  update(name, x) {
    const { slider, field, from, to } = this.rows.get(name);
    const ends = range(name);
    [slider.min, slider.max, slider.step] = [ends[0], ends[1], step(ends)];
    slider.value = x;
    const written = { [field.id]: x, [from.id]: ends[0], [to.id]: ends[1] };
    for (const input of [field, from, to]) {
      // What is being written is left alone.
      if (input !== document.activeElement) input.value = show(written[input.id], 12);
    }
  }

  row(name) {
    const put = (x) => {
      if (!Number.isFinite(x)) return;
      state.at[name] = x;
      // A value beyond the range takes the range along.
      const [low, high] = range(name);
      if (x < low || x > high) state.ranges[name] = [Math.min(low, x), Math.max(high, x)];
      this.update(name, x);
      this.changed();
    };
    const limit = () => {
      const [low, high] = [Number(from.value), Number(to.value)];
      if (from.value === "" || to.value === "" || !(low < high) || !Number.isFinite(high - low)) return;
      state.ranges[name] = [low, high];
      this.update(name, state.at[name] ?? 1);
      this.changed();
    };
    const id = (part) => `${part}-${name}`;
    const number = (part, label, changed) =>
      make("input", { type: "number", step: "any", id: id(part), class: part, "aria-label": label, oninput: changed });
    const field = number("value", `value of ${name}`, () => field.value !== "" && put(Number(field.value)));
    const from = number("from", `least value of ${name}`, limit);
    const to = number("to", `greatest value of ${name}`, limit);
    const slider = make("input", {
      type: "range",
      id: id("slider"),
      "aria-label": name,
      oninput: () => put(tidy(Number(slider.value))),
    });
    // Left with nothing in it that counts, a field shows again what is.
    for (const input of [field, from, to]) input.addEventListener("change", () => setTimeout(() => this.update(name, state.at[name] ?? 1)));
    const element = make(
      "div",
      { class: "variable" },
      make("label", { for: id("value"), class: "name" }, name),
      field,
      slider,
      make("div", { class: "ends" }, from, make("span", { class: "pale" }, "to"), to),
    );
    return { element, slider, field, from, to };
  }
}
