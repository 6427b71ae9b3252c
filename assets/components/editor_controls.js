// The distribution editor, part 5 of 7: what stands around the picture. The sums, the key, the draft
// quality, the buttons and the list of words. Each reports to `act`, the editor's own methods.

/** alpha, Z and the sum that shows that nothing is lost. */
class Sums {
  constructor(root, labels) {
    this.labels = labels;
    const box = html("div", "sums", root);
    this.values = ["alpha", "z", "sum"].map((kind) => {
      const item = html("div", `sum-${kind}`, box);
      const value = html("b", "", item);
      html("span", "", item).textContent = labels[`${kind}_note`];
      return [kind, value];
    });
  }

  draw(p, q) {
    const [alpha, z] = alphaAndZ(p, q).map((value) => shown(value, this.labels));
    for (const [kind, element] of this.values) {
      setText(element, filled(this.labels[kind], { alpha, z }));
    }
  }
}

/** The key: the same colours, patterns and shapes as in the picture, each with its word. */
function addKey(root, labels) {
  const list = html("ul", "key", root);
  const swatches = {
    kept: (s) => svg("rect", { class: "kept", width: 26, height: 16 }, s),
    over: (s) => svg("rect", { class: "over", width: 26, height: 16 }, s),
    left: (s) => svg("rect", { class: "left", width: 26, height: 16 }, s),
    p_name: (s) => {
      svg("path", { class: "p-line small", d: "M8 8H40" }, s);
      svg("circle", { class: "p-grip", cx: 8, cy: 8, r: 6 }, s);
    },
    q_name: (s) => {
      svg("path", { class: "q-line small", d: "M0 8H32" }, s);
      svg("rect", { class: "q-grip", x: 26, y: 2, width: 12, height: 12, rx: 2 }, s);
    },
  };
  for (const [key, paint] of Object.entries(swatches)) {
    const item = html("li", "", list);
    const width = key.endsWith("_name") ? 40 : 26;
    const swatch = svg("svg", { viewBox: `0 0 ${width} 16`, "aria-hidden": "true" }, item);
    addPatterns(swatch);
    paint(swatch);
    html("span", "", item).textContent = labels[key];
  }
}

/** One slider from the hostile draft over the learner's own to the perfect one. */
class Quality {
  constructor(root, labels, act) {
    this.labels = labels;
    const box = html("div", "quality", root);
    const name = html("label", "", box, { for: "quality" });
    name.textContent = labels.quality;
    this.input = html("input", "", box, { type: "range", id: "quality", min: 0, max: 1, step: 0.01 });
    const ends = html("div", "ends", box, { "aria-hidden": "true" });
    for (const key of ["hostile", "yours", "perfect"]) {
      html("span", "", ends).textContent = labels[`quality_${key}`];
    }
    this.input.addEventListener("input", () => act.slide(Number(this.input.value)));
    this.input.addEventListener("change", () => act.settle());
  }

  draw(p, q, quality) {
    if (Number(this.input.value) !== quality) this.input.value = quality;
    this.input.style.setProperty("--at", quality);
    const alpha = spoken(alphaAndZ(p, q)[0], this.labels);
    this.input.setAttribute("aria-valuetext", filled(this.labels.quality_value, { alpha }));
  }
}

/** Undo, redo, reset, swap, and the button that opens the list of words. */
class Tools {
  constructor(root, labels, act) {
    const bar = html("div", "tools", root);
    this.buttons = {};
    for (const name of ["undo", "redo", "reset", "swap", "edit_words"]) {
      const button = html("button", `tool ${name}`, bar, { type: "button" });
      button.textContent = labels[name];
      button.addEventListener("click", () => act[name]());
      this.buttons[name] = button;
    }
    this.buttons.edit_words.setAttribute("aria-expanded", "false");
    this.buttons.edit_words.setAttribute("aria-controls", "words");
  }

  /** Greyed rather than disabled: a button that a key press has just used up keeps the focus. */
  draw(can) {
    for (const [name, possible] of Object.entries(can)) {
      this.buttons[name].setAttribute("aria-disabled", String(!possible));
    }
  }
}

/** The list of words: rename, remove, add. Rows are kept while their number stays. */
class WordList {
  constructor(root, labels, act) {
    this.labels = labels;
    this.act = act;
    this.box = html("div", "words", root, { id: "words", role: "group", "aria-label": labels.edit_words });
    this.box.hidden = true;
    this.list = html("ol", "", this.box);
    this.add = html("button", "tool add", this.box, { type: "button" });
    this.add.textContent = labels.add_word;
    this.add.addEventListener("click", () => act.add());
    this.note = html("p", "note", this.box, { role: "status" });
    this.rows = [];
  }

  draw(words) {
    if (this.rows.length !== words.length) {
      this.list.replaceChildren();
      this.rows = words.map((_, index) => this.makeRow(index));
    }
    words.forEach((word, index) => {
      const { input, remove } = this.rows[index];
      // A name that is being typed is the learner's; it is compared again when the field is left.
      if (input !== this.box.getRootNode().activeElement) input.value = word;
      remove.setAttribute("aria-label", filled(this.labels.remove_word, { word }));
      remove.setAttribute("aria-disabled", String(words.length <= WORDS_MIN));
    });
    this.add.setAttribute("aria-disabled", String(words.length >= WORDS_MAX));
  }

  makeRow(index) {
    const row = html("li", "", this.list);
    const input = html("input", "", row, { type: "text", maxlength: WORD_LENGTH, dir: "auto" });
    input.setAttribute("aria-label", filled(this.labels.rename_word, { number: index + 1 }));
    for (const [name, value] of [["autocomplete", "off"], ["spellcheck", "false"]]) {
      input.setAttribute(name, value);
    }
    // Single letters are Streamlit's shortcuts, and it does not see that they are typed in here.
    for (const name of ["keydown", "keyup"]) input.addEventListener(name, (event) => event.stopPropagation());
    input.addEventListener("change", () => {
      const name = this.act.rename(index, input.value);
      input.value = name;
    });
    const remove = html("button", "tool remove", row, { type: "button" });
    const cross = svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, remove);
    svg("path", { d: "M3 3L13 13M13 3L3 13" }, cross);
    remove.addEventListener("click", () => this.act.remove(index));
    return { row, input, remove };
  }

  toggle(open) {
    this.box.hidden = !open;
    setText(this.note, "");
  }

  say(text) {
    setText(this.note, text);
  }

  /** After a removal the focus goes to the next word, so that the keyboard is not thrown to the top. */
  focusAfterRemoval(index) {
    const row = this.rows[Math.min(index, this.rows.length - 1)];
    row.remove.focus();
  }

  focusInput(index) {
    this.rows[index].input.focus();
    this.rows[index].input.select();
  }
}
