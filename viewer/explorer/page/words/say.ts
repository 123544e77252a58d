/** Words for games, positions, moves and reasons, in any language. */

import { moveOf, ownMoves, worthOf } from "../answers/answer.ts";
import { themeOf } from "../game/puzzles.ts";
import { reasonsOf } from "../game/tactics.ts";
import { boardOf, completed, other } from "../game/rules.ts";
import { capital, counted, fill, listed, movesText, text, wordOf } from "./text.ts";

/** Whether cells have names that a child knows: corner, edge, centre. */
export const hasPlaces = ({ rows, columns, kind, gravity, either }: Rules) =>
  rows === 3 && columns === 3 && !kind && !gravity && !either;

/** Whether a line is a shape, or a set of a board of one's own, which no words describe. */
export const hasShape = ({ kind }: Pick<Rules, "kind">) => kind !== "" && !(kind in text.edges);

/** The kind of a cell on such a board. */
const placeOf = (cell: number) => (cell === 4 ? "centre" : cell % 2 ? "edge" : "corner");

/** A move as a player calls it: "a corner", or on other boards its coordinate, with its sign. */
export function placeName(rules: Rules, name: string, places = text.place) {
  if (hasPlaces(rules)) return places[placeOf(rules.names.indexOf(name))];
  return rules.either ? fill(text.onCell, name[0], name.slice(1)) : name;
}

type Sides = Record<string, Record<Side, string>>;

/** A side by its name: Order, or just X. @param rules the rules' text */
export const sideName = (rules: string, side: Side): string =>
  rules.split("-").slice(1).map((word) => (text.sides as Sides)[word]?.[side]).find(Boolean) ??
    side;

