/**
 * The books beside the page: small ones as scripts, large ones that are read by ranges, and books
 * of first plies with a search below.
 */

import { textAfter } from "../game/rules.ts";
import { type About, held, load } from "../files.ts";
import { Again } from "./answer.ts";
import { LargeBooks } from "./large_books.ts";
import { SearchedBooks } from "./searched_books.ts";
import { SmallBooks } from "./small_books.ts";

type Reader = Pick<Source, "lookup" | "game" | "line" | "policy">;

export class Shelf implements Source {
  opening: string[] = [];
  solves = false;
  left = held.left;
  onMore = () => {};
  #small = new SmallBooks();
  #large = new LargeBooks();
  #searched = new SearchedBooks(() => this.onMore());

  async books() {
    return held.embedded ?? [];
  }
  quick(rules: Rules) {
    return this.#about(rules) === undefined;
  }

  /** A large book is asked for its first board: not every host can serve it. */
  async refusal(rules: Rules) {
    if (!(rules.text in held.large)) return "";
    return this.lookup(rules, textAfter(rules, [])).then(
      () => "",
      (error) => (error instanceof Again ? "" : error.message),
    );
  }

  /** The reader of the book of these rules. */
  #reader({ text: named }: Rules): Reader {
    return named in held.searched
      ? this.#searched
      : named in held.large
      ? this.#large
      : this.#small;
  }
  #about({ text: named }: Rules): About | undefined {
    return held.large[named] ?? held.searched[named];
  }

  lookup(rules: Rules, position: string) {
    return this.#reader(rules).lookup(rules, position);
  }
  game(rules: Rules, moves: string[], at?: number) {
    return this.#reader(rules).game(rules, moves, at);
  }
  line(rules: Rules, position: string) {
    return this.#reader(rules).line(rules, position);
  }
  policy(rules: Rules, player: string, position: string) {
    return this.#reader(rules).policy(rules, player, position);
  }
  async counts(rules: Rules) {
    return this.#about(rules)?.plies ?? this.#small.counts(rules);
  }
  async players(rules: Rules) {
    return this.#about(rules)?.players ?? this.#small.players(rules);
  }

  paper({ text: named }: Rules, name: string, size: string, language: string) {
    const paper = `papers/${named}-${name}-${size}-${language}.pdf`;
    return held.papers.includes(paper) ? paper : null;
  }

  /** The site has whole maps where these are legible, and no others. */
  maps(game: Place, side: string) {
    const name = `${game.rules.text} ${side}`;
    const address = `pictures/${game.rules.text}-map-${side.toLowerCase()}.js`;
    return name in held.pictures
      ? [{ ply: 0, address, text: () => load(address).then(() => held.pictures[name]) }]
      : [];
  }
}
