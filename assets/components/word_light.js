// The word that is pointed at: one for every picture on the page, told by the DOM event `spec:word`
// (detail: word, an index or null, and who says so). A part of the components that join it in.
class WordLight {
  // `draw(index)` shows one word lit; `index` is never null: without a pointer it is the picked one.
  constructor(root, draw) {
    Object.assign(this, { root, draw, source: `light-${Math.random()}`, pointed: null, picked: 0 });
    this.ears = new AbortController();
    const { signal } = this.ears;
    document.addEventListener("spec:word", (event) => this.hear(event), { signal });
  }

  hear({ detail }) {
    if (detail?.source !== this.source) this.point(detail?.word ?? null);
  }

  point(word) {
    this.pointed = word;
    this.draw(word ?? this.picked);
  }

  tell(word) {
    if (word === this.pointed) return;
    this.point(word);
    const detail = { word, source: this.source };
    this.root.dispatchEvent(new CustomEvent("spec:word", { bubbles: true, composed: true, detail }));
  }

  pick(word) {
    this.picked = word;
    this.draw(this.pointed ?? word);
  }

  end() {
    this.ears.abort();
  }
}

// Makes `<tag class>text</tag>`: every word of a learner passes through textContent.
function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

// A box for rows that begin with a word: the words' column is as wide as the longest needs, within reason.
function wordRows(words) {
  const rows = element("div", "rows");
  const longest = Math.max(...words.map((word) => word.length));
  rows.style.setProperty("--word", `${Math.min(8, 1.5 + 0.56 * longest)}em`);
  return rows;
}

// The key to a picture: each kind's fill beside what it means.
function wordKey(kinds) {
  const list = element("ul", "key");
  for (const [kind, text] of kinds) {
    const item = element("li");
    item.append(element("i", kind), text);
    list.append(item);
  }
  return list;
}
