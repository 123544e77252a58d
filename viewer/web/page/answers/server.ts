/** Answers of a server. */

import { sideAt, textAfter } from "../game/rules.ts";
import { text } from "../words/text.ts";
import { Again, positionsOf } from "./answer.ts";

export class Server implements Source {
  opening: string[] = [];
  #kept = new Map<string, Promise<any>>();

  /** @param baked answers that came with the page, by path */
  constructor(baked: Record<string, any> = {}) {
    for (const [path, answer] of Object.entries(baked)) {
      this.#kept.set(path, Promise.resolve(answer));
    }
  }

  async #ask(path: string): Promise<any> {
    if (!this.#kept.has(path)) this.#keep(path, this.#fetched(path));
    return this.#kept.get(path);
  }

  /** Keep an answer; a failed one is asked for again. */
  #keep(path: string, asked: Promise<any>) {
    this.#kept.set(path, asked);
    asked.catch(() => this.#kept.delete(path));
  }

  async #fetched(
    path: string,
    taken: (response: Response) => Promise<any> = (response) => response.json(),
  ) {
    const response = await fetch(path, path === "api/books" ? { cache: "no-cache" } : {}).catch(
      () => {
        throw new Again(text.serverAway);
      },
    );
    const answer = await (response.ok ? taken(response) : response.json()).catch(() => {
      throw new Again(text.serverBroke);
    });
    if (response.ok) return answer;
    if (!response.headers.has("retry-after")) throw new Error(answer.detail);
    throw /search/.test(answer.detail) ? new Again(text.searching, true) : new Again(answer.detail);
  }

  /**
   * The books that are there now: others may come at any time. At first the one that came with the
   * page.
   */
  async books(asked: string | null) {
    const baked = await this.#kept.get("api/books");
    this.#kept.delete("api/books");
    const brought = baked?.books.some((book: { rules: string }) =>
      book.rules === (asked ?? "3x3x3")
    );
    const { books, opening, proofs = [] } = brought ? baked : await this.#fetched("api/books");
    this.opening = opening;
    return [...books, ...proofs];
  }

  players(rules: Rules) {
    return this.#ask(`api/${rules.text}/players`).then((answer) => answer.players);
  }
  counts(rules: Rules) {
    return this.#ask(`api/${rules.text}/stats`).then((answer) => answer.plies);
  }

  solves = true;
  left = [];
  quick() {
    return true;
  }

  lookup(rules: Rules, position: string): Promise<Entry> {
    return this.#ask(lookupOf(rules, position));
  }

  /**
   * The lookups of a game's positions, by ply; if several are unknown, one request asks for all.
   */
  game(rules: Rules, moves: string[]) {
    const paths = positionsOf(rules, moves).map((position) => lookupOf(rules, position));
    const unknown = paths.filter((path) => !this.#kept.has(path));
    if (unknown.length > 1) {
      const asked = this.#fetched(`api/${rules.text}/game?moves=${moves.join("+")}`);
      for (const path of unknown) {
        this.#keep(
          path,
          asked.then(({ positions }) => positions[paths.indexOf(path)]),
        );
      }
    }
    return Promise.all(paths.map((path) => this.#ask(path)));
  }

  line(rules: Rules, position: string): Promise<string[]> {
    return this.#ask(`api/${rules.text}/line?position=${bare(position)}`).then((answer) =>
      answer.line
    );
  }

  async policy(rules: Rules, player: string, position: string) {
    const { policy } = await this.#ask(
      `api/${rules.text}/policy?player=${encodeURIComponent(player)}&position=${bare(position)}`,
    );
    return Object.fromEntries(
      Object.entries<string>(policy).map(([move, share]) => {
        const [above, below = 1] = share.split("/").map(Number);
        return [move, above / below];
      }),
    );
  }

  paper({ text: named, papers }: Rules, name: string, size: string, language: string) {
    return papers ? `api/${named}/papers/${name}.pdf?paper=${size}&language=${language}` : null;
  }

  /** The maps of a side that may show a game's place, the widest first. */
  maps(game: Place, side: Side) {
    if (game.rules.either) return []; // a map has one reply in each cell
    const here = game.over ? Math.max(0, game.at - 1) : game.at;
    return [...new Set([0, here])].flatMap((ply) => {
      const query = mapQuery(game, ply, side);
      const address = `api/${game.rules.text}/${query}`;
      return query
        ? [{ ply, address, text: () => this.#fetched(address, (response) => response.text()) }]
        : [];
    });
  }
}

const lookupOf = (rules: Rules, position: string) =>
  `api/${rules.text}/lookup?position=${bare(position)}`;

/** A position without the signs of holes, which an address cannot have. */
const bare = (position: string) => position.replaceAll("#", "");

/**
 * The depth of a map that the server draws, which is known beforehand: lines may end games sooner,
 * never later.
 */
function mapQuery(game: Place, ply: number, side: string) {
  const { rules } = game;
  const own = sideAt(ply) === side;
  const free = rules.cells - ply - Number(!own);
  const choices = (left: number) => (rules.gravity ? Math.min(left, rules.stacks.length) : left);
  const boards = (
    left: number,
    depth: number,
  ): number => (depth === 0 || left < 3 ? 1 : 1 + choices(left - 1) * boards(left - 2, depth - 1));
  const all = (
    depth: number,
  ) => (own ? boards(free, depth) : 1 + choices(free + 1) * boards(free, depth));
  const levels = (depth: number) => Number(!own) + Math.min(depth, Math.floor((free - 1) / 2));
  const whole = Math.ceil(free / 2);
  let depth = whole;
  while (depth > 0 && (all(depth) > rules.maps.boards || levels(depth) > rules.maps.levels)) {
    depth -= 1;
  }
  return depth > 0
    ? `map.svg?side=${side}${depth < whole ? `&depth=${depth}` : ""}&from=${
      bare(textAfter(rules, game.moves.slice(0, ply)))
    }`
    : null;
}
