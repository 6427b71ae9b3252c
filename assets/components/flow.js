// Mass that moves: q_draft's words on the left, p_target's on the right, and between them where each bit of
// probability goes. Kept mass goes straight over; what is over-drafted moves to words with something left over.
// Masses and words come from Python; the table beside it holds every number as text.
const TALL = 300; // px of a probability of 1
const ROW = 30; // px that a word's name needs, however little mass it has
const GAP = 8; // px between two words
const MOVE_MS = 1400;

// A band between two edges of the picture, from height `y` on the left to `to` on the right.
function band(width, y, to, thick) {
  const half = width / 2;
  return `M0,${y} C${half},${y} ${half},${to} ${width},${to} V${to + thick}`
    + ` C${half},${to + thick} ${half},${y + thick} 0,${y + thick} Z`;
}

function drawing(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

class Flow {
  constructor(root) {
    this.root = root;
    this.light = new WordLight(root, (word) => this.draw(word));
    this.wide = new ResizeObserver(() => this.bands());
  }

  receive({ data }) {
    const { word, ...rest } = data;
    const signature = JSON.stringify(rest);
    if (signature !== this.signature) this.build(data, signature);
    this.light.pick(word);
  }

  build(data, signature) {
    Object.assign(this, { signature, data });
    const { moves, text } = data;
    const size = (word, side) => moves.reduce((sum, move) => sum + (move[side] === word ? move[2] : 0), 0);
    this.places = [0, 1].map((side) => this.stack(data.words.map((_, word) => size(word, side))));
    const picture = element("div", "picture");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", text.caption);
    picture.style.height = `${Math.max(...this.places.map((places) => places.tall))}px`;
    this.svg = drawing("svg", { "aria-hidden": "true" });
    picture.append(this.column("draft", data.q, 0), this.svg, this.column("target", data.p, 1));
    picture.addEventListener("pointerleave", () => this.light.tell(null));
    this.play = element("button", "again", text.play);
    this.play.type = "button";
    this.play.addEventListener("click", () => this.move());
    const heads = element("div", "heads");
    heads.append(element("span", "is-draft", text.drafted), element("span", "is-target", text.final));
    const foot = element("div", "foot");
    foot.append(wordKey(text.key), this.play);
    this.root.replaceChildren(heads, picture, foot);
    this.wide.disconnect();
    this.wide.observe(this.svg);
    this.bands();
  }

  // Where each word begins on a side, and how much room its name takes.
  stack(sizes) {
    let top = 0;
    const places = sizes.map((size) => {
      const room = Math.max(ROW, size * TALL);
      const place = { top, room, thick: size * TALL };
      top += room + GAP;
      return place;
    });
    places.tall = top - GAP;
    return places;
  }

  // One side: each word's name and number, and its mass as a block: first what is kept, then what moves.
  column(side, numbers, index) {
    const column = element("div", `column ${side}`);
    this.data.words.forEach((word, at) => {
      const { top, room, thick } = this.places[index][at];
      const label = element("div", "label");
      Object.assign(label.style, { top: `${top}px`, height: `${room}px` });
      label.dataset.word = at;
      label.append(element("span", "word", word), element("span", `number is-${side}`, numbers[at]));
      const block = element("div", "block");
      block.style.height = `${thick}px`;
      const kept = this.data.moves.find(([from, to]) => from === at && to === at)?.[2] ?? 0;
      const rest = element("i", side === "draft" ? "over" : "fix");
      const whole = element("i", "kept");
      whole.style.height = `${kept * TALL}px`;
      rest.style.height = `${thick - kept * TALL}px`;
      block.append(whole, rest);
      label.append(block);
      label.addEventListener("pointerenter", () => this.light.tell(at));
      column.append(label);
    });
    return column;
  }

  bands() {
    const width = this.svg.clientWidth;
    if (!width) return; // not laid out yet: the observer comes again
    const from = this.places[0].map(({ top }) => top);
    const to = this.places[1].map(({ top }) => top);
    this.moving = drawing("g", {});
    const staying = drawing("g", {});
    for (const [source, goal, mass] of this.data.moves) {
      const thick = mass * TALL;
      const kept = source === goal;
      const path = drawing("path", {
        d: band(width, from[source], to[goal], thick),
        class: kept ? "stays" : "moves",
        "data-from": source,
        "data-to": goal,
      });
      path.addEventListener("pointerenter", () => this.light.tell(this.light.pointed === goal ? goal : source));
      from[source] += thick;
      to[goal] += thick;
      (kept ? staying : this.moving).append(path);
    }
    this.svg.replaceChildren(staying, this.moving);
    this.draw(this.light.pointed ?? this.light.picked);
  }

  // Lets what moves leave on the left and arrive on the right; who wants no motion sees it arrived.
  move() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timing = { duration: MOVE_MS, easing: "ease-in-out", fill: "backwards" };
    this.moving.animate([{ clipPath: "inset(0 100% 0 0)" }, { clipPath: "inset(0 0 0 0)" }], timing);
    for (const goal of this.root.querySelectorAll(".target .fix")) {
      goal.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], timing);
    }
  }

  draw(word) {
    for (const one of this.root.querySelectorAll("[data-word]")) one.classList.toggle("lit", Number(one.dataset.word) === word);
    for (const one of this.root.querySelectorAll("path")) {
      one.classList.toggle("lit", [one.dataset.from, one.dataset.to].includes(String(word)));
    }
  }

  destroy() {
    this.wide.disconnect();
    this.light.end();
  }
}

export default mounting(Flow);
