/** Types that many modules name: deno.json makes them known everywhere. */

import type { KnownGame, KnownPlayer, Lookup, MoveWorth } from "./reports.ts";

declare global {
  type Side = "X" | "O";
  /** The sign on each cell, empty if there is none. */
  type Board = (Side | "")[];
  type Value = "win" | "draw" | "loss";
  type Mode = "play" | "explore";

  /** A game as `known.js` lists it, with cells by their numbers. */
  interface Rules
    extends Omit<KnownGame, "rules" | "definition" | "cells" | "lines" | "stacks" | "held"> {
    text: string; // as in links: 3x3x3
    either: boolean; // whether a side may set either sign: a move is a cell and a sign
    moves: string[]; // names of all moves: the cells, or X on each and then O on each
    cells: number;
    names: string[]; // of the cells, in reading order
    lines: number[][]; // cells of each line
    stacks: number[][]; // cells of each stack, from the bottom up
    // how the page gets the answers; those of an open board are searched
    held: KnownGame["held"] | "open";
  }

  type Move = MoveWorth;

  /** The answer for a position: what the page reads of a server's lookup. */
  interface Entry extends Lookup {
    // what a certificate proves, in a sentence, where there is no book: no lengths are known then
    proved?: string;
    searching?: boolean; // whether some moves, or wrong replies, are still being searched
  }

  type Player = KnownPlayer;

  /** A part of the page that draws itself from the session. */
  interface Panel {
    changed?: () => void; // the game has changed, and answers may be missing
    known?: () => void; // the answers are there
    unknown?: () => void; // they cannot be had now
    pointed?: (moves: number[]) => void; // these moves, or none, are pointed at
  }

  /**
   * A move that gave something away: what its side had before, what it is worth, and what would have
   * kept it.
   */
  type Slip = { ply: number; side: Side; name: string; had: Value; value: Value; kept: string[] };

  /** Games by result, the reader's moves and the right ones among them, and games won in a row. */
  type Series = {
    won: number;
    drawn: number;
    lost: number;
    moves: number;
    kept: number;
    row?: number;
  };

  /** How each side of tic-tac-toe never loses, by language. */
  type Lessons = Record<string, Record<Side, Lesson[]>>;
  type Lesson = { before: string; words: string; position: string; cells: string[] };
}
