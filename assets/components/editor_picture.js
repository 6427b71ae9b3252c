// The distribution editor, part 4 of 7: the picture. Bars, lines, handles, axis and the table of numbers.
//
// Elements are made once per set of words; a frame of a drag only writes attributes. Two arrangements
// of the same elements: "columns" (bars stand, one column per word) and, where a column would be too
// narrow for two handles, "rows" (bars lie, one row per word), so that words stay whole, targets stay
// large and a vertical swipe still scrolls the page.

// Lengths at a root font of 16 px; they grow with it.
const MIN_COLUMN = 68; // px: handles, also those of neighbours, are then at least 34 px apart
const ROW = 84; // px: a line of text, then the bar with a handle above and below
const HANDLE = 10; // px: half of a handle, border included

class Picture {
  constructor(root, labels, editable) {
    this.labels = labels;
    this.editable = editable;
    this.stage = html("div", "stage", root);
    this.svg = svg("svg", { class: "plot" }, this.stage);
    if (editable) this.svg.setAttribute("aria-hidden", "true");
    else this.svg.setAttribute("role", "img");
    addPatterns(this.svg);
    this.layers = {};
    for (const name of ["lights", "grid", "bars", "halos", "p-lines", "q-lines", "base"]) {
      this.layers[name] = svg("g", { class: name }, this.svg);
    }
    this.base = svg("path", { class: "baseline" }, this.layers.base);
    this.ticks = html("div", "ticks", this.stage, { "aria-hidden": "true" });
    this.table = html("div", "table", this.stage, { role: "table", "aria-label": labels.table });
    this.handles = html("div", "handles", this.stage);
    this.bubble = html("div", "bubble", this.stage, { "aria-hidden": "true" });
    this.bubble.hidden = true;
    this.makeHead();
    this.parts = [];
  }

  makeHead() {
    const head = html("div", "row head", this.table, { role: "row" });
    const heads = [["word", "word_head"], ["p", "p_name"], ["q", "q_name"], ["ratio", "ratio_head"]];
    for (const [kind, key] of heads) {
      html("span", `cell ${kind}`, head, { role: "columnheader" }).textContent = this.labels[key];
    }
    this.head = head;
  }

  /**
   * Make what each word needs; a change of names alone keeps every element, and so the focus.
   * Returns whether places must be found anew.
   */
  setWords(words) {
    const changed = !sameWords(words, this.words ?? []);
    this.words = [...words];
    if (this.parts.length !== words.length) {
      for (const part of this.parts) for (const element of part.all) element.remove();
      this.parts = words.map((_, index) => this.makePart(index));
    }
    words.forEach((word, index) => {
      const part = this.parts[index];
      setText(part.word, word);
      part.word.title = word;
      for (const [name, key] of [["p", "p_name"], ["q", "q_name"]]) {
        const text = filled(this.labels.handle, { name: this.labels[key], word });
        part.handle[name]?.setAttribute("aria-label", text);
      }
    });
    return changed;
  }

  makePart(index) {
    const { lights, bars, halos } = this.layers;
    const part = {
      light: svg("rect", { class: "light", rx: 8 }, lights),
      kept: svg("rect", { class: "kept" }, bars),
      upper: svg("rect", { class: "over" }, bars),
      halo: { p: svg("path", { class: "halo" }, halos), q: svg("path", { class: "halo" }, halos) },
      line: {
        p: svg("path", { class: "p-line" }, this.layers["p-lines"]),
        q: svg("path", { class: "q-line" }, this.layers["q-lines"]),
      },
      row: html("div", "row", this.table, { role: "row" }),
      handle: {},
    };
    part.row.dataset.index = index;
    // bdi: a right-to-left word, or one with direction marks, leaves its neighbours alone.
    part.word = html("bdi", "cell word", part.row, { role: "rowheader" });
    for (const kind of ["p", "q", "ratio"]) {
      const cell = html("span", `cell ${kind}`, part.row, { role: "cell" });
      const prefix = html("i", "prefix", cell, { "aria-hidden": "true" });
      prefix.textContent = this.labels[`${kind}_short`];
      part[`${kind}Number`] = html("b", "", cell);
    }
    if (this.editable) for (const name of ["p", "q"]) part.handle[name] = this.makeHandle(name, index);
    part.all = [part.light, part.kept, part.upper, part.row];
    part.all.push(...[part.halo, part.line, part.handle].flatMap((pair) => Object.values(pair)));
    return part;
  }

  makeHandle(name, index) {
    const handle = html("div", `handle ${name}`, this.handles, {
      role: "slider",
      tabindex: "0",
      "aria-valuemin": "0",
      "aria-valuemax": "1",
    });
    handle.dataset.index = index;
    handle.dataset.name = name;
    html("span", "grip", handle);
    return handle;
  }

