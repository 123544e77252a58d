/**
 * Actions of a person: each changes the state, and writes the place into the address. Only an action
 * lets an opponent move; looking back and forth never does.
 */

import { batch } from "@preact/signals";
import { Again } from "./answers/answer.ts";
import { LATE, SOON } from "./answers/library.ts";
import * as games from "./game/game.ts";
import { keepSettings, type Settings } from "./game/kept.ts";
import { hashOf, type Linked, linkedGame, rulesIn } from "./game/link.ts";
import { beat, HUMAN, opponentNamed, opponentsOf, unbeatable } from "./game/players.ts";
import { dayOf, todaysResults } from "./game/puzzles.ts";
import { isOver, other, sideAt } from "./game/rules.ts";
import { entry, over, own, ownSlip, puzzleAt, rules, scene, seat, slips, state } from "./state.ts";
import { judge } from "./puzzling.ts";
import { services } from "./services.ts";
import { text } from "./words/text.ts";
import type { Game } from "./game/game.ts";
import type { Panel } from "./state.ts";

const THINKING = 350; // milliseconds before an opponent's move, so that it is seen
const STEP = 750; // milliseconds between the moves of a film

let drawing = 0; // the number of the last change: answers for an older one come too late
let delay = SOON;
let timer = 0; // of a film
let retrying = 0;

/** Change the game, and ask for its answers. */
export function show(game: Game, { acted = false, push = false } = {}) {
  stopFilm();
  batch(() => {
    const before = state.game.value;
    const same = game.moves.findIndex((name, ply) => name !== before?.moves[ply]);
    state.entries.value = state.entries.value.slice(0, same < 0 ? game.moves.length + 1 : same + 1);
    state.game.value = game;
    state.hint.value = 0;
    state.pointed.value = null;
    state.note.value = "";
    state.retried.value = null;
    if (before?.rules !== game.rules) {
      state.entries.value = [];
      state.results.value = todaysResults(game.rules.text, dayOf(new Date()));
    }
  });
  write(push);
  return ask(acted);
}

/** Write the place into the address. */
function write(push = false) {
  const { game, values, puzzle } = state;
  services.address.write(hashOf(game.value, values.value, puzzle.value?.ply), push);
}

/** Ask for the game's answers, and let the opponent move if it is its turn. */
async function ask(acted: boolean) {
  const number = ++drawing, game = state.game.value;
  clearTimeout(retrying);
  try {
    const entries = await services.source.game(game.rules, game.moves, game.at);
    if (number !== drawing) return;
    state.entries.value = entries;
    state.problem.value = "";
    delay = SOON;
  } catch (error) {
    if (number !== drawing) return;
    if (!(error instanceof Again && error.told)) return fail(error as Error, acted);
  }
  await judge(acted, show);
  if (number === drawing && acted && games.isLatest(game) && games.isAwaited(game)) {
    later(() => number === drawing && answer(number), THINKING);
  }
}

/** Say what went wrong, and ask again if that may help. */
function fail(error: Error, acted: boolean) {
  const again = error instanceof Again;
  state.problem.value = `${error.message}${again ? ` ${text.tryingAgain}` : ""}`;
  if (again) retrying = later(() => ask(acted), delay);
  delay = Math.min(2 * delay, LATE);
}

const later = (act: () => unknown, milliseconds: number) =>
  setTimeout(act, milliseconds) as unknown as number;

/** More is known about the game that was asked for last. */
export async function more() {
  const number = drawing, { rules: of, moves, at } = state.game.value;
  const entries = await services.source.game(of, moves, at).catch(() => null);
  if (entries && number === drawing) state.entries.value = entries;
}

export const retry = () => state.problem.value && ask(true);

/** The opponent's move. @param number of the change that it follows */
async function answer(number: number) {
  const game = state.game.value, player = game.seats[sideAt(game.at)];
  try {
    const moves = await services.source.choices(game.rules, player, games.shownMoves(game));
    const next = games.played(game, moves[Math.floor(Math.random() * moves.length)]);
    if (number !== drawing || !next) return;
    await show(next, { acted: true });
    celebrate();
  } catch (error) {
    if (number === drawing) fail(error as Error, true);
  }
}

/** A person's move, by its number. */
export function play(move: number) {
  const { puzzle, walk } = state, game = state.game.value;
  if (state.film.value) return stopFilm();
  if (walk.value || game.seats[sideAt(game.at)] !== HUMAN) return;
  if (puzzle.value && (puzzle.value.solved || puzzle.value.missed)) return;
  if (puzzle.value && (game.at < puzzle.value.ply || (game.at - puzzle.value.ply) % 2)) return;
  const next = games.played(game, move);
  if (next) show(next, { acted: true, push: !puzzle.value }).then(celebrate);
}

/** Remember who was beaten, once a game is over. */
function celebrate() {
  if (!over.value || !own.value || state.puzzle.value || !hasPassed()) return;
  if (!games.isLatest(state.game.value)) return;
  beat(rules.value, seat.value);
  if (entry.value?.winner === own.value) state.won.value += 1;
}

/** Whether a finished game counts: it is won, or drawn against an opponent that never loses. */
export function hasPassed() {
  const winner = entry.value?.winner;
  if (!own.value || !over.value || !entry.value) return false;
  return winner === own.value ||
    (!winner && unbeatable(rules.value, seat.value, other(own.value)));
}

/** Look at a place; at the latest one, an opponent that is to move goes on. */
export function jump(at: number) {
  const game = games.jumped(state.game.value, at);
  if (!state.puzzle.value?.missed) show(game, { acted: games.isLatest(game) });
}
export const undo = () => jump(games.placeBefore(state.game.value));

