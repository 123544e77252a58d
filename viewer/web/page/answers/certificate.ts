/** The strategy of a certificate (book/CERTIFICATE.md): its owner's move after any replies. The checksum was compared when the site was written. */

import { turningsOf } from "../game/turns.ts";

type Place = { at: number, images: number[], alone: boolean }; // a place of the tree, how the board's cells stand there, and whether it is in a group
type Ahead = { place?: Place, pairs?: number[][] }; // what the owner goes by: a place, or pairs of cells; neither if the position decides

const [OWN, THEIR, PAIRING] = [1, 2, 255];

export class Certificate {
  begins: boolean;
  images: number[][];
  through: number[][]; // the numbers of the lines through each cell
  salt: number[][];
  board: Uint8Array;
  counts: (Uint8Array | number[])[];
  sums: Float64Array;
  /** Places in which the owner moves, outside groups, by a number that a position shares with its images. */
  nodes = new Map<number, { at: number, board: Uint8Array }>();

  constructor(public rules: Rules, owner: Side, public wins: boolean, public tree: Uint8Array) {
    this.begins = owner === "X";
    this.images = turningsOf(rules).map(({ there }) => there);
    this.through = rules.names.map((_, cell) => rules.lines.flatMap((line, number) => (line.includes(cell) ? [number] : [])));
    this.salt = [[], ...[OWN, THEIR].map(() => rules.names.map(() => Math.floor(Math.random() * 2 ** 46)))];
    this.board = new Uint8Array(rules.cells);
    this.counts = [[], new Uint8Array(rules.lines.length), new Uint8Array(rules.lines.length)];
    this.sums = new Float64Array(this.images.length);
    if (this.begins) this.#index(0);
    else this.#indexReplies(0);
  }

  /** The owner's move after a record of cells; null where the game has left the strategy, or the owner is not to move. */
  move(record: number[]) {
    const board = new Uint8Array(this.rules.cells);
    let moving = this.begins;
    let ahead: Ahead = moving ? {} : { place: { at: 0, images: [...board.keys()], alone: false } };
    for (const [number, cell] of record.entries()) {
      if (moving) {
        const owned = this.#owned(board, ahead, record[number - 1]);
        if (owned?.cell !== cell) return null;
        ahead = owned.ahead;
      } else ahead = this.#replied(board, ahead, cell);
      board[cell] = moving ? OWN : THEIR;
      moving = !moving;
    }
    return moving ? this.#owned(board, ahead, record.at(-1))?.cell ?? null : null;
  }

