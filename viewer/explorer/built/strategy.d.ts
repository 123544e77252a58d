// Types of a strategy.

export const rules: string;

/** The side whose moves the strategy has. */
export const owner: "X" | "O";

/**
 * The owner's column, from 1, after a game as the text of its columns ("44"); null if the game is
 * over, if the owner is not to move, or if it has not played by this strategy.
 */
export function move(game: string): number | null;
