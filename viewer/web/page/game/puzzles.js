/**
 * Puzzles: places in random games where one move is right, by the book's answers. A day has one for each theme, the same
 * for everybody. Loaded when one is first asked for.
 */

import { text } from "../words/text.js";
import { boardAfter, boardOf, isOver, legal, textOf } from "./rules.js";
import { keep, recall } from "./settings.js";
import { tacticsOf } from "./tactics.js";
import { turningsOf } from "./turns.js";

/** @typedef {"block" | "fork" | "stop" | "ahead" | "only"} Theme */

/** The themes of a day, in their order. @type {Theme[]} */
export const THEMES = ["block", "fork", "stop", "ahead"];

const GAMES = 60; // that are looked through at most

/** Numbers from 0 up to 1 that follow from a seed (mulberry32). @param {number} seed */
const lots = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let lot = Math.imul(seed ^ (seed >>> 15), seed | 1);
  lot ^= lot + Math.imul(lot ^ (lot >>> 7), lot | 61);
  return ((lot ^ (lot >>> 14)) >>> 0) / 2 ** 32;
};

/** @param {Rules} rules @param {() => number} lot */
function played(rules, lot) {
  const moves = [];
  for (;;) {
    const board = boardAfter(rules, moves);
    if (isOver(rules, board)) return moves;
    const free = legal(rules, board);
    moves.push(rules.moves[free[Math.floor(lot() * free.length)]]);
  }
}

/** The theme of a position's one right move; null if there is none, several, or no theme. @param {Rules} rules @param {Entry} entry @returns {Theme | null} */
export function themeOf(rules, entry) {
  const safe = entry.moves.filter((move) => move.safe);
  if (entry.over || entry.value === "loss" || safe.length !== 1 || entry.moves.length < 2) return null;
  const kinds = tacticsOf(rules, boardOf(entry.position), rules.moves.indexOf(safe[0].move)).map((reason) => reason.kind);
  if (kinds.includes("wins")) return null;
  if (entry.value === "win" && entry.remoteness > 3) return "ahead";
  if (kinds.includes("forks")) return entry.value === "win" ? "fork" : "only";
  if (kinds.includes("blocks")) return "block";
  return kinds.includes("stops") ? "stop" : "only";
}

/** The least of a board's images: alike boards are one puzzle. @param {Rules} rules @param {string} position */
function alike(rules, position) {
  const board = boardOf(position);
  return turningsOf(rules).map(({ back }) => textOf(rules, back.map((cell) => board[cell]))).toSorted()[0];
}

/**
 * The moves that lead to puzzles: one for each theme that is wanted, or if there is none of these, of any other.
 * @param {Source} source @param {Rules} rules @param {number} seed
 * @param {Theme[]} wanted @param {Set<string>} seen boards that were set before; those that are set now are added
 * @returns {Promise<string[][]>} none if the game has no puzzle
 */
export async function findPuzzles(source, rules, seed, wanted, seen) {
  const lot = lots(seed);
  /** @type {Map<Theme, string[]>} */
  const found = new Map();
  for (let games = 0; games < GAMES && !wanted.every((theme) => found.has(theme)); games += 1) {
    const moves = played(rules, lot);
    (await source.game(rules, moves)).forEach((entry, ply) => {
      const theme = entry && themeOf(rules, entry); // some may still be searched for
      if (!theme || found.has(theme)) return;
      const board = alike(rules, entry.position);
      if (seen.has(board)) return;
      found.set(theme, moves.slice(0, ply));
      if (wanted.includes(theme)) seen.add(board);
    });
  }
  const list = wanted.flatMap((theme) => (found.has(theme) ? [/** @type {string[]} */ (found.get(theme))] : []));
  return list.length ? list : [...found.values()].slice(0, 1);
}

/** Boards that were puzzles before. @type {Set<string>} */
const seen = new Set();
let set = ""; // the rules of the puzzles that are set

/** The moves that lead to the next puzzle of a session's game. @param {Session} session @param {Source} source */
export async function nextPuzzle(session, source) {
  const { rules } = session.game, day = dayOf(new Date());
  if (!session.puzzles || set !== rules.text) {
    session.puzzles = { list: await findPuzzles(source, rules, day, THEMES, seen), index: streakOf(rules.text, day).done, daily: true };
    set = rules.text;
  } else {
    session.puzzles.index += 1;
  }
  if (session.puzzles.index >= session.puzzles.list.length) {
    const seed = Math.floor(Math.random() * 2 ** 32);
    session.puzzles = { list: await findPuzzles(source, rules, seed, [THEMES[seed % THEMES.length]], seen), index: 0, daily: false };
  }
  const moves = session.puzzles.list[session.puzzles.index];
  if (!moves) throw new Error(text.noPuzzle);
  return moves;
}

const KEPT = "oxobook puzzles";

/** The number of a day. @param {Date} date */
export const dayOf = (date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 864e5;

/** The day's puzzles solved of a game, and the days in a row. @param {string} rules @param {number} day */
export function streakOf(rules, day) {
  const { day: last = 0, done = {}, days = 0, whole = 0 } = recall(KEPT);
  return { done: last === day ? done[rules] ?? 0 : 0, days: whole >= day - 1 ? days : 0 };
}

/** Count a puzzle of the day as solved. @param {string} rules @param {number} day @param {number} of how many the day has */
export function solved(rules, day, of) {
  const kept = recall(KEPT);
  const done = { ...(kept.day === day ? kept.done : {}) };
  done[rules] = (done[rules] ?? 0) + 1;
  const whole = done[rules] === of && kept.whole !== day;
  keep(KEPT, { day, done, days: whole ? (kept.whole === day - 1 ? kept.days : 0) + 1 : kept.days ?? 0, whole: whole ? day : kept.whole ?? 0 });
}
