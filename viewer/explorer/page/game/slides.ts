/** Slides for a projector: a board with a question and its answer. */

import { adviceFor, exactly, headOf, madeOn, sideName, taskOf } from "../words/say.ts";
import { fill, text } from "../words/text.ts";
import { boardAfter, boardOf, cellOf, sideAt } from "./rules.ts";

export type Slide = {
  board: Board;
  last: number | null; // the cell of the last move
  before: string; // what the sentence is about; empty without
  ask: string; // the sentence
  tell: string; // the sentence that is revealed
  why: string; // beside it
  lit: number[]; // the cells that are revealed
  entry?: Entry; // whose values are revealed
};

/** A game, a slide for each position: guess what it is worth and where to go. */
export const gameSlides = (rules: Rules, moves: string[], entries: Entry[]): Slide[] =>
  entries.map((entry, ply) => ({
    board: boardOf(entry.position),
    last: cellOf(rules, moves[ply - 1]),
    before: "",
    ask: entry.over ? exactly(entry, true) : fill(text.whereTo, sideName(rules.text, sideAt(ply))),
    tell: entry.over ? exactly(entry, true) : headOf(entry),
    why: entry.over ? madeOn(rules, boardOf(entry.position)) : adviceFor(rules, entry),
    lit: entry.pick ? [cellOf(rules, entry.pick)!] : [],
    entry,
  }));

/** Puzzles, each the moves to it and the answer for its position: one move is right. */
export const questionSlides = (rules: Rules, puzzles: [string[], Entry][]): Slide[] =>
  puzzles.map(([moves, entry]) => {
    const { task, lesson } = taskOf(rules, entry),
      right = entry.moves.filter((move) => move.safe).map((move) => move.move);
    return {
      board: boardAfter(rules, moves),
      last: cellOf(rules, moves.at(-1)),
      before: lesson,
      ask: sideName(rules.text, entry.to_move) + task,
      tell: adviceFor(rules, entry),
      why: text.othersFail[entry.value],
      lit: right.map((name) => cellOf(rules, name)!),
    };
  });

/** Whether there are lessons on a game. */
export const hasLessons = (rules: Rules) => rules.text === "3x3x3";

/** Slides on how a side never loses, in the language in use. */
export const lessonSlides = (rules: Rules, side: Side, lessons: Lessons): Slide[] =>
  (lessons[text.code] ?? lessons.en)[side].map(({ before, words, position, cells }) => ({
    board: boardOf(position),
    last: null,
    before: before || text.always,
    ask: words,
    tell: words,
    why: cells.length > 1 ? text.anyOf : "",
    lit: cells.map((name) => rules.names.indexOf(name)),
  }));
