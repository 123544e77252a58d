/** A map as a part of the page: in its colours, and with boards as nodes that can be lit and followed. */

import { other, sideAt, textAfter } from "../game/rules.ts";
import { turnedName, turningsOf } from "../game/turns.ts";
import { sideName } from "../words/say.ts";
import { text } from "../words/text.ts";
import { svg } from "./elements.ts";
import type { Turning } from "../game/turns.ts";
import type { Game } from "../game/game.ts";

/** A board of a map; its moves are those of the game that lead to it, its line those of the drawing. */
export type Node = { element: any, own: boolean, parent: Node | null, children: Node[], line: string[], end: string, moves: string[], label: string };
type Model = { picture: any, drawing: any, nodes: Node[], edges: never[], rules: Rules, side: string, before: string[], turnings: Turning[], turning?: Turning, byBoard: Map<string, { node: Node, moves: string[] }[]> };

/** The page's colours for those of the drawing, so that one picture serves light and dark and both palettes. */
const COLOURS: Record<string, string> = {
  "#dff2e6": "win-tint", "#f7ecc9": "draw-tint", "#f9dedb": "loss-tint",
  "#2a5bd7": "x", "#c2441d": "o", "#1d2430": "ink", "#8a929c": "dim", "#ffffff": "paper",
};
const DRAWN = new Set(["svg", "g", "path", "circle", "rect", "text"]);

/** The picture of an SVG text, of shapes and words alone. */
function parsed(drawn: string) {
  const coloured = drawn.replace(/<style>.*?<\/style>/s, "").replace(/#[0-9a-f]{6}\b/g, (colour) => (COLOURS[colour] ? `var(--${COLOURS[colour]})` : colour));
  const picture = document.importNode(new DOMParser().parseFromString(coloured, "image/svg+xml").documentElement, true);
  for (const element of [picture, ...picture.querySelectorAll("*")]) {
    if (!DRAWN.has(element.localName)) element.remove();
    for (const { name } of Array.from(element.attributes)) if (/^on|href$|^style$/.test(name)) element.removeAttribute(name);
  }
  return picture;
}

/** A map of a side, from a ply of a game: the group of each board bears the moves that lead to it. One of the whole game may be turned. */
export function mapOf(drawn: string, game: Game, ply: number, side: Side): Model {
  const { rules } = game;
  const drawing = svg("g", {}, ...parsed(drawn).querySelectorAll("g[data-moves]"));
  const picture = svg("svg", { class: "map-picture", role: "group", "aria-label": text.mapOf(sideName(rules.text, side)) }, drawing);
  const byLine = new Map<string, Node>();
  const nodes = [...drawing.children].map((element) => {
    const line = element.dataset.moves.split(" ").filter(Boolean);
    const own = line.length > 0 && sideAt(ply + line.length - 1) === side;
    const parent = (line.length && byLine.get(line.slice(0, own ? -2 : -1).join(" "))) || null;
    const node: Node = { element, own, parent, children: [], line, end: ending(element, rules, side), moves: [], label: "" };
    element.prepend(svg("title"), svg("rect", { class: "ground", width: element.dataset.side * rules.drawing.width, height: element.dataset.side * rules.drawing.height }));
    for (const [name, value] of Object.entries({ class: "node", role: "button", tabindex: -1 })) element.setAttribute(name, value);
    parent?.children.push(node);
    byLine.set(line.join(" "), node);
    return node;
  });
  const turnings = turningsOf(rules).slice(0, ply ? 1 : undefined);
  const before = game.moves.slice(0, ply);
  const model: Model = { picture, drawing, nodes, edges: [], rules, side, before, turnings, byBoard: new Map() };
  turn(model, turnings[0]);
  return Object.assign(model, { byBoard: byBoard(nodes, rules) });
}

/** Turn a map, and with it the moves that its boards stand for. */
export function turn(model: Model, turning: Turning) {
  if (model.turning === turning) return;
  model.turning = turning;
  const { drawing, nodes, before, rules } = model, [first] = nodes;
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

/** The end of the game on a board of a side's map, by its background; empty if it goes on. */
function ending(element: any, rules: Rules, side: Side): string {
  const ground = element.querySelector("rect")?.getAttribute("fill").match(/win|draw|loss/)[0];
  return ({ win: text.endWon(sideName(rules.text, side)), draw: text.endDrawn, loss: text.endWon(sideName(rules.text, other(side))) } as Record<string, string>)[ground] ?? "";
}

/** The nodes of each board on the map as it was drawn: it is shown with the side's move, and found without it. */
function byBoard(nodes: Node[], rules: Rules): Model["byBoard"] {
  const places = nodes.flatMap((node) => [{ node, moves: node.moves }, ...(node.own ? [{ node, moves: node.moves.slice(0, -1) }] : [])]);
  return Map.groupBy(places, ({ moves }) => textAfter(rules, moves));
}
