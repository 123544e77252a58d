/** Answers of a server. */

import { sideAt, textAfter } from "../game/rules.js";
import { shared } from "../shared.js";
import { text } from "../words/text.js";
import { Again, positionsOf } from "./answer.js";

/** @implements {Source} */
export class Server {
  /** @type {string[]} */
  opening = [];
  /** @type {Map<string, Promise<any>>} */
  #kept = new Map();

  /** @param {Record<string, any>} baked answers that came with the page, by path */
  constructor(baked = {}) {
    for (const [path, answer] of Object.entries(baked)) this.#kept.set(path, Promise.resolve(answer));
  }

  /** @param {string} path @returns {Promise<any>} */
  async #ask(path) {
    if (!this.#kept.has(path)) this.#keep(path, this.#fetched(path));
    return this.#kept.get(path);
  }

  /** Keep an answer; a failed one is asked for again. @param {string} path @param {Promise<any>} asked */
  #keep(path, asked) {
    this.#kept.set(path, asked);
    asked.catch(() => this.#kept.delete(path));
  }

  /** @param {string} path @param {(response: Response) => Promise<any>} taken */
  async #fetched(path, taken = (response) => response.json()) {
    const asked = shared.early[path] || fetch(path, path === "api/books" ? { cache: "no-cache" } : {}); // there may be others at any time
    delete shared.early[path];
    const response = await asked.catch(() => { throw new Again(text.serverAway); });
    const answer = await (response.ok ? taken(response) : response.json()).catch(() => { throw new Again(text.serverBroke); });
    if (response.ok) return answer;
    if (!response.headers.has("retry-after")) throw new Error(answer.detail);
    throw /search/.test(answer.detail) ? new Again(text.searching, true) : new Again(answer.detail);
  }

  /** The books that are there now; at first the one that came with the page, unless others were asked for. */
  async books() {
    const baked = "api/books" in shared.early ? undefined : this.#kept.get("api/books");
    this.#kept.delete("api/books");
    const { books, opening, proofs = [] } = await (baked ?? this.#fetched("api/books"));
    this.opening = opening;
    return [...books, ...proofs];
  }

  /** @param {Rules} rules */
  players(rules) { return this.#ask(`api/${rules.text}/players`).then((answer) => answer.players); }

  /** @param {Rules} rules */
  counts(rules) { return this.#ask(`api/${rules.text}/stats`).then((answer) => answer.plies); }

  solves = true;

  /** @param {Rules} rules @param {string} position @returns {Promise<Entry>} */
  lookup(rules, position) { return this.#ask(lookupOf(rules, position)); }

  /** The lookups of a game's positions, by ply; if several are unknown, one request asks for all. @param {Rules} rules @param {string[]} moves */
  game(rules, moves) {
    const paths = positionsOf(rules, moves).map((position) => lookupOf(rules, position));
    const unknown = paths.filter((path) => !this.#kept.has(path));
    if (unknown.length > 1) {
      const asked = this.#fetched(`api/${rules.text}/game?moves=${moves.join("+")}`);
      for (const path of unknown) this.#keep(path, asked.then(({ positions }) => positions[paths.indexOf(path)]));
    }
    return Promise.all(paths.map((path) => this.#ask(path)));
  }

  /** @param {Rules} rules @param {string} position @returns {Promise<string[]>} */
  line(rules, position) { return this.#ask(`api/${rules.text}/line?position=${bare(position)}`).then((answer) => answer.line); }

  /** The moves that a player may make, each with its probability. @param {Rules} rules @param {string} player @param {string} position */
  async policy(rules, player, position) {
    const { policy } = await this.#ask(`api/${rules.text}/policy?player=${encodeURIComponent(player)}&position=${bare(position)}`);
    return Object.fromEntries(Object.entries(policy).map(([move, share]) => {
      const [above, below = 1] = share.split("/").map(Number);
      return [move, above / below];
    }));
  }

  /** @param {Rules} rules @param {string} name @param {string} size @param {string} language */
  paper({ text: named, papers }, name, size, language) { return papers ? `api/${named}/papers/${name}.pdf?paper=${size}&language=${language}` : null; }

  /** The maps of a side that may show a game's place, the widest first. @param {Game} game @param {Side} side */
  maps(game, side) {
    if (game.rules.either) return []; // a map has one reply in each cell
    const here = game.over ? Math.max(0, game.at - 1) : game.at;
    return [...new Set([0, here])].flatMap((ply) => {
      const query = mapQuery(game, ply, side);
      const address = `api/${game.rules.text}/${query}`;
      return query ? [{ ply, address, text: () => this.#fetched(address, (response) => response.text()) }] : [];
    });
  }
}

/** @param {Rules} rules @param {string} position */
const lookupOf = (rules, position) => `api/${rules.text}/lookup?position=${bare(position)}`;

/** A position without the signs of holes, which an address cannot have. @param {string} position */
const bare = (position) => position.replaceAll("#", "");

/** The depth of a map that the server draws, which is known beforehand: lines may end games sooner, never later. @param {Game} game @param {number} ply @param {string} side */
function mapQuery(game, ply, side) {
  const { rules } = game;
  const own = sideAt(ply) === side;
  const free = rules.cells - ply - Number(!own);
  const choices = (/** @type {number} */ left) => (rules.gravity ? Math.min(left, rules.stacks.length) : left);
  /** @type {(left: number, depth: number) => number} */
  const boards = (left, depth) => (depth === 0 || left < 3 ? 1 : 1 + choices(left - 1) * boards(left - 2, depth - 1));
  const all = (/** @type {number} */ depth) => (own ? boards(free, depth) : 1 + choices(free + 1) * boards(free, depth));
  const levels = (/** @type {number} */ depth) => Number(!own) + Math.min(depth, Math.floor((free - 1) / 2));
  const whole = Math.ceil(free / 2);
  let depth = whole;
  while (depth > 0 && (all(depth) > rules.maps.boards || levels(depth) > rules.maps.levels)) depth -= 1;
  return depth > 0 ? `map.svg?side=${side}${depth < whole ? `&depth=${depth}` : ""}&from=${bare(textAfter(rules, game.moves.slice(0, ply)))}` : null;
}
