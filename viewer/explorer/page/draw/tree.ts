/**
 * The graph of the next two moves: the best first, under each the replies. All values in it are
 * those of the side to move at its root.
 */

import { moveOf, ranked, turned } from "../answers/answer.ts";
import { boardAfter, completed, other, sideAt, textAfter } from "../game/rules.ts";
import { shortOf, sideName, worthOf } from "../words/say.ts";
import { text } from "../words/text.ts";
import { svg } from "./elements.ts";
import { strokes, thumbnail } from "./pieces.ts";
import type { Game } from "../game/game.ts";
import type { Picture, PictureNode } from "./node.ts";
import type { Source } from "../answers/source.ts";

/** A position in the graph: the moves that lead to it, and where it stands. */
type Place = { line: string[]; x: number; y: number };

const [COLUMNS, ROWS] = [16, 8]; // the most moves, and replies to each, that are drawn: the best
// between columns, above the moves, and under a board for its words
const [GAP, FALL, LINE] = [14, 44, 16];

/** The graph from a ply of a game; the book is asked for each move's position. */
export async function grow(game: Game, ply: number, source: Source): Promise<Picture> {
  const { rules, moves } = game;
  const ask = (line: string[]) => source.lookup(rules, textAfter(rules, line));
  const start = moves.slice(0, ply);
  const entry = await ask(start);
  const best = ranked(entry).slice(0, COLUMNS).map(({ move }) => [...start, move]);
  const [before, ...answers] = await Promise.all([
    ply ? ask(start.slice(0, -1)) : null,
    ...best.map(ask),
  ]);
  return new Graph(rules, start, entry).draw(answers as Entry[], before);
}

class Graph {
  nodes: PictureNode[] = [];
  edges: Picture["edges"] = [];
  #notes: SVGElement[] = [];
  #size: ReturnType<typeof sizeOf>;

  constructor(private rules: Rules, private start: string[], private entry: Entry) {
    this.#size = sizeOf(rules);
  }

  /** Draw the position, its moves by the answers after them, and the position before it. */
  draw(answers: Entry[], before: Entry | null): Picture {
    const { entry, start, rules } = this, { width, height } = this.#size, pitch = width + GAP;
    const moves = ranked(entry).slice(0, answers.length), all = moves.length * pitch - GAP;
    const whole = Math.max(all, 3 * pitch);
    const middle = Math.min((whole - width) / 2, 3 * pitch); // in sight together with the best
    const here = this.#add({ line: start, x: middle, y: 0 }, null, worth(entry));
    moves.forEach((move, column) => {
      const x = (whole - all) / 2 + column * pitch, line = [...start, move.move];
      this.#branch({ line, x, y: height + FALL }, here, middle, move, answers[column]);
    });
    if (entry.moves.length > COLUMNS) {
      this.#note(whole - width / 2, height + FALL - 8, entry.moves.length - COLUMNS);
    }
    if (before) {
      const value = worth({ value: turned[before.value], remoteness: before.remoteness });
      const at = { line: start.slice(0, -1), x: middle - width - 4 * GAP, y: 0 };
      const path = `M${middle - 4 * GAP} ${height / 2}H${middle}`;
      this.#join(this.#add(at, null, value), here, moveOf(before, start.at(-1)!), path);
    }
    const named = { class: "graph-picture", role: "group", "aria-label": text.graph };
    // the best on top
    const parts = [...this.edges.toReversed(), ...this.nodes].map(({ element }) => element);
    const picture = svg("svg", named, svg("g", {}, ...this.#notes, ...parts));
    const place: Picture["place"] = ({ shown }) =>
      this.nodes.find((one) => one.moves.join() === shown.join()) ?? null;
    return { picture, nodes: this.nodes, edges: this.edges, rules, place };
  }

  /** A move and, under it, the replies. */
  #branch(at: Place, here: PictureNode, middle: number, move: Move, answer: Entry) {
    const { width, height } = this.#size, { x, y, line } = at;
    const child = this.#add(at, here, this.#worthAfter(move, this.entry.to_move));
    const [from, to] = [middle + width / 2, x + width / 2];
    const curve = `${from} ${height + FALL * 0.6} ${to} ${height + FALL * 0.4}`;
    this.#join(here, child, move, `M${from} ${height}C${curve} ${to} ${y}`);
    const replies = ranked(answer), step = height + 8;
    replies.slice(0, ROWS).forEach((reply, row) => {
      const under = { line: [...line, reply.move], x, y: y + (row + 1) * step + 12 };
      const next = this.#add(under, child, this.#worthAfter(reply, answer.to_move));
      const spine = `H${x - GAP / 2}V${under.y + height - LINE / 2}H${x}`;
      this.#join(child, next, reply, `M${x} ${y + height - LINE / 2}${spine}`);
    });
    if (replies.length > ROWS) this.#note(to, y + (ROWS + 1) * step + 24, replies.length - ROWS);
  }

  #add({ line, x, y }: Place, parent: PictureNode | null, { value, says, remoteness }: Worth) {
    const { rules, entry, start } = this, ply = start.length;
    const name = line.slice(ply).join(" ") || (line.length < ply ? text.nodeBack : text.nodeHere);
    const whose = sideName(rules.text, entry.to_move);
    const label = `${name}: ${remoteness ? `${whose} ${worthOf({ value, remoteness })}` : says}`;
    const words = parent ? `${line.at(-1)} ${says}` : says;
    const element = boardNode(rules, line, this.#size, words);
    const about = {
      class: `node ${value}`,
      transform: `translate(${x} ${y})`,
      "aria-label": label,
    };
    for (const [key, said] of Object.entries(about)) element.setAttribute(key, said);
    element.prepend(svg("title", {}, label));
    const node: PictureNode = { moves: line, parent, children: [], label, element };
    parent?.children.push(node);
    this.nodes.push(node);
    return node;
  }

  #join(from: PictureNode, to: PictureNode, move: Move, path: string) {
    const value = this.#viewed(move.value, sideAt(from.moves.length));
    const element = svg("path", { class: ["edge", value, move.best && "best"], d: path });
    this.edges.push({ element, from, to });
  }

