/**
 * A side's map as a tree of roads: one board, and in each cell that the other side may take the
 * next board, with the side's answer on it already. A road ends where the game does, or where one
 * cell is left.
 */

import { after, boardAfter, completed, isOver, legal, sideAt, winnerOn } from "./rules.ts";

export type Road = {
  line: string[]; // the moves so far, the side's answer among them
  answer: number | null; // the side's move, drawn in its colour
  board: Board;
  over: boolean;
  winner: Side | null;
  cell: number; // the cell of the board above in which this one lies
  up: Road | null;
  next: Road[];
  open: boolean; // whether what follows has not been drawn yet
  ends: { X: number; O: number; draw: number }; // roads from here, by their winner
};

/** The side's move after a line, by its number; null if it has none. */
export type Answer = (line: string[]) => Promise<number | null>;

const MOST = 1400; // boards that are drawn at once: O's map of tic-tac-toe has 649

/** Whether a side's map can be drawn: its moves are here, and a cell stands for one reply. */
export const hasMap = ({ held, either, proof }: Rules, side: Side) =>
  !either && (held === "table" || proof?.owner === side);

/** The map of a side, as deep as there are not too many boards. */
export async function mapOf(rules: Rules, side: Side, answer: Answer): Promise<Road> {
  const root = await roadAt(rules, side, null, 0, answer);
  await grow(rules, side, root, answer);
  return root;
}

/** Draw what follows a road that is open, board by board. */
export async function grow(rules: Rules, side: Side, from: Road, answer: Answer) {
  let level = [from], count = 1;
  while (level.length) {
    const spots = level.flatMap((road) => spotsIn(rules, road).map((cell) => ({ road, cell })));
    if (count + spots.length > MOST && count > 1) break;
    count += spots.length;
    const grown = await Promise.all(
      spots.map(({ road, cell }) => roadAt(rules, side, road, cell, answer)),
    );
    for (const road of level) road.open = false;
    grown.forEach((road) => road.up!.next.push(road));
    level = grown.filter((road) => !road.over);
  }
  let top = from;
  while (top.up) top = top.up;
  countEnds(top);
}

async function roadAt(
  rules: Rules,
  side: Side,
  up: Road | null,
  cell: number,
  answer: Answer,
): Promise<Road> {
  const before = up ? [...up.line, rules.moves[cell]] : [];
  const ended = isOver(rules, boardAfter(rules, before));
  const move = ended || sideAt(before.length) !== side ? null : await answer(before);
  const line = move === null ? before : [...before, rules.moves[move]];
  const board = boardAfter(rules, line), over = isOver(rules, board);
  return {
    line,
    answer: move,
    board,
    over,
    winner: winnerOn(rules, board),
    cell,
    up,
    next: [],
    open: !over,
    ends: { X: 0, O: 0, draw: 0 },
  };
}

/** The cells that the other side may take, but for one that only fills the board. */
const spotsIn = (rules: Rules, { line, board, over }: Road) =>
  over ? [] : legal(rules, board).filter((cell) => {
    const next = after(rules, board, cell, line.length);
    return !next.every(Boolean) || completed(rules, next).length > 0;
  });

function countEnds(road: Road) {
  road.next.forEach(countEnds);
  const sum = (kind: keyof Road["ends"]) =>
    road.next.reduce((all, next) => all + next.ends[kind], 0);
  road.ends = { X: sum("X"), O: sum("O"), draw: sum("draw") };
  if (!road.next.length) road.ends[road.winner ?? "draw"] = 1;
}

/** Whether all of a map is drawn, so that its roads can be counted. */
export const isWholeMap = (road: Road): boolean =>
  road.over || (!road.open && road.next.every(isWholeMap));

/** The board of a map for the moves of a game, or the last one on its way. */
export function placeOn(map: Road, moves: string[]): Road {
  const ply = map.line.length, next = map.next.find((road) => road.line[ply] === moves[ply]);
  return next ? placeOn(next, moves) : map;
}

/** A board's corner and width on the map of its root, in widths of the root's cells. */
export type Box = { x: number; y: number; unit: number };

export const INSET = 0.82; // a board's share of its cell

export function boxOf(rules: Rules, road: Road): Box {
  if (!road.up) return { x: 0, y: 0, unit: 1 };
  const above = boxOf(rules, road.up), { middles, width, height } = rules.drawing;
  const unit = INSET * above.unit / Math.max(width, height), [x, y] = middles[road.cell];
  return {
    x: above.x + x * above.unit - width * unit / 2,
    y: above.y + y * above.unit - height * unit / 2,
    unit,
  };
}

export const depthOf = (road: Road): number => road.up ? depthOf(road.up) + 1 : 0;
