/** What follows a game that was played: it is counted in the series, on the ladder and in the day's puzzles; a win is celebrated, quietly. */

import { moveOf } from "../answers/answer.js";
import { celebrate } from "../draw/confetti.js";
import { at } from "../draw/elements.js";
import { beat, passed } from "../game/ladder.js";
import { countGame, seriesOf } from "../game/series.js";
import { dayOf, solved, streakOf } from "../game/streak.js";
import { text } from "../words/text.js";

/** @import { Session } from "../game/session.js" */

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function ending({ session, actions }) {
  return {
    known() {
      const { game } = session;
      if (game.mode !== "play") return;
      if (actions.played) count(session);
      at("series").textContent = game.puzzle < 0 ? seriesOf(game) : streak(session);
    },
  };
}

/** Count a game that has just ended, or a puzzle that has just been solved. @param {Session} session */
function count({ game, entries, entry, players, puzzles }) {
  if (game.over && entry) {
    countGame(game, entries);
    if (game.own && passed(game, entry.winner, players)) {
      beat(game, game.own);
      celebrate();
    }
  }
  const asked = entries[game.puzzle], { text: rules } = game.rules, day = dayOf(new Date());
  if (!puzzles?.daily || !asked || game.at !== game.puzzle + 1 || !moveOf(asked, game.moves[game.puzzle]).safe) return;
  if (streakOf(rules, day).done === puzzles.index) solved(rules, day, puzzles.list.length);
}

/** Where one stands in the day's puzzles. @param {Session} session */
function streak({ puzzles, game }) {
  const { done, days } = streakOf(game.rules.text, dayOf(new Date()));
  const today = puzzles?.daily ? (done < puzzles.list.length ? text.puzzleOf(puzzles.index + 1, puzzles.list.length) : text.allSolved) : "";
  return [today, days > 1 ? text.daysInARow(days) : ""].filter(Boolean).join(" ");
}
