/** The strategy drawn beside the board: the graph of the next moves, and each side's map. A click on a place goes there. */

import { at, button, html, svg } from "../draw/elements.ts";
import { mapOf, turn } from "../draw/map.ts";
import { grow } from "../draw/tree.ts";
import { Viewport } from "../draw/viewport.ts";
import { other, sideAt, textAfter } from "../game/rules.ts";
import { turnedName } from "../game/turns.ts";
import { sideName } from "../words/say.ts";
import { text } from "../words/text.ts";

type Model = any;
export type Node = any;
import type { Box } from "../draw/viewport.ts";
import type { Game } from "../game/game.ts";
import type { Page } from "../page.ts";

export class Pictures {
  #drawn: Model = null; // in the frame
  #of = new Map<Element, Node>(); // nodes by their elements
  #kept = new Map<string, Model>(); // maps by their requests
  #pick: string | null = null;
  lit: Node = null;
  pointed: Node = null;

  frame = html("div", { id: "frame", tabindex: 0, role: "group", "aria-label": text.picture });
  port = new Viewport(this.frame);

  constructor(private page: Page) {
    const screen = svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4" }));
    const lens = html("div", { id: "lens", role: "group", "aria-label": text.look },
      button({ id: "zoom-in", "aria-label": text.zoomIn }, () => this.port.zoom(2), "+"), button({ id: "zoom-out", "aria-label": text.zoomOut }, () => this.port.zoom(0.5), "−"),
      button({ id: "zoom-all" }, () => this.port.to(this.port.boxed), text.all), button({ id: "zoom-here" }, () => this.#look(), text.here),
      document.fullscreenEnabled && button({ id: "zoom-screen", "aria-label": text.fullScreen }, () => this.#fill(), screen));
    at("caption").before(this.frame, lens);
    const node = (event: any) => this.#of.get(event.target.closest(".node"));
    this.frame.addEventListener("click", (event) => node(event) && this.page.actions.go(node(event).moves));
    this.frame.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#point(node(event)));
    this.frame.addEventListener("pointerleave", () => this.#point());
    this.frame.addEventListener("focusin", (event) => this.#point((event.target as Element).matches(":focus-visible") ? node(event) : null));
    this.frame.addEventListener("focusout", () => this.#point());
    this.frame.addEventListener("keydown", (event) => node(event) && this.#key(event, node(event)));
  }

  /** Show a game's place, in the picture that is drawn or the first that has it, unless there is a later request. @param pick the book's move there */
  async draw(view: string, game: Game, pick: string | null, latest: () => boolean) {
    const root = game.over ? game.at - 1 : game.at; // after the end, the graph shows what might have been played last
    const model = await (view === "graph" ? grow(game, root, this.page.source) : this.#map(game, sideOf(view), pick));
    if (!latest()) return;
    const held = this.frame.contains(document.activeElement) && document.activeElement !== this.frame;
    const fresh = model !== this.#drawn;
    if (fresh) this.#put(Object.assign(model, { view }));
    this.#light(game, this.#find(model, game), fresh);
    if (held) this.lit?.element.focus({ preventScroll: true });
  }

  /** The map that is drawn, or the widest, if the game is on it and not at its edge; else the one from here. */
  async #map(game: Game, side: Side, pick: string | null): Promise<Model> {
    this.#pick = pick;
    const drawn = this.#drawn;
    const goesOn = (node: Node) => node && (node.children.length > 0 || node.end !== "" || node.moves.length > game.rules.cells - 2);
    if (drawn?.side === side && drawn.rules === game.rules && goesOn(this.#find(drawn, game))) return drawn;
    const offered = this.page.source.maps(game, side);
    for (const picture of offered) {
      const name = `${picture.address} ${game.moves.slice(0, picture.ply)}`;
      if (!this.#kept.has(name)) {
        const model = mapOf(await picture.text(), game, picture.ply, side);
        if (this.#kept.size > 5) this.#kept.clear();
        this.#kept.set(name, model);
      }
      if (goesOn(this.#find(this.#kept.get(name), game)) || picture === offered.at(-1)) return this.#kept.get(name);
    }
    return null;
  }

  /** The node of a game's place, or null. A map is turned so that the place is on it and, if possible, its move is the book's pick. */
  #find(model: Model, game: Game): Node {
    if (!model.byBoard) return model.nodes.find(({ moves }: Node) => moves.join() === game.shown.join());
    const filled = game.board.every(Boolean) && sideAt(game.at - 1) !== model.side; // such a stone has no board of its own
    return this.#place(model, game, game.shown) ?? (filled ? this.#place(model, game, game.shown.slice(0, -1)) : null);
  }

  #place(model: Model, game: Game, moves: string[]): Node {
    const found = [model.turning, ...model.turnings].flatMap((turning) => {
      const drawn = (move: string) => turnedName(game.rules, turning.back, move);
      const shown = moves.map(drawn);
      const places = model.byBoard.get(textAfter(game.rules, shown)) ?? [];
      const place = places.find((one: Node) => one.moves.join() === shown.join()) ?? places[0];
      return place ? [{ turning, node: place.node, picked: this.#pick !== null && place.node.line.at(-1) === drawn(this.#pick) }] : [];
    });
    const best = found.find((one) => one.picked) ?? found[0];
    if (best) turn(model, best.turning);
    return best?.node ?? null;
  }

  #put(model: Model) {
    const { picture, nodes, view } = model;
    this.#drawn = model;
    this.#of = new Map(nodes.map((node: Node) => [node.element, node]));
    this.frame.replaceChildren(picture);
    const { x, y, width, height } = picture.firstElementChild.getBBox();
    const margin = 0.02 * Math.max(width, height);
    this.port.show(picture, grown({ x, y, width, height }, margin), view === "graph" ? 0.25 : nodes.at(-1).element.dataset.side / 160);
  }

  /** Light a node and bring it into view; none if the game is not in the picture. */
  #light(game: Game, node: Node, atOnce: boolean) {
    const { nodes, view } = this.#drawn;
    for (const one of nodes) {
      one.element.classList.toggle("lit", one === node);
      one.element.tabIndex = one === (node ?? nodes[0]) ? 0 : -1;
      one.element.ariaCurrent = one === node ? "true" : null;
    }
    this.lit = node;
    at("caption").textContent = captionOf(view, node, game);
    this.#look(atOnce);
  }

  /** The part to look at: of a graph, as many of the best moves and replies as can be read; of a map, the game's place. */
  #look(atOnce = false) {
    const { boxed } = this.port;
    if (this.#drawn.view === "graph") {
      const width = Math.min(boxed.width, this.frame.clientWidth * READABLE);
      const height = Math.min(boxed.height, (width * this.frame.clientHeight) / this.frame.clientWidth);
      return this.port.to({ ...boxed, width, height }, atOnce);
    }
    if (!this.lit) return this.port.to(boxed, atOnce);
    const box = this.port.box(this.lit.element);
    return this.port.to(grown(box, 0.06 * Math.max(box.width, box.height)), atOnce);
  }

  /** Highlight all that follows a node. */
  #point(node: Node = null) {
    const model = this.#drawn;
    if (!model || this.pointed === node) return;
    this.pointed = node;
    const on = new Set();
    const add = (one: Node) => { if (!on.has(one)) { on.add(one); one.children.forEach(add); } };
    if (node) add(node);
    model.picture.classList.toggle("pointing", Boolean(node));
    for (const one of model.nodes) one.element.classList.toggle("on", on.has(one));
    for (const edge of model.edges) edge.element.classList.toggle("on", on.has(edge.from) && on.has(edge.to));
  }

  /** Enter goes to a node; the arrows go from node to node. */
  #key(event: KeyboardEvent, node: Node) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const beside = (by: number) => node.parent?.children[node.parent.children.indexOf(node) + by];
    const next: Record<string, Node> = { ArrowUp: node.parent, ArrowDown: node.children[0], ArrowLeft: beside(-1), ArrowRight: beside(1) };
    if (event.key === "Enter" || event.key === " ") this.page.actions.go(node.moves);
    else if (!(event.key in next)) return;
    else if (next[event.key]) {
      node.element.tabIndex = -1;
      next[event.key].element.tabIndex = 0;
      next[event.key].element.focus({ preventScroll: true });
      this.port.reveal(grown(this.port.box(next[event.key].element), 4));
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else at("picture").requestFullscreen();
  }
}

const READABLE = 11 / 12; // units of a graph that a pixel shows at most: its words of 11 units have 12 pixels

const grown = ({ x, y, width, height }: Box, by: number): Box => ({ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by });
const sideOf = (view: string): Side => (view.endsWith("x") ? "X" : "O");

/** The content of the picture, in a sentence or two. */
function captionOf(view: string, node: Node, { over, at: ply, rules }: Game) {
  const named = (side: Side) => sideName(rules.text, side);
  if (view === "graph") return text.graphCaption(over ? text.mightHave : text.mayFollow, named(sideAt(over ? ply - 1 : ply)));
  const side = sideOf(view), sign = rules.terms.signs[Number(side === "O")];
  return (node ? "" : text.leftStrategy(named(side))) + text.mapCaption(sign, named(side), named(other(side)));
}
