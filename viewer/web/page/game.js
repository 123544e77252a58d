"use strict";
// The game on the page: its moves, how many of them are shown, and who sits where; and the same as a link.

oxobook.Game = class {
  constructor(rules) {
    this.start(rules);
    this.seats = { X: "human", O: "human" };
  }

  start(rules) {
    this.rules = rules;
    this.moves = [];
    this.at = 0;
    this.missing = ""; // the game of a link, where there is no book of it
  }

  get shown() { return this.moves.slice(0, this.at); }
  get board() { return oxobook.rules.boardAfter(this.rules, this.shown); }
  get side() { return oxobook.rules.sideAt(this.at); }
  get over() { return oxobook.rules.isOver(this.rules, this.board); }
  get legal() { return oxobook.rules.legal(this.rules, this.board); }

  // Play a cell; what had been taken back is forgotten. Whether the move was legal.
  play(cell) {
    if (!this.legal.includes(cell)) return false;
    this.moves = [...this.shown, this.rules.names[cell]];
    this.at += 1;
    return true;
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
    if (this.moves.length) fields.set("game", this.moves.join("-"));
    if (this.at !== this.moves.length) fields.set("at", this.at);
    for (const side of "XO") if (this.seats[side] !== "human") fields.set(side.toLowerCase(), this.seats[side]);
    return "#" + fields;
  }

  // The game of a link, one of those that have a book; what cannot be read, or is illegal, is left out.
  static of(hash, known) {
    const fields = new URLSearchParams(hash.replace(/^#/, ""));
    const named = (text) => known.find((rules) => rules.text === text);
    const asked = fields.get("rules");
    const game = new oxobook.Game(named(asked) || named("3x3x3") || known[0]);
    if (asked && !named(asked)) {
      game.missing = asked;
      return game;
    }
    for (const move of (fields.get("game") || "").split("-")) {
      if (!game.play(game.rules.names.indexOf(move))) break;
    }
    if (/^\d+$/.test(fields.get("at") || "")) game.jump(Number(fields.get("at")));
    for (const side of "XO") game.seats[side] = fields.get(side.toLowerCase()) || "human";
    return game;
  }
};
