/** The next things to do: one main button at each moment, and a second beside it. */

import { moveOf } from "../answers/answer.js";
import { nextAfter, passed } from "./ladder.js";
import { other } from "./rules.js";

/** @typedef {"hint" | "why" | "meet" | "again" | "retry" | "undo" | "puzzle" | null} Act */

/** The acts of the buttons; the main one may wait for an answer. @param {Session} session @returns {{ main: Act, second: Act }} */
export function promptOf(session) {
  const { game, entry, entries, hint } = session;
  const asked = entries[game.puzzle];
  if (game.puzzle >= 0 && asked && game.at === game.puzzle + 1) {
    return { main: moveOf(asked, game.moves[game.puzzle]).safe ? "puzzle" : "undo", second: null };
  }
  if (game.mode === "explore" || (entry?.proved && !entry.over && !entry.pick)) return { main: null, second: null };
  if (!game.over) return { main: hint > 1 ? null : hint ? "why" : "hint", second: null };
  if (!game.own || !entry) return { main: "again", second: null };
  if (passed(game, entry.winner, session.players)) return nextAfter(session.players, game.seats[other(game.own)]) ? { main: "meet", second: "again" } : { main: "again", second: null };
  return session.ownSlip ? { main: "retry", second: "again" } : { main: "again", second: null };
}
