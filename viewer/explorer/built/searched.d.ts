// Types of a game whose first plies are in a book, with a search below them.

/** Name of a cell: the letter of its column, and the number of its row counted from the bottom. */
export type Coordinate = string;

/** Value for the side to move. */
export type Value = "win" | "draw" | "loss";

/** Legal move, and what it is worth to the side that makes it. */
export interface Move {
  move: Coordinate;
  value: Value;
  /** Plies until the game ends under perfect play, this move among them. */
  remoteness: number;
  /** Whether it wins soonest, draws, or loses latest. */
  best: boolean;
  /** Whether it keeps the value of the position. */
  safe: boolean;
  replies: number;
  /** Number of replies that give something away. */
  wrong_replies: number;
}

/** Answer for a position. */
export interface Answer {
  rules: string;
  /** Rows from the top, with X, O and "." for a free cell. */
  position: string;
  /** Number of stones. */
  ply: number;
  to_move: "X" | "O";
  over: boolean;
  winner: "X" | "O" | null;
  value: Value;
  /** Plies until the game ends under perfect play. */
  remoteness: number;
  best: Coordinate[];
  /** One of the best moves, which leaves the most ways to go wrong; null if the game is over. */
  pick: Coordinate | null;
  /** Legal moves, best first. */
  moves: Move[];
}

export const rules: string;

/** What is known of a position soonest. */
export type Best = Pick<Answer, "value" | "remoteness" | "best">;

/**
 * The answer for a game as the text of its columns, from 1 on the left ("4453"), or for a board as
 * the text of its rows, from the top, with X, O and "."; null if no legal game reaches it. X moves
 * first. Positions are searched in turn, in parts between which other code runs.
 */
export function lookup(position: string): Promise<Answer | null>;

/** The value and the best moves alone, which take a fraction of the time. */
export function bestMoves(position: string): Promise<Best | null>;
