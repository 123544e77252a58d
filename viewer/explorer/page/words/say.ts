/** Words for games, positions, moves and reasons, in any language. */

import { moveOf, winnerOf } from "../answers/answer.ts";
import { themeOf } from "../game/puzzles.ts";
import { reasonsOf } from "../game/tactics.ts";
import { boardOf, completed, other, signShown } from "../game/rules.ts";
import { text } from "./text.ts";

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** The moves of the winner's own in some plies, the last one among them. */
export const ownMoves = (plies: number) => Math.ceil(plies / 2);

/** Whether cells have names that a child knows: corner, edge, centre. */
export const hasPlaces = ({ rows, columns, kind, gravity, either }: Rules) =>
  rows === 3 && columns === 3 && !kind && !gravity && !either;

/** Whether a line is a shape, or a set of a board of one's own, which no words describe. */
export const hasShape = ({ kind }: Rules) => kind !== "" && !(kind in text.edges);

/** The kind of a cell on such a board. */
export const placeOf = (
  cell: number,
): "corner" | "edge" | "centre" => (cell === 4 ? "centre" : cell % 2 ? "edge" : "corner");

/**
 * A move as a player calls it: "a corner", or on other boards its coordinate, with the sign that
 * was chosen.
 */
export const placeName = (
  rules: Rules,
  name: string,
  places = text.place,
) => (hasPlaces(rules)
  ? places[placeOf(rules.names.indexOf(name))]
  : rules.either
  ? text.onCell(name[0], name.slice(1))
  : name);

/** A side by its name: Order, or just X. @param rules the rules' text */
export const sideName = (rules: string, side: Side): string =>
  rules.split("-").slice(1).map((word) => text.sides[word]?.[side]).find(Boolean) ??
    signShown(side);

/** "Tic-tac-toe", or what makes a line. */
export function titleOf(
  { rows, columns, k, misere, gravity, kind, convention, text: named }: Rules,
) {
  const is = (...size: (string | number)[]) => [rows, columns, k, kind].join() === size.join();
  if (convention) return text.conventions[convention] ?? capital(convention);
  if (kind === "own") return text.ownTitle(named);
  if (is(3, 3, 3, "") && !gravity) return misere ? text.misere : text.ticTacToe;
  if (is(6, 7, 4, "") && gravity && !misere) return text.connectFour;
  return kind
    ? text.kinds[kind + rows + columns] ?? text.kinds[kind] ?? capital(kind)
    : text.inARow(k);
}

export const sizeOf = ({ rows, columns, layers }: Rules) =>
  layers > 1 ? `${rows}×${rows}×${layers}` : `${rows}×${columns}`;

/** "Tic-tac-toe · 3×3", with what is special about the game. */
export function nameOf(rules: Rules) {
  const special = [
    rules.misere && titleOf(rules) !== text.misere && text.misereToo,
    rules.gravity && text.falling,
  ].filter(Boolean);
  return [`${titleOf(rules)} · ${sizeOf(rules)}`, ...special].join(", ");
}

export function ruleOf({ text: named, k, gravity, kind, terms }: Rules) {
  const line = text.aLine(k, kind && !(kind in text.edges) ? text.shape(kind) : ""),
    [first, second] = terms.signs;
  const of = terms.counted.length === 1 && terms.counted !== terms.line
    ? text.ofSign(terms.counted)
    : first.length > 1
    ? text.ofEither
    : "";
  const setting = first.length > 1 ? text.setEither : first === second ? text.bothSet(first) : "";
  const by = terms.line === "mover" || terms.line === "other"
    ? text.rule(line + of, terms.line === "other")
    : text.wonBySide(sideName(named, terms.line as Side), line + of);
  const full = terms.full && text.wonWhenFull(sideName(named, terms.full as Side));
  const rule = [setting, by, full].filter(Boolean).join(" ");
  return [rule, kind && text.edges[kind], gravity && `${capital(text.falling)}.`].filter(Boolean)
    .join(" ");
}

/**
 * The place of a line: a row, a column or a diagonal of a plain board, by the names that a child
 * knows if there are any.
 */
export function lineIn(rules: Rules, cells: number[]) {
  const { columns, names, kind } = rules, known = hasPlaces(rules);
  const steps = new Set(cells.slice(1).map((cell, number) => cell - cells[number])), [step] = steps;
  const [first, last] = [cells[0], cells[cells.length - 1]],
    across = Math.abs((last % columns) - (first % columns));
  if (kind || steps.size !== 1) return text.line.other(cells.map((cell) => names[cell]));
  if (step === columns) {
    return known ? text.line.columns[first] : text.line.column(names[first].replace(/\d+/, ""));
  }
  if (step === 1) {
    return known ? text.line.rows[first / columns] : text.line.row(names[first].replace(/\D+/, ""));
  }
  return known || across !== cells.length - 1
    ? text.line.aDiagonal
    : text.line.diagonal(names[first], names[last]);
}

