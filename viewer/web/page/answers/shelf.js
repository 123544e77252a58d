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
  /** Readers by the script that they are in. @type {Record<string, Reader>} */
  #readers = {};
  #small = new SmallBooks();
  onMore = () => {};

  async books() { return shared.embedded ?? []; }

  solves = false;

  /** A large book is asked for its first board: not every host can serve it. @param {Rules} rules */
  async refusal(rules) {
    if (!shared.large[rules.text]) return "";
    return this.lookup(rules, textAfter(rules, [])).then(() => "", (error) => (error instanceof Again ? "" : error.message));
  }

  leftOut() { return shared.left; }

  /** The reader of the book of these rules; the script for others than small ones is loaded when one is needed. @param {Rules} rules @returns {Promise<Reader>} */
  async #reader({ text: named }) {
    const [script, reader] = named in shared.searched ? ["search", "SearchedBooks"] : named in shared.large ? ["ranges", "LargeBooks"] : ["", ""];
    if (!script) return this.#small;
    await load(`${script}.js`);
    return (this.#readers[script] ??= new shared.parts[script][reader](() => this.onMore()));
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
