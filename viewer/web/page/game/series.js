/** The score of a series against a player. */

import { text } from "../words/text.js";
import { other, sideAt } from "./rules.js";
import { keep, recall } from "./settings.js";
import { slipsOf } from "./story.js";

/** @import { Side } from "./rules.js" */
/** @import { Game } from "./game.js" */
/** @import { Entry } from "../answers/answer.js" */

const KEPT = "oxobook series";

/** @param {Game} game @param {Side} own */
const keyOf = (game, own) => `${game.rules.text} ${game.seats[other(own)]}`;

/** Count a game that has just been played to its end against a player. @param {Game} game @param {Entry[]} entries */
export function countGame(game, entries) {
  const { own } = game;
  if (!own) return;
  const series = recall(KEPT);
  const one = (series[keyOf(game, own)] ||= { won: 0, drawn: 0, lost: 0, moves: 0, kept: 0 });
  const winner = entries.at(-1)?.winner;
  one[winner ? (winner === own ? "won" : "lost") : "drawn"] += 1;
  const moves = game.moves.filter((_, ply) => sideAt(ply) === own).length;
  const slips = slipsOf(game, entries);
  if (slips) {
    one.moves += moves;
    one.kept += moves - slips.filter((slip) => slip.side === own).length;
  }
  keep(KEPT, series);
}

/** The score of the series against this player, in a sentence; at the end of a game with the share of right moves. @param {Game} game */
export function seriesOf(game) {
  const one = game.own && recall(KEPT)[keyOf(game, game.own)];
  if (!game.own || !one) return "";
  const stands = text.series(text.player(game.seats[other(game.own)]), one);
  return game.over && one.moves ? `${stands} ${text.accuracy(one)}` : stands;
}
