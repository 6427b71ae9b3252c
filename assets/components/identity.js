// Kept and corrected mass end to end, word by word: together they reach p_target. Widths and words come
// from Python; the browser only lights and picks a word, and tells Python which one was picked.

class Identity {
  constructor(root) {
    this.root = root;
    this.light = new WordLight(root, (word) => this.draw(word));
  }

  receive({ data, setStateValue }) {
    this.setStateValue = setStateValue;
    const { word, seen, ...rest } = data;
    const signature = JSON.stringify(rest);
    if (signature !== this.signature) this.build(data, signature);
    // Data from before our last click are on their way when it happens: they are passed over.
    if (this.stamp > 0 && !(seen >= this.stamp)) this.draw(this.light.picked);
    else this.light.pick(word);
  }

  build(data, signature) {
    Object.assign(this, { signature, data, stamp: 0 });
    const rows = wordRows(data.words);
    rows.setAttribute("role", "group");
    rows.setAttribute("aria-label", data.text.group);
    this.rows = data.words.map((word, index) => this.row(word, index));
    rows.append(...this.rows);
    rows.addEventListener("pointerleave", () => this.light.tell(null));
    this.panel = element("div", "panel");
    const both = element("div", "both");
    both.append(rows, this.panel);
    this.root.replaceChildren(both, wordKey(data.text.key));
  }

  row(word, index) {
    const { kept, corrected, p, q, top, sums, text } = this.data;
    const share = (value) => `${(100 * value) / top}%`;
    const row = element("button", "row");
    row.type = "button";
    row.setAttribute("aria-label", text.rows[index]);
    const track = element("span", "track");
    const parts = [["kept", 0, kept[index]], ["fix", kept[index], corrected[index]]];
    for (const [kind, start, size] of parts) {
      if (size <= 0) continue;
      const part = element("i", kind);
      Object.assign(part.style, { left: share(start), width: share(size) });
      track.append(part);
    }
    for (const [kind, value] of [["draft", q[index]], ["target", p[index]]]) {
      const line = element("i", `line ${kind}`);
      line.style.left = share(value);
      track.append(line);
    }
    const sum = element("span", "sum");
    sum.append(
      element("span", "sum-kept", sums[index][0]), " + ",
      element("span", "sum-fix", sums[index][1]), " = ", element("b", "", sums[index][2]),
    );
    row.append(element("span", "word", word), track, sum);
    row.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.light.tell(index));
    row.addEventListener("click", () => this.choose(index));
    return row;
  }

  choose(index) {
    this.stamp = Math.max(Date.now(), this.stamp + 1); // Python tells back the last one it has seen
    this.light.pick(index);
    this.light.tell(index);
    this.light.tell(null);
    this.setStateValue("word", { word: index, stamp: this.stamp });
  }

  draw(word) {
    if (!this.rows) return;
    this.rows.forEach((row, index) => {
      row.classList.toggle("lit", index === word);
      row.setAttribute("aria-pressed", String(index === this.light.picked));
    });
    const about = this.data.formulas[word];
    if (!about || this.shown === about) return;
    this.shown = about;
    const lines = about.lines.map(([name, kind, formula]) => {
      const line = element("p", "line-of");
      line.append(element("span", `name ${kind}`, name), element("span", "formula", formula));
      return line;
    });
    this.panel.replaceChildren(element("p", "title", about.title), ...lines, element("p", "says", about.says));
  }

  destroy() {
    this.light.end();
  }
}

export default mounting(Identity);
