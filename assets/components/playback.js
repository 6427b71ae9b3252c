// Plays how a simulation converges: shares per word, and their distance from p_target on log-log axes with
// one playhead for both. All numbers were computed by one run in Python and are sent once; here they are
// only drawn, between two counts by interpolation, so that playing, scrubbing and speed never ask the server.
const SECONDS = 9; // from the first count to the last at speed 1
const SVG = "http://www.w3.org/2000/svg";
const MARGIN = { left: 46, right: 14, top: 10, bottom: 44 };
const HEIGHT = 300;

class Player {
  constructor(root) {
    this.root = root;
    this.speed = 1;
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(root);
  }

  // ---- from Python ----------------------------------------------------------------------------

  receive({ data }) {
    const signature = JSON.stringify(data);
    if (signature !== this.signature) {
      this.signature = signature;
      this.data = data;
      this.stop();
      this.whole = undefined;
      this.build();
      this.resize(true);
      this.go(this.last());
    }
  }

  last() {
    return this.data.at.length - 1;
  }

  build() {
    const { text } = this.data;
    const stage = element("div", "stage");
    this.curve = element("div", "curve");
    const left = element("section", "half");
    left.append(element("p", "name", text.shares_title), this.shares(), this.key(text.shares_key));
    const right = element("section", "half");
    right.append(element("p", "name", text.curve_title), this.curve, this.key(text.curve_key));
    stage.append(left, right);
    this.root.replaceChildren(stage, this.readout(), this.controls());
  }

  shares() {
    const { words, target, wrong, text } = this.data;
    this.top = Math.min(1, 1.3 * Math.max(...target, ...(wrong ?? [])));
    const rows = wordRows(words);
    rows.setAttribute("role", "img");
    rows.setAttribute("aria-label", text.alt);
    this.bars = words.map((word, index) => {
      const row = element("div", "row");
      const track = element("span", "track");
      const bar = element("i", "bar");
      track.append(bar, this.mark("target", target[index]));
      if (wrong) track.append(this.mark("wrong", wrong[index]));
      const number = element("span", "number");
      row.append(element("span", "word", word), track, number);
      rows.append(row);
      return { bar, number };
    });
    return rows;
  }

  mark(kind, value) {
    const mark = element("i", kind);
    mark.style.left = `${(100 * value) / this.top}%`;
    return mark;
  }

  key(words) {
    const list = element("ul", "key");
    for (const [kind, text] of words) {
      const item = element("li");
      item.append(element("i", `key-${kind}`), text);
      list.append(item);
    }
    return list;
  }

  readout() {
    const { text } = this.data;
    const box = element("div", "readout");
    this.numbers = ["rounds", "distance", "expected"].map((name) => {
      const one = element("div");
      const number = element("b");
      one.append(number, text[`${name}_is`]);
      box.append(one);
      return number;
    });
    return box;
  }

  controls() {
    const { text, detected } = this.data;
    const box = element("div", "controls");
    this.button = element("button", "play");
    this.button.type = "button";
    this.button.addEventListener("click", () => (this.playing ? this.pause() : this.play()));
    this.slider = element("input");
    Object.assign(this.slider, { type: "range", min: 0, max: this.last(), step: 1 });
    this.slider.setAttribute("aria-label", text.scrub);
    this.slider.addEventListener("input", () => {
      this.stop();
      this.go(Number(this.slider.value));
    });
    box.append(this.button, this.slider, this.speeds());
    if (detected !== null) {
      const until = element("button", "until", text.until);
      until.type = "button";
      until.addEventListener("click", () => this.play(this.data.at.findIndex((count) => count >= detected)));
      box.append(until);
    }
    box.append(element("span", "keys", text.keys));
    this.said = element("p", "said");
    this.said.setAttribute("role", "status");
    box.append(this.said);
    this.name();
    return box;
  }

  speeds() {
    const label = element("label", "speed", this.data.text.speed);
    const select = element("select");
    select.setAttribute("aria-label", this.data.text.speed);
    for (const speed of [0.5, 1, 2, 4]) {
      const option = element("option", "", `${speed}×`);
      option.value = speed;
      option.selected = speed === this.speed;
      select.append(option);
    }
    select.addEventListener("change", () => {
      this.speed = Number(select.value);
    });
    label.append(select);
    return label;
  }

  // ---- time -----------------------------------------------------------------------------------

  play(until = this.last()) {
    this.stop();
    this.said.textContent = "";
    if (this.frame >= until) this.go(0);
    this.playing = true;
    this.name();
    let before = null;
    const tick = (now) => {
      const passed = before === null ? 0 : (now - before) / 1000;
      before = now;
      this.go(Math.min(until, this.frame + (passed * this.speed * this.last()) / SECONDS));
      if (this.frame >= until) this.pause();
      else this.ticking = requestAnimationFrame(tick);
    };
    this.ticking = requestAnimationFrame(tick);
  }

  stop() {
    cancelAnimationFrame(this.ticking);
    this.playing = false;
    if (this.button) this.name();
  }

  pause() {
    this.stop();
    this.said.textContent = this.fill(this.data.text.stopped);
  }

  name() {
    const { text } = this.data;
    this.button.textContent = this.playing ? `❚❚ ${text.pause}` : `▶ ${text.play}`;
  }

  // ---- drawing --------------------------------------------------------------------------------

  go(frame) {
    this.frame = frame;
    const whole = Math.floor(frame);
    const part = this.still.matches ? 0 : frame - whole;
    const { at, counts } = this.data;
    const next = Math.min(whole + 1, this.last());
    this.bars.forEach(({ bar, number }, index) => {
      const here = counts[whole][index] / at[whole];
      const there = counts[next][index] / at[next];
      const share = Math.min(1, (here + part * (there - here)) / this.top);
      bar.style.transform = `scaleX(${share})`;
      if (whole !== this.whole) number.textContent = this.decimal(here, 3);
    });
    if (whole !== this.whole) this.tell(whole);
    this.head(whole, next, part);
  }

