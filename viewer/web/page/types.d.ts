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

/** Source of answers: a server, or the books beside the page. */
interface Source {
  opening: string[]; // rules of the books that are not open yet
  books: (asked: string | null) => Promise<any[]>;
  players: (rules: Rules) => Promise<Player[]>;
  left: { rules: string; why: string; positions: number }[]; // books that are not here, and why
  quick: (rules: Rules) => boolean; // whether perfect play is known at once
  solves: boolean; // whether games without a book are solved on request
  refusal?: (rules: Rules) => Promise<string>; // why a book cannot be read here; empty where it can
  lookup: (rules: Rules, position: string) => Promise<Entry>;
  // by ply; while some are still searched, all that is known, but at least the entry at a ply or,
  // without one, those of the second half
  game: (rules: Rules, moves: string[], at?: number) => Promise<Entry[]>;
  onMore?: () => void; // called when more is known about the game that was asked for last
  line: (rules: Rules, position: string) => Promise<string[]>;
  counts: (rules: Rules) => Promise<Counts[] | null>; // by ply; null if they are unknown
  policy: (rules: Rules, player: string, position: string) => Promise<Record<string, number>>;
  // that may show a game's place, the widest first
  maps: (
    place: Place,
    side: Side,
  ) => { ply: number; address: string; text: () => Promise<string> }[];
  // address of a paper for a class; null if there is none
  paper: (rules: Rules, name: string, size: string, language: string) => string | null;
}

/** A place in a game: its moves, and how many of them are shown. */
type Place = { rules: Rules; moves: string[]; at: number; over: boolean };

/** A player of a game, and what is proved about it. */
type Player = {
  name: string;
  plays: string;
  never_loses: Side[] | null;
  won_against_random: Record<Side, string> | null;
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
