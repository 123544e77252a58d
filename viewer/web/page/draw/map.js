/**
 * A map as a part of the page: in the page's colours, and with its boards as nodes that can be lit and followed.
 */

import { other, sideAt, textAfter } from "../game/rules.js";
import { turnedName, turningsOf } from "../game/turns.js";
import { sideName } from "../words/say.js";
import { text } from "../words/text.js";
import { svg } from "./elements.js";

/** @import { Turning } from "../game/turns.js" */
/** A board of a map; its moves are those of the game that lead to it, its line those of the drawing. @typedef {{ element: any, own: boolean, parent: Node | null, children: Node[], line: string[], end: string, moves: string[], label: string }} Node */
/** @typedef {{ picture: any, drawing: any, nodes: Node[], edges: never[], rules: Rules, side: string, before: string[], turnings: Turning[], turning: Turning, byBoard: Map<string, { node: Node, moves: string[] }[]> }} Model */

/** The page's colours for those of the drawing, so that one picture serves light and dark and both palettes. @type {Record<string, string>} */
const COLOURS = {
  "#dff2e6": "win-tint", "#f7ecc9": "draw-tint", "#f9dedb": "loss-tint",
  "#2a5bd7": "x", "#c2441d": "o", "#1d2430": "ink", "#8a929c": "dim", "#ffffff": "paper",
};
const DRAWN = new Set(["svg", "g", "path", "circle", "rect", "text"]);

/** The picture of an SVG text, of shapes and words alone. @param {string} drawn */
function parsed(drawn) {
  const coloured = drawn.replace(/<style>.*?<\/style>/s, "").replace(/#[0-9a-f]{6}\b/g, (colour) => (COLOURS[colour] ? `var(--${COLOURS[colour]})` : colour));
  const picture = document.importNode(new DOMParser().parseFromString(coloured, "image/svg+xml").documentElement, true);
  for (const element of [picture, ...picture.querySelectorAll("*")]) {
    if (!DRAWN.has(element.localName)) element.remove();
    for (const { name } of Array.from(element.attributes)) if (/^on|href$|^style$/.test(name)) element.removeAttribute(name);
  }
  return picture;
}

/**
 * A map of a side, from a ply of a game: the group of each board bears the moves that lead to it from there. One of the
 * whole game may be turned.
 * @param {string} drawn @param {Game} game @param {number} ply @param {Side} side
 * @returns {Model}
 */
export function mapOf(drawn, game, ply, side) {
  const { rules } = game;
  const drawing = svg("g", {}, ...parsed(drawn).querySelectorAll("g[data-moves]"));
  const picture = svg("svg", { class: "map-picture", role: "group", "aria-label": text.mapOf(sideName(rules.text, side)) }, drawing);
  /** @type {Map<string, Node>} */
  const byLine = new Map();
  const nodes = [...drawing.children].map((element) => {
    const line = element.dataset.moves.split(" ").filter(Boolean);
    const own = line.length > 0 && sideAt(ply + line.length - 1) === side;
    const parent = (line.length && byLine.get(line.slice(0, own ? -2 : -1).join(" "))) || null;
    /** @type {Node} */
    const node = { element, own, parent, children: [], line, end: ending(element, rules, side), moves: [], label: "" };
    element.prepend(svg("title"), svg("rect", { class: "ground", width: element.dataset.side * rules.drawing.width, height: element.dataset.side * rules.drawing.height }));
    for (const [name, value] of Object.entries({ class: "node", role: "button", tabindex: -1 })) element.setAttribute(name, value);
    parent?.children.push(node);
    byLine.set(line.join(" "), node);
    return node;
  });
  const turnings = turningsOf(rules).slice(0, ply ? 1 : undefined);
  const before = game.moves.slice(0, ply);
  const model = { picture, drawing, nodes, edges: [], rules, side, before, turnings, turning: turnings[0], byBoard: new Map() };
  place(model);
  return Object.assign(model, { byBoard: byBoard(nodes, rules) });
}

/** Turn a map, and with it the moves that its boards stand for. @param {Model} model @param {Turning} turning */
export function turn(model, turning) {
  if (model.turning === turning) return;
  model.turning = turning;
  place(model);
}

/** @param {Model} model */
function place(model) {
  const { drawing, nodes, before, rules, turning } = model;
  const [first] = nodes;
  const { e, f } = first.element.transform.baseVal.consolidate().matrix;
  const [x, y] = [e + (first.element.dataset.side * rules.drawing.width) / 2, f + (first.element.dataset.side * rules.drawing.height) / 2];
  drawing.setAttribute("transform", `translate(${x} ${y}) matrix(${turning.matrix} 0 0) translate(${-x} ${-y})`);
  for (const node of nodes) {
    const line = node.line.map((name) => turnedName(rules, turning.there, name));
    node.moves = [...before, ...line];
    node.label = `${line.join(" ") || text.nodeHere}${node.end}`;
    node.element.setAttribute("aria-label", node.label);
    node.element.querySelector("title").textContent = node.label;
  }
}

/** The end of the game on a board of a side's map, by its background; empty if it goes on. @param {any} element @param {Rules} rules @param {Side} side @returns {string} */
function ending(element, rules, side) {
  const ground = element.querySelector("rect")?.getAttribute("fill").match(/win|draw|loss/)[0];
  return /** @type {Record<string, string>} */ ({ win: text.endWon(sideName(rules.text, side)), draw: text.endDrawn, loss: text.endWon(sideName(rules.text, other(side))) })[ground] ?? "";
}

/** The nodes of each board on the map as it was drawn: it is shown with the side's move, and found without it. @param {Node[]} nodes @param {Rules} rules @returns {Model["byBoard"]} */
function byBoard(nodes, rules) {
  const places = new Map();
  for (const node of nodes) {
    for (const moves of [node.moves, ...(node.own ? [node.moves.slice(0, -1)] : [])]) {
      const board = textAfter(rules, moves);
      places.set(board, [...places.get(board) ?? [], { node, moves }]);
    }
  }
  return places;
}
