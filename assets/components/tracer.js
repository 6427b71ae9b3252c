// Plays a recorded run of the code: the whole run comes once, every step is picked here.
// No number is computed and no word is written in this file.
const PACE = 170; // ms a line while it runs on; short enough to follow, long enough to see
const SETTLE = 350; // ms without a step before the place is sent to the server

export default function (component) {
  const { data, parentElement } = component;
  const root = parentElement.querySelector(".tracer");
  if (!root.tracer || root.tracer.key !== data.key) {
    root.tracer?.stop();
    root.tracer = new Tracer(root, data);
  }
  const tracer = root.tracer;
  tracer.send = (place, stamp) => component.setStateValue("line", { place, stamp });
  tracer.follow(data);
  const keys = (event) => tracer.onKey(event);
  document.addEventListener("keydown", keys);
  return () => document.removeEventListener("keydown", keys);
}

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "html") node.innerHTML = value; // made on the server, escaped there
    else if (name === "on") Object.entries(value).forEach(([type, act]) => node.addEventListener(type, act));
    else if (value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

class Tracer {
  constructor(root, data) {
    this.key = data.key;
    this.data = data;
    this.last = data.steps.length - 1;
    this.place = 0;
    this.from = null; // the place the server knows: the last one that either side told
    this.stamp = 0; // of the last message to the server, which tells back the last one it has seen
    this.values = this.unfold();
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    root.replaceChildren(...this.parts());
    this.show(0);
    // Before styles and width are there, nothing can be scrolled into view.
    new ResizeObserver(() => this.reveal()).observe(this.code);
  }

  // The values of all variables after each step: steps hold only what changed.
  unfold() {
    let now = {};
    return this.data.steps.map((step) => (now = { ...now, ...step.set }));
  }

  // --- moving ---------------------------------------------------------------------------------

  // What the server says is an echo of the past until it has seen the last message from here. Then
  // a place it did not know before is a new wish (a copied address, Back).
  follow({ at, seen }) {
    if (this.stamp > 0 && !(seen >= this.stamp)) return;
    if (at !== this.from && at !== this.place) {
      this.stop();
      this.show(at);
    }
    this.from = at;
  }

  go(place) {
    this.stop();
    this.move(place);
  }

  move(place) {
    this.show(place);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.stamp = Math.max(Date.now(), this.stamp + 1);
      this.from = this.place;
      this.send(this.place, this.stamp);
    }, SETTLE);
  }

  runTo(goal) {
    this.stop();
    if (this.still.matches || goal <= this.place + 1) return this.move(goal);
    this.says.setAttribute("aria-live", "off"); // read out where it stops, not on the way
    this.playing = setInterval(() => {
      if (!this.says.isConnected) return this.stop();
      if (this.place + 1 >= goal) this.stop();
      this.move(Math.min(this.place + 1, goal));
    }, Math.max(25, Math.min(PACE, 2600 / (goal - this.place))));
  }

  stop() {
    clearInterval(this.playing);
    clearTimeout(this.settling);
    this.says?.setAttribute("aria-live", "polite");
  }

  back = () => this.go(this.place - 1);
  step = () => this.go(this.place + 1);
  decide = () => this.runTo(this.decision());
  end = () => this.runTo(this.last);
  reset = () => this.go(0);

  // The next step that accepts or rejects; the end if none is left.
  decision() {
    const next = this.data.steps.findIndex((step, place) => place > this.place && step.decides);
    return next < 0 ? this.last : next;
  }

  onKey(event) {
    const act = { ArrowLeft: this.back, ArrowRight: this.step, ArrowDown: this.decide }[event.key];
    if (!act || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  // --- showing --------------------------------------------------------------------------------

  show(wish) {
    this.place = Math.max(0, Math.min(this.last, wish));
    const step = this.data.steps[this.place];
    this.picture(this.chips, step.chips);
    this.picture(this.view, step.view);
    this.light(step.line);
    this.table(step.set);
    this.says.textContent = step.say;
    const text = this.data.label.place.replace("%1", this.place).replace("%2", this.last);
    this.count.textContent = text;
    this.slider.value = this.place;
    this.slider.setAttribute("aria-valuetext", `${text}. ${step.say}`);
    for (const [buttons, at] of [["back reset", 0], ["step decide end", this.last]]) {
      // Not `disabled`: that would throw the focus away at the first and last step.
      for (const name of buttons.split(" ")) this.button[name].setAttribute("aria-disabled", this.place === at);
    }
  }

  // All pictures lie on top of each other and one is visible: the tallest sets the height, so
  // that nothing below moves from step to step.
  picture(place, index) {
    for (const [which, node] of place.drawn) node.classList.toggle("shown", which === index);
  }

  light(line) {
    this.lit?.removeAttribute("aria-current");
    this.lit = this.lines.get(line);
    this.lit.setAttribute("aria-current", "step");
    this.reveal();
  }

  // Scrolls the box of the code alone: the page stays where it is.
  reveal() {
    const [box, room] = [this.code, 44];
    const top = this.lit.offsetTop;
    const below = top + this.lit.offsetHeight - box.clientHeight + room;
    if (top < box.scrollTop + room) box.scrollTop = top - room;
    else if (below > box.scrollTop) box.scrollTop = below;
  }

  table(changed) {
    const now = this.values[this.place];
    for (const [name, row] of this.rows) {
      const value = now[name];
      row.className = name in changed ? "changed" : value ? "" : "unset";
      row.mark.textContent = name in changed ? "●" : "";
      row.mark.title = row.said.textContent = name in changed ? this.data.label.changed : "";
      row.cell.replaceChildren(...(value ? this.value(value) : ["–"]));
    }
  }

  value({ text, cells }) {
    const pairs = cells.map(([label, said]) =>
      make("span", { class: "cell" }, ...(label ? [make("i", {}, label), " "] : []), said)
    );
    return text ? [make("span", { class: "plain" }, text), ...pairs] : pairs;
  }

  // --- building -------------------------------------------------------------------------------

  parts() {
    const { label } = this.data;
    this.chips = this.stack("chips");
    this.says = make("p", { class: "t-says", role: "status", "aria-live": "polite" });
    this.view = this.stack("view");
    return [
      this.chips,
      this.controls(label),
      this.says,
      make("div", { class: "t-two" }, this.listing(label), make("div", { class: "t-side" }, this.view, this.variables(label))),
    ];
  }

  stack(name) {
    const used = new Set(this.data.steps.map((step) => step[name]));
    const place = make("div", { class: `t-stack t-${name}` });
    place.drawn = new Map([...used].map((index) => [index, make("div", { html: this.data.pictures[index] })]));
    place.append(...place.drawn.values());
    return place;
  }

  controls(label) {
    const key = { back: "←", step: "→", decide: "↓" };
    this.button = {};
    const row = make("div", { class: "t-buttons", role: "group", "aria-label": label.controls });
    for (const name of ["back", "step", "decide", "end", "reset"]) {
      const button = make("button", { type: "button", class: name === "step" ? "first" : "", on: { click: this[name] } }, label[name]);
      if (key[name]) button.setAttribute("aria-keyshortcuts", `Alt+Arrow${{ "←": "Left", "→": "Right", "↓": "Down" }[key[name]]}`);
      this.button[name] = button;
      const hint = key[name] ? [make("span", { class: "keys", "aria-hidden": "true" }, make("kbd", {}, "Alt"), make("kbd", {}, key[name]))] : [];
      row.append(make("span", { class: "t-control" }, button, ...hint));
    }
    this.slider = make("input", {
      type: "range", min: 0, max: this.last, step: 1, "aria-label": label.scrub,
      on: { input: () => this.go(Number(this.slider.value)) },
    });
    this.count = make("span", { class: "t-count" });
    return make("div", { class: "t-controls" }, row, make("div", { class: "t-scrub" }, this.slider, this.count));
  }

  listing(label) {
    this.lines = new Map();
    const list = make("ol", { class: "t-lines" });
    const { from, to } = this.data.fold;
    for (const { number, indent, html } of this.data.lines) {
      if (number === from) list.append(this.fold(label));
      const code = make("code", { html });
      const line = make("li", { style: `--in:${indent}`, class: number >= from && number <= to ? "folded" : "" }, make("span", { class: "code-no" }, String(number)), code);
      this.lines.set(number, line);
      list.append(line);
    }
    this.code = make("div", { class: "t-code", tabindex: 0, role: "region", "aria-label": label.code }, list);
    return this.code;
  }

  fold(label) {
    const button = make("button", { type: "button", "aria-expanded": "false" }, label.unfold);
    button.addEventListener("click", () => {
      const open = this.code.classList.toggle("open");
      button.setAttribute("aria-expanded", open);
      button.textContent = open ? label.fold : label.unfold;
    });
    return make("li", { class: "t-fold" }, button);
  }

  variables(label) {
    const [given, set] = [make("tbody"), make("tbody")];
    this.rows = new Map();
    for (const name of this.data.names) {
      const row = make("tr");
      row.mark = make("small", { "aria-hidden": "true" });
      row.said = make("span", { class: "sr" });
      row.cell = make("td");
      row.append(make("th", { scope: "row" }, make("code", {}, name), " ", row.mark, row.said), row.cell);
      this.rows.set(name, row);
      (name in this.data.steps[0].set ? given : set).append(row);
    }
    const table = (caption, body) => make("table", { class: "t-values" }, make("caption", {}, caption), body);
    const called = make("details", {}, make("summary", {}, label.called), table(label.called, given));
    return make("div", {}, table(label.variables, set), called);
  }
}
