/**
 * The strategy of a certificate (book/CERTIFICATE.md): its owner's move after any replies. The
 * checksum was compared when the site was written.
 */

import { turningsOf } from "../game/turns.ts";

const [OWN, THEIR] = [1, 2];

export class Certificate {
  #tables: { rows: number; content: Uint8Array }[]; // of moves and of pairings, column by column
  #images: number[][];
  #key: number; // bytes of a row's key

  constructor(
    public rules: Rules,
    public owner: Side,
    public wins: boolean,
    [moves, pairings]: number[],
    content: Uint8Array,
  ) {
    this.#images = turningsOf(rules).sort((one, other) => {
      const at = one.findIndex((cell, number) => cell !== other[number]);
      return one[at] - other[at];
    });
    this.#key = 2 * Math.ceil(rules.cells / 8);
    const middle = moves * (this.#key + 1);
    this.#tables = [{ rows: moves, content: content.subarray(0, middle) }, {
      rows: pairings,
      content: content.subarray(middle),
    }];
  }

  /**
   * The owner's move after a record of cells; null where the game has left the strategy, or the
   * owner is not to move.
   */
  move(record: number[]): number | null {
    const board = new Uint8Array(this.rules.cells);
    let moving = this.owner === "X", partners = moving ? null : this.#partners(board);
    for (const [number, cell] of record.entries()) {
      if (moving && this.#move(board, record[number - 1], partners) !== cell) return null;
      board[cell] = moving ? OWN : THEIR;
      if (moving) partners ??= this.#partners(board);
      moving = !moving;
    }
    return moving ? this.#move(board, record.at(-1), partners) : null;
  }

  #move(board: Uint8Array, last: number | undefined, partners: number[] | null): number | null {
    const { lines } = this.rules, free = [...board.keys()].filter((cell) => !board[cell]);
    const winning = free.find((cell) =>
      lines.some((line) => line.every((one) => one === cell || board[one] === OWN))
    );
    if (winning !== undefined) return winning;
    const partner = partners?.[last ?? -1];
    if (partner !== undefined && !board[partner]) return partner;
    const row = partners ? null : this.#row(0, board);
    if (row) return row.images.indexOf(row.value[0]);
    const open = lines.filter((line) => line.every((cell) => board[cell] !== OWN));
    const weigh = (some: number[][]) =>
      some.reduce((sum, line) => sum + 2 ** line.filter((cell) => board[cell]).length, 0);
    if (!free.length || (!partners && (this.wins || weigh(open) >= 2 ** this.rules.k))) return null;
    const weights = free.map((cell) => weigh(open.filter((line) => line.includes(cell))));
    return free[weights.indexOf(Math.max(...weights))];
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
  #row(number: number, board: Uint8Array) {
    const { rows, content } = this.#tables[number],
      keys = this.#images.map((images) => this.#keyOf(board, images));
    const least = keys.reduce((one, other) => (other < one ? other : one));
    const width = rows && content.length / rows;
    const bytes = (row: number, begin: number, end: number) =>
      Uint8Array.from(
        { length: end - begin },
        (_, column) => content[row + (begin + column) * rows],
      );
    let [low, high] = [0, rows];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (String.fromCharCode(...bytes(middle, 0, this.#key)) < least) low = middle + 1;
      else high = middle;
    }
    if (low === rows || String.fromCharCode(...bytes(low, 0, this.#key)) !== least) return null;
    return { images: this.#images[keys.indexOf(least)], value: bytes(low, this.#key, width) };
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
