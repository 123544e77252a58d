/**
 * The strategy drawn beside the board: the graph of the next moves, and each side's map. The place of the game is lit and
 * in view; a click on another place goes there.
 */

import { at } from "../draw/elements.js";
import { mapOf, turn } from "../draw/map.js";
import { grow } from "../draw/tree.js";
import { Viewport } from "../draw/viewport.js";
import { other, sideAt, textAfter } from "../game/rules.js";
import { turnedName } from "../game/turns.js";
import { sideName } from "../words/say.js";
import { text } from "../words/text.js";

/** A picture, a tree or a map. @typedef {any} Model */
/** A node of a picture. @typedef {any} Node */
/** @import { Box } from "../draw/viewport.js" */

export class Pictures {
  #drawn = /** @type {Model} */ (null); // in the frame
  #of = /** @type {Map<Element, Node>} */ (new Map()); // nodes by their elements
  #kept = /** @type {Map<string, Model>} */ (new Map()); // maps by their requests
  #pick = /** @type {string | null} */ (null);
  lit = /** @type {Node} */ (null);
  pointed = /** @type {Node} */ (null);

  /** @param {Page} page */
  constructor({ source, actions }) {
    this.source = source;
    this.onGo = (/** @type {string[]} */ moves) => actions.go(moves);
    /** @type {HTMLElement} */
    this.frame = at("frame");
    this.port = new Viewport(this.frame);
    const acts = { "zoom-in": () => this.port.zoom(2), "zoom-out": () => this.port.zoom(0.5), "zoom-all": () => this.port.all(), "zoom-here": () => this.#look(), "zoom-screen": () => this.#fill() };
    for (const [id, act] of Object.entries(acts)) at(id).addEventListener("click", act);
    at("zoom-screen").hidden = !document.fullscreenEnabled;
    const node = (/** @type {any} */ event) => this.#of.get(event.target.closest(".node"));
    this.frame.addEventListener("click", (event) => node(event) && this.onGo(node(event).moves));
    this.frame.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#point(node(event)));
    this.frame.addEventListener("pointerleave", () => this.#point());
    this.frame.addEventListener("focusin", (event) => this.#point(/** @type {Element} */ (event.target).matches(":focus-visible") ? node(event) : null));
    this.frame.addEventListener("focusout", () => this.#point());
    this.frame.addEventListener("keydown", (event) => node(event) && this.#key(event, node(event)));
  }

  /**
   * Show a game's place, in the picture that is drawn or in the first one that has it, unless there is a later request.
   * @param {string} view @param {Game} game @param {string | null} pick the book's move there @param {() => boolean} latest
   */
  async draw(view, game, pick, latest) {
    const root = game.over ? game.at - 1 : game.at; // after the end, the graph shows what might have been played last
    const model = await (view === "graph" ? grow(game, root, this.source) : this.#map(game, sideOf(view), pick));
    if (!latest()) return;
    const held = this.frame.contains(document.activeElement) && document.activeElement !== this.frame;
    const fresh = model !== this.#drawn;
    if (fresh) this.#put(Object.assign(model, { view }));
    this.#light(game, this.#find(model, game), fresh);
    if (held) this.lit?.element.focus({ preventScroll: true });
  }

  /** The map that is drawn, or the widest, if the game is on it and not at its edge; else the one from here. @param {Game} game @param {Side} side @param {string | null} pick @returns {Promise<Model>} */
  async #map(game, side, pick) {
    this.#pick = pick;
    const drawn = this.#drawn;
    const goesOn = (/** @type {Node} */ node) => node && (node.children.length > 0 || node.end !== "" || node.moves.length > game.rules.cells - 2);
    if (drawn?.side === side && drawn.rules === game.rules && goesOn(this.#find(drawn, game))) return drawn;
    const offered = this.source.maps(game, side);
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

  /**
   * The node of a game's place, or null. A map is turned so that the place is on it, if possible, and so that its move is
   * the book's pick.
   * @param {Model} model @param {Game} game @returns {Node}
   */
  #find(model, game) {
    if (!model.byBoard) return model.nodes.find((/** @type {Node} */ { moves }) => moves.join() === game.shown.join());
    const filled = game.board.every(Boolean) && sideAt(game.at - 1) !== model.side; // such a stone has no board of its own
    return this.#place(model, game, game.shown) ?? (filled ? this.#place(model, game, game.shown.slice(0, -1)) : null);
  }

  /** @param {Model} model @param {Game} game @param {string[]} moves @returns {Node} */
  #place(model, game, moves) {
    const found = [model.turning, ...model.turnings].flatMap((turning) => {
      const drawn = (/** @type {string} */ move) => turnedName(game.rules, turning.back, move);
      const shown = moves.map(drawn);
      const places = model.byBoard.get(textAfter(game.rules, shown)) ?? [];
      const place = places.find((/** @type {Node} */ one) => one.moves.join() === shown.join()) ?? places[0];
      return place ? [{ turning, node: place.node, picked: this.#pick !== null && place.node.line.at(-1) === drawn(this.#pick) }] : [];
    });
    const best = found.find((one) => one.picked) ?? found[0];
    if (best) turn(model, best.turning);
    return best?.node ?? null;
  }

  /** @param {Model} model */
  #put(model) {
    const { picture, nodes, view } = model;
    this.#drawn = model;
    this.#of = new Map(nodes.map((/** @type {Node} */ node) => [node.element, node]));
    this.frame.replaceChildren(picture);
    const { x, y, width, height } = picture.firstElementChild.getBBox();
    const margin = 0.02 * Math.max(width, height);
    this.port.show(picture, grown({ x, y, width, height }, margin), view === "graph" ? 0.25 : nodes.at(-1).element.dataset.side / 160);
  }

  /** Light a node and bring it into view; none if the game is not in the picture. @param {Game} game @param {Node} node @param {boolean} atOnce */
  #light(game, node, atOnce) {
    const { nodes, view } = this.#drawn;
    for (const one of nodes) {
      one.element.classList.toggle("lit", one === node);
      one.element.tabIndex = one === (node ?? nodes[0]) ? 0 : -1;
      if (one === node) one.element.setAttribute("aria-current", "true");
      else one.element.removeAttribute("aria-current");
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

  /** Highlight all that follows a node. @param {Node} node */
  #point(node = null) {
    const model = this.#drawn;
    if (!model || this.pointed === node) return;
    this.pointed = node;
    const on = new Set();
    const add = (/** @type {Node} */ one) => { if (!on.has(one)) { on.add(one); one.children.forEach(add); } };
    if (node) add(node);
    model.picture.classList.toggle("pointing", Boolean(node));
    for (const one of model.nodes) one.element.classList.toggle("on", on.has(one));
    for (const edge of model.edges) edge.element.classList.toggle("on", on.has(edge.from) && on.has(edge.to));
  }

  /** Enter goes to a node; the arrows go from node to node. @param {KeyboardEvent} event @param {Node} node */
  #key(event, node) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const beside = (/** @type {number} */ by) => node.parent?.children[node.parent.children.indexOf(node) + by];
    const next = /** @type {Record<string, Node>} */ ({ ArrowUp: node.parent, ArrowDown: node.children[0], ArrowLeft: beside(-1), ArrowRight: beside(1) });
    if (event.key === "Enter" || event.key === " ") this.onGo(node.moves);
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

/** @param {Box} box @param {number} by @returns {Box} */
const grown = ({ x, y, width, height }, by) => ({ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by });

/** @param {string} view @returns {Side} */
const sideOf = (view) => (view.endsWith("x") ? "X" : "O");

/** The content of the picture, in a sentence or two. @param {string} view @param {Node} node @param {Game} game */
function captionOf(view, node, { over, at: ply, rules }) {
  const named = (/** @type {Side} */ side) => sideName(rules.text, side);
  if (view === "graph") return text.graphCaption(over ? text.mightHave : text.mayFollow, named(sideAt(over ? ply - 1 : ply)));
  const side = sideOf(view), sign = rules.terms.signs[Number(side === "O")];
  return (node ? "" : text.leftStrategy(named(side))) + text.mapCaption(sign, named(side), named(other(side)));
}
