"use strict";
// Where answers come from: the server, or the books that stand beside the page. Both give the same fields.

// The error for a server that does not answer: asked again, it may.
const unreachable = (message) => Object.assign(new Error(message), { again: true });

oxobook.Server = class {
  constructor() { this.kept = new Map(); }

  async ask(path) {
    if (!this.kept.has(path)) {
      const asked = this.#fetched(path);
      asked.catch(() => this.kept.delete(path));
      this.kept.set(path, asked);
    }
    return this.kept.get(path);
  }

  async #fetched(path) {
    const asked = early[path] || fetch(path);
    delete early[path];
    const response = await asked.catch(() => { throw unreachable("The server does not answer."); });
    const answer = await response.json().catch(() => { throw unreachable("The server's answer broke off."); });
    if (!response.ok) throw new Error(answer.detail);
    return answer;
  }

  books() { return this.ask("api/books").then((answer) => answer.books); }
  players(rules) { return this.ask(`api/${rules.text}/players`).then((answer) => answer.players); }
  lookup(rules, position) { return this.ask(`api/${rules.text}/lookup?position=${position}`); }
  line(rules, position) { return this.ask(`api/${rules.text}/line?position=${position}`).then((answer) => answer.line); }

  // The moves that a player may make, each with its probability.
  async policy(rules, player, position) {
    const { policy } = await this.ask(`api/${rules.text}/policy?player=${encodeURIComponent(player)}&position=${position}`);
    return Object.fromEntries(Object.entries(policy).map(([move, share]) => {
      const [above, below = 1] = share.split("/").map(Number);
      return [move, above / below];
    }));
  }

  // Addresses of a picture, the next one for when a game is too large for the one before; none of what is too large.
  graph(rules, position, palette) { return [2, 1].map((depth) => `api/${rules.text}/graph.svg?all=true&depth=${depth}&from=${position}&palette=${palette}`); }
  map(rules, side, palette) {
    if (rules.cells > 12) return [];
    return ["", "&depth=3", "&depth=2"].map((cut) => `api/${rules.text}/map.svg?side=${side}&palette=${palette}${cut}`);
  }
};
