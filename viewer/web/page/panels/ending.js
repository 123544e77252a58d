/** The end of the game beyond the sentence: the score of the series, the streak, and a quiet celebration of a win. */

import { at } from "../draw/elements.js";
import { celebrate } from "../draw/confetti.js";
import { passed } from "../game/ladder.js";
import { seriesOf } from "../game/story.js";
import { dayOf, streakOf } from "../game/streak.js";
import { text } from "../words/text.js";

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function ending({ session, actions }) {
  /** The reader's progress in the day's puzzles. */
  function streak() {
    const { puzzles, game } = session;
    const { done, days } = streakOf(game.rules.text, dayOf(new Date()));
    const today = puzzles?.daily ? (done < puzzles.list.length ? text.puzzleOf(puzzles.index + 1, puzzles.list.length) : text.allSolved) : "";
    return [today, days > 1 ? text.daysInARow(days) : ""].filter(Boolean).join(" ");
  }

  return {
    known() {
      const { game, entry } = session;
      at("series").textContent = game.puzzle < 0 ? seriesOf(game) : streak();
      if (actions.played && entry?.over && passed(game, entry.winner, session.players)) celebrate();
    },
  };
}