  /** Place everything for a width, in type of `unit` times 16 px; `height` is that of standing bars. */
  layout(width, height, unit) {
    this.unit = unit;
    const count = this.parts.length;
    const gutter = this.gutterWidth();
    const column = (width - gutter) / count;
    const columns = column >= MIN_COLUMN * unit;
    this.stage.dataset.layout = columns ? "columns" : "rows";
    this.handles.setAttribute("data-axis", columns ? "y" : "x");
    if (!columns) this.placeRows(width, count);
    else this.placeColumns(width, count, gutter, column, height * unit);
    const { geometry: g } = this;
    this.svg.setAttribute("width", width);
    this.svg.setAttribute("height", g.bottom);
    this.stage.style.height = `${g.total}px`;
    this.stage.style.setProperty("--hit-x", `${g.hit[0]}px`);
    this.stage.style.setProperty("--hit-y", `${g.hit[1]}px`);
    for (const handle of this.handles.children) {
      handle.setAttribute("aria-orientation", columns ? "vertical" : "horizontal");
    }
  }

  /** The standing axis has a gutter of its own, wide enough for its numbers and the names of the rows. */
  gutterWidth() {
    this.stage.dataset.layout = "columns";
    this.head.style.width = "max-content";
    return clamp(this.head.offsetWidth, 44 * this.unit, 140 * this.unit);
  }

  placeColumns(width, count, gutter, column, height) {
    const u = this.unit;
    const apart = Math.min(column / 2, 150 * u); // between the two handles of a word
    const bar = apart - 14 * u;
    const top = 22 * u;
    const tableTop = top + height + 10 * u;
    this.geometry = {
      columns: true, origin: top + height, length: -height, top, width, gutter, count,
      bottom: top + height + 2, hit: [Math.min(44 * u, column / 2), 44 * u], bar, column,
    };
    this.table.style.top = `${tableTop}px`;
    this.head.style.width = `${gutter}px`;
    this.parts.forEach((part, i) => {
      const middle = gutter + column * (i + 0.5);
      part.across = { p: middle - apart / 2, q: middle + apart / 2 };
      part.barStart = middle - bar / 2;
      part.row.style.cssText = `left:${gutter + column * i}px;width:${column}px`;
    });
    // Words that do not fit their column get a second line, all of them, so that the numbers stay in line.
    this.stage.toggleAttribute("data-narrow", column < 110 * u);
    this.stage.style.setProperty("--lines", 1);
    const long = this.parts.some((part) => part.word.scrollHeight > part.word.clientHeight + 1);
    this.stage.style.setProperty("--lines", long ? 2 : 1);
    this.geometry.total = tableTop + this.head.offsetHeight;
    this.placeLines(column - 6 * u);
  }

  placeRows(width, count) {
    const u = this.unit;
    const row = ROW * u;
    const start = (HANDLE + 2) * u;
    this.stage.dataset.layout = "rows";
    this.geometry = {
      columns: false, origin: start, length: width - start - 22 * u, top: 0, width, gutter: 0, count,
      bottom: count * row, hit: [44 * u, 40 * u], bar: 30 * u, column: row, total: count * row + 26 * u,
    };
    this.table.style.top = "0";
    this.head.style.width = "";
    this.parts.forEach((part, i) => {
      const middle = i * row + 52 * u;
      part.across = { p: middle - 19 * u, q: middle + 19 * u };
      part.barStart = middle - 15 * u;
      part.row.style.cssText = `top:${i * row}px;width:${width}px`;
    });
    this.placeLines(row - 2 * u);
  }

  /** What does not change while a value does: the length of lines, the thickness of bars, the lights. */
  placeLines(breadth) {
    const { geometry: g } = this;
    this.parts.forEach((part, i) => {
      const { p: from, q: to } = part.across;
      const d = g.columns ? `M${from} 0H${to}` : `M0 ${from}V${to}`;
      for (const name of ["p", "q"]) {
        part.line[name].setAttribute("d", d);
        part.halo[name].setAttribute("d", d);
      }
      const [along, size] = g.columns ? ["x", "width"] : ["y", "height"];
      for (const rect of [part.kept, part.upper]) {
        for (const name of ["x", "y", "width", "height"]) rect.setAttribute(name, 0);
        rect.setAttribute(along, part.barStart);
        rect.setAttribute(size, g.bar);
      }
      const start = g.gutter + g.column * i + (g.column - breadth) / 2;
      const box = g.columns ? [start, 0, breadth, g.bottom] : [0, start, g.width, breadth];
      ["x", "y", "width", "height"].forEach((name, k) => part.light.setAttribute(name, box[k]));
    });
    this.base.setAttribute("d", this.acrossAt(g.origin));
  }

