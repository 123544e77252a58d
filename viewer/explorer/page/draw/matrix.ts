/**
 * All positions of a small game up to symmetry, in rows by their stones: each as it is first met
 * from the start, and joined to those before and after it. Loaded when it is first shown.
 */

import { leastImage } from "../answers/made.ts";
import { after, boardAfter, legal } from "../game/rules.ts";
import { svg } from "./elements.ts";
import { thumbnail } from "./pieces.ts";
import type { Table } from "../reports.ts";
import type { Picture, PictureNode } from "./node.ts";

type Worth = { value: Value; remoteness: number };
type Met = PictureNode & Worth & { board: Board; near: PictureNode[] };

const [UNIT, ROOM, GAP, BETWEEN, NAMES] = [9, 6, 5, 12, 22]; // of a cell, and around the boards
const WIDE = 0.85; // the width of the whole by its height, about
const ORDER = ["win", "draw", "loss"];

export function matrixOf(
  rules: Rules,
  table: Table,
  says: (worth: Worth) => string,
  label: string,
): Picture {
  let last = 0;
  const rows = new Map(table.steps.map((step, row) => [last += step, row]));
  const keyOf = (board: Board) => {
    const { x, o } = leastImage(board, table.symmetries);
    return x + o * 2 ** rules.cells;
  };
  const met = new Map<number, Met>();
  const meet = (board: Board, moves: string[], parent: PictureNode | null) => {
    const key = keyOf(board), found = met.get(key);
    if (found) return found;
    const row = rows.get(key)!;
    const value = (["loss", "draw", "win"] as const)[table.values[row] + 1];
    const element = svg("g", { role: "button", tabindex: -1 });
    const worth = { value, remoteness: table.remoteness[row] };
    const node: Met = {
      ...worth,
      board,
      moves,
      parent,
      element,
      label: "",
      children: [],
      near: [],
    };
    node.near.push(node);
    met.set(key, node);
    return node;
  };
  meet(boardAfter(rules, []), [], null);
  for (const node of met.values()) { // which go on with those that are met
    for (const move of legal(rules, node.board)) {
      const line = [...node.moves, rules.moves[move]];
      const child = meet(after(rules, node.board, move), line, node);
      if (!node.children.includes(child)) {
        node.children.push(child);
        node.near.push(child);
        child.near.push(node);
      }
    }
  }

  const width = UNIT * rules.drawing.width + ROOM, height = UNIT * rules.drawing.height + ROOM;
  const across = Math.ceil(Math.sqrt((WIDE * met.size * height) / width));
  const names: SVGElement[] = [];
  let top = 0;
  for (let ply = 0; ply <= rules.cells; ply += 1) {
    const layer = [...met.values()].filter(({ moves }) => moves.length === ply)
      .sort((one, two) => ORDER.indexOf(one.value) - ORDER.indexOf(two.value));
    if (layer.length === 0) break;
    names.push(svg("text", { class: "more", x: -NAMES / 2, y: top + height / 2 + 4 }, String(ply)));
    layer.forEach((node, number) => {
      const x = (number % across) * (width + GAP);
      const y = top + Math.floor(number / across) * (height + GAP);
      const board = svg("g", {
        class: "thumbnail",
        transform: `translate(${ROOM / 2} ${ROOM / 2}) scale(${UNIT})`,
      }, ...thumbnail(rules, node.moves, node.board).childNodes);
      node.label = [node.moves.join(" "), says(node)].filter(Boolean).join(": ");
      node.element.setAttribute("class", `node ${node.value}`);
      node.element.setAttribute("transform", `translate(${x} ${y})`);
      node.element.setAttribute("aria-label", node.label);
      const ground = svg("rect", { class: "ground", width, height, rx: 4 });
      node.element.append(svg("title", {}, node.label), ground, board);
    });
    top += Math.ceil(layer.length / across) * (height + GAP) + BETWEEN;
  }
  const nodes = [...met.values()];
  const drawn = svg("g", {}, ...names, ...nodes.map(({ element }) => element));
  const picture = svg("svg", { class: "graph-picture", role: "group", "aria-label": label }, drawn);
  const place = ({ board }: { board: Board }) => met.get(keyOf(board)) ?? null;
  return { picture, nodes, edges: [], rules, place };
}
