/** Reports of files and of a server, from reports.py and answers.py: `make page` writes this. */

/** Rules of a game. */
export interface RulesFields {
  rules: string;
  rows: number;
  columns: number;
  /** Stones in a line. */
  k: number;
  misere: boolean;
  gravity: boolean;
  /** Kind of board, as in the rules; empty for the plain grid. */
  kind: string;
  /** Definition of a board of one's own, JSON; empty for other boards. */
  definition: string;
  /** Convention of who may set which sign, and who wins, as in the rules; empty for the usual. */
  convention: string;
}

/** Convention of a game; under misère the winners are turned round. */
export interface Terms {
  /** Signs that X, who moves first, may set, and those of O: `XO` is either. */
  signs: string[];
  /** Signs whose lines end the game. */
  counted: string;
  /** Winner by a line: `mover`, who completed it, `other`, `X` or `O`. */
  line: string;
  /** Winner of a full board without a line; empty for a draw. */
  full: string;
}

/** Place of everything on the drawn board, in widths of a cell, from the upper left corner. */
export interface Drawing {
  width: number;
  height: number;
  /** Row and column of each cell on the grid, from 0. */
  places: [number, number][];
  /** Middle of each cell. */
  middles: [number, number][];
  /** Lines between the cells, end to end. */
  borders: [number, number, number, number][];
}

/** Limits of the maps that the server draws; ``depth`` cuts larger ones. */
export interface Maps {
  /** Largest number of boards on a map. */
  boards: number;
  /** Deepest nesting of boards. */
  levels: number;
}

/** Game and its board. */
export interface GameSummary extends RulesFields {
  /** Coordinates of the cells in reading order, from the top left. */
  cells: string[];
  /** Cells of each line; empty when k is larger than the board. */
  lines: string[][];
  /**
   * Cells in stacks, each from the bottom up: a stone goes on the lowest free cell of its stack.
   */
  stacks: string[][];
  /** Number of layers that stand side by side; 1 on a flat board. */
  layers: number;
  terms: Terms;
  drawing: Drawing;
  maps: Maps;
  /** True if there are papers for a class. */
  papers: boolean;
}

/** Certificate by which the page plays a side. */
export interface KnownProof {
  /** Address of its script. */
  file: string;
  /** Side that it plays. */
  owner: "X" | "O";
  /** True if that side wins, false if it does not lose. */
  wins: boolean;
}

/** Player of a game. */
export interface KnownPlayer {
  name: string;
  /** The sides with which it provably never loses. */
  never_loses: ("X" | "O")[] | null;
}

/** Counts of a ply: positions up to symmetry, and the games that end there. */
export interface KnownCounts {
  ply: number;
  positions: number;
  x_winning: number;
  drawing: number;
  o_winning: number;
  games: number | null;
}

/** Game with a book or a certificate, and how the page gets its answers. */
export interface KnownGame extends GameSummary {
  /** Value of the empty board, for X. */
  value: "win" | "draw" | "loss";
  remoteness: number;
  winner: "X" | "O" | null;
  /** Side whose strategy is proved, where there is no book. */
  owner: "X" | "O" | null;
  /** Way in which the page gets the answers: see `viewer/explorer/files.py`. */
  held: "table" | "search" | "proof" | "ranges" | "api";
  /** Address of the book's script; empty if it has none. */
  file: string;
  proof: KnownProof | null;
  /** Address of the script of players that need a table; empty if there is none. */
  policies: string;
  players: KnownPlayer[];
  /** Null if the counts are in the game's script, or unknown. */
  plies: KnownCounts[] | null;
}

/** List of what there is, `known.js`. */
export interface Known {
  /** Address of the server's API; empty if there is none. */
  api: string;
  /** True if small games are solved on request. */
  solves: boolean;
  /** Books and certificates, the smallest boards first. */
  books: KnownGame[];
  /** Kinds of the papers for a class, each as rules and name. */
  papers: string[];
  /** Rules of the books that a server is still opening. */
  opening: string[];
}

/** Small book as its script has it: a number for each row, by ascending key. */
export interface Table {
  symmetries: number[][];
  /** Distance of each key from the one before. */
  steps: number[];
  values: number[];
  remoteness: number[];
  best: number[];
  safe: number[];
  picks: number[];
  plies: KnownCounts[];
}

/** Book of first plies as its script has it, packed by zlib and written in base64. */
export interface FirstPlies {
  scores: string;
  /** The board as the kernel of the search is told of it. */
  words: string;
  /** Number of words of the kernel's stack. */
  stack: number;
}

/** Certificate as its script has it. */
export interface Proof {
  /** Rows of its tables of moves, of pairings and of sheets. */
  rows: number[];
  /** All of them, packed by zlib and written in base64. */
  tables: string;
}

/** Legal move and its value. */
export interface MoveWorth {
  /** Coordinate: column letter, then row number counted from the bottom. */
  move: string;
  /** Value for the mover. */
  value: "win" | "draw" | "loss";
  /** Plies until the game ends under perfect play, this move included. */
  remoteness: number;
  /** Wins soonest, holds the draw, or loses latest. */
  best: boolean;
  /** Keeps the position's value. */
  safe: boolean;
  /** The opponent's legal replies; 0 when the move ends the game. */
  replies: number;
  /** Replies that are mistakes: they lower the value for the opponent. */
  wrong_replies: number;
}

/** Position: its value, and every legal move ranked, best first. */
export interface Lookup {
  rules: string;
  /** The board, rows top to bottom. */
  position: string;
  /** Stones on the board. */
  ply: number;
  to_move: "X" | "O";
  over: boolean;
  winner: "X" | "O" | null;
  /** Value for the side to move. */
  value: "win" | "draw" | "loss";
  /** Plies until the game ends; the winner hastens, the loser delays. */
  remoteness: number;
  /** The best moves, in cell order. */
  best: string[];
  /** The best move after which the opponent has the most ways to go wrong. */
  pick: string | null;
  moves: MoveWorth[];
}

/** Positions of a game. */
export interface Game {
  /** Lookups by ply, the empty board first: one more than there are moves. */
  positions: Lookup[];
}

/** Perfect play from a position to the end. */
export interface Line {
  line: string[];
}

/** Moves that a player may make in a position. */
export interface PolicyAnswer {
  /** The probability of each move, as a fraction in text; they sum to 1. */
  policy: Record<string, string>;
}

/** Games that have no book yet, but are solved on request. */
export interface Games {
  games: GameSummary[];
}

/** Line of the progress of a solve. */
export interface Step {
  /** Part that is done, from 0 to 1; at 1 the book can be asked. */
  share?: number;
  /** One sentence, likewise: why there will be no book. */
  detail?: string;
}

/** Error. */
export interface Problem {
  /** One sentence: what is wrong, and what to do. */
  detail: string;
}
