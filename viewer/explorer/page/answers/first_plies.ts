/**
 * A book of first plies: scores in tables as far as they go, below them a search. A missing score
 * is searched when `ask` is called.
 */

import { isOver, moverOn, stonesOn, winnerOn } from "../game/rules.ts";
import { binomial, rankOf } from "./made.ts";
import type { Question } from "./search.ts";

const KEPT = 1 << 16; // scores

export class FirstPlies {
  symmetries: number[][];
  #bits: Map<number, bigint>;
  #found = new Map<string, number>(); // scores that a search has found, by key
  #missing = new Map<string, Question>(); // since `ask`, the most urgent first
  // by ply the scores of all slots, and where those of a row of heights begin
  #plies: { scores: Int8Array; rows: Map<string, number> }[] = [];

  /**
   * @param scores by ply and slot, as the book has them
   * @param search which `found` is told by
   */
  constructor(
    public rules: Rules,
    scores: ArrayBuffer,
    private search: (questions: Question[]) => Promise<void> | void,
  ) {
    this.#bits = new Map(rules.stacks.flat().map((cell, bit) => [cell, 1n << BigInt(bit)]));
    const cells = [...rules.names.keys()];
    const mirror = (cell: number) => cell + rules.columns - 1 - 2 * (cell % rules.columns);
    this.symmetries = [cells, cells.map(mirror)];
    for (let [ply, start] = [0, 0]; start < scores.byteLength; ply += 1) {
      const ways = binomial(ply, ply >> 1);
      const all = fillings(rules.columns, rules.rows, ply).filter((heights) =>
        keyOf(heights) <= keyOf(heights.toReversed())
      );
      this.#plies.push({
        scores: new Int8Array(scores, start, all.length * ways),
        rows: new Map(all.map((heights, row) => [keyOf(heights), row * ways])),
      });
      start += all.length * ways;
    }
  }

  /** Keep a score that the search has found. */
  found(key: string, score: number) {
    this.#found.set(key, score);
    if (this.#found.size > KEPT) this.#found.delete(this.#found.keys().next().value!);
  }

  /** Search the scores that are missing, instead of those asked for before. */
  ask() {
    const questions = [...this.#missing.values()];
    this.#missing.clear();
    return this.search(questions);
  }

  /** The sign of the score, which takes less to find. */
  sign(board: Board) {
    const found = this.score(board, 1);
    return found === undefined ? found : Math.sign(found);
  }

  /** Whether the score is greater than another, which takes least to find. */
  exceeds(board: Board, score: number) {
    const found = this.score(board, score + 1, score);
    return found === undefined ? found : found > score;
  }

  /** The score for the side to move, or a bound if it lies beyond that; undefined if missing. */
  score(board: Board, high?: number, low?: number) {
    if (isOver(this.rules, board)) return this.#ended(board);
    const question = this.#question(board, high, low);
    const found = this.#stored(board) ?? this.#found.get(question.key) ??
      this.#found.get(this.#question(board).key);
    if (found === undefined) this.#missing.set(question.key, question);
    return found;
  }

  /** The score of a board on which the game is over, by the rules. */
  #ended(board: Board) {
    const winner = winnerOn(this.rules, board), score = this.rules.cells + 1 - stonesOn(board);
    return winner ? (winner === moverOn(board) ? score : -score) : 0;
  }

  #question(board: Board, high = this.rules.cells - stonesOn(board), low = -high): Question {
    const mover = moverOn(board);
    let [own, taken] = [0n, 0n];
    for (const [cell, bit] of this.#bits) {
      if (board[cell]) taken |= bit;
      if (board[cell] === mover) own |= bit;
    }
    return { key: `${own} ${taken} ${low} ${high}`, own, taken, low, high };
  }

  /** The book's score: in a row of column heights, by the rank of O's places among the stones. */
  #stored(board: Board) {
    const ply = this.#plies[stonesOn(board)];
    if (!ply) return undefined;
    const slots = this.symmetries.flatMap((images) => {
      const turned = images.map((cell) => board[cell]);
      const heights = this.rules.stacks.map((stack) => stonesOn(stack.map((cell) => turned[cell])));
      const row = ply.rows.get(keyOf(heights));
      const stones = turned.toReversed().filter(Boolean);
      return row === undefined ? [] : [row + rankOf(stones.map((stone) => stone === "O"))];
    });
    return ply.scores[Math.min(...slots)];
  }
}

/** The ways to put stones into columns, ascending. */
function fillings(columns: number, most: number, stones: number): number[][] {
  if (!columns) return stones ? [] : [[]];
  return Array.from(
    { length: Math.min(most, stones) + 1 },
    (_, height) => fillings(columns - 1, most, stones - height).map((rest) => [height, ...rest]),
  ).flat();
}

/** Numbers as a text: texts are in the order of their numbers. */
const keyOf = (heights: number[]) => String.fromCharCode(...heights);
