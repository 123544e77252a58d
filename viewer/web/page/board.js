"use strict";
// The board: one button a cell, under drawn lines. A free cell shows what the move is worth to the mover; under gravity
// the values stand above the columns.

oxobook.Board = class {
  // onPlay(cell) and onPoint(cell or null) are called when a cell is played, or pointed at.
  constructor(root, onPlay, onPoint) {
    this.root = root;
    this.focus = 0;
    root.addEventListener("click", (event) => this.#with(event, (cell) => onPlay(this.#landing(cell))));
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#with(event, (cell) => onPoint(this.#landing(cell))));
    root.addEventListener("focusin", (event) => this.#with(event, (cell) => { this.focus = cell; onPoint(cell); }));
    root.addEventListener("pointerleave", () => onPoint(null));
    root.addEventListener("focusout", () => onPoint(null));
    root.addEventListener("keydown", (event) => this.#arrow(event));
  }

  #with(event, act) {
    const cell = event.target.closest("button.cell");
    if (cell) act(Number(cell.dataset.cell));
  }

  // Under gravity every cell of a column stands for the one that a stone falls to.
  #landing(cell) {
    if (!this.rules.gravity || this.legal.has(cell)) return cell;
    const stack = this.rules.stacks.find((cells) => cells.includes(cell));
    return stack.find((one) => this.legal.has(one)) ?? cell;
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
    const { rows, columns } = this.rules = rules;
    this.focus = Math.floor(rules.cells / 2);
    this.legal = new Set();
    this.root.style.setProperty("--columns", columns);
    this.root.style.setProperty("--rows", rows);
    this.root.classList.toggle("gravity", rules.gravity);
    this.root.setAttribute("aria-label", `Board of ${rows} rows and ${columns} columns`);
    this.cells = rules.names.map((name, cell) => oxobook.html("button", { type: "button", class: "cell", "data-cell": cell, tabindex: cell === this.focus ? 0 : -1 }));
    const axis = (text) => oxobook.html("span", { class: "axis", "aria-hidden": "true" }, text);
    const children = this.cells.flatMap((cell, index) => (index % columns ? [cell] : [axis(String(rows - index / columns)), cell]));
    const letters = rules.names.slice(0, columns).map((name) => axis(name.replace(/\d+/, "")));
    this.above = rules.gravity ? letters.map(() => oxobook.html("span", { class: "above", "aria-hidden": "true" })) : [];
    this.strikes = oxobook.svg("svg", { class: "strikes", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" });
    this.root.replaceChildren(...(rules.gravity ? [axis(""), ...this.above] : []), ...children, axis(""), ...letters, ...(rules.gravity ? [] : [this.#lines()]), this.strikes);
  }

  // The lines between the cells, each a stroke that draws itself.
  #lines() {
    const { rows, columns } = this.rules;
    const picture = oxobook.svg("svg", { class: "lines", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" });
    const stroke = (d, name = "") => picture.append(oxobook.svg("path", { d, pathLength: 1, class: name }));
    const layer = columns / this.rules.layers;
    for (let column = 1; column < columns; column += 1) stroke(`M${column} .04V${rows - 0.04}`, column % layer ? "" : "layer");
    for (let row = 1; row < rows; row += 1) stroke(`M.04 ${row}H${columns - 0.04}`);
    return picture;
  }

  // Show a game; entry is the book's answer for the position, or null while it is unknown or is not to be shown. What
  // has not changed is left alone, so that nothing blinks. With ``waiting`` values stay until the answer is here.
  show(game, entry, waiting = false) {
    const board = game.board;
    this.legal = new Set(game.legal);
    const completed = oxobook.rules.completed(this.rules, board);
    const inLine = new Set(completed.flat());
    const last = game.at ? this.rules.names.indexOf(game.moves[game.at - 1]) : -1;
    const moves = new Map((entry ? entry.moves : []).map((move) => [move.move, move]));
    this.#await(waiting);
    this.cells.forEach((button, cell) => {
      const move = moves.get(this.rules.names[cell]);
      button.setAttribute("aria-disabled", String(!this.legal.has(this.#landing(cell))));
      button.setAttribute("aria-label", this.#label(cell, board[cell], move, inLine.has(cell)));
      button.classList.toggle("last", cell === last);
      button.classList.toggle("line", inLine.has(cell));
      button.classList.toggle("legal", this.legal.has(cell));
      this.#stone(button, cell, board[cell], cell === last);
      if (!this.rules.gravity && !(waiting && this.legal.has(cell))) this.#chip(button, this.legal.has(cell) ? move : undefined, entry);
    });
    this.above.forEach((place, column) => {
      const cell = this.rules.stacks.flat().find((one) => one % this.rules.columns === column && this.legal.has(one));
      if (!(waiting && cell !== undefined)) this.#chip(place, moves.get(this.rules.names[cell]), entry);
    });
    this.#strike(completed);
  }

  // Values that an answer is awaited for fade when it is late: not before, since what fades is drawn apart, and a click
  // would wait for that.
  #await(waiting) {
    clearTimeout(this.late);
    this.root.classList.remove("late");
    if (waiting) this.late = setTimeout(() => this.root.classList.add("late"), 200);
  }

  #label(cell, stone, move, inLine) {
    const name = this.rules.names[cell];
    if (stone) return `${name}, ${stone}${inLine ? ", in a line" : ""}`;
    const lands = this.#landing(cell);
    if (!this.legal.has(lands)) return `${name}, cannot be played`;
    if (lands !== cell) return `${name}, a stone falls to ${this.rules.names[lands]}`;
    return move ? `${name}, ${oxobook.words.worth(move)}${move.best ? ", best" : ""}` : `${name}, free`;
  }

  // The stone of a cell, put there only when it is new; the last one draws itself, or falls.
  #stone(button, cell, stone, fresh) {
    if ((button.dataset.stone || "") === stone) return;
    button.dataset.stone = stone;
    button.querySelector("svg")?.remove();
    if (!stone) return;
    const drawn = oxobook.stone(stone, this.rules.gravity);
    drawn.style.setProperty("--fall", Math.floor(cell / this.rules.columns) + 1);
    drawn.classList.toggle("fresh", fresh);
    button.append(drawn);
  }

  // What a move is worth, as a chip; changed only where it says something else than before.
  #chip(place, move, entry) {
    const says = move ? JSON.stringify([move, oxobook.strength(move, entry)]) : "";
    if ((place.dataset.says || "") === says) return;
    place.dataset.says = says;
    place.querySelector(".value")?.remove();
    if (!move) return;
    const words = [oxobook.html("b", {}, oxobook.words.short(move))];
    if (!this.rules.gravity && move.best && move.wrong_replies) {
      const of = move.replies > 9 ? "/" : " of "; // two digits have less room
      words.push(oxobook.html("small", {}, `${move.wrong_replies}${of}${move.replies} err`));
    }
    place.append(oxobook.chip(move, entry, ...words));
  }

  // A stroke through each completed line.
  #strike(completed) {
    const says = JSON.stringify(completed);
    if (this.strikes.dataset.says === says) return;
    this.strikes.dataset.says = says;
    this.strikes.replaceChildren(...completed.map((line) => oxobook.svg("path", { d: oxobook.strokes(line, this.rules.columns), pathLength: 1 })));
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

// A stone: strokes of one hand; under gravity a disc with its sign.
oxobook.stone = (side, disc = false) => {
  const stroke = { fill: "none", "stroke-linecap": "round", pathLength: 1 };
  const sign = side === "X"
    ? [oxobook.svg("path", { d: "M5 5L19 19", ...stroke }), oxobook.svg("path", { d: "M19 5L5 19", ...stroke })]
    : [oxobook.svg("circle", { cx: 12, cy: 12, r: 7.6, transform: "rotate(-90 12 12)", ...stroke })];
  const parts = disc ? [oxobook.svg("circle", { cx: 12, cy: 12, r: 12, class: "disc" }), oxobook.svg("g", { transform: "translate(6.6 6.6) scale(.45)" }, ...sign)] : sign;
  return oxobook.svg("svg", { viewBox: "0 0 24 24", class: `stone ${side.toLowerCase()}`, "aria-hidden": "true" }, ...parts);
};

// A move's worth in its colour, with these words.
oxobook.chip = (move, entry, ...words) => {
  const chip = oxobook.html("span", { class: `value ${move.value}${move.best ? " best" : ""}` }, ...words);
  chip.style.setProperty("--strength", oxobook.strength(move, entry));
  return chip;
};

// How strong a move's colour is: 1 for the best of its value, less the later it wins or the sooner it loses; of the
// moves that draw, less the fewer replies go wrong.
oxobook.strength = (move, entry) => {
  const alike = entry.moves.filter((other) => other.value === move.value);
  if (move.value === "draw") {
    const share = (one) => (one.replies ? one.wrong_replies / one.replies : 0);
    return 1 - 0.6 * (Math.max(...alike.map(share)) - share(move));
  }
  const spans = alike.map((other) => other.remoteness);
  const best = move.value === "win" ? Math.min(...spans) : Math.max(...spans);
  return Math.max(0.4, 1 - 0.16 * Math.abs(move.remoteness - best));
};
