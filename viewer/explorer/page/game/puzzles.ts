/**
 * Puzzles: places in random games where one move is right. A day has one for each theme, the same
 * for everybody.
 */

import { boardAfter, boardOf, isOver, legal, textOf } from "./rules.ts";
import { keep, recall } from "./kept.ts";
import { tacticsOf } from "./tactics.ts";
import { turningsOf } from "./turns.ts";

export type Theme = "block" | "fork" | "stop" | "ahead" | "only";

export const THEMES: Theme[] = ["block", "fork", "stop", "ahead"];

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
  const said = tacticsOf(rules, boardOf(entry.position), rules.moves.indexOf(safe[0].move));
  const kinds = said.map((reason) => reason.kind);
  if (kinds.includes("wins")) return null;
  if (entry.value === "win" && entry.remoteness > 3) return "ahead";
  if (kinds.includes("forks")) return entry.value === "win" ? "fork" : "only";
  if (kinds.includes("blocks")) return "block";
  return kinds.includes("stops") ? "stop" : "only";
}

/** Whether a puzzle goes on after its first move: a win is played to its end. */
export const isPlayedOut = (asked: Entry) => asked.value === "win";

/** The least of a board's images: alike boards are one puzzle. */
function alike(rules: Rules, position: string) {
  const board = boardOf(position);
  return turningsOf(rules).map((images) => textOf(rules, images.map((cell) => board[cell])))
    .toSorted()[0];
}

/**
 * The moves that lead to puzzles, one for each theme that is wanted, else of any other.
 * @param wanted whether it goes on, asked after each game
 * @param seen boards that were set before; those set now are added
 */
export async function findPuzzles(
  source: { game: (rules: Rules, moves: string[]) => Promise<Entry[]> },
  rules: Rules,
  seed: number,
  themes: Theme[],
  seen: Set<string>,
  wanted = () => true,
): Promise<string[][]> {
  const lot = lots(seed), found = new Map<Theme, string[]>();
  for (let games = 0; games < GAMES && !themes.every((theme) => found.has(theme)); games += 1) {
    if (!wanted()) return [];
    const moves = played(rules, lot);
    (await source.game(rules, moves)).forEach((entry, ply) => {
      const theme = entry && themeOf(rules, entry); // some may still be searched for
      if (!theme || found.has(theme)) return;
      const board = alike(rules, entry.position);
      if (seen.has(board)) return;
      found.set(theme, moves.slice(0, ply));
      if (themes.includes(theme)) seen.add(board);
    });
  }
  const list = themes.flatMap((theme) => (found.has(theme) ? [found.get(theme)!] : []));
  return list.length ? list : [...found.values()].slice(0, 1);
}

const KEPT = "oxobook today";

export const dayOf = (date: Date) =>
  Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 864e5;

/** How a puzzle was solved: at the first try, later, or not yet. */
export type Result = "first" | "later" | null;

/** The results of the day's puzzles of a game, in their order. */
export function todaysResults(rules: string, day: number): Result[] {
  const kept = recall(KEPT);
  return kept.day === day ? kept.results?.[rules] ?? [] : [];
}

/** Keep the result of a puzzle of the day; the first one counts. */
export function keepResult(rules: string, day: number, number: number, result: Result) {
  const kept = recall(KEPT), all = kept.day === day ? { ...kept.results } : {};
  const own: Result[] = [...(all[rules] ?? [])];
  while (own.length <= number) own.push(null);
  own[number] ??= result;
  keep(KEPT, { day, results: { ...all, [rules]: own } });
}
