// The distribution editor, part 5 of 5: the state, its history, and the talk with Python.
//
// `held` is what the learner has; `view` is what is drawn (it runs after `held` when values come from
// elsewhere). Python hears of a value once, on release. Every message carries a rising stamp, and
// Python's data carry the last stamp it has seen: data older than our last message are an echo of the
// past and are passed over, so that a slow server never takes back what the hand has done since.

const EASE = 250; // ms
const EDITORS = new WeakMap(); // one editor per mount; Streamlit calls us again for every rerun

class Editor {
  constructor(root) {
    this.root = root;
    this.past = [];
    this.future = [];
    this.memory = {};
    this.stamp = 0;
    this.visit = 0;
    this.width = 0;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(root);
    this.outside = new AbortController();
    const { signal } = this.outside;
    document.addEventListener("spec:word", (event) => this.hear(event), { signal });
    // Whatever is pressed next (a preset, a link) must find the value already told.
    document.addEventListener("pointerdown", () => this.hand?.drag || this.finish(), { capture: true, signal });
    root.addEventListener("keydown", (event) => this.shortcut(event), { signal });
    document.fonts?.ready.then(() => this.resize(true));
  }

  // ---- from Python ----------------------------------------------------------------------------

  receive({ data, key, setStateValue }) {
    this.setStateValue = setStateValue;
    this.source = key;
    const incoming = { words: data.words, p: normalised(data.p), q: normalised(data.q) };
    const signature = JSON.stringify([data.labels, data.editable, data.quality]);
    const first = !this.held;
    if (first) this.held = this.fresh(incoming);
    this.initial = data.initial ?? this.initial ?? incoming;
    const relaid = data.height !== this.height;
    this.height = data.height;
    this.highlight = data.highlight;
    if (signature !== this.signature) this.build(data, signature);
    if (first) this.show(false);
    else if (!this.gesture && !(data.seen !== null && data.seen < this.stamp)) this.adopt(incoming);
    if (relaid) this.resize(true);
    this.lightUp();
    this.visit += 1;
    return this.visit;
  }

  fresh({ words, p, q }) {
    return copyOf({ words, p, q, own: q, quality: 0.5 });
  }

  adopt(incoming) {
    const { held } = this;
    const far = (tolerance) => farApart(incoming.p, held.p, tolerance) || farApart(incoming.q, held.q, tolerance);
    const renamed = !sameWords(incoming.words, held.words);
    if (!renamed && !far(1e-9)) return;
    // The page may keep fewer decimals than we send; taking those over is not an event.
    if (!renamed && !far(6e-4)) Object.assign(held, { p: incoming.p, q: incoming.q });
    else {
      this.remember(held);
      this.held = this.fresh(incoming);
      this.memory = {};
    }
    this.show(true);
  }

  build({ labels, editable, quality }, signature) {
    Object.assign(this, { labels, editable, signature, gesture: null });
    this.inside?.abort();
    this.inside = new AbortController();
    this.root.replaceChildren();
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", labels.editor);
    this.sums = new Sums(this.root, labels);
    this.picture = new Picture(this.root, labels, editable);
    addKey(this.root, labels);
    this.quality = quality && editable ? new Quality(this.root, labels, this) : null;
    this.tools = editable ? new Tools(this.root, labels, this) : null;
    this.list = editable ? new WordList(this.root, labels, this) : null;
    this.status = html("div", "spoken", this.root, { role: "status" });
    this.hand = new Hand(this, this.picture, this.inside.signal);
    this.picture.setWords(this.held.words);
    this.view = null;
    this.width = 0;
  }

  // ---- drawing --------------------------------------------------------------------------------

  resize(force = false) {
    const width = Math.floor(this.root.clientWidth);
    if (!this.picture || !width || (width === this.width && !force)) return;
    this.width = width;
    this.picture.layout(width, this.height);
    this.redraw();
  }

  /** Draw `held`; with `ease`, let the bars travel there. */
  show(ease) {
    cancelAnimationFrame(this.frame);
    const { words, p, q } = this.held;
    const target = { p, q, scale: scaleFor(Math.max(...p, ...q)) };
    const from = this.view;
    if (this.picture.parts.length !== words.length || !this.width) this.width = 0;
    this.picture.setWords(words);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const travels = ease && !still && from && from.p.length === p.length;
    if (!travels) this.view = target;
    if (!this.width) this.resize();
    else if (from && ease) this.picture.layout(this.width, this.height); // a renamed word may be longer
    this.redraw();
    this.controls();
    if (travels) this.travel(from, target, performance.now());
  }

