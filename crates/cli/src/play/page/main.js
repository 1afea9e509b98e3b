// The page: what is typed and moved goes out as questions, what comes back is shown.

import { adjoint, faults } from "./adjoint.js";
import { ask } from "./ask.js";
import { contours } from "./contours.js";
import { curves } from "./curves.js";
import { derivatives } from "./derivatives.js";
import { Editor } from "./editor.js";
import { choice, complaint, make, numeric } from "./element.js";
import { graph } from "./graph.js";
import { save, save_png, save_svg } from "./save.js";
import { read, state, write } from "./state.js";
import { trace } from "./trace.js";
import { Variables } from "./variables.js";

const VIEWS = [derivatives, graph, trace, curves, contours, adjoint];

const EXAMPLES = [
  ["x*sin(x*y) + y^2/4", "A formula of two variables"],
  ["ln(x1) + x1*x2 - sin(x2)", "The example of the textbooks"],
  ["(1 - x)^2 + 10*(y - x^2)^2", "Rosenbrock's valley"],
  ["exp(-t/4)*cos(w*t)", "A damped wave"],
  ["[r*cos(a), r*sin(a)]", "Several results"],
  ["if x < 0 then -x^3 else x^2*y", "A branch"],
  ["# Newton's steps towards the root of a\nfn root(a, x, n) =\n  if n == 0 then x\n  else root(a, (x + a/x)/2, n - 1);\nroot(a, 1, 4)", "A loop: recursion"],
];

const by_id = (id) => document.getElementById(id);
const [said, body, tools, panel] = ["said", "body", "tools", "panel"].map(by_id);

/** What views need of the page. */
const c = {
  state,
  variables: [],
  functions: new Set(),
  refresh,
  redraw: () => show_view(),
  room: () => body.clientWidth,
  keep: () => write(c.variables),
  move: (values) => {
    for (const [name, x] of Object.entries(values)) state.at[name] = Number(x.toPrecision(4));
    refresh();
  },
};

const editor = new Editor(by_id("editor"), "formula", (text) => {
  state.program = text;
  by_id("examples").value = "";
  refresh(120);
});
const rust = new Editor(by_id("rust-editor"), "rust", (text) => {
  state.rust = text;
  refresh(300);
});
const variables = new Variables(by_id("variables"), () => refresh());

let view = VIEWS[0];
/** The last answer to the question of the view, and whether the program itself was right. */
let answer = null;
let right = true;

let waiting = 0;
let busy = false;
let again = false;

/** Asks again, after so many milliseconds in which nothing else happens. */
function refresh(after = 0) {
  clearTimeout(waiting);
  waiting = setTimeout(run, after);
  document.body.dataset.state = "busy";
}

async function run() {
  waiting = 0;
  // One question at a time; what happens meanwhile is asked for when it is answered.
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  do {
    again = false;
    await ask_all();
  } while (again);
  busy = false;
  if (!waiting) document.body.dataset.state = "idle";
}

async function ask_all() {
  const asked = { program: state.program, view: view.id, rust: state.rust };
  const common = { program: state.program, at: state.at, of: state.of, along: state.along };
  const point = await ask("derivatives", common);
  const stale = () => asked.program !== state.program || asked.view !== view.id || asked.rust !== state.rust;
  if (stale()) return void (again = true);
  show_point(point);
  right = !point.error;
  let found = point;
  if (view.question !== "derivatives" && (!point.error || view.alone)) {
    found = await ask(view.question, { ...common, ...view.ask?.(state, c.variables) });
    if (stale()) return void (again = true);
  }
  answer = found;
  if (view.alone) show_faults(rust, by_id("rust-fault"), faults(found));
  show_view();
  write(c.variables);
}

/** Says what is wrong with a text, and underlines where. */
function show_faults(field, place, list) {
  place.replaceChildren(...list.map(complaint));
  field.mark(list.map((fault) => fault.place).filter(Boolean));
}

/** Variables, results, and what is wrong with the program. */
function show_point(point) {
  if (!point.error) c.functions = editor.functions = new Set(point.functions);
  show_faults(editor, by_id("fault"), point.error ? [point.error] : []);
  if (point.error) return;
  c.variables = point.variables;
  point.variables.forEach((name, i) => (state.at[name] ??= numeric(point.at[i])));
  variables.show(point.variables, point.variables.map((name) => state.at[name]));
  state.of = point.of;
  const results = point.results.map((name, i) => [i, name]);
  const of = choice("Derivatives of", results, point.of, (which) => {
    state.of = Number(which);
    refresh();
  });
  keep_focus(by_id("choices"), () => by_id("choices").replaceChildren(...(results.length > 1 ? [of] : [])));
}

