/** The library: the games that have books. */

import { held, load } from "../files.ts";
import { rulesOf } from "../game/rules.ts";
import { fill, text } from "../words/text.ts";
import { Again } from "./answer.ts";

/** Milliseconds until a question without an answer is asked again, at first and at most. */
export const [SOON, LATE] = [1000, 15000];

export class Library {
  games: Rules[] = [];

  constructor() {
    this.#take();
  }

  /** The game that a page without another one shows. */
  get first() {
    return this.named("3x3x3") ?? this.games[0];
  }

  named(asked: string | null) {
    return this.games.find((rules) => rules.text === asked);
  }

  /** Learn which books there are now. */
  async look() {
    await load("known.js", true);
    this.#take();
  }

  /** Wait while the book asked for, or all, are still being opened by a server. */
  async gather(asked: () => string | null, tell: (error: Error | null, rules?: string) => void) {
    for (let wait = SOON;; wait = Math.min(2 * wait, LATE)) {
      const wanted = asked();
      const late = held.known.opening.find((rules) => rules === wanted || !this.games.length);
      tell(late ? new Again(fill(text.bookOpening, late)) : null, late);
      if (!late) return;
      await new Promise((done) => setTimeout(done, wait));
      await this.look().catch(tell);
    }
  }

  #take() {
    const found = (held.known?.books ?? []).map((book) => {
      const rules = rulesOf(book), known = this.named(book.rules);
      return known ? Object.assign(known, rules) : rules;
    });
    this.games.splice(0, this.games.length, ...found);
  }
}
