"use strict";
// The board: one button a cell. A free cell shows what the move is worth to the mover, in words and colour.

oxobook.svg = (name, attributes = {}, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

oxobook.html = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

oxobook.Board = class {
  // onPlay(cell) and onPoint(cell or null) are called when a cell is played, or pointed at.
  constructor(root, onPlay, onPoint) {
    this.root = root;
    this.focus = 0;
    root.addEventListener("click", (event) => this.#with(event, onPlay));
    root.addEventListener("pointerover", (event) => this.#with(event, onPoint));
    root.addEventListener("focusin", (event) => this.#with(event, (cell) => { this.focus = cell; onPoint(cell); }));
    root.addEventListener("pointerleave", () => onPoint(null));
    root.addEventListener("focusout", () => onPoint(null));
    root.addEventListener("keydown", (event) => this.#arrow(event));
  }

  #with(event, act) {
    const cell = event.target.closest("button.cell");
    if (cell) act(Number(cell.dataset.cell));
  }

  #arrow(event) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!step) return;
    event.preventDefault();
    const { rows, columns } = this.rules;
    const row = Math.min(rows - 1, Math.max(0, Math.floor(this.focus / columns) + step[0]));
    const column = Math.min(columns - 1, Math.max(0, (this.focus % columns) + step[1]));
    this.#focusOn(row * columns + column);
  }

  #focusOn(cell) {
    this.cells[this.focus].tabIndex = -1;
    this.focus = cell;
    this.cells[cell].tabIndex = 0;
    this.cells[cell].focus();
  }

  // Lay the cells of a game out anew.
  lay(rules) {
    this.rules = rules;
    this.focus = Math.floor(rules.cells / 2);
    this.root.style.setProperty("--columns", rules.columns);
    this.root.style.setProperty("--rows", rules.rows);
    this.root.setAttribute("aria-label", `Board of ${rules.rows} rows and ${rules.columns} columns`);
    this.cells = rules.names.map((name, cell) => oxobook.html("button", { type: "button", class: "cell", "data-cell": cell, tabindex: cell === this.focus ? 0 : -1 }));
    const axis = (text) => oxobook.html("span", { class: "axis", "aria-hidden": "true" }, text);
    const children = this.cells.flatMap((cell, index) => (index % rules.columns ? [cell] : [axis(String(rules.rows - index / rules.columns)), cell]));
    const letters = rules.names.slice(0, rules.columns).map((name) => axis(name.replace(/\d+/, "")));
    this.root.replaceChildren(...children, axis(""), ...letters);
  }

  // Show a game; entry is the book's answer for the position, or null while it is unknown or is not to be shown.
  show(game, entry) {
    const board = game.board;
    const legal = new Set(game.legal);
    const completed = new Set(oxobook.rules.completed(this.rules, board).flat());
    const last = game.at ? this.rules.names.indexOf(game.moves[game.at - 1]) : -1;
    const moves = new Map((entry ? entry.moves : []).map((move) => [move.move, move]));
    this.cells.forEach((button, cell) => {
      const move = moves.get(this.rules.names[cell]);
      button.className = "cell";
      button.replaceChildren();
      button.setAttribute("aria-disabled", String(!legal.has(cell)));
      button.setAttribute("aria-label", this.#label(cell, board[cell], legal.has(cell), move, completed.has(cell)));
      button.classList.toggle("last", cell === last);
      button.classList.toggle("line", completed.has(cell));
      if (board[cell]) button.append(oxobook.stone(board[cell]));
      else if (move) this.#worth(button, move, entry);
    });
  }

  #label(cell, stone, legal, move, completed) {
    const name = this.rules.names[cell];
    if (stone) return `${name}, ${stone}${completed ? ", in a line" : ""}`;
    if (!legal) return `${name}, cannot be played`;
    return move ? `${name}, ${oxobook.worth(move)}${move.best ? ", best" : ""}` : `${name}, free`;
  }

  #worth(button, move, entry) {
    button.classList.add("value", move.value);
    button.classList.toggle("best", move.best);
    button.style.setProperty("--strength", oxobook.strength(move, entry));
    const plies = move.value === "draw" ? "" : String(move.remoteness);
    button.append(oxobook.html("span", { class: "word" }, oxobook.html("b", {}, move.value), plies));
  }

  // Number the cells of a line of play, from the move that is pointed at; none to take the numbers away.
  ghosts(line, at) {
    for (const ghost of this.root.querySelectorAll(".ghost")) ghost.remove();
    line.forEach((name, step) => {
      const side = oxobook.rules.sideAt(at + step);
      this.cells[this.rules.names.indexOf(name)].append(oxobook.html("span", { class: `ghost ${side.toLowerCase()}`, "aria-hidden": "true" }, String(step + 1)));
    });
  }
};

oxobook.stone = (side) => {
  const shape = side === "X"
    ? oxobook.svg("path", { d: "M4 4L20 20M20 4L4 20", class: "x" })
    : oxobook.svg("circle", { cx: 12, cy: 12, r: 8.6, class: "o" });
  return oxobook.svg("svg", { viewBox: "0 0 24 24", fill: "none", "stroke-width": 3.6, "stroke-linecap": "round", "aria-hidden": "true" }, shape);
};

// A move's worth to the mover, in words.
oxobook.worth = (move) => (move.value === "draw" ? "draws" : `${move.value === "win" ? "wins" : "loses"} in ${move.remoteness}`);

// How strong a move's colour is: 1 for the best of its value, less the later it wins or the sooner it loses.
oxobook.strength = (move, entry) => {
  const alike = entry.moves.filter((other) => other.value === move.value).map((other) => other.remoteness);
  const best = move.value === "win" ? Math.min(...alike) : Math.max(...alike);
  return Math.max(0.35, 1 - 0.16 * Math.abs(move.remoteness - best));
};
