/** Types that many modules name: deno.json makes them known everywhere. */

type Side = "X" | "O";
/** The sign on each cell, empty if there is none. */
type Board = (Side | "")[];
type Value = "win" | "draw" | "loss";
type Mode = "play" | "explore";

interface Rules {
  text: string; // as in links: 3x3x3
  rows: number;
  columns: number;
  k: number; // stones in a line
  misere: boolean;
  gravity: boolean;
  kind: string; // torus, cylinder, cube; own for a board of one's own; empty for a plain board
  convention: string; // maker, wild; empty for the usual one
  // signs that each side may set, those whose lines count, and who wins by a line and by a full
  // board
  terms: { signs: string[]; counted: string; line: string; full: string };
  either: boolean; // whether a side may set either sign: a move is a cell and a sign
  moves: string[]; // names of all moves: the cells, or X on each and then O on each
  drawing: Drawing;
  layers: number; // side by side
  cells: number;
  names: string[]; // of the cells, in reading order
  lines: number[][]; // cells of each line
  stacks: number[][]; // cells of each stack, from the bottom up
  value: Value; // of the empty board
  remoteness: number; // of the empty board
  winner: Side | null;
  owner?: Side; // the side whose strategy is proved, where there is no book
  papers: boolean; // whether there are papers for a class
  maps: { boards: number; levels: number }; // bounds of a server's maps
  held: "table" | "search" | "proof" | "ranges" | "api" | "open"; // how the page gets the answers
  file: string; // address of the book's script; empty if it has none
  policies: string; // address of the script of players that need a table; empty if there is none
  players: Player[]; // that know the game
  plies: Counts[] | null; // null if they are unknown, or in the book's script
}

/** A game as a server or a site describes it: lines and stacks by the names of cells. */
type Summary =
  & Omit<Rules, "text" | "names" | "cells" | "lines" | "stacks" | "moves" | "either">
  & { rules: string; cells: string[]; lines: string[][]; stacks: string[][] };

/**
 * Where a board's cells stand: size in widths of a cell, row and column and middle of each cell,
 * lines between them.
 */
type Drawing = {
  width: number;
  height: number;
  places: number[][];
  middles: number[][];
  borders: number[][];
};

interface Move {
  move: string;
  value: Value; // for the side that moves
  remoteness: number;
  best: boolean;
  safe: boolean;
  replies: number;
  wrong_replies: number;
}

interface Entry {
  rules: string;
  position: string;
  ply: number;
  to_move: Side;
  over: boolean;
  winner: Side | null;
  value: Value; // for the side to move
  remoteness: number;
  best: string[];
  pick: string | null;
  moves: Move[]; // best first
  // what a certificate proves, in a sentence, where there is no book: no lengths are known then
  proved?: string;
  searching?: boolean; // whether some moves, or wrong replies, are still being searched
}

/** A place in a game: its moves, and how many of them are shown. */
type Place = { rules: Rules; moves: string[]; at: number; over: boolean };

/** A player of a game, and what is proved about it. */
type Player = {
  name: string;
  plays?: string; // in words, where the page has none
  never_loses: Side[] | null;
};

/**
 * A book's counts of a ply: positions up to symmetry, those won by X, drawn and won by O, and the
 * games that end there.
 */
type Counts = {
  ply: number;
  positions: number;
  x_winning: number;
  drawing: number;
  o_winning: number;
  games: number | null;
};

/** A part of the page that draws itself from the session. */
interface Panel {
  changed?: () => void; // the game has changed, and answers may be missing
  known?: () => void; // the answers are there
  unknown?: () => void; // they cannot be had now
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
