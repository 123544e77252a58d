/** Types that many modules name: deno.json makes them known everywhere. */

import type { KnownGame, Lookup, MoveWorth } from "./reports.ts";

declare global {
  type Side = "X" | "O";
  /** The sign on each cell, empty if there is none. */
  type Board = (Side | "")[];
  type Value = "win" | "draw" | "loss";

  /** A game as `known.js` lists it, with cells by their numbers. */
  interface Rules extends Omit<KnownGame, "rules" | "cells" | "lines" | "stacks"> {
    text: string; // as in links: 3x3x3
    either: boolean; // whether a side may set either sign: a move is a cell and a sign
    moves: string[]; // names of all moves: the cells, or X on each and then O on each
    cells: number;
    names: string[]; // of the cells, in reading order
    lines: number[][]; // cells of each line
    stacks: number[][]; // cells of each stack, from the bottom up
  }

  type Move = MoveWorth;

  /** The answer for a position: what the page reads of a server's lookup. */
  interface Entry extends Lookup {
    // what a certificate proves, in a sentence, where there is no book: no lengths are known then
    proved?: string;
    searching?: boolean; // whether some moves, or wrong replies, are still being searched
  }

  /** What a position or a move is worth: its winner, and the moves the winner still has to make. */
  type Worth = { winner: Side | null; moves: number | null };

  /** A move that gave something away: what its side had, what it is worth, and what keeps it. */
  type Slip = { ply: number; side: Side; name: string; had: Value; value: Value; kept: string[] };

  /** How each side of tic-tac-toe never loses, by language. */
  type Lessons = Record<string, Record<Side, Lesson[]>>;
  type Lesson = { before: string; words: string; position: string; cells: string[] };
}
