// The animated round, part 4 of 6: the panel that explains a beat with a picture and its numbers.

const FALL = 350; // ms in which a coin falls
const LANDING = 400; // ms until it lies on its ruler, and is read

class Panel {
  constructor(parent, labels, motion) {
    Object.assign(this, { labels, motion });
    this.root = make("section", "panel", parent);
  }

  /** Show what a beat is about, or one guess that the learner asked to see again. */
  show(round, beat, moving, looked = null) {
    this.root.replaceChildren();
    this.side = make("div", "side", this.root);
    this.picture = make("div", "picture", this.root);
    this.drawn = null;
    const guess = round.guesses[looked ?? beat.at];
    if (beat.step === 1) this.#guess(guess, moving);
    else if (beat.step === 2) this.#pass(round, moving, looked);
    else if (guess?.coin) this.#coin(guess, moving);
    else if (looked !== null) this.#guess(guess, moving);
    else if (beat.step === 4) this.#last(round.final, beat, moving);
    else this.#grow(round);
  }

  /** Hold the room of the tallest of these beats, so that the controls below stay where they are. */
  hold(beats) {
    this.root.style.minHeight = "";
    let tallest = 0;
    for (const { round, beat } of beats) {
      this.show(round, beat, false);
      tallest = Math.max(tallest, this.root.offsetHeight);
    }
    this.root.style.minHeight = `${tallest}px`;
  }

