// The animated round, part 6 of 6: which beat is shown when, and the talk with Python.
//
// All rounds of the sentence are here from the start: playing never asks the server. Python hears of
// every step that is entered. Each message carries a rising stamp and Python's data carry the last one
// it has seen: data older than our last message are an echo of the past and are passed over; data that
// have seen it all and name another place (a deep link, a button) win, by a cut.

const PACE = { guess: 500, pass: 900, coin: 1300, open: 1000, final: 900, grow: 700 }; // ms a beat at speed 1
const READING = 1500; // ms more at the end of a step while playing; less once a round has been seen
const NARROW = 720; // px: below, the buttons stay at the bottom of the window and may cover the panel
const SETTLING = 700; // ms for which a finished sentence does not go on to the next page

class Scene {
  constructor(root) {
    this.root = root;
    this.stamp = 0;
    this.motion = new Motion();
    this.outside = new AbortController();
    const { signal } = this.outside;
    document.addEventListener("keydown", (event) => this.pageKey(event), { signal });
    root.addEventListener("keydown", (event) => this.sceneKey(event), { signal });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(root);
    document.fonts?.ready.then(() => this.resize(true)); // another font, another height
  }

  // ---- from and to Python ------------------------------------------------------------------------

  receive({ data, setStateValue, setTriggerValue }) {
    Object.assign(this, { setStateValue, setTriggerValue, data });
    const words = JSON.stringify(data.labels);
    if (words !== this.words) this.build(data.labels, words);
    if (data.id !== this.id) this.take(data);
    else if (!this.outdated(data.seen) && !this.isAt(data)) this.stop(() => this.cut(this.end(data.round - 1, data.step)));
    else this.refresh();
  }

  outdated(seen) {
    return this.stamp > 0 && (seen === null || seen < this.stamp);
  }

  isAt({ round, step }) {
    const here = this.beats[this.at];
    return here.number === round - 1 && here.beat.step === step;
  }

  report() {
    const { number, beat } = this.beats[this.at];
    const told = `${this.id}/${number}/${beat.step}`;
    if (told === this.told) return;
    this.told = told;
    this.stamp = Math.max(Date.now(), this.stamp + 1);
    const { seed, gamma } = this.data;
    this.setStateValue("place", { seed, gamma, round: number + 1, step: beat.step, stamp: this.stamp });
  }

  build(labels, words) {
    this.motion.finish();
    Object.assign(this, { labels, words, id: null });
    this.root.replaceChildren();
    this.head = new Head(this.root, labels);
    this.card = make("div", "card", this.root, { role: "group", "aria-label": labels.stage, tabindex: "0" });
    this.stage = new Stage(this.card, labels, this.motion, (place) => this.look(place));
    this.panel = new Panel(this.card, labels, this.motion);
    this.controls = new Controls(this.root, labels, {
      back: () => this.back(),
      next: () => this.next(),
      play: () => this.toggle(),
      speed: (speed) => this.pace(speed),
      another: () => this.another(),
      again: () => this.begin(),
      ask: () => this.toQuestion(),
    });
    this.lanes = new Lanes(this.root, labels, this.motion);
    this.live = make("p", "spoken", this.root, { role: "status" });
  }

  /** A new sentence: another draw, another gamma. */
  take({ id, sentence, round, step }) {
    this.stop();
    this.motion.finish();
    Object.assign(this, { id, told: null, waived: false, at: -1, looked: null });
    this.rounds = sentence.rounds;
    this.beats = this.rounds.flatMap((one, number) => one.beats.map((beat) => ({ number, round: one, beat })));
    this.count();
    this.head.take(this.beats.map(({ beat }) => beat));
    this.stage.take(this.rounds);
    this.lanes.take(sentence);
    this.resize(true);
    const fresh = round === 1 && step === 1;
    if (fresh && !STILL.matches) this.begin();
    else this.cut(this.end(round - 1, step), false);
    this.told = `${id}/${this.beats[this.at].number}/${this.beats[this.at].beat.step}`;
  }

