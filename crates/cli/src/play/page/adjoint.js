// The adjoint that the attribute generates from Rust.

import { make } from "./element.js";
import { coloured } from "./editor.js";

const NONE = new Set();

/** What is wrong with the text, function by function. */
export function faults(answer) {
  return answer.error ? [answer.error] : [...answer.errors, ...answer.functions.flatMap((f) => f.errors ?? [])];
}

function one(f) {
  const text = f.adjoint.trimEnd();
  return make("pre", { class: "code", tabindex: 0, "aria-label": `adjoint of ${f.name}` }, coloured(text, "rust", NONE, []));
}

export const adjoint = {
  id: "adjoint",
  title: "Rust",
  question: "adjoint",
  alone: true,
  ask: (state) => ({ rust: state.rust }),
  tools: () => [make("h2", { class: "title" }, "The adjoint that #[differentiable] generates")],
  body: (answer) => {
    const whole = (answer.functions ?? []).filter((f) => f.adjoint);
    return whole.length ? whole.map(one) : [make("p", { class: "pale" }, "The adjoint is shown when a function is right.")];
  },
  saves: (answer) => {
    const texts = answer.functions.map((f) => f.adjoint).filter(Boolean);
    return texts.length ? [["Rust", "adjoint.rs", () => texts.join("\n")]] : [];
  },
};
