// The distribution editor, part 7 of 7: what is drawn when, and the talk with Python.
//
// `holding.held` is what the learner has; `view` is what is drawn (it travels to `held` when values
// come from elsewhere). Python hears of a value once, on release. Every message carries a rising
// stamp, and Python's data carry the last stamp it has seen: data older than our last message are an
// echo of the past and are passed over, so that a slow server never takes back what the hand has done.

const EASE = 250; // ms

class Editor {
  constructor(root) {
    this.root = root;
    this.stamp = 0;
    this.width = 0;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(root);
    this.outside = new AbortController();
    const { signal } = this.outside;
    document.addEventListener("spec:word", (event) => this.hear(event), { signal });
    // Whatever is pressed next (a preset, a link) must find the value already told.
    document.addEventListener("pointerdown", () => this.hand?.drag || this.finish(), { capture: true, signal });
    root.addEventListener("keydown", (event) => this.shortcut(event), { signal });
    document.fonts?.ready.then(() => this.resize(true)); // another font, another gutter
  }

  get held() {
    return this.holding.held;
  }

  // ---- from and to Python -----------------------------------------------------------------------

  receive({ data, key, setStateValue }) {
    const { initial, labels, editable, quality, height, highlight, seen } = data;
    const incoming = { words: data.words, p: normalised(data.p), q: normalised(data.q) };
    const first = !this.holding;
    Object.assign(this, { setStateValue, source: key, highlight });
    this.holding ??= new Holding(incoming);
    this.initial = initial ?? this.initial ?? incoming;
    const signature = JSON.stringify([labels, editable, quality]);
    const rebuilt = signature !== this.signature;
    if (rebuilt) this.build(data, signature);
    const outdated = seen !== null && seen < this.stamp;
    const adopted = !first && !this.holding.stroke && !outdated && this.holding.adopt(incoming);
    const relaid = height !== this.height;
    this.height = height;
    if (rebuilt || adopted) this.show();
    else this.controls(); // "reset" may lead elsewhere now
    if (relaid) this.resize(true);
    this.lightUp();
  }

  /** Draw, send and say what is held now. */
  tell(said, values = {}) {
    this.show();
    this.lightUp();
    const { words, p, q } = this.held;
    this.stamp = Math.max(Date.now(), this.stamp + 1);
    this.setStateValue("edited", { words, p, q, stamp: this.stamp });
    const [alpha, z] = alphaAndZ(p, q).map((number) => spoken(number, this.labels));
    this.status.textContent = filled(this.labels[said], { alpha, z, ...values });
  }

  build({ labels, editable, quality }, signature) {
    if (this.signature) this.finish();
    Object.assign(this, { labels, editable, signature, view: null, width: 0 });
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
  }

  // ---- drawing ----------------------------------------------------------------------------------

  resize(force = false) {
    const width = Math.floor(this.root.clientWidth);
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    if (!this.view || !width || (width === this.width && unit === this.unit && !force)) return;
    Object.assign(this, { width, unit });
    this.picture.layout(width, this.height, unit);
    this.redraw();
  }

  /** Draw `held`; the bars travel there unless they are there, are others, or must stay still. */
  show() {
    cancelAnimationFrame(this.frame);
    const { words, p, q } = this.held;
    const from = this.view;
    const to = { p, q, scale: scaleFor(Math.max(...p, ...q)) };
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const travels = from && !still && from.p.length === p.length;
    if (!travels) this.view = to;
    if (this.picture.setWords(words)) this.resize(true);
    this.redraw();
    this.controls();
    if (travels) this.travel(from, to, performance.now());
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
    if (!this.view || !this.width) return;
    const { p, q, scale } = this.view;
    // A value beyond the axis takes the axis along, smoothly, so that the line stays in the picture.
    this.picture.draw(p, q, Math.max(scale, ...p, ...q));
    this.sums.draw(p, q);
    this.quality?.draw(p, q, this.held.quality);
  }

  controls() {
    const { past, future, held } = this.holding;
    const away = differs(held, fresh(this.initial), LOOSE);
    this.tools?.draw({ undo: past.length > 0, redo: future.length > 0, reset: away });
    this.list?.draw(held.words);
    if (!this.editable) this.picture.describe(held);
  }

  // ---- a gesture: begin, move or slide, finish ----------------------------------------------------

