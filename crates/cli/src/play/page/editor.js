// A field for text with colours, and with what is wrong underlined: a drawing of the text lies behind the field.

import { make } from "./element.js";

const KEYWORDS = {
  formula: "let|in|if|then|else|fn|and|or|not|true|false",
  rust: "as|break|const|continue|else|enum|false|fn|for|if|impl|in|let|loop|match|mod|move|mut|pub|ref|return|self|Self|static|struct|trait|true|type|use|where|while",
};

const NUMBER = String.raw`\b\d[\d_]*\.?[\d_]*(?:[eE][+-]?\d+)?(?:f64|f32|usize)?`;

const PATTERNS = {
  formula: new RegExp(String.raw`(?<comment>#[^\n]*)|(?<number>${NUMBER})|(?<word>[\p{L}_][\p{L}\p{N}_]*)`, "gu"),
  rust: new RegExp(
    String.raw`(?<comment>//[^\n]*|/\*[^]*?\*/)|(?<mark>#!?\[[^\]\n]*\])|(?<text>"(?:[^"\\]|\\.)*")|(?<number>${NUMBER})|(?<word>[\p{L}_][\p{L}\p{N}_]*!?)`,
    "gu",
  ),
};

/** Parts of a text with the class of each, by where they begin and end. */
function parts(text, language, functions) {
  const keyword = new RegExp(`^(?:${KEYWORDS[language]})$`);
  const found = [];
  for (const match of text.matchAll(PATTERNS[language])) {
    const [kind] = Object.entries(match.groups).find(([, group]) => group !== undefined);
    let colour = kind;
    if (kind === "word") {
      if (keyword.test(match[0])) colour = "keyword";
      else if (functions.has(match[0])) colour = "function";
      else continue;
    }
    found.push([match.index, match.index + match[0].length, colour]);
  }
  return found;
}

/** The text as spans; what lies in `faults` is underlined. */
export function coloured(text, language, functions, faults) {
  const marked = parts(text, language, functions);
  const cuts = new Set([0, text.length]);
  for (const [from, to] of [...marked, ...faults]) cuts.add(from).add(to);
  const places = [...cuts].filter((at) => at <= text.length).sort((a, b) => a - b);
  const spans = [];
  let next = 0;
  for (let i = 0; i + 1 < places.length; i++) {
    const [from, to] = [places[i], places[i + 1]];
    while (next < marked.length && marked[next][1] <= from) next++;
    const inside = next < marked.length && marked[next][0] <= from ? marked[next][2] : "";
    const wrong = faults.some(([a, b]) => a <= from && to <= b) ? " wrong" : "";
    const classes = `${inside}${wrong}`.trim();
    spans.push(classes ? make("span", { class: classes }, text.slice(from, to)) : text.slice(from, to));
  }
  return spans;
}

/** A place that can be seen: at the end of the text, the character before it. */
function seen([from, to], text) {
  if (to > from) return [from, to];
  return from < text.length && text[from] !== "\n" ? [from, from + 1] : [Math.max(0, from - 1), from];
}

export class Editor {
  /** In an element that holds a `pre` and a `textarea`; `changed` is told each change. */
  constructor(element, language, changed) {
    this.behind = element.querySelector("pre");
    this.field = element.querySelector("textarea");
    this.language = language;
    this.functions = new Set();
    this.faults = [];
    this.field.addEventListener("input", () => {
      // Old marks would stand below other words.
      this.faults = [];
      this.paint();
      changed(this.field.value);
    });
    this.field.addEventListener("scroll", () => this.follow());
  }

  get text() {
    return this.field.value;
  }

  set text(text) {
    if (this.field.value !== text) this.field.value = text;
    this.faults = [];
    this.paint();
  }

  /** Underlines these places. */
  mark(places) {
    this.faults = places.map((place) => seen(place, this.text));
    this.field.setAttribute("aria-invalid", String(places.length > 0));
    this.paint();
  }

  paint() {
    // A last empty line takes room only where something stands on it.
    this.behind.replaceChildren(...coloured(this.text, this.language, this.functions, this.faults), "\u200b");
    this.follow();
  }

  follow() {
    this.behind.scrollTop = this.field.scrollTop;
    this.behind.scrollLeft = this.field.scrollLeft;
  }
}