  #note(x: number, y: number, count: number) {
    this.#notes.push(svg("text", { class: "more", x, y }, text.more(count)));
  }

  /** A value for a side in the view of the root's. */
  #viewed(value: Value, side: Side) {
    return side === this.entry.to_move ? value : turned[value];
  }

  /** The worth of a side's move, as the board says it of the root's moves. */
  #worthAfter({ value: own, remoteness }: Move, mover: Side): Worth {
    const value = this.#viewed(own, mover);
    if (remoteness > 1) return worth({ value, remoteness });
    const winner = sideName(this.rules.text, own === "win" ? mover : other(mover));
    return { value, remoteness: 0, says: own === "draw" ? text.nodeDrawn : text.nodeWon(winner) };
  }
}

function sizeOf({ drawing }: Rules) {
  const unit = Math.max(8, Math.min(15, 52 / Math.max(drawing.width, drawing.height)));
  const width = Math.max(64, unit * drawing.width + 12);
  return { unit, width, height: unit * drawing.height + 10 + LINE };
}

// the worth of a position for the side to move at the root, and in words
type Worth = { value: Value; remoteness: number; says: string };

const worth = ({ value, remoteness }: Pick<Entry, "value" | "remoteness">): Worth => ({
  value,
  remoteness,
  says: shortOf({ value, remoteness }),
});

/** A board with its last stone on a halo, and the words under it. */
function boardNode(rules: Rules, moves: string[], size: ReturnType<typeof sizeOf>, says: string) {
  const { unit, width, height } = size;
  const moved = `translate(${(width - unit * rules.drawing.width) / 2} 6) scale(${unit})`;
  const board = svg("g", { class: "thumbnail", transform: moved });
  const last = rules.drawing.middles[rules.moves.indexOf(moves[moves.length - 1]) % rules.cells];
  if (last) board.append(svg("circle", { class: "halo", cx: last[0], cy: last[1], r: 0.46 }));
  board.append(...thumbnail(rules, moves).childNodes);
  for (const line of completed(rules, boardAfter(rules, moves))) {
    board.append(svg("path", { class: "strike", d: strokes(line, rules) }));
  }
  const ground = svg("rect", { class: "ground", width, height, rx: 8 });
  const words = svg("text", { x: width / 2, y: height - 6 }, says);
  return svg("g", { role: "button", tabindex: -1 }, ground, board, words);
}
