"use strict";
// The library: the games that there are books of.

oxobook.Library = class {
  games = [];
  #source;

  constructor(source) { this.#source = source; }

  named(text) { return this.games.find((rules) => rules.text === text); }

  // Learn which books there are now.
  async look() {
    const books = await this.#source.books();
    this.games.splice(0, this.games.length, ...books.map((book) => this.named(book.rules) ?? oxobook.rules.of(book)));
  }

  // The game that cannot be shown before its book is open: that of the address, or the first of all.
  get #awaited() {
    const asked = oxobook.Game.named(location.hash);
    const { opening } = this.#source;
    return opening.find((rules) => rules === asked) ?? (this.games.length ? undefined : opening[0]);
  }

  // Learn which books there are, until that of the address is among them or is known to be missing. tell(error, rules) is
  // called with what is in the way, and the rules whose book is being opened; with null when nothing is.
  async gather(tell) {
    for (let wait = oxobook.SOON; ; wait = Math.min(2 * wait, oxobook.LATE)) {
      const told = await this.look().then(() => true, tell);
      const rules = told && this.#awaited;
      if (told && !rules) return tell(null);
      if (told) tell(Object.assign(new Error(`The book of ${rules} is still being opened.`), { again: true }), rules);
      await new Promise((done) => setTimeout(done, wait));
    }
  }
};

// Milliseconds until what does not answer is asked again.
Object.assign(oxobook, { SOON: 1000, LATE: 15000 });
