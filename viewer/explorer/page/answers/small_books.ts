/** Small books beside the page: tables of rows, one for each class of symmetric boards. */

import { after, textOf } from "../game/rules.ts";
import { held, load } from "../files.ts";
import { fill, text } from "../words/text.ts";
import { answer, leastImage, MadeBooks } from "./made.ts";
import type { Table } from "../reports.ts";

type Book = Table & { number: Map<number, number> }; // rows by key

export class SmallBooks extends MadeBooks {
  #books = new Map<string, Promise<Book>>(); // by their files, which are others when a book has changed

  /** A book's tables, read when they are first asked for. */
  #book({ text: named, file }: Rules) {
    const found = this.#books.get(file) ?? load(file).then(() => {
      const tables = held.books[named] as Table;
      let key = 0;
      return { ...tables, number: new Map(tables.steps.map((step, row) => [key += step, row])) };
    });
    this.#books.set(file, found);
    found.catch(() => this.#books.delete(file));
    return found;
  }

  /** The entry of a board, by the row of its least image. */
  #entry(rules: Rules, book: Book, board: Board) {
    const { x, o, images } = leastImage(board, book.symmetries),
      row = book.number.get(x + o * 2 ** rules.cells);
    if (row === undefined) throw new Error(fill(text.noLegalGame, textOf(rules, board)));
    const moves = rules.either
      ? [...images, ...images.map((image) => image + rules.cells)]
      : images;
    const cells = (mask: number) =>
      moves.flatMap((image, move) => (mask & (1 << image) ? [move] : []));
    return {
      value: (["loss", "draw", "win"] as const)[book.values[row] + 1],
      remoteness: book.remoteness[row],
      best: cells(book.best[row]),
      safe: cells(book.safe[row]),
      pick: book.picks[row] < 0 ? null : moves.indexOf(book.picks[row]),
    };
  }

  async lookup(rules: Rules, board: Board) {
    const book = await this.#book(rules);
    const entryOf = (one: Board) => this.#entry(rules, book, one);
    return answer(rules, board, entryOf(board), (cell) => entryOf(after(rules, board, cell)));
  }

  async probe(rules: Rules, board: Board) {
    return this.#entry(rules, await this.#book(rules), board);
  }
}
