/**
 * Reports of files and of a server: `make page` writes this from reports.py and answers.py,
 * which say what each field holds.
 */

/** Rules of a game. */
export interface RulesFields {
  rules: string;
  rows: number;
  columns: number;
  k: number;
  misere: boolean;
  gravity: boolean;
  kind: string;
  definition: string;
  convention: string;
}

/** Convention of a game; under misère the winners are turned round. */
export interface Terms {
  signs: string[];
  counted: string;
  line: string;
  full: string;
}

/** Place of everything on the drawn board, in widths of a cell, from the upper left corner. */
export interface Drawing {
  width: number;
  height: number;
  places: [number, number][];
  middles: [number, number][];
  borders: [number, number, number, number][];
}

/** Game and its board. */
export interface GameSummary extends RulesFields {
  cells: string[];
  lines: string[][];
  stacks: string[][];
  layers: number;
  terms: Terms;
  drawing: Drawing;
}

/** Certificate by which the page plays a side. */
export interface KnownProof {
  file: string;
  owner: "X" | "O";
  wins: boolean;
}

/** Player of a game. */
export interface KnownPlayer {
  name: string;
  never_loses: ("X" | "O")[] | null;
}

/** Game with a book or a certificate, and how the page gets its answers. */
export interface KnownGame extends GameSummary {
  value: "win" | "draw" | "loss";
  remoteness: number;
  winner: "X" | "O" | null;
  owner: "X" | "O" | null;
  held: "table" | "search" | "proof" | "api";
  file: string;
  proof: KnownProof | null;
  players: KnownPlayer[];
}

/** List of what there is, `known.js`. */
export interface Known {
  api: string;
  books: KnownGame[];
  opening: string[];
}

/** Small book as its script has it: a number for each row, by ascending key. */
export interface Table {
  symmetries: number[][];
  steps: number[];
  values: number[];
  remoteness: number[];
  best: number[];
  safe: number[];
  picks: number[];
}

/** Book of first plies as its script has it, packed by zlib and written in base64. */
export interface FirstPlies {
  scores: string;
  words: string;
  stack: number;
}

/** Certificate as its script has it. */
export interface Proof {
  rows: number[];
  tables: string;
}

/** Legal move and its value. */
export interface MoveWorth {
  move: string;
  value: "win" | "draw" | "loss";
  remoteness: number;
  best: boolean;
  safe: boolean;
  replies: number;
  wrong_replies: number;
}

/** Position: its value, and every legal move ranked, best first. */
export interface Lookup {
  rules: string;
  position: string;
  ply: number;
  to_move: "X" | "O";
  over: boolean;
  winner: "X" | "O" | null;
  value: "win" | "draw" | "loss";
  remoteness: number;
  best: string[];
  pick: string | null;
  moves: MoveWorth[];
}

/** Positions of a game. */
export interface Game {
  positions: Lookup[];
}

/** Perfect play from a position to the end. */
export interface Line {
  line: string[];
}

/** Error. */
export interface Problem {
  detail: string;
}
