/**
 * The projector: a board that fills the screen, one sentence, and a key that reveals the answer.
 */

import { BoardView } from "../draw/board.ts";
import { button, html, row } from "../draw/elements.ts";
import { text } from "../words/text.ts";
import type { Slide } from "../game/slides.ts";

export class Projector {
  #slides: Slide[] = [];
  #at = 0;
  #revealed = false;
  board: BoardView;
  before = html("p", { class: "quiet" });
  head = html("h2", { "aria-live": "polite" });
  sub = html("p", { class: "quiet" });
  number = html("span");
  dialog = html("dialog", { id: "projector", tabindex: -1, "aria-label": text.projector });

  /** @param onPlay is told the cell that is clicked in a game; a click elsewhere reveals */
  constructor(rules: Rules, onPlay: (cell: number, slide: Slide) => void) {
    const key = (name: string, words: string, act: () => void) =>
      button({}, act, html("kbd", {}, name), " ", words);
    const bar = row(
      key("␣", text.reveal, () => this.#reveal()),
      key("←", text.back, () => this.#go(-1)),
      key("→", text.next, () => this.#go(1)),
      this.number,
      key("Esc", text.leave, () => this.dialog.close()),
    );
    const root = html("div", { class: "board", role: "group" });
    this.dialog.append(
      html("div", { class: "wall" }, root),
      html("div", { class: "asked" }, this.before, this.head, this.sub),
      bar,
    );
    document.body.append(this.dialog);
    this.board = new BoardView(
      root,
      rules,
      (cell) => {
        const slide = this.#slides[this.#at];
        if (slide.entry && slide.shown.legal.includes(cell)) onPlay(cell, slide);
        else if (!this.#revealed) this.#reveal();
      },
      () => {},
    );
    const keys = new AbortController(); // wherever the focus is, its keys are the projector's
    document.addEventListener("keydown", (event) => this.#key(event), {
      capture: true,
      signal: keys.signal,
    });
    this.dialog.addEventListener("close", () => {
      if (document.fullscreenElement) document.exitFullscreen();
      keys.abort();
      this.dialog.remove();
    });
    document.addEventListener("fullscreenchange", () => {
      if (!document.fullscreenElement) this.dialog.close();
    }, { signal: keys.signal });
  }

  /** Show slides from one of them on, on the full screen if that is allowed. */
  async show(slides: Slide[], at = 0) {
    this.#slides = slides;
    this.#at = at;
    this.#go(0);
    if (this.dialog.open) return;
    await document.documentElement.requestFullscreen?.().catch(
      () => {/* then it fills the window */},
    );
    this.dialog.showModal();
    this.dialog.focus();
  }

  #key(event: KeyboardEvent) {
    const act = {
      ArrowRight: () => this.#go(1),
      ArrowLeft: () => this.#go(-1),
      PageDown: () => this.#go(1),
      PageUp: () => this.#go(-1),
      " ": () => this.#reveal(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  #reveal() {
    this.#revealed = !this.#revealed;
    this.#draw();
  }

  #go(by: number) {
    this.#at = Math.max(0, Math.min(this.#slides.length - 1, this.#at + by));
    this.#revealed = false;
    this.#draw();
  }

  #draw() {
    const slide = this.#slides[this.#at], told = this.#revealed;
    this.board.show(slide.shown, told ? slide.entry : undefined);
    this.board.light(told ? slide.lit : []);
    this.before.textContent = slide.before;
    this.head.textContent = told ? slide.tell : slide.ask;
    this.sub.textContent = told || slide.entry?.over ? slide.why : text.guess;
    this.number.textContent = text.slideOf(this.#at + 1, this.#slides.length);
  }
}
