// The animated round, part 2 of 6: motion that can be cut short, and that stays away where it is unwanted.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

class Motion {
  constructor() {
    this.speed = 1;
    this.moves = [];
    this.waiting = [];
  }

  /** Let an element travel, fade or grow to where it already is. */
  run(element, from, milliseconds, options = {}) {
    if (STILL.matches) return;
    const frames = Array.isArray(from) ? from : [from, {}];
    const timing = { duration: milliseconds / this.speed, easing: "cubic-bezier(.3, 0, .2, 1)", fill: "backwards" };
    this.moves.push(element.animate(frames, { ...timing, ...options, delay: (options.delay ?? 0) / this.speed }));
  }

  /** Let an element come from another place on the screen. */
  from(element, box, milliseconds) {
    const here = element.getBoundingClientRect();
    if (!box?.width || !here.width) return;
    const shift = `translate(${box.left - here.left}px, ${box.top - here.top}px)`;
    const scale = `scale(${Math.min(2, box.height / here.height)})`;
    this.run(element, { transform: `${shift} ${scale}`, transformOrigin: "0 0" }, milliseconds);
  }

  /** Do something when a motion has come to its end; at once where nothing moves. */
  after(milliseconds, act) {
    if (STILL.matches) {
      act();
      return;
    }
    const entry = { act };
    const end = () => {
      this.waiting = this.waiting.filter((other) => other !== entry);
      act();
    };
    // Counted from the next frame, as the browser counts motion: a busy page must not put them out of order.
    requestAnimationFrame(() => {
      if (this.waiting.includes(entry)) entry.timer = setTimeout(end, milliseconds / this.speed);
    });
    this.waiting.push(entry);
  }

  /** Bring everything to its end now: whatever comes next starts from a finished picture. */
  finish() {
    const { moves, waiting } = this;
    this.moves = [];
    this.waiting = [];
    for (const { timer, act } of waiting) {
      clearTimeout(timer);
      act();
    }
    for (const move of moves) move.cancel();
  }
}
