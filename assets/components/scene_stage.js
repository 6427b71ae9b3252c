// The animated round, part 3 of 6: the sentence with the chips of its round.
//
// What a chip is follows from the beat alone, so that any beat can be shown at any time; motion is
// laid over the finished picture and may be cut short.

/** What every guess of a round has become at a beat; null where it is not in the sentence. */
function fates(round, beat) {
  return round.guesses.map((guess, place) => {
    if (beat.step === 1) return place <= beat.at ? "drafted" : null;
    if (beat.step === 2) return "checked";
    if (beat.step === 5) return null;
    const reached = beat.step === 3 ? beat.at : round.guesses.length;
    const fallen = round.outcome === "corrected" && reached >= round.accepted;
    if (place < round.accepted) return place <= reached ? "kept" : "checked";
    if (beat.step === 4) return null;
    if (!fallen) return "checked";
    return place === round.accepted ? "rejected" : "unseen";
  });
}

class Stage {
  constructor(parent, labels, motion, onLook) {
    Object.assign(this, { labels, motion, onLook });
    const box = make("div", "stage", parent);
    make("p", "who", box, { text: labels.who });
    this.cell = make("div", "cell", box);
    this.line = make("div", "sentence", this.cell);
    this.text = make("span", "text", this.line);
    this.list = make("ul", "chips", this.line, { role: "list", "aria-label": labels.guesses });
    this.blank = make("span", "blank", this.line, { role: "img", "aria-label": labels.blank });
    this.tray = make("ul", "tray", this.line, { role: "list", "aria-label": labels.thrown });
  }

  /** Take a new sentence; the room of its tallest picture is held from the start. */
  take(rounds) {
    Object.assign(this, { rounds, round: null });
    this.cell.querySelectorAll(".room").forEach((old) => old.remove());
    for (const round of rounds) {
      const kept = round.guesses.slice(0, round.accepted).map(({ word }) => word);
      const final = round.final.word ? [round.final.word] : [];
      const thrown = round.outcome === "corrected" ? round.guesses.slice(round.accepted) : [];
      this.#room(round, round.guesses.map(({ word }) => word), []);
      this.#room(round, [...kept, ...final], thrown.map(({ label }) => label));
    }
  }