  /** Another width, other heights. */
  resize(force = false) {
    const width = this.root.clientWidth;
    if (!this.id || !width || (width === this.width && !force)) return;
    this.width = width;
    this.panel.hold(this.beats);
    if (this.at >= 0) this.panel.show(this.beats[this.at].round, this.beats[this.at].beat, false, this.looked);
  }

  /** How many passes and guesses stand in the second lane at each beat. */
  count() {
    let before = 0;
    for (const { beats, guesses } of this.rounds) {
      for (const beat of beats) beat.spent = before + (beat.step > 1 ? guesses.length + 1 : beat.at + 1);
      before += guesses.length + 1;
    }
  }

  // ---- showing a beat ----------------------------------------------------------------------------

  show(at, moving) {
    this.motion.finish();
    this.at = at;
    if (at === this.beats.length - 1) this.finished = performance.now();
    this.looked = null;
    const here = this.beats[at];
    const { round, beat } = here;
    const tossed = beat.kind === "coin" && moving;
    this.head.where(round, beat);
    if (!tossed) this.head.say(beat); // a heading that says how the coin fell comes after it
    const source = beat.kind === "final" && moving ? this.panel.drawn?.getBoundingClientRect() : null;
    this.stage.show(round, beat, moving);
    this.panel.show(round, beat, moving);
    if (source) this.stage.fly(source);
    this.stage.mark(beat.kind === "coin" || beat.kind === "guess" ? beat.at : null);
    this.lanes.show({ round, beat, spent: beat.spent }, moving);
    if (tossed) this.motion.after(LANDING, () => this.tell(beat));
    else this.say(beat.said);
    this.refresh();
    this.report();
  }

  cut(at, aloud = true) {
    this.quiet = !aloud;
    this.show(at, false);
    this.quiet = false;
  }

  tell(beat) {
    this.head.say(beat);
    this.say(beat.said);
  }

  say(text) {
    if (!this.quiet) this.live.textContent = text;
  }

  /** See the numbers of one guess again. */
  look(place) {
    const { round, beat } = this.beats[this.at];
    this.stop();
    this.motion.finish();
    this.looked = this.looked === place ? null : place;
    const shown = this.looked ?? (beat.kind === "coin" || beat.kind === "guess" ? beat.at : null);
    this.panel.show(round, beat, this.looked !== null, this.looked);
    this.stage.mark(shown);
    const coin = beat.step > 2 && shown !== null && round.guesses[shown].coin;
    if (coin) this.say(coin.said);
    this.refresh();
  }

  refresh() {
    const { round, number, beat } = this.beats[this.at];
    const ended = this.at === this.end(number, beat.step);
    const asks = number === 0 && this.data.open.includes(beat.step);
    this.controls.show({
      first: number === 0 && beat.step === 1,
      over: beat.step === 5 && round.finished,
      ending: beat.step === 5,
      playing: this.playing ?? false,
      speed: this.motion.speed,
      asks: asks && ended,
      waits: this.waits ?? false,
    });
  }

  // ---- from beat to beat ---------------------------------------------------------------------------

  /** The last beat of a step; of the last round where there are fewer. */
  end(number, step) {
    const last = Math.min(number, this.rounds.length - 1);
    return this.beats.findLastIndex((one) => one.number === last && one.beat.step === step);
  }

  /** Show beat after beat up to `goal`. */
  run(goal) {
    this.goal = goal;
    this.tick();
  }

