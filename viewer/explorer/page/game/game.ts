/** The game on the page: its moves, how many of them are shown, its players and its mode. */

import { boardAfter, isOver, legal, sideAt } from "./rules.ts";
import { Tree } from "./tree.ts";

export class Game {
  mode: Mode = "play";
  // the player of each side: a player's name, or human
  seats: Record<Side, string> = { X: "human", O: "human" };
  ill = ""; // the fault of a link, in a sentence
  cell = ""; // the cell that a link points at
  dare = ""; // what a friend did, as a link says: moves of a win, or puzzles at the first try of all
  lost = ""; // the link, if its game cannot be shown: it stays until something is done

  puzzle = -1; // the ply at which a puzzle is set; -1 if there is none
  at: number;
  tree = new Tree(); // this game and the other lines that were played

  constructor(public rules: Rules, public moves: string[] = []) {
    this.at = moves.length;
    this.tree.add(moves);
  }

  start(rules: Rules) {
    Object.assign(this, {
      rules,
      moves: [],
      tree: new Tree(),
      at: 0,
      ill: "",
      lost: "",
      cell: "",
      dare: "",
      puzzle: -1,
    });
  }
  get shown() {
    return this.moves.slice(0, this.at);
  }
  get board() {
    return boardAfter(this.rules, this.shown);
  }
  get side() {
    return sideAt(this.at);
  }
  get over() {
    return isOver(this.rules, this.board);
  }
  get legal() {
    return legal(this.rules, this.board);
  }
  get latest() {
    return this.at === this.moves.length;
  }
  get awaited() {
    return !this.over && this.seats[this.side] !== "human";
  }
  /** Whether the game is over after all its moves, whichever place is shown. */
  get whole() {
    return isOver(this.rules, boardAfter(this.rules, this.moves));
  }

  /** The one side that a person plays; null if there is none, or both. */
  get own(): Side | null {
    if ((this.seats.X === "human") === (this.seats.O === "human")) return null;
    return this.seats.X === "human" ? "X" : "O";
  }

  /**
   * Play a cell, and return whether it was legal. Where two people look, the line goes on as it was
   * played before.
   * @param move by its number
   */
  play(move: number) {
    const name = this.rules.moves[move];
    if (!this.legal.includes(move)) return false;
    this.turn(
      this.mode === "explore" && this.seats.X === this.seats.O
        ? this.tree.line([...this.shown, name])
        : [...this.shown, name],
    );
    this.at += 1;
    this.lost = "";
    return true;
  }

  playNamed(name: string) {
    return this.play(this.rules.moves.indexOf(name));
  }

  /** Continue with other moves; those before, or taken back, stay in the tree. */
  turn(moves: string[]) {
    this.tree.add(moves);
    this.moves = moves;
    this.cell = "";
  }

  jump(at: number) {
    this.cell = "";
    this.at = Math.max(0, Math.min(at, this.moves.length));
  }

  /** Go back or on to the next place where a person is to move; one step if no person plays. */
  step(by: number) {
    let at = this.at + by;
    if (this.seats.X !== "human" && this.seats.O !== "human") return this.jump(at);
    while (at > 0 && at < this.moves.length && this.seats[sideAt(at)] !== "human") at += by;
    return this.jump(at);
  }
}
