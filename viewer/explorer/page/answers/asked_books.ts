/** Answers of a server, about books that are too large to be sent; the browser keeps them a while. */

import { textOf } from "../game/rules.ts";
import { held } from "../files.ts";
import { text } from "../words/text.ts";
import { Again } from "./answer.ts";
import type { Game, Line, Lookup, Problem } from "../reports.ts";

export class AskedBooks {
  lookup(rules: Rules, board: Board): Promise<Entry> {
    return asked<Lookup>(rules, "lookup", { position: bare(rules, board) });
  }

  async game(rules: Rules, moves: string[]): Promise<Entry[]> {
    return (await asked<Game>(rules, "game", { moves: moves.join(" ") })).positions;
  }

  async line(rules: Rules, board: Board): Promise<string[]> {
    return (await asked<Line>(rules, "line", { position: bare(rules, board) })).line;
  }

  async probe(rules: Rules, board: Board) {
    const { best, pick } = await this.lookup(rules, board);
    const number = (name: string) => rules.moves.indexOf(name);
    return { best: best.map(number), pick: pick === null ? null : number(pick) };
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
  throw new Again(/search/.test(detail) ? text.searching : detail);
}

/** A board without the signs of holes, which an address cannot have. */
const bare = (rules: Rules, board: Board) => textOf(rules, board).replaceAll("#", "");
