/** Answers of a server, about books that are too large to be sent. */

import { held } from "../files.ts";
import { text } from "../words/text.ts";
import { Again, positionsOf } from "./answer.ts";
import type { Game, Line, Lookup, PolicyAnswer, Problem } from "../reports.ts";

export class AskedBooks {
  #kept = new Map<string, Promise<unknown>>(); // answers by address

  lookup(rules: Rules, position: string): Promise<Entry> {
    return this.#ask<Lookup>(rules, lookupOf(position));
  }

  /** The lookups of a game's positions; if several are unknown, one request asks for all. */
  game(rules: Rules, moves: string[]): Promise<Entry[]> {
    const queries = positionsOf(rules, moves).map(lookupOf);
    const unknown = queries.filter((query) => !this.#kept.has(addressOf(rules, query)));
    if (unknown.length > 1) {
      const asked = fetched<Game>(addressOf(rules, `game?moves=${moves.join("+")}`));
      for (const query of unknown) {
        const found = asked.then(({ positions }) => positions[queries.indexOf(query)]);
        this.#keep(addressOf(rules, query), found);
      }
    }
    return Promise.all(queries.map((query) => this.#ask<Lookup>(rules, query)));
  }

  async line(rules: Rules, position: string): Promise<string[]> {
    return (await this.#ask<Line>(rules, `line?position=${bare(position)}`)).line;
  }

  async policy(rules: Rules, player: string, position: string) {
    const asked = `policy?player=${encodeURIComponent(player)}&position=${bare(position)}`;
    const { policy } = await this.#ask<PolicyAnswer>(rules, asked);
    const shares = Object.entries(policy).map(([move, share]) => {
      const [above, below = 1] = share.split("/").map(Number);
      return [move, above / below];
    });
    return Object.fromEntries(shares);
  }

  /** A picture. */
  text(address: string): Promise<string> {
    return fetched(address, (response) => response.text());
  }

  #ask<T>(rules: Rules, query: string) {
    const address = addressOf(rules, query);
    if (!this.#kept.has(address)) this.#keep(address, fetched(address));
    return this.#kept.get(address) as Promise<T>;
  }

  /** Keep an answer; a failed one is asked for again. */
  #keep(address: string, asked: Promise<unknown>) {
    this.#kept.set(address, asked);
    asked.catch(() => this.#kept.delete(address));
  }
}

async function fetched<T>(
  address: string,
  taken: (response: Response) => Promise<T> = (response) => response.json(),
) {
  const response = await fetch(address).catch(() => {
    throw new Again(text.serverAway);
  });
  const broken = () => {
    throw new Again(text.serverBroke);
  };
  if (response.ok) return taken(response).catch(broken);
  const { detail } = await (response.json() as Promise<Problem>).catch(broken);
  if (!response.headers.has("retry-after")) throw new Error(detail);
  throw /search/.test(detail) ? new Again(text.searching, true) : new Again(detail);
}

const addressOf = (rules: Rules, query: string) => `${held.known.api}${rules.text}/${query}`;
const lookupOf = (position: string) => `lookup?position=${bare(position)}`;

/** A position without the signs of holes, which an address cannot have. */
export const bare = (position: string) => position.replaceAll("#", "");
