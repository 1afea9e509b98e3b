// A result and its derivative along a variable.

import { Panel, draggable, span, wide } from "./axes.js";
import { choice, draw, make, numeric, show } from "./element.js";
import { range } from "./state.js";

const [LEFT, RIGHT] = [60, 16];
const [TOP, HEIGHT, GAP] = [30, 210, 44];

/** A line through points; it is broken where there are none, and where it leaps from one end of the panel to the other. */
function line(panel, x, y) {
  const [low, high] = panel.y;
  const far = high - low;
  let way = "";
  let before = NaN;
  x.forEach((at, i) => {
    const value = y[i];
    if (Number.isFinite(value)) {
      const leaps = (before > high && value < low) || (before < low && value > high);
      const joined = Number.isFinite(before) && !leaps;
      // Far outside the numbers of a drawing grow too large for it.
      const kept = Math.max(low - far, Math.min(high + far, value));
      way += `${joined ? "L" : "M"}${panel.across(at).toFixed(1)},${panel.down(kept).toFixed(1)}`;
    }
    before = value;
  });
  return way;
}

function body(answer, c) {
  const x = answer.x.map(numeric);
  const ends = [x[0], x.at(-1)];
  const [f, d] = [answer.f.map(numeric), answer.d.map(numeric)];
  const [at, value, slope] = [answer.at, answer.value, answer.slope].map(numeric);
  const across = wide(c.room());
  const size = { left: LEFT, width: across - LEFT - RIGHT, height: HEIGHT };
  const upper = new Panel({ ...size, top: TOP }, ends, span(f));
  const lower = new Panel({ ...size, top: TOP + HEIGHT + GAP }, ends, span(d));
  const height = TOP + 2 * HEIGHT + GAP + 46;
  const clip = (name, panel) =>
    draw("clipPath", { id: name }, draw("rect", { x: panel.left, y: panel.top, width: panel.width, height: panel.height }));
  const { result, along } = answer;
  const mark = (panel, y) =>
    inside && y >= panel.y[0] && y <= panel.y[1] ? draw("circle", { class: "here", cx: panel.across(at), cy: panel.down(y), r: 5.5 }) : null;
  const far = upper.y[1] - upper.y[0];
  const inside = at >= ends[0] && at <= ends[1];
  const tangent = () => {
    if (!inside || !Number.isFinite(slope) || !(Math.abs(value - upper.y[0]) < 2 * far)) return null;
    // No farther than one sees it, however steep it is.
    const reach = (3 * far) / Math.abs(slope);
    const [x1, x2] = [Math.max(ends[0], at - reach), Math.min(ends[1], at + reach)];
    const [y1, y2] = [x1, x2].map((end) => upper.down(value + slope * (end - at)));
    return draw("line", { class: "tangent", x1: upper.across(x1), y1, x2: upper.across(x2), y2 });
  };
  const svg = draw(
    "svg",
    { class: "drawing plot curves", viewBox: `0 0 ${across} ${height}`, width: across, height, role: "img", "aria-label": `${result} and its derivative along ${along}` },
    clip("upper", upper),
    clip("lower", lower),
    upper.frame(["", `${result} = ${show(value, 8)}`], { numbers: false }),
    lower.frame([along, `\u2202${result}/\u2202${along} = ${show(slope, 8)}`]),
    inside && draw("line", { class: "cursor", x1: upper.across(at), x2: upper.across(at), y1: TOP, y2: TOP + 2 * HEIGHT + GAP }),
    draw("g", { "clip-path": "url(#upper)" }, tangent(), draw("path", { class: "function", d: line(upper, x, f) })),
    draw("path", { class: "slope", d: line(lower, x, d), "clip-path": "url(#lower)" }),
    upper.border(),
    lower.border(),
    mark(upper, value),
    mark(lower, slope),
  );
  draggable(svg, upper, (to) => c.move({ [along]: to }));
  return [make("div", { class: "canvas" }, svg), make("p", { class: "pale small" }, `Drag to move ${along}. The dashed line is the tangent; the range is that of the slider.`)];
}

export const curves = {
  id: "curves",
  title: "Curves",
  question: "curves",
  ask: (state, variables) => {
    const along = variables.includes(state.along) ? state.along : variables[0];
    return { along, range: along ? range(along) : [0, 1] };
  },
  tools: (answer, c) => [
    make("h2", { class: "title" }, "Along a variable"),
    choice("Along", c.variables.map((name) => [name, name]), answer.along, (name) => {
      c.state.along = name;
      c.refresh();
    }),
  ],
  body,
  drawing: "curves",
  saves: (answer) => [["CSV", "curves.csv", () => [[answer.along, answer.result, `d_${answer.along}`], ...answer.x.map((x, i) => [x, answer.f[i], answer.d[i]])]]],
};
