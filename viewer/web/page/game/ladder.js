/** The ladder: opponents from easy to perfect, and those beaten on this device. */

import { keep, recall } from "./settings.js";
import { other } from "./rules.js";

const KEPT = "oxobook ladder";
const RUNGS = ["random", "levi", "keypad", "expert", "perfect"];

/** The rungs of a game: the players on the ladder that know it. @param {Player[]} players */
export const rungsOf = (players) => RUNGS.filter((name) => players.some((player) => player.name === name));

/** Whether a player is proved never to lose with a side. @param {Player[]} players @param {string} name @param {Side} side */
export const unbeatable = (players, name, side) => Boolean(players.find((player) => player.name === name)?.never_loses?.includes(side));

/** The names of beaten opponents. @param {string} rules @returns {string[]} */
export const beatenIn = (rules) => recall(KEPT)[rules] ?? [];

/** Whether a finished game counts: it is won, or drawn against an opponent that never loses. @param {Game} game @param {Side | null} winner @param {Player[]} players */
export function passed(game, winner, players) {
  const { own } = game;
  if (!own) return false;
  return winner === own || (!winner && unbeatable(players, game.seats[other(own)], other(own)));
}

/** Keep that the opponent of a game is beaten. @param {Game} game @param {Side} own */
export function beat(game, own) {
  const ladder = recall(KEPT), { text } = game.rules;
  keep(KEPT, { ...ladder, [text]: [...new Set([...(ladder[text] ?? []), game.seats[other(own)]])] });
}

/** The next opponent on the ladder. @param {Player[]} players @param {string} name @returns {string | undefined} */
export function nextAfter(players, name) {
  const rungs = rungsOf(players), at = rungs.indexOf(name);
  return at < 0 ? undefined : rungs[at + 1];
}
