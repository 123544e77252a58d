/** Answers made from the scores of boards, as a server makes them. */

import { isOver, legal, moverOn, stonesOn, textOf, winnerOn } from "../game/rules.ts";
import { answer } from "./made.ts";
import type { FirstPlies } from "./first_plies.ts";

/** What is read of a book: scores for the side to move, undefined while one is missing. */
type Scores = Pick<FirstPlies, "rules" | "score" | "sign" | "exceeds" | "images">;

/**
 * The known part of a position: its answer with the moves proved, whether it is whole, and its
 * amount.
 */
export type Known = {
  entry: Entry;
  best: number[];
  pick: number | null;
  isWhole: boolean;
  amount: number;
};

const nextOf = (rules: Rules, board: Board) =>
  legal(rules, board).map((cell) => board.with(cell, moverOn(board)));

/** @param deep with the replies that go wrong */
export function known(book: Scores, board: Board, deep = false): Known | undefined {
  const { rules } = book, score = scoreOf(book, board), cells = legal(rules, board);
  const all = nextOf(rules, board).map((played, number) => ({
    cell: cells[number],
    played,
    score: scoreOf(book, played),
  }));
  if (score === undefined) return undefined;
  const moves = all.flatMap((one) =>
    one.score === undefined ? [] : [{ ...one, score: -one.score }]
  );
  const after = new Map(moves.map((one) => {
    const replies = legal(rules, one.played),
      safe = deep ? safeReplies(book, one.played, -Math.sign(one.score)) : undefined;
    return [one.cell, {
      ...worthOf(rules, one.played, -one.score),
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
  const pick = best.length
    ? pickOf(best, (cell) => after.get(cell)!.share, book.images(board))
    : null;
  const counted = [...after.values()].filter((one) => one.counted).length;
  const isWhole = moves.length === all.length && (!deep || counted === all.length);
  const entry = answer(rules, textOf(rules, board), {
    ...worthOf(rules, board, score),
    best,
    safe,
    pick,
  }, (cell) => after.get(cell));
  return {
    entry: isWhole ? entry : { ...entry, searching: true },
    best,
    pick,
    isWhole,
    amount: moves.length + counted,
  };
}

/** The value and the best cells of a board, which take less to find than all moves' values. */
export function bestOf(book: Scores, board: Board) {
  const { rules } = book, score = scoreOf(book, board);
  if (score === undefined) return undefined;
  const worse = nextOf(rules, board).map((played) =>
    isOver(rules, played) ? endScore(rules, played) > -score : book.exceeds(played, -score)
  );
  if (worse.includes(undefined)) return undefined;
  const best = legal(rules, board).filter((_, number) => !worse[number]);
  return { ...worthOf(rules, board, score), best };
}

/** The score of a board on which the game is over, by the rules. */
function endScore(rules: Rules, board: Board) {
  const winner = winnerOn(rules, board), score = rules.cells + 1 - stonesOn(board);
  return winner ? (winner === moverOn(board) ? score : -score) : 0;
}

/** The score of a board, also where the game is over. */
const scoreOf = (
  book: Scores,
  board: Board,
) => (isOver(book.rules, board) ? endScore(book.rules, board) : book.score(board));

/** The value of a board with a score. */
function worthOf(rules: Rules, board: Board, score: number) {
  const value = (["loss", "draw", "win"] as const)[Math.sign(score) + 1];
  return {
    value,
    remoteness: (score ? rules.cells + 1 - Math.abs(score) : rules.cells) - stonesOn(board),
  };
}

/**
 * The best cell after which the smallest share of the replies is safe; of equal ones the first on
 * the board's least image.
 */
const pickOf = (best: number[], share: (cell: number) => number, images: number[]) =>
  [...best].sort((one, two) => share(one) - share(two) || images[one] - images[two])[0];

/**
 * The replies that keep the value of a board, a sign for its mover; undefined if one is missing.
 */
function safeReplies(book: Scores, board: Board, value: number) {
  const { rules } = book, replies = legal(rules, board);
  if (value < 0) return replies;
  const signs = nextOf(rules, board).map((played) =>
    isOver(rules, played) ? Math.sign(endScore(rules, played)) : book.sign(played)
  );
  return signs.includes(undefined)
    ? undefined
    : replies.filter((_, number) => signs[number] === -value);
}
