/** The day's puzzles in their order; then others at random. Loaded when one is first asked for. */

import { text } from "../words/text.js";
import { findPuzzles, THEMES } from "./puzzles.js";
import { dayOf, streakOf } from "./streak.js";

/** Boards that were puzzles before. @type {Set<string>} */
const seen = new Set();
let set = ""; // the rules of the puzzles that are set

/** The moves that lead to the next puzzle of a session's game. @param {import("./session.js").Session} session @param {import("../answers/answer.js").Source} source */
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
