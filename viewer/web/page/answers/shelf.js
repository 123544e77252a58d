/**
 * The books beside the page, if there is no server: small ones, each a script with its tables; large ones, each a folder
 * of files that are read by ranges; and books of first plies, with a search below.
 */

import { textAfter } from "../game/rules.js";
import { load, shared } from "../shared.js";
import { Again } from "./answer.js";
import { SmallBooks } from "./small_books.js";

/** @typedef {Omit<Source, "opening" | "books" | "solves" | "refusal" | "leftOut" | "counts" | "maps" | "paper">} Reader */

/** @implements {Source} */
export class Shelf {
  /** @type {string[]} */
  opening = [];
  #small = new SmallBooks();
  /** @type {Reader | null} */
  #large = null;
  /** @type {Reader | null} */
  #searched = null;
  /** @type {Reader | null} */
  #proved = null;
  onMore = () => {};

  async books() { return shared.embedded ?? []; }

  solves = false;

  /** A large book is asked for its first board: not every host can serve it. @param {Rules} rules */
  async refusal(rules) {
    if (!shared.large[rules.text]) return "";
    return this.lookup(rules, textAfter(rules, [])).then(() => "", (error) => (error instanceof Again ? "" : error.message));
  }

  leftOut() { return shared.left; }

  /** The reader of the book of these rules; the script for large ones is loaded when one is needed. @param {Rules} rules @returns {Promise<Reader>} */
  async #reader(rules) {
    if (shared.searched[rules.text]) {
      await load("search.js");
      return (this.#searched ??= /** @type {Reader} */ (new shared.parts.search.SearchedBooks(() => this.onMore())));
    }
    if (shared.proofs[rules.text]) {
      await load("proofs.js");
      return (this.#proved ??= /** @type {Reader} */ (new shared.parts.proofs.ProvedBooks()));
    }
    if (!shared.large[rules.text]) return this.#small;
    if (!this.#large) {
      await load("ranges.js");
      this.#large ??= /** @type {Reader} */ (new shared.parts.ranges.LargeBooks());
    }
    return this.#large;
  }

  /** @param {Rules} rules @param {string} position */
  async lookup(rules, position) { return (await this.#reader(rules)).lookup(rules, position); }

  /** @param {Rules} rules @param {string[]} moves @param {number} [at] */
  async game(rules, moves, at) { return (await this.#reader(rules)).game(rules, moves, at); }

  /** @param {Rules} rules @param {string} position */
  async line(rules, position) { return (await this.#reader(rules)).line(rules, position); }

  /** @param {Rules} rules */
  async counts({ text: named }) { return (shared.large[named] ?? shared.searched[named] ?? shared.books[named])?.plies ?? null; }

  /** @param {Rules} rules */
  async players(rules) { return (await this.#reader(rules)).players(rules); }

  /** @param {Rules} rules @param {string} player @param {string} position */
  async policy(rules, player, position) { return (await this.#reader(rules)).policy(rules, player, position); }

  /** @param {Rules} rules @param {string} name @param {string} size @param {string} language */
  paper({ text: named }, name, size, language) {
    const file = `papers/${named}-${name}-${size}-${language}.pdf`;
    return shared.papers.includes(file) ? file : null;
  }

  /** The site has whole maps where these are legible, and no others. @param {Game} game @param {string} side */
  maps(game, side) {
    const name = `${game.rules.text} ${side}`;
    const address = `pictures/${game.rules.text}-map-${side.toLowerCase()}.js`;
    if (!(name in shared.pictures)) return [];
    return [{ ply: 0, address, text: async () => shared.pictures[name] || load(address).then(() => shared.pictures[name]) }];
  }
}
