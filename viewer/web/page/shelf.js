"use strict";
// The books that stand beside the page, for when there is no server: small ones, each a script that puts its tables on the
// shelf; and large ones, each a folder of files that are read by ranges.

oxobook.Shelf = class {
  opening = [];
  #small = new oxobook.SmallBooks();
  #large = null;

  async books() { return oxobook.embedded; }

  async missing(text) { return `There is no book of ${text} here; oxobook generate ${text} makes one.`; }

  // Who reads the book of these rules; the script for large ones is loaded when one is asked.
  async #reader(rules) {
    if (!oxobook.large[rules.text]) return this.#small;
    this.#large ??= oxobook.script("ranges.js").then(() => new oxobook.LargeBooks(), (error) => {
      this.#large = null;
      throw error;
    });
    return this.#large;
  }

  lookup(rules, position) { return this.#reader(rules).then((reader) => reader.lookup(rules, position)); }

  game(rules, moves) { return this.#reader(rules).then((reader) => reader.game(rules, moves)); }

  line(rules, position) { return this.#reader(rules).then((reader) => reader.line(rules, position)); }

  players(rules) { return this.#reader(rules).then((reader) => reader.players(rules)); }

  policy(rules, player, position) { return this.#reader(rules).then((reader) => reader.policy(rules, player, position)); }

  // Whole maps were drawn with the site, where they are legible; there are no others.
  maps(game, side) {
    const { text } = game.rules;
    const name = `${text} ${side}`;
    const address = `pictures/${text}-map-${side.toLowerCase()}.js`;
    if (!(name in oxobook.pictures)) return [];
    return [{ ply: 0, address, text: async () => oxobook.pictures[name] || oxobook.script(address).then(() => oxobook.pictures[name]) }];
  }
};

oxobook.SmallBooks = class {
  // A book's tables, read when they are first asked for.
  async #book(rules) {
    const books = oxobook.books;
    if (!books[rules.text]) await oxobook.script(`books/${rules.text}.js`);
    const book = books[rules.text];
    if (!book.keys) {
      let key = 0;
      book.keys = book.steps.map((step) => (key += step));
      book.number = new Map(book.keys.map((one, number) => [one, number]));
    }
    return book;
  }

  // The row of a board, and the number of the symmetry that takes the board to the row's.
  #find(rules, book, board) {
    let least = Infinity;
    let symmetry = 0;
    book.symmetries.forEach((images, number) => {
      let [x, o] = [0, 0];
      board.forEach((stone, cell) => {
        if (stone === "X") x += 2 ** images[cell];
        if (stone === "O") o += 2 ** images[cell];
      });
      const key = x + o * 2 ** rules.cells;
      if (key < least) [least, symmetry] = [key, number];
    });
    const row = book.number.get(least);
    if (row === undefined) throw new Error(`No legal game reaches ${oxobook.rules.textOf(rules, board)}.`);
    return { row, symmetry };
  }

  #entry(rules, book, board) {
    const { row, symmetry } = this.#find(rules, book, board);
    const images = book.symmetries[symmetry];
    const value = ["loss", "draw", "win"][book.values[row] + 1];
    const cells = (mask) => images.flatMap((image, cell) => (mask & (1 << image) ? [cell] : []));
    const back = (cell) => images.indexOf(cell);
    const pick = book.picks[row] < 0 ? null : rules.names[back(book.picks[row])];
    return { row, value, remoteness: book.remoteness[row], best: cells(book.best[row]), safe: cells(book.safe[row]), pick, images, back };
  }

  async lookup(rules, position) {
    const book = await this.#book(rules);
    const board = boardOf(position);
    const entry = this.#entry(rules, book, board);
    return answer(rules, position, entry, (cell) => this.#entry(rules, book, board.with(cell, oxobook.rules.sideAt(board.filter(Boolean).length))), oxobook.rules.isOver(rules, board) ? {} : this.#reasons(rules, book, entry));
  }

  game(rules, moves) { return Promise.all([...moves, ""].map((_, ply) => this.lookup(rules, oxobook.rules.textAfter(rules, moves.slice(0, ply))))); }

  // The reasons were written for the row's board: their coordinates are turned with it.
  #reasons(rules, book, entry) {
    const turned = (words) => words.replace(/\b[a-z]{1,2}\d+\b/g, (name) => rules.names[entry.back(rules.names.indexOf(name))]);
    const canonicalBest = rules.names.flatMap((_, cell) => (book.best[entry.row] & (1 << cell) ? [cell] : []));
    return Object.fromEntries(canonicalBest.map((cell, index) => [rules.names[entry.back(cell)], [turned(book.words[book.reasons[entry.row][index]])]]));
  }

  async line(rules, position) {
    const book = await this.#book(rules);
    let board = boardOf(position);
    const moves = [];
    for (;;) {
      const { pick } = this.#entry(rules, book, board);
      if (!pick) return moves;
      board = board.with(rules.names.indexOf(pick), oxobook.rules.sideAt(board.filter(Boolean).length));
      moves.push(pick);
    }
  }

  async players(rules) { return (await this.#book(rules)).players; }

  // The moves that a player may make: from its table, or for those that need none from the book and the board.
  async policy(rules, player, position) {
    const book = await this.#book(rules);
    const board = boardOf(position);
    const table = book.policies[player];
    const cells = table
      ? [...Array(rules.cells).keys()].filter((cell) => table[position] & (1 << cell))
      : { perfect: () => this.#entry(rules, book, board).best, pick: () => [rules.names.indexOf(this.#entry(rules, book, board).pick)], random: () => oxobook.rules.legal(rules, board), levi: () => levi(rules, board) }[player]();
    return Object.fromEntries(cells.map((cell) => [rules.names[cell], 1 / cells.length]));
  }
};

// The answer for a position, with a server's fields: ``entry`` has its value, remoteness, pick, and best and safe cells;
// ``after`` gives the entry after a cell is played.
function answer(rules, position, entry, after, reasons) {
  const board = boardOf(position);
  const ply = board.filter(Boolean).length;
  const side = oxobook.rules.sideAt(ply);
  const over = oxobook.rules.isOver(rules, board);
  const lines = oxobook.rules.completed(rules, board);
  const winner = lines.length ? (rules.misere ? { X: "O", O: "X" } : { X: "X", O: "O" })[board[lines[0][0]]] : null;
  const moves = oxobook.rules.legal(rules, board).map((cell) => {
    const next = after(cell);
    const replies = oxobook.rules.legal(rules, board.with(cell, side)).length;
    return { move: rules.names[cell], value: oxobook.words.turned[next.value], remoteness: next.remoteness + 1, best: entry.best.includes(cell), safe: entry.safe.includes(cell), replies, wrong_replies: replies - next.safe.length };
  });
  const worth = { win: 1, draw: 0, loss: -1 };
  moves.sort((one, other) => worth[other.value] - worth[one.value] || worth[one.value] * (one.remoteness - other.remoteness));
  return { rules: rules.text, position, ply, to_move: side, over, winner, value: entry.value, remoteness: entry.remoteness, best: entry.best.map((cell) => rules.names[cell]), pick: entry.pick, moves, reasons };
}

const boardOf = (position) => [...position.replaceAll("/", "")].map((stone) => (stone === "." ? "" : stone));

// Win, else block, the lowest cell on a keypad first; else anything.
function levi(rules, board) {
  const legal = oxobook.rules.legal(rules, board);
  const side = oxobook.rules.sideAt(board.filter(Boolean).length);
  const order = [...legal].sort((one, other) => Math.floor(other / rules.columns) - Math.floor(one / rules.columns) || one - other);
  for (const stone of rules.misere ? [] : [side, oxobook.words.other(side)]) {
    const found = order.find((cell) => oxobook.rules.completed(rules, board.with(cell, stone)).length);
    if (found !== undefined) return [found];
  }
  return legal;
}

// On a host, but not on a disk, a site can be installed and goes on without a network.
if (location.protocol.startsWith("http")) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "manifest.webmanifest" }));
  navigator.serviceWorker?.register("sw.js").catch(() => { /* then it is a page like others */ });
}
