/** Games read from what somebody types: moves, a board or a link. */

import { fill, text } from "../words/text.ts";
import { newGame, played } from "./game.ts";
import { linkedGame, rulesIn } from "./link.ts";
import { completed, isOver, stonesOn } from "./rules.ts";
import type { Linked } from "./link.ts";

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

/** The game of a text; an error says what is wrong with it. */
export function read(typed: string, rules: Rules, known: Rules[]): Linked {
  const whole = typed.trim();
  if (/#\w+=/.test(whole)) {
    const hash = whole.slice(whole.indexOf("#")), linked = linkedGame(hash, known);
    if (!linked) throw new Error(fill(text.noBookMake, (rulesIn(hash) ?? "").slice(0, 40)));
    return linked;
  }
  const names = whole.toLowerCase().replace(/\d+\./g, " ").split(/[\s,;-]+/).filter(Boolean);
  const isMove = (name: string) => /^[xo]?[a-z]{1,2}\d+[!?]*$/.test(name);
  if (whole && names.every(isMove)) return linkOf(playedOut(rules, names));
  if (!/^[xo._/#\s-]+$/i.test(whole)) {
    throw new Error(fill(text.unreadableGame, whole.slice(0, 40)));
  }
  const cells = [...whole.toUpperCase().replace(/[/#\s]/g, "")];
  if (cells.length !== rules.cells) {
    throw new Error(fill(text.wrongCells, rules.text, rules.cells, cells.length));
  }
  const moves = orderOf(rules, cells.map((sign) => (sign === "X" || sign === "O" ? sign : "")));
  if (!moves) throw new Error(fill(text.noLegalGame, whole));
  return linkOf(playedOut(rules, moves.map((name) => name.toLowerCase())));
}

const linkOf = (game: Linked["game"]): Linked => ({ game, values: true, puzzle: -1, said: "" });

function playedOut(rules: Rules, names: string[]) {
  let game = newGame(rules), board: Board = Array(rules.cells).fill("");
  for (const [ply, written] of names.entries()) {
    const name = written.replace(/[!?]+$/, "");
    const move = rules.moves.findIndex((one) => one.toLowerCase() === name);
    const next = played(game, move);
    if (!next) {
      const why = move < 0
        ? fill(text.noCell, name)
        : isOver(rules, board)
        ? text.overBefore
        : board[move % rules.cells]
        ? fill(text.taken, name)
        : fill(text.wouldFloat, name);
      throw new Error(fill(text.moveWrong, ply + 1, why));
    }
    board = board.with(move % rules.cells, ply % 2 ? "O" : "X");
    game = next;
  }
  return game;
}
