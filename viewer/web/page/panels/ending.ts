/**
 * What follows a game that was played: it is counted in the series, on the ladder and in the day's
 * puzzles; a win is celebrated, quietly.
 */

import { at, html } from "../draw/elements.ts";
import { beat, passed } from "../game/ladder.ts";
import { other, sideAt } from "../game/rules.ts";
import { keep, recall } from "../game/settings.ts";
import { slipsOf } from "../game/story.ts";
import { dayOf, solved, streakOf } from "../game/puzzles.ts";
import { text } from "../words/text.ts";
import type { Game } from "../game/game.ts";
import type { Session } from "../game/session.ts";
import type { Page } from "../page.ts";

export function ending({ session, actions }: Page): Panel {
  return {
    known() {
      const { game } = session;
      if (game.mode !== "play") return;
      if (actions.played) count(session);
      at("series").textContent = game.puzzle < 0 ? seriesOf(game) : streak(session);
    },
  };
}

/** Count a game that has just ended, or a puzzle that has just been solved. */
function count(session: Session) {
  const { game, entries, entry, players, puzzles, missed } = session;
  if (game.over && entry) {
    countGame(game, entries);
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

const KEPT = "oxobook series";
const keyOf = (game: Game, own: Side) => `${game.rules.text} ${game.seats[other(own)]}`;

/** Count a game that has just been played to its end against a player. */
function countGame(game: Game, entries: Entry[]) {
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

/**
 * The score of the series against this player, in a sentence; at the end of a game with the share
 * of right moves.
 */
function seriesOf(game: Game) {
  const one = game.own && recall(KEPT)[keyOf(game, game.own)];
  if (!game.own || !one) return "";
  const stands = text.series(text.player(game.seats[other(game.own)]), one);
  return game.over && one.moves ? `${stands} ${text.accuracy(one)}` : stands;
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
