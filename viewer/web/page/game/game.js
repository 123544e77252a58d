/** The game on the page: its moves, how many of them are shown, its players and its mode. */

import { boardAfter, isOver, legal, sideAt } from "./rules.js";

/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./rules.js").Side} Side */
/** @typedef {"play" | "explore"} Mode */

/** The most variations that are kept. */
export const MOST_OTHERS = 6;

export class Game {
  /** @type {Mode} */
  mode = "play";
  /** Who plays each side: a player's name, or human. @type {Record<Side, string>} */
  seats = { X: "human", O: "human" };
  ill = ""; // the fault of a link, in a sentence
  lost = ""; // the link, if its game cannot be shown: it stays until something is done

  /** @param {Rules} rules @param {string[]} moves */
  constructor(rules, moves = []) {
    this.rules = rules;
    this.moves = moves;
    this.at = moves.length;
    /** Variations: the games that were left for this one, the last of them first. @type {string[][]} */
    this.others = [];
    this.puzzle = -1; // the ply at which a puzzle is set; -1 if there is none
  }

  /** Begin anew. @param {Rules} rules */
  start(rules) { Object.assign(this, { rules, moves: [], others: [], at: 0, ill: "", lost: "", puzzle: -1 }); }

  get shown() { return this.moves.slice(0, this.at); }
  get board() { return boardAfter(this.rules, this.shown); }
  get side() { return sideAt(this.at); }
  get over() { return isOver(this.rules, this.board); }
  get legal() { return legal(this.rules, this.board); }
  get latest() { return this.at === this.moves.length; }
  /** Whether a player has the move. */
  get awaited() { return !this.over && this.seats[this.side] !== "human"; }
  /** Whether the game is over after all its moves, whichever place is shown. */
  get whole() { return isOver(this.rules, boardAfter(this.rules, this.moves)); }

  /** The one side that a person plays; null if there is none, or both. @returns {Side | null} */
  get own() {
    if ((this.seats.X === "human") === (this.seats.O === "human")) return null;
    return this.seats.X === "human" ? "X" : "O";
  }

  /** Play a cell, and make the moves that were taken back a variation; return whether it was legal. @param {number} cell */
  play(cell) {
    if (!this.legal.includes(cell)) return false;
    this.turn([...this.shown, this.rules.names[cell]]);
    this.at += 1;
    this.lost = "";
    return true;
  }

  /** Play a move by its name. @param {string} name */
  playNamed(name) { return this.play(this.rules.names.indexOf(name)); }

  /** Make the moves that were taken back a variation. */
  cut() { this.turn(this.shown); }

  /** Continue with other moves. If these leave the game, it is kept as a variation. @param {string[]} moves */
  turn(moves) {
    this.others = [this.moves, ...this.others].filter((one) => parting(one, moves) < one.length).slice(0, MOST_OTHERS);
    this.moves = moves;
  }

  /** The ply at which a variation leaves this game. @param {string[]} moves */
  partingFrom(moves) { return parting(moves, this.moves); }

  /** @param {number} at */
  jump(at) { this.at = Math.max(0, Math.min(at, this.moves.length)); }

  /** Go back or on to the next place where a person is to move; one step if no person plays. @param {number} by */
  step(by) {
    let at = this.at + by;
    if (this.seats.X !== "human" && this.seats.O !== "human") return this.jump(at);
    while (at > 0 && at < this.moves.length && this.seats[sideAt(at)] !== "human") at += by;
    return this.jump(at);
  }
}

/** @param {string[]} one @param {string[]} two */
function parting(one, two) {
  const ply = one.findIndex((name, index) => name !== two[index]);
  return ply < 0 ? one.length : ply;
}
