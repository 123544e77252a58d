/** Opponents, from easy to perfect: what each may play, and those beaten on this device. */

import { completed, legal, moverOn, other } from "./rules.ts";
import { keep, recall } from "./kept.ts";
import { forks, stopsForks, threats } from "./tactics.ts";

const KEPT = "oxobook ladder";
/** The ladder; whoever is not on it is on no page, and a person is its last rung. */
const LADDER = ["random", "levi", "expert", "perfect", "proof"];
/** Who plays instead of opponents of old links. */
const INSTEAD: Record<string, string[]> = {
  levi: ["keypad", "notebook"],
  expert: ["ralph", "defender", "centre"],
  perfect: ["pick", "search"],
};

export const HUMAN = "human";

/** The opponents of a game, a person last. */
export const opponentsOf = (rules: Rules) => [
  ...LADDER.filter((name) => rules.players.some((player) => player.name === name)),
  HUMAN,
];

/** The opponent that a link names, or who plays instead. */
export function opponentNamed(rules: Rules, name: string) {
  const there = opponentsOf(rules);
  const found = there.find((one) => one === name || INSTEAD[one]?.includes(name));
  return found ?? there.at(-2)!;
}

/** Whether a player is proved never to lose with a side. */
export const unbeatable = ({ players }: Rules, name: string, side: Side) =>
  Boolean(players.find((player) => player.name === name)?.never_loses?.includes(side));

export const beatenIn = (rules: Rules): string[] => recall(KEPT)[rules.text] ?? [];

/** Remember that an opponent was beaten, or held if it never loses. */
export function beat({ text }: Rules, name: string) {
  const ladder = recall(KEPT);
  keep(KEPT, { ...ladder, [text]: [...new Set([...(ladder[text] ?? []), name])] });
}

/** The next opponent on the ladder; undefined after the last. */
export function nextAfter(rules: Rules, name: string): string | undefined {
  const rungs = opponentsOf(rules).slice(0, -1);
  return rungs[rungs.indexOf(name) + 1];
}

/** The moves that an opponent may make, where it needs no book; null where it does. */
export function movesWithoutBook(player: string, rules: Rules, board: Board): number[] | null {
  if (player === "random") return legal(rules, board);
  if (player === "levi") return levi(rules, board);
  return player === "expert" ? expert(rules, board) : null;
}

/** Win, else block, the lowest cell on a keypad first; else anything. */
function levi(rules: Rules, board: Board) {
  const free = legal(rules, board), side = moverOn(board);
  const order = [...free].sort((one, two) =>
    Math.floor(two / rules.columns) - Math.floor(one / rules.columns) || one - two
  );
  for (const stone of [side, other(side)]) {
    const found = order.find((cell) => completed(rules, board.with(cell, stone)).length);
    if (found !== undefined) return [found];
  }
  return free;
}

const [CENTRE, CORNERS] = [4, [0, 2, 6, 8]];

/** Win, block, fork, stop a fork, centre, opposite corner, corner, edge: on 3×3 alone. */
function expert(rules: Rules, board: Board) {
  const side = moverOn(board), their = other(side), free = legal(rules, board);
  const corners = free.filter((cell) => CORNERS.includes(cell));
  const lists = [
    () => threats(rules, board, side),
    () => threats(rules, board, their),
    () => forks(rules, board, side),
    () =>
      forks(rules, board, their).length
        ? free.filter((cell) => stopsForks(rules, board, side, cell, true))
        : [],
    () => free.filter((cell) => cell === CENTRE),
    () => corners.filter((cell) => board[8 - cell] === their),
    () => corners,
  ];
  for (const list of lists) {
    const found = list();
    if (found.length) return found;
  }
  return free;
}
