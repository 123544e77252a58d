/**
 * The value history: a row a move. A position that X wins soon stands near the left edge, one that O wins near the right,
 * a draw in the middle.
 */

import { winnerOf } from "../answers/answer.js";
import { at, refill, svg } from "../draw/elements.js";
import { ownMoves } from "../words/say.js";
import { text } from "../words/text.js";

/** @typedef {import("../answers/answer.js").Entry} Entry */

const [WIDTH, ROW, MARGIN] = [360, 22, 44];
const MIDDLE = WIDTH / 2;

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function history({ session, actions }) {
  const root = at("history");
  return {
    known() {
      if (session.game.mode === "explore") refill(root, [picture(session.game, session.entries, (ply) => actions.jump(ply))], "[tabindex='0']");
    },
    unknown() { root.replaceChildren(); },
  };
}

/** The place of an entry in its row, and its meaning. @param {Entry} entry @param {number} step */
function placeOf(entry, step) {
  const winner = winnerOf(entry);
  if (!winner) return { x: MIDDLE, kind: "drawn", words: text.historyDraw };
  const inward = MARGIN + entry.remoteness * step;
  const words = entry.over ? text.historyWon(winner) : text.winsIn(winner, ownMoves(entry.remoteness));
  return { x: winner === "X" ? inward : WIDTH - inward, kind: winner.toLowerCase(), words };
}

/** @param {import("../game/game.js").Game} game @param {Entry[]} entries @param {(ply: number) => void} onJump */
function picture(game, entries, onJump) {
  const step = (MIDDLE - MARGIN - 14) / Math.max(1, game.rules.cells);
  const places = Array.from(entries, (entry) => (entry ? placeOf(entry, step) : { x: MIDDLE, kind: "unknown", words: text.searching }));
  const y = (/** @type {number} */ ply) => 26 + ply * ROW;
  const height = y(entries.length - 1) + 14;
  const label = places.map(({ words }, ply) => text.historyAfter(ply, words)).join("; ");
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "group", "aria-label": label });
  const { X, draw, O } = text.historyEdges;
  for (const [x, words, anchor] of /** @type {[number, string, string][]} */ ([[MARGIN, X, "start"], [MIDDLE, draw, "middle"], [WIDTH - MARGIN, O, "end"]])) {
    drawn.append(svg("line", { x1: x, x2: x, y1: 16, y2: height, class: "rail" }), svg("text", { x, y: 10, "text-anchor": anchor }, words));
  }
  drawn.append(svg("rect", { x: 0, y: y(game.at) - ROW / 2, width: WIDTH, height: ROW, rx: 4, class: "here" }));
  drawn.append(svg("polyline", { class: "path", points: places.flatMap(({ x, kind }, ply) => (kind === "unknown" ? [] : [`${x},${y(ply)}`])).join(" ") }));
  places.forEach(({ x, kind, words }, ply) => {
    const mark = kind === "unknown" ? "" : kind === "drawn"
      ? svg("rect", { x: x - 5, y: y(ply) - 5, width: 10, height: 10, class: kind })
      : svg("circle", { cx: x, cy: y(ply), r: 5.5, class: kind });
    const says = text.historyAfter(ply, words);
    const hit = svg("rect", { x: 0, y: y(ply) - ROW / 2, width: WIDTH, height: ROW, class: "hit", role: "button", "aria-label": says, tabindex: ply === game.at ? 0 : -1 }, svg("title", {}, says));
    hit.addEventListener("click", () => onJump(ply));
    hit.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const by = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowDown: 1 })[event.key];
      if (!by) return;
      event.preventDefault();
      onJump(ply + by);
    });
    drawn.append(svg("g", { class: ply > game.at ? "later" : "" }, svg("text", { x: 4, y: y(ply) + 4 }, ply ? `${ply} ${game.moves[ply - 1]}` : text.start), mark, hit));
  });
  return drawn;
}
