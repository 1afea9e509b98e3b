// The graph, with both sweeps step by step.

import { draw, make, show, switches } from "./element.js";

const LINE = 16;

/** A node: its formula, its value, and its derivative where the sweep has been. */
function node(one, i, events) {
  const [x, y] = one.at;
  const [width, height] = one.size;
  const top = y - height / 2;
  const line = (k, kind, text) => draw("text", { class: kind, x, y: top + 4.5 + k * LINE + 12, "text-anchor": "middle" }, text);
  return draw(
    "g",
    { class: `node ${one.kind}`, tabindex: 0, role: "button", "data-node": i, "aria-label": `${one.title}, value ${one.value}`, ...events(i) },
    draw("rect", { x: x - width / 2, y: top, width, height, rx: 7 }),
    line(0, "title", one.title),
    line(1, "value", one.value),
    draw("text", { class: "derivative", x, y: top + 4.5 + 2 * LINE + 12, "text-anchor": "middle" }),
  );
}

function edge(one, i, answer) {
  const kind = one.partial === null ? "edge still" : "edge";
  const from = answer.nodes[one.from];
  const copy = () => {
    const [[x, y], [width, height]] = one.copy;
    return draw("g", { class: `node copy ${from.kind}` },
      draw("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 9 }),
      draw("text", { class: "partial-name", x, y: y + 4, "text-anchor": "middle" }, from.name));
  };
  return draw("g", { class: kind, "data-edge": i },
    draw("path", { class: "way", d: one.way }),
    draw("path", { class: "head", d: one.head }),
    one.copy ? copy() : null);
}

/** The label of an edge, on a ground of its own so that lines do not run through it. */
function label(one, i) {
  if (one.partial === null) return null;
  const [x, y] = one.label;
  const width = 7 * one.partial.length + 6;
  return draw("g", { class: "label", "data-label": i },
    draw("rect", { x: x - width / 2, y: y - 8, width, height: 16, rx: 3 }),
    draw("text", { x, y: y + 4, "text-anchor": "middle" }, one.partial));
}

/** The derivative of a node as the sum that it is. */
function terms(answer, forward, i, step) {
  const name = (k) => answer.nodes[k].name;
  const symbol = (k) => (forward ? `\u2202${name(k)}/\u2202${answer.along}` : `\u2202${answer.result}/\u2202${name(k)}`);
  const title = make("h3", {}, answer.nodes[i].title, make("span", { class: "pale" }, ` = ${answer.nodes[i].value}`));
  if (!step) {
    const why = forward ? `${answer.along} does not reach it with a derivative.` : `It does not reach ${answer.result} with a derivative.`;
    return [title, make("p", { class: "pale" }, why)];
  }
  const rows = [];
  if (step.start !== null) {
    rows.push(make("tr", {}, make("td", {}, forward ? "seed" : "weight"), make("td", {}), make("td", { class: "number" }, show(step.start, 6))));
  }
  for (const term of step.terms) {
    const [child, parent] = forward ? [i, term.from] : [term.from, i];
    const symbols = `${symbol(term.from)} \u00b7 \u2202${name(child)}/\u2202${name(parent)}`;
    const factor = show(term.partial, 6);
    const numbers = `${show(term.derivative, 6)} \u00b7 ${factor.startsWith("-") ? `(${factor})` : factor}`;
    rows.push(make("tr", {}, make("td", {}, symbols), make("td", { class: "number" }, numbers), make("td", { class: "number" }, show(term.term, 6))));
  }
  const sum = make("tr", { class: "sum" }, make("th", { scope: "row" }, symbol(i)), make("td", {}), make("td", { class: "number", title: String(step.derivative) }, show(step.derivative, 10)));
  return [title, make("div", { class: "scrolled" }, make("table", { class: "terms" }, make("tbody", {}, rows, sum)))];
}

function body(answer, c) {
  const forward = c.state.sweep === "forward" && answer.forward !== null;
  const steps = forward ? answer.forward : answer.reverse;
  const [width, height] = answer.size;
  const step_of = new Map(steps.map((step, k) => [step.node, { ...step, at: k + 1 }]));
  let looked_at = null;
  const look = (i) => {
    looked_at = i;
    update();
  };
  const events = (i) => ({ onpointerenter: () => look(i), onfocus: () => look(i), onpointerleave: () => look(null), onblur: () => look(null) });
  const svg = draw(
    "svg",
    { class: `drawing graph ${forward ? "forward" : "reverse"}`, viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": "graph of the program" },
    answer.edges.map((one, i) => edge(one, i, answer)),
    answer.edges.map(label),
    answer.nodes.map((one, i) => node(one, i, events)),
  );
  // A little smaller where there is less room; farther down one scrolls.
  svg.style.width = `max(${0.7 * width}px, min(100%, ${width}px))`;
  const nodes = [...svg.querySelectorAll("[data-node]")];
  const edges = [...svg.querySelectorAll("[data-edge]")];
  const labels = new Map([...svg.querySelectorAll("[data-label]")].map((one) => [one.dataset.label, one]));
  const panel = make("div", { class: "terms-panel", "aria-live": "polite" });
  const slider = make("input", { type: "range", min: 0, max: steps.length, "aria-label": "step of the sweep" });
  const said = make("output", { class: "pale" });
  const go = (step) => {
    c.state.step = Math.max(0, Math.min(steps.length, step));
    update();
    c.keep();
  };
  slider.addEventListener("input", () => go(Number(slider.value)));
  const button = (text, name, step) => make("button", { type: "button", "aria-label": name, title: name, onclick: () => go(step()) }, text);
  const controls = make(
    "div",
    { class: "line start steps" },
    button("\u21e4", "values only", () => 0),
    button("\u2190", "one step back", () => c.state.step - 1),
    slider,
    button("\u2192", "one step on", () => c.state.step + 1),
    button("\u21e5", "all steps", () => steps.length),
    said,
  );

  function update() {
    const step = Math.min(c.state.step, steps.length);
    slider.value = step;
    said.textContent = `step ${step} of ${steps.length}`;
    const now = step > 0 ? steps[step - 1] : null;
    const shown = looked_at ?? now?.node ?? null;
    const shown_step = shown === null ? undefined : step_of.get(shown);
    nodes.forEach((element, i) => {
      const reached = step_of.has(i) && step_of.get(i).at <= step;
      element.classList.toggle("reached", reached);
      element.classList.toggle("now", now?.node === i);
      element.classList.toggle("looked-at", shown === i);
      element.querySelector(".derivative").textContent = reached ? answer.nodes[i][forward ? "forward" : "reverse"] ?? "" : "";
    });
    const used = new Set((shown_step?.terms ?? []).map((term) => term.edge));
    edges.forEach((element, k) => {
      element.classList.toggle("used", used.has(k));
      labels.get(String(k))?.classList.toggle("used", used.has(k));
    });
    if (shown === null) panel.replaceChildren(make("p", { class: "pale" }, "Step on, or point at a node, to see which terms its derivative is the sum of."));
    else panel.replaceChildren(...terms(answer, forward, shown, shown_step));
  }

  update();
  return [
    controls,
    make("div", { class: "scrolled canvas", tabindex: 0, role: "region", "aria-label": "drawing" }, svg),
    panel,
    answer.branches.map((branch) => make("p", { class: "note" }, branch)),
  ];
}

export const graph = {
  id: "graph",
  title: "Graph",
  question: "graph",
  tools: (answer, c) => [
    make("h2", { class: "title" }, "The program as a graph"),
    switches("Sweep", [["reverse", `Reverse: of ${answer.result}`], ["forward", answer.along ? `Forward: by ${answer.along}` : "Forward"]], c.state.sweep, (sweep) => {
      c.state.sweep = sweep;
      c.redraw();
    }),
  ],
  body,
  drawing: "graph",
  saves: () => [],
};
