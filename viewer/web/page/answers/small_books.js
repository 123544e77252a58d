/** Small books beside the page: tables of rows by key, one row for each class of symmetric boards. */

import { after, boardOf, textOf } from "../game/rules.js";
import { load, shared } from "../shared.js";
import { text } from "../words/text.js";
import { positionsOf } from "./answer.js";
import { answer, follower, masksOf, policyOf, shares } from "./made.js";

export class SmallBooks {
  #follow = follower(0);

  /** A book's tables, read when they are first asked for. @param {Rules} rules */
  async #book(rules) {
    const { books } = shared;
    if (!books[rules.text]) await load(`books/${rules.text}.js`);
    const book = books[rules.text];
    if (!book.number) {
      let key = 0;
      book.number = new Map(book.steps.map((/** @type {number} */ step, /** @type {number} */ row) => [(key += step), row]));
    }
    return book;
  }

  /** The entry of a board, by the row of its least image. @param {Rules} rules @param {any} book @param {Board} board */
  #entry(rules, book, board) {
    const ways = book.symmetries.map((/** @type {number[]} */ images) => ({ ...masksOf(board, images), images }));
    const keyOf = (/** @type {{ x: number, o: number }} */ { x, o }) => x + o * 2 ** rules.cells;
    const least = ways.reduce((/** @type {any} */ one, /** @type {any} */ two) => (keyOf(two) < keyOf(one) ? two : one));
    const row = book.number.get(keyOf(least)), images = /** @type {number[]} */ (least.images);
    if (row === undefined) throw new Error(text.noLegalGame(textOf(rules, board)));
    const moves = rules.either ? [...images, ...images.map((image) => image + rules.cells)] : images;
    const cells = (/** @type {number} */ mask) => moves.flatMap((image, move) => (mask & (1 << image) ? [move] : []));
    const pick = book.picks[row] < 0 ? null : moves.indexOf(book.picks[row]);
    const value = /** @type {const} */ (["loss", "draw", "win"])[book.values[row] + 1];
    return { value, remoteness: book.remoteness[row], best: cells(book.best[row]), safe: cells(book.safe[row]), pick };
  }

  /** @param {Rules} rules @param {string} position */
  async lookup(rules, position) {
    const book = await this.#book(rules);
    const board = boardOf(position);
    const entry = this.#entry(rules, book, board);
    return answer(rules, position, entry, (cell) => this.#entry(rules, book, after(rules, board, cell)));
  }

  /** @param {Rules} rules @param {string[]} moves */
  game(rules, moves) { return Promise.all(positionsOf(rules, moves).map((position) => this.lookup(rules, position))); }

  /** @param {Rules} rules @param {string} position */
  line(rules, position) { return this.#follow(rules, position, async (board) => this.#entry(rules, await this.#book(rules), board)); }

  /** @param {Rules} rules */
  async players(rules) { return (await this.#book(rules)).players; }

  /** The moves that a player may make: from its table, or for those that need none from the book and the board. @param {Rules} rules @param {string} player @param {string} position */
  async policy(rules, player, position) {
    const book = await this.#book(rules);
    const table = book.policies[player];
    if (table) return shares(rules, [...rules.moves.keys()].filter((cell) => table[position] & (1 << cell)));
    return policyOf(rules, position, player, (board) => this.#entry(rules, book, board));
  }
}
