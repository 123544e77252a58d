/**
 * Lines of play as a tree. Its text is in the notation of chess: other moves in parentheses after
 * the one that they replace, comments in braces.
 */

import { boardAfter, legal } from "./rules.ts";

// a move, a comment on it, and the moves after it, the one of the main line first
export type PlayedMove = { move: string; comment: string; next: PlayedMove[] };

export class Tree {
  root: PlayedMove = { move: "", comment: "", next: [] };

  /** The node after some moves; undefined if no line has them. */
  find(moves: string[]) {
    let node: PlayedMove | undefined = this.root;
    for (const move of moves) node = node?.next.find((one) => one.move === move);
    return node;
  }

  /** Add a line to the tree: new moves become a line beside the others. @returns its last move */
  add(moves: string[]): PlayedMove {
    let node = this.root;
    for (const move of moves) {
      const found = node.next.find((one) => one.move === move) ?? { move, comment: "", next: [] };
      if (!node.next.includes(found)) node.next.push(found);
      node = found;
    }
    return node;
  }

  /** Add the lines and comments of another tree. @param moves that lead to it */
  merge(from: PlayedMove, moves: string[] = []) {
    const node = this.add(moves);
    node.comment ||= from.comment;
    for (const one of from.next) this.merge(one, [...moves, one.move]);
  }

  /** Some moves and the rest of their line. */
  line(moves: string[]): string[] {
    const next = this.find(moves)?.next[0];
    return next ? this.line([...moves, next.move]) : moves;
  }

  /**
   * The line with another move in place of the last one; null if there is none.
   * @param by how many moves on, or back
   */
  beside(moves: string[], by: number) {
    const before = moves.slice(0, -1), all = this.find(before)?.next ?? [];
    const other = all[all.findIndex((one) => one.move === moves.at(-1)) + by];
    return moves.length && other ? this.line([...before, other.move]) : null;
  }

  promote(moves: string[]) {
    moves.forEach((move, ply) =>
      this.find(moves.slice(0, ply))?.next.sort((one, two) =>
        Number(two.move === move) - Number(one.move === move)
      )
    );
  }

  remove(moves: string[]) {
    const before = this.find(moves.slice(0, -1));
    if (before) before.next = before.next.filter((one) => one.move !== moves.at(-1));
  }

  /** Whether there is more than one line, or a comment. */
  get rich() {
    const rich = ({ comment, next }: PlayedMove): boolean =>
      comment !== "" || next.length > 1 || next.some(rich);
    return rich(this.root);
  }

  get text() {
    const comment = (node: PlayedMove) =>
      node.comment ? ` {${node.comment.replace(/[{}\s]+/g, " ").trim()}}` : "";
    const after = ({ next: [first, ...others] }: PlayedMove): string =>
      first
        ? ` ${first.move}${comment(first)}${
          others.map((one) => ` (${one.move}${comment(one)}${after(one)})`).join("")
        }${after(first)}`
        : "";
    return (comment(this.root) + after(this.root)).trim();
  }
}

/** A tree as a file: the game, and the text. */
export const writtenLines = ({ text }: Tree, rules: Rules) =>
  `[Rules "${rules.text}"]\n\n${text}\n`;

/**
 * The tree of a text. An impossible move is left out, with all after it; numbers and marks of moves
 * are skipped.
 */
export function treeOf(written: string, rules: Rules) {
  const tree = new Tree();
  const before: (string[] | null)[] = []; // places where other moves began
  let moves: string[] | null = []; // that lead here; null after one that cannot be played
  for (
    const token of written.replace(/^\[.*\]$/gm, "").match(/\{[^}]*\}?|[()]|[^\s(){}]+/g) ?? []
  ) {
    const move = token.replace(/[!?]+$/, "").toLowerCase();
    if (token === "(") {
      before.push(moves);
      moves = moves && moves.slice(0, -1);
    } else if (token === ")") moves = before.pop() ?? moves;
    else if (token.startsWith("{")) {
      if (moves) tree.add(moves).comment = token.replace(/[{}]/g, "").trim();
    } else if (moves && !/^\d*\.*$/.test(move)) {
      const number = rules.moves.findIndex((name) => name.toLowerCase() === move);
      moves = legal(rules, boardAfter(rules, moves)).includes(number)
        ? [...moves, rules.moves[number]]
        : null;
      if (moves) tree.add(moves);
    }
  }
  return tree;
}
