/**
 * Reports of files and of a server: `make page` writes this from reports.py and answers.py,
 * which say what each field holds.
 */

export interface Terms {
  signs: string[];
  counted: string;
  line: string;
  full: string;
}

export interface Drawing {
  width: number;
  height: number;
  places: [number, number][];
  middles: [number, number][];
  borders: [number, number, number, number][];
}

export interface KnownProof {
  file: string;
  owner: "X" | "O";
  wins: boolean;
}

export interface KnownPlayer {
  name: string;
  never_loses: ("X" | "O")[] | null;
}

export interface KnownGame {
  rules: string;
  rows: number;
  columns: number;
  k: number;
  misere: boolean;
  gravity: boolean;
  kind: string;
  convention: string;
  cells: string[];
  lines: string[][];
  stacks: string[][];
  layers: number;
  terms: Terms;
  drawing: Drawing;
  value: "win" | "draw" | "loss";
  remoteness: number;
  winner: "X" | "O" | null;
  owner: "X" | "O" | null;
  held: "table" | "search" | "proof" | "api";
  file: string;
  proof: KnownProof | null;
  players: KnownPlayer[];
}

export interface Known {
  api: string;
  books: KnownGame[];
  opening: string[];
}

export interface Table {
  symmetries: number[][];
  steps: number[];
  values: number[];
  remoteness: number[];
  best: number[];
  safe: number[];
  picks: number[];
}

export interface FirstPlies {
  scores: string;
  words: string;
  stack: number;
}

export interface Proof {
  rows: number[];
  tables: string;
}

export interface MoveWorth {
  move: string;
  value: "win" | "draw" | "loss";
  remoteness: number;
  best: boolean;
  safe: boolean;
  replies: number;
  wrong_replies: number;
}

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

export interface Game {
  positions: Lookup[];
}

export interface Line {
  line: string[];
}

export interface Problem {
  detail: string;
}
