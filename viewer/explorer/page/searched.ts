/**
 * The module of a package about a game whose first plies are in a book: the page's answers to any
 * position. `oxobook export` writes the game and the book before the bundle.
 */

import { FirstPlies } from "./answers/first_plies.ts";
import { unpacked } from "./answers/made.ts";
import { bestOf, known } from "./answers/scores.ts";
import { Search } from "./answers/search.ts";
import { boardOf, completed, gameOf, moverOn, rulesOf, stonesOn } from "./game/rules.ts";
import type { FirstPlies as Scores, KnownGame } from "./reports.ts";
import type * as Package from "./searched.d.ts";

declare const game: KnownGame;
declare const content: Scores;
declare const KERNEL: string;
/** What is read of the book, or undefined as long as a score is missing. */
type Look<T> = (opened: FirstPlies, asked: Board) => T | undefined;

export const rules: typeof Package.rules = game.rules;

const board = rulesOf(game);
let book: Promise<FirstPlies> | null = null;
let turn: Promise<unknown> = Promise.resolve();

export const lookup: typeof Package.lookup = (position) =>
  inTurn(position, (opened, asked) => {
    const found = known(opened, asked, true);
    return found?.isWhole ? found.entry : undefined;
  });

export const bestMoves: typeof Package.bestMoves = (position) =>
  inTurn(position, (opened, asked) => {
    const found = bestOf(opened, asked);
    return found && { ...found, best: found.best.map((cell) => board.names[cell]) };
  });

/** What is found for a position, after what was asked for before. */
function inTurn<T>(position: string, look: Look<T>) {
  const asked = boardAt(position);
  if (!asked) return Promise.resolve(null);
  const found = turn.then(() => searched(asked, look));
  turn = found;
  return found;
}

async function searched<T>(asked: Board, look: Look<T>) {
  const opened = await (book ??= open());
  for (;; await opened.ask()) {
    const found = look(opened, asked);
    if (found !== undefined) return found;
  }
}

async function open() {
  const packed = [KERNEL, content.words, content.scores];
  const [module, words, scores] = await Promise.all(packed.map(unpacked));
  const search = new Search(
    { module, words, stack: content.stack },
    (key, score) => opened.found(key, score),
  );
  const opened = new FirstPlies(board, scores, (questions) => search.ask(questions));
  return opened;
}

/** The board of a game's columns, or of its rows; null if no legal game reaches it. */
function boardAt(position: string): Board | null {
  if (/^\d*$/.test(position)) return gameOf(board, position)?.board ?? null;
  const stones = position.toUpperCase().replace(/[/\s]/g, ""), read = boardOf(stones);
  const isFloating = (stack: number[]) =>
    stack.some((cell, height) => read[cell] && height > 0 && !read[stack[height - 1]]);
  const isLegal = /^[XO.]*$/.test(stones) && read.length === board.cells &&
    read.filter((stone) => stone === "X").length === Math.ceil(stonesOn(read) / 2) &&
    !board.stacks.some(isFloating) &&
    !completed(board, read).some(([cell]) => read[cell] === moverOn(read));
  return isLegal ? read : null;
}
