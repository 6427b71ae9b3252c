// The distribution editor, part 6 of 7: the hand. Mouse, finger, pen and keys, turned into
// begin - move - finish on one line of one word.

const SETTLE = 150; // ms after the last key before the value counts as released

/** What a key does to a value, or undefined for a key that is not ours. */
function keyMove(event, value) {
  const small = event.shiftKey ? 0.05 : STEP;
  switch (event.key) {
    case "ArrowUp": case "ArrowRight": return value + small;
    case "ArrowDown": case "ArrowLeft": return value - small;
    case "PageUp": return value + 0.1;
    case "PageDown": return value - 0.1;
    case "Home": return 0;
    case "End": return 1;
    default: return undefined;
  }
}

class Hand {
  /** `editor` offers begin(name, index), move(value), finish(), cancel(), hover(index), focus(index). */
  constructor(editor, picture, signal) {
    this.editor = editor;
    this.picture = picture;
    this.drag = null;
    this.frame = 0;
    const { stage } = picture;
    const on = (name, method) => stage.addEventListener(name, (event) => method.call(this, event), { signal });
    on("pointermove", this.pointerMove);
    on("pointerleave", () => this.editor.hover(null));
    on("focusin", this.focusIn);
    on("focusout", this.focusOut);
    if (!picture.editable) return;
    on("pointerdown", this.pointerDown);
    on("pointerup", this.pointerUp);
    on("pointercancel", this.pointerLost);
    on("lostpointercapture", this.pointerUp);
    on("keydown", this.keyDown);
    on("keyup", this.keyUp);
  }

  point(event) {
    const box = this.picture.stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  // ---- mouse, finger, pen ---------------------------------------------------------------------

  pointerDown(event) {
    if (this.drag || event.button !== 0) return;
    this.editor.finish(); // a key press that has not settled yet comes first
    const handle = event.target.closest(".handle") ?? this.lineUnder(event);
    if (!handle) return;
    event.preventDefault(); // no text selection under the hand
    handle.focus({ preventScroll: true });
    handle.setPointerCapture(event.pointerId);
    const { name } = handle.dataset;
    const index = Number(handle.dataset.index);
    const { value, scale } = this.editor.begin(name, index);
    // The line keeps its distance to the hand: taking hold moves nothing.
    const offset = this.picture.valueAt(...this.point(event), scale) - value;
    this.drag = { pointer: event.pointerId, handle, scale, offset, start: this.point(event), moved: false };
    handle.classList.add("held");
    this.picture.showBubble(handle);
    this.editor.redraw();
  }

  /** With mouse or pen any place of a word takes the nearer line; a finger there scrolls the page. */
  lineUnder(event) {
    if (event.pointerType === "touch") return null;
    const [x, y] = this.point(event);
    const { geometry } = this.picture;
    if (y > geometry.bottom || x < geometry.gutter) return null;
    const index = this.picture.wordAt(x, y);
    if (index === null) return null;
    const { p, q, scale } = this.editor.view;
    return this.picture.parts[index].handle[this.picture.nearerLine(index, x, y, p, q, scale)];
  }

  pointerMove(event) {
    if (!this.drag) {
      const [x, y] = this.point(event);
      this.editor.hover(this.picture.wordAt(x, y));
      return;
    }
    if (event.pointerId !== this.drag.pointer) return;
    this.drag.last = this.point(event);
    if (!this.frame) this.frame = requestAnimationFrame(() => this.follow());
  }

  /** Once a frame, however many moves the pointer has reported. */
  follow() {
    this.frame = 0;
    const { drag } = this;
    if (!drag?.last) return;
    const [dx, dy] = [drag.last[0] - drag.start[0], drag.last[1] - drag.start[1]];
    if (!drag.moved && Math.hypot(dx, dy) < 2) return; // a press is not yet a move
    drag.moved = true;
    this.editor.move(clamp(this.picture.valueAt(...drag.last, drag.scale) - drag.offset));
  }

  pointerUp(event) {
    if (event.pointerId !== this.drag?.pointer) return;
    cancelAnimationFrame(this.frame);
    if (event.type === "pointerup") this.drag.last = this.point(event);
    this.follow();
    this.letGo();
    this.editor.finish();
  }

  /** The system took the pointer away (a call, a gesture): as if the drag had not been. */
  pointerLost(event) {
    if (event.pointerId !== this.drag?.pointer) return;
    this.letGo();
    this.editor.cancel();
  }

  letGo() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.drag.handle.classList.remove("held");
    this.drag = null;
    this.picture.showBubble(null);
  }

  // ---- keys -----------------------------------------------------------------------------------

  keyDown(event) {
    const handle = event.target.closest(".handle");
    if (!handle || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && this.drag) {
      this.letGo();
      this.editor.cancel();
      return;
    }
    if (this.drag) return;
    const { name } = handle.dataset;
    const index = Number(handle.dataset.index);
    const next = keyMove(event, toStep(this.editor.held[name][index]));
    if (next === undefined) return;
    event.preventDefault(); // the page stays where it is
    this.editor.begin(name, index);
    this.editor.move(clamp(toStep(next)));
    this.editor.settle(SETTLE * 4); // held down, a key repeats; its release comes below
  }

  keyUp(event) {
    if (event.target.closest(".handle")) this.editor.settle(SETTLE);
  }

  focusIn(event) {
    const handle = event.target.closest(".handle");
    if (handle) this.editor.focus(Number(handle.dataset.index));
  }

  focusOut() {
    this.editor.focus(null);
    if (!this.drag) this.editor.finish();
  }
}
