/**
 * A book of first plies: scores in tables as far as they go, below them a search. A missing score
 * is searched when `ask` is called.
 */

import { moverOn, stonesOn } from "../game/rules.ts";
import { binomial, leastImage, rankOf } from "./made.ts";
import type { Question } from "./search.ts";

const KEPT = 1 << 16; // scores

export class FirstPlies {
  bits: Map<number, bigint>;
  symmetries: number[][];
  #found = new Map<string, number>(); // scores that a search has found, by key
  // scores that were missing since `ask`, the most urgent first
  #missing = new Map<string, Question>();
  // by ply the scores of all slots, and the numbers of the rows
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
    this.bits = new Map(rules.stacks.flat().map((cell, bit) => [cell, 1n << BigInt(bit)]));
    const cells = [...rules.names.keys()];
    this.symmetries = [
      cells,
      cells.map((cell) => cell + rules.columns - 1 - 2 * (cell % rules.columns)),
    ];
    for (let [ply, start] = [0, 0]; start < scores.byteLength; ply += 1) {
      const all = fillings(rules.columns, rules.rows, ply).filter((heights) =>
        !isAfter(heights, heights.toReversed())
      );
      const size = all.length * binomial(ply, ply >> 1);
      this.#plies.push({
        scores: new Int8Array(scores, start, size),
        rows: new Map(all.map((heights, row) => [heights.join(), row])),
      });
      start += size;
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

  /**
   * The score of a board on which the game goes on, for the side to move; undefined if it is
   * missing.
   */
  score(board: Board) {
    return this.#within(board, -this.#free(board), this.#free(board));
  }

  /** The sign of the score, which takes less to find. */
  sign(board: Board) {
    const found = this.#within(board, -1, 1);
    return found === undefined ? found : Math.sign(found);
  }

  /** Whether the score is greater than another, which takes least to find. */
  exceeds(board: Board, score: number) {
    const found = this.#within(board, score, score + 1);
    return found === undefined ? found : found > score;
  }

  #free(board: Board) {
    return this.rules.cells - stonesOn(board);
  }

  /** The images of the cells under the symmetry that takes a board to its least image. */
  images(board: Board) {
    return leastImage(board, this.symmetries).images;
  }

  #question(board: Board, low: number, high: number): Question {
    const mover = moverOn(board);
    let [own, taken] = [0n, 0n];
    for (const [cell, bit] of this.bits) {
      if (board[cell]) taken |= bit;
      if (board[cell] === mover) own |= bit;
    }
    return { key: `${own} ${taken} ${low} ${high}`, own, taken, low, high };
  }

  /** The score, or a bound if it lies beyond that. */
  #within(board: Board, low: number, high: number) {
    const question = this.#question(board, low, high), free = this.#free(board);
    const found = this.#stored(board) ?? this.#found.get(question.key) ??
      this.#found.get(this.#question(board, -free, free).key);
    if (found === undefined) this.#missing.set(question.key, question);
    return found;
  }

  /**
   * The book's score of a board, from its slot: a row of column heights, and a column for O's
   * places among the stones.
   */
  #stored(board: Board) {
    const ply = this.#plies[stonesOn(board)];
    if (!ply) return undefined;
    const flipped = this.symmetries[1].map((cell) => board[cell]);
    const heights = this.rules.stacks.map((stack) => stonesOn(stack.map((cell) => board[cell])));
    const mirrored = heights.toReversed();
    const ways = isAfter(heights, mirrored)
      ? [flipped]
      : isAfter(mirrored, heights)
      ? [board]
      : [board, flipped];
    const row = ply.rows.get((isAfter(heights, mirrored) ? mirrored : heights).join())!;
    const stones = stonesOn(board);
    return ply
      .scores[
        row * binomial(stones, stones >> 1) +
        Math.min(
          ...ways.map((way) =>
            rankOf(way.toReversed().filter(Boolean).map((stone) => stone === "O"))
          ),
        )
      ];
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

/** Whether a list of numbers comes after another. */
const isAfter = (one: number[], two: number[]) => {
  const place = one.findIndex((height, column) => height !== two[column]);
  return place >= 0 && one[place] > two[place];
};
