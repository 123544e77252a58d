/** The library: the games that have books. */

import { rulesOf } from "../game/rules.js";
import { text } from "../words/text.js";
import { Again } from "./answer.js";

/** Milliseconds until a question without an answer is asked again, at first and at most. */
export const [SOON, LATE] = [1000, 15000];

export class Library {
  /** @type {Rules[]} */
  games = [];
  #source;

  /** @param {Source} source */
  constructor(source) { this.#source = source; }

  /** @param {string | null} asked */
  named(asked) { return this.games.find((rules) => rules.text === asked); }

  /** Learn which books there are now. */
  async look() {
    const books = await this.#source.books();
    this.games.splice(0, this.games.length, ...books.map((book) => this.named(book.rules) ?? rulesOf(book)));
  }

  /** The game whose book must be open before it is shown: the one that is asked for, or the first of all. @param {string | null} asked */
  #awaited(asked) {
    const { opening } = this.#source;
    return opening.find((rules) => rules === asked) ?? (this.games.length ? undefined : opening[0]);
  }

  /**
   * Learn which books there are, until the one that is asked for is among them or is known to be missing.
   * @param {() => string | null} asked
   * @param {(error: Error | null, rules?: string) => void} tell called with an error, and the rules whose book is being
   *   opened; null if there is none
   */
  async gather(asked, tell) {
    for (let wait = SOON; ; wait = Math.min(2 * wait, LATE)) {
      try {
        await this.look();
        const rules = this.#awaited(asked());
        tell(rules ? new Again(text.bookOpening(rules)) : null, rules);
        if (!rules) return;
      } catch (error) {
        tell(/** @type {Error} */ (error));
      }
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}
