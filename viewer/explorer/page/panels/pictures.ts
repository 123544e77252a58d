/**
 * Pictures beside the board: the graph of the next moves, each side's map, and all positions. A
 * click on a place goes there.
 */

import { at, button, html, svg } from "../draw/elements.ts";
import { mapOf } from "../draw/map.ts";
import { grow } from "../draw/tree.ts";
import { Viewport } from "../draw/viewport.ts";
import { held, load } from "../files.ts";
import { after, other, sideAt } from "../game/rules.ts";
import { shortOf, sideName } from "../words/say.ts";
import { text } from "../words/text.ts";

import type { Picture, PictureNode } from "../draw/node.ts";
import type { Box } from "../draw/viewport.ts";
import type { Game } from "../game/game.ts";
import type { Page } from "../page.ts";
import type { Table } from "../reports.ts";

export class Pictures {
  #shown: Picture | null = null; // in the frame
  #made = new Map<string, Picture>(); // the last few pictures, by name
  #view = ""; // its view
  #of = new Map<Element | null, PictureNode>(); // nodes by their elements
  lit: PictureNode | null = null;
  pointed: PictureNode | null = null;

  frame = html("div", { id: "frame", tabindex: 0, role: "group", "aria-label": text.picture });
  port = new Viewport(this.frame);

  constructor(private page: Page) {
    const screen = svg(
      "svg",
      { viewBox: "0 0 16 16", "aria-hidden": "true" },
      svg("path", { d: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4" }),
    );
    const lens = html(
      "div",
      { id: "lens", role: "group", "aria-label": text.look },
      button({ id: "zoom-in", "aria-label": text.zoomIn }, () => this.port.zoom(2), "+"),
      button({ id: "zoom-out", "aria-label": text.zoomOut }, () => this.port.zoom(0.5), "−"),
      button({ id: "zoom-all" }, () => this.port.to(this.port.boxed), text.all),
      button({ id: "zoom-here" }, () => this.#look(), text.here),
      document.fullscreenEnabled &&
        button({ id: "zoom-screen", "aria-label": text.fullScreen }, () => this.#fill(), screen),
    );
    at("caption").before(this.frame, lens);
    const { frame } = this;
    const node = (event: Event) => this.#of.get((event.target as Element).closest(".node")) ?? null;
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      act: (one: PictureNode, event: HTMLElementEventMap[K]) => void,
    ) =>
      frame.addEventListener(name, (event) => {
        const one = node(event);
        if (one) act(one, event);
      });
    on("click", ({ moves }) => this.page.actions.go(moves));
    on("keydown", (one, event) => this.#key(event, one));
    const point = (one: PictureNode | null = null) => {
      if (this.pointed === one) return;
      this.page.point(this.#movesTo(one));
      this.#point(one);
    };
    frame.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") point(node(event));
    });
    frame.addEventListener("focusin", (event) => {
      point((event.target as Element).matches(":focus-visible") ? node(event) : null);
    });
    for (const name of ["pointerleave", "focusout"]) {
      frame.addEventListener(name, () => point());
    }
  }

  /** Show a game's place, in the picture that is drawn if it has it, unless there is a later request. */
  async draw(view: string, game: Game, latest: () => boolean) {
    // after the end, the graph shows what might have been played last
    const root = game.over ? game.at - 1 : game.at;
    const model =
      await (view === "graph"
        ? grow(game, root, this.page.source)
        : view === "all"
        ? this.#kept(`all ${game.rules.text}`, () => this.#matrix(game.rules))
        : this.#map(game, sideOf(view)));
    if (!latest()) return;
    const focused = this.frame.contains(document.activeElement) &&
      document.activeElement !== this.frame;
    const fresh = model !== this.#shown;
    if (fresh) this.#put(model, view);
    this.#light(game, model.place(game), fresh);
    if (focused) this.lit?.element.focus({ preventScroll: true });
  }

  /** The picture of a name, one of the last few or made anew. */
  async #kept(name: string, make: () => Promise<Picture>) {
    const found = this.#made.get(name) ?? await make();
    if (this.#made.size > 5) this.#made.clear();
    this.#made.set(name, found);
    return found;
  }

  /** The map from the start, or if the game goes beyond its edge the one from here. */
  async #map(game: Game, side: Side) {
    const here = game.over ? Math.max(0, game.at - 1) : game.at;
    const own = game.moves.filter((_, ply) => sideAt(ply) === side);
    const from = (ply: number) =>
      this.#kept(
        [game.rules.text, side, ply, ...game.moves.slice(0, ply), own].join(" "),
        () => mapOf(game, ply, side, this.page.source),
      );
    const whole = await from(0), node = whole.place(game);
    const goesOn = node &&
      (game.over || node.children.length || node.moves.length > game.rules.cells - 2);
    return goesOn || !here ? whole : from(here);
  }

  async #matrix(rules: Rules) {
    await load("matrix.js"); // the rows are there, as the place has its answer
    return held.matrix(rules, held.books[rules.text] as Table, shortOf, text.all);
  }

  #put(model: Picture, view: string) {
    const { picture, nodes } = model;
    Object.assign(this, { lit: null, pointed: null });
    this.#shown = model;
    this.#view = view;
    this.#of = new Map(nodes.map((node) => [node.element, node]));
    this.frame.replaceChildren(picture);
    const box = (picture.firstElementChild as SVGGElement).getBBox();
    const least = Number(nodes.at(-1)!.element.dataset.side ?? 40) / 160;
    this.port.show(picture, grown(box, 0.02 * Math.max(box.width, box.height)), least);
  }

