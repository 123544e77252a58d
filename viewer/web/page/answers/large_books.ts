/**
 * A large book's answers, with the fields that all books have, made from its scores as a server makes them. A position's
 * score is the best of its moves' scores; if all of these are read, they are compared.
 */

import { boardOf, isOver, legal, moverOn } from "../game/rules.ts";
import { shared } from "../shared.ts";
import { text } from "../words/text.ts";
import { positionsOf } from "./answer.ts";
import { answer, endScore, follower, pickOf, policyOf, scored } from "./made.ts";
import { RangeBook } from "./range_book.ts";
import type { Scored } from "./made.ts";

export class LargeBooks {
  /** By the rules' text. */
  #books = new Map<string, RangeBook>();
  #follow = follower(200);

  #book(rules: Rules) {
    const found = this.#books.get(rules.text) ?? new RangeBook(rules);
    this.#books.set(rules.text, found);
    return found;
  }

  /** The value of a board, its best and its safe cells, and after each move the board and its score for the mover. */
  async #entry(rules: Rules, board: Board): Promise<Scored> {
    const boards = legal(rules, board).map((cell) => ({ cell, played: board.with(cell, moverOn(board)) }));
    const [score, ...scores] = await Promise.all([board, ...boards.map((one) => one.played)].map((one) => (isOver(rules, one) ? endScore(rules, one) : this.#book(rules).score(one))));
    const moves = boards.map((one, number) => ({ ...one, score: -scores[number] }));
    if (moves.length && Math.max(...moves.map((one) => one.score)) !== score) throw new Error(text.filesDamaged(rules.text));
    return scored(rules, board, score, moves);
  }

  /** The same with the entries after its moves, by cell, and the pick. */
  async #all(rules: Rules, board: Board) {
    const entry = await this.#entry(rules, board);
    const after = new Map(await Promise.all(entry.moves.map(async ({ cell, played }) => [cell, await this.#entry(rules, played)] as const)));
    return { ...entry, after, pick: entry.best.length ? await this.#pick(rules, board, entry, after) : null };
  }

  async #pick(rules: Rules, board: Board, { best }: Scored, after: Map<number, Scored>) {
    const all = await this.#book(rules).images(board);
    const { images } = all.reduce((least, one) => (one.o < least.o || (one.o === least.o && one.x < least.x) ? one : least));
    const share = (next: Scored) => next.safe.length / (next.moves.length || 1);
    return pickOf(best, (cell) => share(after.get(cell)!), images);
  }

  async lookup(rules: Rules, position: string) {
    const board = boardOf(position);
    const entry = await this.#all(rules, board);
    return answer(rules, position, entry, (cell) => entry.after.get(cell)!);
  }

  game(rules: Rules, moves: string[]) { return Promise.all(positionsOf(rules, moves).map((position) => this.lookup(rules, position))); }

  line(rules: Rules, position: string) { return this.#follow(rules, position, (board) => this.#all(rules, board)); }

  async players(rules: Rules) { return shared.large[rules.text].players; }

  policy(rules: Rules, player: string, position: string) { return policyOf(rules, position, player, (board) => (player === "pick" ? this.#all(rules, board) : this.#entry(rules, board))); }
}
