/**
 * The answers of books of first plies, with the fields that all books have. Below the book they come bit by bit, as they
 * are proved: first a position's value, then its moves, and last the number of wrong replies.
 */

import { boardOf, isOver, legal, moverOn, stonesOn, textOf } from "../game/rules.ts";
import { load, shared } from "../shared.ts";
import { text } from "../words/text.ts";
import { Again, positionsOf } from "./answer.ts";
import { answer, endScore, follower, pickOf, policyOf, scored, unpacked } from "./made.ts";
import { FirstPlies } from "./first_plies.ts";

/** An awaited result: looked up in the book until it is known. */
type Wish<T> = { look: (book: FirstPlies) => T | undefined, done: (found: T) => void };

const OFTEN = 60; // milliseconds: results proved within them are reported together

export class SearchedBooks {
  /** The book that was asked last: each has a worker, and its table takes memory. */
  #last: { rules: Rules, book: Promise<FirstPlies>, end: () => void } | null = null;
  #wishes = new Set<Wish<any>>();
  /** The game that the page shows. */
  #shown: { rules: Rules, moves: string[], at: number } | null = null;
  #told = 0; // the amount that was reported about it
  #follow = follower(200);
  #soon = false; // whether new results will be reported

  /** @param onMore is called when more is known of the game that was asked for last */
  constructor(public onMore: () => void) {}

  #book(rules: Rules): Promise<FirstPlies> {
    if (this.#last?.rules !== rules) {
      this.#last?.end();
      this.#wishes.clear();
      this.#last = { rules, ...opened(rules, () => {
        if (!this.#soon) setTimeout(() => this.#go(), OFTEN);
        this.#soon = true;
      }) };
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
  #entries(book: FirstPlies, { rules, moves, at }: { rules: Rules, moves: string[], at: number }) {
    const boards = positionsOf(rules, moves).map(boardOf);
    const here = known(book, boards[at]) && known(book, boards[at], true);
    const found = boards.map((_, ply) => ply).toReversed().map((ply) => (ply === at ? here : known(book, boards[ply]))).toReversed();
    this.#told = found.reduce((sum, one) => sum + (one ? 1 + one.amount : 0), 0);
    return found.map((one) => one?.entry);
  }

  lookup(rules: Rules, position: string) { return this.#wish(rules, (book) => whole(known(book, boardOf(position), true))?.entry); }

  async game(rules: Rules, moves: string[], at?: number) {
    if (at === undefined) {
      const late = positionsOf(rules, moves).map(boardOf).map((board) => (2 * stonesOn(board) < rules.cells ? null : board));
      return this.#wish(rules, (book) => {
        const found = late.map((board) => board && (whole(known(book, board)) ?? null));
        return found.every((one, ply) => one || !late[ply]) ? (found.map((one) => one?.entry) as Entry[]) : undefined;
      });
    }
    const book = await this.#book(rules);
    this.#shown = { rules, moves, at };
    const found = this.#entries(book, this.#shown);
    book.ask();
    if (!found[at]) throw new Again(text.searching, true, true);
    return found as Entry[];
  }

  line(rules: Rules, position: string) { return this.#follow(rules, position, (board, wanted) => this.#wish(rules, (book) => (wanted() ? whole(known(book, board, true)) : { pick: null }))); }

  async players(rules: Rules) { return shared.searched[rules.text].players; }

  policy(rules: Rules, player: string, position: string) { return policyOf(rules, position, player, (board) => this.#wish(rules, (book) => whole(known(book, board, player === "pick")))); }
}

/** The known part of a position: its answer with the moves proved, whether it is whole, and its amount. */
type Known = { entry: Entry, best: number[], pick: number | null, isWhole: boolean, amount: number };

const whole = (found: Known | undefined) => (found?.isWhole ? found : undefined);

/** @param deep with the replies that go wrong */
function known(book: FirstPlies, board: Board, deep = false): Known | undefined {
  const { rules } = book;
  const score = isOver(rules, board) ? endScore(rules, board) : book.score(board);
  const all = legal(rules, board).map((cell) => {
    const played = board.with(cell, moverOn(board));
    const after = isOver(rules, played) ? endScore(rules, played) : book.score(played);
    return { cell, played, score: after === undefined ? NaN : -after };
  });
  if (score === undefined) return undefined;
  const moves = all.filter((one) => !Number.isNaN(one.score));
  const safe = new Map(moves.map((one) => [one.cell, deep ? safeReplies(book, one.played, -Math.sign(one.score)) : undefined]));
  const after = new Map(moves.map((one) => {
    const replies = legal(rules, one.played);
    return [one.cell, { ...scored(rules, one.played, -one.score, []), safe: safe.get(one.cell) ?? replies, share: (safe.get(one.cell)?.length ?? 0) / (replies.length || 1) }];
  }));
  const entry = scored(rules, board, score, moves);
  const pick = entry.best.length ? pickOf(entry.best, (cell) => after.get(cell)?.share ?? 0, book.images(board)) : null;
  const counted = [...safe.values()].filter(Boolean).length;
  const isWhole = moves.length === all.length && (!deep || counted === all.length);
  const found = answer(rules, textOf(rules, board), { ...entry, pick }, (cell) => after.get(cell));
  return { entry: { ...found, searching: !isWhole }, best: entry.best, pick, isWhole, amount: moves.length + counted };
}

/** The replies that keep the value of a board, a sign for its mover; undefined if one is missing. */
function safeReplies(book: FirstPlies, board: Board, value: number) {
  const { rules } = book;
  const replies = legal(rules, board);
  if (value < 0) return replies;
  const signs = replies.map((cell) => {
    const played = board.with(cell, moverOn(board));
    return isOver(rules, played) ? Math.sign(endScore(rules, played)) : book.sign(played);
  });
  return signs.includes(undefined) ? undefined : replies.filter((_, number) => signs[number] === -value);
}

/** Open the book of some rules: its tables, and a worker with the kernel, from a text as a page on a disk may load no file. */
function opened(rules: Rules, onFound: () => void) {
  let worker: Worker | undefined;
  const book = load(`books/${rules.text}.js`).then(async () => {
    const { scores, words, stack } = shared.searched[rules.text];
    const { source, module } = shared.parts.kernel;
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    worker = new Worker(address);
    worker.postMessage({ module: await unpacked(module), words: await unpacked(words), stack });
    return new FirstPlies(rules, worker, await unpacked(scores), onFound);
  });
  return { book, end: () => worker?.terminate() };
}
