// Value, gradient, Hessian and series.

import { cell, choice, complaint, make, numeric, show } from "./element.js";
import { coloured } from "./editor.js";

function formula(text, functions) {
  return make("code", {}, coloured(text, "formula", functions, []));
}

function section(title, ...content) {
  return make("section", {}, make("h3", {}, title), content);
}

function scrolled(table) {
  return make("div", { class: "scrolled" }, table);
}

function values(answer) {
  const one = (name, i) =>
    make("p", { class: "value" }, make("span", {}, `${name} =`), make("output", { title: String(answer.values[i]), "data-result": name }, show(answer.values[i], 12)));
  return make("div", { class: "values" }, answer.results.map(one));
}

function gradient(answer, c) {
  if (!answer.variables.length) return null;
  const result = answer.results[answer.of];
  const formulas = answer.formulas ?? [];
  const row = (name, i) =>
    make(
      "tr",
      { "data-variable": name },
      make("th", { scope: "row" }, `\u2202${result}/\u2202${name}`),
      cell(answer.jacobian[answer.of][i], 12),
      formulas.some((text) => text) ? make("td", { class: "formula" }, formulas[i] ? formula(formulas[i], c.functions) : "") : null,
    );
  return section("Gradient", scrolled(make("table", { class: "gradient" }, make("tbody", {}, answer.variables.map(row)))));
}

function jacobian(answer) {
  if (answer.results.length < 2 || !answer.variables.length) return null;
  const head = make("tr", {}, make("td"), answer.variables.map((name) => make("th", { scope: "col" }, name)));
  const row = (name, i) => make("tr", {}, make("th", { scope: "row" }, name), answer.jacobian[i].map((x) => cell(x, 8)));
  const table = make("table", { class: "matrix jacobian" }, make("thead", {}, head), make("tbody", {}, answer.results.map(row)));
  return section("Jacobian", scrolled(table));
}

function hessian(answer) {
  if (!answer.variables.length) return null;
  if (answer.hessian.error) return section("Hessian", complaint(answer.hessian.error));
  const head = make("tr", {}, make("td"), answer.variables.map((name) => make("th", { scope: "col" }, name)));
  const row = (name, i) => make("tr", {}, make("th", { scope: "row" }, name), answer.hessian[i].map((x) => cell(x, 8)));
  const table = make("table", { class: "matrix hessian" }, make("thead", {}, head), make("tbody", {}, answer.variables.map(row)));
  return section("Hessian", scrolled(table));
}

/** The polynomial, as one writes it. */
function polynomial({ along, coefficients }, at, order) {
  const base = at === 0 ? along : `(${along} ${at < 0 ? "+" : "-"} ${show(Math.abs(at), 6)})`;
  let text = "";
  coefficients.slice(0, order + 1).forEach((coefficient, k) => {
    const x = numeric(coefficient);
    if (x === 0) return;
    const factor = show(Math.abs(x), 6);
    const power = `${base}${k > 1 ? `^${k}` : ""}`;
    const size = k === 0 ? factor : factor === "1" ? power : `${factor}*${power}`;
    text += text ? ` ${x < 0 ? "-" : "+"} ${size}` : `${x < 0 ? "-" : ""}${size}`;
  });
  return text || "0";
}

function series(answer, c) {
  if (!answer.variables.length) return null;
  const by = choice("Series in", answer.variables.map((name) => [name, name]), answer.series.along ?? c.state.along, (name) => {
    c.state.along = name;
    c.refresh();
  });
  if (answer.series.error) return section("Taylor series", by, complaint(answer.series.error));
  const { along, coefficients, derivatives } = answer.series;
  const at = numeric(answer.at[answer.variables.indexOf(along)]);
  const body = make("tbody");
  const line = make("p", { class: "formula polynomial" });
  const order = make("input", { type: "range", min: 0, max: 20, value: c.state.order, "aria-label": "order of the series" });
  const said = make("output", {});
  const update = () => {
    const row = (_, k) => make("tr", {}, make("th", { scope: "row" }, k), cell(coefficients[k], 12), cell(derivatives[k], 12));
    body.replaceChildren(...coefficients.slice(0, c.state.order + 1).map(row));
    line.replaceChildren(formula(polynomial(answer.series, at, c.state.order), c.functions));
    said.textContent = c.state.order;
  };
  order.addEventListener("input", () => {
    c.state.order = Number(order.value);
    update();
    c.keep();
  });
  update();
  const titles = ["order", "coefficient", "derivative"].map((title) => make("th", { scope: "col" }, title));
  const table = make("table", { class: "series" }, make("thead", {}, make("tr", {}, titles)), body);
  return section("Taylor series", make("div", { class: "line start" }, by, make("label", { class: "choice" }, "up to order", order, said)), line, scrolled(table));
}

function csv(answer) {
  const head = ["result", "value", ...answer.variables.map((name) => `d_${name}`)];
  const rows = answer.results.map((name, i) => [name, answer.values[i], ...(answer.jacobian[i] ?? [])]);
  const second = Array.isArray(answer.hessian)
    ? answer.variables.map((name, i) => [`d_${name}`, answer.jacobian[answer.of][i], ...answer.hessian[i]])
    : [];
  return [head, ...rows, ...second];
}

function latex(answer) {
  const matrix = Array.isArray(answer.hessian)
    ? `\\[\n  H = \\begin{pmatrix}\n${answer.hessian.map((row) => `    ${row.map((x) => show(x, 6)).join(" & ")}`).join(" \\\\\n")}\n  \\end{pmatrix}\n\\]\n`
    : "";
  return `% \\usepackage{amsmath}\n${answer.latex ?? ""}${matrix}`;
}

export const derivatives = {
  id: "derivatives",
  title: "Derivatives",
  question: "derivatives",
  tools: () => [make("h2", { class: "title" }, "Value and derivatives")],
  body: (answer, c) => [
    values(answer),
    answer.notes.map((note) => make("p", { class: "note" }, note)),
    gradient(answer, c),
    jacobian(answer),
    hessian(answer),
    series(answer, c),
    make("p", { class: "pale small" }, `The gradient by ${answer.engine}.`),
  ],
  saves: (answer) => [
    ["CSV", "derivatives.csv", () => csv(answer)],
    ["LaTeX", "derivatives.tex", () => latex(answer)],
  ],
};
