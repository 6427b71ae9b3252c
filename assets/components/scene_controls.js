// The animated round, part 5 of 6: where one is, the buttons with their keys, the time both ways take.

const SPEEDS = [0.5, 1, 2];

/** The head: page, round, step, and the heading that says what happened. */
class Head {
  constructor(parent, labels) {
    this.labels = labels;
    const crumb = make("div", "crumb", parent);
    make("span", "", crumb, { text: `1 ${labels.page}` });
    this.round = make("span", "", crumb);
    const far = make("span", "far", crumb);
    const dots = make("span", "dots", far, { "aria-hidden": "true" });
    this.dots = labels.steps.map(() => make("i", "", dots));
    this.step = make("span", "", far);
    this.titles = make("div", "cell", parent);
    this.title = make("h1", "", this.titles);
    this.leads = make("div", "cell", parent);
    this.lead = make("p", "lead", this.leads);
  }

  take(beats) {
    for (const box of [this.titles, this.leads]) box.querySelectorAll(".room").forEach((old) => old.remove());
    holdRoom(this.titles, "title", beats.map(({ title }) => title));
    holdRoom(this.leads, "lead", beats.map(({ lead }) => lead));
  }

  where(round, beat) {
    this.round.textContent = round.crumb;
    this.step.textContent = this.labels.steps[beat.step - 1];
    this.dots.forEach((dot, place) => dot.classList.toggle("on", place < beat.step));
  }

  say(beat) {
    this.title.textContent = beat.title;
    this.lead.textContent = beat.lead;
  }
}

/** The buttons. They never change their size, so that they stay under the cursor. */
class Controls {
  constructor(parent, labels, act) {
    this.labels = labels;
    const bar = make("div", "controls", parent, { role: "group", "aria-label": labels.controls });
    const main = make("div", "main", bar);
    this.back = this.#button(main, "back", [labels.back], `${labels.alt}+←`, act.back);
    this.next = this.#button(main, "next", [labels.next, labels.next_round, labels.on], `${labels.alt}+→`, act.next);
    this.play = this.#button(main, "play", [labels.play, labels.pause], labels.play_key, act.play);
    const more = make("div", "more", bar);
    this.#speeds(more, act.speed);
    this.another = this.#button(more, "another", [labels.another], `${labels.alt}+↑`, act.another);
    this.again = this.#button(more, "again", [labels.again], "", act.again);
    const foot = make("p", "foot", parent);
    this.ask = make("button", "ask", foot, { type: "button" });
    this.ask.addEventListener("click", act.ask);
    this.hint = make("span", "hint", foot);
    make("span", "", this.hint, { text: `${labels.look} ` });
    const keys = make("span", "by-key", this.hint);
    for (const key of ["←", "→"]) make("kbd", "", keys, { text: key });
    keys.append(` ${labels.keys}`);
  }

  #button(parent, name, words, key, act) {
    const button = make("button", name, parent, { type: "button" });
    const cell = make("span", "cell", button);
    const label = make("span", "label", cell, { text: words[0] });
    for (const word of words) make("span", "room", cell, { "data-text": word, "aria-hidden": "true" });
    if (key) make("kbd", "", button, { text: key, "aria-hidden": "true" });
    button.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && act());
    return { button, label };
  }

  #speeds(parent, act) {
    const box = make("div", "speeds", parent, { role: "group", "aria-label": this.labels.speed });
    this.speeds = SPEEDS.map((speed) => {
      const button = make("button", "", box, { type: "button", text: `${speed}×` });
      button.addEventListener("click", () => act(speed));
      return { button, speed };
    });
  }

  show({ first, over, ending, playing, speed, asks, waits }) {
    const { labels } = this;
    this.next.label.textContent = over ? labels.on : ending ? labels.next_round : labels.next;
    this.play.label.textContent = playing ? labels.pause : labels.play;
    this.play.button.classList.toggle("playing", playing);
    // Greyed rather than disabled: a button that a key press has just used up keeps the focus.
    for (const [{ button }, off] of [[this.back, first], [this.play, over]]) {
      button.setAttribute("aria-disabled", String(off));
    }
    this.another.button.classList.toggle("wanted", over);
    for (const one of this.speeds) one.button.setAttribute("aria-pressed", String(one.speed === speed));
    this.ask.textContent = waits ? labels.waiting : labels.question;
    this.ask.hidden = !asks;
    this.hint.hidden = asks;
  }
}

/** Both ways of writing the same words, as passes in time. */
class Lanes {
  constructor(parent, labels, motion) {
    Object.assign(this, { labels: labels.lanes, motion });
    const box = make("section", "lanes", parent);
    const top = make("div", "lanes-top", box);
    make("h2", "", top, { text: this.labels.title });
    const key = make("ul", "key", top, { role: "list" });
    for (const name of ["pass", "guess"]) {
      const item = make("li", "", key);
      make("i", name, item);
      item.append(this.labels[`${name}_is`]);
    }
    this.rows = ["plain", "ahead"].map((name) => {
      const row = make("div", "lane", box);
      const words = make("p", "lane-words", row);
      make("b", "", words, { text: this.labels[name] });
      const text = make("span", "", words);
      return { text, track: make("div", "track", row, { "aria-hidden": "true" }), bars: [] };
    });
    this.gain = make("p", "gain", box);
  }

  take({ rounds, full, cost }) {
    const [plain, ahead] = this.rows;
    const add = (row, kind, time) => {
      const bar = make("i", kind, row.track);
      bar.style.width = percent(time / full);
      row.bars.push(bar);
    };
    for (const row of this.rows) {
      row.track.replaceChildren();
      row.bars = [];
    }
    for (const round of rounds) {
      for (const _ of round.new) add(plain, "pass", 1);
      for (const _ of round.guesses) add(ahead, "guess", cost);
      add(ahead, "pass", 1);
    }
  }

  show({ round, beat, spent }, moving) {
    [beat.tokens, spent].forEach((count, place) => {
      const { text, bars } = this.rows[place];
      text.textContent = beat.lanes[place];
      let late = 0;
      bars.forEach((bar, at) => {
        const on = at < count;
        if (on && moving && !bar.classList.contains("on")) {
          this.motion.run(bar, { transform: "scaleX(0)" }, 250, { delay: 80 * late });
          late += 1;
        }
        bar.classList.toggle("on", on);
      });
    });
    this.gain.textContent = beat.settled ? round.gain : "";
  }
}
