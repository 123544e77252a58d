/**
 * A picture in a frame, zoomed and moved by wheel, pinch, drag and keys. The visible part is its viewBox, so that lines
 * and words stay sharp at any size.
 */

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** A middle and the units that a pixel shows. @typedef {{ x: number, y: number, unit: number }} View */

const QUICK = 320; // milliseconds of a movement

export class Viewport {
  #still = matchMedia("(prefers-reduced-motion: reduce)");
  /** Last place of each pointer that is down, in pixels of the frame. @type {Map<number, [number, number]>} */
  fingers = new Map();
  /** The picture; none until one is shown. @type {SVGSVGElement | null} */
  svg = null;
  boxed = { x: 0, y: 0, width: 1, height: 1 };
  seen = this.boxed;
  least = 0;
  view = { x: 0, y: 0, unit: 1 };
  moving = 0;
  dragged = false;

  /** @param {HTMLElement} frame holds the picture and takes the keys */
  constructor(frame) {
    this.frame = frame;
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.#down(event));
    frame.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) frame.addEventListener(name, (event) => this.fingers.delete(event.pointerId));
    frame.addEventListener("click", (event) => this.dragged && event.stopPropagation(), true);
    frame.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#resized()).observe(frame);
  }

  /** Show a picture that stands in the frame. @param {SVGSVGElement} svg @param {Box} whole holds all there is to see @param {number} least units that a pixel shows: there is no closer view */
  show(svg, whole, least) {
    Object.assign(this, { svg, boxed: whole, least, seen: whole });
    this.#look(this.#around(whole));
  }

  /** Keep all in sight that was in sight when the frame changes its size, also if it is turned and turned back. */
  #resized() {
    if (this.svg && this.frame.clientWidth && this.frame.clientHeight) this.#stand(this.#around(this.seen));
  }

  /** All of the picture. */
  all() { this.#travel(this.#around(this.boxed)); }

  /** Move to a box, or show it at once. @param {Box} box */
  to(box, atOnce = false) {
    cancelAnimationFrame(this.moving);
    if (atOnce) this.#look(this.#around(box));
    else this.#travel(this.#around(box));
  }

  /** Move to a box only as far as needed to have it in sight. @param {Box} box */
  reveal({ x, y, width, height }) {
    const { unit } = this.view;
    const [across, up] = [this.frame.clientWidth * unit, this.frame.clientHeight * unit];
    if (width > across || height > up) return this.to({ x, y, width, height });
    /** @type {(at: number, from: number, length: number, seen: number) => number} */
    const near = (at, from, length, seen) => Math.min(from + seen / 2, Math.max(from + length - seen / 2, at));
    return this.#travel({ x: near(this.view.x, x, width, across), y: near(this.view.y, y, height, up), unit });
  }

  /** Zoom about the middle of the frame. @param {number} factor */
  zoom(factor) { this.#travel(this.#zoomed(factor, this.frame.clientWidth / 2, this.frame.clientHeight / 2)); }

  /** The box of an element in the picture's units. @param {Element} element */
  box(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const inside = /** @type {DOMMatrix} */ (/** @type {SVGSVGElement} */ (this.svg).getScreenCTM()).inverse();
    const from = new DOMPoint(left, top).matrixTransform(inside);
    return { x: from.x, y: from.y, width: width * inside.a, height: height * inside.a };
  }

  /** @param {Box} box @returns {View} */
  #around({ x, y, width, height }) {
    const unit = Math.max(width / (this.frame.clientWidth || 1), height / (this.frame.clientHeight || 1)) || 1;
    return { x: x + width / 2, y: y + height / 2, unit };
  }

  /** @param {number} factor @param {number} across @param {number} down @returns {View} */
  #zoomed(factor, across, down) {
    const { x, y, unit } = this.view;
    const next = this.#within(unit / factor);
    const [right, below] = [across - this.frame.clientWidth / 2, down - this.frame.clientHeight / 2];
    return { x: x + right * (unit - next), y: y + below * (unit - next), unit: next };
  }

  /** @param {number} unit */
  #within(unit) { return Math.max(this.least, Math.min(unit, this.#around(this.boxed).unit)); }

  /** @param {View} view */
  #look(view) {
    this.#stand(view);
    const { x, y, unit } = this.view;
    const [width, height] = [this.frame.clientWidth * unit, this.frame.clientHeight * unit];
    if (width && height) this.seen = { x: x - width / 2, y: y - height / 2, width, height };
  }

  /** Show a view, as far as there is something to see in it. @param {View} view */
  #stand(view) {
    const { x, y, width, height } = this.boxed;
    const unit = this.#within(view.unit);
    const [across, down] = [this.frame.clientWidth * unit, this.frame.clientHeight * unit];
    /** @type {(at: number, from: number, length: number, seen: number) => number} */
    const near = (at, from, length, seen) => (seen >= length ? from + length / 2 : Math.min(from + length - seen / 2, Math.max(from + seen / 2, at)));
    this.view = { x: near(view.x, x, width, across), y: near(view.y, y, height, down), unit };
    this.svg?.setAttribute("viewBox", `${this.view.x - across / 2} ${this.view.y - down / 2} ${across || 1} ${down || 1}`);
    this.frame.classList.toggle("zoomed", unit < this.#around(this.boxed).unit * 0.999);
  }

  /** Go to a view as if the eye came nearer: the scale changes evenly, and what stays in place stays. @param {View} aim */
  #travel(aim) {
    cancelAnimationFrame(this.moving);
    if (this.#still.matches) return this.#look(aim);
    const from = this.view;
    const start = performance.now();
    const frame = (/** @type {number} */ now) => {
      const gone = Math.min(1, Math.max(0, now - start) / QUICK);
      const share = gone * gone * (3 - 2 * gone);
      const unit = from.unit * (aim.unit / from.unit) ** share;
      const part = Math.abs(aim.unit / from.unit - 1) < 0.001 ? share : (unit - from.unit) / (aim.unit - from.unit);
      this.#look({ x: from.x + (aim.x - from.x) * part, y: from.y + (aim.y - from.y) * part, unit });
      if (gone < 1) this.moving = requestAnimationFrame(frame);
    };
    this.moving = requestAnimationFrame(frame);
    return undefined;
  }

  /** @param {MouseEvent} event @returns {[number, number]} */
  #at(event) {
    const { left, top } = this.frame.getBoundingClientRect();
    return [event.clientX - left - this.frame.clientLeft, event.clientY - top - this.frame.clientTop];
  }

  /** The wheel zooms at the pointer; out of the whole picture it scrolls the page. @param {WheelEvent} event */
  #wheel(event) {
    if (!this.svg) return;
    const lines = event.deltaMode ? 16 : 1;
    const next = this.#zoomed(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.002)), ...this.#at(event));
    if (next.unit === this.view.unit) return;
    event.preventDefault();
    cancelAnimationFrame(this.moving);
    this.#look(next);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.dragged &&= this.fingers.size > 0;
    this.fingers.set(event.pointerId, this.#at(event));
    cancelAnimationFrame(this.moving);
  }

  /** One finger, or the mouse, moves the picture; two stretch it. @param {PointerEvent} event */
  #move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.svg) return;
    const after = this.#at(event);
    const far = Math.hypot(after[0] - before[0], after[1] - before[1]);
    if (!this.dragged && far < 4) return;
    if (!this.dragged) this.frame.setPointerCapture(event.pointerId);
    this.dragged = true;
    this.fingers.set(event.pointerId, after);
    const { x, y, unit } = this.view;
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId);
    if (!others.length) return this.#look({ x: x + (before[0] - after[0]) * unit, y: y + (before[1] - after[1]) * unit, unit });
    const held = others[0][1];
    const apart = (/** @type {number[]} */ point) => Math.max(1, Math.hypot(point[0] - held[0], point[1] - held[1]));
    return this.#look(this.#zoomed(apart(after) / apart(before), ...held));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!this.svg || event.ctrlKey || event.altKey || event.metaKey) return;
    if (step && event.target === this.frame) {
      const { x, y, unit } = this.view;
      this.#look({ x: x + (step[0] * unit * this.frame.clientWidth) / 6, y: y + (step[1] * unit * this.frame.clientHeight) / 6, unit });
    } else if (event.key === "+" || event.key === "=") this.zoom(1.5);
    else if (event.key === "-") this.zoom(1 / 1.5);
    else if (event.key === "0") this.all();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
