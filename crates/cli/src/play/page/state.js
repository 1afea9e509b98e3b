// What the page shows, and the part of the address that holds it.

const FIRST = "x*sin(x*y) + y^2/4";

const RUST = `#[differentiable]
fn energy(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 1..x.len() {
        let d = x[i] - x[i - 1];
        sum += 0.5 * k * d * d + (x[i] * d).sin();
    }
    sum
}
`;

const FRESH = {
  program: FIRST,
  view: "derivatives",
  at: {},
  ranges: {},
  along: "",
  across: "",
  of: 0,
  order: 5,
  sweep: "reverse",
  step: 0,
  rust: RUST,
};

/** What is shown now. */
export const state = structuredClone(FRESH);

const WORDS = ["program", "view", "along", "across", "sweep", "rust"];
const NUMBERS = ["of", "order", "step"];

/** The range of a variable's slider. */
export function range(name) {
  const known = state.ranges[name];
  if (known) return known;
  const x = state.at[name] ?? 1;
  return x >= -5 && x <= 5 ? [-5, 5] : [Math.floor(x - Math.abs(x)), Math.ceil(x + Math.abs(x))];
}

/** Takes over what an address says behind its `#`; what it does not say is as in a fresh page. */
export function read(hash) {
  const words = new URLSearchParams(hash.slice(1));
  Object.assign(state, structuredClone(FRESH));
  for (const name of WORDS) if (words.has(name)) state[name] = words.get(name);
  for (const name of NUMBERS) {
    const number = Number(words.get(name));
    if (words.has(name) && Number.isInteger(number) && number >= 0) state[name] = number;
  }
  state.order = Math.min(state.order, 20);
  state.sweep = state.sweep === "forward" ? "forward" : "reverse";
  for (const [key, value] of words) {
    const [kind, name] = [key.slice(0, key.indexOf(".")), key.slice(key.indexOf(".") + 1)];
    const numbers = value.split("..").map(Number);
    if (!numbers.every(Number.isFinite)) continue;
    if (kind === "at") state.at[name] = numbers[0];
    if (kind === "range" && numbers.length === 2 && numbers[0] < numbers[1]) state.ranges[name] = numbers;
  }
}

/** Writes what differs from a fresh page into the address. */
export function write(variables) {
  const words = new URLSearchParams();
  for (const name of [...WORDS, ...NUMBERS]) if (state[name] !== FRESH[name]) words.set(name, state[name]);
  for (const name of variables) {
    if (state.at[name] !== undefined) words.set(`at.${name}`, state.at[name]);
    if (state.ranges[name]) words.set(`range.${name}`, state.ranges[name].join(".."));
  }
  const hash = words.toString();
  history.replaceState(null, "", hash ? `#${hash}` : location.pathname);
}
