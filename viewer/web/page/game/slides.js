/** Slides for a projector: a board with a question and its answer. Loaded when first needed. */

import { adviceFor, exactly, madeOn, sideName, taskOf, worthHead } from "../words/say.js";
import { text } from "../words/text.js";
import lessons from "./lessons.json" with { type: "json" };
import { boardAfter, boardOf, legal, sideAt } from "./rules.js";

/**
 * @typedef {object} Slide
 * @property {import("../draw/board.js").Shown} shown
 * @property {string} before what the sentence is about; empty without
 * @property {string} ask the sentence
 * @property {string} tell the sentence that is revealed
 * @property {string} why beside it
 * @property {number[]} lit the cells that are revealed
 * @property {Entry} [entry] whose values are revealed
 */

/** @param {Rules} rules @param {string[]} moves @returns {Slide["shown"]} */
function shownAfter(rules, moves) {
  const board = boardAfter(rules, moves);
  return { board, legal: legal(rules, board), at: moves.length, moves };
}

/** A game, a slide for each position: guess what it is worth and where to go; the values are revealed. @param {Rules} rules @param {string[]} moves @param {Entry[]} entries @returns {Slide[]} */
export const gameSlides = (rules, moves, entries) => entries.map((entry, ply) => ({
  shown: shownAfter(rules, moves.slice(0, ply)), before: "", ask: entry.over ? exactly(entry, true) : text.whereTo(sideName(rules.text, sideAt(ply))),
  tell: entry.over ? exactly(entry, true) : worthHead(entry), why: entry.over ? madeOn(rules, boardOf(entry.position)) : adviceFor(rules, entry), lit: entry.pick ? [rules.moves.indexOf(entry.pick) % rules.cells] : [], entry,
}));

/** Puzzles, each the moves to it and the answer for its position: one move is right. @param {Rules} rules @param {[string[], Entry][]} puzzles @returns {Slide[]} */
export const questionSlides = (rules, puzzles) => puzzles.map(([moves, entry]) => {
  const { task, lesson } = taskOf(rules, entry), right = entry.moves.filter((move) => move.safe).map((move) => move.move);
  return { shown: shownAfter(rules, moves), before: lesson, ask: sideName(rules.text, entry.to_move) + task, tell: adviceFor(rules, entry), why: text.othersFail[entry.value], lit: right.map((name) => rules.moves.indexOf(name) % rules.cells) };
});

/** Slides on how a side never loses, in the language in use; none on boards other than that of tic-tac-toe. @param {Rules} rules @param {"X" | "O"} side @returns {Slide[]} */
export function lessonSlides(rules, side) {
  if (rules.text !== "3x3x3") return [];
  /** @type {Record<string, Record<string, { before: string, words: string, position: string, cells: string[] }[]>>} */
  const told = lessons;
  return (told[text.code] ?? told.en)[side].map(({ before, words, position, cells }) => {
    const board = boardOf(position);
    return { shown: { board, legal: [], at: 0, moves: [] }, before: before || text.always, ask: words, tell: words, why: text.anyOf(cells.length), lit: cells.map((name) => rules.names.indexOf(name)) };
  });
}
