/**
 * A map as a part of the page: in its colours, and with boards as nodes that can be lit and
 * followed.
 */

import { other, sideAt, textAfter } from "../game/rules.ts";
import { turnedName, turningsOf } from "../game/turns.ts";
import { sideName } from "../words/say.ts";
import { text } from "../words/text.ts";
import { svg } from "./elements.ts";
import type { Turning } from "../game/turns.ts";
import type { Game } from "../game/game.ts";
import type { Picture, PictureNode } from "./node.ts";

/** A board of a map: the line of the drawing that leads to it, and how the game ends there. */
type MapNode = PictureNode & {
  element: SVGGElement;
  own: boolean; // whether the last move is the side's
  line: string[];
  end: string; // empty if the game goes on
};
export type StrategyMap = Omit<Picture, "nodes"> & {
  nodes: MapNode[];
  drawing: SVGElement;
  side: Side;
  before: string[]; // moves of the game that lead to the map
  turnings: Turning[];
  turning?: Turning;
  byBoard: Map<string, { node: MapNode; moves: string[] }[]>;
};

/**
 * The page's colours for those of the drawing, so that one picture serves light and dark and both
 * palettes.
 */
const COLOURS: Record<string, string> = {
  "#dff2e6": "win-tint",
  "#f7ecc9": "draw-tint",
  "#f9dedb": "loss-tint",
  "#2a5bd7": "x",
  "#c2441d": "o",
  "#1d2430": "ink",
  "#8a929c": "dim",
  "#ffffff": "paper",
};
const DRAWN = new Set(["svg", "g", "path", "circle", "rect", "text"]);

/** The picture of an SVG text, of shapes and words alone. */
function parsed(drawn: string) {
  const coloured = drawn.replace(/<style>.*?<\/style>/s, "").replace(
    /#[0-9a-f]{6}\b/g,
    (colour) => (COLOURS[colour] ? `var(--${COLOURS[colour]})` : colour),
  );
  const picture = document.importNode(
    new DOMParser().parseFromString(coloured, "image/svg+xml").documentElement,
    true,
  );
  for (const element of [picture, ...picture.querySelectorAll("*")]) {
    if (!DRAWN.has(element.localName)) element.remove();
    for (const { name } of Array.from(element.attributes)) {
      if (/^on|href$|^style$/.test(name)) element.removeAttribute(name);
    }
  }
  return picture;
}

/**
 * A map of a side, from a ply of a game: the group of each board bears the moves that lead to it.
 * One of the whole game may be turned.
 */
export function mapOf(drawn: string, game: Game, ply: number, side: Side): StrategyMap {
  const { rules } = game;
  const boards = parsed(drawn).querySelectorAll<SVGGElement>("g[data-moves]");
  const drawing = svg("g", {}, ...boards);
  const picture = svg("svg", {
    class: "map-picture",
    role: "group",
    "aria-label": text.mapOf(sideName(rules.text, side)),
  }, drawing);
  const byLine = new Map<string, MapNode>();
  const nodes = [...boards].map((element) => {
    const line = element.dataset.moves!.split(" ").filter(Boolean);
    const own = line.length > 0 && sideAt(ply + line.length - 1) === side;
    const parent = (line.length && byLine.get(line.slice(0, own ? -2 : -1).join(" "))) || null;
    const node: MapNode = {
      element,
      own,
      parent,
      children: [],
      line,
      end: ending(element, rules, side),
      moves: [],
      label: "",
    };
    const [width, height] = sizeOf(element, rules);
    element.prepend(svg("title"), svg("rect", { class: "ground", width, height }));
    for (const [name, value] of Object.entries({ class: "node", role: "button", tabindex: "-1" })) {
      element.setAttribute(name, value);
    }
    parent?.children.push(node);
    byLine.set(line.join(" "), node);
    return node;
  });
  const turnings = turningsOf(rules).slice(0, ply ? 1 : undefined);
  const before = game.moves.slice(0, ply);
  const model: StrategyMap = {
    picture,
    drawing,
    nodes,
    edges: [],
    rules,
    side,
    before,
    turnings,
    byBoard: new Map(),
  };
  turn(model, turnings[0]);
  return Object.assign(model, { byBoard: byBoard(nodes, rules) });
}

/** Turn a map, and with it the moves that its boards stand for. */
export function turn(model: StrategyMap, turning: Turning) {
  if (model.turning === turning) return;
  model.turning = turning;
  const { drawing, nodes, before, rules } = model, [first] = nodes;
  const { e, f } = first.element.transform.baseVal.consolidate()!.matrix;
  const [width, height] = sizeOf(first.element, rules), [x, y] = [e + width / 2, f + height / 2];
  drawing.setAttribute(
    "transform",
    `translate(${x} ${y}) matrix(${turning.matrix} 0 0) translate(${-x} ${-y})`,
  );
  for (const node of nodes) {
    const line = node.line.map((name) => turnedName(rules, turning.there, name));
    node.moves = [...before, ...line];
    node.label = `${line.join(" ") || text.nodeHere}${node.end}`;
    node.element.setAttribute("aria-label", node.label);
    node.element.querySelector("title")!.textContent = node.label;
  }
}

/** The width and the height of a board of a map. */
const sizeOf = ({ dataset: { side } }: SVGGElement, { drawing: { width, height } }: Rules) =>
  [width, height].map((length) => Number(side) * length);

/** The end of the game on a board of a side's map, by its background; empty if it goes on. */
function ending(element: SVGGElement, rules: Rules, side: Side): string {
  const ground = element.querySelector("rect")?.getAttribute("fill")?.match(/win|draw|loss/)?.[0];
  if (ground === "draw") return text.endDrawn;
  return ground ? text.endWon(sideName(rules.text, ground === "win" ? side : other(side))) : "";
}

/**
 * The nodes of each board on the map as it was drawn: it is shown with the side's move, and found
 * without it.
 */
function byBoard(nodes: MapNode[], rules: Rules): StrategyMap["byBoard"] {
  const places = nodes.flatMap((
    node,
  ) => [
    { node, moves: node.moves },
    ...(node.own ? [{ node, moves: node.moves.slice(0, -1) }] : []),
  ]);
  return Map.groupBy(places, ({ moves }) => textAfter(rules, moves));
}
