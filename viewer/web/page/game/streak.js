/** The number of the day's puzzles that are solved, and the days in a row on which all were. */

import { keep, recall } from "./settings.js";

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
