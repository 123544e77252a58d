/** The library: the games that have books. */

import { rulesOf } from "../game/rules.js";
import { load, shared } from "../shared.js";
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
    const books = await this.#source.books(), proved = books.filter(({ owner }) => owner);
    if (proved.length) {
      await load("proofs.js");
      shared.parts.proofs.answerFor(this.#source, proved);
    }
    this.games.splice(0, this.games.length, ...books.map((book) => this.named(book.rules) ?? rulesOf(book)));
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
        const { opening } = this.#source, wanted = asked();
        const rules = opening.find((one) => one === wanted) ?? (this.games.length ? undefined : opening[0]); // else the first of all
        tell(rules ? new Again(text.bookOpening(rules)) : null, rules);
        if (!rules) return;
      } catch (error) {
        tell(/** @type {Error} */ (error));
      }
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}
