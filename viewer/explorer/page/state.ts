/**
 * The state of the page, one typed object of signals, and what follows from it. Only actions.ts
 * changes it; a component is a function from it to elements.
 */

import { computed, signal } from "@preact/signals";
import { moveOf } from "./answers/answer.ts";
import { boardOfGame, type Game, isWhole, ownSide, shownMoves } from "./game/game.ts";
import { keptSettings } from "./game/kept.ts";
import { boardAfter, boardOf, cellOf, isOver, openCells, other, sideAt } from "./game/rules.ts";
import { slipsOf, type Tale } from "./game/story.ts";
import { linesOf, reasonsOf } from "./game/tactics.ts";
import { playerName, sideName } from "./words/say.ts";
import { text } from "./words/text.ts";
import type { Result } from "./game/puzzles.ts";
import type { Road } from "./game/roads.ts";
import type { Slide } from "./game/slides.ts";

/** What lies over the screen. */
export type Panel = "games" | "opponents" | "share" | "menu" | null;

/** A line that plays on the board, without being played in the game. */
export type Film = { line: string[]; step: number; waiting: boolean };

/** A puzzle that is set: where, which of the day's it is, and how far it is solved. */
export type Puzzle = {
  ply: number;
  number: number; // among the day's; -1 for another one
  tries: number; // wrong ones, and hints
  solved: boolean;
  missed: boolean; // whether a wrong move stands on the board
  before: { game: Game; values: boolean }; // what was on the screen
};

/** A puzzle that nobody has tried yet. */
export const puzzleAt = (ply: number, number: number, before: Puzzle["before"]): Puzzle => (
  { ply, number, tries: 0, solved: false, missed: false, before }
);

/** A walk in a side's map. */
export type Walk = { side: Side; map: Road; here: Road; road: Road | null };

export const state = {
  games: signal<Rules[]>([]),
  game: signal<Game>(null as unknown as Game),
  entries: signal<Entry[]>([]), // the answers by ply; empty while they are unknown
  values: signal(false),
  hint: signal<0 | 1 | 2>(0), // nothing, the cell, or why too
  retried: signal<Slip | null>(null), // the mistake that is tried again
  sign: signal<Side>("X"), // that is placed, where a side may place either
  pointed: signal<number | null>(null), // the move that is pointed at
  film: signal<Film | null>(null),
  puzzle: signal<Puzzle | null>(null),
  results: signal<Result[]>([]), // of the day's puzzles
  finding: signal(false), // whether puzzles are looked for
  walk: signal<Walk | null>(null),
  slides: signal<Slide[] | null>(null),
  panel: signal<Panel>(null),
  asked: signal(""), // rules that were asked for, of which there is no book
  problem: signal(""),
  note: signal(""), // said once about what a link asked for
  won: signal(0), // games that were won: a win is celebrated
  settings: signal(keptSettings()),
};

export const rules = computed(() => state.game.value.rules);
export const board = computed(() => boardOfGame(state.game.value));
export const side = computed(() => sideAt(state.game.value.at));
export const over = computed(() => isOver(rules.value, board.value));
export const own = computed(() => ownSide(state.game.value));
export const whole = computed(() => isWhole(state.game.value));

/** The answer for the position that is shown; undefined while it is unknown. */
export const entry = computed<Entry | undefined>(() => state.entries.value[state.game.value.at]);

/** The name of the opponent's seat, and the opponent's name. */
export const seat = computed(() => state.game.value.seats[other(own.value ?? "X")]);
export const opponent = computed(() => playerName(seat.value));

/** The author of a side's moves, to be named; null for the reader. */
export const nameOf = (of: Side) =>
  own.value ? (own.value === of ? null : opponent.value) : sideName(rules.value.text, of);

export const slips = computed(() =>
  whole.value ? slipsOf(rules.value, state.game.value.moves, state.entries.value) : null
);
export const ownSlip = computed(() => slips.value?.findLast((slip) => slip.side === own.value));

/** The mistakes up to the place that is shown, whether the game is over or not. */
export const slipHere = computed(() => {
  const { moves, at } = state.game.value;
  const found = slipsOf(rules.value, moves.slice(0, at), state.entries.value);
  return found?.find((slip) => slip.ply === at - 1);
});

export const tale = computed<Tale>(() => ({
  rules: rules.value,
  moves: state.game.value.moves,
  exact: state.values.value,
  own: own.value,
  nameOf: (of) => nameOf(of) ?? text.you,
}));

/** The board that is shown: the game's, or that of a film. */
export const scene = computed(() => {
  const game = state.game.value, film = state.film.value;
  const line = film ? film.line.slice(0, film.step) : [];
  const moves = [...shownMoves(game), ...line];
  return {
    board: boardAfter(game.rules, moves),
    last: cellOf(game.rules, moves.at(-1)),
    numbers: new Map(line.map((name, step) => [cellOf(game.rules, name)!, step + 1])),
  };
});

/** The cells that may be played now by a person. */
export const free = computed(() => over.value ? [] : openCells(rules.value, board.value));

/** The cell of the hint; null where none is given. */
export const hinted = computed(() =>
  state.hint.value ? cellOf(rules.value, entry.value?.pick) : null
);

/** The lines of which the reason of a hint, or of a puzzle's right move, speaks. */
export const told = computed(() => {
  const puzzle = state.puzzle.value, { moves } = state.game.value;
  const asked = puzzle?.solved ? state.entries.value[puzzle.ply] : entry.value;
  const name = puzzle?.solved ? moves[puzzle.ply] : state.hint.value > 1 ? asked?.pick : null;
  if (!asked || !name || !moveOf(asked, name)?.best) return [];
  const on = boardOf(asked.position), move = rules.value.moves.indexOf(name);
  return linesOf(rules.value, on, move, reasonsOf(rules.value, on, asked, move));
});
