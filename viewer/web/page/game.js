"use strict";
// The game on the page: its moves, how many of them are shown, who sits where and in which mode; and the same as a link.

oxobook.Game = class {
  constructor(rules, moves = []) {
    this.start(rules, moves);
    this.mode = "play";
    this.seats = { X: "human", O: "human" };
    this.ill = ""; // what a link says wrongly, in a sentence
  }

  start(rules, moves = []) {
    this.rules = rules;
    this.moves = moves;
    this.others = []; // variations: the games that were left for this one, the last of them first
    this.at = moves.length;
    this.ill = "";
    this.puzzle = -1; // the ply at which a puzzle is set; -1 where there is none
  }

  get shown() { return this.moves.slice(0, this.at); }
  get board() { return oxobook.rules.boardAfter(this.rules, this.shown); }
  get side() { return oxobook.rules.sideAt(this.at); }
  get over() { return oxobook.rules.isOver(this.rules, this.board); }
  get legal() { return oxobook.rules.legal(this.rules, this.board); }
  get latest() { return this.at === this.moves.length; }
  get awaited() { return !this.over && this.seats[this.side] !== "human"; } // whether a player has the move

  // The one side that a person plays; empty where there is none, or both are.
  get own() {
    const sides = [..."XO"].filter((side) => this.seats[side] === "human");
    return sides.length === 1 ? sides[0] : "";
  }

  // Play a cell; what had been taken back is a variation from now on. Whether the move was legal.
  play(cell) {
    if (!this.legal.includes(cell)) return false;
    this.turn([...this.shown, this.rules.names[cell]]);
    this.at += 1;
    return true;
  }

  // Make what has been taken back a variation.
  cut() { this.turn(this.shown); }

  // Go on with other moves. A game that they do not go on with is kept beside them.
  turn(moves) {
    this.others = [this.moves, ...this.others].filter((one) => oxobook.Game.#parting(one, moves) < one.length).slice(0, 6);
    this.moves = moves;
  }

  // Where a variation parts from this game: the moves before are the same.
  partingFrom(moves) { return oxobook.Game.#parting(moves, this.moves); }

  static #parting(one, other) {
    const ply = one.findIndex((name, index) => name !== other[index]);
    return ply < 0 ? one.length : ply;
  }

  // Whether moves may be played from the start, and leave this game.
  #goes(moves) {
    const game = new oxobook.Game(this.rules);
    return this.partingFrom(moves) < moves.length && moves.every((move) => game.play(this.rules.names.indexOf(move)));
  }

  jump(at) { this.at = Math.max(0, Math.min(at, this.moves.length)); }

  // Back to, or on to, where a person has the move; a step where no person sits.
  step(by) {
    const alone = Object.values(this.seats).every((seat) => seat !== "human");
    let at = this.at + by;
    while (!alone && at > 0 && at < this.moves.length && this.seats[oxobook.rules.sideAt(at)] !== "human") at += by;
    this.jump(at);
  }

  get hash() {
    const fields = new URLSearchParams({ rules: this.rules.text });
    if (this.mode === "play") fields.set("view", "play");
    if (this.moves.length) fields.set("game", this.moves.join("-"));
    if (!this.latest) fields.set("at", this.at);
    if (this.puzzle >= 0) fields.set("puzzle", this.puzzle);
    for (const side of "XO") if (this.seats[side] !== "human") fields.set(side.toLowerCase(), this.seats[side]);
    return "#" + fields;
  }

  // The same with the variations, for somebody else.
  get link() { return this.hash + this.others.map((moves) => `&other=${moves.join("-")}`).join(""); }

  static #fieldsOf(hash) { return new URLSearchParams(hash.replace(/^#/, "")); }

  // The rules that a link names; null where it names none.
  static named(hash) { return oxobook.Game.#fieldsOf(hash).get("rules"); }

  // The mode of a link: one that names none is to explore.
  static modeOf(hash) { return oxobook.Game.#fieldsOf(hash).get("view") === "play" ? "play" : "explore"; }

  // The game of a link, one of those that have a book. What cannot be read, or is illegal, is left out and said.
  static of(hash, known) {
    const fields = oxobook.Game.#fieldsOf(hash);
    const named = (text) => known.find((rules) => rules.text === text);
    const asked = fields.get("rules");
    const game = new oxobook.Game(named(asked) || named("3x3x3") || known[0]);
    if (asked && !named(asked)) {
      game.ill = `There is no book of ${asked.slice(0, 40)} here: choose another game.`;
      return game;
    }
    const movesOf = (text) => (text || "").split("-").filter(Boolean);
    const moves = movesOf(fields.get("game"));
    const wrong = moves.findIndex((move) => !game.play(game.rules.names.indexOf(move)));
    if (wrong >= 0) game.ill = `The link's move ${wrong + 1}, ${moves[wrong].slice(0, 20)}, cannot be played: the game is shown up to it.`;
    game.others = fields.getAll("other").map(movesOf).filter((line) => game.#goes(line)).slice(0, 6);
    if (/^\d+$/.test(fields.get("at") || "")) game.jump(Number(fields.get("at")));
    if (/^\d+$/.test(fields.get("puzzle") || "")) game.puzzle = Number(fields.get("puzzle"));
    for (const side of "XO") game.seats[side] = fields.get(side.toLowerCase()) || "human";
    return game;
  }
};
