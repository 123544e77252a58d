/**
 * The answers of books of first plies. Below the book they come bit by bit: a position's value,
 * then its moves, and last the wrong replies.
 */

import { held, load } from "../files.ts";
import { text } from "../words/text.ts";
import { Again, boardsOf } from "./answer.ts";
import { FirstPlies } from "./first_plies.ts";
import { MadeBooks, unpacked } from "./made.ts";
import { bestOf, type Known, known } from "./scores.ts";
import type { FirstPlies as Scores } from "../reports.ts";

// an awaited result: looked up in the book until it is known
type Wish<T> = { look: (book: FirstPlies) => T | undefined; done: (found: T) => void };

const OFTEN = 60; // milliseconds: results proved within them are reported together

export class SearchedBooks extends MadeBooks {
  /** The book that was asked last: each has a worker, and its table takes memory. */
  #last: { rules: Rules; book: Promise<FirstPlies>; end: () => void } | null = null;
  #wishes = new Set<Wish<any>>();
  // the game that the page shows
  #shown: { rules: Rules; moves: string[]; at: number } | null = null;
  #told = 0; // the amount that was reported about it
  #soon = false; // whether new results will be reported

  constructor(public onMore: () => void) {
    super(200);
  }

  #book(rules: Rules): Promise<FirstPlies> {
    if (this.#last?.rules !== rules) {
      this.#last?.end();
      this.#wishes.clear();
      const onFound = () => {
        if (!this.#soon) setTimeout(() => this.#go(), OFTEN);
        this.#soon = true;
      };
      this.#last = { rules, ...opened(rules, onFound) };
    }
    return this.#last.book;
  }

  /** Look up all awaited results, report those that are there, and search the rest. */
  async #go() {
    this.#soon = false;
    const last = this.#last;
    if (!last) return;
    const book = await last.book;
    for (const wish of this.#wishes) {
      const found = wish.look(book);
      if (found === undefined) continue;
      this.#wishes.delete(wish);
      wish.done(found);
    }
    const told = this.#told;
    if (this.#shown?.rules === last.rules) this.#entries(book, this.#shown);
    book.ask();
    if (this.#told !== told) this.onMore();
  }

  async #wish<T>(rules: Rules, look: (book: FirstPlies) => T | undefined): Promise<T> {
    await this.#book(rules);
    const found = new Promise((done: (found: T) => void) => this.#wishes.add({ look, done }));
    this.#go();
    return found;
  }

  /** The known entries of a game by ply; first the place that is shown, with its replies. */
  #entries(book: FirstPlies, { rules, moves, at }: { rules: Rules; moves: string[]; at: number }) {
    const boards = boardsOf(rules, moves);
    const here = known(book, boards[at]) && known(book, boards[at], true);
    const found = boards.map((_, ply) => ply).toReversed().map((ply) =>
      ply === at ? here : known(book, boards[ply])
    ).toReversed();
    this.#told = found.reduce((sum, one) => sum + (one ? 1 + one.amount : 0), 0);
    return found.map((one) => one?.entry);
  }

  /** Look for no line any more: only the game that is shown is searched. */
  override halt() {
    super.halt();
    this.#wishes.clear();
    this.#go();
  }

  lookup(rules: Rules, board: Board) {
    return this.#wish(rules, (book) => whole(known(book, board, true))?.entry);
  }

  override async game(rules: Rules, moves: string[], at?: number) {
    if (at === undefined) {
      const late = boardsOf(rules, moves).map((board, ply) => 2 * ply < rules.cells ? null : board);
      return this.#wish(rules, (book) => {
        const found = late.map((board) => board && (whole(known(book, board)) ?? null));
        return found.every((one, ply) => one || !late[ply])
          ? (found.map((one) => one?.entry) as Entry[])
          : undefined;
      });
    }
    const book = await this.#book(rules);
    this.#shown = { rules, moves, at };
    const found = this.#entries(book, this.#shown);
    book.ask();
    if (!found[at]) throw new Again(text.searching, true);
    return found as Entry[];
  }

  probe(rules: Rules, board: Board, deep: boolean, wanted = () => true) {
    return this.#wish(rules, (book) => {
      if (!wanted()) return { best: [], pick: null };
      const found = deep ? whole(known(book, board, true)) : bestOf(book, board);
      return found && { pick: null, ...found };
    });
  }
}

const whole = (found: Known | undefined) => (found?.isWhole ? found : undefined);

/** Open the book of some rules: its tables, and a worker with the kernel. */
function opened(rules: Rules, onFound: () => void) {
  let worker: Worker | undefined;
  const book = Promise.all([load(rules.file), load("search.js")]).then(async () => {
    const { scores, words, stack } = held.books[rules.text] as Scores;
    // from a text, as a page on a disk may load no file
    const { source, module } = held.kernel;
    const made = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    made.postMessage({ module: await unpacked(module), words: await unpacked(words), stack });
    const tables = new FirstPlies(rules, await unpacked(scores), (some) => made.postMessage(some));
    made.addEventListener("message", ({ data }) => {
      tables.found(data.key, data.score);
      onFound();
    });
    worker = made;
    return tables;
  });
  return { book, end: () => worker?.terminate() };
}
