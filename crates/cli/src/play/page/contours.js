// Lines of equal value over two variables, with the gradient field.

import { Panel, draggable, span, ticks, wide } from "./axes.js";
import { choice, draw, make, numeric, show } from "./element.js";
import { range } from "./state.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [60, 16, 30, 46];

/** Where the edges of a cell are cut by a level, by which of its corners lie above: pairs of edges. */
const CASES = [[], [[3, 0]], [[0, 1]], [[3, 1]], [[1, 2]], [[3, 2], [0, 1]], [[0, 2]], [[3, 2]], [[2, 3]], [[2, 0]], [[0, 3], [1, 2]], [[2, 1]], [[1, 3]], [[1, 0]], [[0, 3]], []];

/** The line of a level, in short pieces by marching squares: their ends. */
function pieces(panel, x, y, f, level) {
  const found = [];
  for (let j = 0; j + 1 < y.length; j++) {
    for (let i = 0; i + 1 < x.length; i++) {
      const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
      const values = corners.map(([a, b]) => f[b][a]);
      if (!values.every(Number.isFinite)) continue;
      const above = values.reduce((bits, value, k) => bits | (value >= level ? 1 << k : 0), 0);
      const cut = (edge) => {
        const [k, l] = [edge, (edge + 1) % 4];
        const share = (level - values[k]) / (values[l] - values[k]);
        const mix = (list, p, q) => list[p] + share * (list[q] - list[p]);
        const at = [mix(x, corners[k][0], corners[l][0]), mix(y, corners[k][1], corners[l][1])];
        return [panel.across(at[0]), panel.down(at[1])];
      };
      for (const [from, to] of CASES[above]) found.push([cut(from), cut(to)]);
    }
  }
  return found;
}

/** The lines, each with its number where one finds room for it. */
function lines(panel, x, y, f, list) {
  const taken = [];
  const parts = list.map((level) => [level, pieces(panel, x, y, f, level)]);
  const way = (ends) => ends.map(([from, to]) => `M${from.map((c) => c.toFixed(1))}L${to.map((c) => c.toFixed(1))}`).join("");
  const room = ([x, y]) =>
    x > panel.left + 24 && x < panel.left + panel.width - 24 && y > panel.top + 12 && y < panel.top + panel.height - 12 &&
    taken.every(([a, b]) => Math.abs(a - x) > 46 || Math.abs(b - y) > 16);
  const labels = parts.map(([level, ends]) => {
    // From place to place along the line, so that numbers of neighbours do not stand in a row.
    const at = ends.filter((_, k) => k % 5 === 0).map(([from]) => from).filter(room);
    const [left, top] = [panel.left + panel.width / 3, panel.top + panel.height / 3];
    const far = ([a, b]) => Math.hypot(a - left, b - top);
    const best = at.sort((a, b) => far(a) - far(b))[0];
    if (!best) return null;
    taken.push(best);
    return draw("text", { class: "level-name", x: best[0], y: best[1] + 4, "text-anchor": "middle" }, show(level, 4));
  });
  return [parts.map(([level, ends]) => draw("path", { class: level === 0 ? "level zero" : "level", d: way(ends) })), labels];
}

/** Levels at round numbers: the same way apart, or, where most of the values are on one side, with as many between each. */
function levels(f) {
  const sorted = f.flat().filter((x) => Math.abs(x) < 1e300).sort((a, b) => a - b);
  if (!sorted.length) return [];
  const ends = span(sorted);
  const middle = (sorted[sorted.length >> 1] - ends[0]) / (ends[1] - ends[0]);
  if (middle > 0.2 && middle < 0.8) return ticks(ends, 13);
  const among = Array.from({ length: 13 }, (_, k) => sorted[Math.round(((k + 0.7) / 13.4) * (sorted.length - 1))]);
  return [...new Set(among.map((level) => Number(level.toPrecision(2))))];
}

/** Where a value is among the levels, from 0 to 1. */
function rank(value, list) {
  if (!list.length) return 0.5;
  let k = 0;
  while (k < list.length && list[k] <= value) k++;
  // Below the first and above the last level as far as the next one would be.
  const before = list[k - 1] ?? list[0] - ((list[1] ?? list[0] + 1) - list[0]);
  const after = list[k] ?? list.at(-1) + (list.at(-1) - (list.at(-2) ?? list.at(-1) - 1));
  return (k + Math.max(0, Math.min(1, (value - before) / (after - before)))) / (list.length + 1);
}

/** Whether the ground of the page is dark. */
function is_dark() {
  const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).map(Number);
  return red + green + blue < 384;
}

/** The values as a picture of a few pixels, drawn large: from one colour over the ground to another. */
function shade(f, list, dark) {
  const [rows, columns] = [f.length, f[0].length];
  const canvas = make("canvas", { width: columns, height: rows });
  const context = canvas.getContext("2d");
  const pixels = context.createImageData(columns, rows);
  const colours = dark ? [[33, 66, 112], [26, 33, 41], [112, 73, 24]] : [[173, 205, 243], [255, 255, 255], [250, 214, 150]];
  f.forEach((row, j) =>
    row.forEach((value, i) => {
      const share = Number.isFinite(value) ? 2 * rank(value, list) : 1;
      const [from, to, part] = share < 1 ? [colours[0], colours[1], share] : [colours[1], colours[2], share - 1];
      const at = 4 * ((rows - 1 - j) * columns + i);
      for (let k = 0; k < 3; k++) pixels.data[at + k] = from[k] + part * (to[k] - from[k]);
      pixels.data[at + 3] = Number.isFinite(value) ? 255 : 0;
    }),
  );
  context.putImageData(pixels, 0, 0);
  return canvas.toDataURL();
}