  #room(round, words, thrown) {
    const room = make("div", "sentence room-line", this.cell, { "aria-hidden": "true" });
    make("span", "room-text", room, { "data-text": `${round.written} ` });
    for (const word of words) make("span", "room-chip", room, { "data-text": word });
    for (const word of thrown) make("span", "room-gone", room, { "data-text": word });
  }

  /** Show a beat: the picture at once, the motion over it if wanted. */
  show(round, beat, moving) {
    const before = moving ? this.#boxes() : null;
    if (round !== this.round) this.#begin(round);
    const fate = fates(round, beat);
    const tossed = moving && beat.kind === "coin";
    if (tossed) {
      const open = [...fate].fill("checked", beat.at);
      this.#chips(round, beat, open);
      this.motion.after(LANDING, () => this.#land(round, beat, fate));
    } else this.#chips(round, beat, fate);
    this.#final(round, beat);
    this.#thrown(round, beat);
    this.#write(round, beat);
    if (before) this.#move(round, beat, before);
  }

  #begin(round) {
    this.round = round;
    this.chips = round.guesses.map((guess, place) => this.#chip(guess, place));
    this.final = round.final.word ? this.#lastChip(round.final) : null;
    this.list.replaceChildren();
  }

  #chip(guess, place) {
    const item = make("li", "chip");
    const button = make("button", "", item, { type: "button" });
    make("b", "word", button, { text: guess.word });
    const status = make("span", "status", button);
    const numbers = make("span", "numbers", button, { "aria-hidden": "true" });
    make("span", "q", numbers, { text: `q ${guess.texts.q}` });
    make("span", "p", numbers, { text: `p ${guess.texts.p}` });
    const mini = make("span", "mini", button, { "aria-hidden": "true" });
    if (guess.coin) {
      mini.style.setProperty("--ratio", percent(guess.coin.ratio));
      mini.style.setProperty("--u", percent(guess.coin.u));
    }
    const spoken = make("span", "spoken", button);
    button.addEventListener("click", () => this.onLook(place));
    return { item, button, status, spoken };
  }

  #lastChip(final) {
    const item = make("li", `chip last ${final.kind}`);
    make("b", "word", item, { text: final.word });
    const star = final.kind === "bonus" ? "★ " : "";
    make("span", "status", item, { text: star + this.labels.chips[final.kind] });
    return { item };
  }

  #chips(round, beat, fate) {
    this.list.replaceChildren(...this.chips.filter((_, place) => fate[place]).map(({ item }) => item));
    this.chips.forEach((chip, place) => {
      const kind = fate[place];
      if (!kind) return;
      const guess = round.guesses[place];
      const scored = beat.step > 1;
      const fallen = guess.coin && (kind === "kept" || kind === "rejected");
      chip.item.className = `chip ${kind}${scored ? " scored" : ""}${fallen ? " fallen" : ""}`;
      chip.item.classList.toggle("now", beat.kind === "coin" && beat.at === place);
      chip.status.textContent = this.labels.chips[kind];
      const numbers = guess.numbers[scored ? 1 : 0];
      chip.spoken.textContent = `; ${numbers}${fallen ? `; ${guess.coin.chip}` : ""}`;
    });
  }

  #land(round, beat, fate) {
    this.#chips(round, beat, fate);
    const { item } = this.chips[beat.at];
    this.motion.run(item, [{ transform: "none" }, { transform: "translateY(4px)" }, { transform: "none" }], 200);
  }

  #final(round, beat) {
    const drawn = beat.step === 4 && beat.kind === "final" && this.final;
    if (drawn) this.list.append(this.final.item);
  }

  #thrown(round, beat) {
    const gone = beat.step === 4 && round.outcome === "corrected" ? round.guesses.slice(round.accepted) : [];
    this.tray.replaceChildren();
    this.tray.hidden = gone.length === 0;
    gone.forEach(({ label }, place) => {
      const kind = place === 0 ? "rejected" : "discarded";
      const item = make("li", `gone ${kind}`, this.tray);
      make("span", "word", item, { text: label });
      make("span", "status", item, { text: ` ${this.labels.chips[kind]}` });
    });
  }

  #write(round, beat) {
    const grown = beat.step === 5;
    this.text.replaceChildren(round.written);
    this.words = [];
    for (const { word, glued } of grown ? round.new : []) {
      if (!glued) this.text.append(" ");
      this.words.push(make("span", "new", this.text, { text: word }));
    }
    if (!grown || !round.finished) this.text.append(" ");
    this.list.hidden = this.list.childElementCount === 0;
    this.blank.hidden = !(grown ? !round.finished : beat.step === 4 && beat.kind === "open");
  }

  #boxes() {
    const chips = this.chips ?? [];
    const box = (chip) => chip?.item.isConnected && chip.item.querySelector(".word").getBoundingClientRect();
    return { guesses: chips.map(box), final: box(this.final) };
  }

  #move(round, beat, before) {
    const { motion } = this;
    if (beat.kind === "guess") motion.run(this.chips[beat.at].item, { opacity: 0, transform: "translateY(-14px)" }, 300);
    if (beat.kind === "pass") this.#sweep();
    if (beat.kind === "open" || beat.kind === "final") {
      [...this.tray.children].forEach((item, place) => {
        if (beat.kind === "open") motion.from(item, before.guesses[round.accepted + place], 350);
      });
    }
    if (beat.kind === "grow") {
      const sources = [...before.guesses.slice(0, round.accepted), before.final];
      this.words.forEach((word, place) => motion.from(word, sources[place], 350));
    }
  }

  /** One pass over all guesses at once: every chip is lit at the same moment, p_target comes with it. */
  #sweep() {
    for (const { item } of this.chips) {
      const light = make("i", "sweep", item, { "aria-hidden": "true" });
      this.motion.run(light, [{ transform: "translateY(-100%)" }, { transform: "translateY(100%)" }], 400, { fill: "both" });
      this.motion.after(400, () => light.remove());
      const number = item.querySelector(".p");
      this.motion.run(number, { opacity: 0, transform: "translateY(-10px)" }, 200, { delay: 250 });
    }
  }

  /** The drawn word comes from its bar in the panel. */
  fly(box) {
    if (this.final) this.motion.from(this.final.item, box, 400);
  }

  /** The guess whose numbers the panel shows. */
  mark(place) {
    this.chips?.forEach(({ button }, at) => {
      if (at === place) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
  }
}
