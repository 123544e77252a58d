/** A game on the page: its moves, how many of them are shown, and who plays each side. */

import { boardAfter, isOver, legal, sideAt } from "./rules.ts";
import { HUMAN } from "./players.ts";

export type Seats = Record<Side, string>;

/** A game; it never changes, and actions make another one of it. */
export type Game = {
  rules: Rules;
  moves: string[]; // those that were taken back too
  at: number; // how many are shown
  seats: Seats; // an opponent's name, or human
};

export const FRIENDS: Seats = { X: HUMAN, O: HUMAN };

export const newGame = (rules: Rules, seats: Seats = FRIENDS): Game => ({
  rules,
  moves: [],
  at: 0,
  seats,
});

/** The seats of a person and an opponent. */
export const seatsOf = (own: Side, opponent: string): Seats =>
  own === "X" ? { X: HUMAN, O: opponent } : { X: opponent, O: HUMAN };

/** The one side that a person plays; null where two people do. */
export function ownSide({ seats }: Pick<Game, "seats">): Side | null {
  if ((seats.X === HUMAN) === (seats.O === HUMAN)) return null;
  return seats.X === HUMAN ? "X" : "O";
}

export const shownMoves = ({ moves, at }: Pick<Game, "moves" | "at">) => moves.slice(0, at);
export const boardOfGame = (game: Game) => boardAfter(game.rules, shownMoves(game));
export const isLatest = ({ moves, at }: Game) => at === moves.length;

/** Whether the game is over after all its moves, whichever place is shown. */
export const isWhole = ({ rules, moves }: Game) => isOver(rules, boardAfter(rules, moves));

/** Whether an opponent is to move at the place that is shown. */
export const isAwaited = (game: Game) =>
  game.seats[sideAt(game.at)] !== HUMAN && !isOver(game.rules, boardOfGame(game));

/** The game after another move, by its number; null if it is not legal. */
export function played(game: Game, move: number): Game | null {
  if (!legal(game.rules, boardOfGame(game)).includes(move)) return null;
  const moves = [...shownMoves(game), game.rules.moves[move]];
  return { ...game, moves, at: moves.length };
}

export const jumped = (game: Game, at: number): Game => ({
  ...game,
  at: Math.max(0, Math.min(at, game.moves.length)),
});

/** The place of a person's move before the one that is shown; a step back where none plays. */
export function placeBefore(game: Game) {
  let at = game.at - 1;
  while (at > 0 && game.seats[sideAt(at)] !== HUMAN) at -= 1;
  return game.seats[sideAt(Math.max(0, at))] === HUMAN ? at : game.at;
}
