"use strict";
// A large book's answers, with the same fields as those of all books: made from its scores, as a server makes them. A
// position's score is the best of what its moves lead to; who asks for all of that has it compared.

oxobook.LargeBooks = class {
  #books = new Map(); // by the rules' text
  #lines = 0; // how many lines were asked for

  #book(rules) {
    if (!this.#books.has(rules.text)) this.#books.set(rules.text, new oxobook.RangeBook(rules));
    return this.#books.get(rules.text);
  }

  // The score of a board, for the side to move: what ended games are worth follows from the rules.
  async #score(rules, board) {
    if (!oxobook.rules.isOver(rules, board)) return this.#book(rules).score(board);
    if (!oxobook.rules.completed(rules, board).length) return 0;
    const won = rules.cells + 1 - board.filter(Boolean).length;
    return rules.misere ? won : -won;
  }

  // What a board is worth, its best and its safe cells, and after each move the board and its score for the mover.
  async #entry(rules, board) {
    const ply = board.filter(Boolean).length;
    const boards = oxobook.rules.legal(rules, board).map((cell) => ({ cell, played: board.with(cell, oxobook.rules.sideAt(ply)) }));
    const [score, ...scores] = await Promise.all([board, ...boards.map((one) => one.played)].map((one) => this.#score(rules, one)));
    const moves = boards.map((one, number) => ({ ...one, score: -scores[number] }));
    if (moves.length && Math.max(...moves.map((one) => one.score)) !== score) throw new Error(`The files of ${rules.text} on this host are damaged: copy the site there again.`);
    const cells = (kept) => moves.filter(kept).map(({ cell }) => cell);
    return { value: ["loss", "draw", "win"][Math.sign(score) + 1], remoteness: (score ? rules.cells + 1 - Math.abs(score) : rules.cells) - ply, best: cells((one) => one.score === score), safe: cells((one) => Math.sign(one.score) === Math.sign(score)), moves };
  }

  // The same with the entries after its moves, by cell, and the pick, as a cell or null.
  async #all(rules, board) {
    const entry = await this.#entry(rules, board);
    const after = new Map(await Promise.all(entry.moves.map(async ({ cell, played }) => [cell, await this.#entry(rules, played)])));
    return { ...entry, after, pick: entry.best.length ? await this.#pick(rules, board, entry, after) : null };
  }

  // Of the best cells the one after which the smallest share of the replies is safe; of equal ones the first on the board
  // as its least image has it.
  async #pick(rules, board, { best }, after) {
    const all = await this.#book(rules).images(board);
    const { images } = all.reduce((least, one) => (one.o < least.o || (one.o === least.o && one.x < least.x) ? one : least));
    const share = (cell) => after.get(cell).safe.length / (after.get(cell).moves.length || 1);
    return [...best].sort((one, other) => share(one) - share(other) || images[one] - images[other])[0];
  }

  async lookup(rules, position) {
    const board = boardOf(position);
    const entry = await this.#all(rules, board);
    const name = (cell) => rules.names[cell];
    return answer(rules, position, { ...entry, pick: entry.pick === null ? null : name(entry.pick) }, (cell) => entry.after.get(cell), entry.moves.length ? oxobook.reasons.of(rules, board, entry) : {});
  }

  game(rules, moves) { return Promise.all([...moves, ""].map((_, ply) => this.lookup(rules, oxobook.rules.textAfter(rules, moves.slice(0, ply))))); }

  // A line reads many pieces, so one that is pointed at only in passing is not read.
  async line(rules, position) {
    const number = ++this.#lines;
    await new Promise((done) => setTimeout(done, 200));
    const names = [];
    for (let board = boardOf(position); number === this.#lines; ) {
      const { pick } = await this.#all(rules, board);
      if (pick === null) break;
      board = board.with(pick, oxobook.rules.sideAt(board.filter(Boolean).length));
      names.push(rules.names[pick]);
    }
    return names;
  }

  async players(rules) { return oxobook.large[rules.text].players; }

  // The moves that a player may make, each with its probability.
  async policy(rules, player, position) {
    const board = boardOf(position);
    const cells = await {
      perfect: async () => (await this.#entry(rules, board)).best,
      pick: async () => [(await this.#all(rules, board)).pick],
      random: () => oxobook.rules.legal(rules, board),
      levi: () => levi(rules, board),
    }[player]();
    return Object.fromEntries(cells.map((cell) => [rules.names[cell], 1 / cells.length]));
  }
};