  tell(whole) {
    this.whole = whole;
    const { at, distance, expected } = this.data;
    this.numbers[0].textContent = this.count(at[whole]);
    this.numbers[1].textContent = this.decimal(distance[whole], 4);
    this.numbers[2].textContent = this.decimal(expected[whole], 4);
    this.slider.value = whole;
    this.slider.setAttribute("aria-valuetext", at[whole] === 1 ? this.data.text.value_one : this.fill(this.data.text.value));
  }

  resize(forced = false) {
    const width = this.curve?.clientWidth ?? 0;
    if (!width || (width === this.width && !forced)) return;
    this.width = width;
    const { at, distance, expected, low, high, text } = this.data;
    const positive = [...low, ...distance].filter((value) => value > 0);
    this.bottom = Math.log10(Math.min(0.1, ...positive)) - 0.05;
    this.decades = Math.max(1, Math.log10(at[this.last()]));
    const svg = shape("svg", { width, height: HEIGHT, role: "img", "aria-label": text.curve_alt });
    const path = (values) => values.map((value, index) => `${index ? "L" : "M"}${this.x(at[index])} ${this.y(value)}`).join("");
    const back = low.map((value, index) => `L${this.x(at[index])} ${this.y(value)}`).reverse().join("");
    this.grid(svg);
    svg.append(
      shape("path", { class: "band", d: `${path(high)}${back}Z` }),
      shape("path", { class: "expected", d: path(expected) }),
      shape("path", { class: "ahead", d: path(distance) }),
    );
    const clip = shape("clipPath", { id: "past" });
    this.past = shape("rect", { x: 0, y: 0, width: 0, height: HEIGHT });
    clip.append(this.past);
    svg.append(clip, shape("path", { class: "past", d: path(distance), "clip-path": "url(#past)" }));
    this.detection(svg);
    this.playhead = shape("line", { class: "playhead", y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom });
    this.dot = shape("circle", { class: "dot", r: 6 });
    svg.append(this.playhead, this.dot);
    this.curve.replaceChildren(svg);
    if (this.frame !== undefined) this.go(Math.min(this.frame, this.last()));
  }

  grid(svg) {
    const { text } = this.data;
    const right = this.width - MARGIN.right;
    const floor = HEIGHT - MARGIN.bottom;
    // Labels of a decade need room: on a phone every other one is left out.
    const every = Math.ceil((58 * (this.decades + 1)) / this.width);
    for (let power = 0; power <= this.decades + 1e-9; power += 1) {
      const x = this.x(10 ** power);
      svg.append(shape("line", { class: "grid", x1: x, x2: x, y1: MARGIN.top, y2: floor }));
      if (power % every === 0) {
        const anchor = power === 0 ? "start" : x > right - 20 ? "end" : "middle";
        svg.append(shape("text", { x, y: floor + 18, "text-anchor": anchor }, this.count(10 ** power)));
      }
    }
    for (let power = Math.ceil(this.bottom); power <= 0; power += 1) {
      const y = this.y(10 ** power);
      svg.append(shape("line", { class: "grid", x1: MARGIN.left, x2: right, y1: y, y2: y }));
      svg.append(shape("text", { x: MARGIN.left - 6, y: y + 5, "text-anchor": "end" }, this.tick(power)));
    }
    svg.append(shape("text", { x: right, y: HEIGHT - 6, "text-anchor": "end", class: "axis" }, text.axis_rounds));
  }

  detection(svg) {
    const { detected, text } = this.data;
    if (detected === null) return;
    const x = this.x(detected);
    const left = x > this.width / 2;
    svg.append(
      shape("line", { class: "detected", x1: x, x2: x, y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom }),
      shape("text", { class: "detected-text", x: x + (left ? -7 : 7), y: MARGIN.top + 14, "text-anchor": left ? "end" : "start" }, text.detected),
    );
  }

  head(whole, next, part) {
    if (!this.playhead) return;
    const { at, distance } = this.data;
    const between = (one, other) => one + part * (other - one);
    const x = between(this.x(at[whole]), this.x(at[next]));
    const y = between(this.y(distance[whole]), this.y(distance[next]));
    this.playhead.setAttribute("x1", x);
    this.playhead.setAttribute("x2", x);
    this.dot.setAttribute("cx", x);
    this.dot.setAttribute("cy", y);
    this.past.setAttribute("width", x);
  }

  x(count) {
    return MARGIN.left + ((this.width - MARGIN.left - MARGIN.right) * Math.log10(count)) / this.decades;
  }

  y(value) {
    const power = Math.max(this.bottom, Math.log10(Math.max(value, 1e-12)));
    return MARGIN.top + ((HEIGHT - MARGIN.top - MARGIN.bottom) * power) / this.bottom;
  }

  // ---- numbers in words -------------------------------------------------------------------------

  count(value) {
    return value.toLocaleString(this.data.text.locale);
  }

  decimal(value, digits) {
    return value.toLocaleString(this.data.text.locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace(/^0(?=\D)/, "");
  }

  tick(power) {
    return power === 0 ? "1" : this.decimal(10 ** power, -power);
  }

  fill(template) {
    const { at, distance } = this.data;
    const values = { rounds: this.count(at[this.whole]), distance: this.decimal(distance[this.whole], 4) };
    return template.replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);
  }

  destroy() {
    this.stop();
    this.observer.disconnect();
  }
}

function shape(tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text) made.textContent = text;
  return made;
}

export default mounting(Player);