  #heading(title, lead) {
    const heading = make("h2", "", this.side, { text: title });
    const text = make("p", "sub", this.side, { text: lead ?? "" });
    return [heading, text];
  }

  #guess(guess, moving) {
    this.#heading(guess.title, guess.lead);
    const bars = this.#law(this.picture, guess.law, "draft", guess.law_text, true);
    if (moving) for (const bar of bars) this.motion.run(bar, { transform: "scaleX(0)" }, 300);
  }

  /** A law as one bar a word; returns the bars. */
  #law(parent, law, kind, text, drawn) {
    const list = make("div", `law ${kind}`, parent, { role: "img", "aria-label": text });
    const top = Math.max(...law.map(({ value }) => value));
    return law.map((row) => {
      const line = make("div", `law-row${row.drawn && drawn ? " drawn" : ""}`, list);
      const word = make("span", "law-word", line, { text: row.word });
      const track = make("span", "law-track", line);
      const bar = make("i", "law-bar", track);
      bar.style.width = `${((100 * row.value) / top).toFixed(2)}%`;
      make("span", "law-value", track, { text: row.text });
      if (row.drawn) this.drawn = word;
      return bar;
    });
  }

  #pass(round, moving, looked) {
    this.#heading(round.pass.title, round.pass.lead);
    this.#key(this.side, ["draft", "target"]);
    const top = Math.max(...round.guesses.flatMap(({ p, q }) => [p, q]));
    const list = make("ul", "pairs", this.picture, { role: "list" });
    round.guesses.forEach((guess, place) => {
      const line = make("li", `pair${place === looked ? " drawn" : ""}`, list);
      make("span", "spoken", line, { text: guess.row });
      make("span", "law-word", line, { text: guess.label, "aria-hidden": "true" });
      const both = make("span", "both", line, { "aria-hidden": "true" });
      for (const name of ["q", "p"]) {
        const bar = make("i", `thin ${name}`, both);
        bar.style.width = `${((100 * guess[name]) / top).toFixed(2)}%`;
        if (moving && name === "p") this.motion.run(bar, { transform: "scaleX(0)" }, 300, { delay: 200 });
      }
      make("span", "verdict", line, { text: guess.verdict, "aria-hidden": "true" });
    });
  }

  #coin({ coin }, moving) {
    const [heading, lead] = this.#heading(moving ? coin.title : coin.verdict, coin.said);
    this.#ruler(coin, moving);
    if (!moving) return;
    lead.style.visibility = "hidden";
    this.motion.after(LANDING, () => {
      heading.textContent = coin.verdict;
      lead.style.visibility = "";
    });
  }

  #ruler(coin, moving) {
    const name = `${coin.coin}; ${coin.limit}`;
    const ruler = make("div", "ruler", this.picture, { role: "img", "aria-label": name });
    ruler.style.setProperty("--ratio", percent(coin.ratio));
    ruler.style.setProperty("--u", percent(coin.u));
    const air = make("div", "ruler-air", ruler);
    const needle = make("span", "ruler-coin", air);
    const number = make("em", coin.u > 0.6 ? "before" : "", air, { text: coin.coin });
    const bar = make("div", "ruler-bar", ruler);
    this.#part(bar, "kept", coin.keep, 0, coin.ratio, coin.u);
    this.#part(bar, "over", coin.reject, coin.ratio, 1 - coin.ratio, coin.u);
    const scale = make("div", "ruler-scale", ruler);
    make("span", "", scale, { text: "0" }).style.left = "0";
    if (coin.ratio < 1) make("span", "limit", scale, { text: coin.limit });
    else make("span", "all", scale, { text: coin.limit });
    make("span", "", scale, { text: "1" }).style.left = "100%";
    const formula = make("p", "eq", this.picture);
    make("span", "", formula, { text: coin.formula });
    make("b", "", formula, { text: coin.coin });
    if (!moving) return;
    this.motion.run(needle, { transform: "translateY(-40px)", opacity: 0 }, FALL, { easing: "cubic-bezier(.4, 0, 1, .8)" });
    this.motion.run(number, { opacity: 0 }, 150, { delay: LANDING });
    this.motion.run(formula.lastChild, { opacity: 0 }, 150, { delay: LANDING });
  }

  /** One part of the ruler with its word: left out where there is no room, set aside from the coin. */
  #part(bar, kind, word, start, size, u) {
    const part = make("b", kind, bar);
    if (size < 0.15) {
      part.style.padding = 0;
      return;
    }
    make("span", "", part, { text: word });
    const off = u - (start + size / 2);
    if (Math.abs(off) < 0.1) part.style.textAlign = off > 0 ? "left" : "right";
  }

  #last(final, beat, moving) {
    this.#heading(final.title, final.lead);
    if (final.kind === "ended") return;
    const drawn = beat.kind === "final";
    this.picture.classList.add("wide");
    if (final.bars) {
      const numbers = make("p", "shares", this.side);
      for (const [value, words] of final.numbers) {
        const one = make("span", "", numbers);
        make("b", "", one, { text: value });
        one.append(words);
      }
      this.#bars(final, drawn, moving && !drawn);
    }
    const kind = final.kind === "bonus" ? "target" : "fix";
    const right = make("div", "draw", this.picture);
    const bars = this.#law(right, final.law, kind, final.law_text, drawn);
    if (moving && !drawn) for (const bar of bars) this.motion.run(bar, { transform: "scaleX(0)" }, 350, { delay: 150 });
  }

  /** p_target and q_draft at the place, in columns; what is left over is lit. */
  #bars({ bars, bars_text, label }, drawn, moving) {
    const left = make("div", "bars-box", this.picture);
    const letters = bars.words.join("").length;
    const crowd = bars.words.length > 5 ? " many" : letters > 24 ? " long" : "";
    const box = make("div", `bars${crowd}`, left, { role: "img", "aria-label": bars_text });
    const top = Math.max(...bars.p, ...bars.q) * 1.04;
    bars.words.forEach((word, place) => {
      const column = make("div", "column", box);
      const plot = make("div", "plot", column);
      const area = (kind, start, size) => {
        if (size <= 0) return;
        const piece = make("i", kind, plot);
        piece.style.bottom = percent(start / top);
        piece.style.height = percent(size / top);
        const dim = kind !== "fix";
        if (moving) this.motion.run(piece, dim ? { opacity: 1 } : { transform: "scaleY(0)" }, 350, { delay: 100 });
      };
      area("kept", 0, bars.kept[place]);
      area("over", bars.kept[place], bars.over[place]);
      area("fix", bars.kept[place], bars.left[place]);
      for (const name of ["p", "q"]) make("i", `edge ${name}`, plot).style.bottom = percent(bars[name][place] / top);
      const name = make("span", "column-word", column, { text: word, title: word });
      if (drawn && word === label) name.classList.add("drawn");
    });
    this.#key(left, ["kept", "over", "fix", "target", "draft"]);
  }

  #key(parent, kinds) {
    const list = make("ul", "key", parent, { role: "list" });
    for (const kind of kinds) {
      const item = make("li", "", list);
      make("i", `key-${kind}`, item);
      item.append(this.labels.legend[kind]);
    }
  }

  #grow(round) {
    this.#heading(round.grow.title, round.gain);
    this.picture.classList.add("wide");
    const numbers = make("div", "totals", this.picture);
    for (const [value, words] of round.grow.numbers) {
      const one = make("div", "", numbers);
      make("b", "", one, { text: value });
      one.append(words);
    }
    const past = make("ol", "past", this.picture, { role: "list" });
    for (const { name, words, now } of round.grow.past) {
      const line = make("li", "", past);
      make("span", "of", line, { text: name });
      make("span", now ? "now" : "", line, { text: words });
    }
  }
}
