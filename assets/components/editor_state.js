// The distribution editor, part 2 of 7: what the learner holds, and its history. No page, no Python.
//
// A held value is {words, p, q, own, quality}: `own` is the draft the learner made by hand, `quality`
// where the draft-quality slider stands between the hostile draft, `own` and the perfect one. Held
// values are never changed in place once they are in the history.

const HISTORY = 200;
const LOOSE = 6e-4; // differences that rounding to three decimals makes

const fresh = ({ words, p, q }) => ({ words: [...words], p: [...p], q: [...q], own: [...q], quality: 0.5 });

const differs = (a, b, tolerance) =>
  !sameWords(a.words, b.words) || farApart(a.p, b.p, tolerance) || farApart(a.q, b.q, tolerance);

class Holding {
  constructor(value) {
    this.held = fresh(value);
    this.past = [];
    this.future = [];
    this.stroke = null; // the gesture under way
    this.last = null; // the last finished one, which the next may go on with
  }

  // ---- gestures -------------------------------------------------------------------------------

  /** Take hold of one word's line. True if this is a new gesture. */
  begin(name, index) {
    if (this.stroke?.name === name && this.stroke.index === index) return false;
    const { held, last } = this;
    // Going on with the same line goes on from the same proportions: squeezing the other words down
    // to nothing and letting them grow again, in as many strokes as it takes, gives them back.
    const goesOn = last?.name === name && last.index === index && last.result === held[name];
    const base = goesOn ? last.base : held[name];
    this.stroke = { name, index, base, before: { ...held }, moved: false };
    return true;
  }

  move(value) {
    const { name, index, base } = this.stroke;
    this.stroke.moved = true;
    this.held[name] = withShare(base, index, value);
  }

  slide(quality) {
    const { held } = this;
    if (this.stroke?.name !== "quality") this.stroke = { name: "quality", before: { ...held } };
    this.stroke.moved = true;
    Object.assign(held, { quality, q: draftAt(quality, held.own, held.p) });
  }

  /** The released value comes to rest on a step. Returns the stroke, or null where nothing moved. */
  finish() {
    const { stroke, held } = this;
    this.stroke = null;
    if (!stroke?.moved) return null;
    const { name, index, base } = stroke;
    if (name === "quality") held.q = rounded(held.q);
    else {
      held[name] = rounded(withShare(base, index, toStep(held[name][index])));
      Object.assign(held, { own: held.q, quality: 0.5 });
      this.last = { name, index, base, result: held[name] };
    }
    this.remember(stroke.before);
    return stroke;
  }

  cancel() {
    if (this.stroke) this.held = this.stroke.before;
    this.stroke = null;
  }

  // ---- history --------------------------------------------------------------------------------

  remember(value) {
    this.past.push(value);
    if (this.past.length > HISTORY) this.past.shift();
    this.future = [];
  }

  replace(next) {
    this.remember({ ...this.held });
    this.held = next;
  }

  /** One step back, or forward; false at the end of the road. */
  undo(from = this.past, to = this.future) {
    if (!from.length) return false;
    to.push({ ...this.held });
    this.held = from.pop();
    return true;
  }

  redo() {
    return this.undo(this.future, this.past);
  }

  /** Take over what Python says; false if it says what is held already. */
  adopt(incoming) {
    if (!differs(incoming, this.held, 1e-9)) return false;
    // The page may keep fewer decimals than we send: that is taken over, but it is not an event.
    if (differs(incoming, this.held, LOOSE)) this.replace(fresh(incoming));
    else Object.assign(this.held, { p: incoming.p, q: incoming.q });
    return true;
  }

  // ---- the whole ------------------------------------------------------------------------------

  swap() {
    const { words, p, q } = this.held;
    this.replace(fresh({ words, p: q, q: p }));
  }

  /** A new word begins with .05 of each, so that there is something to see and to take hold of. */
  add(word) {
    const { words, p, q } = this.held;
    const grown = (list) => rounded([...list.map((w) => w * 0.95), 0.05]);
    this.replace(fresh({ words: [...words, word], p: grown(p), q: grown(q) }));
  }

  remove(index) {
    const without = (list) => list.filter((_, j) => j !== index);
    const { words, p, q } = this.held;
    this.replace(fresh({ words: without(words), p: rounded(without(p)), q: rounded(without(q)) }));
  }

  rename(index, word) {
    const words = this.held.words.map((old, j) => (j === index ? word : old));
    this.replace({ ...this.held, words });
  }
}
