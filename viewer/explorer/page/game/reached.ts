/** Games read from text, and the moves that lead to a board. */

import { text } from "../words/text.ts";
import { Game } from "./game.ts";
import { gameOf } from "./link.ts";
import { completed, stonesOn } from "./rules.ts";
import { treeOf } from "./tree.ts";
import type { Tree } from "./tree.ts";

/** What a text is read as: moves, or a board; with lines, if it has some. */
export type Read = { rules: Rules; moves?: string[]; board?: Board; tree?: Tree };

const shared = (lines: number[][]) =>
  lines.reduce((some, line) => some.filter((cell) => line.includes(cell)));

/**
 * Moves that lead to a board, the stone that completes its lines last; null if no legal game
 * reaches it.
 */
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
  const floats = rules.stacks.some((stack, number) =>
    stack.slice(heights[number]).some((cell) => board[cell])
  );
  return !floats && lift(stones) ? moves : null;
}

/**
 * The game of a link, of lines with their comments, of moves by coordinates or of a board of X, O
 * and points; null of any other text. An error says what is wrong with it.
 */
export function read(typed: string, rules: Rules, known: Rules[]): Read | null {
  const whole = typed.trim();
  if (/#\w+=/.test(whole)) {
    const linked = gameOf(whole.slice(whole.indexOf("#")), known);
    if (linked.ill) throw new Error(linked.ill);
    return { rules: linked.rules, moves: linked.moves, tree: linked.tree };
  }
  if (/[[({]/.test(whole)) return linesIn(whole, rules, known);
  const names = whole.toLowerCase().split(/[\s,;-]+/).filter(Boolean);
  if (names.every((name) => /^[a-z]{1,2}\d+$/.test(name))) {
    return { rules, moves: played(rules, names) };
  }
  if (!/^[xo._/#\s-]+$/i.test(whole)) return null;
  const cells = [...whole.toUpperCase().replace(/[/#\s]/g, "")];
  if (cells.length !== rules.cells) {
    throw new Error(text.wrongCells(rules.text, rules.cells, cells.length));
  }
  return { rules, board: cells.map((stone) => (stone === "X" || stone === "O" ? stone : "")) };
}

function linesIn(written: string, rules: Rules, known: Rules[]): Read | null {
  const tags = Object.fromEntries(
    [...written.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map(([, tag, value]) => [tag, value]),
  );
  const { Rules: asked = rules.text } = tags;
  const named = known.find((one) => one.text === asked);
  if (!named) throw new Error(text.noBookChoose(asked.slice(0, 40)));
  const tree = treeOf(written, named);
  if (!tree.root.next.length && !tree.root.comment && !("Rules" in tags)) return null;
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
