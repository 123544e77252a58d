/** What moves are worth, as chips on a board's cells. */

import { isLeading, worthOfMove } from "./answers/answer.ts";
import { worthText } from "./words/say.ts";
import type { Chip } from "./board/board.tsx";

/** A chip for each cell; where either sign may be placed, that of the sign that is chosen. */
export function chipsOf(rules: Rules, entry: Entry, sign: Side = "X"): Map<number, Chip> {
  const from = rules.either && sign === "O" ? rules.cells : 0;
  return new Map(entry.moves.flatMap((move) => {
    const cell = rules.moves.indexOf(move.move) - from;
    if (cell < 0 || cell >= rules.cells) return [];
    const worth = worthOfMove(entry, move);
    return [[cell, {
      words: worthText(rules.text, worth),
      winner: worth.winner,
      best: move.best,
      strong: isLeading(move, entry),
    }]];
  }));
}
