/** The one source of answers: books, read from files or, where they are too large, asked of a server. */

import { textAfter } from "../game/rules.ts";
import { held, load } from "../files.ts";
import { AskedBooks } from "./asked_books.ts";
import { LargeBooks } from "./large_books.ts";
import { shares } from "./made.ts";
import { ProvedBooks } from "./proved_books.ts";
import { SearchedBooks } from "./searched_books.ts";
import { SmallBooks } from "./small_books.ts";
import type { Read } from "../game/reached.ts";
import type { Known } from "../reports.ts";

/** Reader of the books that are held in one way. */
interface Reader {
  lookup: (rules: Rules, position: string) => Promise<Entry>;
  /**
   * The entries of a game by ply; while some are still searched, all that is known, but at least
   * the entry at a ply or, without one, those of the second half.
   */
  game: (rules: Rules, moves: string[], at?: number) => Promise<Entry[]>;
  line: (rules: Rules, position: string) => Promise<string[]>;
  policy: (rules: Rules, player: string, position: string) => Promise<Record<string, number>>;
}

export class Source implements Omit<Reader, "policy"> {
  onMore = () => {}; // called when more is known about the game that was asked for last
  #asked = new AskedBooks();
  #proved = new ProvedBooks();
  #searched = new SearchedBooks(() => this.onMore());
  #readers: Record<Rules["held"], Reader> = {
    table: new SmallBooks(),
    search: this.#searched,
    open: this.#searched,
    proof: this.#proved,
    ranges: new LargeBooks(),
    api: this.#asked,
  };

  get known(): Known {
    return held.known;
  }

  /** Learn what there is now. */
  look() {
    return load("known.js", true);
  }

  lookup(rules: Rules, position: string) {
    return this.#readers[rules.held].lookup(rules, position);
  }
  game(rules: Rules, moves: string[], at?: number) {
    return this.#readers[rules.held].game(rules, moves, at);
  }
  line(rules: Rules, position: string) {
    return this.#readers[rules.held].line(rules, position);
  }
  /** The move that is proved after others; null where they have left the proof. */
  proved(rules: Rules, moves: string[]) {
    return this.#proved.move(rules, moves);
  }

  /** A player's moves after others; where a game has left the proof, that plays by the book. */
  async policy(rules: Rules, player: string, moves: string[]) {
    const cell = player === "proof" ? await this.proved(rules, moves) : null;
    if (cell !== null) return shares(rules, [cell]);
    const instead = player === "proof" ? "perfect" : player;
    return this.#readers[rules.held].policy(rules, instead, textAfter(rules, moves));
  }

  /** The game of a text in any notation, as a server reads it; null without one. */
  async read(rules: Rules, typed: string): Promise<Read | null> {
    return this.known.api ? this.#asked.read(rules, typed) : null;
  }

  /** The address of a paper for a class; null if there is none. */
  paper({ text: named }: Rules, name: string, size: string, language: string) {
    const paper = `${named}-${name}`;
    return this.known.papers.includes(paper) ? `papers/${paper}-${size}-${language}.pdf` : null;
  }
}