  /** Write one frame: every bar, line, handle and number for p, q on an axis that reaches `scale`. */
  draw(p, q, scale) {
    const { geometry: g } = this;
    if (!g) return;
    this.drawAxis(scale);
    const at = (value) => g.origin + (g.length * value) / scale;
    this.parts.forEach((part, i) => {
      const [low, high] = p[i] < q[i] ? [p[i], q[i]] : [q[i], p[i]];
      this.drawBar(part.kept, at(0), at(low));
      this.drawBar(part.upper, at(low), at(high));
      part.upper.setAttribute("class", q[i] > p[i] ? "over" : "left");
      for (const [name, value] of [["p", p[i]], ["q", q[i]]]) {
        const place = at(value);
        const move = g.columns ? `translate(0 ${place})` : `translate(${place} 0)`;
        part.line[name].setAttribute("transform", move);
        part.halo[name].setAttribute("transform", move);
        this.drawHandle(part, name, value, place);
        setText(part[`${name}Number`], shown(value, this.labels));
      }
      setText(part.ratioNumber, shown(keepChance(p[i], q[i]), this.labels));
    });
  }

  drawBar(rect, from, to) {
    const [start, size] = this.geometry.columns ? ["y", "height"] : ["x", "width"];
    rect.setAttribute(start, Math.min(from, to));
    rect.setAttribute(size, Math.abs(to - from));
  }

  drawHandle(part, name, value, place) {
    const handle = part.handle[name];
    if (!handle) return;
    const [x, y] = this.geometry.columns ? [part.across[name], place] : [place, part.across[name]];
    handle.style.transform = `translate(${x}px, ${y}px)`;
    handle.setAttribute("aria-valuenow", value.toFixed(3));
    handle.setAttribute("aria-valuetext", spoken(value, this.labels));
    if (handle === this.bubbleFor) {
      this.bubble.style.transform = `translate(${x}px, ${y}px)`;
      setText(this.bubble, shown(value, this.labels));
    }
  }

  drawAxis(scale) {
    const { geometry: g } = this;
    const ticks = ticksFor(scale);
    while (this.ticks.children.length < ticks.length) {
      html("span", "tick", this.ticks);
      svg("path", {}, this.layers.grid);
    }
    [...this.ticks.children].forEach((label, k) => {
      const line = this.layers.grid.children[k];
      label.hidden = k >= ticks.length;
      line.style.display = label.hidden ? "none" : "";
      if (label.hidden) return;
      const place = g.origin + (g.length * ticks[k]) / scale;
      setText(label, k === 0 ? "0" : shown(ticks[k], this.labels).replace(/0$/, ""));
      const [x, y] = g.columns ? [g.gutter - 10 * this.unit, place] : [place, g.bottom + 4 * this.unit];
      label.style.transform = `translate(${x}px, ${y}px) translate(${g.columns ? "-100%,-50%" : "-50%,0"})`;
      line.setAttribute("d", this.acrossAt(place));
    });
  }

  /** What the picture says to those who do not see it, where there are no handles to say it. */
  describe({ words, p, q }) {
    const list = words.map((word, i) =>
      filled(this.labels.picture_word, { word, p: spoken(p[i], this.labels), q: spoken(q[i], this.labels) }));
    const [alpha, z] = alphaAndZ(p, q).map((value) => spoken(value, this.labels));
    this.svg.setAttribute("aria-label", filled(this.labels.picture, { words: list.join("; "), alpha, z }));
  }

  /** A line across all bars at one place of the axis; between lying bars it leaves the words alone. */
  acrossAt(place) {
    const { geometry: g } = this;
    if (g.columns) return `M${g.gutter} ${place}H${g.width}`;
    return this.parts.map(({ across }) => `M${place} ${across.p}V${across.q}`).join("");
  }

  /** The value beside the hand, where a finger does not hide it; null takes it away. */
  showBubble(handle) {
    this.bubbleFor = handle;
    this.bubble.hidden = !handle;
    if (handle) this.bubble.dataset.name = handle.dataset.name;
  }

  /** Light one word, or none. */
  light(index) {
    this.parts.forEach((part, i) => {
      part.light.classList.toggle("lit", i === index);
      part.row.classList.toggle("lit", i === index);
    });
  }

  /** Which word lies under a point of the stage, or null. */
  wordAt(x, y) {
    const { geometry: g } = this;
    const index = Math.floor(g.columns ? (x - g.gutter) / g.column : y / g.column);
    return index >= 0 && index < g.count ? index : null;
  }

  /** The name of the line of word `index` that is nearer to a point; equal lines: the nearer end. */
  nearerLine(index, x, y, p, q, scale) {
    const { geometry: g } = this;
    const at = (value) => g.origin + (g.length * value) / scale;
    const [along, across] = g.columns ? [y, x] : [x, y];
    const [toP, toQ] = [Math.abs(along - at(p[index])), Math.abs(along - at(q[index]))];
    if (Math.abs(toP - toQ) > 6) return toP < toQ ? "p" : "q";
    const ends = this.parts[index].across;
    return Math.abs(across - ends.p) <= Math.abs(across - ends.q) ? "p" : "q";
  }

  /** The probability at a point of the stage, on an axis that reaches `scale`; not clamped. */
  valueAt(x, y, scale) {
    const { geometry: g } = this;
    return (((g.columns ? y : x) - g.origin) / g.length) * scale;
  }
}