/** "Tic-tac-toe", or what makes a line. */
export function titleOf(
  { rows, columns, k, misere, gravity, kind, convention, text: written }: Rules,
) {
  const is = (...size: (string | number)[]) => [rows, columns, k, kind].join() === size.join();
  if (convention) return wordOf(text.conventions, convention) || capital(convention);
  if (kind === "own") {
    return capital(written.replace(/(-misere|-gravity)+$/, "").replaceAll("-", " "));
  }
  if (is(3, 3, 3, "") && !gravity) return misere ? text.misere : text.ticTacToe;
  if (is(6, 7, 4, "") && gravity && !misere) return text.connectFour;
  return kind
    ? wordOf(text.kinds, kind + rows + columns) || wordOf(text.kinds, kind) || capital(kind)
    : capital(fill(text.inARow, counted(k)));
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

export function ruleOf({ text: written, k, gravity, kind, terms }: Rules) {
  const shape = kind === "own" ? text.shapeOwn : text.shape;
  const line = hasShape({ kind }) ? shape : fill(text.inARow, counted(k)),
    [first, second] = terms.signs;
  const of = terms.counted.length === 1 && terms.counted !== terms.line
    ? fill(text.ofSign, terms.counted)
    : first.length > 1
    ? text.ofEither
    : "";
  const setting = first.length > 1
    ? text.setEither
    : first === second
    ? fill(text.bothSet, first)
    : "";
  const by = terms.line === "mover" || terms.line === "other"
    ? capital(fill(terms.line === "other" ? text.lineLoses : text.lineWins, line + of))
    : fill(text.wonBySide, sideName(written, terms.line as Side), line + of);
  const full = terms.full && fill(text.wonWhenFull, sideName(written, terms.full as Side));
  const rule = [setting, by, full].filter(Boolean).join(" ");
  return [rule, wordOf(text.edges, kind), gravity && `${capital(text.falling)}.`].filter(Boolean)
    .join(" ");
}

/** The place of a line: a row, a column or a diagonal, by the names that a child knows if any. */
export function lineIn(rules: Rules, cells: number[]) {
  const { columns, names, kind } = rules, known = hasPlaces(rules);
  const steps = new Set(cells.slice(1).map((cell, number) => cell - cells[number])), [step] = steps;
  const [first, last] = [cells[0], cells[cells.length - 1]],
    across = Math.abs((last % columns) - (first % columns));
  if (kind || steps.size !== 1) {
    return fill(text.line.other, listed(cells.map((cell) => names[cell])));
  }
  const [column, row] = names[first].split(/(?=\d)(?<!\d)/);
  if (step === columns) return known ? text.line.columns[first] : fill(text.line.column, column);
  if (step === 1) return known ? text.line.rows[first / columns] : fill(text.line.row, row);
  return known || across !== cells.length - 1
    ? text.line.aDiagonal
    : fill(text.line.diagonal, names[first], names[last]);
}

/** The lines that ended a game, in a sentence: "Three in the top row."; empty without any. */
export function madeOn(rules: Rules, board: Board) {
  const lines = completed(rules, board);
  if (!lines.length) return "";
  const places = listed(lines.map((line) => lineIn(rules, line)));
  const made = rules.terms.line === "other" ? text.madeLoses : text.made;
  return fill(made, capital(counted(lines[0].length)), places);
}

/** A player by its name; one that is no longer here by the word of its link. */
export const playerName = (name: string) => wordOf(text.player, name) || capital(name);

/** What a certificate proves, in a sentence. */
export const claimOf = (owner: Side, wins: boolean) =>
  fill(wins ? text.claimWins : text.claimHolds, owner);

/** A worth by its winner: "X in 3", "O wins", "draw". */
export const worthText = (rules: string, { winner, moves }: Worth) =>
  !winner
    ? text.draw
    : moves
    ? fill(text.winsIn, sideName(rules, winner), moves)
    : fill(text.wins, sideName(rules, winner));

/** The result of a game under perfect play. */
export const resultOf = ({ text: rules, winner, remoteness, owner }: Rules) =>
  winner || !owner
    ? worthText(rules, { winner, moves: ownMoves(remoteness ?? 0, winner === "X") })
    : claimOf(owner, false);

/** The reasons of a best move in words; none of any other move. */
export function reasonsIn(rules: Rules, entry: Entry, move: Move): string[] {
  if (!move.best) return [];
  const their = other(entry.to_move);
  const reasons = reasonsOf(rules, boardOf(entry.position), entry, rules.moves.indexOf(move.move));
  return reasons.map(({ kind, cells, plies }) => {
    const names = cells.map((cell) => rules.names[cell]), moves = movesText(ownMoves(plies));
    if (kind === "wins in" && !plies) return text.reason.wins;
    return fill(text.reason[kind], listed(names), moves, their, listed(names, text.or));
  });
}

/** The position in a sentence, as it is read out; without values only whose turn it is. */
export function exactly(entry: Entry, shown: boolean) {
  const name = (side: Side) => sideName(entry.rules, side);
  if (entry.over) return entry.winner ? fill(text.exactWon, name(entry.winner)) : text.exactDrawn;
  const worth = entry.proved ?? worthText(entry.rules, worthOf(entry));
  return fill(shown ? text.exactWorth : text.exact, name(entry.to_move), worth);
}

/** The position's value as a headline, after its winner's name if there is one. */
export function valueText(entry: Entry) {
  const { winner, moves } = worthOf(entry);
  return !winner ? text.drawBest : moves ? fill(text.winsInHead, moves) : text.winsHead;
}

/** The same with the name. */
export const headOf = (entry: Entry) => {
  const { winner } = worthOf(entry);
  return (winner ? sideName(entry.rules, winner) : "") + valueText(entry);
};

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

/** The reason that a hint gives for the pick. */
export const whyText = (rules: Rules, entry: Entry) =>
  entry.pick ? wordOf(text.hint, hintFor(rules, entry, entry.pick)) : "";

/** Advice to take a cell, and why. @param named whether the cell is named too, to be heard */
export function adviceFor(rules: Rules, entry: Entry, named = false) {
  if (!entry.pick) return "";
  const why = whyText(rules, entry);
  const place = named && hasPlaces(rules)
    ? `${entry.pick}, ${text.cells[rules.names.indexOf(entry.pick)]}`
    : placeName(rules, entry.pick, text.thisPlace);
  return fill(text.take, place, why);
}

/** What the line after a hint comes to. */
export function outcomeOf(entry: Entry) {
  const { moves } = worthOf(entry), { now, winIn } = text.hintWhy;
  if (entry.value !== "win" || !moves) return text.hintWhy[entry.value];
  return entry.remoteness === 1 ? now : fill(winIn, movesText(moves));
}

/** The question of a puzzle, after the side's name, and what it teaches. */
export function taskOf(rules: Rules, entry: Entry) {
  const theme = themeOf(rules, entry) ?? "only";
  const kind = theme === "only" && entry.value === "win" ? "win" : theme;
  return { task: fill(text.task[kind], worthOf(entry).moves ?? 0), lesson: text.lesson[kind] };
}

/** The roads of a side's map, and how many the side does not win. */
export function roadsText(
  { all, lost, held }: Record<"all" | "lost" | "held", number>,
  name: string,
) {
  const { allLost, noneLost, oneHolds, someHold } = text.inside;
  const words = !held ? allLost : !lost ? noneLost : held === 1 ? oneHolds : someHold;
  return fill(words, all, name, lost, capital(counted(held)));
}
