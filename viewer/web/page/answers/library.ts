/** The library: the games that have books. */

import { rulesOf } from "../game/rules.ts";
import { text } from "../words/text.ts";
import { Again } from "./answer.ts";

/** Milliseconds until a question without an answer is asked again, at first and at most. */
export const [SOON, LATE] = [1000, 15000];

export class Library {
  games: Rules[] = [];

  constructor(private source: Source) {}

  named(asked: string | null) {
    return this.games.find((rules) => rules.text === asked);
  }

  /** Learn which books there are now. @param asked the rules that are wanted */
  async look(asked: string | null = "") {
    const books = await this.source.books(asked);
    this.games.splice(
      0,
      this.games.length,
      ...books.map((book) => this.named(book.rules) ?? rulesOf(book)),
    );
  }

  /**
   * Learn which books there are, until the one asked for is there or known to be missing; `tell` is
   * told errors, and the rules whose book is being opened.
   */
  async gather(asked: () => string | null, tell: (error: Error | null, rules?: string) => void) {
    for (let wait = SOON;; wait = Math.min(2 * wait, LATE)) {
      try {
        const wanted = asked();
        await this.look(wanted);
        const { opening } = this.source;
        // else the first of all
        const rules = opening.find((one) => one === wanted) ??
          (this.games.length ? undefined : opening[0]);
        tell(rules ? new Again(text.bookOpening(rules)) : null, rules);
        if (!rules) return;
      } catch (error) {
        tell(error as Error);
      }
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}
