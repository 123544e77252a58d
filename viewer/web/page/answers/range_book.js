/**
 * The scores of a large book, read by HTTP range requests from the files beside the page. The book format says where each
 * score is. Loaded when such a book is first needed.
 */

import { stonesOn } from "../game/rules.js";
import { text } from "../words/text.js";
import { Again } from "./answer.js";
import { binomial, masksOf } from "./made.js";

/** A file of scores, as the manifest lists it. @typedef {{ file: string, bytes: number, stones: number, columns: [number, number], parts: number, directories: [number, number, number][] }} ScoreFile */

class Host {
  static KEPT = 600; // pieces and directories, of some 20 kB each
  /** Pieces that were read and unpacked, by file and offset, the latest used last. @type {Map<string, Promise<ArrayBuffer>>} */
  #kept = new Map();
  /** The first range: until it is here, it is unknown whether the host can send ranges. @type {Promise<ArrayBuffer> | null} */
  #first = null;

  /** @param {string} folder */
  constructor(folder) { this.folder = folder; }

  /** A file of the folder, whole, as JSON. @param {string} name */
  async json(name) {
    const response = await this.#asked(name, {});
    return response.json().catch(() => { throw brokenOff(); });
  }

  /** A range of a file, unpacked. @param {ScoreFile} file @param {number} offset @param {number} size */
  unpacked(file, offset, size) {
    const key = `${file.file} ${offset}`;
    const found = this.#kept.get(key) ?? this.#range(file, offset, size);
    this.#kept.delete(key);
    this.#kept.set(key, found);
    found.catch(() => this.#kept.delete(key));
    if (this.#kept.size > Host.KEPT) this.#kept.delete([...this.#kept.keys()][0]);
    return found;
  }

  /** @param {ScoreFile} file @param {number} offset @param {number} size */
  async #range(file, offset, size) {
    const first = this.#first;
    if (!first) return (this.#first = this.#read(file, offset, size).catch((error) => { if (error instanceof Again) this.#first = null; throw error; }));
    await first; // a host that cannot send ranges is asked only once
    return this.#read(file, offset, size);
  }

  /** @param {ScoreFile} file @param {number} offset @param {number} size */
  async #read(file, offset, size) {
    const stop = new AbortController();
    const response = await this.#asked(file.file, { headers: { Range: `bytes=${offset}-${offset + size - 1}` }, signal: stop.signal });
    const wrong = this.#wrong(response, file, offset, size);
    if (wrong) {
      stop.abort(); // or the whole file might come
      throw new Error(wrong);
    }
    const packed = await response.arrayBuffer().catch(() => { throw brokenOff(); });
    if (packed.byteLength !== size) throw brokenOff();
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer().catch(() => {
      throw new Error(text.fileDamaged(this.folder + file.file));
    });
  }

  /** The host's response to the request for a range or for a whole file. @param {string} name @param {RequestInit} options */
  async #asked(name, options) {
    const address = this.folder + name;
    if (location.protocol === "file:") throw new Error(text.needsHost);
    if (!globalThis.DecompressionStream) throw new Error(text.needsNewerBrowser);
    // with the browser's cache, ranges of one file would wait for one another
    const response = await fetch(address, { ...options, cache: "no-store" }).catch(() => this.#unread(address));
    if (response.ok || response.status === 416) return response;
    if (response.status >= 500 || response.status === 429) throw new Again(text.hostCannotNow(address, response.status));
    throw new Error(text.hostDoesNot(address, response.status));
  }

  /** Throw the reason why there is no response: a browser refuses compressed ranges, but only says that they failed. @param {string} address @returns {Promise<never>} */
  async #unread(address) {
    const told = await fetch(address, { method: "HEAD", cache: "no-store" }).catch(() => { throw new Again(text.hostAway); });
    const packed = told.headers.get("Content-Encoding");
    throw packed ? new Error(text.hostCompresses(address, packed)) : brokenOff();
  }

