/** The one source of answers: books, read from files or, where they are too large, asked of a server. */

import { movesWithoutBook } from "../game/players.ts";
import { boardAfter } from "../game/rules.ts";
import { held, load } from "../files.ts";
import { AskedBooks } from "./asked_books.ts";
import { ProvedBooks } from "./proved_books.ts";
import { SearchedBooks } from "./searched_books.ts";
import { SmallBooks } from "./small_books.ts";
import type { Known } from "../reports.ts";

/** Reader of the books that are held in one way. */
interface Reader {
  /**
   * The entries of a game by ply; while some are still searched, all that is known, but at least
   * the entry at a ply or, without one, those of the second half.
   */
  game: (rules: Rules, moves: string[], at?: number) => Promise<Entry[]>;
  line: (rules: Rules, position: string) => Promise<string[]>;
  /** The best moves of a board and, if that is wanted, the pick, by number. */
  probe: (
    rules: Rules,
    board: Board,
    picks: boolean,
  ) => Promise<{ best: number[]; pick: number | null }>;
  halt: () => void; // a line that is looked for is not wanted any more
}

export class Source {
  onMore = () => {}; // called when more is known about the game that was asked for last
  #proved = new ProvedBooks();
  #readers: Record<Rules["held"], Reader> = {
    table: new SmallBooks(),
    search: new SearchedBooks(() => this.onMore()),
    proof: this.#proved,
    api: new AskedBooks(),
  };

  get known(): Known {
    return held.known;
  }

  /** Learn what there is now. */
  look() {
    return load("known.js", true);
  }

  game(rules: Rules, moves: string[], at?: number) {
    return this.#readers[rules.held].game(rules, moves, at);
  }
  line(rules: Rules, position: string) {
    return this.#readers[rules.held].line(rules, position);
  }
  halt(rules: Rules) {
    this.#readers[rules.held].halt();
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
