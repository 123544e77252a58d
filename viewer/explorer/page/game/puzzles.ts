/**
 * Puzzles: places in random games where one move is right. A day has one for each theme, the same
 * for everybody.
 */

import { text } from "../words/text.ts";
import { boardAfter, boardOf, isOver, legal, textOf } from "./rules.ts";
import { keep, recall } from "./settings.ts";
import { tacticsOf } from "./tactics.ts";
import { turningsOf } from "./turns.ts";
import type { Source } from "../answers/source.ts";

type Theme = "block" | "fork" | "stop" | "ahead" | "only";

export const THEMES: Theme[] = ["block", "fork", "stop", "ahead"];

/**
 * Puzzles that are set, each the moves to it; which of them is shown, and whether they are the
 * day's.
 */
export type Puzzles = { list: string[][]; index: number; daily: boolean };

const GAMES = 60; // that are looked through at most

/** Numbers from 0 up to 1 that follow from a seed (mulberry32). */
const lots = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let lot = Math.imul(seed ^ (seed >>> 15), seed | 1);
  lot ^= lot + Math.imul(lot ^ (lot >>> 7), lot | 61);
  return ((lot ^ (lot >>> 14)) >>> 0) / 2 ** 32;
};

function played(rules: Rules, lot: () => number) {
  const moves = [];
  for (;;) {
    const board = boardAfter(rules, moves);
    if (isOver(rules, board)) return moves;
    const free = legal(rules, board);
    moves.push(rules.moves[free[Math.floor(lot() * free.length)]]);
  }
}

/** The theme of a position's one right move; null if there is none, several, or no theme. */
export function themeOf(rules: Rules, entry: Entry): Theme | null {
  const safe = entry.moves.filter((move) => move.safe);
  if (entry.over || entry.value === "loss" || safe.length !== 1 || entry.moves.length < 2) {
    return null;
  }
  const kinds = tacticsOf(rules, boardOf(entry.position), rules.moves.indexOf(safe[0].move)).map((
    reason,
  ) => reason.kind);
  if (kinds.includes("wins")) return null;
  if (entry.value === "win" && entry.remoteness > 3) return "ahead";
  if (kinds.includes("forks")) return entry.value === "win" ? "fork" : "only";
  if (kinds.includes("blocks")) return "block";
  return kinds.includes("stops") ? "stop" : "only";
}

/** The least of a board's images: alike boards are one puzzle. */
function alike(rules: Rules, position: string) {
  const board = boardOf(position);
  return turningsOf(rules).map((images) => textOf(rules, images.map((cell) => board[cell])))
    .toSorted()[0];
}

/**
 * The moves that lead to puzzles, one for each theme that is wanted, else of any other.
 * @param seen boards that were set before; those set now are added
 */
export async function findPuzzles(
  source: Source,
  rules: Rules,
  seed: number,
  wanted: Theme[],
  seen: Set<string>,
): Promise<string[][]> {
  const lot = lots(seed);
  const found = new Map<Theme, string[]>();
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
  const list = wanted.flatMap((theme) => (found.has(theme) ? [found.get(theme)!] : []));
  return list.length ? list : [...found.values()].slice(0, 1);
}

const seen = new Set<string>(); // boards that were puzzles before
let set = ""; // the rules of the puzzles that are set

/** The moves that lead to the next puzzle of a session's game. */
export async function nextPuzzle(
  session: { game: { rules: Rules }; puzzles: Puzzles | null },
  source: Source,
) {
  const { rules } = session.game, day = dayOf(new Date());
  if (!session.puzzles || set !== rules.text) {
    session.puzzles = {
      list: await findPuzzles(source, rules, day, THEMES, seen),
      index: streakOf(rules.text, day).done,
      daily: true,
    };
    set = rules.text;
  } else {
    session.puzzles.index += 1;
  }
  if (session.puzzles.index >= session.puzzles.list.length) {
    const seed = Math.floor(Math.random() * 2 ** 32);
    session.puzzles = {
      list: await findPuzzles(source, rules, seed, [THEMES[seed % THEMES.length]], seen),
      index: 0,
      daily: false,
    };
  }
  const moves = session.puzzles.list[session.puzzles.index];
  if (!moves) throw new Error(text.noPuzzle);
  return moves;
}

const KEPT = "oxobook puzzles";

export const dayOf = (date: Date) =>
  Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 864e5;

/** The day's puzzles solved of a game, those at the first try, and the days in a row. */
export function streakOf(rules: string, day: number) {
  const { day: last = 0, done = {}, first = {}, days = 0, whole = 0 } = recall(KEPT);
  const today = (counts: Record<string, number>) => (last === day ? counts[rules] ?? 0 : 0);
  return { done: today(done), first: today(first), days: whole >= day - 1 ? days : 0 };
}

/**
 * Count a puzzle of the day as solved.
 * @param of how many the day has
 * @param atFirst whether it was solved at the first try
 */
export function solved(rules: string, day: number, of: number, atFirst = false) {
  const kept = recall(KEPT), today = kept.day === day;
  const done = { ...(today && kept.done) }, first = { ...(today && kept.first) };
  done[rules] = (done[rules] ?? 0) + 1;
  if (atFirst) first[rules] = (first[rules] ?? 0) + 1;
  const whole = done[rules] === of && kept.whole !== day;
  keep(KEPT, {
    day,
    done,
    first,
    days: whole ? (kept.whole === day - 1 ? kept.days : 0) + 1 : kept.days ?? 0,
    whole: whole ? day : kept.whole ?? 0,
  });
}
