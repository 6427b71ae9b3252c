// The distribution editor, part 3 of 6: the picture. Bars, lines, handles, axis and the table of numbers.
//
// Elements are made once per set of words; a frame of a drag only writes attributes. Two arrangements
// of the same elements: "columns" (bars stand, one column per word) and, where a column would be too
// narrow for two handles, "rows" (bars lie, one row per word), so that words stay whole, targets stay
// large and a vertical swipe still scrolls the page.

const SVG = "http://www.w3.org/2000/svg";
const MIN_COLUMN = 68; // px: handles, also those of neighbours, are then at least 34 px apart
const ROW = 84; // px: a line of text, then the bar with a handle above and below
const HANDLE = 10; // px: half of a handle, border included

function svg(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

function html(name, className, parent, attributes = {}) {
  const element = document.createElement(name);
  if (className) element.className = className;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

/** Text in its own direction: a right-to-left word, or one with odd marks, leaves its neighbours alone. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The hatch and the dots; each picture holds its own copy, since a shadow root sees no other ids. */
function addPatterns(parent) {
  const defs = svg("defs", {}, parent);
  const hatch = svg(
    "pattern",
    { id: "hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    defs,
  );
  svg("rect", { width: 7, height: 7, class: "hatch-ground" }, hatch);
  svg("rect", { width: 3, height: 7, class: "hatch-line" }, hatch);
  const dots = svg("pattern", { id: "dots", width: 8, height: 8, patternUnits: "userSpaceOnUse" }, defs);
  svg("rect", { width: 8, height: 8, class: "dots-ground" }, dots);
  svg("circle", { cx: 4, cy: 4, r: 1.9, class: "dots-dot" }, dots);
}

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

  /** Place everything for a width; `height` is that of the standing bars. */
  layout(width, height) {
    const count = this.parts.length;
    const gutter = this.gutterWidth();
    const column = (width - gutter) / count;
    const columns = column >= MIN_COLUMN;
    this.stage.dataset.layout = columns ? "columns" : "rows";
    this.handles.setAttribute("data-axis", columns ? "y" : "x");
    if (!columns) this.placeRows(width, count);
    else this.placeColumns(width, count, gutter, column, height);
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
    const widths = [...this.head.children].map((cell) => cell.scrollWidth);
    return Math.min(140, Math.max(44, ...widths) + 14);
  }

  placeColumns(width, count, gutter, column, height) {
    const apart = Math.min(column / 2, 150); // between the two handles of a word
    const bar = apart - 14;
    const top = 22;
    this.geometry = {
      columns: true, origin: top + height, length: -height, top, width, gutter, count,
      bottom: top + height + 2, hit: [Math.min(44, column / 2), 44], bar, column,
    };
    this.table.style.top = `${top + height + 10}px`;
    this.head.style.width = `${gutter}px`;
    this.parts.forEach((part, i) => {
      const middle = gutter + column * (i + 0.5);
      part.across = { p: middle - apart / 2, q: middle + apart / 2 };
      part.barStart = middle - bar / 2;
      part.row.style.cssText = `left:${gutter + column * i}px;width:${column}px`;
    });
    // Words that do not fit their column get a second line, all of them, so that the numbers stay in line.
    this.stage.toggleAttribute("data-narrow", column < 110);
    this.stage.style.setProperty("--lines", 1);
    const long = this.parts.some((part) => part.word.scrollHeight > part.word.clientHeight + 1);
    this.stage.style.setProperty("--lines", long ? 2 : 1);
    this.geometry.total = top + height + 10 + this.head.offsetHeight;
    this.placeLines(column - 6);
  }

  placeRows(width, count) {
    const start = HANDLE + 2;
    this.stage.dataset.layout = "rows";
    this.geometry = {
      columns: false, origin: start, length: width - start - 22, top: 0, width, gutter: 0, count,
      bottom: count * ROW, total: count * ROW + 26, hit: [44, 40], bar: 30, column: ROW,
    };
    this.table.style.top = "0";
    this.head.style.width = "";
    this.parts.forEach((part, i) => {
      const middle = i * ROW + 52;
      part.across = { p: middle - 19, q: middle + 19 };
      part.barStart = middle - 15;
      part.row.style.cssText = `top:${i * ROW}px;width:${width}px`;
    });
    this.placeLines(ROW - 2);
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
    const zeros = this.parts.map((_, i) => `M${g.origin} ${i * ROW + 33}v38`).join("");
    this.base.setAttribute("d", g.columns ? `M${g.gutter} ${g.origin}H${g.width}` : zeros);
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
      const [x, y] = g.columns ? [g.gutter - 10, place] : [place, g.bottom + 4];
      label.style.transform = `translate(${x}px, ${y}px) translate(${g.columns ? "-100%,-50%" : "-50%,0"})`;
      const rows = this.parts.map((_, i) => `M${place} ${i * ROW + 33}v38`).join("");
      line.setAttribute("d", g.columns ? `M${g.gutter} ${place}H${g.width}` : rows);
    });
  }

  /** What the picture says to those who do not see it, where there are no handles to say it. */
  describe({ words, p, q }) {
    const list = words.map((word, i) =>
      filled(this.labels.picture_word, { word, p: spoken(p[i], this.labels), q: spoken(q[i], this.labels) }));
    const [alpha, z] = alphaAndZ(p, q).map((value) => spoken(value, this.labels));
    this.svg.setAttribute("aria-label", filled(this.labels.picture, { words: list.join("; "), alpha, z }));
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
    const index = Math.floor(g.columns ? (x - g.gutter) / g.column : y / ROW);
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
