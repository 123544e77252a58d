/** Answers made from a book's entries, if no server makes them. */

import { after, isOver, legal, moverOn, stonesOn, textOf, winnerOn } from "../game/rules.ts";
import { boardsOf, turned } from "./answer.ts";

/** A book's entry for a board: cells by number. */
type BookEntry = {
  value: Value;
  remoteness: number;
  best: number[];
  safe: number[];
  pick: number | null;
};

/** The answer for a board. @param next the entry after a cell is played, if it is known */
export function answer(
  rules: Rules,
  board: Board,
  entry: BookEntry,
  next: (cell: number) => BookEntry | undefined,
): Entry {
  const name = (cell: number) => rules.moves[cell];
  const moves = legal(rules, board).flatMap((cell) => {
    const then = next(cell);
    if (!then) return [];
    const replies = legal(rules, after(rules, board, cell)).length;
    return {
      move: name(cell),
      value: turned[then.value],
      remoteness: then.remoteness + 1,
      best: entry.best.includes(cell),
      safe: entry.safe.includes(cell),
      replies,
      wrong_replies: replies - then.safe.length,
    };
  });
  const worth = { win: 1, draw: 0, loss: -1 };
  moves.sort((one, two) =>
    worth[two.value] - worth[one.value] || worth[one.value] * (one.remoteness - two.remoteness)
  );
  return {
    rules: rules.text,
    position: textOf(rules, board),
    ply: stonesOn(board),
    to_move: moverOn(board),
    over: isOver(rules, board),
    winner: winnerOn(rules, board),
    value: entry.value,
    remoteness: entry.remoteness,
    best: entry.best.map(name),
    pick: entry.pick === null ? null : name(entry.pick),
    moves,
  } as Entry;
}

export abstract class MadeBooks {
  #last = 0; // the number of the last line

  /**
   * @param pause milliseconds before a line is read, so that none is that is pointed at only in
   * passing; 0 where it takes no time, and none ends another
   */
  constructor(private pause = 0) {}

  /** A line that is looked for is not wanted any more. */
  halt() {
    this.#last += 1;
  }

  abstract lookup(rules: Rules, board: Board): Promise<Entry>;
  /** The best moves of a board and, if that is wanted, the pick, by number. */
  abstract probe(
    rules: Rules,
    board: Board,
    picks: boolean,
    wanted?: () => boolean,
  ): Promise<Pick<BookEntry, "best" | "pick">>;

  /**
   * The entries of a game by ply; while some are still searched, all that is known, but at least
   * the entry at a ply or, without one, those of the second half.
   */
  game(rules: Rules, moves: string[], _at?: number) {
    return Promise.all(boardsOf(rules, moves).map((board) => this.lookup(rules, board)));
  }

  /** The line of perfect play by the picks; it ends early if another is asked for. */
  async line(rules: Rules, from: Board) {
    const number = ++this.#last,
      wanted = () => !this.pause || number === this.#last,
      names: string[] = [];
    await new Promise((done) => setTimeout(done, this.pause));
    for (let board = from; wanted();) {
      const { pick } = await this.probe(rules, board, true, wanted);
      if (pick === null) break;
      board = after(rules, board, pick);
      names.push(rules.moves[pick]);
    }
    return names;
  }
}

/**
 * The masks of X's and of O's stones on the least image of a board, O's compared first, and where
 * its symmetry takes the cells.
 */
export function leastImage(board: Board, symmetries: number[][]) {
  const mask = (sign: Side, images: number[]) =>
    board.reduce((sum, stone, cell) => sum + (stone === sign ? 2 ** images[cell] : 0), 0);
  const all = symmetries.map((images) => ({ x: mask("X", images), o: mask("O", images), images }));
  return all.reduce((least, one) =>
    one.o < least.o || (one.o === least.o && one.x < least.x) ? one : least
  );
}

/** Bytes that were packed by zlib and written in base64. */
export function unpacked(written: string) {
  const packed = Uint8Array.from(atob(written), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")))
    .arrayBuffer();
}

export function binomial(n: number, k: number) {
  let ways = n < k ? 0 : 1;
  for (let step = 1; ways && step <= k; step += 1) ways = (ways * (n - k + step)) / step;
  return ways;
}

/** The colexicographic rank of the marked places among all choices of as many. */
export function rankOf(marked: boolean[]) {
  let counted = 0;
  return marked.reduce((rank, mark, place) => rank + (mark ? binomial(place, counted += 1) : 0), 0);
}
