/**
 * The state that the page shows, without a document: the game, its answers, and the reader's
 * choices.
 */

import { moveOf } from "../answers/answer.ts";
import { nextAfter, passed } from "./ladder.ts";
import { boardOf, other } from "./rules.ts";
import { sideName } from "../words/say.ts";
import { text } from "../words/text.ts";
import { seriesOf } from "./series.ts";
import { slipsOf } from "./story.ts";
import type { Tale } from "./story.ts";
import { reasonsOf } from "./tactics.ts";
import type { Puzzles } from "./puzzles.ts";
import type { Game } from "./game.ts";
import type { Settings } from "./settings.ts";

export class Session {
  entries: Entry[] = []; // the book's answers by ply; empty while they are unknown
  missed: Move | null = null; // the last wrong try of a puzzle
  peeked = false; // whether a puzzle's values are shown
  hint = 0; // the part of the hint that is given: nothing, the cell, or the reason too
  puzzles: Puzzles | null = null; // the day's puzzles, or one at random; which of them is set
  acted = false; // whether the last action lets a player move
  busy = false; // whether the position is being searched

  constructor(public game: Game, public settings: Settings) {}

  /** Players that know the game. */
  get players() {
    return this.game.rules.players;
  }
  /** The book's answer for the position that is shown; undefined while it is unknown. */
  get entry(): Entry | undefined {
    return this.entries[this.game.at];
  }
  /** Whether O begins: signs are turned in plain games that are played. */
  get turned() {
    const { mode, puzzle, rules } = this.game;
    return this.settings.first === "O" && mode === "play" && puzzle < 0 &&
      rules.terms.signs.join() === "X,O";
  }
  /** The side that the reader plays, against a player or a friend with a name; else null. */
  get own(): Side | null {
    const { game, settings: { friend, side } } = this;
    return game.own ?? (friend && game.mode === "play" && this.friends ? side : null);
  }
  /** Whether two people play. */
  get friends() {
    const { seats, puzzle } = this.game;
    return puzzle < 0 && seats.X === "human" && seats.O === "human";
  }
  /** The name of the side across from the reader. */
  get opponent() {
    const seat = this.game.seats[other(this.own ?? "X")];
    return seat === "human" && this.settings.friend || text.player(seat);
  }
  /** The dare of a friend, at the start of the game or at the first puzzle. */
  get dared() {
    const { at, puzzle, dare } = this.game, [done, all] = dare.split("-").map(Number);
    if (!dare || at > Math.max(0, puzzle)) return "";
    return all ? text.daredPuzzles(done, all) : text.dared(this.opponent, done);
  }
  /** The series against the opponent; null if there is none. */
  get series() {
    return seriesOf(this);
  }
  /** The game as a story needs it. */
  get tale(): Tale {
    const { game: { rules, moves, mode }, own, opponent } = this;
    return {
      rules,
      moves,
      mode,
      own,
      nameOf: (side) => own ? opponent : sideName(rules.text, side),
    };
  }
  get puzzled() {
    return this.game.at === this.game.puzzle;
  }
  /** Whether a puzzle's right move is played. */
  get solved() {
    const { puzzle, at, moves } = this.game, asked = this.entries[puzzle];
    return Boolean(asked && at > puzzle && moveOf(asked, moves[puzzle])?.safe);
  }
  /**
   * The mistake to speak of at the place that is shown: the one that led there or, at the end of a
   * game that was not won, the reader's last.
   */
  get told(): Slip | undefined {
    const { game, entry, slips } = this;
    if (game.mode !== "play" || !slips) return undefined;
    if (game.over) return entry?.winner === this.own ? undefined : this.ownSlip;
    return slips.find((slip) => slip.ply === game.at - 1);
  }
  /**
   * The cells to light: the hint's, those that the reason of a puzzle's right move speaks of, or
   * those that were right where a mistake was made.
   */
  get lit(): number[] {
    const { game, entry, hint } = this, { rules, puzzle, moves } = game;
    const pick = hint && !game.awaited ? rules.moves.indexOf(entry?.pick ?? "") : -1;
    if (pick >= 0) return [pick % rules.cells];
    if (this.told) return this.told.kept.map((name) => rules.moves.indexOf(name) % rules.cells);
    if (!this.solved || game.at !== puzzle + 1) return [];
    const asked = this.entries[puzzle], right = rules.moves.indexOf(moves[puzzle]);
    return reasonsOf(rules, boardOf(asked.position), asked, right).flatMap(({ cells }) => cells);
  }

  get shown() {
    return this.puzzled ? this.peeked : this.settings.values[this.game.mode];
  }

  /** Whether values may be seen: they are wanted, or the game is over. */
  get open() {
    return this.shown || Boolean(this.entry?.over);
  }

  /** The mistakes of a game that is over; null in one that goes on. */
  get slips() {
    return this.entry && this.game.whole ? slipsOf(this.game.moves, this.entries) : null;
  }
  get ownSlip() {
    return this.slips?.findLast((slip) => slip.side === this.own);
  }

  /** Replace players that do not know the game by one that does. */
  settle() {
    const { game, players } = this, { owner, proof } = game.rules;
    if (proof && game.seats[other(proof.owner)] === "proof") {
      Object.assign(game.seats, { [proof.owner]: "proof", [other(proof.owner)]: "human" });
    }
    if (owner && game.mode === "play") {
      Object.assign(game.seats, { [owner]: "perfect", [other(owner)]: "human" });
    }
    for (const side of ["X", "O"] as const) {
      if (
        game.seats[side] !== "human" && !players.some((player) => player.name === game.seats[side])
      ) game.seats[side] = game.mode === "play" ? players.at(-1)!.name : "human";
    }
  }

  /** The cell of a digit key: as on a keypad, in reading order, or of a column. */
  cellOfDigit(number: number) {
    const { rules, legal } = this.game;
    if (rules.gravity) {
      return legal.find((cell) => rules.drawing.places[cell][1] === number - 1) ?? -1;
    }
    const keypad = rules.rows === 3 && rules.columns === 3 && this.settings.digits === "keypad";
    return keypad ? [6, 7, 8, 3, 4, 5, 0, 1, 2][number - 1] : number - 1;
  }
}

export type Act = "hint" | "why" | "meet" | "again" | "retry" | "puzzle" | null;

/** The acts of the buttons; the main one may wait for an answer. */
export function promptOf(session: Session): { main: Act; second: Act } {
  const { game, entry, hint } = session;
  if (game.puzzle >= 0 && game.at > game.puzzle) {
    return { main: session.solved ? "puzzle" : null, second: null };
  }
  if (game.mode === "explore" || (entry?.proved && !entry.over && !entry.pick)) {
    return { main: null, second: null };
  }
  if (!game.over) return { main: hint > 1 ? null : hint ? "why" : "hint", second: null };
  if (!session.own || !entry) return { main: "again", second: null };
  if (passed(game, entry.winner, session.players)) {
    return nextAfter(session.players, game.seats[other(session.own)])
      ? { main: "meet", second: "again" }
      : { main: "again", second: null };
  }
  return session.ownSlip ? { main: "retry", second: "again" } : { main: "again", second: null };
}
