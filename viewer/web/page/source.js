"use strict";
// Where answers come from: the server, or the books that stand beside the page. Both give the same fields.

// The error for a server that does not answer: asked again, it may.
const unreachable = (message) => Object.assign(new Error(message), { again: true });

// The error of a server that is not done: with the next question it goes on.
const searching = ({ detail }) => (/search/.test(detail) ? Object.assign(unreachable("Searching: this takes some seconds …"), { busy: true }) : unreachable(detail));

oxobook.Server = class {
  constructor() { this.kept = new Map(); }

  async ask(path) {
    if (!this.kept.has(path)) this.#keep(path, this.#fetched(path));
    return this.kept.get(path);
  }

  // Keep what has been asked; what comes to nothing is asked again.
  #keep(path, asked) {
    this.kept.set(path, asked);
    asked.catch(() => this.kept.delete(path));
  }

  #fetched(path) { return this.#read(path, (response) => response.json()); }

  async #read(path, taken) {
    const asked = early[path] || fetch(path);
    delete early[path];
    const response = await asked.catch(() => { throw unreachable("The server does not answer."); });
    const answer = await (response.ok ? taken(response) : response.json()).catch(() => { throw unreachable("The server's answer broke off."); });
    if (!response.ok) throw response.headers.has("retry-after") ? searching(answer) : new Error(answer.detail);
    return answer;
  }

  // The books that are there now; and in ``opening`` the rules of those that are not open yet.
  async books() {
    const { books, opening } = await this.#fetched("api/books");
    this.opening = opening;
    return books;
  }

  players(rules) { return this.ask(`api/${rules.text}/players`).then((answer) => answer.players); }

  // What the server says of a game that the page knows no book of.
  missing(text) { return this.#fetched(`api/${encodeURIComponent(text)}/lookup`).then(() => `There is a book of ${text} now: ask once more`); }

  lookup(rules, position) { return this.ask(lookupOf(rules, position)); }

  // The lookups of a game's positions, by ply; where several are unknown, one answer has them all.
  game(rules, moves) {
    const paths = [...moves, ""].map((_, ply) => lookupOf(rules, oxobook.rules.textAfter(rules, moves.slice(0, ply))));
    const unknown = paths.filter((path) => !this.kept.has(path));
    if (unknown.length > 1) {
      const asked = this.#fetched(`api/${rules.text}/game?moves=${moves.join("+")}`);
      for (const path of unknown) this.#keep(path, asked.then(({ positions }) => positions[paths.indexOf(path)]));
    }
    return Promise.all(paths.map((path) => this.ask(path)));
  }

  line(rules, position) { return this.ask(`api/${rules.text}/line?position=${position}`).then((answer) => answer.line); }

  // The moves that a player may make, each with its probability.
  async policy(rules, player, position) {
    const { policy } = await this.ask(`api/${rules.text}/policy?player=${encodeURIComponent(player)}&position=${position}`);
    return Object.fromEntries(Object.entries(policy).map(([move, share]) => {
      const [above, below = 1] = share.split("/").map(Number);
      return [move, above / below];
    }));
  }

  // The maps of a side that may show a game's place, the widest first: each with the ply that it begins at, its address
  // and its text.
  maps(game, side) {
    const here = game.over ? Math.max(0, game.at - 1) : game.at;
    return [...new Set([0, here])].flatMap((ply) => {
      const query = mapQuery(game, ply, side);
      const address = `api/${game.rules.text}/${query}`;
      return query ? [{ ply, address, text: () => this.#read(address, (response) => response.text()) }] : [];
    });
  }
};

const lookupOf = (rules, position) => `api/${rules.text}/lookup?position=${position}`;

const startOf = (game, ply) => oxobook.rules.textAfter(game.rules, game.moves.slice(0, ply));
const choices = (rules, free) => (rules.gravity ? Math.min(free, rules.stacks.length) : free);

// As much of a map as the server draws, which is known beforehand: lines may end games sooner, never later.
function mapQuery(game, ply, side) {
  const { rules } = game;
  const own = oxobook.rules.sideAt(ply) === side;
  const free = rules.cells - ply - !own;
  const boards = (left, depth) => (depth === 0 || left < 3 ? 1 : 1 + choices(rules, left - 1) * boards(left - 2, depth - 1));
  const all = (depth) => (own ? boards(free, depth) : 1 + choices(rules, free + 1) * boards(free, depth));
  const levels = (depth) => !own + Math.min(depth, Math.floor((free - 1) / 2));
  const whole = Math.ceil(free / 2);
  let depth = whole;
  while (depth > 0 && (all(depth) > rules.maps.boards || levels(depth) > rules.maps.levels)) depth -= 1;
  return depth > 0 ? `map.svg?side=${side}${depth < whole ? `&depth=${depth}` : ""}&from=${startOf(game, ply)}` : null;
}