  travel(from, to, start) {
    this.frame = requestAnimationFrame((now) => {
      const t = clamp((now - start) / EASE);
      const eased = 1 - (1 - t) ** 3;
      const mix = (a, b) => a + (b - a) * eased;
      const lists = (name) => from[name].map((value, j) => mix(value, to[name][j]));
      this.view = t < 1 ? { p: lists("p"), q: lists("q"), scale: mix(from.scale, to.scale) } : to;
      this.redraw();
      if (t < 1) this.travel(from, to, start);
    });
  }

  redraw() {
    const { p, q, scale } = this.view ?? {};
    if (!p || !this.width) return;
    // A value beyond the axis takes the axis along, smoothly, so that the line stays in the picture.
    this.picture.draw(p, q, Math.max(scale, ...p, ...q));
    this.sums.draw(p, q);
    this.quality?.draw(p, q, this.held.quality);
  }

  controls() {
    const { held, initial } = this;
    const changed = !sameWords(held.words, initial.words) ||
      farApart(held.p, normalised(initial.p), 6e-4) || farApart(held.q, normalised(initial.q), 6e-4);
    this.tools?.draw({ undo: this.past.length > 0, redo: this.future.length > 0, reset: changed });
    this.list?.draw(held.words);
    if (!this.editable) this.picture.describe(held);
  }

  // ---- a gesture: begin, move, finish -----------------------------------------------------------

  begin(name, index) {
    const same = this.gesture?.name === name && this.gesture.index === index;
    if (!same) {
      this.finish();
      cancelAnimationFrame(this.frame);
      const { p, q } = this.held;
      const scale = this.view.scale;
      this.view = { p, q, scale };
      this.gesture = { name, index, before: copyOf(this.held), scale };
      this.lightUp();
    }
    return { value: this.held[name][index], scale: this.gesture.scale };
  }

  move(value) {
    const { name, index, before } = this.gesture;
    this.gesture.changed = true;
    this.held[name] = withShare(before[name], index, value, this.memory[name]);
    Object.assign(this.view, { p: this.held.p, q: this.held.q });
    this.redraw();
  }

  slide(quality) {
    if (this.gesture?.name !== "quality") {
      this.finish();
      cancelAnimationFrame(this.frame);
      this.gesture = { name: "quality", before: copyOf(this.held), scale: this.view.scale };
      this.view = { ...this.held, scale: this.view.scale };
    }
    this.gesture.changed = true;
    Object.assign(this.held, { quality, q: draftAt(quality, this.held.own, this.held.p) });
    this.view.q = this.held.q;
    this.redraw();
    this.settle(1000); // the hand may rest on the slider; its release settles sooner
  }

  slid() {
    this.settle(SETTLE);
  }

  settle(after) {
    clearTimeout(this.timer);
    if (this.gesture) this.timer = setTimeout(() => this.finish(), after);
  }

  /** The released value rests on a step, is told to Python and spoken. Nothing moved, nothing told. */
  finish() {
    clearTimeout(this.timer);
    const { gesture, held } = this;
    this.gesture = null;
    if (!gesture?.changed) return;
    const { name, index, before } = gesture;
    if (name === "quality") {
      held.q = rounded(held.q);
      this.commit(before, held, "said_quality", {});
    } else {
      const value = toStep(held[name][index]);
      held[name] = rounded(withShare(before[name], index, value, this.memory[name]));
      if (value < 1 && before[name][index] < 1) this.memory[name] = before[name];
      Object.assign(held, { own: [...held.q], quality: 0.5 });
      const word = held.words[index];
      this.commit(before, held, "said_change", { word, name: this.labels[`${name}_name`], value });
    }
  }

  cancel() {
    if (!this.gesture) return;
    this.held = this.gesture.before;
    this.gesture = null;
    this.show(true);
    this.lightUp();
  }

  // ---- history and buttons ----------------------------------------------------------------------

  remember(state) {
    this.past.push(copyOf(state));
    if (this.past.length > 200) this.past.shift();
    this.future = [];
  }

  commit(before, next, said, values) {
    this.remember(before);
    this.held = next;
    this.tell(said, values);
  }

  /** Draw, send and say what is held now. */
  tell(said, { value, ...rest }) {
    if (this.held.words.length !== this.view?.p.length) this.memory = {};
    this.show(true);
    this.lightUp();
    const { words, p, q } = this.held;
    this.stamp = Math.max(Date.now(), this.stamp + 1);
    this.setStateValue("edited", { words, p, q, stamp: this.stamp });
    const [alpha, z] = alphaAndZ(p, q).map((number) => spoken(number, this.labels));
    const amount = value === undefined ? "" : spoken(value, this.labels);
    this.status.textContent = filled(this.labels[said], { alpha, z, value: amount, ...rest });
  }

