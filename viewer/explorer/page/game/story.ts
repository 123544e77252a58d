/** The story of a finished game: who gave what away, and when. */

import { moveOf } from "../answers/answer.ts";
import { hasPlaces, lineIn, placeName } from "../words/say.ts";
import { text } from "../words/text.ts";
import { boardAfter, other } from "./rules.ts";
import { tacticsOf, threats } from "./tactics.ts";
import type { Game } from "./game.ts";

/** The parts of a game that a story needs; the reader's side, and the name of any other. */
export type Tale = Pick<Game, "rules" | "moves" | "mode"> & {
  own: Side | null;
  nameOf: (side: Side) => string;
};

const MOST = 3; // mistakes of a game that are told

/** Null while some move is still searched for. */
export function slipsOf(moves: string[], entries: Entry[]): Slip[] | null {
  const told = (entry: Entry | undefined, name: string) =>
    entry && (moveOf(entry, name)?.safe || (!entry.searching && moveOf(entry, name)));
  if (!moves.every((name, ply) => told(entries[ply], name))) return null;
  return moves.flatMap((name, ply) => {
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

/** The mistakes of a finished game, a sentence each; the last few of many. */
export function storyOf(game: Tale, entries: Entry[]) {
  const slips = slipsOf(game.moves, entries);
  if (!slips) return entries.at(-1)?.proved ?? text.searching;
  if (!slips.length) return entries.at(-1)?.winner ? text.noMistakesWon : text.noMistakesDrawn;
  return slips.slice(-MOST).map((slip) => mistakeIn(game, slip)).join(" ");
}

/** A mistake in a sentence: the line that was there to be won or blocked, or what was given away. */
export function mistakeIn(game: Tale, slip: Slip) {
  const { rules } = game, { side, kept } = slip, they = other(side);
  const board = boardAfter(rules, game.moves.slice(0, slip.ply));
  const who = whoIs(game, side), cells = kept.map((name) => rules.moves.indexOf(name));
  const lineOf = (cell: number, stone: Side) =>
    lineIn(
      rules,
      rules.lines.find((line) =>
        line.includes(cell) && line.every((one) => one === cell || board[one] === stone)
      )!,
    );
  const [won] = cells.filter((cell) => tacticsOf(rules, board, cell)[0]?.kind === "wins");
  if (won !== undefined && threats(rules, board, side).includes(won)) {
    return text.couldWin(who, lineOf(won, side), named(game, kept[cells.indexOf(won)]));
  }
  const [block] = cells.filter((cell) => tacticsOf(rules, board, cell)[0]?.kind === "blocks");
  if (
    block !== undefined && !threats(rules, board, they).includes(rules.moves.indexOf(slip.name))
  ) {
    return text.couldBlock(
      who,
      whoIs(game, they),
      rules.k - 1,
      lineOf(block, they),
      named(game, rules.moves[block]),
    );
  }
  return text.mistake(who, slip, named(game, slip.name), keptIn(game, slip));
}

const whoIs = ({ own, nameOf }: Tale, side: Side) => ({ own: own === side, name: nameOf(side) });

/** A cell as a player calls it: the bottom left corner; to experts its coordinate. */
const named = ({ rules, mode }: Tale, name: string) =>
  mode === "play" && hasPlaces(rules) ? text.cells[rules.names.indexOf(name)] : name;

/** The moves that would have kept what the side had: each by its name, of many only their kinds. */
function keptIn(game: Tale, { name, kept }: Slip) {
  const { rules, mode } = game;
  if (kept.length < 3 || mode !== "play" || !hasPlaces(rules)) {
    return kept.map((one) => named(game, one));
  }
  const own = placeName(rules, name);
  return [...new Set(kept.map((one) => placeName(rules, one)))].map((one) =>
    one === own ? text.another[one] : one
  );
}
