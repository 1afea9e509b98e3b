// The trace table.

import { make, switches } from "./element.js";

function equation(texts, first) {
  const written = texts.map((text, i) => (i === 0 || text === "" ? text : `= ${text}`));
  return written.map((text, i) => make("td", { class: `${i === 3 ? "result" : ""}${i === 0 && first ? " first" : ""}` || null }, text));
}

/** The lines of a row: adjoints are read up. */
function lines([primal, derivatives], forward) {
  const right = forward ? derivatives : [...derivatives].reverse();
  const none = ["", "", "", ""];
  return Array.from({ length: Math.max(1, right.length) }, (_, i) => [i === 0 ? primal : none, right[i] ?? none]);
}

function table(answer) {
  const derivative = answer.forward ? "Forward tangent trace \u2193" : "Reverse adjoint trace \u2191";
  const head = make(
    "thead",
    {},
    make("tr", {}, make("th", { colspan: 4, scope: "colgroup" }, "Forward primal trace \u2193"), make("th", { colspan: 4, scope: "colgroup", class: "first" }, derivative)),
  );
  const row = ([left, right]) => make("tr", {}, equation(left, false), equation(right, true));
  const part = (rows) => make("tbody", {}, rows.flatMap((one) => lines(one, answer.forward)).map(row));
  return make("table", { class: `trace ${answer.forward ? "forward" : "reverse"}` }, head, answer.parts.filter((part) => part.length).map(part));
}

function csv(answer) {
  const names = ["name", "formula", "with numbers", "value"];
  const head = [...names, ...names.map((name) => `derivative: ${name}`)];
  return [head, ...answer.parts.flat().flatMap((row) => lines(row, answer.forward)).map((pair) => pair.flat())];
}

export const trace = {
  id: "trace",
  title: "Trace",
  question: "trace",
  ask: (state) => ({ forward: state.sweep === "forward" }),
  tools: (answer, c) => [
    make("h2", { class: "title" }, "Step by step, as in a textbook"),
    switches("Sweep", [["reverse", "Reverse"], ["forward", "Forward"]], c.state.sweep, (sweep) => {
      c.state.sweep = sweep;
      c.refresh();
    }),
  ],
  body: (answer) => [
    make("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": "trace table" }, table(answer)),
    answer.notes.map((note) => make("p", { class: "note" }, note)),
  ],
  saves: (answer) => [
    ["CSV", "trace.csv", () => csv(answer)],
    ["LaTeX", "trace.tex", () => answer.latex],
  ],
};
