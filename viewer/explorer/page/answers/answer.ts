/** The answer for a position: the fields of a server's lookup. */

import { other, textAfter } from "../game/rules.ts";

/** An error that may be gone at the next attempt. */
export class Again extends Error {
  /**
   * @param busy whether the answer is being searched for
   * @param told whether the source reports when the answer is there, so that there is no need to
   * ask again
   */
  constructor(message: string, public busy = false, public told = false) {
    super(message);
  }
}

/** A value as the other side's value. */
export const turned = { win: "loss", draw: "draw", loss: "win" } as const;

/** The winner of a position, or null. */
export function winnerOf(entry: Entry): Side | null {
  if (entry.over) return entry.winner;
  return entry.value === "draw"
    ? null
    : entry.value === "win"
    ? entry.to_move
    : other(entry.to_move);
}

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

/**
 * The strength of a move's colour: 1 for the best of its value, less the later it wins, the sooner
 * it loses, or the fewer traps a draw has.
 */
export function strength(move: Move, entry: Entry) {
  const alike = entry.moves.filter((one) => one.value === move.value);
  if (move.value === "draw") {
    const share = (one: Move) => (one.replies ? one.wrong_replies / one.replies : 0);
    return 1 - 0.6 * (Math.max(...alike.map(share)) - share(move));
  }
  const spans = alike.map((one) => one.remoteness);
  const best = move.value === "win" ? Math.min(...spans) : Math.max(...spans);
  return Math.max(0.4, 1 - 0.16 * Math.abs(move.remoteness - best));
}

/** The positions of a game, from the empty board on, as text. */
export const positionsOf = (rules: Rules, moves: string[]) =>
  [...moves, ""].map((_, ply) => textAfter(rules, moves.slice(0, ply)));