  #owned(board: Uint8Array, ahead: Ahead, reply?: number): { cell: number, ahead: Ahead } | null {
    this.#load(board, this.images[0]);
    const [winning] = this.#lasts(OWN);
    if (winning !== undefined) return { cell: winning, ahead };
    if (ahead.pairs) {
      const partner = ahead.pairs.find((pair) => pair.includes(reply ?? -1))?.find((cell) => !board[cell]);
      return { cell: partner ?? this.#heaviest(), ahead };
    }
    if (this.#isDone()) return { cell: this.#heaviest(), ahead: {} };
    const place = ahead.place ?? this.#indexed(board);
    return place && { cell: place.images.indexOf(this.tree[place.at]), ahead: { place: { ...place, at: place.at + 1 } } };
  }

  #replied(board: Uint8Array, ahead: Ahead, reply: number): Ahead {
    const { place } = ahead;
    if (!place) return ahead;
    this.#load(board, place.images);
    const cell = place.images[reply], replies = this.#replies();
    if (!replies.includes(cell)) return {};
    if (replies.length === 1) return place.alone ? ahead : {};
    if (this.tree[place.at] === PAIRING) {
      const cells = Array.from(this.tree.slice(place.at + 2, this.#pairsEnd(place.at)), (one) => place.images.indexOf(one));
      return { pairs: cells.flatMap((one, number) => (number % 2 ? [[cells[number - 1], one]] : [])) };
    }
    const { groups, rest, end } = this.#groups(place.at, replies);
    const group = groups.find((one) => one.replies.includes(cell));
    if (group) return { place: { ...place, at: group.begin, alone: true } };
    if (!place.alone) return {};
    return { place: { ...place, at: rest.filter((other) => other < cell).reduce((at, other) => this.#with(other, THEIR, () => this.#end(at)), end) } };
  }

  /** The place of the tree that has the position or an image of it. */
  #indexed(board: Uint8Array): Place | null {
    const node = this.nodes.get(Math.min(...this.sums));
    const images = node && this.images.find((each) => board.every((stone, cell) => stone === node.board[each[cell]]));
    return node && images ? { at: node.at, images, alone: false } : null;
  }

  /** Add the owner's place and all that follow; the end of what is written of them. */
  #index(at: number): number {
    const key = Math.min(...this.sums);
    if (this.#isDone() || this.nodes.has(key)) return at;
    this.nodes.set(key, { at, board: this.board.slice() });
    return this.#with(this.tree[at], OWN, () => this.#indexReplies(at + 1));
  }

  #indexReplies(at: number): number { return this.#walk(at, (begin) => this.#index(begin)); }

  /** The end of what a group says where the owner is to move. */
  #end(at: number): number { return this.#isDone() ? at : this.#with(this.tree[at], OWN, () => this.#walk(at + 1, (begin) => this.#end(begin))); }

  /** Go on after each reply that is in no group; the end of what is written. */
  #walk(at: number, go: (at: number) => number): number {
    const replies = this.#replies();
    if (replies.length < 2) return replies.length ? this.#with(replies[0], THEIR, () => go(at)) : at;
    if (this.tree[at] === PAIRING) return this.#pairsEnd(at);
    const { rest, end } = this.#groups(at, replies);
    return rest.reduce((begin, cell) => this.#with(cell, THEIR, () => go(begin)), end);
  }

  /** The groups at a place, the replies that are in none, and where these begin. */
  #groups(at: number, replies: number[]) {
    const groups = [];
    let end = at + 1, rest = replies;
    for (let left = this.tree[at]; left; left -= 1) {
      const begin = end + 8, mask = this.tree.slice(end, begin);
      const some = rest.filter((cell) => mask[cell >> 3] & (1 << (cell & 7)));
      groups.push({ replies: some, begin });
      rest = rest.filter((cell) => !some.includes(cell));
      end = this.#with(some[0], THEIR, () => this.#end(begin));
    }
    return { groups, rest, end };
  }

  #pairsEnd(at: number) { return at + 2 + 2 * this.tree[at + 1]; }

  /** Whether nothing is written of a position: the owner completes a line or, if it only has to hold, cannot lose any more. */
  #isDone() {
    if (this.#lasts(OWN).length) return true;
    return !this.wins && this.rules.lines.reduce((sum, _, line) => sum + this.#weight(line), 0) < 2 ** this.rules.k;
  }

  #weight(line: number) { return this.counts[OWN][line] ? 0 : 2 ** this.counts[THEIR][line]; }

  #replies() {
    const winning = this.#lasts(OWN);
    return winning.length > 1 ? [] : winning.length ? winning : [...this.board.keys()].filter((cell) => !this.board[cell]);
  }

  /** The free cells that complete a line. */
  #lasts(who: number) {
    const { board, counts, rules: { lines } } = this, [mine, others] = [counts[who], counts[OWN + THEIR - who]];
    const found = new Set<number>();
    for (let line = 0; line < lines.length; line += 1) if (!others[line] && mine[line] === lines[line].length - 1) found.add(lines[line].find((cell) => !board[cell])!);
    return [...found].sort((one, two) => one - two);
  }

  /** The free cell whose open lines weigh most. */
  #heaviest() {
    const weight = (cell: number) => this.through[cell].reduce((sum, line) => sum + this.#weight(line), 0);
    return [...this.board.keys()].filter((cell) => !this.board[cell]).reduce((best, cell) => (weight(cell) > weight(best) ? cell : best));
  }

  #load(board: Uint8Array, images: number[]) {
    for (const [cell, stone] of this.board.entries()) if (stone) this.#change(cell, stone, -1);
    for (const [cell, stone] of board.entries()) if (stone) this.#change(images[cell], stone, 1);
  }

  /** What comes of a stone that is set for a moment. */
  #with<T>(cell: number, who: number, act: () => T): T {
    this.#change(cell, who, 1);
    const found = act();
    this.#change(cell, who, -1);
    return found;
  }

  #change(cell: number, who: number, by: 1 | -1) {
    this.board[cell] = by > 0 ? who : 0;
    for (const line of this.through[cell]) this.counts[who][line] += by;
    for (let number = 0; number < this.sums.length; number += 1) this.sums[number] += by * this.salt[who][this.images[number][cell]];
  }
}
