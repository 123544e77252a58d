"use strict";
// Setting a position up, and taking games in and out as text: moves, a board, or a link.

oxobook.reached = (() => {
  const { sideAt, textOf, completed } = oxobook.rules;

  // What is wrong with a board, in the server's words; empty where a legal game reaches it.
  function wrong(rules, board) {
    const text = `'${textOf(rules, board)}'`;
    const [x, o] = [..."XO"].map((side) => board.filter((stone) => stone === side).length);
    const swap = o === x + 1 ? ": X moves first here; if O began, write X for O and O for X" : "";
    if (x !== o && x !== o + 1) return `X must have as many stones as O, or one more; ${text} has ${x} X and ${o} O${swap}`;
    const [last, other] = x > o ? "XO" : "OX";
    const lines = completed(rules, board);
    const earlier = lines.filter((line) => board[line[0]] === other);
    if (earlier.length && earlier.length < lines.length) return `X and O both have a line in ${text}; a game ends with the first line`;
    if (earlier.length) return `${last} moved after ${other} had a line in ${text}; take that stone back`;
    if (lines.length && !shared(lines).length) return `${last} has lines in ${text} that no single stone completes; play ends with the first line`;
    const floating = rules.stacks.flatMap((stack) => stack.filter((cell, height) => height && board[cell] && !board[stack[height - 1]]));
    if (floating.length) return `the stone at ${rules.names[Math.min(...floating)]} floats in ${text}; under gravity the cells below it are filled first`;
    return order(rules, board) ? "" : `no order of play, X and O in turn, drops the stones into place in ${text}; check the colours`;
  }

  const shared = (lines) => lines.reduce((some, line) => some.filter((cell) => line.includes(cell)));

  // Moves that lead to a board, the stone that completes its lines last; null where there are none.
  function order(rules, board) {
    const stacks = rules.stacks.map((stack) => stack.filter((cell) => board[cell]));
    const heights = stacks.map((stack) => stack.length);
    const stones = board.filter(Boolean).length;
    const lines = completed(rules, board);
    const moves = [];
    const dead = new Set(); // heights from which the stones cannot be lifted off in turn
    const lift = (left) => {
      if (!left) return true;
      if (dead.has(heights.join())) return false;
      dead.add(heights.join());
      return stacks.some((stack, number) => {
        const cell = stack[heights[number] - 1];
        if (board[cell] !== sideAt(left - 1) || (left === stones && lines.length && !shared(lines).includes(cell))) return false;
        heights[number] -= 1;
        if (lift(left - 1)) return moves.push(rules.names[cell]);
        heights[number] += 1;
        return false;
      });
    };
    return lift(stones) ? moves : null;
  }

  // The game of a text, as { rules, moves } or as { rules, board }: moves, a board, or a link; else an error says why.
  function read(text, rules, known) {
    const whole = text.trim();
    if (whole.includes("#")) {
      const linked = oxobook.Game.of(whole.slice(whole.indexOf("#")), known);
      if (linked.ill) throw new Error(linked.ill);
      return { rules: linked.rules, moves: linked.moves };
    }
    const names = whole.toLowerCase().split(/[\s,;-]+/).filter(Boolean);
    if (names.every((name) => /^[a-z]{1,2}\d+$/.test(name))) return { rules, moves: played(rules, names) };
    if (!/^[xo._/\s-]+$/i.test(whole)) throw new Error(`Expected moves such as a3 b2 c1, a board such as X../.O./..., or a link; got ${whole.slice(0, 40)}.`);
    const cells = [...whole.toUpperCase().replace(/[/\s]/g, "")];
    if (cells.length !== rules.cells) throw new Error(`A board of ${rules.text} has ${rules.cells} cells; this text has ${cells.length}.`);
    return { rules, board: cells.map((stone) => ("XO".includes(stone) ? stone : "")) };
  }

  function played(rules, names) {
    const game = new oxobook.Game(rules);
    names.forEach((name, ply) => {
      const cell = rules.names.indexOf(name);
      if (game.play(cell)) return;
      const why = cell < 0 ? `this board has no ${name}` : game.over ? "the game is over before it" : game.board[cell] ? `${name} is taken` : `a stone at ${name} would float`;
      throw new Error(`Move ${ply + 1} cannot be played: ${why}.`);
    });
    return game.moves;
  }

  return { order, read, wrong };
})();

oxobook.Setup = class {
  // onOpen(rules, moves) is called with the game that is to be explored.
  constructor(known, onOpen) {
    const at = (id) => document.getElementById(`setup${id}`);
    Object.assign(this, { known, onOpen, dialog: at(""), said: at("-said"), field: at("-text"), enter: at("-open") });
    this.board = new oxobook.Board(at("-board"), (cell) => this.#set(cell, { "": "X", X: "O", O: "" }[this.stones[cell]]), () => {});
    at("-board").addEventListener("keydown", (event) => {
      const stone = { x: "X", o: "O", delete: "", backspace: "" }[event.key.toLowerCase()];
      if (stone !== undefined && !event.ctrlKey && !event.metaKey) this.#set(this.board.focus, stone);
    });
    this.field.addEventListener("input", () => this.#take());
    this.enter.addEventListener("click", () => { this.dialog.close(); onOpen(this.rules, this.moves); });
    at("-clear").addEventListener("click", () => this.#show(this.rules, Array(this.rules.cells).fill("")));
    for (const [id, text] of Object.entries({ moves: () => this.moves.join(" "), position: () => oxobook.rules.textOf(this.rules, this.stones), link: () => this.#link() })) {
      at(`-${id}`).addEventListener("click", (event) => oxobook.copied(event.target, text()));
    }
  }

  // Open with a game, as far as it is shown.
  open(game) {
    this.rules = null;
    this.#show(game.rules, game.board, game.shown);
    this.field.value = game.shown.join(" ");
    this.dialog.showModal();
    this.board.cells[this.board.focus].focus();
  }

  #set(cell, stone) {
    this.#show(this.rules, this.stones.with(cell, stone));
    this.field.value = oxobook.rules.textOf(this.rules, this.stones);
  }

  // What is typed or pasted, as soon as it is a game; until then the board stays.
  #take() {
    try {
      const { rules, moves, board } = oxobook.reached.read(this.field.value, this.rules, this.known);
      this.#show(rules, board || oxobook.rules.boardAfter(rules, moves), moves);
    } catch (error) {
      this.#say(error.message);
    }
  }

  #show(rules, stones, moves = null) {
    if (rules !== this.rules) this.board.lay(rules);
    Object.assign(this, { rules, stones });
    this.board.show({ board: stones, legal: [...stones.keys()], at: 0, moves: [] }, null);
    const wrong = moves ? "" : oxobook.reached.wrong(rules, stones);
    if (!wrong) this.moves = moves || oxobook.reached.order(rules, stones);
    this.#say(wrong && `${oxobook.words.capital(wrong)}.`);
  }

  // Say what is wrong; where nothing is, whose turn it is.
  #say(wrong) {
    const side = oxobook.rules.sideAt(this.stones.filter(Boolean).length);
    this.said.textContent = wrong || `${oxobook.words.name(this.rules)}. ${oxobook.rules.isOver(this.rules, this.stones) ? "The game is over" : `${side} to move`}.`;
    this.said.classList.toggle("loss-word", Boolean(wrong));
    for (const button of this.dialog.querySelectorAll("[data-whole]")) button.disabled = Boolean(wrong);
  }

  #link() {
    const game = new oxobook.Game(this.rules, this.moves);
    game.mode = "explore";
    return location.href.replace(/#.*/, "") + game.hash;
  }
};