/** Give up what was taken back, and let the opponent move. */
export function goOn() {
  const game = state.game.value;
  show({ ...game, moves: games.shownMoves(game) }, { acted: true, push: true });
}

/** The side that a person may take: a proof plays its owner's. */
const sideFor = (of: Rules, opponent: string, side: Side) =>
  (opponent === "proof" || of.owner) ? other(of.proof!.owner) : side;

/** The seats of a game against an opponent, or at the same screen. */
const seatsFor = (of: Rules, name: string, side: Side) =>
  name === HUMAN ? games.FRIENDS : games.seatsOf(sideFor(of, name, side), name);

/** The seats of a game that nobody has chosen for it: those of the last visit. */
function usualSeats(of: Rules) {
  const { opponent, side } = state.settings.value;
  const name = opponentsOf(of).includes(opponent) ? opponent : opponentNamed(of, "levi");
  return seatsFor(of, name, side);
}

/** Begin a game; of other rules with the opponent that the last visit chose. */
export function begin(of: Rules = rules.value) {
  const same = of === rules.value && !state.puzzle.value;
  const seats = same ? state.game.value.seats : usualSeats(of);
  state.puzzle.value = null;
  state.panel.value = null;
  show(games.newGame(of, seats), { acted: true, push: true });
}

/** Play the same opponent again, with the other side. */
export function rematch() {
  const { X, O } = state.game.value.seats;
  const turned = seat.value === "proof" ? { X, O } : { X: O, O: X };
  show(games.newGame(rules.value, turned), { acted: true, push: true });
}

/** Another opponent, or the other side. */
export function against(name: string, side: Side = own.value ?? state.settings.value.side) {
  const game = state.game.value, seats = seatsFor(rules.value, name, side);
  setting({ opponent: name, side: games.ownSide({ seats }) ?? side });
  state.panel.value = null;
  const fresh = over.value ||
    games.ownSide({ seats }) !== own.value && game.at > 0 && name !== HUMAN;
  show(fresh ? games.newGame(rules.value, seats) : { ...game, seats }, { acted: true, push: true });
}

/** Go back to the reader's last mistake. */
export function tryAgain() {
  const slip = ownSlip.value!;
  jump(slip.ply);
  state.retried.value = slip;
}

/** Show what every move was worth, from the first mistake on. */
export function lookAtAll() {
  state.values.value = true;
  jump(slips.value?.length ? slips.value[0].ply + 1 : 0);
}

export function toggleValues() {
  state.values.value = !state.values.value;
  write();
}

/** Give a hint: the cell at first, then why, with the line that it leads to. */
export function hint() {
  const { hint: given, puzzle } = state;
  given.value = given.value ? 2 : 1;
  if (puzzle.value) puzzle.value = { ...puzzle.value, tries: puzzle.value.tries + 1 };
  if (given.value === 2) film();
}

/** Play the line of perfect play on the board. */
export async function film() {
  stopFilm();
  const started = state.film.value = { line: [] as string[], step: 0, waiting: true };
  const line = await services.source.line(rules.value, scene.value.board).catch(() => []);
  if (state.film.value !== started) return;
  state.film.value = line.length ? { line, step: 1, waiting: false } : null;
  timer = setInterval(() => {
    const running = state.film.value;
    if (running && running.step < running.line.length) {
      state.film.value = { ...running, step: running.step + 1 };
    } else clearInterval(timer);
  }, STEP) as unknown as number;
}

/** Stop the film at one of its moves. */
export function filmTo(step: number) {
  clearInterval(timer);
  state.film.value = { ...state.film.value!, step };
}

export function stopFilm() {
  clearInterval(timer);
  if (state.film.value?.waiting) services.source.halt(rules.value);
  state.film.value = null;
}

export function openPanel(panel: Panel, asked = "") {
  state.asked.value = asked;
  state.panel.value = panel;
  if (panel === "games") look();
}

/** Learn which games there are now. */
async function look() {
  await services.library.look().catch(() => {/* those known before are shown */});
  state.games.value = [...services.library.games];
}

export function setting(changed: Partial<Settings>) {
  state.settings.value = { ...state.settings.value, ...changed };
  keepSettings(state.settings.value);
}

/** Show the game of a link, or of what was typed. */
export function follow(linked: Linked, push = true) {
  batch(() => {
    state.values.value = linked.values;
    state.panel.value = null;
    state.walk.value = null;
    const before = { game: games.newGame(linked.game.rules), values: false };
    state.puzzle.value = linked.puzzle < 0 ? null : puzzleAt(linked.puzzle, -1, before);
  });
  const shown = show(settled(linked.game), { push, acted: !push });
  state.note.value = linked.said;
  return shown;
}

/** The game with the seats that its rules allow. */
function settled(game: Game): Game {
  const side = games.ownSide(game);
  return side ? { ...game, seats: seatsFor(game.rules, game.seats[other(side)], side) } : game;
}

/** Open what the address names: a game, or the chooser that says what there is instead. */
export async function open(hash: string) {
  const asked = rulesIn(hash), linked = linkedGame(hash, services.library.games);
  if (linked) return follow(linked, false);
  const { library } = services, { first } = library;
  if (asked) openPanel("games", asked.slice(0, 40));
  await show(games.newGame(first, usualSeats(first)), { acted: true });
}

/** Whether the game that is shown may be gone on from, though it was taken back. */
export const mayGoOn = () => {
  const game = state.game.value;
  return !games.isLatest(game) && games.isAwaited(game) && !isOver(game.rules, scene.value.board);
};
