/** Answers of a server, about books that are too large to be sent; the browser keeps them a while. */

import { boardOf, textAfter } from "../game/rules.ts";
import { held } from "../files.ts";
import { text } from "../words/text.ts";
import { Again } from "./answer.ts";
import type { Game, Line, Lookup, PolicyAnswer, Problem } from "../reports.ts";

export class AskedBooks {
  lookup(rules: Rules, position: string): Promise<Entry> {
    return asked<Lookup>(rules, "lookup", { position: bare(position) });
  }

  async game(rules: Rules, moves: string[]): Promise<Entry[]> {
    return (await asked<Game>(rules, "game", { moves: moves.join(" ") })).positions;
  }

  async line(rules: Rules, position: string): Promise<string[]> {
    return (await asked<Line>(rules, "line", { position: bare(position) })).line;
  }

  async policy(rules: Rules, player: string, position: string) {
    const query = { player, position: bare(position) };
    const { policy } = await asked<PolicyAnswer>(rules, "policy", query);
    const shares = Object.entries(policy).map(([move, share]) => {
      const [above, below = 1] = share.split("/").map(Number);
      return [move, above / below];
    });
    return Object.fromEntries(shares);
  }

  /** The moves of a text, or its board, in any notation; `keypad:` before it names its labels. */
  async read(rules: Rules, typed: string) {
    const [, labels = "", whole = typed] = /^(\w+):([^]*)$/.exec(typed) ?? [];
    const named = labels && { labels };
    const game = await asked<Game>(rules, "game", { moves: whole, ...named }).catch(() => null);
    if (!game) {
      const { position } = await asked<Lookup>(rules, "lookup", { position: whole, ...named });
      return { rules, board: boardOf(position) };
    }
    const moves: string[] = [];
    for (const { position } of game.positions.slice(1)) {
      moves.push(rules.moves.find((move) => textAfter(rules, [...moves, move]) === position)!);
    }
    return { rules, moves };
  }
}

const asked = <T>({ text: named }: Rules, question: string, query: Record<string, string>) =>
  fetched<T>(`${held.known.api}${named}/${question}?${new URLSearchParams(query)}`);

async function fetched<T>(address: string): Promise<T> {
  const response = await fetch(address).catch(() => {
    throw new Again(text.serverAway);
  });
  const broken = () => {
    throw new Again(text.serverBroke);
  };
  if (response.ok) return response.json().catch(broken);
  const { detail } = await (response.json() as Promise<Problem>).catch(broken);
  if (!response.headers.has("retry-after")) throw new Error(detail);
  throw /search/.test(detail) ? new Again(text.searching, true) : new Again(detail);
}

/** A position without the signs of holes, which an address cannot have. */
const bare = (position: string) => position.replaceAll("#", "");
