// Types of the module of $rules.

/** Name of a cell: the letter of its column, and the number of its row counted from the bottom. */
export type Coordinate = $coordinates;

/** What stands on a cell: X or O in either case, or 1 and 2 (or -1); null, "", " ", ".", "_", "-" or 0 if it is free. */
export type Cell = string | number | null | undefined;

/** Answer for a position. */
export interface Answer {
  /** Value for the side to move. */
  value: "win" | "draw" | "loss";
  /** Plies until the game ends under perfect play. */
  remoteness: number;
  /** Moves that win soonest, draw, or lose latest. */
  best: Coordinate[];
  /** Moves that keep the value. */
  safe: Coordinate[];
  /** One of the best moves; null if the game is over. */
  pick: Coordinate | null;
}

export const rules: "$rules";
export const cells: $cells;
export const names: readonly Coordinate[];

/** The answer for a board as text, or as an array of its cells or of its rows; null if no legal game reaches it. */
export function lookup(board: string | readonly Cell[] | readonly (readonly Cell[])[]): Answer | null;

/** The answer for the masks of X's and O's stones: bit i is cell i. */
export function lookupMasks(x: number, o: number): Answer | null;