  /** Take hold of a line; returns where it is and how far the axis reaches. */
  begin(name, index) {
    const { stroke } = this.holding;
    if (stroke && (stroke.name !== name || stroke.index !== index)) this.finish();
    if (this.holding.begin(name, index)) this.holdStill();
    this.lightUp();
    return { value: this.held[name][index], scale: this.view.scale };
  }

  move(value) {
    this.holding.move(value);
    this.follow();
  }

  slide(quality) {
    if (this.holding.stroke?.name !== "quality") this.finish();
    this.holdStill();
    this.holding.slide(quality);
    this.follow();
    this.settle(SETTLE * 8); // the hand may rest on the slider; its release settles sooner
  }

  /** Under the hand bars are where they are said to be, and the axis keeps its length. */
  holdStill() {
    cancelAnimationFrame(this.frame);
    this.follow();
  }

  follow() {
    const { p, q } = this.held;
    this.view = { p, q, scale: this.view.scale };
    this.redraw();
  }

  settle(after = SETTLE) {
    clearTimeout(this.timer);
    if (this.holding.stroke) this.timer = setTimeout(() => this.finish(), after);
  }

  /** Nothing moved: nothing told. */
  finish() {
    clearTimeout(this.timer);
    const stroke = this.holding.finish();
    if (!stroke) this.lightUp();
    else if (stroke.name === "quality") this.tell("said_quality");
    else {
      const { words, [stroke.name]: shares } = this.held;
      const [word, value] = [words[stroke.index], spoken(shares[stroke.index], this.labels)];
      this.tell("said_change", { word, value, name: this.labels[`${stroke.name}_name`] });
    }
  }

  cancel() {
    this.holding.cancel();
    this.show();
    this.lightUp();
  }

  // ---- buttons and words ------------------------------------------------------------------------

  undo() {
    this.finish();
    if (this.holding.undo()) this.tell("said_undo");
  }

  redo() {
    this.finish();
    if (this.holding.redo()) this.tell("said_redo");
  }

  reset() {
    this.finish();
    if (!differs(this.held, fresh(this.initial), 1e-9)) return;
    this.holding.replace(fresh(this.initial));
    this.tell("said_reset");
  }

  swap() {
    this.finish();
    this.holding.swap();
    this.tell("said_swap");
  }

  edit_words() {
    const button = this.tools.buttons.edit_words;
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    this.list.toggle(open);
  }

  add() {
    this.finish();
    const { words } = this.held;
    if (words.length >= WORDS_MAX) return;
    let number = words.length + 1;
    const name = () => tidyWord(filled(this.labels.new_word, { number }));
    while (words.includes(name()) && number < 99) number += 1;
    this.holding.add(name());
    this.tell("said_added", { word: name() });
    this.list.focusInput(words.length);
  }

  remove(index) {
    this.finish();
    const { words } = this.held;
    if (words.length <= WORDS_MIN) return;
    this.holding.remove(index);
    this.tell("said_removed", { word: words[index] });
    this.list.focusAfterRemoval(index);
  }

  /** Returns the name that holds: the old one where the new one is empty or taken. */
  rename(index, text) {
    this.finish();
    const word = tidyWord(text);
    const { words } = this.held;
    const old = words[index];
    const taken = word !== old && words.includes(word);
    this.list.say(taken ? filled(this.labels.word_taken, { word }) : "");
    if (!word || word === old || taken) return old;
    this.holding.rename(index, word);
    this.tell("said_renamed", { word: old, new: word });
    return word;
  }

  shortcut(event) {
    const key = event.key.toLowerCase();
    const inText = event.composedPath()[0].type === "text"; // there the browser's own undo is expected
    if (!this.editable || inText || !(event.ctrlKey || event.metaKey) || !"zy".includes(key)) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) this.redo();
    else this.undo();
  }

  // ---- one word, lit in every picture of the page -------------------------------------------------

  hover(index) {
    this.hovered = index;
    this.lightUp();
  }

  focus(index) {
    this.focused = index;
    this.lightUp();
  }

  lightUp() {
    const own = this.holding.stroke?.index ?? this.hovered ?? this.focused ?? null;
    if (own !== (this.told ?? null)) {
      this.told = own;
      this.heard = null;
      const detail = { word: own, source: this.source };
      this.root.dispatchEvent(new CustomEvent("spec:word", { bubbles: true, composed: true, detail }));
    }
    this.picture?.light(own ?? this.heard ?? this.highlight);
  }

  hear({ detail }) {
    if (detail?.source === this.source) return;
    this.heard = detail?.word ?? null;
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

export default mounting(Editor, ".editor");
