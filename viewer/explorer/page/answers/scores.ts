/** Answers made from the scores of boards, as a server makes them. */

import { after as played, legal, stonesOn } from "../game/rules.ts";
import { answer, leastImage } from "./made.ts";
import type { FirstPlies } from "./first_plies.ts";

/** The known part of a position: its answer with the moves proved so far. */
export type Known = {
  entry: Entry;
  best: number[];
  pick: number | null;
  isWhole: boolean;
  amount: number; // of what is known
};

/** @param deep with the replies that go wrong */
export function known(book: FirstPlies, board: Board, deep = false): Known | undefined {
  const { rules } = book, score = book.score(board);
  const all = legal(rules, board).map((cell) => {
    const next = played(rules, board, cell);
    return { cell, next, score: book.score(next) };
  });
  if (score === undefined) return undefined;
  const moves = all.flatMap((one) =>
    one.score === undefined ? [] : [{ ...one, score: -one.score }]
  );
  const after = new Map(moves.map((one) => {
    const replies = legal(rules, one.next),
      safe = deep ? safeReplies(book, one.next, -Math.sign(one.score)) : undefined;
    return [one.cell, {
      ...worthOf(rules, one.next, -one.score),
      best: [],
      safe: safe ?? replies,
      pick: null,
      counted: Boolean(safe),
      share: (safe?.length ?? 0) / (replies.length || 1),
    }];
  }));
  const cellsWith = (kept: (score: number) => boolean) =>
    moves.filter((one) => kept(one.score)).map((one) => one.cell);
  const best = cellsWith((one) => one === score),
    safe = cellsWith((one) => Math.sign(one) === Math.sign(score));
  // the smallest share of safe replies; of equal ones the first on the least image
  const { images } = leastImage(board, book.symmetries);
  const [pick = null] = best.toSorted((one, two) =>
    after.get(one)!.share - after.get(two)!.share || images[one] - images[two]
  );
  const counted = [...after.values()].filter((one) => one.counted).length;
  const isWhole = moves.length === all.length && (!deep || counted === all.length);
  const worth = { ...worthOf(rules, board, score), best, safe, pick };
  const entry = answer(rules, board, worth, (cell) => after.get(cell));
  return {
    entry: isWhole ? entry : { ...entry, searching: true },
    best,
    pick,
    isWhole,
    amount: moves.length + counted,
  };
}

/** The value and the best cells of a board, which take less to find than all moves' values. */
export function bestOf(book: FirstPlies, board: Board) {
  const { rules } = book, score = book.score(board);
  if (score === undefined) return undefined;
  const cells = legal(rules, board);
  const worse = cells.map((cell) => book.exceeds(played(rules, board, cell), -score));
  if (worse.includes(undefined)) return undefined;
  return { ...worthOf(rules, board, score), best: cells.filter((_, number) => !worse[number]) };
}

/** The value of a board with a score. */
function worthOf(rules: Rules, board: Board, score: number) {
  const value = (["loss", "draw", "win"] as const)[Math.sign(score) + 1];
  return {
    value,
    remoteness: (score ? rules.cells + 1 - Math.abs(score) : rules.cells) - stonesOn(board),
  };
}

/** The replies that keep a board's value, a sign for its mover; undefined if one is missing. */
function safeReplies(book: FirstPlies, board: Board, value: number) {
  const { rules } = book, replies = legal(rules, board);
  if (value < 0) return replies;
  const signs = replies.map((cell) => book.sign(played(rules, board, cell)));
  return signs.includes(undefined)
    ? undefined
    : replies.filter((_, number) => signs[number] === -value);
}
