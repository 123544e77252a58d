/** Games read from what somebody types: moves, a board or a link. */

import { fill, text } from "../words/text.ts";
import { boardOfGame, newGame, played } from "./game.ts";
import { type Linked, linkedGame, rulesIn } from "./link.ts";
import { after, completed, isOver, legal } from "./rules.ts";

/** Moves that lead to a board; null if no legal game reaches it. */
export function orderOf(rules: Rules, board: Board): string[] | null {
  const dead = new Set<string>(); // boards from which the rest of the stones cannot be set
  const [x, o] = ["X", "O"].map((sign) => board.filter((stone) => stone === sign).length);
  if (rules.terms.signs.join() === "X,O" && x !== o && x !== o + 1) return null;
  const made = completed(rules, board), last = rules.terms.signs[(x + o + 1) % 2];
  const isLast = (sign: string, cell: number) =>
    last.includes(sign) && made.every((line) => line.includes(cell));
  if (!board.some(isLast)) return null; // the last stone lies in every line that is made
  const setting = (moves: string[], at: Board): string[] | null => {
    if (at.every((sign, cell) => sign === board[cell])) return moves;
    if (dead.has(at.join())) return null;
    for (const move of legal(rules, at)) {
      const cell = move % rules.cells, next = after(rules, at, move, moves.length);
      const found = next[cell] === board[cell] && setting([...moves, rules.moves[move]], next);
      if (found) return found;
    }
    dead.add(at.join());
    return null;
  };
  return setting([], Array(rules.cells).fill(""));
}

/** The game of a text; an error says what is wrong with it. */
export function read(typed: string, rules: Rules, known: Rules[]): Linked {
  const whole = typed.trim();
  if (/#(.*&)?rules=/.test(whole)) {
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
  let game = newGame(rules);
  for (const [ply, written] of names.entries()) {
    const name = written.replace(/[!?]+$/, "");
    const move = rules.moves.findIndex((one) => one.toLowerCase() === name);
    const next = played(game, move);
    if (!next) {
      const board = boardOfGame(game);
      const why = move < 0
        ? fill(text.noMove, name, rules.moves[0])
        : isOver(rules, board)
        ? text.overBefore
        : board[move % rules.cells]
        ? fill(text.taken, name)
        : fill(text.wouldFloat, name);
      throw new Error(fill(text.moveWrong, ply + 1, why));
    }
    game = next;
  }
  return game;
}
