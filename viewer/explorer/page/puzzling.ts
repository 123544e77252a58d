/** Puzzles: the day's are set one after another, then others; a wrong move is refuted on the board. */

import { moveOf } from "./answers/answer.ts";
import { FRIENDS, type Game, newGame, played, shownMoves } from "./game/game.ts";
import * as puzzles from "./game/puzzles.ts";
import { sideAt } from "./game/rules.ts";
import { over, type Puzzle, puzzleAt, rules, state } from "./state.ts";
import { services } from "./services.ts";
import { text } from "./words/text.ts";

const SEEN = 1700; // milliseconds for which a wrong try and what refutes it stay on the board
const REPLY = 450; // milliseconds before the other side's reply

type Show = (game: Game, how?: { acted?: boolean; push?: boolean }) => Promise<void>;

const lists = new Map<string, Promise<string[][]>>(); // the day's puzzles by rules
const seen = new Set<string>(); // boards that were puzzles before
let searching = 0;

/** Set a puzzle of the day, the first that is not solved, or the next one; then others. */
export async function nextPuzzle(show: Show) {
  const of = rules.value, day = puzzles.dayOf(new Date()), number = ++searching;
  const wanted = () => number === searching && of === rules.value;
  state.finding.value = true;
  try {
    if (!lists.has(of.text)) {
      lists.set(
        of.text,
        puzzles.findPuzzles(services.source, of, day, puzzles.THEMES, seen, wanted),
      );
    }
    const list = await lists.get(of.text)!;
    if (!list.length) lists.delete(of.text);
    const results = puzzles.todaysResults(of.text, day);
    const place = list.findIndex((_, one) => !results[one]);
    const moves = place < 0 ? await another(of, wanted) : list[place];
    if (!wanted()) return;
    if (!moves) throw new Error(text.noPuzzle);
    set(of, moves, place, show);
  } catch (error) {
    if (wanted()) state.note.value = (error as Error).message;
  } finally {
    if (number === searching) state.finding.value = false;
  }
}

/** Look for no puzzle any more. */
export function stopFinding() {
  searching += 1;
  lists.delete(rules.value.text);
  state.finding.value = false;
}

async function another(of: Rules, wanted: () => boolean) {
  const seed = Math.floor(Math.random() * 2 ** 32),
    theme = puzzles.THEMES[seed % puzzles.THEMES.length];
  return (await puzzles.findPuzzles(services.source, of, seed, [theme], seen, wanted))[0];
}

function set(of: Rules, moves: string[], number: number, show: Show) {
  const game = { ...newGame(of, FRIENDS), moves, at: moves.length };
  const { puzzle, values } = state;
  const before = puzzle.value?.before ?? { game: state.game.value, values: values.value };
  state.values.value = false;
  puzzle.value = puzzleAt(moves.length, number, before);
  show(game, { push: true });
}

/** Go back to the game that was on the screen before. */
export function leavePuzzle(show: Show) {
  const { game, values } = state.puzzle.value!.before;
  state.puzzle.value = null;
  state.values.value = values;
  return show(game, { push: true, acted: true });
}

/** Judge the last move of a puzzle: go on, end it, or refute the move and take it back. */
export async function judge(acted: boolean, show: Show) {
  const puzzle = state.puzzle.value, game = state.game.value;
  if (!puzzle || !acted || puzzle.solved || game.at <= puzzle.ply) return;
  if (sideAt(game.at) === sideAt(puzzle.ply)) return; // the other side has replied
  const before = state.entries.value[game.at - 1], name = game.moves[game.at - 1];
  if (!moveOf(before, name)?.safe) return refute(puzzle, game, show);
  const asked = state.entries.value[puzzle.ply];
  if (over.value || !puzzles.isPlayedOut(asked)) return solve(puzzle);
  const { pick } = state.entries.value[game.at];
  const reply = pick && played(game, game.rules.moves.indexOf(pick));
  if (reply) setTimeout(() => state.game.value === game && show(reply, { acted: true }), REPLY);
}

/** Show the reply that punishes a wrong move; then take both back. */
function refute(puzzle: Puzzle, game: Game, show: Show) {
  const { pick } = state.entries.value[game.at];
  state.puzzle.value = { ...puzzle, tries: puzzle.tries + 1, missed: true };
  if (pick) {
    setTimeout(() => {
      if (state.game.value === game) state.film.value = { line: [pick], step: 1, waiting: false };
    }, REPLY);
  }
  setTimeout(() => {
    if (state.game.value !== game || !state.puzzle.value) return;
    state.puzzle.value = { ...state.puzzle.value, missed: false };
    const moves = shownMoves(game).slice(0, -1);
    show({ ...game, moves, at: moves.length });
  }, SEEN);
}

function solve(puzzle: Puzzle) {
  state.puzzle.value = { ...puzzle, solved: true };
  if (puzzle.number < 0) return;
  const day = puzzles.dayOf(new Date());
  puzzles.keepResult(rules.value.text, day, puzzle.number, puzzle.tries ? "later" : "first");
  state.results.value = puzzles.todaysResults(rules.value.text, day);
  if (puzzles.THEMES.every((_, number) => state.results.value[number])) state.won.value += 1;
}
