/** Groups of equivalent moves, and the number of games and boards that may follow each. */

import { ranked } from "../answers/answer.ts";
import { hasPlaces, placeOf } from "../words/say.ts";
import { after, boardOf, legal, winnerOn } from "./rules.ts";
import { reasonsOf } from "./tactics.ts";
import type { Reason } from "./tactics.ts";

/** The games that may follow, by result, and the boards. */
export type Below = { games: Games; boards: number };
type Games = { X: number; draw: number; O: number };
/** Moves of one kind, what follows each of them, and what they do if they are best. */
export type Kind = { moves: Move[]; below: Below[]; does: Reason["kind"][] };

// the most free cells, or cells and signs, with which all continuations are counted, in some
// hundredths of a second
const MOST_FREE = 9;

/**
 * The moves of a position, best first, those of one kind together: of the same value, length,
 * traps, place and purpose.
 */
export function kindsOf(rules: Rules, entry: Entry): Kind[] {
  const board = boardOf(entry.position), counted = counter(rules, board);
  const all = ranked(entry).map((move) => {
    const cell = rules.moves.indexOf(move.move);
    const does = move.best ? reasonsOf(rules, board, entry, cell).map((reason) => reason.kind) : [];
    const key = [
      move.value,
      move.remoteness,
      move.wrong_replies,
      move.replies,
      hasPlaces(rules) && placeOf(cell),
      ...does,
    ].join();
    return { move, does, key, below: counted?.(after(rules, board, cell)) };
  });
  return [...Map.groupBy(all, ({ key }) => key).values()].map((kind) => ({
    moves: kind.map(({ move }) => move),
    below: kind.flatMap(({ below }) => below ?? []),
    does: kind[0].does,
  }));
}

/** A function that counts the continuations of a board; null if there are too many. */
function counter(rules: Rules, from: Board) {
  const free = from.filter((stone) => !stone).length;
  if (free * (rules.either ? 2 : 1) > MOST_FREE) return null;
  const games = new Map<string, Games>();
  return (board: Board) => {
    const met = new Set<string>();
    const walk = (at: Board): Games => {
      const key = at.map((stone) => stone || ".").join("");
      const known = games.get(key);
      if (met.has(key) && known) return known;
      met.add(key);
      const all = { X: 0, draw: 0, O: 0 }, cells = legal(rules, at);
      if (!cells.length) all[winnerOn(rules, at) ?? "draw"] = 1;
      for (const cell of cells) {
        const next = walk(after(rules, at, cell));
        if (!known) add(all, next);
      }
      if (!known) games.set(key, all);
      return known ?? all;
    };
    return { games: walk(board), boards: met.size };
  };
}

/** Add games to others, by result. */
function add(all: Games, more: Games) {
  all.X += more.X;
  all.draw += more.draw;
  all.O += more.O;
}
