"use strict";
// The line beside the board: perfect play after the move that is pointed at, its moves numbered on the board.

oxobook.Line = class {
  #asked = 0; // the number of the last request: what an older one has waited for comes too late

  // onFollow(names) is called with the moves of the line that are to be played.
  constructor(source, board, onFollow) {
    Object.assign(this, { source, board, onFollow, root: document.getElementById("line") });
  }

  // Show perfect play after a move; its moves stay to be played until the position changes. Without a cell no numbers.
  async show(game, cell) {
    const number = ++this.#asked;
    if (cell === null) return this.board.ghosts([], game.at);
    const { rules } = game;
    const name = rules.names[cell];
    const line = [name, ...(await this.source.line(rules, oxobook.rules.textAfter(rules, [...game.shown, name])))];
    if (number !== this.#asked) return;
    this.board.ghosts(line, game.at);
    const steps = line.map((move, index) => {
      const button = oxobook.html("button", { type: "button", class: "step", title: "Play the line up to here" }, move);
      button.addEventListener("click", () => this.onFollow(line.slice(0, index + 1)));
      return button;
    });
    this.root.replaceChildren(`Perfect play after ${name}:`, ...steps.flatMap((step) => [" ", step]));
  }

  // Nothing is pointed at in a new position.
  clear(game) {
    this.show(game, null);
    this.root.textContent = "Point at a move to see perfect play after it.";
  }
};