  /** The fault of a response to a request for a range, in a sentence; empty if there is none. @param {Response} response @param {ScoreFile} file @param {number} offset @param {number} size */
  #wrong(response, { file, bytes }, offset, size) {
    const address = this.folder + file;
    const packed = response.headers.get("Content-Encoding");
    if (packed && packed !== "identity") return text.hostCompresses(address, packed);
    if (response.status === 200) return text.hostIgnoresRanges(address, size, bytes);
    const [, from, to, length] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(response.headers.get("Content-Range") ?? "") ?? [];
    if (response.status === 416 || (length !== "*" && Number(length) !== bytes)) return text.hostFileDiffers(address, bytes);
    return Number(from) === offset && Number(to) === offset + size - 1 ? "" : text.hostOtherRange(address);
  }
}

export class RangeBook {
  /** @type {Promise<any> | null} */
  #manifest = null;

  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules;
    this.host = new Host(`books/${rules.text}/`);
  }

  /** The table of the files, read when it is first asked for. @returns {Promise<{ files: ScoreFile[], symmetries: number[][] }>} */
  manifest() {
    this.#manifest ??= this.host.json("manifest.json").then((read) => {
      if (read.format === "oxobook-ranges" && read.version === 1) return read;
      throw new Error(text.otherVersion(`${this.host.folder}manifest.json`));
    }).catch((error) => {
      this.#manifest = null;
      throw error;
    });
    return this.#manifest;
  }

  /** The numbers of the symmetries' images of a board, as pairs of masks of X and O, in the symmetries' order. @param {Board} board */
  async images(board) {
    const { symmetries } = await this.manifest();
    return symmetries.map((images) => ({ ...masksOf(board, images), images }));
  }

  /** The score of a board on which the game goes on, for the side to move. @param {Board} board */
  async score(board) {
    const { files } = await this.manifest();
    const { x, o } = (await this.images(board)).reduce((least, one) => (one.x < least.x || (one.x === least.x && one.o < least.o) ? one : least));
    const stones = board.filter((stone) => stone === "X").length;
    const file = files.find((one) => one.stones === stones);
    if (!file) throw this.#damaged();
    const column = columnOf(this.rules.cells, x, o);
    const [before, after] = file.columns;
    const xMoves = stonesOn(board) === 2 * stones;
    if (file.parts > 1) return new Int8Array(await this.#part(file, x, Number(xMoves)))[xMoves ? column : 4 + column]; // one row
    const piece = await this.#part(file, x, 0);
    const rows = piece.byteLength / (4 + before + after);
    const row = Number.isInteger(rows) ? new Uint32Array(piece, 0, rows).indexOf(x) : -1;
    if (row < 0) throw this.#damaged();
    return new Int8Array(piece)[4 * rows + (xMoves ? rows * before + row * after : row * before) + column];
  }

  /** A part of the piece that has the row of an X-mask. @param {ScoreFile} file @param {number} mask @param {number} part */
  async #part(file, mask, part) {
    const directory = file.directories.findLast(([first]) => first <= mask);
    if (!directory) throw this.#damaged();
    const [, end, size] = directory;
    const words = new Uint32Array(await this.host.unpacked(file, end, size));
    const pieces = words.length / (1 + file.parts);
    const number = words.subarray(0, pieces).findLastIndex((first) => first <= mask);
    const sizes = words.subarray(pieces + number * file.parts + part);
    return this.host.unpacked(file, end - sizes.reduce((sum, one) => sum + one, 0), sizes[0]);
  }

  #damaged() { return new Error(text.filesApart(this.host.folder)); }
}

/** The colexicographic rank of O's stones among all sets of the same size of cells without X. @param {number} cells @param {number} x @param {number} o */
function columnOf(cells, x, o) {
  let [rank, free, taken] = [0, 0, 0];
  for (let cell = 0; cell < cells; cell += 1) {
    if (o & (1 << cell)) rank += binomial(free, (taken += 1));
    if (!(x & (1 << cell))) free += 1;
  }
  return rank;
}

const brokenOff = () => new Again(text.hostBroke);