  /** Light a node and bring it into view; none if the game is not in the picture. */
  #light(game: Game, node: PictureNode | null, atOnce: boolean) {
    const { nodes } = this.#shown!;
    for (const one of nodes) {
      one.element.classList.toggle("lit", one === node);
      one.element.tabIndex = one === (node ?? nodes[0]) ? 0 : -1;
      one.element.ariaCurrent = one === node ? "true" : null;
    }
    this.lit = node;
    at("caption").textContent = captionOf(this.#view, game);
    if (this.#view !== "all") this.#look(atOnce);
  }

  /**
   * The part to look at: of a graph, as many of the best moves and replies as can be read; of a
   * map, the game's place.
   */
  #look(atOnce = false) {
    const { boxed } = this.port;
    if (this.#view === "graph") {
      const width = Math.min(boxed.width, this.frame.clientWidth * READABLE);
      const height = Math.min(
        boxed.height,
        (width * this.frame.clientHeight) / this.frame.clientWidth,
      );
      return this.port.to({ ...boxed, width, height }, atOnce);
    }
    if (!this.lit) return this.port.to(boxed, atOnce);
    const box = this.port.box(this.lit.element);
    return this.port.to(grown(box, 0.06 * Math.max(box.width, box.height)), atOnce);
  }

  /** Point at the board after one of these moves, if it is beside the game's place. */
  point(moves: number[]) {
    this.#point(
      this.#beside.find((one) => this.#movesTo(one).some((move) => moves.includes(move))),
    );
  }

  /** The game's place and the boards after it: on a map, it may be shown with the side's move. */
  get #beside() {
    return this.lit ? [this.lit, ...this.lit.children] : [];
  }

  /** The moves that lead from the game to a board beside it, else none. */
  #movesTo(node: PictureNode | null) {
    const { rules, board, legal, shown } = this.page.session.game, model = this.#shown!;
    if (!node || !this.#beside.includes(node)) return [];
    return legal.filter((move) =>
      model.place({
        shown: [...shown, rules.moves[move]],
        board: after(rules, board, move),
      }) === node
    );
  }

  /** Highlight all that follows a node; of all positions, those a move before and after it. */
  #point(node: PictureNode | null = null) {
    const model = this.#shown;
    if (!model || this.pointed === node) return;
    this.pointed = node;
    const on = new Set(node?.near);
    const add = (one: PictureNode) => {
      if (!on.has(one)) {
        on.add(one);
        one.children.forEach(add);
      }
    };
    if (node && !node.near) add(node);
    model.picture.classList.toggle("pointing", Boolean(node));
    for (const one of model.nodes) {
      one.element.classList.toggle("on", on.has(one));
      one.element.classList.toggle("pointed", one === node);
    }
    for (const edge of model.edges) {
      edge.element.classList.toggle("on", on.has(edge.from) && on.has(edge.to));
    }
  }

  /** Enter goes to a node; the arrows go from node to node. */
  #key(event: KeyboardEvent, node: PictureNode) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const beside = (by: number) => node.parent?.children[node.parent.children.indexOf(node) + by];
    const nodes: Record<string, PictureNode | null | undefined> = {
      ArrowUp: node.parent,
      ArrowDown: node.children[0],
      ArrowLeft: beside(-1),
      ArrowRight: beside(1),
    };
    if (event.key === "Enter" || event.key === " ") this.page.actions.go(node.moves);
    else if (!(event.key in nodes)) return;
    const next = nodes[event.key]?.element;
    if (next) {
      node.element.tabIndex = -1;
      next.tabIndex = 0;
      next.focus({ preventScroll: true });
      this.port.reveal(grown(this.port.box(next), 4));
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else at("picture").requestFullscreen();
  }
}

// units of a graph that a pixel shows at most: its words of 11 units have 12 pixels
const READABLE = 11 / 12;

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
export const sideOf = (view: string): Side => (view.endsWith("x") ? "X" : "O");

/** The content of the picture, in a sentence or two. */
function captionOf(view: string, { over, at: ply, rules }: Game) {
  if (view === "all") return text.allCaption;
  const named = (side: Side) => sideName(rules.text, side);
  if (view === "graph") {
    return text.graphCaption(
      over ? text.mightHave : text.mayFollow,
      named(sideAt(over ? ply - 1 : ply)),
    );
  }
  const side = sideOf(view), sign = rules.terms.signs[Number(side === "O")];
  return text.mapCaption(sign, named(side), named(other(side)));
}