  tick() {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.at >= this.goal) return this.arrive();
    const next = this.at + 1;
    const wait = this.wait(next);
    this.timer = setTimeout(() => this.tick(), wait);
    this.show(next, true);
  }

  wait(at) {
    const { number, beat } = this.beats[at];
    const seen = number > 0 ? 0.7 : 1;
    const reads = this.playing && at === this.end(number, beat.step) ? READING : 0;
    return ((PACE[beat.kind] + reads) * seen) / this.motion.speed;
  }

  arrive() {
    const { number, beat } = this.beats[this.at];
    if (!this.playing) return this.refresh();
    if (this.at === this.beats.length - 1) return this.stop();
    this.waits = number === 0 && !this.waived && this.data.open.includes(beat.step);
    if (this.waits) {
      this.stop();
      this.say(this.labels.waiting);
      return;
    }
    const next = this.beats[this.at + 1];
    this.run(this.end(next.number, next.beat.step));
  }

  stop(then) {
    clearTimeout(this.timer);
    Object.assign(this, { timer: null, playing: false });
    if (then) then();
    else if (this.at >= 0) this.refresh();
  }

  // ---- what the learner does ----------------------------------------------------------------------

  next() {
    const { number, beat } = this.beats[this.at];
    const end = this.end(number, beat.step);
    if (end === this.beats.length - 1) {
      if (performance.now() - this.finished > SETTLING) this.setTriggerValue("on", true);
      return;
    }
    this.stop();
    this.waits = false;
    this.bringIn();
    if (this.at < end) this.cut(end, false);
    const to = this.beats[end + 1];
    const goal = this.end(to.number, to.beat.step);
    if (STILL.matches) this.cut(goal);
    else this.run(goal);
  }

  back() {
    const { number, beat } = this.beats[this.at];
    this.stop();
    this.waits = false;
    if (beat.step > 1) this.cut(this.end(number, beat.step - 1));
    else if (number > 0) this.cut(this.end(number - 1, 5));
    else this.cut(this.end(0, 1));
  }

  /** One beat on or back. */
  beat(by) {
    const at = Math.min(Math.max(this.at + by, 0), this.beats.length - 1);
    this.stop();
    this.waits = false;
    if (at !== this.at) this.show(at, by > 0);
  }

  toggle() {
    if (this.playing) return this.stop();
    if (this.at === this.beats.length - 1) return;
    this.waived ||= this.waits ?? false;
    this.waits = false;
    this.playing = true;
    this.bringIn();
    const { number, beat } = this.beats[this.at];
    this.run(this.end(number, beat.step));
    this.refresh();
  }

  /** On a phone, once: bring sentence and panel into view together. */
  bringIn() {
    if (this.broughtIn || this.root.clientWidth > NARROW) return;
    this.broughtIn = true;
    const { bottom, height } = this.card.getBoundingClientRect();
    if (bottom < innerHeight - 60) return;
    const block = height < innerHeight - 80 ? "end" : "start";
    this.card.scrollIntoView({ block, behavior: STILL.matches ? "auto" : "smooth" });
  }

  pace(speed) {
    this.motion.speed = speed;
    this.refresh();
  }

  begin() {
    this.stop();
    this.waits = false;
    if (STILL.matches) return this.cut(this.end(0, 1));
    this.at = -1;
    this.run(this.end(0, 1));
  }

  another() {
    this.stop();
    this.setTriggerValue("another", true);
  }

  /** The question stands below the scene, in Python's hands. */
  toQuestion() {
    const box = document.querySelector(this.data.question);
    box?.scrollIntoView({ block: "center", behavior: STILL.matches ? "auto" : "smooth" });
    box?.querySelector("input, button")?.focus({ preventScroll: true });
  }

  // ---- keys ------------------------------------------------------------------------------------------

  pageKey(event) {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const act = { ArrowLeft: "back", ArrowRight: "next", ArrowUp: "another" }[event.key];
    if (!act) return;
    event.preventDefault(); // Alt+Left would leave the page
    if (!event.repeat) this[act]();
  }

  sceneKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const onButton = event.composedPath()[0].tagName === "BUTTON";
    const key = event.key.toLowerCase();
    if (key === "k" || (key === " " && !onButton)) this.toggle();
    else if (key === "arrowright") this.beat(1);
    else if (key === "arrowleft") this.beat(-1);
    else return;
    event.preventDefault();
    event.stopPropagation(); // single letters are Streamlit's shortcuts
  }

  destroy() {
    this.stop(() => {});
    this.motion.finish();
    this.observer.disconnect();
    this.outside.abort();
  }
}

export default mounting(Scene, ".scene");