/** An arrow up the gradient; the longest is as long as the arrows are apart. */
function arrow(panel, [x, y, u, v], scale, longest) {
  // On the drawing: a direction of numbers is stretched as the axes are.
  const [a, b] = [(u * panel.width) / (panel.x[1] - panel.x[0]), (-v * panel.height) / (panel.y[1] - panel.y[0])];
  const size = Math.hypot(a, b);
  if (!(size > 0) || !Number.isFinite(size)) return null;
  // Lengths grow with the root, so that small ones are still seen.
  const length = longest * Math.sqrt(size / scale);
  if (length < 2) return null;
  const [p, q] = [(a / size) * length, (b / size) * length];
  const [left, top] = [panel.across(x) - p / 2, panel.down(y) - q / 2];
  const head = Math.min(6, 0.4 * length);
  const [m, n] = [p / length, q / length];
  const wing = (side) => `${(left + p - head * (m - side * 0.5 * n)).toFixed(1)},${(top + q - head * (n + side * 0.5 * m)).toFixed(1)}`;
  const tip = `${(left + p).toFixed(1)},${(top + q).toFixed(1)}`;
  return draw("path", { class: "arrow", d: `M${left.toFixed(1)},${top.toFixed(1)}L${tip}M${wing(1)}L${tip}L${wing(-1)}` });
}

function body(answer, c) {
  const [x, y] = [answer.x.map(numeric), answer.y.map(numeric)];
  const f = answer.f.map((row) => row.map(numeric));
  const [at_x, at_y] = answer.at.map(numeric);
  const across = wide(c.room());
  const down = 120 + Math.round(0.64 * across);
  const panel = new Panel({ left: LEFT, top: TOP, width: across - LEFT - RIGHT, height: down - TOP - BOTTOM }, [x[0], x.at(-1)], [y[0], y.at(-1)]);
  const list = levels(f);
  const arrows = answer.arrows.map((one) => one.map(numeric));
  const sizes = arrows.map(([, , u, v]) => Math.hypot((u * panel.width) / (panel.x[1] - panel.x[0]), (v * panel.height) / (panel.y[1] - panel.y[0])));
  const sorted = sizes.filter((size) => size > 0).sort((a, b) => a - b);
  const scale = sorted[Math.floor(0.95 * (sorted.length - 1))] || 1;
  const longest = Math.min(panel.height, panel.width) / 13;
  const dark = is_dark();
  const [ways, names] = lines(panel, x, y, f, list);
  const { left, top, width, height } = panel;
  // The middles of the outer pixels stand on the frame.
  const [half_x, half_y] = [width / (x.length - 1) / 2, height / (y.length - 1) / 2];
  const image = { x: left - half_x, y: top - half_y, width: width + 2 * half_x, height: height + 2 * half_y };
  const inside = at_x >= x[0] && at_x <= x.at(-1) && at_y >= y[0] && at_y <= y.at(-1);
  const svg = draw(
    "svg",
    { class: "drawing plot contours", viewBox: `0 0 ${across} ${down}`, width: across, height: down, role: "img", "aria-label": `contours of ${answer.result} over ${answer.along} and ${answer.across}` },
    draw("clipPath", { id: "inside" }, draw("rect", { x: left, y: top, width, height })),
    draw(
      "g",
      { "clip-path": "url(#inside)" },
      draw("image", { href: shade(f, list, dark), preserveAspectRatio: "none", ...image }),
      ways,
      arrows.map((one, i) => arrow(panel, one, Math.max(scale, sizes[i]), longest)),
      names,
    ),
    panel.frame([answer.along, answer.across], { grid: false }),
    panel.border(),
    inside ? draw("circle", { class: "here", cx: panel.across(at_x), cy: panel.down(at_y), r: 6 }) : null,
  );
  draggable(svg, panel, (to_x, to_y) => c.move({ [answer.along]: to_x, [answer.across]: to_y }));
  return [
    make("div", { class: "canvas" }, svg),
    make("p", { class: "pale small" }, "Blue is low, amber high. Arrows are the gradient, their lengths by the root of its size. Drag to move the point."),
  ];
}

export const contours = {
  id: "contours",
  title: "Contours",
  question: "contours",
  ask: (state, variables) => {
    const along = variables.includes(state.along) ? state.along : variables[0];
    const others = variables.filter((name) => name !== along);
    const across = others.includes(state.across) ? state.across : others[0];
    return { along, across, range: along ? range(along) : [0, 1], range2: across ? range(across) : [0, 1] };
  },
  tools: (answer, c) => [
    make("h2", { class: "title" }, "Contours and gradient field"),
    choice("Across", c.variables.map((name) => [name, name]), answer.along, (name) => {
      if (name === answer.across) c.state.across = answer.along;
      c.state.along = name;
      c.refresh();
    }),
    choice("up", c.variables.filter((name) => name !== answer.along).map((name) => [name, name]), answer.across, (name) => {
      c.state.across = name;
      c.refresh();
    }),
  ],
  body,
  drawing: "contours",
  saves: (answer) => [["CSV", "contours.csv", () => [[`${answer.across} \\ ${answer.along}`, ...answer.x], ...answer.y.map((y, j) => [y, ...answer.f[j]])]]],
};
