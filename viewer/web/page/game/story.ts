/** The story of a finished game: who gave what away, and when. */

import { moveOf } from "../answers/answer.ts";
import { hasPlaces, placeName, sideName } from "../words/say.ts";
import { text } from "../words/text.ts";
import type { Game } from "./game.ts";

// the parts of a game that a story needs
type Told = Pick<Game, "rules" | "moves" | "own" | "seats">;

/** Null while some move is still searched for. */
export function slipsOf(game: Told, entries: Entry[]): Slip[] | null {
  const told = (entry: Entry | undefined, name: string) =>
    entry && (moveOf(entry, name)?.safe || (!entry.searching && moveOf(entry, name)));
  if (!game.moves.every((name, ply) => told(entries[ply], name))) return null;
  return game.moves.flatMap((name, ply) => {
    const entry = entries[ply];
    const move = moveOf(entry, name);
    if (move.safe) return [];
    return [{
      ply,
      side: entry.to_move,
      name,
      had: entry.value,
      value: move.value,
      kept: entry.moves.filter((one) => one.safe).map((one) => one.move),
    }];
  });
}

/**
 * The mark of a move as experts write it: ?? loses, ? gives a win away, ! is the only one that
 * keeps what its side has.
 * @param entry the position before it
 */
export function markOf(entry: Entry, name: string) {
  const move = moveOf(entry, name);
  if (!move) return "";
  if (!move.safe) return move.value === "loss" ? "??" : "?";
  const alone = entry.value !== "loss" && entry.moves.length > 2 &&
    entry.moves.filter((one) => one.safe).length === 1;
  return alone && move.remoteness > 1 ? "!" : "";
}

/**
 * "You were winning until your third move: a2 lost, a1 kept the win." for the slip that decided;
 * then the others.
 */
export function storyOf(game: Told, entries: Entry[]) {
  const all = slipsOf(game, entries);
  if (!all) return entries.at(-1)?.proved ?? text.searching;
  const made = all.map((slip) => (game.own ? inPlaces(game, slip) : slip));
  const last = made.at(-1);
  if (!last) return entries.at(-1)?.winner ? text.noMistakesWon : text.noMistakesDrawn;
  const who = (side: Side) => ({
    own: game.own === side,
    name: game.own ? text.player(game.seats[side]) : sideName(game.rules.text, side),
  });
  const earlier = made.slice(0, -1).map((one) => text.gaveAway(who(one.side), one));
  // a game drawn twice was not drawn until the second slip, only before it
  const since = earlier.length && last.had === "draw" ? text.before : text.until;
  return text.decided(who(last.side), last, Math.floor(last.ply / 2) + 1, since) +
    (earlier.length ? text.beforeThat(earlier) : "");
}

/** A slip in the words of a player: corner, edge and centre, where the board has them. */
function inPlaces({ rules }: Told, slip: Slip): Slip {
  if (!hasPlaces(rules)) return slip;
  const name = placeName(rules, slip.name);
  const kept = [...new Set(slip.kept.map((one) => placeName(rules, one)))];
  return { ...slip, name, kept: kept.map((one) => (one === name ? text.another[one] : one)) };
}
