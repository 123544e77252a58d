/** The story of a finished game: who gave what away, and when. */

import { moveOf } from "../answers/answer.ts";
import { hasPlaces, lineIn, placeName } from "../words/say.ts";
import { counted, declined, fill, listed, text } from "../words/text.ts";
import { boardAfter, other } from "./rules.ts";
import { type Reason, tacticsOf, threats } from "./tactics.ts";

/** The parts of a game that a story needs; the reader's side, and the name of any other. */
export type Tale = {
  rules: Rules;
  moves: string[];
  exact: boolean; // whether cells are named by coordinates
  own: Side | null;
  nameOf: (side: Side) => string;
};

const MOST = 2; // mistakes of a game that are told

/** Null while some move is still searched for. */
export function slipsOf(rules: Rules, moves: string[], entries: Entry[]): Slip[] | null {
  const told = (entry: Entry | undefined, name: string) =>
    entry && (moveOf(entry, name)?.safe || (!entry.searching && moveOf(entry, name)));
  if (!moves.every((name, ply) => told(entries[ply], name))) return null;
  return moves.flatMap((name, ply) => {
    const entry = entries[ply], move = moveOf(entry, name);
    const seen = move.safe ? unseenIn(rules, moves, ply) : null;
    if (move.safe && !seen) return [];
    return [{
      ply,
      side: entry.to_move,
      name,
      had: entry.value,
      value: move.value,
      kept: seen ?? entry.moves.filter((one) => one.safe).map((one) => one.move),
    }];
  });
}

/**
 * The line of a win or a block that a move missed, whatever the position was worth: in a lost one
 * too it is a mistake. Null if it missed none.
 */
function unseenIn(rules: Rules, moves: string[], ply: number) {
  const board = boardAfter(rules, moves.slice(0, ply)), side: Side = ply % 2 ? "O" : "X";
  if (rules.terms.signs.join() !== "X,O" || rules.terms.line !== "mover") return null;
  const names = (cells: number[]) => cells.map((cell) => rules.moves[cell]);
  const wins = threats(rules, board, side), move = rules.moves.indexOf(moves[ply]);
  if (wins.length) return wins.includes(move) ? null : names(wins);
  const blocks = threats(rules, board, other(side));
  return blocks.length === 1 && blocks[0] !== move ? names(blocks) : null;
}

/**
 * The mark of a move as experts write it: ?? loses, ? gives a win away, ! is the only one that
 * keeps what its side has.
 * @param entry the position before it
 */
export function markOf(entry: Entry, name: string) {
  const move = moveOf(entry, name);
  if (!move) return "";
  if (!move.safe) return move.value === "loss" ? "??" : "?";
  const alone = entry.value !== "loss" && entry.moves.length > 2 &&
    entry.moves.filter((one) => one.safe).length === 1;
  return alone && move.remoteness > 1 ? "!" : "";
}

/** The mistakes of a finished game, a sentence each; the last few of many. */
export function storyOf(tale: Tale, slips: Slip[], won: boolean) {
  if (!slips.length) return won ? text.noMistakesWon : text.noMistakesDrawn;
  return slips.slice(-MOST).map((slip) => mistakeIn(tale, slip)).join(" ");
}

/** A mistake in a sentence: the line that was there to be won or blocked, or what was given away. */
export function mistakeIn(tale: Tale, slip: Slip) {
  const { rules } = tale, { side, kept } = slip, they = other(side);
  const board = boardAfter(rules, tale.moves.slice(0, slip.ply));
  const number = (name: string) => rules.moves.indexOf(name);
  const threat = (by: Side, name: string) => threats(rules, board, by).includes(number(name));
  const first = (kind: Reason["kind"]) =>
    kept.find((name) => tacticsOf(rules, board, number(name))[0]?.kind === kind);
  const lineOf = (name: string, stone: Side) => {
    const isOne = (cell: number) => cell === number(name) || board[cell] === stone;
    const made = rules.lines.find((line) => line.includes(number(name)) && line.every(isOne));
    return lineIn(rules, made!);
  };
  const won = first("wins"), block = first("blocks");
  if (won && threat(side, won)) {
    return fill(text.couldWin, could(tale, side), lineOf(won, side), cellName(tale, won));
  }
  if (block && !threat(they, slip.name)) {
    const had = tale.own === they ? text.youHad : fill(text.had, tale.nameOf(they));
    const stones = [had, counted(rules.k - 1), lineOf(block, they)];
    return fill(text.couldBlock, ...stones, could(tale, side), cellName(tale, block));
  }
  const did = tale.own === side ? text.youDid : fill(text.did, tale.nameOf(side));
  const lost = slip.had === "draw" ? "draw" : slip.value === "draw" ? "win" : "lost";
  const instead = keptIn(tale, slip);
  const others = instead.length > 4
    ? fill(text.manyMoves, instead.length)
    : listed(instead, text.or);
  return fill(text.mistake[lost], did, declined(cellName(tale, slip.name)), others);
}

const could = ({ own, nameOf }: Tale, side: Side) =>
  own === side ? text.youCould : fill(text.could, nameOf(side));

/** A cell as a player calls it: the bottom left corner; to experts its coordinate. */
const cellName = ({ rules, exact }: Tale, name: string) =>
  !exact && hasPlaces(rules) ? text.cells[rules.names.indexOf(name)] : name;

/** The moves that would have kept what the side had: each by its name, of many only their kinds. */
function keptIn(tale: Tale, { name, kept }: Slip) {
  const { rules, exact } = tale;
  if (kept.length < 3 || exact || !hasPlaces(rules)) return kept.map((one) => cellName(tale, one));
  const own = placeName(rules, name);
  const another = placeName(rules, name, text.another);
  return [...new Set(kept.map((one) => placeName(rules, one)))].map((one) =>
    one === own ? another : one
  );
}
