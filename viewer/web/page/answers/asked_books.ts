/** Answers of a server, about books that are too large to be sent. */

import { held } from "../files.ts";
import { text } from "../words/text.ts";
import { Again, positionsOf } from "./answer.ts";

export class AskedBooks {
  #kept = new Map<string, Promise<any>>(); // answers by address

  lookup(rules: Rules, position: string): Promise<Entry> {
    return this.#ask(rules, lookupOf(position));
  }

  /** The lookups of a game's positions; if several are unknown, one request asks for all. */
  game(rules: Rules, moves: string[]): Promise<Entry[]> {
    const queries = positionsOf(rules, moves).map(lookupOf);
    const unknown = queries.filter((query) => !this.#kept.has(addressOf(rules, query)));
    if (unknown.length > 1) {
      const asked = fetched(addressOf(rules, `game?moves=${moves.join("+")}`));
      for (const query of unknown) {
        const found = asked.then(({ positions }) => positions[queries.indexOf(query)]);
        this.#keep(addressOf(rules, query), found);
      }
    }
    return Promise.all(queries.map((query) => this.#ask(rules, query)));
  }

  async line(rules: Rules, position: string): Promise<string[]> {
    return (await this.#ask(rules, `line?position=${bare(position)}`)).line;
  }

  async policy(rules: Rules, player: string, position: string) {
    const asked = `policy?player=${encodeURIComponent(player)}&position=${bare(position)}`;
    const { policy } = await this.#ask(rules, asked);
    const shares = Object.entries<string>(policy).map(([move, share]) => {
      const [above, below = 1] = share.split("/").map(Number);
      return [move, above / below];
    });
    return Object.fromEntries(shares);
  }

  /** A picture. */
  text(address: string): Promise<string> {
    return fetched(address, (response) => response.text());
  }

  async #ask(rules: Rules, query: string): Promise<any> {
    const address = addressOf(rules, query);
    if (!this.#kept.has(address)) this.#keep(address, fetched(address));
    return this.#kept.get(address);
  }

  /** Keep an answer; a failed one is asked for again. */
  #keep(address: string, asked: Promise<any>) {
    this.#kept.set(address, asked);
    asked.catch(() => this.#kept.delete(address));
  }
}

async function fetched(
  address: string,
  taken: (response: Response) => Promise<any> = (response) => response.json(),
) {
  const response = await fetch(address).catch(() => {
    throw new Again(text.serverAway);
  });
  const answer = await (response.ok ? taken(response) : response.json()).catch(() => {
    throw new Again(text.serverBroke);
  });
  if (response.ok) return answer;
  if (!response.headers.has("retry-after")) throw new Error(answer.detail);
  throw /search/.test(answer.detail) ? new Again(text.searching, true) : new Again(answer.detail);
}

const addressOf = (rules: Rules, query: string) => `${held.known.api}${rules.text}/${query}`;
const lookupOf = (position: string) => `lookup?position=${bare(position)}`;

/** A position without the signs of holes, which an address cannot have. */
export const bare = (position: string) => position.replaceAll("#", "");
