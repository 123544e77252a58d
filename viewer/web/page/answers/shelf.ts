/** The books beside the page: small ones as scripts, large ones that are read by ranges, and books of first plies with a search below. */

import { textAfter } from "../game/rules.ts";
import { load, shared } from "../shared.ts";
import { Again } from "./answer.ts";
import { SmallBooks } from "./small_books.ts";

type Reader = Omit<Source, "opening" | "books" | "solves" | "refusal" | "counts" | "maps" | "paper">;

export class Shelf implements Source {
  opening: string[] = [];
  #readers: Record<string, Reader> = {}; // readers by the script that they are in
  #small = new SmallBooks();
  onMore = () => {};

  async books() { return shared.embedded ?? []; }

  solves = false;

  /** A large book is asked for its first board: not every host can serve it. */
  async refusal(rules: Rules) {
    if (!shared.large[rules.text]) return "";
    return this.lookup(rules, textAfter(rules, [])).then(() => "", (error) => (error instanceof Again ? "" : error.message));
  }

  /** The reader of the book of these rules; the script for others than small ones is loaded when one is needed. */
  async #reader({ text: named }: Rules): Promise<Reader> {
    const [script, reader] = named in shared.searched ? ["search", "SearchedBooks"] : named in shared.large ? ["ranges", "LargeBooks"] : ["", ""];
    if (!script) return this.#small;
    await load(`${script}.js`);
    return (this.#readers[script] ??= new shared.parts[script][reader](() => this.onMore()));
  }

  async lookup(rules: Rules, position: string) { return (await this.#reader(rules)).lookup(rules, position); }
  async game(rules: Rules, moves: string[], at?: number) { return (await this.#reader(rules)).game(rules, moves, at); }
  async line(rules: Rules, position: string) { return (await this.#reader(rules)).line(rules, position); }
  async counts({ text: named }: Rules) { return (shared.large[named] ?? shared.searched[named] ?? shared.books[named])?.plies ?? null; }
  async players(rules: Rules) { return (await this.#reader(rules)).players(rules); }
  async policy(rules: Rules, player: string, position: string) { return (await this.#reader(rules)).policy(rules, player, position); }

  paper({ text: named }: Rules, name: string, size: string, language: string) {
    const file = `papers/${named}-${name}-${size}-${language}.pdf`;
    return shared.papers.includes(file) ? file : null;
  }

  /** The site has whole maps where these are legible, and no others. */
  maps(game: Game, side: string) {
    const name = `${game.rules.text} ${side}`;
    const address = `pictures/${game.rules.text}-map-${side.toLowerCase()}.js`;
    if (!(name in shared.pictures)) return [];
    return [{ ply: 0, address, text: async () => shared.pictures[name] || load(address).then(() => shared.pictures[name]) }];
  }
}
