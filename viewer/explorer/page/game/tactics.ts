/**
 * Tactics, seen a move or two deep. A threat is a cell that the next stone may take and that would
 * complete a line; a fork makes two.
 */

import {
  after as played,
  completed,
  isOver,
  legal,
  lineValue,
  moverOn,
  openCells,
  other,
  stonesOn,
  winnerOn,
} from "./rules.ts";
import type { Text } from "../words/text.ts";

/** A reason for a move; of some with cells, or with plies until the end. */
export type Reason = { kind: keyof Text["reason"]; cells: number[]; plies: number };

/** The cells at which a side would complete a line. */
export function threats(rules: Rules, board: Board, side: Side) {
  const free = new Set(openCells(rules, board));
  const found = rules.lines.flatMap((line) => {
    const missing = line.filter((cell) => board[cell] !== side);
    return missing.length === 1 && free.has(missing[0]) ? missing : [];
  });
  return [...new Set(found)].sort((one, two) => one - two);
}

/** The moves of a side that complete no line and make two threats or more. */
export function forks(rules: Rules, board: Board, side: Side) {
  const lines = threats(rules, board, side);
  return openCells(rules, board).filter((cell) =>
    !lines.includes(cell) && threats(rules, board.with(cell, side), side).length > 1
  );
}

/**
 * Whether a move of a side leaves the other no fork: where it threatens a line that wins, that has
 * to be answered.
 */
export function stopsForks(rules: Rules, board: Board, side: Side, cell: number, wins: boolean) {
  const after = board.with(cell, side);
  const forced = wins ? threats(rules, after, side) : [];
  return !forks(rules, after, other(side)).some((fork) => !forced.length || forced.includes(fork));
}

const reason = (kind: Reason["kind"], cells: number[] = []) => ({ kind, cells, plies: 0 });

/** The tactics of a move: what it does on the board, the strongest first. */
export function tacticsOf(rules: Rules, board: Board, move: number): Reason[] {
  const after = played(rules, board, move), ply = stonesOn(board);
  const completes = (on: Board, one: number) => completed(rules, played(rules, on, one)).length > 0;
  if (winnerOn(rules, after) === moverOn(board)) return [reason("wins")];
  if (completes(board, move)) return [];
  const said = rules.terms.signs.join() === "X,O" ? onLines(rules, board, move) : [];
  if (lineValue(rules, ply) < 0 && legal(rules, board).some((one) => completes(board, one))) {
    said.push(reason("avoids"));
  }
  if (
    lineValue(rules, ply + 1) < 0 && !isOver(rules, after) &&
    legal(rules, after).every((one) => completes(after, one))
  ) said.push(reason("forces"));
  return said;
}

/** The reasons about lines that win, where each side has stones of its own. */
function onLines(rules: Rules, board: Board, cell: number): Reason[] {
  const side = moverOn(board),
    their = other(side),
    ply = stonesOn(board),
    after = played(rules, board, cell);
  const wins = lineValue(rules, ply) > 0, loses = lineValue(rules, ply + 1) > 0;
  const blocks = loses ? threats(rules, board, their) : [];
  const made = wins && !isOver(rules, after) ? threats(rules, after, side) : [];
  const said = blocks.includes(cell) ? [reason("blocks")] : [];
  if (made.length > 1 && forks(rules, board, side).includes(cell)) {
    return [...said, reason("forks", made)];
  }
  if (made.length) said.push(reason("threatens", made));
  const theirs = blocks.length || !loses ? [] : forks(rules, board, their);
  return theirs.length && stopsForks(rules, board, side, cell, wins)
    ? [...said, reason("stops", theirs)]
    : said;
}

/** The reasons of a best move: its tactics, then what it comes to. */
export function reasonsOf(rules: Rules, board: Board, entry: Entry, cell: number): Reason[] {
  const seen = tacticsOf(rules, board, cell);
  if (seen[0]?.kind === "wins") return seen;
  const all = entry.moves.length;
  const safe = entry.moves.filter((move) => move.safe).length;
  const kind: Reason["kind"] = entry.value === "win"
    ? "wins in"
    : all === 1
    ? "only"
    : entry.value === "draw"
    ? (safe < all ? "holds" : "all draw")
    : entry.best.length < all
    ? "lasts"
    : "all lose";
  return [...seen, { kind, cells: [], plies: entry.remoteness }];
}

/** The lines of which a reason speaks, and whose they are: the board draws them. */
export function linesOf(rules: Rules, board: Board, move: number, said: Reason[]) {
  const side = moverOn(board), then = played(rules, board, move);
  const own = (reach: Board, who: Side, cells: number[]) =>
    rules.lines.filter((line) =>
      cells.some((cell) => line.includes(cell)) &&
      line.filter((cell) => reach[cell] !== who).length <= 1 &&
      line.every((cell) => reach[cell] !== other(who))
    ).map((line) => ({ cells: line, side: who }));
  return said.flatMap(({ kind, cells }) => {
    if (kind === "wins") return completed(rules, then).map((line) => ({ cells: line, side }));
    if (kind === "blocks") return own(board, other(side), [move]);
    if (kind === "threatens" || kind === "forks") return own(then, side, cells);
    if (kind !== "stops") return [];
    return cells.flatMap((fork) => {
      const forked = board.with(fork, other(side));
      return own(forked, other(side), threats(rules, forked, other(side)));
    });
  });
}
