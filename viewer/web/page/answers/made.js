/** Answers made from a book's entries, if no server makes them. */

import { after as played, boardOf, completed, isOver, legal, moverOn, other, stonesOn, winnerOn } from "../game/rules.js";
import { turned } from "./answer.js";

/** A book's entry for a board: cells by number. @typedef {{ value: Value, remoteness: number, best: number[], safe: number[], pick: number | null }} BookEntry */

/** @typedef {Pick<BookEntry, "best" | "pick">} Cells */

/** The same, from the scores of its moves: after each the board, and the score for the mover. @typedef {BookEntry & { moves: { cell: number, played: Board, score: number }[] }} Scored */

/**
 * The answer for a position, with a server's fields.
 * @param {Rules} rules
 * @param {string} position
 * @param {BookEntry} entry
 * @param {(cell: number) => BookEntry | undefined} after the entry after a cell is played, if it is known
 * @returns {Entry}
 */
export function answer(rules, position, entry, after) {
  const board = boardOf(position);
  const side = moverOn(board);
  const name = (/** @type {number} */ cell) => rules.moves[cell];
  const moves = legal(rules, board).flatMap((cell) => {
    const next = after(cell);
    if (!next) return [];
    const replies = legal(rules, played(rules, board, cell)).length;
    return { move: name(cell), value: turned[next.value], remoteness: next.remoteness + 1, best: entry.best.includes(cell), safe: entry.safe.includes(cell), replies, wrong_replies: replies - next.safe.length };
  });
  const worth = { win: 1, draw: 0, loss: -1 };
  moves.sort((one, two) => worth[two.value] - worth[one.value] || worth[one.value] * (one.remoteness - two.remoteness));
  return /** @type {Entry} */ ({
    rules: rules.text, position, ply: stonesOn(board), to_move: side, over: isOver(rules, board), winner: winnerOn(rules, board),
    value: entry.value, remoteness: entry.remoteness, best: entry.best.map(name), pick: entry.pick === null ? null : name(entry.pick), moves,
  });
}

/** The score of a board on which the game is over, for the side to move, by the rules. @param {Rules} rules @param {Board} board */
export function endScore(rules, board) {
  const winner = winnerOn(rules, board), score = rules.cells + 1 - stonesOn(board);
  return winner ? (winner === moverOn(board) ? score : -score) : 0;
}

/** The entry of a board with a score: its value, and its best and safe cells among some moves. @param {Rules} rules @param {Board} board @param {number} score @param {Scored["moves"]} moves @returns {Scored} */
export function scored(rules, board, score, moves) {
  const cells = (/** @type {(one: { score: number }) => boolean} */ kept) => moves.filter(kept).map(({ cell }) => cell);
  const value = /** @type {const} */ (["loss", "draw", "win"])[Math.sign(score) + 1];
  const left = (score ? rules.cells + 1 - Math.abs(score) : rules.cells) - stonesOn(board);
  return { value, remoteness: left, best: cells((one) => one.score === score), safe: cells((one) => Math.sign(one.score) === Math.sign(score)), pick: null, moves };
}

/**
 * The best cell after which the smallest share of the replies is safe; of equal ones the first on the board's least
 * image.
 * @param {number[]} best @param {(cell: number) => number} share @param {number[]} images of the cells on that board
 */
export const pickOf = (best, share, images) => [...best].sort((one, two) => share(one) - share(two) || images[one] - images[two])[0];

/**
 * A function that makes the line of perfect play by a book's picks. One that is pointed at only in passing is not read:
 * it waits, and ends if another is asked for.
 * @param {number} pause milliseconds; 0 where a line takes no time, and none ends another
 */
export function follower(pause) {
  let last = 0; // the number of the last line
  return async (/** @type {Rules} */ rules, /** @type {string} */ position, /** @type {(board: Board, wanted: () => boolean) => Promise<Pick<BookEntry, "pick">>} */ probe) => {
    const number = ++last, wanted = () => !pause || number === last, names = [];
    await new Promise((done) => setTimeout(done, pause));
    for (let board = boardOf(position); wanted();) {
      const { pick } = await probe(board, wanted);
      if (pick === null) break;
      board = played(rules, board, pick);
      names.push(rules.moves[pick]);
    }
    return names;
  };
}

/**
 * The moves of a player that needs no table, each with its probability: from the book's answers and the board.
 * @param {Rules} rules @param {string} position @param {string} player @param {(board: Board) => Cells | Promise<Cells>} probe
 */
export async function policyOf(rules, position, player, probe) {
  const board = boardOf(position);
  if (player === "random") return shares(rules, legal(rules, board));
  if (player === "levi") return shares(rules, levi(rules, board));
  const { best, pick } = await probe(board);
  return shares(rules, player === "pick" ? [/** @type {number} */ (pick)] : best);
}

/** Win, else block, the lowest cell on a keypad first; else anything. @param {Rules} rules @param {Board} board */
function levi(rules, board) {
  const free = legal(rules, board);
  const side = moverOn(board);
  const order = [...free].sort((one, two) => Math.floor(two / rules.columns) - Math.floor(one / rules.columns) || one - two);
  for (const stone of rules.misere ? [] : [side, other(side)]) {
    const found = order.find((cell) => completed(rules, board.with(cell, stone)).length);
    if (found !== undefined) return [found];
  }
  return free;
}

/** The masks of X's and of O's stones where a symmetry takes them. @param {Board} board @param {number[]} images of the cells */
export function masksOf(board, images) {
  const mask = (/** @type {Side} */ sign) => board.reduce((sum, stone, cell) => sum + (stone === sign ? 2 ** images[cell] : 0), 0);
  return { x: mask("X"), o: mask("O") };
}

/** Equal chances. @param {Rules} rules @param {number[]} cells */
export const shares = (rules, cells) => Object.fromEntries(cells.map((cell) => [rules.moves[cell], 1 / cells.length]));

/** Bytes that were packed by zlib and written in base64. @param {string} written */
export function unpacked(written) {
  const packed = Uint8Array.from(atob(written), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}

/** The number of ways to choose k of n. @param {number} n @param {number} k */
export function binomial(n, k) {
  let ways = n < k ? 0 : 1;
  for (let step = 1; ways && step <= k; step += 1) ways = (ways * (n - k + step)) / step;
  return ways;
}
