/** The one source of answers: books, read from files or, where they are too large, asked of a server. */

import { movesWithoutBook } from "../game/players.ts";
import { boardAfter } from "../game/rules.ts";
import { AskedBooks } from "./asked_books.ts";
import { ProvedBooks } from "./proved_books.ts";
import { SearchedBooks } from "./searched_books.ts";
import { SmallBooks } from "./small_books.ts";
import type { MadeBooks } from "./made.ts";

/** Reader of the books that are held in one way. */
type Reader = Pick<MadeBooks, "game" | "line" | "probe"> & Partial<Pick<MadeBooks, "halt">>;

export class Source {
  onMore = () => {}; // called when more is known about the game that was asked for last
  #proved = new ProvedBooks();
  #readers: Record<Rules["held"], Reader> = {
    table: new SmallBooks(),
    search: new SearchedBooks(() => this.onMore()),
    proof: this.#proved,
    api: new AskedBooks(),
  };

  game(rules: Rules, moves: string[], at?: number) {
    return this.#readers[rules.held].game(rules, moves, at);
  }
  line(rules: Rules, board: Board) {
    return this.#readers[rules.held].line(rules, board);
  }
  halt(rules: Rules) {
    this.#readers[rules.held].halt?.();
  }

  /** The sheet by which a proof plays after some moves, each cell's place in its order; null without. */
  sheet(rules: Rules, moves: string[]) {
    return this.#proved.sheet(rules, moves);
  }

  /** The pick after some moves; of a game that has only a certificate here, its move. */
  async pick(rules: Rules, moves: string[]) {
    if (rules.held !== "table") return this.#proved.move(rules, moves);
    return (await this.#readers.table.probe(rules, boardAfter(rules, moves), true)).pick;
  }

  /** The moves that an opponent may make; one that has left its proof plays by the book. */
  async choices(rules: Rules, player: string, moves: string[]): Promise<number[]> {
    const board = boardAfter(rules, moves);
    const proved = player === "proof" ? await this.#proved.move(rules, moves) : null;
    if (proved !== null) return [proved];
    return movesWithoutBook(player, rules, board) ??
      (await this.#readers[rules.held].probe(rules, board, false)).best;
  }
}
