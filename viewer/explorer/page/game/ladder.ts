/** The ladder: opponents from easy to perfect, and those beaten on this device. */

import { keep, recall } from "./settings.ts";
import { other } from "./rules.ts";
import type { Game } from "./game.ts";

const KEPT = "oxobook ladder";
const RUNGS = ["random", "levi", "keypad", "expert", "perfect", "search"];

/** The rungs of a game: the players on the ladder that know it. */
export const rungsOf = (players: Player[]) =>
  RUNGS.filter((name) => players.some((player) => player.name === name));

/** Whether a player is proved never to lose with a side. */
export const unbeatable = (players: Player[], name: string, side: Side) =>
  Boolean(players.find((player) => player.name === name)?.never_loses?.includes(side));
export const beatenIn = (rules: string): string[] => recall(KEPT)[rules] ?? [];

/** Whether a finished game counts: it is won, or drawn against an opponent that never loses. */
export function passed(game: Game, winner: Side | null, players: Player[]) {
  const { own } = game;
  if (!own) return false;
  return winner === own || (!winner && unbeatable(players, game.seats[other(own)], other(own)));
}

export function beat(game: Game, own: Side) {
  const ladder = recall(KEPT), { text } = game.rules;
  keep(KEPT, {
    ...ladder,
    [text]: [...new Set([...(ladder[text] ?? []), game.seats[other(own)]])],
  });
}

export function nextAfter(players: Player[], name: string): string | undefined {
  const rungs = rungsOf(players), at = rungs.indexOf(name);
  return at < 0 ? undefined : rungs[at + 1];
}
