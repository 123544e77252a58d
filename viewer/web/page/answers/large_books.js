/**
 * A large book's answers, with the fields that all books have, made from its scores as a server makes them. A position's
 * score is the best of its moves' scores; if all of these are read, they are compared.
 */

import { boardOf, isOver, legal, moverOn } from "../game/rules.js";
import { shared } from "../shared.js";
import { text } from "../words/text.js";
import { positionsOf } from "./answer.js";
import { answer, endScore, follower, pickOf, policyOf, scored } from "./made.js";
import { RangeBook } from "./range_book.js";

/** @import { Scored } from "./made.js" */

export class LargeBooks {
  /** By the rules' text. @type {Map<string, RangeBook>} */
  #books = new Map();
  #follow = follower(200);

  /** @param {Rules} rules */
  #book(rules) {
    const found = this.#books.get(rules.text) ?? new RangeBook(rules);
    this.#books.set(rules.text, found);
    return found;
  }

  /** The value of a board, its best and its safe cells, and after each move the board and its score for the mover. @param {Rules} rules @param {Board} board @returns {Promise<Scored>} */
  async #entry(rules, board) {
    const boards = legal(rules, board).map((cell) => ({ cell, played: board.with(cell, moverOn(board)) }));
    const [score, ...scores] = await Promise.all([board, ...boards.map((one) => one.played)].map((one) => (isOver(rules, one) ? endScore(rules, one) : this.#book(rules).score(one))));
    const moves = boards.map((one, number) => ({ ...one, score: -scores[number] }));
    if (moves.length && Math.max(...moves.map((one) => one.score)) !== score) throw new Error(text.filesDamaged(rules.text));
    return scored(rules, board, score, moves);
  }

  /** The same with the entries after its moves, by cell, and the pick. @param {Rules} rules @param {Board} board */
  async #all(rules, board) {
    const entry = await this.#entry(rules, board);
    /** @type {Map<number, Scored>} */
    const after = new Map(await Promise.all(entry.moves.map(async ({ cell, played }) => /** @type {[number, Scored]} */ ([cell, await this.#entry(rules, played)]))));
    return { ...entry, after, pick: entry.best.length ? await this.#pick(rules, board, entry, after) : null };
  }

  /** @param {Rules} rules @param {Board} board @param {Scored} entry @param {Map<number, Scored>} after */
  async #pick(rules, board, { best }, after) {
    const all = await this.#book(rules).images(board);
    const { images } = all.reduce((least, one) => (one.o < least.o || (one.o === least.o && one.x < least.x) ? one : least));
    const share = (/** @type {Scored} */ next) => next.safe.length / (next.moves.length || 1);
    return pickOf(best, (cell) => share(/** @type {Scored} */ (after.get(cell))), images);
  }

  /** @param {Rules} rules @param {string} position */
  async lookup(rules, position) {
    const board = boardOf(position);
    const entry = await this.#all(rules, board);
    return answer(rules, position, entry, (cell) => /** @type {Scored} */ (entry.after.get(cell)));
  }

  /** @param {Rules} rules @param {string[]} moves */
  game(rules, moves) { return Promise.all(positionsOf(rules, moves).map((position) => this.lookup(rules, position))); }

  /** @param {Rules} rules @param {string} position */
  line(rules, position) { return this.#follow(rules, position, (board) => this.#all(rules, board)); }

  /** @param {Rules} rules */
  async players(rules) { return shared.large[rules.text].players; }

  /** @param {Rules} rules @param {string} player @param {string} position */
  policy(rules, player, position) { return policyOf(rules, position, player, (board) => (player === "pick" ? this.#all(rules, board) : this.#entry(rules, board))); }
}
