/**
 * Small books beside the page: tables of rows by key, one row for each class of symmetric boards.
 */

import { after, boardOf, textOf } from "../game/rules.ts";
import { held, load } from "../files.ts";
import { text } from "../words/text.ts";
import { answer, leastImage, MadeBooks, shares } from "./made.ts";

/**
 * A book's tables, as its file has them: a number for each row, and the moves of players that need
 * a table.
 */
type Tables = Record<"steps" | "values" | "remoteness" | "best" | "safe" | "picks", number[]> & {
  symmetries: number[][];
  players: Player[];
  plies: Counts[];
  policies: Record<string, Record<string, number>>;
  number?: Map<number, number>; // rows by key, once they are counted
};

export class SmallBooks extends MadeBooks {
  /** A book's tables, read when they are first asked for. */
  async #book(rules: Rules) {
    if (!held.books[rules.text]) await load(`books/${rules.text}.js`);
    const book: Tables = held.books[rules.text];
    if (!book.number) {
      let key = 0;
      book.number = new Map(book.steps.map((step, row) => [key += step, row]));
    }
    return book;
  }

  /** The entry of a board, by the row of its least image. */
  #entry(rules: Rules, book: Tables, board: Board) {
    const { x, o, images } = leastImage(board, book.symmetries),
      row = book.number!.get(x + o * 2 ** rules.cells);
    if (row === undefined) throw new Error(text.noLegalGame(textOf(rules, board)));
    const moves = rules.either
      ? [...images, ...images.map((image) => image + rules.cells)]
      : images;
    const cells = (mask: number) =>
      moves.flatMap((image, move) => (mask & (1 << image) ? [move] : []));
    const pick = book.picks[row] < 0 ? null : moves.indexOf(book.picks[row]);
    const value = (["loss", "draw", "win"] as const)[book.values[row] + 1];
    return {
      value,
      remoteness: book.remoteness[row],
      best: cells(book.best[row]),
      safe: cells(book.safe[row]),
      pick,
    };
  }

  async lookup(rules: Rules, position: string) {
    const book = await this.#book(rules);
    const board = boardOf(position);
    const entry = this.#entry(rules, book, board);
    return answer(
      rules,
      position,
      entry,
      (cell) => this.#entry(rules, book, after(rules, board, cell)),
    );
  }

  async probe(rules: Rules, board: Board) {
    return this.#entry(rules, await this.#book(rules), board);
  }
  async players(rules: Rules) {
    return (await this.#book(rules)).players;
  }
  async counts(rules: Rules) {
    return (await this.#book(rules)).plies;
  }

  /**
   * The moves that a player may make: from its table, or for those that need none from the book and
   * the board.
   */
  override async policy(rules: Rules, player: string, position: string) {
    const book = await this.#book(rules);
    const table = book.policies[player];
    if (table) {
      return shares(
        rules,
        [...rules.moves.keys()].filter((cell) => table[position] & (1 << cell)),
      );
    }
    return super.policy(rules, player, position);
  }
}
