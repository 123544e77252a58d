/** The answer for a position: the fields of a server's lookup, made from a book's entries. */

import { boardOf, completed, isOver, legal, moverOn, other, stonesOn, textAfter } from "../game/rules.js";

/** @typedef {import("../game/rules.js").Rules} Rules */
/** @typedef {import("../game/rules.js").Board} Board */
/** @typedef {import("../game/rules.js").Side} Side */
/** @typedef {import("../game/rules.js").Value} Value */

/**
 * @typedef {object} Move
 * @property {string} move
 * @property {Value} value for the side that moves
 * @property {number} remoteness
 * @property {boolean} best
 * @property {boolean} safe
 * @property {number} replies
 * @property {number} wrong_replies
 */

/**
 * @typedef {object} Entry
 * @property {string} position
 * @property {number} ply
 * @property {Side} to_move
 * @property {boolean} over
 * @property {Side | null} winner
 * @property {Value} value for the side to move
 * @property {number} remoteness
 * @property {string[]} best
 * @property {string | null} pick
 * @property {Move[]} moves best first
 * @property {boolean} [searching] whether some moves, or wrong replies, are still being searched
 */

/** A player of a game, and what is proved about it. @typedef {{ name: string, plays: string, never_loses: Side[] | null, won_against_random: Record<Side, string> | null }} Player */

/** A map that may show a game's place. @typedef {{ ply: number, address: string, text: () => Promise<string> }} OfferedMap */

/**
 * Source of answers: a server, or the books beside the page.
 * @typedef {object} Source
 * @property {string[]} opening rules of the books that are not open yet
 * @property {() => Promise<any[]>} books
 * @property {(rules: Rules) => Promise<Player[]>} players
 * @property {(text: string) => Promise<string>} missing
 * @property {(rules: Rules, position: string) => Promise<Entry>} lookup
 * @property {(rules: Rules, moves: string[], at?: number) => Promise<Entry[]>} game by ply; while some are still searched, all that is known, but at least the entry at a ply or, without one, those of the second half
 * @property {() => void} [onMore] called when more is known about the game that was asked for last
 * @property {(rules: Rules, position: string) => Promise<string[]>} line
 * @property {(rules: Rules, player: string, position: string) => Promise<Record<string, number>>} policy
 * @property {(game: import("../game/game.js").Game, side: Side) => OfferedMap[]} maps
 * @property {(rules: Rules, name: string, size: string, language: string) => string | null} paper address of a paper for a class; null if there is none
 */

/** A book's entry for a board: cells by number. @typedef {{ value: Value, remoteness: number, best: number[], safe: number[], pick: number | null }} BookEntry */

/** @typedef {Pick<BookEntry, "best" | "pick">} Cells */

/** The same, from the scores of its moves: after each the board, and the score for the mover. @typedef {BookEntry & { moves: { cell: number, played: Board, score: number }[] }} Scored */

/** An error that may be gone at the next attempt. */
export class Again extends Error {
  /** @param {string} message @param {boolean} busy whether the answer is being searched for @param {boolean} told whether the source reports when the answer is there, so that there is no need to ask again */
  constructor(message, busy = false, told = false) {
    super(message);
    this.busy = busy;
    this.told = told;
  }
}

/** A value as the other side's value. */
export const turned = /** @type {const} */ ({ win: "loss", draw: "draw", loss: "win" });

/** Who wins a position, or null. @param {Entry} entry @returns {Side | null} */
export function winnerOf(entry) {
  if (entry.over) return entry.winner;
  return entry.value === "draw" ? null : entry.value === "win" ? entry.to_move : other(entry.to_move);
}

/** The move of an entry by its name. @param {Entry} entry @param {string} name @returns {Move} */
export const moveOf = (entry, name) => /** @type {Move} */ (entry.moves.find((move) => move.move === name));

/** The moves, best first; of equal ones the pick, then those after which most replies go wrong. @param {Entry} entry */
export function ranked(entry) {
  const share = (/** @type {Move} */ move) => (move.move === entry.pick ? 2 : move.replies ? move.wrong_replies / move.replies : 0);
  const place = (/** @type {Move} */ { value, remoteness }) => entry.moves.findIndex((one) => one.value === value && one.remoteness === remoteness);
  return [...entry.moves].sort((one, two) => place(one) - place(two) || share(two) - share(one));
}

/**
 * The strength of a move's colour: 1 for the best of its value, less the later it wins or the sooner it loses; among
 * moves that draw, less the fewer replies are wrong.
 * @param {Move} move @param {Entry} entry
 */
export function strength(move, entry) {
  const alike = entry.moves.filter((one) => one.value === move.value);
  if (move.value === "draw") {
    const share = (/** @type {Move} */ one) => (one.replies ? one.wrong_replies / one.replies : 0);
    return 1 - 0.6 * (Math.max(...alike.map(share)) - share(move));
  }
  const spans = alike.map((one) => one.remoteness);
  const best = move.value === "win" ? Math.min(...spans) : Math.max(...spans);
  return Math.max(0.4, 1 - 0.16 * Math.abs(move.remoteness - best));
}

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
  const [line] = completed(rules, board);
  const stone = line && /** @type {Side} */ (board[line[0]]);
  const name = (/** @type {number} */ cell) => rules.names[cell];
  const moves = legal(rules, board).flatMap((cell) => {
    const next = after(cell);
    if (!next) return [];
    const replies = legal(rules, board.with(cell, side)).length;
    return { move: name(cell), value: turned[next.value], remoteness: next.remoteness + 1, best: entry.best.includes(cell), safe: entry.safe.includes(cell), replies, wrong_replies: replies - next.safe.length };
  });
  const worth = { win: 1, draw: 0, loss: -1 };
  moves.sort((one, two) => worth[two.value] - worth[one.value] || worth[one.value] * (one.remoteness - two.remoteness));
  return /** @type {Entry} */ ({
    rules: rules.text, position, ply: stonesOn(board), to_move: side, over: isOver(rules, board), winner: stone ? (rules.misere ? other(stone) : stone) : null,
    value: entry.value, remoteness: entry.remoteness, best: entry.best.map(name), pick: entry.pick === null ? null : name(entry.pick), moves,
  });
}

/** The score of a board on which the game is over, for the side to move, by the rules. @param {Rules} rules @param {Board} board */
export function endScore(rules, board) {
  if (!completed(rules, board).length) return 0;
  const won = rules.cells + 1 - stonesOn(board);
  return rules.misere ? won : -won;
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
 * The moves of a player that needs no table: from the book's answers and the board.
 * @param {Rules} rules @param {Board} board @param {string} player @param {() => Cells | Promise<Cells>} probe
 */
export async function cellsOf(rules, board, player, probe) {
  if (player === "random") return legal(rules, board);
  if (player === "levi") return levi(rules, board);
  const { best, pick } = await probe();
  return player === "pick" ? [/** @type {number} */ (pick)] : best;
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

/** Equal chances. @param {Rules} rules @param {number[]} cells */
export const shares = (rules, cells) => Object.fromEntries(cells.map((cell) => [rules.names[cell], 1 / cells.length]));

/** The positions of a game, from the empty board on, as text. @param {Rules} rules @param {string[]} moves */
export const positionsOf = (rules, moves) => [...moves, ""].map((_, ply) => textAfter(rules, moves.slice(0, ply)));
