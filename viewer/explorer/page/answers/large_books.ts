/** The answers of large books, from their scores. Those that are read together are compared. */

import { boardOf, isOver } from "../game/rules.ts";
import { text } from "../words/text.ts";
import { leastImage, MadeBooks } from "./made.ts";
import { RangeBook } from "./range_book.ts";
import { known, nextOf, scoreOf, type Scores } from "./scores.ts";

export class LargeBooks extends MadeBooks {
  #books = new Map<string, RangeBook>(); // by the rules' text

  constructor() {
    super(200);
  }

  /** @param deep with the replies that go wrong, and the pick */
  async probe(rules: Rules, board: Board, deep: boolean) {
    const book = this.#books.get(rules.text) ?? new RangeBook(rules);
    this.#books.set(rules.text, book);
    const played = nextOf(rules, board), valued = deep ? [board, ...played] : [board];
    const boards = [board, ...played, ...(deep ? played.flatMap((one) => nextOf(rules, one)) : [])]
      .filter((one) => !isOver(rules, one));
    const all = new Map(
      await Promise.all(boards.map(async (one) => [one.join(), await book.score(one)] as const)),
    );
    const { images } = leastImage(board, (await book.manifest()).symmetries);
    const score = (one: Board) => all.get(one.join());
    const scores: Scores = {
      rules,
      score,
      sign: (one) => Math.sign(score(one)!),
      images: () => images,
    };
    const best = (one: Board) =>
      Math.max(...nextOf(rules, one).map((next) => -scoreOf(scores, next)!));
    if (valued.some((one) => !isOver(rules, one) && best(one) !== score(one))) {
      throw new Error(text.fileDamaged(rules.text));
    }
    return known(scores, board, deep)!;
  }

  async lookup(rules: Rules, position: string) {
    return (await this.probe(rules, boardOf(position), true)).entry;
  }
}
