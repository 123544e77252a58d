/**
 * A picture in a frame, zoomed and moved by wheel, pinch, drag and keys. Its viewBox is what is
 * seen, so that lines and words stay sharp.
 */

export type Box = { x: number; y: number; width: number; height: number };
type View = { x: number; y: number; unit: number }; // a middle and the units that a pixel shows

const QUICK = 320; // milliseconds of a movement
const STEPS: Record<string, number[]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export class Viewport {
  #still = matchMedia("(prefers-reduced-motion: reduce)");
  // last place of each pointer that is down, in pixels from the middle of the frame
  fingers = new Map<number, number[]>();
  svg: SVGSVGElement | null = null; // the picture; none until one is shown
  boxed = { x: 0, y: 0, width: 1, height: 1 };
  // it stays in sight when the frame changes its size, also if it is turned and turned back
  seen = this.boxed;
  least = 0;
  view = { x: 0, y: 0, unit: 1 };
  moving = 0;
  dragged = false;

  /** @param frame holds the picture and takes the keys */
  constructor(public frame: HTMLElement) {
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.#down(event));
    frame.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"] as const) {
      frame.addEventListener(name, (event) => this.fingers.delete(event.pointerId));
    }
    frame.addEventListener("click", (event) => this.dragged && event.stopPropagation(), true);
    frame.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.svg && this.#look(this.#around(this.seen), false)).observe(frame);
  }

  /**
   * Show a picture that stands in the frame.
   * @param whole holds all there is to see
   * @param least units that a pixel shows: there is no closer view
   */
  show(svg: SVGSVGElement, whole: Box, least: number) {
    Object.assign(this, { svg, boxed: whole, least });
    this.#look(this.#around(whole));
  }

  to(box: Box, atOnce = false) {
    this.#travel(this.#around(box), atOnce);
  }

  /** Move to a box if it is not all in sight. */
  reveal(box: Box) {
    const { x, y, width, height } = this.seen;
    if (
      box.x < x || box.y < y || box.x + box.width > x + width || box.y + box.height > y + height
    ) {
      const { unit, ...middle } = this.#around(box);
      this.#travel({ ...middle, unit: Math.max(unit, this.view.unit) });
    }
  }

  zoom(factor: number) {
    this.#travel(this.#zoomed(factor, [0, 0]));
  }

  box(element: Element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const inside = this.svg!.getScreenCTM()!.inverse();
    const { x, y } = new DOMPoint(left, top).matrixTransform(inside);
    return { x, y, width: width * inside.a, height: height * inside.a };
  }

  #around({ x, y, width, height }: Box): View {
    const unit = Math.max(
      width / (this.frame.clientWidth || 1),
      height / (this.frame.clientHeight || 1),
    );
    return { x: x + width / 2, y: y + height / 2, unit };
  }

  /** @param at stays in its place, in pixels from the middle */
  #zoomed(factor: number, [right, down]: number[]): View {
    const { x, y, unit } = this.view, next = this.#within(unit / factor);
    return { x: x + right * (unit - next), y: y + down * (unit - next), unit: next };
  }

  #within(unit: number) {
    return Math.max(this.least, Math.min(unit, this.#around(this.boxed).unit));
  }

  /**
   * Show a view, as far as there is something to see in it.
   * @param holds whether it is to stay in sight from now on
   */
  #look(view: View, holds = true) {
    const { clientWidth, clientHeight } = this.frame, { x, y, width, height } = this.boxed;
    if (!clientWidth || !clientHeight) return;
    const unit = this.#within(view.unit),
      [across, down] = [clientWidth * unit, clientHeight * unit];
    const near = (
      at: number,
      from: number,
      length: number,
      part: number,
    ) => (part >= length
      ? from + length / 2
      : Math.min(from + length - part / 2, Math.max(from + part / 2, at)));
    this.view = { x: near(view.x, x, width, across), y: near(view.y, y, height, down), unit };
    const box = {
      x: this.view.x - across / 2,
      y: this.view.y - down / 2,
      width: across,
      height: down,
    };
    this.svg?.setAttribute("viewBox", Object.values(box).join(" "));
    this.frame.classList.toggle("zoomed", unit < this.#around(this.boxed).unit * 0.999);
    if (holds) this.seen = box;
  }

  /**
   * Go to a view as if the eye came nearer: the scale changes evenly, and what stays in place
   * stays.
   */
  #travel(aim: View, atOnce = this.#still.matches) {
    cancelAnimationFrame(this.moving);
    if (atOnce || this.#still.matches) return this.#look(aim);
    const from = this.view, start = performance.now();
    const frame = (now: number) => {
      const gone = Math.min(1, Math.max(0, now - start) / QUICK);
      const share = gone * gone * (3 - 2 * gone);
      const unit = from.unit * (aim.unit / from.unit) ** share;
      const part = Math.abs(aim.unit / from.unit - 1) < 0.001
        ? share
        : (unit - from.unit) / (aim.unit - from.unit);
      this.#look({
        x: from.x + (aim.x - from.x) * part,
        y: from.y + (aim.y - from.y) * part,
        unit,
      });
      if (gone < 1) this.moving = requestAnimationFrame(frame);
    };
    this.moving = requestAnimationFrame(frame);
    return undefined;
  }

  #at({ clientX, clientY }: MouseEvent) {
    const { left, top, width, height } = this.frame.getBoundingClientRect();
    return [clientX - left - width / 2, clientY - top - height / 2];
  }

  /** The wheel zooms at the pointer; out of the whole picture it scrolls the page. */
  #wheel(event: WheelEvent) {
    const next = this.#zoomed(
      Math.exp(-event.deltaY * (event.deltaMode ? 16 : 1) * (event.ctrlKey ? 0.01 : 0.002)),
      this.#at(event),
    );
    if (!this.svg || next.unit === this.view.unit) return;
    event.preventDefault();
    this.#travel(next, true);
  }

  #down(event: PointerEvent) {
    this.dragged &&= this.fingers.size > 0;
    this.fingers.set(event.pointerId, this.#at(event));
    cancelAnimationFrame(this.moving);
  }

  /** One finger, or the mouse, moves the picture; two stretch it. */
  #move(event: PointerEvent) {
    const before = this.fingers.get(event.pointerId),
      after = this.#at(event),
      { x, y, unit } = this.view;
    if (!before || !this.svg || (!this.dragged && apart(after, before) < 4)) return;
    if (!this.dragged) this.frame.setPointerCapture(event.pointerId);
    this.dragged = true;
    this.fingers.set(event.pointerId, after);
    const [held] = [...this.fingers].flatMap(([id, place]) =>
      id === event.pointerId ? [] : [place]
    );
    if (held) {
      this.#look(
        this.#zoomed(Math.max(1, apart(after, held)) / Math.max(1, apart(before, held)), held),
      );
    } else {this.#look({
        x: x + (before[0] - after[0]) * unit,
        y: y + (before[1] - after[1]) * unit,
        unit,
      });}
  }

  #key(event: KeyboardEvent) {
    const zooms = ({ "+": 1.5, "=": 1.5, "-": 1 / 1.5 } as Record<string, number>)[event.key],
      step = event.target === this.frame && STEPS[event.key];
    if (
      !this.svg || event.ctrlKey || event.altKey || event.metaKey ||
      !(zooms || step || event.key === "0")
    ) return;
    const { x, y, unit } = this.view;
    if (step) {
      this.#look({
        x: x + (step[0] * unit * this.frame.clientWidth) / 6,
        y: y + (step[1] * unit * this.frame.clientHeight) / 6,
        unit,
      });
    } else if (zooms) this.zoom(zooms);
    else this.to(this.boxed);
    event.preventDefault();
    event.stopPropagation();
  }
}

const apart = (one: number[], two: number[]) => Math.hypot(one[0] - two[0], one[1] - two[1]);