  change(next, said, values = {}) {
    this.finish();
    this.commit(this.held, next, said, values);
  }

  undo() {
    this.travelInTime(this.past, this.future, "said_undo");
  }

  redo() {
    this.travelInTime(this.future, this.past, "said_redo");
  }

  travelInTime(from, to, said) {
    this.finish();
    if (!from.length) return;
    to.push(copyOf(this.held));
    this.held = from.pop();
    this.tell(said, {});
  }

  reset() {
    this.finish();
    const { words, p, q } = this.initial;
    const next = this.fresh({ words, p: normalised(p), q: normalised(q) });
    const { held } = this;
    if (sameWords(next.words, held.words) && !farApart(next.p, held.p, 1e-9) && !farApart(next.q, held.q, 1e-9)) return;
    this.change(next, "said_reset");
  }

  swap() {
    this.finish();
    const { words, p, q } = this.held;
    this.memory = { p: this.memory.q, q: this.memory.p };
    this.change(this.fresh({ words, p: q, q: p }), "said_swap");
  }

  edit_words() {
    const button = this.tools.buttons.edit_words;
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    this.list.toggle(open);
  }

  add() {
    this.finish();
    const { words, p, q } = this.held;
    if (words.length >= WORDS_MAX) return;
    let number = words.length + 1;
    const name = () => tidyWord(filled(this.labels.new_word, { number }));
    while (words.includes(name())) number += 1;
    const grow = (list) => rounded([...list.map((w) => w * 0.95), 0.05]);
    this.change(this.fresh({ words: [...words, name()], p: grow(p), q: grow(q) }), "said_added", { word: name() });
    this.list.focusInput(words.length);
  }

  remove(index) {
    this.finish();
    const { words, p, q } = this.held;
    if (words.length <= WORDS_MIN) return;
    const without = (list) => list.filter((_, j) => j !== index);
    const shrink = (list) => rounded(without(list));
    const next = this.fresh({ words: without(words), p: shrink(p), q: shrink(q) });
    this.change(next, "said_removed", { word: words[index] });
    this.list.focusAfterRemoval(index);
  }

  /** Returns the name that holds: the old one where the new one is empty or taken. */
  rename(index, text) {
    const { held } = this;
    const word = tidyWord(text);
    const old = held.words[index];
    this.list.say("");
    if (!word || word === old) return old;
    if (held.words.includes(word)) {
      this.list.say(filled(this.labels.word_taken, { word }));
      return old;
    }
    const next = copyOf(held);
    next.words[index] = word;
    this.change(next, "said_renamed", { word: old, new: word });
    return word;
  }

  shortcut(event) {
    const inText = event.composedPath()[0].type === "text"; // there the browser's own undo is expected
    if (!this.editable || inText || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) this.redo();
    else this.undo();
  }

  // ---- one word, lit in every picture of the page -----------------------------------------------

  hover(index) {
    this.hovered = index;
    this.lightUp();
  }

  focus(index) {
    this.focused = index;
    this.lightUp();
  }

  lightUp() {
    const own = this.gesture?.index ?? this.hovered ?? this.focused ?? null;
    if (own !== (this.told ?? null)) {
      this.told = own;
      this.heard = null;
      const detail = { word: own, source: this.source };
      this.root.dispatchEvent(new CustomEvent("spec:word", { bubbles: true, composed: true, detail }));
    }
    this.picture?.light(own ?? this.heard ?? this.highlight);
  }

  hear(event) {
    if (event.detail?.source === this.source) return;
    this.heard = event.detail?.word ?? null;
    this.picture?.light(this.told ?? this.heard ?? this.highlight);
  }

  destroy() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.observer.disconnect();
    this.inside?.abort();
    this.outside.abort();
  }
}

export default function mount(component) {
  const { parentElement } = component;
  const root = parentElement.querySelector(".editor");
  let editor = EDITORS.get(parentElement);
  if (!editor || editor.root !== root) {
    editor?.destroy();
    editor = new Editor(root);
    EDITORS.set(parentElement, editor);
  }
  const visit = editor.receive(component);
  // Streamlit may clean up an overtaken call after the next one has run: only the last one counts.
  return () => setTimeout(() => {
    if (editor.visit !== visit) return;
    editor.destroy();
    EDITORS.delete(parentElement);
  });
}
