/**
 * Boards that a legal game reaches, with its moves, and the faults of others; games read from text.
 */

import { text } from "../words/text.ts";
import { Game } from "./game.ts";
import { gameOf } from "./link.ts";
import { labelsOf, readings } from "./notations.ts";
import type { Reading } from "./notations.ts";
import { completed, stonesOn, textOf } from "./rules.ts";
import { treeOf } from "./tree.ts";
import type { Tree } from "./tree.ts";

/** The fault of a board, in the server's words; empty if a legal game reaches it. */
export function wrongWith(rules: Rules, board: Board) {
  const shown = `'${textOf(rules, board)}'`;
  const [x, o] = ["X", "O"].map((side) => board.filter((stone) => stone === side).length);
  const own = rules.terms.signs.join() === "X,O";
  if (own && x !== o && x !== o + 1) return text.wrongCounts(shown, x, o);
  const [last, before] = x > o ? "XO" : "OX";
  const lines = completed(rules, board);
  const earlier = lines.filter((line) => own && board[line[0]] === before);
  if (earlier.length && earlier.length < lines.length) return text.bothHaveLines(shown);
  if (earlier.length) return text.movedAfterLine(shown, last, before);
  if (lines.length && !shared(lines).length) return text.linesApart(shown, last);
  const floating = rules.stacks.flatMap((stack) =>
    stack.filter((cell, height) => height && board[cell] && !board[stack[height - 1]])
  );
  if (floating.length) return text.floats(shown, rules.names[Math.min(...floating)]);
  return orderOf(rules, board) ? "" : text.noOrder(shown);
}

const shared = (lines: number[][]) =>
  lines.reduce((some, line) => some.filter((cell) => line.includes(cell)));

/** Moves that lead to a board, the stone that completes its lines last; null if there are none. */
export function orderOf(rules: Rules, board: Board): string[] | null {
  const stacks = rules.stacks.map((stack) => stack.filter((cell) => board[cell]));
  const heights = stacks.map((stack) => stack.length);
  const stones = stonesOn(board);
  const lines = completed(rules, board);
  const moves: string[] = [];
  const dead = new Set(); // heights from which the stones cannot be lifted off in turn
  const lift = (left: number): boolean => {
    if (!left) return true;
    if (dead.has(heights.join())) return false;
    dead.add(heights.join());
    return stacks.some((stack, number) => {
      const cell = stack[heights[number] - 1];
      if (
        !rules.terms.signs[(left - 1) % 2].includes(board[cell]) ||
        (left === stones && lines.length && !shared(lines).includes(cell))
      ) return false;
      heights[number] -= 1;
      if (lift(left - 1)) {
        return moves.push(rules.either ? board[cell] + rules.names[cell] : rules.names[cell]) > 0;
      }
      heights[number] += 1;
      return false;
    });
  };
  return lift(stones) ? moves : null;
}

/**
 * The game of a text, as its moves or as a board: moves, a board, a link, or lines with their
 * comments; else an error says why.
 */
export function read(
  typed: string,
  rules: Rules,
  known: Rules[],
): { rules: Rules; moves?: string[]; board?: Board; tree?: Tree } {
  const whole = typed.trim();
  if (/#\w+=/.test(whole)) {
    const linked = gameOf(whole.slice(whole.indexOf("#")), known);
    if (linked.ill) throw new Error(linked.ill);
    return { rules: linked.rules, moves: linked.moves, tree: linked.tree };
  }
  const found = taken(whole, rules);
  if (found) return found;
  if (/[[({]/.test(whole)) return linesIn(whole, rules, known);
  const names = whole.toLowerCase().split(/[\s,;-]+/).filter(Boolean);
  if (names.every((name) => /^[a-z]{1,2}\d+$/.test(name))) {
    return { rules, moves: played(rules, names) };
  }
  if (!/^[xo._/#\s-]+$/i.test(whole)) throw new Error(text.unreadableGame(whole.slice(0, 40)));
  const cells = [...whole.toUpperCase().replace(/[/#\s]/g, "")];
  if (cells.length !== rules.cells) {
    throw new Error(text.wrongCells(rules.text, rules.cells, cells.length));
  }
  return { rules, board: cells.map((stone) => (stone === "X" || stone === "O" ? stone : "")) };
}

/**
 * What can be read in one legal way only; an error names the ways if there are several. The name of
 * the labels may stand before a colon.
 */
function taken(whole: string, rules: Rules) {
  const kinds = labelsOf(rules).map(([labels]) => labels),
    [, named = "", rest = ""] = /^(\w+):([^]*)$/.exec(whole) ?? [];
  const known = kinds.includes(named) ? named : "",
    all = readings(known ? rest : whole, rules, known);
  const others = known
    ? all.filter(({ labels }) => ["", "coordinates", "letters"].includes(labels))
    : all;
  for (const some of [all.filter(({ labels }) => known && labels === known), others]) {
    const found = new Map<string, Reading>();
    for (const one of some) {
      const board = one.board ?? legalAfter(rules, one.moves!);
      const key = board ? textOf(rules, board) : "";
      if (board && !found.get(key)?.moves && (one.moves || !wrongWith(rules, board))) {
        found.set(key, one);
      }
    }
    const [first, ...more] = found.values();
    if (more.length) {
      throw new Error(text.ambiguous(
        whole.slice(0, 40),
        [...found].map(([board, { labels }]) => `${board} (${labels || text.aBoard})`),
        first.labels || more[0].labels,
      ));
    }
    if (first) return { rules, moves: first.moves, board: first.board };
  }
  return null;
}

function legalAfter(rules: Rules, moves: string[]) {
  const game = new Game(rules);
  return moves.every((move) => game.play(rules.moves.indexOf(move))) ? game.board : null;
}

function linesIn(written: string, rules: Rules, known: Rules[]) {
  const tags = Object.fromEntries(
    [...written.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map(([, tag, value]) => [tag, value]),
  );
  const { Rules: asked = rules.text, Name: name = "" } = tags;
  const named = known.find((one) => one.text === asked);
  if (!named) throw new Error(text.noBookChoose(asked.slice(0, 40)));
  const tree = Object.assign(treeOf(written, named), { name });
  if (!tree.root.next.length && !tree.root.comment && !("Rules" in tags)) {
    throw new Error(text.unreadableGame(written.slice(0, 40)));
  }
  return { rules: named, moves: tree.line([]), tree };
}

function played(rules: Rules, names: string[]) {
  const game = new Game(rules);
  names.forEach((name, ply) => {
    const cell = rules.moves.findIndex((move) => move.toLowerCase() === name);
    if (game.play(cell)) return;
    const why = cell < 0
      ? text.noCell(name)
      : game.over
      ? text.overBefore
      : game.board[cell % rules.cells]
      ? text.taken(name)
      : text.wouldFloat(name);
    throw new Error(text.moveWrong(ply + 1, why));
  });
  return game.moves;
}