/** What is replaced while it has the focus hands it on to what comes in its place. */
function keep_focus(within, replace) {
  const focused = document.activeElement;
  const name = (element) => `${element.tagName} ${element.ariaLabel ?? ""} ${element.tagName === "BUTTON" ? element.textContent : (element.parentElement?.firstChild?.textContent ?? "")}`;
  const wanted = within.contains(focused) ? name(focused) : null;
  replace();
  if (wanted === null || within.contains(document.activeElement)) return;
  const candidates = within.querySelectorAll("a, button, input, select, [tabindex]");
  [...candidates].find((element) => name(element) === wanted)?.focus({ preventScroll: true });
}

function show_view() {
  panel.setAttribute("aria-labelledby", `tab-${view.id}`);
  const shown = !answer.error || view.alone;
  // While one types, what was right last stays, faded.
  const stays = !shown && !right && body.dataset.view === view.id && body.dataset.whole === "true";
  panel.classList.toggle("old", stays);
  if (stays) return;
  body.dataset.view = view.id;
  body.dataset.whole = shown;
  if (shown) {
    keep_focus(panel, () => {
      tools.replaceChildren(...view.tools(answer, c), saves(answer));
      body.replaceChildren(...[view.body(answer, c)].flat(Infinity).filter(Boolean));
    });
    return;
  }
  tools.replaceChildren(make("h2", { class: "title" }, view.title));
  // What is wrong with the program is said below it.
  body.replaceChildren(right ? complaint(answer.error) : make("p", { class: "pale" }, "This view is shown when the program is right."));
}

/** The buttons that hand out files. */
function saves(shown) {
  const button = (text, act) => make("button", { type: "button", class: "save", title: `save as ${text}`, onclick: act }, text);
  const drawing = () => body.querySelector("svg.drawing");
  const drawings = view.drawing ? [["SVG", save_svg], ["PNG", save_png]].map(([text, act]) => button(text, () => act(view.drawing, drawing()))) : [];
  const files = shown.error ? [] : view.saves(shown).map(([text, name, content]) => button(text, () => save(name, content())));
  return make("div", { class: "saves", role: "group", "aria-label": "Save" }, drawings, files);
}

function choose(next) {
  view = next;
  state.view = next.id;
  document.body.classList.toggle("of-rust", Boolean(next.alone));
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const chosen = tab.id === `tab-${next.id}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
  }
  refresh();
}

function build_tabs() {
  const list = document.querySelector("[role=tablist]");
  const tab = (one) => make("button", { type: "button", role: "tab", id: `tab-${one.id}`, "aria-controls": "panel", onclick: () => choose(one) }, one.title);
  list.replaceChildren(...VIEWS.map(tab));
  list.addEventListener("keydown", (event) => {
    const at = VIEWS.indexOf(view);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + VIEWS.length, Home: 0, End: VIEWS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(VIEWS[to % VIEWS.length]);
    by_id(`tab-${view.id}`).focus();
  });
}

function build_examples() {
  const select = by_id("examples");
  select.append(make("option", { value: "" }, "Examples"), ...EXAMPLES.map(([text, title], i) => make("option", { value: i }, title)));
  select.addEventListener("change", () => {
    if (select.value === "") return;
    Object.assign(state, { program: EXAMPLES[select.value][0], at: {}, ranges: {}, of: 0, step: 0, along: "", across: "" });
    editor.text = state.program;
    refresh();
  });
}

const THEMES = ["system", "light", "dark"];

function show_theme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  by_id("theme").textContent = `Theme: ${theme}`;
}

function build_theme() {
  let theme = localStorage.getItem("theme");
  if (!THEMES.includes(theme)) theme = "system";
  show_theme(theme);
  by_id("theme").addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    localStorage.setItem("theme", theme);
    show_theme(theme);
    if (answer) show_view();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => answer && show_view());
}

by_id("share").addEventListener("click", async () => {
  write(c.variables);
  let done = "Copied.";
  try {
    await navigator.clipboard.writeText(location.href);
  } catch {
    done = "Copy the address of this page.";
  }
  said.textContent = done;
  setTimeout(() => (said.textContent = ""), 3000);
});

// Plots are as wide as there is room.
let width = 0;
new ResizeObserver(() => {
  if (answer && view.drawing && Math.abs(body.clientWidth - width) > 4) show_view();
  width = body.clientWidth;
}).observe(body);

function open(hash) {
  read(hash);
  editor.text = state.program;
  rust.text = state.rust;
  choose(VIEWS.find((one) => one.id === state.view) ?? VIEWS[0]);
}

// An answer that comes in between may have written its state into the address.
addEventListener("hashchange", (event) => open(new URL(event.newURL).hash));
build_tabs();
build_examples();
build_theme();
open(location.hash);
