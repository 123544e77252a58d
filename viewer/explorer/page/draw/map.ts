/**
 * A side's map: one board, and in each cell in which the other side may reply the next board. On the
 * line of the game the side's moves are the game's, elsewhere the book's picks; of a game whose book is
 * not all here, they are the certificate's.
 */

import {
  after,
  boardAfter,
  completed,
  isOver,
  legal,
  sideAt,
  signShown,
  winnerOn,
} from "../game/rules.ts";
import { sideName } from "../words/say.ts";
import { text } from "../words/text.ts";
import { svg } from "./elements.ts";
import { stoneAt, strokes, thumbnail } from "./pieces.ts";
import type { Source } from "../answers/source.ts";
import type { Game } from "../game/game.ts";
import type { Picture, PictureNode } from "./node.ts";

const MOST = 1400; // boards of a map: O's of tic-tac-toe has 649
const [WHOLE, INSET] = [1800, 0.86]; // units of the outermost board; a board's share of its cell

/** A place for a board: the moves that lead to it, its corner, and the units of its cells. */
type Spot = { line: string[]; parent: MapNode | null; x: number; y: number; unit: number };
/** A board of a map. */
type MapNode = PictureNode & { own: boolean; over: boolean; spot: Spot };

/** Whether a side's map can be drawn at once: its moves are here, and a cell stands for one reply. */
export const hasMaps = ({ held, either, proof }: Rules, side: Side) =>
  !either && (held === "table" || proof?.owner === side);

/** Draw a side's map from a ply of a game, board by board, as deep as there are not too many. */
export async function mapOf(
  game: Game,
  ply: number,
  side: Side,
  source: Source,
): Promise<Picture> {
  const { rules } = game, { width, height } = rules.drawing;
  const nodes: MapNode[] = [];
  const unit = WHOLE / Math.max(width, height);
  let level: Spot[] = [{ line: game.moves.slice(0, ply), parent: null, x: 0, y: 0, unit }];
  while (level.length && nodes.length + level.length <= MOST) {
    const made = await Promise.all(level.map(async (spot) => {
      const own = await ownMove(spot.line, game, side, source);
      return nodeOf(rules, spot, own, side, ply);
    }));
    nodes.push(...made);
    level = made.flatMap((node) => spotsIn(node, rules));
  }
  const label = text.mapOf(sideName(rules.text, side));
  const drawn = svg("g", {}, ...nodes.map(({ element }) => element));
  const picture = svg("svg", { class: "map-picture", role: "group", "aria-label": label }, drawn);
  return { picture, nodes, edges: [], rules, place: ({ shown }) => placeIn(nodes, rules, shown) };
}

/** The side's move after a line; none if it is not to move, or the certificate has none. */
async function ownMove(line: string[], { rules, moves }: Game, side: Side, source: Source) {
  if (sideAt(line.length) !== side || isOver(rules, boardAfter(rules, line))) return undefined;
  if (rules.held !== "table") {
    const cell = await source.proved(rules, line);
    return cell === null ? undefined : rules.moves[cell];
  }
  if (moves.length > line.length && line.every((move, at) => moves[at] === move)) {
    return moves[line.length];
  }
  return Object.keys(await source.policy(rules, "pick", line))[0];
}

function nodeOf(rules: Rules, spot: Spot, own: string | undefined, side: Side, ply: number) {
  const { line, parent, x, y, unit } = spot, { width, height, middles } = rules.drawing;
  const moves = own ? [...line, own] : line, board = boardAfter(rules, moves);
  const over = isOver(rules, board), winner = winnerOn(rules, board);
  const value = winner ? (winner === side ? "win" : "loss") : "draw";
  const ends = winner ? text.endWon(sideName(rules.text, winner)) : text.endDrawn;
  const label = (moves.slice(ply).join(" ") || text.nodeHere) + (over ? ends : "");
  const element = svg(
    "g",
    {
      class: ["node", over && value],
      role: "button",
      tabindex: -1,
      "aria-label": label,
      "data-side": unit,
      transform: `translate(${x} ${y}) scale(${unit})`,
    },
    svg("title", {}, label),
    svg("rect", { class: "ground", width, height }),
    svg(
      "g",
      { class: "thumbnail before" },
      ...thumbnail({ ...rules, gravity: false }, line).childNodes,
    ),
    svg(
      "g",
      { class: "thumbnail" },
      own && stoneAt(signShown(sideAt(line.length)), middles[rules.moves.indexOf(own)]),
      ...completed(rules, board).map((cells) =>
        svg("path", { class: "strike", d: strokes(cells, rules) })
      ),
    ),
  );
  const node: MapNode = {
    element,
    moves,
    label,
    parent,
    children: [],
    own: Boolean(own),
    over,
    spot,
  };
  parent?.children.push(node);
  return node;
}

/** The places for the boards in a board: a reply in each cell, unless it fills the board. */
function spotsIn(parent: MapNode, rules: Rules): Spot[] {
  const { moves, spot } = parent, { width, height, middles } = rules.drawing;
  const board = boardAfter(rules, moves), unit = INSET * spot.unit / Math.max(width, height);
  return legal(rules, board).flatMap((cell) => {
    const next = after(rules, board, cell), [x, y] = middles[cell];
    if (next.every(Boolean) && !completed(rules, next).length) return [];
    return {
      line: [...moves, rules.moves[cell]],
      parent,
      x: spot.x + x * spot.unit - width * unit / 2,
      y: spot.y + y * spot.unit - height * unit / 2,
      unit,
    };
  });
}

/** The board of a place in a game, with the side's move or before it; a full one in the last. */
function placeIn(nodes: MapNode[], rules: Rules, shown: string[]): MapNode | null {
  const find = (line: string[]) =>
    nodes.find(({ moves, own, spot }) => isSame(moves, line) || (own && isSame(spot.line, line)));
  const full = shown.length === rules.cells && find(shown.slice(0, -1));
  return find(shown) ?? (full || null);
}

const isSame = (one: string[], other: string[]) =>
  one.length === other.length && one.every((move, at) => move === other[at]);
