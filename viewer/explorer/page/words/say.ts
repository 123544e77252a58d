/** Words for games, positions, moves and reasons, in any language. */

import { moveOf, worthOf, worthOfMove } from "../answers/answer.ts";
import { themeOf } from "../game/puzzles.ts";
import { reasonsOf } from "../game/tactics.ts";
import { boardOf, completed, lineValue, other } from "../game/rules.ts";
import { text } from "./text.ts";

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Whether cells have names that a child knows: corner, edge, centre. */
export const hasPlaces = ({ rows, columns, kind, gravity, either }: Rules) =>
  rows === 3 && columns === 3 && !kind && !gravity && !either;

/** Whether a line is a shape, or a set of a board of one's own, which no words describe. */
export const hasShape = ({ kind }: Rules) => kind !== "" && !(kind in text.edges);

/** The kind of a cell on such a board. */
const placeOf = (cell: number) => (cell === 4 ? "centre" : cell % 2 ? "edge" : "corner");

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
  rules.split("-").slice(1).map((word) => text.sides[word]?.[side]).find(Boolean) ?? side;

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

const sizeOf = ({ rows, columns, layers }: Rules) =>
  layers > 1 ? `${rows}×${rows}×${layers}` : `${rows}×${columns}`;

/** "Tic-tac-toe"; of games whose title is no name of their own, with the size and what is special. */
export function nameOf(rules: Rules) {
  const title = titleOf(rules), { gravity, misere } = rules;
  const known = [text.ticTacToe, text.connectFour, text.misere].includes(title);
  const special = [
    misere && title !== text.misere && text.misereToo,
    gravity && title !== text.connectFour && text.falling,
  ].filter(Boolean);
  const size = known || (rules.rows === 3 && rules.columns === 3) ? "" : ` ${sizeOf(rules)}`;
  return [title + size, ...special].join(", ");
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

/** A worth by its winner: "X in 3", "O wins", "draw". */
export const worthText = (rules: string, { winner, moves }: Worth) =>
  winner ? text.winsIn(sideName(rules, winner), moves) : text.draw;

/** The result of a game under perfect play. */
export const resultOf = ({ text: rules, winner, remoteness, owner }: Rules) =>
  winner || !owner
    ? worthText(rules, { winner, moves: remoteness ? Math.ceil(remoteness / 2) : null })
    : text.claim(owner, false);

/** The reasons of a best move in words; none of any other move. */
export function reasonsIn(rules: Rules, entry: Entry, move: Move): string[] {
  if (!move.best) return [];
  const names = (cells: number[]) => cells.map((cell) => rules.names[cell]);
  const their = other(entry.to_move);
  const reasons = reasonsOf(rules, boardOf(entry.position), entry, rules.moves.indexOf(move.move));
  return reasons.map(({ kind, cells, plies }) =>
    text.reason[kind](names(cells), Math.ceil(plies / 2), their)
  );
}

/** The position in a sentence, as it is read out; without values only whose turn it is. */
export function exactly(entry: Entry, shown: boolean) {
  if (entry.over) return text.exactOver(entry.winner && sideName(entry.rules, entry.winner));
  const worth = entry.proved ?? worthText(entry.rules, worthOf(entry));
  return text.exact(sideName(entry.rules, entry.to_move), shown ? worth : "");
}

/** The position's value as a headline. */
export function headOf(entry: Entry) {
  const { winner, moves } = worthOf(entry);
  return winner ? sideName(entry.rules, winner) + text.winsInHead(moves) : text.drawBest;
}

const LESSONS = {
  block: "blocks",
  fork: "forks",
  stop: "stops",
  ahead: "wins in",
  only: "alone",
} as const;

/** The reason that a hint gives: if only one move is right, what makes it so. */
function hintFor(rules: Rules, entry: Entry, pick: string): string {
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
  const place = named && hasPlaces(rules)
    ? `${entry.pick}, ${text.cells[rules.names.indexOf(entry.pick)]}`
    : placeName(rules, entry.pick, text.thisPlace);
  return text.take(place, why);
}

/** What the line after a hint comes to. */
export const outcomeOf = (entry: Entry) => text.hintWhy[entry.value](worthOf(entry).moves);

/** The question of a puzzle, after the side's name, and what it teaches. */
export function taskOf(rules: Rules, entry: Entry) {
  const theme = themeOf(rules, entry) ?? "only";
  const kind = theme === "only" && entry.value === "win" ? "win" : theme;
  // only where a line wins for its maker does a win come by threats
  const taught = kind === "ahead" && lineValue(rules, entry.ply) < 1 ? "win" : kind;
  return { task: text.task[kind](worthOf(entry).moves ?? 0), lesson: text.lesson[taught] };
}

/** What a move is worth, by its winner. @param entry the position before it */
export const moveText = (entry: Entry, move: Move) =>
  worthText(entry.rules, worthOfMove(entry, move));