/**
 * The lines that ended a game, in a sentence: "Three in the top row."; nothing where there is none.
 */
export function madeOn(rules: Rules, board: Board) {
  const lines = completed(rules, board);
  return lines.length
    ? text.made(
      lines[0].length,
      lines.map((line) => lineIn(rules, line)),
      rules.terms.line === "other",
    )
    : "";
}

export const resultOf = ({ text: rules, winner, remoteness }: Rules) =>
  winner ? text.winsIn(sideName(rules, winner), ownMoves(remoteness)) : text.aDraw;
/** A move's worth to its mover: short, as on a chip, and in words. */
export const shortOf = ({ value, remoteness }: Pick<Move, "value" | "remoteness">) =>
  text.short(text.value[value], ownMoves(remoteness));
export const worthOf = ({ value, remoteness }: Pick<Move, "value" | "remoteness">) =>
  text.worth(value, ownMoves(remoteness));

/** The effect of a move on its mover's value. @param entry the position before it */
export function gradeOf(entry: Entry, move: Move) {
  const { grade } = text;
  if (move.best) return grade.best;
  if (move.safe) return { win: grade.later, loss: grade.sooner, draw: grade.best }[entry.value];
  if (entry.value === "draw") return grade.drawAway;
  return move.value === "draw" ? grade.winAway : grade.winLost;
}

/** The reasons of a best move in words; none of any other move. */
export function reasonsIn(rules: Rules, entry: Entry, move: Move): string[] {
  if (!move.best) return [];
  const names = (cells: number[]) => cells.map((cell) => rules.names[cell]);
  const their = signShown(other(entry.to_move));
  const reasons = reasonsOf(rules, boardOf(entry.position), entry, rules.moves.indexOf(move.move));
  return reasons.map(({ kind, cells, plies }) =>
    text.reason[kind](names(cells), ownMoves(plies), their)
  );
}

/** The position in a sentence, as it is read out; without values only whose turn it is. */
export function exactly(entry: Entry, shown: boolean) {
  if (entry.over) return text.exactOver(entry.winner && sideName(entry.rules, entry.winner));
  if (entry.proved) {
    return `${text.exact(sideName(entry.rules, entry.to_move), "", 0)} ${entry.proved}`;
  }
  return text.exact(
    sideName(entry.rules, entry.to_move),
    shown ? entry.value : "",
    ownMoves(entry.remoteness),
  );
}

export function worthHead(entry: Entry) {
  const winner = winnerOf(entry);
  if (entry.proved) return entry.proved;
  return winner
    ? sideName(entry.rules, winner) + text.winsInHead(ownMoves(entry.remoteness))
    : text.drawBest;
}

const LESSONS = {
  block: "blocks",
  fork: "forks",
  stop: "stops",
  ahead: "wins in",
  only: "alone",
} as const;

/** The reason that a hint gives: if only one move is right, what makes it so. */
export function hintFor(rules: Rules, entry: Entry, pick: string): keyof typeof text.hint {
  if (entry.moves.length === 1) return "only"; // whatever it does
  const theme = themeOf(rules, entry);
  if (theme && (theme !== "only" || entry.value === "draw")) return LESSONS[theme];
  const [{ kind }] = reasonsOf(rules, boardOf(entry.position), entry, rules.moves.indexOf(pick));
  return kind === "all draw" && !moveOf(entry, pick).wrong_replies ? "equal" : kind;
}

/** Advice to take a cell, and why. @param named whether the cell is named too, to be heard */
export function adviceFor(rules: Rules, entry: Entry, named = false) {
  if (!entry.pick) return "";
  const why = text.hint[hintFor(rules, entry, entry.pick)];
  const heard = named && hasPlaces(rules);
  const place = heard
    ? `${entry.pick}, ${text.cells[rules.names.indexOf(entry.pick)]}`
    : placeName(rules, entry.pick, text.thisPlace);
  return text.take(place, why);
}

/** The question of a puzzle, after the side's name, and what it teaches. */
export function taskOf(rules: Rules, entry: Entry) {
  const theme = themeOf(rules, entry) ?? "only";
  const kind = theme === "only" && entry.value === "win" ? "win" : theme;
  const task = text.task[kind];
  return {
    task: typeof task === "string" ? task : task(ownMoves(entry.remoteness)),
    lesson: text.lesson[kind],
  };
}
