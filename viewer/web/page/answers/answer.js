/** The answer for a position: the fields of a server's lookup. */

import { other, textAfter } from "../game/rules.js";

/** @import { Board, Rules, Side, Value } from "../game/rules.js" */

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
 * @property {string} rules
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
 * @property {string} [proved] what a certificate proves, in a sentence, where there is no book: no lengths are known then
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
 * @property {boolean} solves whether games without a book are solved on request
 * @property {(rules: Rules) => Promise<string>} [refusal] why a book cannot be read here; empty where it can
 * @property {() => { rules: string, why: "rows" | "gravity" | "search", positions: number }[]} [leftOut] books that are not here, and why
 * @property {(rules: Rules, position: string) => Promise<Entry>} lookup
 * @property {(rules: Rules, moves: string[], at?: number) => Promise<Entry[]>} game by ply; while some are still searched, all that is known, but at least the entry at a ply or, without one, those of the second half
 * @property {() => void} [onMore] called when more is known about the game that was asked for last
 * @property {(rules: Rules, position: string) => Promise<string[]>} line
 * @property {(rules: Rules) => Promise<Counts[] | null>} counts by ply; null if they are unknown
 * @property {(rules: Rules, player: string, position: string) => Promise<Record<string, number>>} policy
 * @property {(game: import("../game/game.js").Game, side: Side) => OfferedMap[]} maps
 * @property {(rules: Rules, name: string, size: string, language: string) => string | null} paper address of a paper for a class; null if there is none
 */

/** A book's counts of a ply: positions up to symmetry, those won by X, drawn and won by O, and the games that end there. @typedef {{ ply: number, positions: number, x_winning: number, drawing: number, o_winning: number, games: number | null }} Counts */

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

/** The winner of a position, or null. @param {Entry} entry @returns {Side | null} */
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

/** The positions of a game, from the empty board on, as text. @param {Rules} rules @param {string[]} moves */
export const positionsOf = (rules, moves) => [...moves, ""].map((_, ply) => textAfter(rules, moves.slice(0, ply)));
