/** The answer for a position: the fields of a server's lookup. */

import { boardAfter, other } from "../game/rules.ts";

/** An error that may be gone at the next attempt. */
export class Again extends Error {
  /** @param told whether the source reports when the answer is there, so that none need ask again */
  constructor(message: string, public told = false) {
    super(message);
  }
}

/** A value as the other side's value. */
export const turned = { win: "loss", draw: "draw", loss: "win" } as const;

type Valued = { value: Value; remoteness: number };

/** The moves in these plies of the side that moves first in them, or else of the other side. */
export const ownMoves = (plies: number, first = true) => (plies + Number(first)) >> 1;

/** The worth of what has a value for a side to move: its winner, and the winner's own moves. */
const worthFor = (side: Side, { value, remoteness }: Valued): Worth => ({
  winner: value === "draw" ? null : value === "win" ? side : other(side),
  moves: value === "draw" ? null : ownMoves(remoteness, value === "win") || null,
});

/** The worth of a position; of one that is over, its winner. */
export const worthOf = (entry: Entry): Worth =>
  entry.over ? { winner: entry.winner, moves: null } : worthFor(entry.to_move, entry);

/** The worth of a move. @param entry the position before it */
export const worthOfMove = (entry: Entry, move: Move) => worthFor(entry.to_move, move);

export const moveOf = (entry: Entry, name: string) =>
  entry.moves.find((move) => move.move === name)!;

/** The moves, best first; of equal ones the pick, then those after which most replies go wrong. */
export function ranked(entry: Entry) {
  const share = (move: Move) =>
    move.move === entry.pick ? 2 : move.replies ? move.wrong_replies / move.replies : 0;
  const place = ({ value, remoteness }: Move) =>
    entry.moves.findIndex((one) => one.value === value && one.remoteness === remoteness);
  return [...entry.moves].sort((one, two) => place(one) - place(two) || share(two) - share(one));
}

/** Whether a move is as good as any other with its result: it wins soonest, or loses latest. */
export function isLeading(move: Move, entry: Entry) {
  const spans = entry.moves.filter((one) => one.value === move.value).map((one) => one.remoteness);
  return move.remoteness === (move.value === "win" ? Math.min(...spans) : Math.max(...spans));
}

/** The boards of a game, from the empty one on. */
export const boardsOf = (rules: Rules, moves: string[]) =>
  [...moves, ""].map((_, ply) => boardAfter(rules, moves.slice(0, ply)));
