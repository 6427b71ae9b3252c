// The distribution editor, part 1 of 7: arithmetic on lists of probabilities, and how numbers are written.
//
// The parts are joined into one module by views/editor.py (a component takes one JavaScript text), so
// names of one part are visible in the next. Nothing here touches the page.
//
// What the learner feels is computed here, 60 times a second; what the lesson states is computed by
// specdec from the value that is sent on release.

const WORDS_MIN = 2;
const WORDS_MAX = 12;
const WORD_LENGTH = 24;
const SCALES = [0.25, 0.5, 1]; // how far the axis may reach
const STEP = 0.01; // a released handle rests on a multiple of this
const GRAIN = 1e4; // what is sent has four decimals: an address can hold it without loss

const sum = (values) => values.reduce((total, value) => total + value, 0);
const clamp = (value, low = 0, high = 1) => Math.min(high, Math.max(low, value));
const toStep = (value) => Math.round(value / STEP) * STEP;

/** A copy of `weights` that sums to 1; even shares where there is no weight at all. */
function normalised(weights) {
  const total = sum(weights);
  return total > 0 ? weights.map((w) => w / total) : weights.map(() => 1 / weights.length);
}

/**
 * `base` with entry `index` set to `value`, the others giving way in proportion. Where `index` holds
 * everything the others have no proportions: they share evenly.
 */
function withShare(base, index, value) {
  let others = base.map((w, j) => (j === index ? 0 : w));
  if (sum(others) < 1e-9) others = base.map((_, j) => (j === index ? 0 : 1));
  const total = sum(others);
  return others.map((w, j) => (j === index ? value : (w * (1 - value)) / total));
}

/** Rounded to four decimals that still sum to 1: the largest remainders take what rounding dropped. */
function rounded(distribution) {
  const scaled = normalised(distribution).map((w) => w * GRAIN);
  const units = scaled.map(Math.floor);
  const byRemainder = scaled.map((w, j) => [w - units[j], j]).sort((a, b) => b[0] - a[0]);
  const missing = GRAIN - sum(units);
  for (let k = 0; k < missing; k += 1) units[byRemainder[k % units.length][1]] += 1;
  return units.map((n) => n / GRAIN);
}

/** alpha: the part of q_draft that p_target covers. */
const overlap = (p, q) => sum(p.map((value, j) => Math.min(value, q[j])));

/** min(1, p/q); where q is 0 nothing is drafted: 1 if p_target wants the word, else 0. */
function keepChance(p, q) {
  if (q > 0) return Math.min(1, p / q);
  return p > 0 ? 1 : 0;
}

/**
 * The worst draft there is: everything on the word p_target likes least (the last of several).
 * alpha is concave in q, so its least value lies on a single word, and there it is min(p).
 */
function hostileDraft(p) {
  const worst = p.reduce((best, value, j) => (value <= p[best] ? j : best), 0);
  return p.map((_, j) => (j === worst ? 1 : 0));
}

/** The draft at `quality`: 0 hostile, 0.5 the learner's own, 1 perfect (q = p); straight lines between. */
function draftAt(quality, own, p) {
  const [from, to, t] =
    quality <= 0.5 ? [hostileDraft(p), own, quality * 2] : [own, p, quality * 2 - 1];
  return from.map((w, j) => w + (to[j] - w) * t);
}

/** The shortest axis that holds `peak` with a little air above. */
function scaleFor(peak) {
  return SCALES.find((scale) => peak * 1.04 <= scale) ?? 1;
}

const ticksFor = (scale) => {
  const step = scale <= 0.25 ? 0.05 : scale <= 0.5 ? 0.1 : 0.2;
  return Array.from({ length: Math.floor(scale / step + 1e-9) + 1 }, (_, k) => k * step);
};

const farApart = (a, b, tolerance) =>
  a.length !== b.length || a.some((value, j) => Math.abs(value - b[j]) > tolerance);

const sameWords = (a, b) => a.length === b.length && a.every((word, j) => word === b[j]);

// ---- numbers and sentences ----------------------------------------------------------------------

/**
 * A number with so many decimals, written as `decimal` in views/html_parts.py writes it beside the
 * picture: to the nearest, and from half way to the even digit, in decimals and not in binary.
 */
function fixed(value, digits) {
  const whole = Math.round(value * 1e12); // behind it stands what adding up has left
  const unit = 10 ** (12 - digits);
  const below = Math.floor(whole / unit);
  const rest = whole - below * unit;
  const up = rest === unit / 2 ? below % 2 === 1 : rest > unit / 2;
  return ((below + (up ? 1 : 0)) / 10 ** digits).toFixed(digits);
}

/** "0.18" as it is spoken: two decimals, three where two would show nothing. */
function spoken(value, labels) {
  const digits = value > 0 && value < 0.00995 ? 3 : 2;
  return fixed(value, digits).replace(".", labels.decimal);
}

/** ".18" as it is shown. Only a point can do without its zero: "0,18" keeps it. */
function shown(value, labels) {
  const text = spoken(value, labels);
  return labels.decimal === "." ? text.replace(/^0\./, ".") : text;
}

/** alpha and Z as shown: Z is taken from the rounded alpha, so that the two always add up to 1. */
function alphaAndZ(p, q) {
  const alpha = Number(fixed(overlap(p, q), 2));
  return [alpha, Math.round((1 - alpha) * 100) / 100];
}

/** A sentence with its {gaps} filled, in one pass: a word that reads "{value}" stays as it is. */
const filled = (template, values) =>
  template.replace(/\{(\w+)\}/g, (gap, name) => (name in values ? String(values[name]) : gap));

/**
 * A word as it may be kept: printable, on one line, at most 24 characters, and without the bar that
 * stands between words in an address.
 */
function tidyWord(text) {
  const plain = text.replace(/[\p{C}\p{Z}|]+/gu, " ").trim();
  return [...plain].slice(0, WORD_LENGTH).join("").trim();
}
