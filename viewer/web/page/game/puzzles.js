/** Puzzles: places in random games where one move is right, by the book's answers. Loaded when one is first asked for. */

import { text } from "../words/text.js";
import { boardAfter, isOver, legal } from "./rules.js";

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("../answers/answer.js").Entry} Entry */

const GAMES = 40; // that are looked through at most

/** Numbers from 0 up to 1 that follow from a seed (mulberry32), so that all get the same puzzle on the same day. @param {number} seed */
const lots = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let lot = Math.imul(seed ^ (seed >>> 15), seed | 1);
  lot ^= lot + Math.imul(lot ^ (lot >>> 7), lot | 61);
  return ((lot ^ (lot >>> 14)) >>> 0) / 2 ** 32;
};

function today() {
  const day = new Date();
  return (day.getFullYear() * 12 + day.getMonth()) * 31 + day.getDate();
}

/** @param {Rules} rules @param {() => number} lot */
function played(rules, lot) {
  const moves = [];
  for (;;) {
    const board = boardAfter(rules, moves);
    if (isOver(rules, board)) return moves;
    const free = legal(rules, board);
    moves.push(rules.names[free[Math.floor(lot() * free.length)]]);
  }
}

/** The plies that have to be seen: to the win, or to the end after the wrong move that lasts longest; 0 for no puzzle. @param {Entry} entry */
function depth(entry) {
  const wrong = entry.moves.filter((move) => !move.safe);
  if (entry.over || entry.value === "loss" || !wrong.length || wrong.length < entry.moves.length - 1) return 0;
  return entry.value === "win" ? entry.remoteness : Math.max(...wrong.map((move) => move.remoteness));
}

/** The moves that lead to a puzzle of the day, or to any; one that has to be thought over, where there is such. @param {import("../answers/answer.js").Source} source @param {Rules} rules @param {boolean} daily */
export async function findPuzzle(source, rules, daily) {
  const lot = lots(daily ? today() : Math.floor(Math.random() * 2 ** 32));
  let easy = null;
  for (let games = 0; games < GAMES; games += 1) {
    const moves = played(rules, lot);
    const depths = (await source.game(rules, moves)).map(depth);
    const deepest = Math.max(...depths);
    const found = moves.slice(0, depths.indexOf(deepest));
    if (deepest > 2) return found;
    if (deepest) easy ??= found;
  }
  if (easy) return easy;
  throw new Error(text.noPuzzle);
}
