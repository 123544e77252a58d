/**
 * The strategy of a certificate (book/CERTIFICATE.md): its owner's move after any replies. The
 * checksum was compared when the site was written.
 */

import { turningsOf } from "../game/turns.ts";

const [OWN, THEIR] = [1, 2];

/** A row's value, and the number there of each cell. */
type Row = { images: number[]; value: Uint8Array };

export class Certificate {
  #tables: { rows: number; content: Uint8Array }[]; // of moves, pairings and sheets, column by column
  #images: number[][];
  #through: number[][][]; // the other cells of the lines through each cell
  #key: number; // bytes of a row's key

  constructor(
    public rules: Rules,
    public owner: Side,
    public wins: boolean,
    rows: number[],
    content: Uint8Array,
  ) {
    this.#images = turningsOf(rules).sort((one, other) => {
      const at = one.findIndex((cell, number) => cell !== other[number]);
      return one[at] - other[at];
    });
    this.#through = this.#images[0].map((_, cell) =>
      rules.lines.flatMap((line) => line.includes(cell) ? [line.filter((one) => one !== cell)] : [])
    );
    this.#key = 2 * Math.ceil(rules.cells / 8);
    const [, pairings, sheets] = rows, begin = content.length - sheets * rules.cells;
    const bounds = [0, begin - pairings * (this.#key + rules.cells), begin, content.length];
    this.#tables = rows.map((count, table) => (
      { rows: count, content: content.subarray(bounds[table], bounds[table + 1]) }
    ));
  }

  /**
   * The owner's move after a record of cells; null where the game has left the strategy, or the
   * owner is not to move.
   */
  move(record: number[]): number | null {
    const board = new Uint8Array(this.rules.cells);
    let moving = this.owner === "X", partners = moving ? null : this.#partners(board);
    let sheet = moving ? this.#sheet(board, null) : null;
    for (const [number, cell] of record.entries()) {
      if (moving && this.#move(board, record[number - 1], partners, sheet) !== cell) return null;
      board[cell] = moving ? OWN : THEIR;
      if (!moving) sheet = partners ? null : this.#sheet(board, sheet);
      else if (!sheet) partners ??= this.#partners(board);
      moving = !moving;
    }
    return moving ? this.#move(board, record.at(-1), partners, sheet) : null;
  }

  /** Each cell's place, from 1, in the sheet by which the owner plays on; null without one. */
  sheet(record: number[]): Map<number, number> | null {
    const board = new Uint8Array(this.rules.cells);
    let row: Row | null = null;
    for (let ply = 0; ply <= record.length; ply += 1) {
      const moving = ply % 2 === (this.owner === "X" ? 0 : 1);
      if (moving) row = this.#sheet(board, row);
      if (ply < record.length) board[record[ply]] = moving ? OWN : THEIR;
    }
    if (!row) return null;
    const { images, value } = row, order = [...value].sort((one, other) => other - one);
    return new Map(images.map((image, cell) => [cell, order.indexOf(value[image]) + 1]));
  }

  #move(
    board: Uint8Array,
    last: number | undefined,
    partners: number[] | null,
    sheet: Row | null,
  ): number | null {
    const { lines } = this.rules, free = this.#playable(board);
    const winning = free.find((cell) => this.#completes(board, cell, OWN));
    if (winning !== undefined) return winning;
    const ranked = sheet && this.#ranked(board, sheet);
    if (ranked !== null) return ranked;
    const partner = partners?.[last ?? -1];
    if (partner !== undefined && !board[partner]) return partner;
    const row = partners || sheet ? null : this.#row(0, board);
    if (row) return row.images.indexOf(row.value.at(-1)!);
    const open = lines.filter((line) => line.every((cell) => board[cell] !== OWN));
    const weigh = (some: number[][]) =>
      some.reduce((sum, line) => sum + 2 ** line.filter((cell) => board[cell]).length, 0);
    if (!free.length || (!partners && (this.wins || weigh(open) >= 2 ** this.rules.k))) return null;
    const weights = free.map((cell) => weigh(open.filter((line) => line.includes(cell))));
    return free[weights.indexOf(Math.max(...weights))];
  }

  /** The cells that take the next stone, in reading order. */
  #playable(board: Uint8Array) {
    return this.rules.stacks.flatMap((stack) => stack.find((cell) => !board[cell]) ?? [])
      .sort((one, other) => one - other);
  }

  #completes(board: Uint8Array, cell: number, stone: number) {
    return this.#through[cell].some((line) => line.every((one) => board[one] === stone));
  }

  /** The move by a sheet, where the owner does not win at once; null if there is none. */
  #ranked(board: Uint8Array, { images, value }: Row) {
    const forced = this.#forced(board, OWN, false) ?? this.#forced(board, OWN, true);
    if (forced !== undefined) return forced;
    // of one rank, the first on the board as the key has it
    const rank = (cell: number) => value[images[cell]] * this.rules.cells - images[cell];
    const moves = this.#playable(board).sort((one, other) => rank(other) - rank(one));
    return moves.find((cell) => {
      const then = board.with(cell, OWN), replies = this.#next(moves, cell);
      return !replies.some((one) => this.#completes(then, one, THEIR)) &&
        this.#forced(then, THEIR, false, replies) === undefined;
    }) ?? null;
  }

  /** A side's first move that wins by threats or, looking further, by force (book/CERTIFICATE.md). */
  #forced(board: Uint8Array, side: number, further: boolean, moves = this.#playable(board)) {
    return moves.find((cell): boolean => {
      const replies = this.#next(moves, cell), other = OWN + THEIR - side;
      if (!replies.length) return false;
      if (replies.some((one) => this.#completes(board, one, other))) return false;
      const then = board.with(cell, side), { columns } = this.rules;
      const last = replies.filter((one) => this.#completes(then, one, side));
      if (last.length > 1) return true;
      const wins = (reply: number, far: boolean) =>
        this.#forced(then.with(reply, other), side, far, this.#next(replies, reply)) !== undefined;
      // a reply that blocks may let the side complete a line on top of it
      const open = (last.length ? last : replies)
        .filter((reply) => reply < columns || !this.#completes(then, reply - columns, side));
      if (open.length > 1 && !further) return false;
      const lasts = (reply: number) => !further || !wins(reply, false);
      const left = open.find(lasts);
      if (left === undefined) return true;
      return !open.some((one) => one !== left && lasts(one)) && wins(left, further);
    });
  }

  /** The moves after one of them was played, where stones fall. */
  #next(moves: number[], cell: number) {
    const place = moves.indexOf(cell), above = cell - this.rules.columns;
    return above < 0 ? moves.toSpliced(place, 1) : moves.with(place, above);
  }

  /** The sheet by which the owner, to move, plays from here on: a row of the position's own ends the last. */
  #sheet(board: Uint8Array, last: Row | null) {
    const row = this.#row(0, board);
    if (!row) return last;
    const sheet = row.value.reduce((number, byte) => 256 * number + byte) - this.rules.cells;
    return sheet < 0 ? null : { images: row.images, value: this.#bytes(2, sheet) };
  }

  /** The other cell of each cell's pair, where the owner holds by pairs. */
  #partners(board: Uint8Array) {
    const row = this.#row(1, board);
    return row && row.images.map((image) => row.images.indexOf(row.value[image]));
  }

  /**
   * The row of a position in a table, by bisection, and how the board's cells stand there; null
   * without one.
   */
  #row(number: number, board: Uint8Array): Row | null {
    const { rows } = this.#tables[number];
    const keys = this.#images.map((images) => this.#keyOf(board, images));
    const least = keys.reduce((one, other) => (other < one ? other : one));
    const key = (row: number) =>
      String.fromCharCode(...this.#bytes(number, row).subarray(0, this.#key));
    let [low, high] = [0, rows];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (key(middle) < least) low = middle + 1;
      else high = middle;
    }
    if (low === rows || key(low) !== least) return null;
    const value = this.#bytes(number, low).subarray(this.#key);
    return { images: this.#images[keys.indexOf(least)], value };
  }

  /** The bytes of a row. */
  #bytes(number: number, row: number) {
    const { rows, content } = this.#tables[number];
    return Uint8Array.from(
      { length: content.length / rows },
      (_, column) => content[row + column * rows],
    );
  }

  /** The key of an image: the owner's stones, then the other side's, the highest cells first. */
  #keyOf(board: Uint8Array, images: number[]) {
    const key = new Uint8Array(this.#key);
    for (const [cell, stone] of board.entries()) {
      if (stone) {
        key[(this.#key / 2) * stone - 1 - (images[cell] >> 3)] |= 1 << (images[cell] & 7);
      }
    }
    return String.fromCharCode(...key);
  }
}
