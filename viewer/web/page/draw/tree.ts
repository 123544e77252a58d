/** The graph of the next two moves: the best first, under each the replies. All values in it are those of the side to move at its root. */

import { moveOf, ranked, turned } from "../answers/answer.ts";
import { boardAfter, completed, other, sideAt, textAfter } from "../game/rules.ts";
import { shortOf, sideName, worthOf } from "../words/say.ts";
import { text } from "../words/text.ts";
import { svg } from "./elements.ts";
import { strokes, thumbnail } from "./pieces.ts";
import type { Game } from "../game/game.ts";

export type Node = { element: any, moves: string[], label: string, children: Node[], parent: Node | null, at: { x: number, y: number } };

const [COLUMNS, ROWS] = [16, 8]; // the most moves, and replies to each, that are drawn: the best
const [GAP, FALL, LINE] = [14, 44, 16]; // between columns, above the moves, and under a board for its words

/** The tree from a ply of a game; the book is asked for each move's position. */
export async function grow(game: Game, ply: number, source: Source) {
  const { rules } = game;
  const start = game.moves.slice(0, ply);
  const textOf = (moves: string[]) => textAfter(rules, moves);
  const entry = await source.lookup(rules, textOf(start));
  const moves = ranked(entry).slice(0, COLUMNS);
  const answers = await Promise.all(moves.map((move) => source.lookup(rules, textOf([...start, move.move]))));
  const size = sizeOf(rules);
  const pitch = { x: size.width + GAP, y: size.height + 8 };
  const width = Math.max(moves.length * pitch.x - GAP, 3 * pitch.x);
  const picture = svg("svg", { class: "graph-picture", role: "group", "aria-label": text.graph });
  const drawing = picture.appendChild(svg("g"));
  const tree: { picture: any, nodes: Node[], edges: { element: any, from: Node, to: Node }[] } = { picture, nodes: [], edges: [] };

  const add = (at: Node["at"], line: string[], parent: Node | null, { value, says, remoteness }: Worth) => {
    const name = line.slice(ply).join(" ") || (line.length < ply ? text.nodeBack : text.nodeHere);
    const label = `${name}: ${remoteness ? `${sideName(rules.text, entry.to_move)} ${worthOf({ value, remoteness })}` : says}`;
    const element = drawn({ moves: line, label, at }, rules, size, value, parent ? `${line.at(-1)} ${says}` : says);
    const node: Node = { moves: line, parent, children: [], at, label, element };
    parent?.children.push(node);
    tree.nodes.push(node);
    return node;
  };
  const join = (from: Node, to: Node, move: Move, path: string) => {
    const kinds = ["edge", viewed(move.value, sideAt(from.moves.length) === entry.to_move), move.best && "best"];
    tree.edges.push({ element: svg("path", { class: kinds, d: path }), from, to });
  };

  const middle = Math.min((width - size.width) / 2, 3 * pitch.x); // in sight together with the best
  const here = add({ x: middle, y: 0 }, start, null, worth(entry));
  const left = (width - (moves.length * pitch.x - GAP)) / 2;
  moves.forEach((move, column) => {
    const at = { x: left + column * pitch.x, y: size.height + FALL };
    const line = [...start, move.move];
    const child = add(at, line, here, worthAfter(rules, move, entry.to_move, true));
    const [x, y, toX] = [middle + size.width / 2, size.height, at.x + size.width / 2];
    join(here, child, move, `M${x} ${y}C${x} ${y + FALL * 0.6} ${toX} ${y + FALL * 0.4} ${toX} ${at.y}`);
    const side = answers[column].to_move;
    const replies = ranked(answers[column]);
    replies.slice(0, ROWS).forEach((reply, row) => {
      const under = { x: at.x, y: at.y + (row + 1) * pitch.y + 12 };
      const next = add(under, [...line, reply.move], child, worthAfter(rules, reply, side, false));
      const spine = at.x - GAP / 2;
      join(child, next, reply, `M${at.x} ${at.y + size.height - LINE / 2}H${spine}V${under.y + size.height - LINE / 2}H${at.x}`);
    });
    if (replies.length > ROWS) drawing.append(note(at.x + size.width / 2, at.y + (ROWS + 1) * pitch.y + 24, text.more(replies.length - ROWS)));
  });
  if (entry.moves.length > COLUMNS) drawing.append(note(width - size.width / 2, size.height + FALL - 8, text.more(entry.moves.length - COLUMNS)));
  if (ply) {
    const before = await source.lookup(rules, textOf(start.slice(0, -1)));
    const back = add({ x: middle - size.width - 4 * GAP, y: 0 }, start.slice(0, -1), null, worth({ value: turned[before.value], remoteness: before.remoteness }));
    join(back, here, moveOf(before, start[ply - 1]), `M${middle - 4 * GAP} ${size.height / 2}H${middle}`);
  }
  drawing.append(...tree.edges.map((edge) => edge.element).toReversed(), ...tree.nodes.map((node) => node.element)); // the best on top
  return tree;
}

function sizeOf({ drawing }: Rules) {
  const unit = Math.max(8, Math.min(15, 52 / Math.max(drawing.width, drawing.height)));
  return { unit, width: Math.max(64, unit * drawing.width + 12), height: unit * drawing.height + 10 + LINE };
}

type Worth = { value: Value, remoteness: number, says: string }; // the worth of a position for the side to move at the root, and in words

const worth = ({ value, remoteness }: Pick<Entry, "value" | "remoteness">): Worth => ({ value, remoteness, says: shortOf({ value, remoteness }) });

/** A value in the view of the root's side. @param own whether it is the value for that side */
const viewed = (value: Value, own: boolean) => (own ? value : turned[value]);

/** The same of a move, as the board says it of the root's moves. @param own whether the root's side moves */
function worthAfter(rules: Rules, move: Move, mover: Side, own: boolean): Worth {
  const value = viewed(move.value, own);
  if (move.remoteness > 1) return worth({ value, remoteness: move.remoteness });
  return { value, remoteness: 0, says: move.value === "draw" ? text.nodeDrawn : text.nodeWon(sideName(rules.text, move.value === "win" ? mover : other(mover))) };
}

/** A node: the board with its last stone on a halo, and the words under it. */
function drawn({ moves, label, at }: Pick<Node, "moves" | "label" | "at">, rules: Rules, { unit, width, height }: { unit: number, width: number, height: number }, value: Value, says: string) {
  const board = svg("g", { class: "thumbnail", transform: `translate(${(width - unit * rules.drawing.width) / 2} 6) scale(${unit})` });
  const last = rules.drawing.middles[rules.moves.indexOf(moves[moves.length - 1]) % rules.cells];
  if (last) board.append(svg("circle", { class: "halo", cx: last[0], cy: last[1], r: 0.46 }));
  board.append(...thumbnail(rules, moves).childNodes);
  for (const line of completed(rules, boardAfter(rules, moves))) board.append(svg("path", { class: "strike", d: strokes(line, rules) }));
  return svg("g", { class: `node ${value}`, transform: `translate(${at.x} ${at.y})`, role: "button", tabindex: -1, "aria-label": label },
    svg("title", {}, label), svg("rect", { class: "ground", width, height, rx: 8 }), board, svg("text", { x: width / 2, y: height - 6 }, says));
}

const note = (x: number, y: number, words: string) => svg("text", { class: "more", x, y }, words);
