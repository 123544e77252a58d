/** The game on the page: its moves, how many of them are shown, its players and its mode. */

import { boardAfter, isOver, legal, sideAt } from "./rules.js";
import { Tree } from "./tree.js";

/** @typedef {"play" | "explore"} Mode */

export class Game {
  /** @type {Mode} */
  mode = "play";
  /** The player of each side: a player's name, or human. @type {Record<Side, string>} */
  seats = { X: "human", O: "human" };
  ill = ""; // the fault of a link, in a sentence
  cell = ""; // the cell that a link points at
  lost = ""; // the link, if its game cannot be shown: it stays until something is done

  /** @param {Rules} rules @param {string[]} moves */
  constructor(rules, moves = []) {
    this.rules = rules;
    this.moves = moves;
    this.at = moves.length;
    /** This game and the other lines that were played. */
    this.tree = new Tree();
    this.tree.add(moves);
    this.puzzle = -1; // the ply at which a puzzle is set; -1 if there is none
  }

  /** Begin anew. @param {Rules} rules */
  start(rules) { Object.assign(this, { rules, moves: [], tree: new Tree(), at: 0, ill: "", lost: "", cell: "", puzzle: -1 }); }

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

  /** Play a cell, and return whether it was legal. Where two people look, the line goes on as it was played before. @param {number} move by its number */
  play(move) {
    const name = this.rules.moves[move];
    if (!this.legal.includes(move)) return false;
    this.turn(this.mode === "explore" && this.seats.X === this.seats.O ? this.tree.line([...this.shown, name]) : [...this.shown, name]);
    this.at += 1;
    this.lost = "";
    return true;
  }

  /** Play a move by its name. @param {string} name */
  playNamed(name) { return this.play(this.rules.moves.indexOf(name)); }

  /** Continue with other moves; those before, or taken back, stay in the tree. @param {string[]} moves */
  turn(moves) {
    this.tree.add(moves);
    this.moves = moves;
    this.cell = "";
  }

  /** @param {number} at */
  jump(at) {
    this.cell = "";
    this.at = Math.max(0, Math.min(at, this.moves.length));
  }

  /** Go back or on to the next place where a person is to move; one step if no person plays. @param {number} by */
  step(by) {
    let at = this.at + by;
    if (this.seats.X !== "human" && this.seats.O !== "human") return this.jump(at);
    while (at > 0 && at < this.moves.length && this.seats[sideAt(at)] !== "human") at += by;
    return this.jump(at);
  }
}
