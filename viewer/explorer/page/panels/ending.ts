/**
 * What follows a game that was played: it is counted in the series, on the ladder and in the day's
 * puzzles; a win is celebrated, quietly.
 */

import { at, html } from "../draw/elements.ts";
import { beat, passed } from "../game/ladder.ts";
import { countGame } from "../game/series.ts";
import { dayOf, solved, streakOf } from "../game/puzzles.ts";
import { text } from "../words/text.ts";
import type { Session } from "../game/session.ts";
import type { Page } from "../page.ts";

export function ending({ session, actions }: Page): Panel {
  return {
    known() {
      const { game } = session;
      if (game.mode !== "play") return;
      if (actions.played) count(session);
      at("series").textContent = game.puzzle < 0 ? seriesOf(session) : streak(session);
    },
  };
}

/** Count a game that has just ended, or a puzzle that has just been solved. */
function count(session: Session) {
  const { game, entry, players, puzzles, missed } = session;
  if (game.over && entry) {
    countGame(session);
    if (game.own && passed(game, entry.winner, players)) {
      beat(game, game.own);
      celebrate();
    }
  }
  const { text: rules } = game.rules, day = dayOf(new Date());
  if (!puzzles?.daily || !session.solved || streakOf(rules, day).done !== puzzles.index) return;
  solved(rules, day, puzzles.list.length, !missed);
  if (puzzles.index + 1 === puzzles.list.length) celebrate();
}

/** Where one stands in the day's puzzles. */
function streak({ puzzles, game }: Session) {
  const { done, first, days } = streakOf(game.rules.text, dayOf(new Date()));
  const today = puzzles?.daily
    ? (done < puzzles.list.length
      ? text.puzzleOf(puzzles.index + 1, puzzles.list.length)
      : text.allSolved(first, puzzles.list.length))
    : "";
  return [today, days > 1 ? text.daysInARow(days) : ""].filter(Boolean).join(" ");
}

/**
 * The score of the series against this opponent, in a sentence; at the end of a game with the share
 * of right moves.
 */
function seriesOf({ series, opponent, game }: Session) {
  if (!series) return "";
  const stands = text.series(opponent, series);
  return game.over && series.moves ? `${stands} ${text.accuracy(series)}` : stands;
}

const PIECES = 28;

function celebrate() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const pieces = Array.from({ length: PIECES }, (_, number) => {
    const piece = html("i", { class: ["x", "o", "win"][number % 3] });
    const style = {
      left: `${(100 * (number + Math.random())) / PIECES}%`,
      "--turn": `${Math.random() * 2 - 1}turn`,
      "--late": `${Math.random() * 0.5}s`,
      "--drift": `${Math.random() * 80 - 40}px`,
    };
    for (const [name, value] of Object.entries(style)) piece.style.setProperty(name, value);
    return piece;
  });
  const paper = html("div", { class: "confetti", "aria-hidden": "true" }, ...pieces);
  at("stage").append(paper);
  setTimeout(() => paper.remove(), 3000);
}
